/** Which commands run code that is written elsewhere: interpreters, what starts a program it is given, runners of tasks. */
import { once } from "../contract/kept.ts";
import type { SimpleCommand } from "../contract/simple.ts";
import PROGRAMS from "./programs.json" with { type: "json" };

const namesIn = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.flatMap((line) => line.split(" ")));

interface Known {
  /** Their operand is code, or a program to run. */
  readonly launchers: ReadonlySet<string>;
  /** By the program, the sub-commands of which that is so. */
  readonly launching: ReadonlyMap<string, readonly string[]>;
  /** They run what a file of the project says. */
  readonly tasks: ReadonlySet<string>;
  readonly others: ReadonlySet<string>;
}

const known = once(
  (): Known => ({
    launchers: namesIn(PROGRAMS.launchers),
    launching: new Map(
      PROGRAMS.launching.flatMap(({ programs, words }) => programs.split(" ").map((name) => [name, words.split(" ")])),
    ),
    tasks: namesIn(PROGRAMS.tasks),
    others: namesIn(PROGRAMS.others),
  }),
);

const VERSION = /\d+(?:\.\d+)*$/;

/**
 * The beginning of a command runs code or a program of the caller's choice. The first word is without its directory. Also true of what a
 * launching sub-command begins with (`docker` of `docker exec`), under any version (`python3.15`) and in any case.
 */
export function isLauncherPrefix([name = "", ...rest]: readonly string[]): boolean {
  const { launchers, launching } = known();
  return [name, name.toLowerCase(), name.toLowerCase().replace(VERSION, "")].some((each) => {
    const words = launching.get(each);
    if (words === undefined) return launchers.has(each);
    return rest.length === 0 || rest.some((word) => words.includes(word.toLowerCase()));
  });
}

/** Every beginning of a command that runs what it is given, as it would be typed: `node`, `npm run`, `docker exec`. */
export const launcherStarts: () => readonly string[] = once(() => [
  ...known().launchers,
  ...[...known().launching].flatMap(([name, words]) => words.map((word) => `${name} ${word}`)),
]);

/** It runs what a file of the project says. */
export const runsTasks = ({ name }: SimpleCommand): boolean => name !== null && known().tasks.has(name);

/** Of the repository itself: what walls of this kind would keep it from. */
const NOT_CODE: ReadonlySet<string> = new Set(["git", "cd"]);

/** An interpreter, a task runner, a script by its path, or a program nobody knows: what runs is written elsewhere. */
export function runsCode(command: SimpleCommand): boolean {
  const { name, words } = command;
  if (name === null || words[0]?.value?.includes("/") === true) return true;
  if (NOT_CODE.has(name)) return false;
  const { launchers, launching, others } = known();
  const isKnown = launchers.has(name) || launching.has(name) || others.has(name);
  return !isKnown || runsTasks(command) || startsOthers(command);
}

/** It starts what its words name. */
export const startsOthers = ({ name, words }: SimpleCommand): boolean =>
  isLauncherPrefix([name ?? "", ...words.slice(1).map(({ value }) => value ?? "")]);
