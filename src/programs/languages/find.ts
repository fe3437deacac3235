/** find and fd: what is walked, what is done to what is found, and what is run for it. */
import type { Target } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { isSecretName } from "../../core/places/index.ts";
import { inside, looks, reads, removes, writes } from "../places.ts";
import type { Inner, Use } from "../spec.ts";
import type { Filled } from "../template.ts";
import { known, opening, valuesOf, word } from "../words.ts";

/** With more roots than this, what is run for them is read once, for a path that is not known. */
const MAX_ROOTS = 16;
const UNKNOWN_ROOT: KnownWord = { value: null, text: "{}", glob: false, splits: false, prefix: "" };

const LEADING = /^-[HLPE]+$|^-O\d$|^-D$/;
const RUNS = /^-(?:exec|execdir|ok|okdir)$/;
const WRITES = /^-fprint(?:0|f)?$|^-fls$/;
const LOOKS = /^-(?:[ac]?newer|samefile|newer[aBcm][aBcm]|files0-from)$/;
/** Tests without a value; what is not listed takes one. */
const BARE =
  /^-(?:a|and|o|or|not|depth|d|daystart|delete|empty|executable|false|follow|ls|mount|nogroup|noignore_readdir_race|ignore_readdir_race|noleaf|nouser|nowarn|print|print0|prune|quit|readable|true|warn|writable|xdev|x|s|X|help|version)$/;

/** Roots, then the expression. */
export function finds(use: Use): Partial<Filled> {
  const words = use.operands;
  const leading = words.findIndex((each) => !LEADING.test(known(each) ?? ""));
  const first = leading < 0 ? words.length : leading;
  const cut = words.slice(first).findIndex((each) => /^(?:-.|[(!,)]$)/.test(opening(each)));
  const end = cut < 0 ? words.length : first + cut;
  const given = words.slice(first, end);
  const roots = given.length > 0 ? given : [word(".")];
  return expression(use, words.slice(end), roots);
}

function expression(use: Use, words: readonly KnownWord[], roots: readonly KnownWord[]): Filled {
  const targets = roots.map((root) => use.target(root));
  const filled: Filled = { effects: targets.map((target) => looks(target, true)), inner: [] };
  const names: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const name = known(words[at]) ?? "";
    const argument = words[at + 1];
    if (name === "-delete") {
      const chosen = names.length > 0 ? { wording: "what it finds" } : {};
      filled.effects.push(...targets.map((target) => ({ ...removes(target, true), ...chosen })));
    } else if (RUNS.test(name)) {
      const command = commandAt(words, at + 1);
      const known = roots.length > MAX_ROOTS || name.endsWith("dir") ? [UNKNOWN_ROOT] : roots;
      filled.inner.push(...runsFor(command, known, `find ${name}`));
      at += command.length + 1;
    } else if (name.startsWith("-") && !BARE.test(name)) {
      at += name === "-fprintf" ? 2 : 1;
      if (argument === undefined) continue;
      if (WRITES.test(name)) filled.effects.push(writes(use.target(argument)));
      else if (LOOKS.test(name)) filled.effects.push(looks(use.target(argument)));
      else if (/^-i?(?:name|path|wholename)$/.test(name)) names.push(lastPart(argument));
    }
  }
  if (filled.inner.length > 0) filled.effects.push(...secretsFound(names, targets));
  return filled;
}

const lastPart = (pattern: KnownWord): string => (known(pattern) ?? "").toLowerCase().replace(/^.*\//s, "");

/** What a pattern is for, by the shortest names that it may mean. */
const secretsCalled = (pattern: string): readonly string[] =>
  ["", "x"]
    .map((filler) => pattern.replace(/[*?]/g, filler))
    .filter(isSecretName)
    .slice(0, 1);

/** What is chosen because it is called like a secret is what the command that runs for it opens. */
const secretsFound = (names: readonly string[], targets: readonly Target[]): Filled["effects"] =>
  names.flatMap(secretsCalled).flatMap((name) => targets.map((target) => reads(inside(target, name))));

/** The words up to `;`, or up to `+` right behind `{}`. */
function commandAt(words: readonly KnownWord[], from: number): readonly KnownWord[] {
  const isEnd = (at: number): boolean =>
    known(words[at]) === ";" || (known(words[at]) === "+" && known(words[at - 1]) === "{}");
  const end = words.findIndex((_, at) => at >= from && isEnd(at));
  return words.slice(from, end < 0 ? undefined : end);
}

/** `{}` becomes a path at or below a root; in the middle of a word nothing is known of the whole. */
function runsFor(command: readonly KnownWord[], roots: readonly KnownWord[], via: string): readonly Inner[] {
  return roots.map((root) => {
    const start = known(root) ?? "";
    const under = /^[^-]/.test(start) ? { prefix: start, under: start } : { prefix: "" };
    const words = command.map((each): KnownWord => {
      if (each.value === null || !each.value.includes("{}")) return each;
      const unknown = { value: null, text: each.text, glob: false, splits: false };
      return each.value === "{}"
        ? { ...unknown, ...under }
        : { ...unknown, prefix: each.value.slice(0, each.value.indexOf("{}")) };
    });
    return { kind: "words", words, via, moreWords: false };
  });
}

const FD_RUNS = /^(?:-[01aFgHiIlLpqsu]*[xX]|--exec(?:-batch)?(?:=|$))/;
const FD_PART = /\{(?:\/\/?|\/?\.)\}/;

/** fd: pattern, then paths; `-x` and `-X` run everything behind them, for what is found where no `{}` says so. */
export function findsByFd(use: Use): Partial<Filled> {
  const at = use.words.findIndex((each) => FD_RUNS.test(opening(each)));
  const front = at < 0 ? use.words : use.words.slice(0, at);
  const paths = use.operands.filter((each) => front.includes(each)).slice(1);
  const walked = paths.length > 0 ? paths : [word(".")];
  const roots = [...valuesOf(use, "--search-path"), ...walked].slice(0, MAX_ROOTS);
  const effects = walked.map((place) => looks(use.target(place), true));
  return { effects, inner: at < 0 ? [] : [...runsFor(commandOfFd(use.words.slice(at)), roots, "fd -x")] };
}

/** The option may have the program's name attached; a word that gets only a part of the path is not known. */
function commandOfFd([option = word(""), ...rest]: readonly KnownWord[]): readonly KnownWord[] {
  const attached = opening(option).replace(/^(?:-\w*?[xX]|--exec(?:-batch)?=?)/, "");
  const end = rest.findIndex((each) => known(each) === ";");
  const words = [...(attached === "" ? [] : [word(attached)]), ...(end < 0 ? rest : rest.slice(0, end))];
  const isPart = (each: KnownWord): boolean => FD_PART.test(opening(each));
  const placed = words.some((each) => isPart(each) || opening(each).includes("{}")) ? words : [...words, word("{}")];
  return placed.map((each) => (isPart(each) ? UNKNOWN_ROOT : each));
}
