/** Whether a search leaves anything out: `find / -name '*.pyc'` does, `find / -type f` and `find ~ ! -name keep` do not. */
import { beside } from "../../contract/beside.ts";
import type { CallCommand } from "./flow.ts";

/** Tests that take the next word and tell some files from others. */
const NARROWS =
  /^-(?:i?name|i?path|i?wholename|i?regex|i?lname|[acmB]time|[acmB]min|[acm]?newer\w*|size|inum|samefile|links|fstype|used)$/;
const BY_NAME = /^-(?:i?name|i?path|i?wholename|i?regex|i?lname)$/;
const ALONE_NARROWS = /^-(?:empty|false|nouser|nogroup)$/;

/**
 * A pattern that fits (nearly) every name, a size that ordinary files have, an age that what is worked on has. What is left to tell some
 * files from others is what is old, large or empty.
 */
const FITS_ALL: readonly (readonly [test: RegExp, value: RegExp])[] = [
  [BY_NAME, /^[*?.\\/^$+()[\]-]*$|^\/?(?:[*?]+\/?)*$/],
  [/^-size$/, /^(?:\+0?\w?|\+\d+[cwb]?|\+\d{1,2}k|-(?:[2-9]|\d{2,})\w?)$/],
  [/^-[acm]?newer$|^-newer[aBcm][aBcmt]$/, /^/],
  [/^-[amcB]time$/, /^(?:\+[0-6]|-?\d+)$/],
  [/^-[amcB]min$/, /^(?:\+\d{1,3}|-?\d+)$/],
  [/^-links$/, /^(?:1|-\d+)$/],
  [/^-fstype$/, /^/],
];
const BY_AGE_OR_SIZE = /^-(?:[amcB](?:time|min)|size|links)$/;

/** Everything below its roots is found. */
export const findsEverything = (command: CallCommand): boolean => !isNarrow(testsOf(command));

const testsBefore = beside<CallCommand, readonly string[]>();

/** What stands behind its roots; asked for each of them, and looked for once. */
function testsOf(command: CallCommand): readonly string[] {
  const tests = testsBefore.get(command) ?? findTests(command);
  testsBefore.set(command, tests);
  return tests;
}

function findTests(command: CallCommand): readonly string[] {
  const words = command.words.slice(1).map(({ value }) => value ?? "?");
  const start = words.findIndex((word) => /^(?:-(?![HLPOD]).|[(!,)]$)/.test(word));
  return start < 0 ? [] : words.slice(start);
}

/** The patterns by which it asks for names (`-name`), or for whole paths; what it keeps out is none of them. */
export const patternsAsked = (command: CallCommand): readonly (readonly [test: "name" | "path", pattern: string])[] =>
  alternatives(testsOf(command)).flatMap((row) =>
    row.flatMap((word, i): readonly (readonly ["name" | "path", string])[] => {
      const test = /^-i?(name|path|wholename)$/.exec(row[i - 1] ?? "")?.[1];
      if (test === undefined || /^(?:!|-not)$/.test(row[i - 2] ?? "")) return [];
      return [[test === "name" ? "name" : "path", word]];
    }),
  );

/** Of alternatives each must be narrow; of tests one behind the other, one is enough. */
function isNarrow(words: readonly string[]): boolean {
  return alternatives(words).every(isNarrowRow);
}

function isNarrowRow(words: readonly string[]): boolean {
  let negated = false;
  for (let i = 0; i < words.length; ) {
    const word = words[i] ?? "";
    const not = word === "!" || word === "-not";
    const part = not ? { narrow: false, end: i + 1 } : testAt(words, i, negated);
    if (part.narrow) return true;
    negated = not && !negated;
    i = part.end;
  }
  return false;
}

/** One test, group or action: whether it leaves something out, and where the next begins. */
function testAt(
  words: readonly string[],
  at: number,
  negated: boolean,
): { readonly narrow: boolean; readonly end: number } {
  const word = words[at] ?? "";
  if (/^-(?:exec|ok)(?:dir)?$/.test(word)) return { narrow: false, end: endOfCommand(words, at) + 1 };
  if (word === "(") {
    const end = closing(words, at);
    return { narrow: !negated && isNarrow(words.slice(at + 1, end)), end: end + 1 };
  }
  return { narrow: isNarrowTest(word, words[at + 1] ?? "", negated), end: at + (NARROWS.test(word) ? 2 : 1) };
}

/** Not by that name is nearly everything; not older is what is newer, and not newer is still a part. */
function isNarrowTest(test: string, value: string, negated: boolean): boolean {
  if (ALONE_NARROWS.test(test)) return !negated;
  if (!NARROWS.test(test)) return false;
  const fits = (said: string): boolean => FITS_ALL.some(([one, all]) => one.test(test) && all.test(said));
  if (negated && NEWER.test(test)) return !EXTREMES.test(value);
  if (negated && BY_AGE_OR_SIZE.test(test)) return !EXTREMES.test(value) && !fits(turned(value));
  if (fits(value)) return false;
  return !(negated && BY_NAME.test(test));
}

const NEWER = /^-[acm]?newer/;
/** Whether nothing or everything is beyond them is not told apart. */
const EXTREMES = /^(?:@?0|19\d\d|\+[01]?[cwb]?$|\+0\w$|-\d+[GTP]$|-\d{4,}$)/;
const turned = (value: string): string => value.replace(/^[+-]/, (sign) => (sign === "+" ? "-" : "+"));

function alternatives(words: readonly string[]): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? "";
    const end = word === "(" ? closing(words, i) : i;
    if (word === "-o" || word === "-or" || word === ",") rows.push([]);
    else rows.at(-1)?.push(...words.slice(i, end + 1));
    i = end;
  }
  // What is only looked at, or kept out, does nothing to what it finds.
  const acting = rows.filter((row) => row.some((word) => ACTS.test(word)));
  return acting.length > 0 ? acting : rows.filter((row) => !row.includes("-prune"));
}

const ACTS = /^-(?:delete|(?:exec|ok)(?:dir)?|print0?|printf|fprint\w*|ls)$/;

function closing(words: readonly string[], from: number): number {
  let depth = 0;
  for (let i = from; i < words.length; i += 1) {
    if (words[i] === "(") depth += 1;
    if (words[i] === ")") depth -= 1;
    if (depth === 0) return i;
  }
  return words.length;
}

function endOfCommand(words: readonly string[], from: number): number {
  const end = words.findIndex((word, i) => i > from && (word === ";" || word === "+"));
  return end < 0 ? words.length : end;
}

export interface AskedName {
  /** The whole path is compared, and a star crosses directories. */
  readonly path: boolean;
  readonly pattern: string;
}

/** The names that what it acts on must have; what it leaves out is none of them. */
export function namesActedOn(command: CallCommand): readonly AskedName[] {
  const words = command.words.slice(1).map(({ value }) => value ?? "?");
  return alternatives(words)
    .map(withoutNegated)
    .flatMap((row) =>
      row.flatMap((value, i) => {
        const test = row[i - 1] ?? "";
        return /^-i?(?:name|path|wholename)$/.test(test) ? [{ path: !/^-i?name$/.test(test), pattern: value }] : [];
      }),
    );
}

function withoutNegated(row: readonly string[]): readonly string[] {
  const at = row.findIndex((word) => word === "!" || word === "-not");
  if (at < 0) return row;
  const end = row[at + 1] === "(" ? closing(row, at + 1) : at + 2;
  return [...row.slice(0, at), ...withoutNegated(row.slice(end + 1))];
}
