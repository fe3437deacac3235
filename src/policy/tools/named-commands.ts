/** A tool that is called after a program, or after a program and its sub-command: `git_push`, `mcp__git__push`, `npm` with its words. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { programNamed } from "../../programs/index.ts";
import { quoteWord } from "../../readers/definitions/index.ts";

/** How deep an input is walked, how many words of it are taken, and how long one may be, in characters. */
const MAX_DEPTH = 4;
const MAX_WORDS = 24;
const MAX_WORD = 2_048;

const wordsOfName = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9.]+/)
    .filter((word) => word !== "");

/** The words of the tool's own name, and those of its server's and its own. */
function namesOf(tool: string): readonly (readonly string[])[] {
  const [server = "", ...rest] = tool.startsWith("mcp__") ? tool.slice("mcp__".length).split("__") : ["", tool];
  const own = wordsOfName(rest.join("_"));
  return [own, [...wordsOfName(server), ...own]].filter((words) => words.length > 0);
}

/** Fields for the words of a program. */
const WORDS = /^(?:args?|argv|arguments?|arg_?list|params|parameters|sub_?commands?|flags?|opts?|options?|operands?)$/i;

/** Its own name is a program's, and nothing else, and it is given words: then all it is given are its words. */
export function commandsByName(tool: string, input: JsonObject): readonly string[] {
  const [own = []] = namesOf(tool);
  const [program = ""] = own;
  if (own.length !== 1 || programNamed(program) === undefined) return [];
  if (!Object.keys(input).some((field) => WORDS.test(field))) return [];
  return joinedWith(program, input);
}

/** Its name as the words of a command, with what it is given behind them: for rules that forbid or ask about commands. */
export const spokenCommands = (tool: string, input: JsonObject): readonly string[] =>
  namesOf(tool).flatMap((words) => [words.join(" "), ...joinedWith(words.join(" "), input)]);

function joinedWith(command: string, input: JsonObject): readonly string[] {
  const texts = textsIn(input, 0)
    .filter((text) => text.trim() !== "" && text.length <= MAX_WORD)
    .slice(0, MAX_WORDS);
  if (texts.length === 0) return [];
  return [...new Set([texts.map(asWords).join(" "), texts.map(quoteWord).join(" ")])].map((row) => `${command} ${row}`);
}

/** Plain words in one text may be several; all else is one. */
const asWords = (text: string): string => (/^[\w.,:@/+#~= -]*$/.test(text) ? text.trim() : quoteWord(text));

function textsIn(value: Json, depth: number): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return [];
  return Object.values(value).flatMap((one: Json) => textsIn(one, depth + 1));
}
