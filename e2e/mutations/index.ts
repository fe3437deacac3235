/** Dangerous commands, spelled and wrapped otherwise. The same seed gives the same case. */
import { type Random, seeded } from "../fuzz-grammar.ts";
import { SPELLINGS, wordsOf } from "./spelling.ts";
import { AROUND, IN_FRONT } from "./wrapping.ts";

export { ALL_BASES, BASES } from "./bases.ts";

export interface Mutation {
  readonly base: string;
  /** What was done to it, innermost first. */
  readonly steps: readonly string[];
  readonly command: string;
}

const pick = <T>(from: readonly T[], random: Random): T => from[Math.floor(random() * from.length)] ?? (from[0] as T);

/** A made-up program in place of the real one: what bash would run shows whether a mutation still does. */
export const HARMLESS_NAME = "zzprobe";

/** Every single mutation of a command, then `more` of two or three at once. */
export function* mutationsOf(base: string, seed: number, more: number): Generator<Mutation> {
  const words = wordsOf(base);
  const random = seeded(seed);
  if (words !== undefined)
    for (const { name, spell } of SPELLINGS) yield { base, steps: [name], command: spell(words, random) };
  for (const { name, wrap } of words === undefined ? AROUND : [...IN_FRONT, ...AROUND])
    yield { base, steps: [name], command: wrap(base, random) };
  for (let i = 0; i < more; i += 1) yield mixed(base, random);
}

/** One spelling, where the words are plain, then one or two wrappings. */
export function mixed(base: string, random: Random): Mutation {
  const words = wordsOf(base);
  const steps: string[] = [];
  let command = base;
  if (words !== undefined) {
    const spelling = pick(SPELLINGS, random);
    steps.push(spelling.name);
    command = spelling.spell(words, random);
  }
  const simple = words !== undefined && random() < 0.3;
  for (let left = 1 + Math.floor(random() * 2); left > 0; left -= 1) {
    const wrapping = pick(simple && left === 1 ? [...IN_FRONT, ...AROUND] : AROUND, random);
    steps.push(wrapping.name);
    command = wrapping.wrap(command, random);
  }
  return { base, steps, command };
}
