/** Gathers what could not be read: one entry for each reason and file, with its first line and how often it came. */

/** Something that could not be read, or not be trusted to have been read right. Never silent. */
export interface Problem {
  readonly file: string;
  /** Null when it is about the whole file. */
  readonly line: number | null;
  readonly reason: string;
  /** How often, where the same reason came again in this file. */
  readonly count: number;
}

/** More different ones than this are only counted. */
export const MAX_PROBLEMS = 500;

export interface Problems {
  readonly add: (file: string, line: number | null, reason: string, count?: number) => void;
  readonly list: () => readonly Problem[];
  /** How many different ones were not kept. */
  readonly left: () => number;
}

export function gatherProblems(): Problems {
  const kept = new Map<string, { file: string; line: number | null; reason: string; count: number }>();
  let left = 0;
  return {
    add: (file, line, reason, count = 1) => {
      const key = `${file}\n${reason}`;
      const known = kept.get(key);
      if (known !== undefined) known.count += count;
      else if (kept.size < MAX_PROBLEMS) kept.set(key, { file, line, reason, count });
      else left += count;
    },
    list: () => [...kept.values()],
    left: () => left,
  };
}

export const formatProblem = ({ file, line, reason, count }: Problem): string =>
  `${file}${line === null ? "" : `:${line}`}: ${reason}${count > 1 ? ` (${count} times; this is the first)` : ""}`;
