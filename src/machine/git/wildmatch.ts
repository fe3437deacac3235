/** Git's path patterns (WM_PATHNAME), on the linear matcher of the places room: no pattern can make it slow. */
import { matchesExactly, patternOf, segmentsOf } from "../index.ts";

/** `**` as a whole segment stands for any number of segments, at the end for at least one. */
export function wildmatch(pattern: string, text: string, ignoreCase = false): boolean {
  // Git folds the letters of ASCII alone.
  const fold = (value: string): string =>
    ignoreCase ? value.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : value;
  const segments = segmentsOf(fold(pattern));
  const way = segments.at(-1) === "**" ? [...segments.slice(0, -1), "*", "**"] : segments;
  return matchesExactly(patternOf(...way), segmentsOf(fold(text)));
}
