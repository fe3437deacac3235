/** A program's argument list as one shell command with the same meaning. */
import type { Json, JsonObject } from "../../contract/action.ts";

const BASH = new Set(["bash", "/bin/bash", "/usr/bin/bash"]);
const SCRIPT_OPTIONS = new Set(["-lc", "-c"]);
const PLAIN = /^[A-Za-z0-9_@+:,./-]+$/;
/** Words that mean something else to a shell when they come first. */
const RESERVED = new Set(
  "if then else elif fi do done case esac while until for in function select coproc time".split(" "),
);

/** `["bash","-lc",SCRIPT]` is its script; anything else is quoted word by word. undefined unless all are strings. */
export function commandOf(argv: Json | undefined): string | undefined {
  if (!isStrings(argv) || argv.length === 0) return undefined;
  const [program = "", option = "", script] = argv;
  if (argv.length === 3 && script !== undefined && BASH.has(program) && SCRIPT_OPTIONS.has(option)) return script;
  return argv.map((word, i) => (i === 0 && RESERVED.has(word) ? `'${word}'` : quoteWord(word))).join(" ");
}

/** The input with `field` as a command string where it was an argument list. */
export const withCommand =
  (field: string) =>
  (input: JsonObject): JsonObject => {
    const command = commandOf(input[field]);
    return command === undefined ? input : { ...input, [field]: command };
  };

const quoteWord = (word: string): string => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

const isStrings = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
