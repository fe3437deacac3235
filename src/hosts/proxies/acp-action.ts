/** What an Agent Client Protocol agent asks for, as actions to judge. */
import type { Action, Json, JsonObject } from "../../contract/action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { inQuotes } from "../../contract/shell-word.ts";
import { commandOf } from "../codex/names.ts";
import { isList, isObject, objectIn, objectsIn, pathIn, textIn } from "../json.ts";
import { commandsIn } from "./acp-commands.ts";
import { otherMeta, tellsMore } from "./message.ts";

type Judged = Omit<Action, "session">;

/** What the editor does for an agent: each is a call like any other. A sentence says what cannot be judged. */
const EDITOR_WORK: Readonly<Record<string, (params: JsonObject, cwd: string) => Result<readonly Judged[]>>> = {
  "terminal/create": readTerminal,
  "fs/write_text_file": (params, cwd) => {
    const [path, content] = [pathIn(params, "path"), params.content];
    if (path === null || typeof content !== "string") return fail("a write needs an absolute path and its content");
    return ok([{ tool: "Write", input: { file_path: path, content }, cwd }]);
  },
  "fs/read_text_file": (params, cwd) => {
    const path = pathIn(params, "path");
    return path === null
      ? fail("a read needs an absolute path")
      : ok([{ tool: "Read", input: { file_path: path }, cwd }]);
  },
};

/** What is judged is what the editor will read: its parameters are those of the table of methods. */
export function readEditorWork(method: string, params: JsonObject, cwd: string): Result<readonly Judged[]> {
  const read = Object.hasOwn(EDITOR_WORK, method) ? EDITOR_WORK[method] : undefined;
  if (read === undefined) return ok([readExtension(method, params, cwd)]);
  const [actions, beside] = [read(params, cwd), otherMeta(params)];
  if (!actions.ok || beside === undefined) return actions;
  return ok([...actions.value, readExtension(method, { _meta: beside }, cwd)]);
}

/**
 * What a permission request says in `_meta`, its own and its call's, is judged beside the call. Agents put their names for things there:
 * words and numbers in fields that are not called after commands tell nothing.
 */
export function actionsBeside(method: string, params: JsonObject, cwd: string): readonly Judged[] {
  return [params, objectIn(params, "toolCall") ?? {}].flatMap((one) => {
    const beside = otherMeta(one);
    return beside === undefined || !tellsMore(beside) ? [] : [readExtension(method, { _meta: beside }, cwd)];
  });
}

/** A method nobody declared is judged as a tool of its name, with all it was given. */
function readExtension(method: string, params: JsonObject, cwd: string): Judged {
  const { sessionId: _, ...input } = params;
  return { tool: `acp:${method}`, input, cwd };
}

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** All of them must pass: which of them runs is the editor's. */
function readTerminal(params: JsonObject, cwd: string): Result<readonly Judged[]> {
  const { args = [], env = [] } = params;
  const command = textIn(params, "command");
  if (command === null || !isList(args) || !isList(env))
    return fail("a terminal needs a command, a list of arguments and of variables");
  const lines = linesOf(command, args);
  if (lines === undefined) return fail("an argument of the terminal's command is not a text");
  const assignments = env.map((one) => (isObject(one) ? assignmentOf(one) : undefined));
  if (assignments.includes(undefined)) return fail("a variable of the terminal has no name or no value");
  const given = params.cwd ?? null;
  const at = given === null ? cwd : pathIn(params, "cwd");
  if (at === null) return fail("the terminal's directory is not absolute");
  return ok(lines.map((line) => ({ tool: "Bash", input: { command: [...assignments, line].join(" ") }, cwd: at })));
}

/** What a shell takes as it is, quoted or not. */
const UNTOUCHED = /^[\w@%+=:,./-]+$/;

/**
 * Without arguments some editors hand the text to a shell, and others start a program of that name: read as the former. With
 * arguments some hand them over as words, and others put them behind the command without quotes: read as both.
 */
