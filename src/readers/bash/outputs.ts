/** What a few programs print, where their words settle it. Everything else prints something unknown. */

import type { KnownWord } from "../../contract/reading.ts";
import type { Stdin } from "./reader.ts";
import { COUNT, text, type Value } from "./state.ts";

type Output = (words: readonly string[], stdin: Stdin) => Value | null;

/** Lines that are names at or below a place, as that place was written. */
const names = (under: string, nul = false): Value => ({ kind: "names", under, nul });

/** Passes on some of the lines it is given. */
const filter =
  (options: RegExp, operands: number): Output =>
  (words, stdin) => {
    const rest = words.filter((word) => !/^-/.test(word));
    const plain = words.filter((word) => /^-/.test(word)).every((word) => options.test(word));
    return plain && rest.length === operands && stdin.kind === "names" && !stdin.nul ? stdin : null;
  };

const OUTPUTS: Readonly<Record<string, Output>> = {
  cat: (words, stdin) =>
    words.every((word) => word === "-") && words.length < 2 && (stdin.kind === "text" || stdin.kind === "names")
      ? stdin
      : null,
  wc: (words) => (words.length === 1 && /^-[lwcm]$/.test(words[0] ?? "") ? COUNT : null),
  nproc: (words) => (words.length === 0 ? COUNT : null),
  id: (words) => (words.length === 1 && /^-[ug]$/.test(words[0] ?? "") ? COUNT : null),
  date: (words) => (words.length === 1 && words[0] === "+%s" ? COUNT : null),
  basename: (words) => (words.length === 1 ? lastPart(words[0] ?? "") : null),
  dirname: (words) => (words.length === 1 ? parentPart(words[0] ?? "") : null),
  head: filter(/^-\d+$/, 0),
  tail: filter(/^-\d+$/, 0),
  sort: filter(/^-[ufrV]+$/, 0),
  uniq: filter(/^$/, 0),
  grep: (words, stdin) => (stdin.kind === "names" ? GREP_LINES(words, stdin) : grepFiles(words)),
  rg: (words) => grepFiles(["-r", ...words]),
  find: foundNames,
};

const GREP_LINES = filter(/^-[viEFPw]+$/, 1);

export function outputOf(program: string, words: readonly KnownWord[], stdin: Stdin): Value | null {
  if (!Object.hasOwn(OUTPUTS, program)) return null;
  const values: string[] = [];
  for (const word of words) {
    if (word.value === null || word.glob || word.splits) return null;
    values.push(word.value);
  }
  return OUTPUTS[program]?.(values, stdin) ?? null;
}

const PATH = /^(?!-)[^\n]*[^/\n]$/;

const lastPart = (path: string): Value | null =>
  PATH.test(path) ? text(`${path.slice(path.lastIndexOf("/") + 1)}\n`) : null;

function parentPart(path: string): Value | null {
  if (!PATH.test(path) || path.includes("//")) return null;
  const cut = path.lastIndexOf("/");
  return text(`${cut === -1 ? "." : cut === 0 ? "/" : path.slice(0, cut)}\n`);
}

/** Tests, and the two actions that print names and nothing else. */
const FIND_WORDS =
  /^(?:-(?:i?name|i?path|i?wholename|i?regex|type|maxdepth|mindepth|size|[acm]time|[acm]min|newer|empty|not|o|or|a|and|prune|print0?|xdev|mount|perm|user|group)|[!()]|[^-].*)$/s;

function foundNames(words: readonly string[]): Value | null {
  const first = words.findIndex((word) => /^[-!(]/.test(word));
  const roots = first === -1 ? words : words.slice(0, first);
  const rest = first === -1 ? [] : words.slice(first);
  if (roots.length > 1 || !rest.every((word) => FIND_WORDS.test(word))) return null;
  const nul = rest.includes("-print0");
  return nul && rest.includes("-print") ? null : names(roots[0] ?? ".", nul);
}

/** `grep -rl pattern place`: the names of files, and only those. */
function grepFiles(words: readonly string[]): Value | null {
  const options = words.filter((word) => word.startsWith("-"));
  const [, place, ...more] = words.filter((word) => !word.startsWith("-"));
  const plain = options.every(
    (word) => /^-[rRlinwEFPsI]+$/.test(word) || /^--(?:include|exclude|exclude-dir)=/.test(word),
  );
  const lists =
    options.some((word) => /^-[a-zA-Z]*l/.test(word)) && options.some((word) => /^-[a-zA-Z]*[rR]/.test(word));
  return plain && lists && more.length === 0 ? names(place ?? ".") : null;
}
