/** Sorts the words of a use into options and operands, as a closed world: what is not listed is unaccounted for. */

import type { KnownWord } from "../contract/reading.ts";
import type { CommandSpec, Role } from "./spec.ts";

export interface Sorted {
  readonly options: Map<string, (KnownWord | null)[]>;
  /** Option values with what they are for, in order. */
  readonly values: { readonly option: string; readonly word: KnownWord; readonly role: Role }[];
  readonly operands: KnownWord[];
  readonly unaccounted: KnownWord[];
  /** Options that run code or write, as given. */
  readonly running: string[];
  /** Where the words of a named sub-command begin; -1 when none was named. */
  readonly commandAt: number;
}

interface Listed {
  readonly flags: ReadonlySet<string>;
  readonly runs: ReadonlySet<string>;
  readonly ends: ReadonlySet<string>;
}

const listedIn = new WeakMap<CommandSpec, Listed>();

function listed(spec: CommandSpec): Listed {
  const kept = listedIn.get(spec);
  if (kept !== undefined) return kept;
  const names = (text: string | undefined): ReadonlySet<string> =>
    new Set(text?.split(/\s+/).filter((name) => name !== ""));
  const made = { flags: names(spec.flags), runs: names(spec.runsCode), ends: names(spec.ends) };
  listedIn.set(spec, made);
  return made;
}

const own = <T>(table: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;

/** What the file names that a pattern puts in place could be. */
export interface Names {
  /** One of them could begin with a dash. */
  dashes(word: KnownWord): boolean;
  /** There could be more than one. */
  several(word: KnownWord): boolean;
}

export function sortWords(spec: CommandSpec, words: readonly KnownWord[], names: Names): Sorted {
  const style = spec.style ?? "getopt";
  const sorted: Sorted & { commandAt: number } = {
    options: new Map(),
    values: [],
    operands: [],
    unaccounted: [],
    running: [],
    commandAt: -1,
  };
  const { flags, runs, ends } = listed(spec);
  const isSeveral = (word: KnownWord): boolean => (word.glob ? names.several(word) : word.splits);
  let ended = style === "words";
  const put = (name: string, word: KnownWord | null): void => {
    const held = sorted.options.get(name);
    if (held === undefined) sorted.options.set(name, [word]);
    else held.push(word);
    if (runs.has(name)) sorted.running.push(name);
    if (ends.has(name)) ended = true;
  };
  const putValue = (name: string, word: KnownWord, role: Role): void => {
    put(name, word);
    sorted.values.push({ option: name, word, role });
  };
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i];
    if (word === undefined) continue;
    if (ended) {
      sorted.operands.push(word);
      continue;
    }
    if (word.value === null || word.glob || word.splits) {
      if (attachedUnknown(spec, word, putValue)) continue;
      if (
        spec.commands !== undefined ||
        mayBeOption(word, names) ||
        (spec.plus === true && word.prefix.startsWith("+"))
      ) {
        sorted.unaccounted.push(word);
        // It may as well be an operand: what the program would do to it counts.
        if (spec.commands === undefined && !word.prefix.startsWith("-")) sorted.operands.push(word);
      } else {
        sorted.operands.push(word);
        if (style === "posix" || style === "go") ended = true;
      }
      continue;
    }
    const value = word.value;
    if (value === "--") {
      if (flags.has("--")) put("--", null);
      ended = true;
      continue;
    }
    if (spec.plus === true && value.startsWith("+") && value.length > 1) {
      put(flags.has(value) || runs.has(value) ? value : "+", word);
      continue;
    }
    if (!value.startsWith("-") || value === "-") {
      if (spec.commands !== undefined) {
        sorted.commandAt = i;
        return sorted;
      }
      sorted.operands.push(word);
      if (style === "posix" || style === "go") ended = true;
      continue;
    }
    const rest = words[i + 1];
    const took = style === "go" ? goOption(value) : getoptOption(value);
    if (took === "unknown") sorted.unaccounted.push(word);
    else if (took === "next") i += 1;

    function goOption(given: string): "done" | "next" | "unknown" {
      const bare = given.replace(/^--?/, "");
      const equals = bare.indexOf("=");
      const name = equals === -1 ? bare : bare.slice(0, equals);
      for (const spelled of [`-${name}`, `--${name}`]) {
        const took = exactOption(spelled, equals === -1 ? null : bare.slice(equals + 1));
        if (took !== "unknown") return took;
      }
      return "unknown";
    }

    function getoptOption(given: string): "done" | "next" | "unknown" {
      if (spec.digits === true && /^-\d+$/.test(given)) {
        put("-digits", word ?? null);
        return "done";
      }
      const equals = given.indexOf("=");
      const name = equals === -1 ? given : given.slice(0, equals);
      const whole = exactOption(name, equals === -1 ? null : given.slice(equals + 1));
      if (whole !== "unknown" || given.startsWith("--")) return whole;
      if (equals !== -1) {
        const plain = exactOption(given, null);
        if (plain !== "unknown") return plain;
      }
      return cluster(given);
    }

    /** `-abc`: each letter a flag, until one that takes the rest. Nothing is put unless all of it is known. */
    function cluster(given: string): "done" | "next" | "unknown" {
      const puts: (() => void)[] = [];
      let answer: "done" | "next" = "done";
      for (let at = 1; at < given.length; at += 1) {
        const name = `-${given.charAt(at)}`;
        const after = given.slice(at + 1);
        const role = own(spec.values, name);
        const attachedRole = own(spec.attached, name);
        if (role !== undefined) {
          if (after === "" && (rest === undefined || isSeveral(rest))) return "unknown";
          const held = after === "" ? rest : part(word, after);
          if (held !== undefined) puts.push(() => putValue(name, held, role));
          if (after === "") answer = "next";
          break;
        }
        if (attachedRole !== undefined) {
          if (after === "") puts.push(() => put(name, null));
          else puts.push(() => putValue(name, part(word, after), attachedRole));
          break;
        }
        if (!flags.has(name) && !runs.has(name)) {
          if (spec.digits === true && /^\d+$/.test(given.slice(at))) break;
          return "unknown";
        }
        puts.push(() => put(name, null));
        if (runs.has(name) && !flags.has(name)) break;
      }
      for (const each of puts) each();
      return answer;
    }

    function exactOption(name: string, attached: string | null): "done" | "next" | "unknown" {
      const role = own(spec.values, name);
      if (role !== undefined) {
        if (attached !== null) {
          putValue(name, part(word, attached), role);
          return "done";
        }
        if (rest === undefined && flags.has(name)) {
          put(name, null);
          return "done";
        }
        if (rest === undefined || isSeveral(rest)) return "unknown";
        putValue(name, rest, role);
        return "next";
      }
      const attachedRole = own(spec.attached, name);
      if (attachedRole !== undefined) {
        if (attached === null) put(name, null);
        else putValue(name, part(word, attached), attachedRole);
        return "done";
      }
      if (runs.has(name)) {
        put(name, attached === null ? null : part(word, attached));
        return "done";
      }
      if (attached === null && flags.has(name)) {
        put(name, null);
        return "done";
      }
      // Go-style boolean flags may be spelled out.
      if (style === "go" && attached !== null && flags.has(name) && /^(true|false|0|1)$/.test(attached)) {
        put(name, null);
        return "done";
      }
      return "unknown";
    }
  }
  return sorted;
}

