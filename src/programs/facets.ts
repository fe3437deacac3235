/** What follows from the facets of a record for a whole command line. */
import { once } from "../contract/kept.ts";
import { allPrograms, programNamed } from "./table.ts";

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

/** The program's normal use only reads, or one of the words is a sub-command of which that is so. */
export function isReader(name: string, words: readonly (string | null)[]): boolean {
  const reader = programNamed(name)?.reader;
  if (typeof reader !== "string") return reader === true;
  const reading = reader.split(" ");
  return words.some((word) => word !== null && reading.includes(word));
}
