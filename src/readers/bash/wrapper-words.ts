/** Takes one wrapper off the words of a command. */
import type { KnownWord } from "../../contract/reading.ts";
import type { ProgramSpec, WrapperSpec } from "../../programs/index.ts";

/** The record of a program that passes on a command. */
export type Wrapper = ProgramSpec & { readonly wrapper: WrapperSpec };

export interface Unwrapped {
  readonly words: readonly KnownWord[];
  readonly assignments: readonly { readonly name: string; readonly value: string | null }[];
  readonly directory: KnownWord | null;
  /** `-S`-like strings and unknown options: why the wrapper is not understood. */
  readonly problem: string | null;
  /** Files the wrapper itself reads. */
  readonly reads: readonly KnownWord[];
}

/** What the wrapper gets to read: one name of it, with or without being split first. */
export type Input = (split: boolean) => KnownWord;

/** Takes one wrapper off. `words` begins with its name. */
export function unwrap(spec: Wrapper, words: readonly KnownWord[], input: Input): Unwrapped {
  const { wrapper } = spec;
  const assignments: { name: string; value: string | null }[] = [];
  const reads: KnownWord[] = [];
  let directory: KnownWord | null = null;
  let replace: string | null = null;
  let whole = false;
  let own = wrapper.own ?? 0;
  let i = 1;
  const name = words[0]?.value ?? "?";
  const stop = (problem: string): Unwrapped => ({
    words: words.slice(i),
    assignments,
    directory,
    problem,
    reads,
  });
  const has = (list: string | undefined, option: string): boolean => list?.split(" ").includes(option) ?? false;
  for (; i < words.length; i += 1) {
    const word = words[i];
    if (word === undefined) break;
    if (word.value === null || word.splits || word.glob) {
      if (word.prefix !== "" && !word.prefix.startsWith("-") && !word.splits && own > 0) {
        own -= 1;
        continue;
      }
      if (wrapper.assignments === true && /^[A-Za-z_][A-Za-z0-9_]*=/.test(word.prefix) && !word.splits) {
        assignments.push({ name: word.prefix.slice(0, word.prefix.indexOf("=")), value: null });
        continue;
      }
      break;
    }
    const value = word.value;
    if (value === "--") {
      i += 1;
      break;
    }
    if (wrapper.assignments === true && /^[^=-][^=]*=/.test(value)) {
      assignments.push({ name: value.slice(0, value.indexOf("=")), value: value.slice(value.indexOf("=") + 1) });
      continue;
    }
    if (!value.startsWith("-") || value === "-") {
      if (value === "-" && has(spec.flags, "-")) continue;
      if (own === 0) break;
      own -= 1;
      continue;
    }
    if (spec.digits === true && /^-\d+$/.test(value)) continue;
    if (/^-[a-zA-Z]*0|^--null$/.test(value) && wrapper.more === true) whole = true;
    const option = optionOf(spec, value, has);
    if (option === null) return stop(`${name} ${value}`);
    if (option.kind === "flags") continue;
    if (option.attached === null) i += 1;
    const given = option.attached === null ? words[i] : { ...word, value: option.attached, prefix: option.attached };
    if (given === undefined || given.splits) return stop(`${name} ${value}`);
    if (spec.values?.[option.name] === "read") reads.push(given);
    if ((option.name === "-I" || option.name === "-J") && wrapper.more === true) replace = given.value;
    if (option.name === "-I" && given.value === null) return stop(`${name} ${value}`);
    if (spec.values?.[option.name] === "cwd") directory = given;
  }
  const rest = words.slice(i);
  return {
    words: wrapper.more === true ? withMore(rest, replace, input(!whole)) : rest,
    assignments,
    directory,
    problem: null,
    reads,
  };
}

type Option =
  | { readonly kind: "flags" }
  | { readonly kind: "value"; readonly name: string; readonly attached: string | null };

function optionOf(
  spec: Wrapper,
  value: string,
  has: (list: string | undefined, option: string) => boolean,
): Option | null {
  const takes = (option: string): boolean => Object.hasOwn(spec.values ?? {}, option);
  if (value.startsWith("--")) {
    const equals = value.indexOf("=");
    const name = equals === -1 ? value : value.slice(0, equals);
    if (takes(name)) return { kind: "value", name, attached: equals === -1 ? null : value.slice(equals + 1) };
    return equals === -1 && has(spec.flags, name) ? { kind: "flags" } : null;
  }
  for (let i = 1; i < value.length; i += 1) {
    const name = `-${value.charAt(i)}`;
    if (takes(name)) return { kind: "value", name, attached: i + 1 < value.length ? value.slice(i + 1) : null };
    if (!has(spec.flags, name)) return null;
  }
  return { kind: "flags" };
}

/** xargs puts what it reads behind the words, or in place of a mark. */
function withMore(words: readonly KnownWord[], mark: string | null, more: KnownWord): readonly KnownWord[] {
  if (words.length === 0) return words;
  if (mark === null) return [...words, more];
  return words.map((word) => {
    if (word.value === null || mark === "" || !word.value.includes(mark)) return word;
    if (word.value === mark && more.under !== undefined) return { ...more, splits: false };
    const prefix = word.value.slice(0, word.value.indexOf(mark));
    return { value: null, text: word.text, glob: false, splits: false, prefix };
  });
}
