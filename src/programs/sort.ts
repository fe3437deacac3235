/** The words of a command, sorted as the row of its program says: for rules, the floor and guarded places. */
import type { KnownWord } from "../contract/reading.ts";
import type { GivenOption, SortedUse, Word, WordRole } from "../contract/simple.ts";
import { listOptions } from "./option-word.ts";
import { type Sorted, sortWords } from "./options.ts";
import { sameOptions } from "./same-options.ts";
import type { CommandSpec, Role } from "./spec.ts";
import { programNamed } from "./table.ts";

const MAX_SUBCOMMANDS = 6;

/** What a role of a row is in the words of the contract. */
const ROLES: Readonly<Record<Role, WordRole>> = {
  text: "text",
  number: "text",
  read: "read",
  look: "list",
  readTree: "search",
  readThrough: "search",
  lookTree: "list",
  write: "write",
  writeTree: "write",
  makeDir: "write",
  delete: "delete",
  deleteTree: "delete",
  cwd: "directory",
  url: "host",
  host: "host",
  code: "code",
  program: "program",
  never: "unknown",
};

/** A pattern is taken for one word that begins like no option. */
const NAMES = { dashes: () => false, several: () => false };

/** Absent: no row knows the program, or not this sub-command of it. `words`: those behind the program's name. */
export function sortUse(program: string, words: readonly Word[]): SortedUse | undefined {
  let spec: CommandSpec | undefined = programNamed(program);
  let rest = words.map(knownOf);
  const path: string[] = [];
  const options: GivenOption[] = [];
  while (spec !== undefined && path.length <= MAX_SUBCOMMANDS) {
    const sorted = sortWords(spec, rest, NAMES);
    options.push(...optionsOf(spec, sorted));
    if (sorted.commandAt < 0) return { path, options, operands: operandsOf(spec, sorted) };
    const name = rest[sorted.commandAt]?.value ?? "";
    const isListed = Object.hasOwn(spec.commands ?? {}, name);
    spec = spec.commands?.[isListed ? name : "*"];
    rest = rest.slice(sorted.commandAt + (isListed ? 1 : 0));
    if (isListed) path.push(name);
  }
  return undefined;
}

const knownOf = ({ value, text, prefix, glob }: Word): KnownWord => ({
  value,
  text,
  prefix,
  glob: glob === true,
  splits: false,
});

const wordOf = ({ value, text, prefix, glob }: KnownWord): Word => ({
  value,
  text,
  prefix,
  ...(glob ? { glob: true as const } : {}),
});

function optionsOf(spec: CommandSpec, { options, unaccounted }: Sorted): readonly GivenOption[] {
  const { values, attached } = listOptions(spec);
  const listed = [...options].flatMap(([name, given]) => {
    const role = values.get(name) ?? attached.get(name);
    return given.map((value) => ({
      names: namesOf(spec, name),
      value: value === null ? null : wordOf(value),
      role: role === undefined ? ("unknown" as const) : ROLES[role],
    }));
  });
  const unknown = unaccounted
    .filter(({ value, prefix }) => (value ?? prefix).startsWith("-"))
    .map((word) => ({
      names: [(word.value ?? word.prefix).split("=")[0] ?? ""],
      value: null,
      role: "unknown" as const,
    }));
  return [...listed, ...unknown];
}

/** Every name an option has: `-f` and `--force`, and what it stands for besides. */
function namesOf(spec: CommandSpec, name: string): readonly string[] {
  const same = sameOptions(spec);
  const one = same.get(name) ?? name;
  const others = [...same].filter(([, other]) => other === one).map(([each]) => each);
  return [...new Set([name, one, ...others, ...(spec.means?.[name]?.split(" ") ?? [])])];
}

function operandsOf(spec: CommandSpec, { options, operands }: Sorted): SortedUse["operands"] {
  const override = [...listRoleWhen(spec)].find(([name]) => options.has(name))?.[1];
  return operands.map((word, index) => ({
    word: wordOf(word),
    role: override ?? roleAt(spec, index, operands.length) ?? "unknown",
  }));
}

const listRoleWhen = ({ roleWhen = {} }: CommandSpec): readonly (readonly [name: string, role: WordRole])[] =>
  Object.entries(roleWhen).flatMap(([role, names]) =>
    names.split(" ").map((name) => [name, ROLES[role as Role]] as const),
  );

function roleAt({ sorts, operands }: CommandSpec, index: number, count: number): WordRole | undefined {
  if (typeof sorts === "string") return sorts;
  if (sorts !== undefined) return placed(sorts, index, count);
  if (operands === undefined) return undefined;
  const role = typeof operands === "string" ? operands : placed(operands, index, count);
  return role === undefined ? undefined : ROLES[role];
}

interface Placed<R> {
  readonly first?: readonly R[];
  readonly last?: R;
  readonly rest?: R;
}

const placed = <R>({ first, last, rest }: Placed<R>, index: number, count: number): R | undefined =>
  first?.[index] ?? (index === count - 1 && count > 1 ? last : undefined) ?? rest;
