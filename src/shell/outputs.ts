/** What a few programs print, where their words settle it. Everything else prints something unknown. */
import type { Stdin } from "./reader.ts";
import type { KnownWord } from "./reading.ts";
import { COUNT, text, type Value } from "./state.ts";

type Output = (words: readonly string[], stdin: Stdin) => Value | null;

const OUTPUTS: Readonly<Record<string, Output>> = {
  cat: (words, stdin) =>
    words.every((word) => word === "-") && words.length < 2 && stdin.kind === "text" ? stdin : null,
  wc: (words) => (words.length === 1 && /^-[lwcm]$/.test(words[0] ?? "") ? COUNT : null),
  nproc: (words) => (words.length === 0 ? COUNT : null),
  id: (words) => (words.length === 1 && /^-[ug]$/.test(words[0] ?? "") ? COUNT : null),
  date: (words) => (words.length === 1 && words[0] === "+%s" ? COUNT : null),
  basename: (words) => (words.length === 1 ? lastPart(words[0] ?? "") : null),
  dirname: (words) => (words.length === 1 ? parentPart(words[0] ?? "") : null),
};

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
