/** What can be said of each row: its options with and without values, its operands, and how many of both. */
import type { OptionRow, ProgramRow, UseRow, WordUse } from "../../src/core/programs/rows.ts";
import { unlistedFor } from "./unlisted.ts";
import { quoted, wordsFor } from "./words.ts";

/** One way to fill a part of a command. */
export interface Part {
  readonly text: string;
  /** What it is meant for. */
  readonly plain: boolean;
  /** It makes another role of the operands. */
  readonly turns?: boolean;
  /** It stands for the first operand. */
  readonly first?: boolean;
}

export interface Use {
  /** "git log". */
  readonly name: string;
  readonly program: string;
  /** Options stand behind the operands, or have to be there. */
  readonly words: boolean;
  readonly options: readonly Part[];
  readonly operands: readonly Part[];
  readonly unlisted: readonly string[];
  /** It searches or changes: no other row is like it. */
  readonly alone: boolean;
  /** Of the sub-commands of one program its number; -1 where there is one use. */
  readonly turn: number;
  /** The operands with one of them replaced, for each that is a place. */
  readonly naming: (word: string, isFirst?: boolean) => readonly string[];
}

const PLACES = /^(?:read|list|search|stage|write|delete|move|revision)(?:$|:)/;
/** Rows whose sub-commands are named: what stands there when the row itself is looked at. */
const SUB: Readonly<Record<string, string>> = {
  git: "status",
  docker: "ps",
  gh: "pr list",
  "gh pr": "list",
  "git remote": "",
};
/** What a row needs besides its operands, to do anything. */
const NEEDED: Readonly<Record<string, string>> = { cut: "-f 1", "git commit": "--allow-empty -m x", tr: "" };

export function usesOf(rows: readonly (readonly [string, ProgramRow])[]): readonly Use[] {
  return rows.flatMap(([program, row]) => {
    const uses = row.wraps === undefined ? below(program, program, row) : [];
    return uses.map((use, turn) => ({ ...use, turn: uses.length > 1 ? turn : -1 }));
  });
}

function below(program: string, name: string, row: UseRow): readonly Use[] {
  const inner = Object.entries(row.commands ?? {}).flatMap(([sub, one]) => below(program, `${name} ${sub}`, one));
  return [useOf(program, name, row), ...inner];
}

function useOf(program: string, name: string, row: UseRow): Use {
  const slots = slotsOf(row);
  const usual = slots.map((use) => quoted(wordsFor(use).plain[0] ?? "x"));
  const put = (at: number, word: string): string => usual.map((one, i) => (i === at ? word : one)).join(" ");
  return {
    ...{ name, program, words: row.words === true, unlisted: unlistedFor(name), turn: -1 },
    alone:
      row.does === "edits" ||
      slots.some((use) => /^(?:search|stage)/.test(use)) ||
      ["grep", "cat", "sed"].includes(name),
    options: Object.entries(row.options ?? {}).flatMap(([names, option]) =>
      names.split(" ").flatMap((one, i) => optionParts(one, option, row, i)),
    ),
    operands: operandParts(name, row, slots, put),
    naming: (word, isFirst = false) => [
      ...slots.flatMap((use, at) => (PLACES.test(use) ? [isFirst ? word : put(at, word)] : [])),
      ...(row.behind === undefined ? [] : [`-- ${word}`]),
    ],
  };
}

/** What its operands are for, as many as it takes to do something. */
function slotsOf({ operands = [], last, least, creates }: UseRow): readonly WordUse[] {
  if (creates === true) return [];
  const count = Math.max(least ?? 0, operands.length);
  const slots = Array.from({ length: count }, (_, i) => operands[i] ?? operands.at(-1) ?? "text");
  return last === undefined ? slots : [...slots.slice(0, Math.max(1, count - 1)), last];
}

function operandParts(
  name: string,
  row: UseRow,
  slots: readonly WordUse[],
  put: (at: number, word: string) => string,
): readonly Part[] {
  const needed = NEEDED[name] ?? "";
  const part = (text: string, plain = true): Part => ({ text: `${text} ${needed}`.trim(), plain });
  const sub = SUB[name];
  if (sub !== undefined) return [part(sub)];
  const found = slots.flatMap((use, at) => {
    const { plain, odd = [] } = wordsFor(use);
    return [
      ...plain.map((word) => part(put(at, quoted(word)))),
      ...odd.map((word) => part(put(at, quoted(word)), false)),
    ];
  });
  const last = row.operands?.at(-1);
  const [first = "x", second = "y"] = last === undefined ? [] : wordsFor(last).plain;
  const usual = put(-1, "");
  const behind = row.behind === undefined ? [] : wordsFor(row.behind).plain.map((word) => part(`-- ${quoted(word)}`));
  return [
    ...(found.length > 0 ? found : [part("")]),
    ...((row.least ?? 0) === 0 && slots.length > 0 ? [part("")] : []),
    ...(row.creates === true ? [part("made"), part("made-too"), part("made HEAD", false), part("HEAD", false)] : []),
    ...(last === undefined
      ? [part("made.txt", false)]
      : [part(`${usual} ${quoted(second)}`.trim()), part(`${usual} made.txt`, false)]),
    ...(last === undefined
      ? []
      : [part(`-- ${usual}`), part(`${usual} ${quoted(first)} ${quoted(second)}`.trim(), false)]),
    ...behind,
  ];
}

/** Of a branch that is made. */
const NEW_NAMES = { plain: ["made", "made/too"], odd: ["main", "HEAD", "v1", "origin/main", "a.txt"] };

function optionParts(name: string, option: OptionRow, { words, does }: UseRow, at: number): readonly Part[] {
  const turns = option.turns !== undefined || option.first === true;
  const part = (text: string, plain = true): Part => ({ text, plain, turns, first: option.first === true });
  const { value, attached, needed } = option;
  const names = does === "edits" && value === "revision";
  const glued = (word: string): string =>
    name.startsWith("--") ? `${name}=${quoted(word)}` : `${name}${quoted(word)}`;
  if (value === undefined && attached === undefined) return [part(name)];
  const { plain, odd = [] } =
    names === true
      ? NEW_NAMES
      : attached === "never"
        ? { plain: [], odd: ["made", ".bak"] }
        : wordsFor(value ?? attached ?? "text");
  const apart = (word: string): string => `${name} ${quoted(word)}`;
  // Of a second name one value is enough.
  const some = at === 0 ? plain : plain.slice(0, 1);
  if (value === undefined)
    return [
      ...(needed === true ? [] : [part(name)]),
      ...some.map((word) => part(glued(word))),
      ...odd.map((word) => part(glued(word), false)),
    ];
  const both = (word: string): readonly string[] => (words === true ? [apart(word)] : [apart(word), glued(word)]);
  return [
    ...some.map((word, i) => part(i % 2 === 0 || words === true ? apart(word) : glued(word))),
    ...odd.flatMap((word) => both(word).map((text) => part(text, false))),
  ];
}

/** As one command. */
export function commandOf(use: Use, options: readonly string[], operands: string): string {
  const given = options.filter((one) => one !== "").join(" ");
  const parts = use.words ? [use.name, operands, given] : [use.name, given, operands];
  return parts.filter((one) => one !== "").join(" ");
}
