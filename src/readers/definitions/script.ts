/** A script by its path: read as shell code where its first line says so, else code of another language. */
import { exact } from "../../contract/effect.ts";
import { type Definition, type Files, unknownTask } from "./definition.ts";

const SHELL_LINE = /^#!\s*(?:(?:\/usr)?\/bin\/env\s+(?:-S\s+)?)?(?:\S*\/)?(?:ba|da|a)?sh(?:\s+-[a-zA-Z]+)*\s*$/;
/** A first line that names a shell whose code is read, or none at all. */
export const isShellCode = (text: string): boolean => {
  const [first = ""] = text.split("\n", 1);
  return !first.startsWith("#!") || (first.length < 200 && SHELL_LINE.test(first));
};

const BANG = /^#!\s*(?:\S*\/env\s+(?:-S\s+)?)?(?:\S*\/)?([\w.+-]+)/;

/** What an interpreter's name says of the language. */
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^(?:python|pypy)/, "python"],
  [/^(?:node|bun|deno|tsx|ts-node)/, "javascript"],
  [/^ruby/, "ruby"],
  [/^perl/, "perl"],
  [/^php/, "php"],
  [/^(?:zsh|ksh|fish|csh|tcsh)/, "shell"],
];

/** `./x args`: the file decides by its first line what runs it. */
export function scriptAt(
  files: Files,
  path: string,
  args: readonly (string | null)[],
  cwd: string,
  via: string,
): Definition {
  const read = files.text(path);
  if (read.kind === "absent") return unknownTask(`${path} is not there to be read`, [path]);
  if (read.kind === "unknown") return unknownTask(`${path}: ${read.why}`, [path]);
  if (isShellCode(read.text)) return shellScript(path, read.text, args, cwd, via);
  const [first = ""] = read.text.split("\n", 1);
  const program = BANG.exec(first)?.[1] ?? first.slice(2, 40).trim();
  const language = LANGUAGES.find(([pattern]) => pattern.test(program))?.[1] ?? "other";
  return {
    steps: [],
    effects: [{ do: "run", program, what: "script", language, script: exact(path) }],
    files: [path],
    unknown: [],
  };
}

/** `bash x args`, `source x`: shell code whatever its first line says. */
export function shellScriptAt(
  files: Files,
  path: string,
  args: readonly (string | null)[],
  cwd: string,
  via: string,
): Definition {
  const read = files.text(path);
  if (read.kind === "absent") return unknownTask(`${path} is not there to be read`, [path]);
  if (read.kind === "unknown") return unknownTask(`${path}: ${read.why}`, [path]);
  return shellScript(path, read.text, args, cwd, via);
}

const shellScript = (
  path: string,
  code: string,
  args: readonly (string | null)[],
  cwd: string,
  via: string,
): Definition => ({ steps: [{ code, cwd, via, args, script: path }], effects: [], files: [path], unknown: [] });