function linesOf(command: string, args: readonly unknown[]): readonly string[] | undefined {
  if (args.length === 0) return [command];
  const words = [command, ...args].filter((word) => typeof word === "string");
  const line = words.length === args.length + 1 ? commandOf(words) : undefined;
  if (line === undefined) return undefined;
  return words.every((word) => UNTOUCHED.test(word)) ? [line] : [line, words.join(" ")];
}

function assignmentOf(variable: JsonObject): string | undefined {
  const [name, value] = [textIn(variable, "name"), variable.value];
  return name !== null && VARIABLE.test(name) && typeof value === "string" ? `${name}=${inQuotes(value)}` : undefined;
}

/**
 * An agent says of its calls only what kind they are; that word proves nothing, so only what would be run or written is taken
 * from it, and every other call is judged as it stands. `host` is whose tool names the agent's `_meta` carries.
 */
export function actionsFor(call: JsonObject, host: string | undefined, cwd: string): readonly Action[] {
  const raw = objectIn(call, "rawInput");
  const named = toolNameIn(call);
  const commands = commandsIn(call, cwd);
  const first = call.kind === "execute" ? commands[0] : undefined;
  const main: Action =
    host !== undefined && named !== null && raw !== null
      ? { tool: named, input: raw, cwd, host }
      : (first ?? editIn(call, cwd) ?? asItStands(call, cwd));
  const others = main.host === undefined ? commands.filter((one) => one !== main) : [];
  const odd = unknownFields(call).length > 0 || hasUnknownContent(call) ? [asItStands(call, cwd)] : [];
  return [main, ...others, ...odd, ...foreignPlaces(call, main).map((place) => actionAt(place, call, cwd))];
}

const CONTENT_TYPES: ReadonlySet<unknown> = new Set(["content", "diff", "terminal"]);

/** Content that the protocol does not know: nobody knows what it tells, or does. */
const hasUnknownContent = ({ content = null }: JsonObject): boolean =>
  content !== null &&
  !(isList(content) && content.every((part) => isObject(part) && CONTENT_TYPES.has(part.type ?? null)));

const CALL_FIELDS: ReadonlySet<string> = new Set(
  "sessionUpdate toolCallId title kind status content locations rawInput rawOutput _meta".split(" "),
);

/** What a call says beside what the protocol lets it say: nobody knows what the agent does with it. */
export const unknownFields = (call: JsonObject): readonly string[] =>
  Object.keys(call).filter((name) => !CALL_FIELDS.has(name));

interface ForeignPlace {
  readonly path: string;
  /** What a diff says is written there. */
  readonly text?: string;
}

/** Places a request names that the action to judge does not: a diff of one file beside the raw input of another, or beside a command. */
function foreignPlaces(call: JsonObject, main: Action): readonly ForeignPlace[] {
  const shown = JSON.stringify(main.input);
  const isMains = (path: string): boolean => !main.tool.startsWith("acp:") && shown.includes(JSON.stringify(path));
  const writes = /write|edit|replace|patch/i.test(main.tool);
  const diffs = objectsIn(call, "content")
    .filter((part) => part.type === "diff")
    .map(({ path, newText }) => ({ path: String(path), text: typeof newText === "string" ? newText : "" }));
  const named = [...objectsIn(call, "locations").map((one) => one.path), ...placesIn(call.rawInput ?? null)];
  const places = [...new Set(named)].flatMap((path) => (typeof path === "string" ? [{ path }] : []));
  return [
    ...diffs.filter(({ path }) => !(writes && isMains(path))),
    ...places.filter(({ path }) => !isMains(path) && !diffs.some((diff) => diff.path === path)),
  ];
}

const WRITING_KINDS: ReadonlySet<unknown> = new Set(["edit", "delete", "move", "other", undefined]);

/** What a diff shows is written, whatever kind the call says it is; a place that is only named is judged as what that kind may do to it. */
const actionAt = ({ path, text }: ForeignPlace, call: JsonObject, cwd: string): Action =>
  text !== undefined || WRITING_KINDS.has(call.kind)
    ? {
        tool: "Write",
        input: { file_path: path, content: text ?? JSON.stringify(call.rawInput ?? call.content ?? null) },
        cwd,
      }
    : { tool: "Read", input: { file_path: path }, cwd };

