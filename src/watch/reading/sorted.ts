/** The words of a command, sorted as the row of its program says. */
import type { Effect, ReadEffect, RunEffect, Target, WriteEffect } from "../../contract/effect.ts";
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
  text: "unknown",
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
  cwd: "unknown",
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

interface Given {
  readonly options: readonly GivenOption[];
  readonly operands: readonly KnownWord[];
}

/** Roles that no effect tells, of the first operand and of the others: the code of a shell, what git puts into its index, looks for, or goes back to. */
function toldRoles(name: string, path: readonly string[], { options, operands }: Given): readonly WordRole[] {
  const has = (option: string): boolean => options.some(({ names }) => names.includes(option));
  if (SHELLS.test(name) && has("-c")) return ["code"];
  const [first = ""] = name === "git" ? path : [];
  if (first === "grep") return has("-e") || has("-f") ? ["search", "search"] : ["pattern", "search"];
  if (first === "switch" || (first === "reset" && operands[0]?.value === "HEAD")) return ["revision", "revision"];
  return /^(?:add|stage)$/.test(first) ? ["stage", "stage"] : [];
}

/** The program itself or one of its sub-commands, with the words behind its name. */
interface Level {
  readonly spec: CommandSpec;
  readonly words: readonly KnownWord[];
  readonly path: readonly string[];
}

/** Undefined: no row knows the program. */
export function sortByRow(name: string, command: SubCommand): SortedUse | undefined {
  const spec = programNamed(name);
  if (spec === undefined || spec.unread === true) return undefined;
  const options: GivenOption[] = [];
  let level: Level = { spec, words: command.words.slice(1), path: [] };
  for (;;) {
    const sorted = sortWords(level.spec, level.words, NAMES);
    options.push(...optionsOf(command, level.spec, sorted));
    const next = levelBelow(level, sorted);
    if (next === undefined) return finishUse(name, command, { sorted, level, options });
    level = next;
  }
}

/** Undefined: no sub-command is named that the row knows. */
function levelBelow({ spec, words, path }: Level, { commandAt }: Sorted): Level | undefined {
  const name = words[commandAt]?.value ?? "";
  const below = commandAt >= 0 && Object.hasOwn(spec.commands ?? {}, name) ? spec.commands?.[name] : undefined;
  return below === undefined || path.length >= MAX_SUBCOMMANDS
    ? undefined
    : { spec: below, words: words.slice(commandAt + 1), path: [...path, name] };
}

interface Last {
  readonly sorted: Sorted;
  readonly level: Level;
  readonly options: readonly GivenOption[];
}

/** Behind a sub-command that no row knows, everything is an operand. */
function finishUse(name: string, command: SubCommand, { sorted, level, options }: Last): SortedUse {
  const { commandAt } = sorted;
  const unknown = commandAt < 0 ? [] : [level.words[commandAt]?.value ?? ""];
  const path = [...level.path, ...unknown];
  const rest = commandAt < 0 ? [] : level.words.slice(commandAt + 1);
  const lost = sorted.unaccounted.filter((word) => word.value === null && !sorted.operands.includes(word));
  const words = [...lost, ...sorted.operands, ...rest];
  const told = toldRoles(name, path, { options, operands: words });
  const operands = words.map((word, i) => ({
    word: asWord(word),
    role: told[Math.min(i, 1)] ?? roleOf(command, word),
  }));
  return { path, options, operands };
}

function optionsOf(command: SubCommand, spec: CommandSpec, { options, values }: Sorted): readonly GivenOption[] {
  const same = sameOptions(spec);
  return [...options].flatMap(([name, given]) => {
    const one = same.get(name) ?? name;
    const names = [...new Set([name, one, ...[...same].flatMap(([other, of]) => (of === one ? [other] : []))])];
    return given.map((word): GivenOption => {
      if (word === null) return { names, value: null, role: "text" };
      const row = values.find((value) => value.option === name && value.word === word)?.role ?? "text";
      return { names, value: asWord(word), role: row === "text" ? roleOf(command, word) : ROLES[row] };
    });
  });
}

/** What the command does to the place or the host it names. */
function roleOf({ effects, cwd }: SubCommand, word: KnownWord): WordRole {
  const target = targetOf(word, cwd);
  const found = effects.flatMap((effect) => roleBy(effect, target, word) ?? []);
  // What is moved is taken away too.
  return found.includes("move") ? "move" : (found[0] ?? "unknown");
}

function roleBy(effect: Effect, target: Target, { value }: KnownWord): WordRole | undefined {
  switch (effect.do) {
    case "read":
      return isSame(effect.target, target) ? readRole(effect) : undefined;
    case "write":
      return writeRole(effect, target);
    case "delete":
      return isSame(effect.target, target) ? "delete" : undefined;
    case "network":
      return names(value, effect.host) ? "host" : undefined;
    case "run":
      return runRole(effect, target, value);
    default:
      return undefined;
  }
}

const names = (value: string | null, host: string | null): boolean =>
  host !== null &&
  `${value}`
    .toLowerCase()
    .split(/[/@:?#]+/)
    .includes(host);
const readRole = ({ content, recursive }: ReadEffect): WordRole => (content ? (recursive ? "search" : "read") : "list");

function writeRole(effect: WriteEffect, target: Target): WordRole | undefined {
  if (isSame(effect.target, target)) return "write";
  return isSame(effect.from, target) ? (effect.as === "move" ? "move" : "read") : undefined;
}

function runRole({ script, code }: RunEffect, target: Target, value: string | null): WordRole | undefined {
  if (isSame(script, target)) return "program";
  return code !== undefined && code === value ? "code" : undefined;
}

const isSame = (a: Target | undefined, b: Target): boolean =>
  a !== undefined && a.path === b.path && a.certainty === b.certainty && a.path !== "";
