/** Whether a command runs what this session wrote: by its own words, or by what says what its task does. */
import type { SimpleCommand } from "../contract/simple.ts";
import { absolutePath } from "../machine/index.ts";
import { isLauncherPrefix, runsTasks } from "../rules/index.ts";
import type { Call } from "./call.ts";
import TOLD from "./definitions.json" with { type: "json" };

/** What task runners read. */
export const DEFINITIONS = ["package.json", "Makefile", "makefile", "GNUmakefile", "justfile", "Justfile", "mise.toml"];
/** What tells them, and tools they start, what to run. */
const DEFINES = new RegExp(`/(?:${TOLD.join("|")})$`, "i");
const MAX_DEFINITION_BYTES = 1_000_000;

export function runsWritten(command: SimpleCommand, call: Call): boolean {
  const { memory, real, world } = call;
  const { written } = memory;
  if (written.size === 0) return false;
  const at = command.cwd ?? call.cwd;
  const isWritten = (word: string, dir: string): boolean => {
    const path = absolutePath(word, dir, world);
    return written.has(path) || written.has(real(path).path);
  };
  const words = command.words.flatMap(({ value }) => (value === null || value === "" ? [] : [value]));
  if (words.some((word) => isWritten(word, at))) return true;
  if (!runsTasks(command)) return false;
  const named = words.map((word) => absolutePath(word, at, world));
  const places = [at, ...named.filter((path) => world.stat(path).kind === "directory")];
  const isDefined = (path: string): boolean => DEFINES.test(path) && places.includes(path.replace(/\/[^/]*$/, ""));
  if ([...written].some(isDefined)) return true;
  return places.some((dir) =>
    DEFINITIONS.some(
      (name) =>
        isWritten(name, dir) ||
        (readsIt(command, name) &&
          startedBy(tasksIn(`${dir}/${name}`, words, call)).some((word) => isWritten(word, dir))),
    ),
  );
}

/** `make` reads no package, and who reads packages no Makefile. */
const readsIt = ({ name }: SimpleCommand, definition: string): boolean =>
  definition === "package.json" || definition.toLowerCase().includes(name?.replace(/^g(?=make$)/, "") ?? "");

/** Of a package the tasks that are named, by the command or by one of them; of any other file all it says. */
function tasksIn(path: string, words: readonly string[], { world }: Call): string {
  const bytes = world.stat(path).kind === "file" ? world.readFile(path, MAX_DEFINITION_BYTES) : undefined;
  if (bytes === undefined) return "";
  const text = new TextDecoder().decode(bytes);
  if (!path.endsWith(".json")) return text;
  const scripts = scriptsIn(text);
  const said = new Set(words);
  // Grows while it is walked.
  for (const word of said)
    for (const [name, script] of scripts)
      if (isAsked(name, word)) for (const one of script.split(/[\s"';&|]+/)) said.add(one);
  return scripts
    .flatMap(([name, script]) => ([...said].some((word) => isAsked(name, word)) ? [script] : []))
    .join("\n");
}

function scriptsIn(text: string): readonly (readonly [name: string, script: string])[] {
  try {
    return Object.entries(JSON.parse(text).scripts ?? {}).map(([name, script]) => [name, `${script}`]);
  } catch {
    return [];
  }
}

/** `test` of `npm t`, and what stands around a task. */
const isAsked = (name: string, word: string): boolean => {
  const task = name.replace(/^(?:pre|post)(?=.)/, "");
  return word === name || word === task || (word === "t" && task === "test");
};

const ASSIGNED = /^\s*[@-]?(?:\w+=\S*\s+)*/;

/** What stands where a shell looks for a program, and what a program is given that runs what it is given. */
const startedBy = (text: string): readonly string[] =>
  text.split(/[\n;&|(){}]+/).flatMap((part) => {
    const words = part
      .replace(ASSIGNED, "")
      .split(/[\s"'`=]+/)
      .filter((word) => word !== "");
    return words.filter((_, i) => i === 0 || isLauncherPrefix(words.slice(0, 1)));
  });