const part = (word: KnownWord | undefined, value: string): KnownWord => ({
  value,
  text: word?.text ?? value,
  glob: false,
  splits: false,
  prefix: value,
});

/** `--name=$x` and `-n$x`: the option is known, its value is not. */
function attachedUnknown(
  spec: CommandSpec,
  word: KnownWord,
  putValue: (name: string, word: KnownWord, role: Role) => void,
): boolean {
  if (!word.prefix.startsWith("-") || word.splits) return false;
  const equals = word.prefix.indexOf("=");
  const long = equals === -1 ? null : word.prefix.slice(0, equals);
  const name = long ?? (/^-[A-Za-z]/.test(word.prefix) ? word.prefix.slice(0, 2) : null);
  if (name === null) return false;
  const role = own(spec.values, name) ?? own(spec.attached, name);
  if (role === undefined || (long === null && word.prefix.startsWith("--"))) return false;
  const cut = long === null ? 2 : equals + 1;
  putValue(
    name,
    { ...word, value: word.glob && word.value !== null ? word.value.slice(cut) : null, prefix: word.prefix.slice(cut) },
    role,
  );
  return true;
}

/** A word whose value is not known could be an option, unless what is known of it says otherwise. */
function mayBeOption(word: KnownWord, names: Names): boolean {
  if (word.under !== undefined) return word.prefix.startsWith("-");
  if (word.glob) return word.prefix.startsWith("-") || ((word.prefix === "" || word.splits) && names.dashes(word));
  return word.splits || word.prefix === "" || word.prefix.startsWith("-");
}
