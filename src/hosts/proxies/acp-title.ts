/** What the person is shown of a call in the editor's dialog: a title is the agent's own word, so it says what was judged. */
import { applyEdits, modify } from "jsonc-parser";
import type { Action, JsonObject } from "../../contract/action.ts";
import { plainText, shorten } from "../../contract/escape.ts";
import { commandOf } from "../codex/names.ts";
import { isList, isObject, textIn, textOf } from "../json.ts";
import { isOnlyShown } from "./acp-commands.ts";

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
