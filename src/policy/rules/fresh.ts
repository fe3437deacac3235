/** Whether a command that runs code names a file written in this session: no rule covers that without walls (§4). */
import type { Effect } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath } from "../../machine/index.ts";
import { isChecker, programNamed } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";

type FreshCall = Pick<PolicyCall, "memory" | "world" | "real">;

/** Its words name one, as a file, a module or, for what runs a directory, the place it lies in. */
export function namesWritten(command: SubCommand, call: FreshCall): boolean {
  const { written } = call.memory;
  const runs = command.effects.filter(runsGiven);
  if (written.size === 0 || runs.length === 0) return false;
  const programs = runs.flatMap((effect) => (effect.do === "run" ? [effect.program] : []));
  const words = programs.every(isChecker) ? configured(command) : valuesOf(command);
  const isWritten = (path: string): boolean =>
    upwards(path).some((place) => written.has(place)) ||
    upwards(call.real(path).path).some((place) => written.has(place));
  const opens = programs.some((program) => programNamed(program)?.launcher === true);
  return words.flatMap(spellingsOf).some((name) => {
    if (command.cwd.certainty !== "exact")
      return [...written].some((path) => path.endsWith(`/${name.replace(/^\.\//, "")}`));
    const path = absolutePath(name, command.cwd.path, call.world);
    return (
      ENDINGS.some((ending) => isWritten(path + ending)) || (opens && [...written].some((one) => liesIn(one, path)))
    );
  });
}

/** Shell scripts are read like commands; what they run has to be covered by itself. */
const runsGiven = (effect: Effect): boolean =>
  effect.do === "run" &&
  effect.what !== "helper" &&
  !(effect.what === "script" && /^(?:shell|bash)$/.test(effect.language ?? ""));

/** What a loader may put behind a name. */
const ENDINGS = ["", ".js", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".json", ".py", ".rb", ".php", ".lua", ".pl"];

const liesIn = (path: string, directory: string): boolean => path.slice(0, path.lastIndexOf("/")) === directory;

function upwards(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, i) => parts.slice(0, parts.length - i).join("/"));
}

const valuesOf = ({ words }: SubCommand): readonly string[] =>
  words.slice(1).map(({ value, prefix }) => value ?? prefix);

/** Options of checkers and formatters that name code to load; the files they are given are only looked at. */
export const LOADS =
  /^--?(?:c|r|p|f|config(?:-file|-path)?|conf|rules?dir|plugins?|plugin-dir|load-plugins|parser|require|import|loader|rcfile|init-hook|formatter|processor|resolve-plugins-relative-to|custom-.*|env-file)(?:=|$)/;

const configured = (command: SubCommand): readonly string[] => {
  const values = valuesOf(command);
  return values.filter((value, i) => LOADS.test(value) || LOADS.test(values[i - 1] ?? ""));
};

/** A place of this disk as package managers write it: `file:./a`, `e@link:a`, `x @ file:///a`, `git+file:///a`. */
const SCHEME = /^(?:[^\s@]+\s*@\s*)?(?:git\+)?(?:file|link|portal):(?:\/\/(?=\/))?/i;
export const withoutScheme = (word: string): string => word.replace(SCHEME, "");

/** `--setup=a.js`, `a.py::test`, `-ra.js`, `a.b` of `python -m a.b`: every file the word may mean. */
function spellingsOf(word: string): readonly string[] {
  const values = [
    word,
    word.slice(word.indexOf("=") + 1),
    /^-[A-Za-z]/.test(word) ? word.slice(2) : word,
    withoutScheme(word),
  ];
  const files = values.flatMap((value) => [value, value.split(":")[0] ?? value]);
  const modules = files.filter((value) => /^\w+(?:\.\w+)+$/.test(value)).map((value) => value.replaceAll(".", "/"));
  return [...new Set([...files, ...modules])].filter(
    (value) => value !== "" && value !== "." && !value.startsWith("-"),
  );
}
