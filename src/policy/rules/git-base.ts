/** Where a git command stands, and what it is told before the name of its sub-command. */
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import type { World } from "../../contract/world.ts";
import { absolutePath } from "../../machine/index.ts";

/** Past its own `-C`. Undefined where that is not known. */
export function gitStands({ name, words, cwd }: SubCommand, world: World): string | undefined {
  let from = cwd.certainty === "exact" ? cwd.path : undefined;
  // Of a program that is known the reader has followed it.
  if (name === "git") return from;
  for (const [i, { value }] of words.entries()) {
    if (value !== "-C" || from === undefined) continue;
    const next = words[i + 1]?.value ?? undefined;
    from = next === undefined ? undefined : absolutePath(next, from, world);
  }
  return from;
}

export interface GitFront {
  /** Options and their values, null where a value is not known. */
  readonly options: readonly { readonly name: string; readonly value: string | null }[];
  /** Null: not known. */
  readonly sub: string | null;
  readonly rest: readonly KnownWord[];
}

const VALUED = /^(?:-C|-c|--(?:git-dir|work-tree|namespace|config-env|super-prefix|attr-source))$/;

/** Undefined: there is no sub-command. */
export function gitFront({ words }: SubCommand): GitFront | undefined {
  const own = /(?:^|\/)git-([a-z-]+)$/.exec(words[0]?.value ?? "")?.[1];
  if (own !== undefined) return { options: [], sub: own, rest: words.slice(1) };
  const options: { name: string; value: string | null }[] = [];
  for (let i = 1; i < words.length; i += 1) {
    const { value } = words[i] ?? { value: null };
    if (value === null || !value.startsWith("-")) return { options, sub: value, rest: words.slice(i + 1) };
    const [, name = value, attached] = /^(--[a-z-]+)=(.*)$/s.exec(value) ?? [];
    const apart = VALUED.test(value);
    if (apart) i += 1;
    options.push({ name, value: attached ?? (apart ? (words[i]?.value ?? null) : "") });
  }
  return undefined;
}

export const isGit = ({ name, words }: Pick<SubCommand, "name" | "words">): boolean =>
  name === "git" || /(?:^|\/)git(?:-[a-z-]+)?$/.test(words[0]?.value ?? "");
