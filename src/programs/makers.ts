/** Small makers of effects and specs that several families share. */
import type { ActIn } from "../contract/acts.ts";
import { act, type Effect, type NetworkEffect, type WorldAct } from "../contract/effect.ts";
import { HOLE, type KnownWord } from "../contract/reading.ts";
import type { CommandSpec, EffectMaker, OptionRoles, Role, Use } from "./spec.ts";

/** True when any of the options, named as the entry spells them and separated by spaces, was given. */
export const given = (use: Use, names: string): boolean => names.split(" ").some((name) => use.options.has(name));

/** Every value given to any of the options, in the order the names are listed. */
export const valuesOf = (use: Use, names: string): readonly KnownWord[] =>
  names.split(" ").flatMap((name) => (use.options.get(name) ?? []).filter((word) => word !== null));

/** What a person would call the object: the operand at `index`, as written where its value is not known. */
export const named = (use: Use, index = 0): string | null => use.operands[index]?.value ?? null;

/** The words of a use as one line. */
export const line = (words: readonly KnownWord[]): string => words.map((word) => word.value ?? word.text).join(" ");

/**
 * Words as the code a shell would get, joined by spaces: with a `HOLE` for what is not known of them, and null where
 * nothing is known.
 */
export function codeOfWords(words: readonly KnownWord[]): string | null {
  const code = words.map((each) => each.value ?? each.outline ?? HOLE).join(" ");
  return code.replaceAll(HOLE, "").trim() === "" && code.includes(HOLE) ? null : code;
}

/** One act whose object is the first operand. */
export const does =
  (id: WorldAct): EffectMaker =>
  (use) => [act(id, { on: named(use) })];

export const network = (host: string | null, sends: boolean, id?: ActIn<"network">): NetworkEffect => ({
  do: "network",
  ...(id === undefined ? {} : { act: id }),
  host,
  sends,
});

export const runs =
  (what: "helper" | "unknown-program" | "remote" | "code", wording: string): EffectMaker =>
  (use) => [{ do: "run", program: use.program, what, wording }];

/** Project code is run as a named task: the rest of the command line. */
export const task = (use: Use): readonly Effect[] => [
  { do: "run", program: use.program, what: "task", task: line([...asWords(use.path), ...use.words]) },
];

/** One spec under several names. */
export const each = (names: string, spec: CommandSpec): Record<string, CommandSpec> =>
  Object.fromEntries(names.split(" ").map((name) => [name, spec]));

/** Several lists of options as one; where two give an option a role, the later one counts. */
export function joinOptions(...lists: readonly (OptionRoles | undefined)[]): OptionRoles {
  const joined: Partial<Record<Role, string>> = {};
  for (const [role, names] of lists.flatMap((list) => Object.entries(list ?? {}) as [Role, string][]))
    joined[role] = joined[role] === undefined ? names : `${joined[role]} ${names}`;
  return joined;
}

/** What every GNU program takes. */
export const GNU = "--help --version";

/** A word made from known text. */
export const word = (value: string): KnownWord => ({ value, text: value, glob: false, splits: false, prefix: value });

const asWords = (values: readonly string[]): readonly KnownWord[] => values.map(word);

const SCHEME = /^([a-z][a-z0-9+.-]*):\/\/(?:[^/?#]*@)?(\[[^\]]*\]|[^/:?#@]*)(?=[/:?#]|$)/i;
const SCP_LIKE = /^(?:[^/@:\s]+@)?(\[[^\]]*\]|[^/@:\s]+):(?!\/\/)/;

/**
 * The host of an address ("https://user@host:1/x", "git@host:x", "host:path"), lower case. Null when the part of the
 * word that is known does not settle it.
 */
export function hostOf(address: KnownWord): string | null {
  const known = address.value ?? address.prefix;
  const match = SCHEME.exec(known) ?? SCP_LIKE.exec(known);
  const host = match?.[match.length - 1];
  if (host === undefined || host === "") return null;
  if (address.value !== null) return host.toLowerCase();
  const rest = known.slice(match?.[0].length ?? 0);
  // `https://name:$TOKEN@host`: what stands before the colon may be a user.
  const settled = rest !== "" && (!rest.startsWith(":") || /^:\d+[/?#]/.test(rest));
  return settled ? host.toLowerCase() : null;
}

/** True when the word could carry something of this machine: its value is not fully known. */
export const carries = (address: KnownWord): boolean => address.value === null;
