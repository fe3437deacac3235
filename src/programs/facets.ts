/** What follows from the facets of a record for a whole command line. */
import { once } from "../contract/once.ts";
import { allPrograms, programNamed } from "./table.ts";
import { isProjectTool } from "./tools.ts";

const VERSION = /\d+(?:\.\d+)*$/;

/**
 * The beginning of a command runs code or a program of the caller's choice: allow rules that go on with a wildcard rest
 * in auto mode (§4). The first word is without its directory. Also true of what a launching sub-command begins with
 * (`docker` of `docker exec`), under any version (`python3.15`) and in any case.
 */
export function isLauncherPrefix(words: readonly string[]): boolean {
  const [name = "", ...rest] = words;
  return [name, name.toLowerCase(), name.toLowerCase().replace(VERSION, "")].some((each) => {
    const spec = programNamed(each);
    if (spec?.launches === undefined) return spec?.launcher === true;
    const launching = spec.launches.split(" ");
    return rest.length === 0 || rest.some((word) => launching.includes(word.toLowerCase()));
  });
}

/** Every beginning of a command that runs what it is given, as it would be typed: `node`, `npm run`, `docker exec`. */
export const launcherStarts: () => readonly string[] = once(() =>
  allPrograms().flatMap(({ names, launches, launcher }) =>
    launches === undefined && launcher !== true
      ? []
      : names
          .split(" ")
          .flatMap((name) => (launches === undefined ? [name] : launches.split(" ").map((each) => `${name} ${each}`))),
  ),
);

/** What it shows inside walls is not what it would show outside. */
export const isLive = (name: string): boolean => programNamed(name)?.live === true;

/** A directory among its words is what it looks at, tests, builds or moves, and not what it runs. */
export const takesTrees = (name: string): boolean => isProjectTool(name) || MOVES_TREES.has(name);
const MOVES_TREES: ReadonlySet<string> = new Set(
  "ls cat mkdir rmdir cp mv rm ln touch chmod tar zip rsync git grep rg fd tree du wc cspell codespell typos gofmt ctags".split(
    " ",
  ),
);

/** The program's normal use only reads, or one of the words is a sub-command of which that is so. */
export function isReader(name: string, words: readonly (string | null)[]): boolean {
  const reader = programNamed(name)?.reader;
  if (typeof reader !== "string") return reader === true;
  const reading = reader.split(" ");
  return words.some((word) => word !== null && reading.includes(word));
}

/** Its words are not looked at: what its record says, it says of every use, and a file among them is not accounted for. */
export function leavesWords(name: string): boolean {
  const spec = programNamed(name);
  return spec?.style === "words" && spec.operands === "text" && (spec.read ?? spec.always) !== undefined;
}
