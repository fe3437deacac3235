/** The words of a command, sorted as the row of its program says. */
import type { Effect, Target } from "../../contract/effect.ts";
import type { KnownWord, SubCommand } from "../../contract/reading.ts";
import type { GivenOption, SortedUse, Word, WordRole } from "../../contract/simple.ts";
import {
  type CommandSpec,
  type Names,
  programNamed,
  type Role,
  type Sorted,
  sameOptions,
  sortWords,
} from "../../programs/index.ts";
import { targetOf } from "./places.ts";

const NAMES: Names = { dashes: () => false, several: () => false };
const MAX_SUBCOMMANDS = 6;

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

export const asWord = ({ value, text, prefix, glob }: KnownWord): Word => ({
  value,
  text,
  prefix,
  ...(glob ? { glob } : {}),
});

const SHELLS = /^(?:ba|da|z|k|a|fi)?sh$/;

/** Roles that no effect tells: the code of a shell, what is put into the index of git. */
function toldRole(name: string, path: readonly string[], options: readonly GivenOption[]): WordRole | undefined {
  if (SHELLS.test(name) && options.some(({ names }) => names.includes("-c"))) return "code";
  return name === "git" && /^(?:add|stage)$/.test(path[0] ?? "") ? "stage" : undefined;
}

/** Undefined: no row knows the program. */
export function sortByRow(name: string, command: SubCommand): SortedUse | undefined {
  const spec = programNamed(name);
  if (spec === undefined || spec.unread === true) return undefined;
  const options: GivenOption[] = [];
  const path: string[] = [];
  let level: CommandSpec = spec;
  let words = command.words.slice(1);
  for (;;) {
    const sorted = sortWords(level, words, NAMES);
    options.push(...optionsOf(level, sorted));
    const named = sorted.commandAt < 0 ? undefined : (words[sorted.commandAt]?.value ?? undefined);
    const next: CommandSpec | undefined =
      named === undefined || path.length >= MAX_SUBCOMMANDS
        ? undefined
        : Object.hasOwn(level.commands ?? {}, named)
          ? level.commands?.[named]
          : undefined;
    if (named !== undefined) path.push(named);
    if (next === undefined) {
      const [first, ...rest] = operandsOf(command, sorted, words);
      const told = first === undefined ? undefined : toldRole(name, path, options);
      if (first === undefined || told === undefined)
        return { path, options, operands: first === undefined ? [] : [first, ...rest] };
      const others = told === "code" ? rest : rest.map((one) => ({ ...one, role: told }));
      return { path, options, operands: [{ ...first, role: told }, ...others] };
    }
    words = words.slice(sorted.commandAt + 1);
    level = next;
  }
}

function optionsOf(spec: CommandSpec, { options, values }: Sorted): readonly GivenOption[] {
  const same = sameOptions(spec);
  return [...options].flatMap(([name, given]) => {
    const one = same.get(name) ?? name;
    const names = [...new Set([name, one, ...[...same].flatMap(([other, of]) => (of === one ? [other] : []))])];
    return given.map((word): GivenOption => {
      const role = values.find((value) => value.option === name && value.word === word)?.role;
      return { names, value: word === null ? null : asWord(word), role: role === undefined ? "text" : ROLES[role] };
    });
  });
}

/** Behind a sub-command that no row knows, everything that is no option is one. */
function operandsOf(command: SubCommand, sorted: Sorted, words: readonly KnownWord[]): SortedUse["operands"] {
  const rest = sorted.commandAt < 0 ? [] : words.slice(sorted.commandAt + 1);
  return [...sorted.operands, ...rest].map((word) => ({ word: asWord(word), role: roleOf(command, word) }));
}

/** What the command does to the place or the host it names; a word of an understood use that nothing is done to is text. */
function roleOf({ effects, cwd, understood }: SubCommand, word: KnownWord): WordRole {
  const target = targetOf(word, cwd);
  const found = effects.flatMap((effect) => roleBy(effect, target, word) ?? []);
  // What is moved is taken away too.
  return found.includes("move") ? "move" : (found[0] ?? (understood ? "text" : "unknown"));
}

function roleBy(effect: Effect, target: Target, { value }: KnownWord): WordRole | undefined {
  switch (effect.do) {
    case "read":
      if (!isSame(effect.target, target)) return undefined;
      return effect.content ? (effect.recursive ? "search" : "read") : "list";
    case "write":
      if (isSame(effect.target, target)) return "write";
      return effect.from !== undefined && isSame(effect.from, target)
        ? effect.as === "move"
          ? "move"
          : "read"
        : undefined;
    case "delete":
      return isSame(effect.target, target) ? "delete" : undefined;
    case "network":
      return effect.host !== null && value?.toLowerCase().includes(effect.host) === true ? "host" : undefined;
    case "run":
      if (effect.script !== undefined && isSame(effect.script, target)) return "program";
      return effect.code !== undefined && effect.code === value ? "code" : undefined;
    default:
      return undefined;
  }
}

const isSame = (a: Target, b: Target): boolean => a.path === b.path && a.certainty === b.certainty && a.path !== "";
