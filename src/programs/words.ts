/** Words of a use by the names that rows give them, and what they come to as text, as code and as a host. */
import { HOLE, type KnownWord } from "../contract/reading.ts";
import type { Use } from "./spec.ts";

/** A word made from known text. */
export const word = (value: string): KnownWord => ({ value, text: value, glob: false, splits: false, prefix: value });

/** A word less its first characters, or another text that stands in it. */
export const partOf = (whole: KnownWord, part: string): KnownWord => ({
  ...whole,
  value: whole.value === null ? null : part,
  text: part,
  prefix: part,
});

/** True when any of the options, named as the row spells them and separated by spaces, was given. */
export const given = (use: Use, names: string): boolean => names.split(" ").some((name) => use.options.has(name));

/** Every value given to any of the options, in the order the names are listed. */
export const valuesOf = (use: Use, names: string): readonly KnownWord[] =>
  names.split(" ").flatMap((name) => (use.options.get(name) ?? []).filter((each) => each !== null));

/** What a person would call the object: the operand at `index`; null where its value is not known. */
export const named = (use: Use, index = 0): string | null => use.operands[index]?.value ?? null;

/** Words as one line. */
export const line = (words: readonly KnownWord[]): string => words.map(({ value, text }) => value ?? text).join(" ");

/** The value, where the word is exactly one argument and wholly known. */
export const known = (one: KnownWord | undefined): string | undefined =>
  one === undefined || one.value === null || one.glob || one.splits ? undefined : one.value;

/** The part of the word that is certain to begin the argument; "" when the argument may be missing or several. */
export const opening = (one: KnownWord): string => {
  if (one.splits) return "";
  if (one.value === null) return one.under ?? one.prefix;
  return one.glob ? (/^[^*?[]*/.exec(one.value)?.[0] ?? "") : one.value;
};

/** True when the word could carry something of this machine: its value is not fully known. */
export const carries = (address: KnownWord): boolean => address.value === null;

/**
 * Words as the code a shell would get, joined by spaces: with a `HOLE` for what is not known of them, and null where
 * nothing is known.
 */
export function codeOfWords(words: readonly KnownWord[]): string | null {
  const code = words.map((each) => each.value ?? each.outline ?? HOLE).join(" ");
  return code.replaceAll(HOLE, "").trim() === "" && code.includes(HOLE) ? null : code;
}

/**
 * Words that a row names by their place: `0`, `1*`, `*`, `last`, `init` (all but the last), `plain` (no options),
 * `plain1` (of those), `files`
 * (behind what is searched for), `--*` (behind the dashes), `until :::`,
 * `behind -o -f` (of options that were not sorted), `in`, `=text`, `-o --output`.
 */
export function wordsAt(use: Use, ref: string): readonly KnownWord[] {
  const { operands } = use;
  if (ref.startsWith("=")) return [word(ref.slice(1))];
  if (ref === "last") return operands.slice(-1);
  if (ref === "init") return operands.slice(0, -1);
  // A bare pattern in front is the first of the files that it matches.
  if (ref === "files") return operands.slice(operands[0]?.glob === true ? 0 : 1);
  if (ref === "in") return inputOf(use);
  if (ref === "--*") return behindDashes(use);
  if (ref.startsWith("until ")) return before(use, ref.slice("until ".length));
  if (ref.startsWith("behind ")) return behind(use, new Set(ref.split(" ").slice(1)));
  if (ref.startsWith("-")) return valuesOf(use, ref);
  const [, plain, from = "", rest] = /^(plain)?(\d*)(\*?)$/.exec(ref) ?? [];
  const start = Number(from);
  const isAll = rest === "*" || from === "";
  const counted = plain === undefined ? operands : operands.filter(({ value }) => value?.startsWith("-") !== true);
  return counted.slice(start, isAll ? undefined : start + 1);
}

function behindDashes({ operands }: Use): readonly KnownWord[] {
  const at = operands.findIndex(({ value }) => value === "--");
  return at < 0 ? [] : operands.slice(at + 1);
}

function before({ operands }: Use, sign: string): readonly KnownWord[] {
  const at = operands.findIndex((each) => opening(each).startsWith(sign));
  return at < 0 ? operands : operands.slice(0, at);
}

const behind = ({ operands }: Use, options: ReadonlySet<string>): readonly KnownWord[] =>
  operands.filter((_, at) => options.has(operands[at - 1]?.value ?? ""));

function inputOf({ stdin, stdinOutline: outline }: Use): readonly KnownWord[] {
  if (stdin !== null) return [word(stdin)];
  return outline === undefined ? [] : [{ ...word(""), value: null, outline }];
}

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/:?#@]*)(?=[/:?#]|$)/i;
const SCP_LIKE = /^(?:[^/@:\s]+@)?(\[[^\]]*\]|[^/@:\s]+):(?!\/\/)/;

/**
 * The host of an address ("https://user@host:1/x", "git@host:x", "host:path"), lower case. Null when the part of the
 * word that is known does not settle it.
 */
export function hostOf(address: KnownWord): string | null {
  const start = address.value ?? address.prefix;
  const match = SCHEME.exec(start) ?? SCP_LIKE.exec(start);
  const host = match?.[match.length - 1];
  if (host === undefined || host === "") return null;
  if (address.value !== null) return host.toLowerCase();
  const rest = start.slice(match?.[0].length ?? 0);
  // `https://name:$TOKEN@host`: what stands before the colon may be a user.
  const settled = rest !== "" && (!rest.startsWith(":") || /^:\d+[/?#]/.test(rest));
  return settled ? host.toLowerCase() : null;
}

/** "example.com/x" without a scheme, "user@host" of a login. */
export function bareHost(address: KnownWord): string | null {
  const start = address.value ?? address.prefix;
  const match = /^(?:[^/@\s]*@)?([a-z0-9._-]+)(?::\d+)?(?=[/?#]|$)/i.exec(start);
  const host = match?.[1];
  if (host === undefined || start.includes("://")) return null;
  return address.value !== null || start.length > (match?.[0].length ?? 0) ? host.toLowerCase() : null;
}
