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
  return argv.map((word, i) => quoted(word, i === 0)).join(" ");
}

/** The input with `field` as a command string where it was an argument list. */
export const withCommand =
  (field: string) =>
  (input: JsonObject): JsonObject => {
    const command = commandOf(input[field]);
    return command === undefined ? input : { ...input, [field]: command };
  };

const quoted = (word: string, first: boolean): string =>
  PLAIN.test(word) && !(first && RESERVED.has(word)) ? word : `'${word.replaceAll("'", "'\\''")}'`;

const isStrings = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
