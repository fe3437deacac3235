/** Which files find runs a command for: its expression, as far as names, paths, kinds and depths tell. What else it asks may be so or not. */
import { BARE, LEADING, NEWER, RUNS, WITH_LOOK, WITH_TEXT, WRITES } from "./find-words.ts";

/** A file as find comes by it. */
interface FoundFile {
  /** As it is written in its words. */
  readonly root: string;
  /** Below the root, with a slash in front. */
  readonly below: string;
}

/** The roots of a search, and its expression. `words`: behind its name, a word that is not known as undefined. */
export function findParts(words: readonly (string | undefined)[]): {
  readonly roots: readonly string[];
  readonly expression: readonly string[];
} {
  const said = words.map((word) => word ?? UNKNOWN);
  const first = said.findIndex((word) => !LEADING.test(word));
  const rest = first < 0 ? [] : said.slice(first);
  const cut = rest.findIndex((word) => /^(?:-.|[(!,)]$)/.test(word));
  const roots = cut < 0 ? rest : rest.slice(0, cut);
  return { roots: roots.length === 0 ? ["."] : roots, expression: cut < 0 ? [] : rest.slice(cut) };
}
const UNKNOWN = "\0";

/** It may run a command for the file: nothing on the way to it is surely left out, nor is the file. */
export function mayRunFor(expression: readonly string[], { root, below }: FoundFile): boolean {
  const names = below.split("/").slice(1);
  const parents = names.slice(0, -1).map((_, i) => names.slice(0, i + 1));
  const isLeftOut = parents.some((parts) => walked(expression, { root, parts, isFile: false }).prunes);
  return !isLeftOut && walked(expression, { root, parts: names, isFile: true }).runs;
}

interface Place {
  readonly root: string;
  readonly parts: readonly string[];
  readonly isFile: boolean;
}
interface Walk {
  readonly words: readonly string[];
  readonly place: Place;
  at: number;
  /** A command may be run. */
  runs: boolean;
  /** What lies below is surely not looked at. */
  prunes: boolean;
}
/** Whether something may be so, and may not. */
interface Answer {
  readonly yes: boolean;
  readonly no: boolean;
}
/** Whether a part of the expression may be come by, and is surely. */
interface Reach {
  readonly may: boolean;
  readonly must: boolean;
}
const YES: Answer = { yes: true, no: false };
const NO: Answer = { yes: false, no: true };
const MAYBE: Answer = { yes: true, no: true };
const isSo = (so: boolean): Answer => (so ? YES : NO);

function walked(words: readonly string[], place: Place): Walk {
  const walk: Walk = { words, place, at: 0, runs: false, prunes: false };
  while (walk.at < words.length) {
    either(walk, { may: true, must: true });
    // A comma, or a bracket too many.
    walk.at += 1;
  }
  return walk;
}

const OR = /^-or?$/;
const ENDS = /^(?:-or?|[),])$/;

function either(walk: Walk, reach: Reach): Answer {
  let answer = all(walk, reach);
  while (OR.test(walk.words[walk.at] ?? "")) {
    walk.at += 1;
    const next = all(walk, { may: reach.may && answer.no, must: reach.must && !answer.yes });
    answer = { yes: answer.yes || next.yes, no: answer.no && next.no };
  }
  return answer;
}

function all(walk: Walk, reach: Reach): Answer {
  let answer = YES;
  while (walk.at < walk.words.length && !ENDS.test(walk.words[walk.at] ?? "")) {
    const next = one(walk, { may: reach.may && answer.yes, must: reach.must && !answer.no });
    answer = { yes: answer.yes && next.yes, no: answer.no || next.no };
  }
  return answer;
}

function one(walk: Walk, reach: Reach): Answer {
  const word = walk.words[walk.at] ?? "";
  walk.at += 1;
  if (/^(?:!|-not)$/.test(word)) {
    const { yes, no } = one(walk, reach);
    return { yes: no, no: yes };
  }
  if (word === "(") {
    const answer = either(walk, reach);
    if (walk.words[walk.at] === ")") walk.at += 1;
    return answer;
  }
  if (RUNS.has(word)) return run(walk, reach);
  if (word === "-prune" && reach.must) walk.prunes = true;
  if (BARE.has(word)) return BARE_ANSWERS[word] ?? YES;
  return tested(word, walk);
}
const BARE_ANSWERS: Readonly<Record<string, Answer>> = Object.fromEntries([
  ...["-empty", "-executable", "-readable", "-writable", "-nouser", "-nogroup"].map((test) => [test, MAYBE] as const),
  ["-false", NO] as const,
]);

function run(walk: Walk, reach: Reach): Answer {
  const rest = walk.words.slice(walk.at);
  const end = rest.findIndex((word, i) => word === ";" || (word === "+" && rest[i - 1] === "{}"));
  walk.at = end < 0 ? walk.words.length : walk.at + end + 1;
  walk.runs ||= reach.may;
  return MAYBE;
}

function tested(test: string, walk: Walk): Answer {
  if (!WITH_TEXT.has(test) && !WITH_LOOK.has(test) && !NEWER.test(test) && !WRITES.has(test)) return MAYBE;
  const value = walk.words[walk.at] ?? "";
  walk.at += 1 + (WRITES.get(test) ?? 0);
  return value === UNKNOWN ? MAYBE : (TESTS[test]?.(value, walk.place) ?? MAYBE);
}

type Test = (value: string, place: Place) => Answer;
const byName: Test = (value, { parts }) => fits(value, parts.at(-1) ?? "", "");
const byPath: Test = (value, place) => fits(value, pathOf(place), "");
const TESTS: Readonly<Record<string, Test>> = {
  "-name": byName,
  "-iname": (value, { parts }) => fits(value, parts.at(-1) ?? "", "i"),
  "-path": byPath,
  "-wholename": byPath,
  "-ipath": (value, place) => fits(value, pathOf(place), "i"),
  "-iwholename": (value, place) => fits(value, pathOf(place), "i"),
  "-type": (value, { isFile }) => (isFile ? (/[fl]/.test(value) ? MAYBE : NO) : isSo(value.includes("d"))),
  "-maxdepth": (value, { parts }) => (/^\d+$/.test(value) ? isSo(parts.length <= Number(value)) : MAYBE),
  "-mindepth": (value, { parts }) => (/^\d+$/.test(value) ? isSo(parts.length >= Number(value)) : MAYBE),
};

const pathOf = ({ root, parts }: Place): string => [root.replace(/(.)\/+$/, "$1"), ...parts].join("/");

/** A pattern of find's: its star stands for a slash, and for a dot in front, too. Sets of characters are not taken apart. */
function fits(pattern: string, text: string, flags: "" | "i"): Answer {
  if (/[[\]\\]/.test(pattern)) return MAYBE;
  return isSo(flags === "i" ? isMatch(pattern.toLowerCase(), text.toLowerCase()) : isMatch(pattern, text));
}

/** In steps that grow with the one times the other: only the last star is ever tried again. */
function isMatch(pattern: string, text: string): boolean {
  let [at, star, from] = [0, -1, 0];
  for (let i = 0; i < text.length; ) {
    const sign = pattern[at];
    if (sign === "*") [star, from, at] = [at, i, at + 1];
    else if (sign === "?" || sign === text[i]) [at, i] = [at + 1, i + 1];
    else if (star < 0) return false;
    else [from, i, at] = [from + 1, from + 1, star + 1];
  }
  return /^\**$/.test(pattern.slice(at));
}
