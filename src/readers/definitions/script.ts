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

/** One use of a script. */
export interface ScriptUse {
  readonly files: Files;
  readonly path: string;
  readonly args: readonly (string | null)[];
  /** Absolute; empty when it is not known. */
  readonly cwd: string;
  readonly via: string;
}

/** `./x args`: the file decides by its first line what runs it. */
export const scriptAt = (use: ScriptUse): Definition =>
  readText(use, (text) => {
    if (isShellCode(text)) return shellScript(use, text);
    const [first = ""] = text.split("\n", 1);
    const program = BANG.exec(first)?.[1] ?? first.slice(2, 40).trim();
    const language = LANGUAGES.find(([pattern]) => pattern.test(program))?.[1] ?? "other";
    return {
      steps: [],
      effects: [{ do: "run", program, what: "script", language, script: exact(use.path) }],
      files: [use.path],
      unknown: [],
    };
  });

/** `bash x args`, `source x`: shell code whatever its first line says. */
export const shellScriptAt = (use: ScriptUse): Definition => readText(use, (text) => shellScript(use, text));

function readText({ files, path }: ScriptUse, define: (text: string) => Definition): Definition {
  const read = files.text(path);
  if (read.kind === "absent") return unknownTask(`${path} is not there to be read`, [path]);
  return read.kind === "unknown" ? unknownTask(`${path}: ${read.why}`, [path]) : define(read.text);
}

const shellScript = ({ path, args, cwd, via }: ScriptUse, code: string): Definition => ({
  steps: [{ code, cwd, via, args, script: path }],
  effects: [],
  files: [path],
  unknown: [],
});
