/**
 * The commands in an agent's request. Agents write them into fields of many names, with others beside them, or only into
 * what they show the person: each is judged as a command, so that no rule for commands is missed. What is not surely all that runs
 * is never proven harmless.
 */

import { applyEdits, modify } from "jsonc-parser";
import type { Action, Json, JsonObject } from "../../contract/action.ts";
import { plainText, shorten } from "../../contract/escape.ts";
import { commandOf } from "../codex/names.ts";
import { isList, isObject, objectIn, objectsIn, textIn, textOf } from "../json.ts";

/** How agents call what they run; the first that is there is the call itself. */
const COMMAND_FIELDS = ["command", "cmd", "commands", "script", "commandLine", "command_line", "shellCommand", "input"];
const DIRECTORY_FIELDS = ["cwd", "workdir", "working_directory", "dir_path", "directory"];
/** Declared, and of no consequence. */
const BESIDE: ReadonlySet<string> = new Set(["description", "timeout", "explanation"]);
const BACKGROUND_FIELDS = ["is_background", "run_in_background", "background"];
/** A field no tool declares: it bars every proof, and says where the text is from. */
const ONLY_SHOWN = { "acp:only_shown": true };
/** The same for a command that stands in no field: nobody knows how such an agent runs it. */
const IN_NO_FIELD = { "acp:in_no_field": true };

const isOnlyShown = ({ input }: Action): boolean => Object.keys(ONLY_SHOWN).some((name) => name in input);

/** Empty where the request is about no command. */
export function commandsIn(call: JsonObject, cwd: string): readonly Action[] {
  const { kind, rawInput: raw = null } = call;
  const executes = kind === "execute";
  if (isObject(raw)) {
    const given = commandsInRaw(raw, cwd, executes);
    if (given.length > 0) return [...given, ...titledOtherwise(call, given, cwd)];
  }
  const bare = isObject(raw) ? [] : [...new Set(commandsOf(raw))];
  const [texts, mark] = bare.length > 0 ? [bare, IN_NO_FIELD] : [shownCommands(call), ONLY_SHOWN];
  return executes ? texts.map((command) => ({ tool: "Bash", input: { command, ...mark }, cwd })) : [];
}

/** A title that is a command, and another than the call's own: nobody knows which of them runs. */
function titledOtherwise(call: JsonObject, given: readonly Action[], cwd: string): readonly Action[] {
  const command = /^\s*(`+)([^`]+)\1\s*$/.exec(textIn(call, "title") ?? "")?.[2]?.trim();
  const isSame = given.some(({ input }) => textIn(input, "command")?.trim() === command);
  return command === undefined || isSame ? [] : [{ tool: "Bash", input: { command, ...ONLY_SHOWN }, cwd }];
}

function commandsInRaw(raw: JsonObject, cwd: string, executes: boolean): readonly Action[] {
  const fields = COMMAND_FIELDS.filter((name) => raw[name] !== undefined && (executes || name !== "input"));
  const commands = fields.flatMap((name) => commandsOf(raw[name] ?? null));
  const directory = DIRECTORY_FIELDS.find((name) => typeof raw[name] === "string" && raw[name] !== "");
  const at = directory === undefined ? cwd : absolute(textIn(raw, directory) ?? "", cwd);
  const background = BACKGROUND_FIELDS.find((name) => typeof raw[name] === "boolean");
  const odd = Object.entries(raw).filter(
    ([name]) => !fields.includes(name) && name !== directory && name !== background && !BESIDE.has(name),
  );
  const beside = {
    ...Object.fromEntries(odd.map(([name, value]) => [`acp:${name}`, value])),
    ...(background === undefined ? {} : { run_in_background: raw[background] ?? null }),
  };
  return [...new Set(commands)].map((command) => ({ tool: "Bash", input: { command, ...beside }, cwd: at }));
}

/** A text, a list of words, a list of commands, or objects that hold one. */
function commandsOf(value: Json): readonly string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (isObject(value)) return COMMAND_FIELDS.flatMap((name) => commandsOf(value[name] ?? null));
  if (!isList(value)) return [];
  const words = commandOf(value);
  return [...(words === undefined ? [] : [words]), ...value.flatMap(commandsOf)];
}

/** What the person is shown of it: the title, with and without what agents put around a command, and texts. */
function shownCommands(call: JsonObject): readonly string[] {
  const texts = objectsIn(call, "content").flatMap((part) => textIn(objectIn(part, "content") ?? part, "text") ?? []);
  const title = textIn(call, "title") ?? "";
  const bare = title.replace(/(?:\s*(?:\([^()]*\)|\[[^[\]]*\]))+\s*$/, "");
  const quoted = [title, ...texts].flatMap((text) =>
    [...text.matchAll(/`+([^`]+)`+/g)].flatMap(([, code]) => code ?? []),
  );
  const all = [title, bare, bare.replace(/^[^:]{1,40}:\s+/, ""), ...quoted, ...texts].map((text) => text.trim());
  return [...new Set(all)].filter((text) => text !== "");
}

const absolute = (path: string, cwd: string): string => (path.startsWith("/") ? path : `${cwd}/${path}`);

// What the person is shown of a call in the editor's dialog: a title is the agent's own word, so it says what was judged.

const MAX_TITLE_CHARS = 2_000;

/** The agent's own title where it says exactly what was judged, or where it is all that is known of the call. */
export function titleFor(call: JsonObject, actions: readonly Action[], cwd: string): string {
  const [main, ...others] = actions;
  const own = textIn(call, "title") ?? "";
  if (main === undefined || isOnlyShown(main)) return own;
  const shown = [main, ...others.filter((one) => !isWordOf(one, main, call))].map((one) => describe(one, call, cwd));
  const title = shorten(visible(shown.join(" and ")), MAX_TITLE_CHARS);
  return own.replace(/^`+|`+$/g, "").trim() === title ? own : title;
}

/** The line with another title, every other byte as it was. */
export const withTitle = (line: string, holder: "toolCall" | "update", title: string): string =>
  applyEdits(line, modify(line, ["params", holder, "title"], title, {}));

function describe({ tool, input, cwd = "" }: Action, call: JsonObject, root: string): string {
  const [command, path] = [textIn(input, "command"), textIn(input, "file_path")];
  if (command !== null) return cwd === root ? command : `${command} (in ${cwd})`;
  if (path !== null) return `${tool} ${path}`;
  if (!tool.startsWith("acp:")) return `${tool} ${textOf(input)}`;
  const said = textIn(call, "title") ?? tool;
  return call.rawInput === undefined || call.rawInput === null ? said : `${said} ${textOf(call.rawInput)}`;
}

/** A word of a command that was given as a list is judged by itself too, and shown with the others. */
function isWordOf({ tool, input }: Action, main: Action, { rawInput = null }: JsonObject): boolean {
  const lists = [rawInput, ...(isObject(rawInput) ? Object.values(rawInput) : [])].filter(isList);
  const words = lists.find((list) => commandOf(list) === main.input.command);
  return tool === "Bash" && words?.includes(input.command ?? null) === true;
}

/** No character that is not seen, and no new line that could pass for another. */
const visible = (text: string): string => (/[^\x20-\x7e]/.test(text) ? plainText(text) : text);