function asItStands(call: JsonObject, cwd: string): Action {
  const { title = "", kind = "other", content = null, locations = null, rawInput = null } = call;
  const input = isObject(rawInput) ? rawInput : rawInput === null ? content : [rawInput, content];
  const odd = Object.fromEntries(unknownFields(call).map((name) => [name, call[name] ?? null]));
  return { tool: `acp:${String(kind)}`, input: { ...odd, title, input, locations }, cwd };
}

/** `_meta: {"claudeCode": {"toolName": "Bash"}}`, and the like. */
function toolNameIn(call: JsonObject): string | null {
  for (const value of Object.values(objectIn(call, "_meta") ?? {})) {
    const name = isObject(value) ? textIn(value, "toolName") : null;
    if (name !== null) return name;
  }
  return null;
}

// An edit as an agent's request shows it: the one diff. The agent runs its own call, not what it shows, so whatever else the request
// says must be said by the diff too, or name a place that is judged by itself.

const PATH_FIELD = /path|file|uri|director|folder|target|destination|source/i;
/** What is written, under the names agents have for it. */
const TEXT_FIELD = /^(?:(?:old|new)_?(?:text|str|string)|content|text|file_text|unified_diff)$/i;
/** Lists and objects that hold edits; the keys of `changes` are the files. */
const HOLDS_EDITS: ReadonlySet<string> = new Set(["edits", "changes", "add", "update", "delete"]);
/** Declared, and of no consequence. */
const BESIDE =
  /^(?:call_?id|auto_approved|description|explanation|instructions?|reason|replace_?all|allow_multiple|expected_replacements|line|insert_line)$/i;
/** Within a text of changes: the beginning of another file's. */
const OTHER_FILE = /^(?:\*\*\* |--- |\+\+\+ |diff |rename |copy |Index: )/m;

function editIn(call: JsonObject, cwd: string): Action | undefined {
  const [diff, ...more] = objectsIn(call, "content").filter((part) => part.type === "diff");
  const path = diff === undefined ? null : pathIn(diff, "path");
  const text = diff?.newText;
  if (call.kind !== "edit" || path === null || typeof text !== "string" || more.length > 0) return undefined;
  return isAll(call) ? { tool: "Write", input: { file_path: path, content: text }, cwd } : undefined;
}

/** The diff, and the places it names, are all that the request says. */
function isAll({ content = null, rawInput = null, locations = null }: JsonObject): boolean {
  const shown = isList(content) && content.every((part) => isObject(part) && part.type === "diff");
  const placed = locations === null || (isList(locations) && locations.every(isObject));
  return shown && placed && (rawInput === null || (isObject(rawInput) && isExplained(rawInput)));
}

function isExplained(value: JsonObject): boolean {
  return Object.entries(value).every(([name, inner]) => {
    if (inner === null || TEXT_FIELD.test(name)) return !isOtherFile(inner);
    if (HOLDS_EDITS.has(name)) return editsOf(name, inner).every((edit) => isObject(edit) && isExplained(edit));
    if (PATH_FIELD.test(name)) return typeof inner === "string";
    return BESIDE.test(name) && !isObject(inner) && !isList(inner);
  });
}

const isOtherFile = (value: Json): boolean => value !== null && (typeof value !== "string" || OTHER_FILE.test(value));

function editsOf(name: string, value: Json): readonly Json[] {
  if (isList(value)) return value;
  return name === "changes" && isObject(value) ? Object.values(value) : [value];
}

/** Every place that is named in an agent's raw input, at any depth. */
function placesIn(raw: Json): readonly string[] {
  if (isList(raw)) return raw.flatMap(placesIn);
  if (!isObject(raw)) return [];
  return Object.entries(raw).flatMap(([name, value]) => {
    const files = name === "changes" && isObject(value) ? Object.keys(value) : [];
    const named = typeof value === "string" && PATH_FIELD.test(name) && !TEXT_FIELD.test(name) ? [value] : [];
    return [...files, ...named, ...placesIn(value)];
  });
}
