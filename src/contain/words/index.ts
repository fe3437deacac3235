/**
 * Which calls walls can carry: by words, without understanding. What names none of these words goes in, also a program that
 * nobody knows; a wrong choice costs a failure inside, never a harm.
 */
import { once } from "../../contract/kept.ts";
import type { SimpleCommand, Word } from "../../contract/simple.ts";
import { startsOthers } from "../../rules/index.ts";
import LOSSES from "./losses.json" with { type: "json" };
import NEEDS from "./needs.json" with { type: "json" };

/** Why walls are no place for a call: what it needs is not inside, or no restore point brings back what it takes away. */
export interface Unwalled {
  readonly why: "need" | "loss";
  /** What it needs or loses: an id of the table. */
  readonly what: string;
  /** The words that say so, as the table has them. */
  readonly words: string;
}

/** `words`: sub-commands and options, parted by commas, any of which must be among the command's words; none: every use. */
export interface WordRow {
  readonly programs: string;
  readonly words?: string;
  readonly need?: string;
  readonly loss?: string;
}

export interface WalledText {
  readonly commands: readonly SimpleCommand[];
  /** A part of it goes on by itself when the rest has ended. */
  readonly background: boolean;
  /** Whether a place, absolute, is one that walls let be written. */
  readonly isInside: (path: string) => boolean;
  /** Whether a place is a store of credentials: it is not there inside. */
  readonly isStore: (path: string) => boolean;
}

/** Undefined: nothing speaks against walls. */
export function unwalledBy({ commands, background, isInside, isStore }: WalledText): Unwalled | undefined {
  if (background && !commands.some(({ name }) => name === "wait" || name === "kill"))
    return { why: "need", what: "outlive", words: "&" };
  for (const command of commands.flatMap(withHanded)) {
    const found = namedBy(command) ?? writesOutside(command, isInside) ?? namesStore(command, isStore);
    if (found === undefined || (background && found.what === "network" && asksItself(command))) continue;
    return found;
  }
  return undefined;
}

/** And what it hands as one text to those it starts. */
const withHanded = (command: SimpleCommand): readonly SimpleCommand[] => [
  command,
  ...(startsOthers(command) ? command.words : []).flatMap(({ value }) => {
    const words = (value ?? "").split(/\s+/).map((one): Word => ({ value: one, text: one, prefix: one }));
    return words.length > 1 ? [{ ...command, name: words[0]?.value ?? "", words }] : [];
  }),
];

const rowsByProgram = once(() => {
  const rows: readonly WordRow[] = [...NEEDS, ...LOSSES];
  const found = new Map<string, readonly WordRow[]>();
  for (const row of rows)
    for (const program of row.programs.split(" ")) found.set(program, [...(found.get(program) ?? []), row]);
  return found;
});

function namedBy({ name, wrappers, words }: SimpleCommand): Unwalled | undefined {
  for (const program of [...wrappers, name ?? ""]) {
    const row = (rowsByProgram().get(program) ?? []).find((one) => namesUse(one, words));
    if (row !== undefined) {
      const [why, what] = row.need === undefined ? (["loss", row.loss ?? ""] as const) : (["need", row.need] as const);
      return { why, what, words: program };
    }
  }
  if (endsForeign(name, words)) return { why: "need", what: "process", words: "kill" };
  return lendsRights(name, words) ? { why: "need", what: "rights", words: "chmod" } : undefined;
}

/** A process by its number: none of those inside. */
const endsForeign = (name: string | null, words: readonly Word[]): boolean =>
  name === "kill" && words.slice(1).some(({ value }) => value !== null && /^\d+$/.test(value));

/** Whoever starts the file has its owner's rights, also outside and later. */
const lendsRights = (name: string | null, words: readonly Word[]): boolean =>
  name === "chmod" && words.slice(1).some(({ value }) => /^(?:[ugoa,]*[+=][rwxXt]*s|0?[2-7]\d{3}$)/.test(value ?? ""));

/** The first of an entry's words is the first word of the use that is no option, or an option; the others stand anywhere. */
function namesUse({ words: entries }: WordRow, words: readonly Word[]): boolean {
  if (entries === undefined) return true;
  const given = words.slice(1).map(({ value }) => value ?? "");
  const operands = given.filter((word) => !word.startsWith("-"));
  return entries.split(", ").some((entry) => {
    const [first = "", ...more] = entry.split(" ");
    const begins = first.startsWith("-") ? given.includes(first) : subCommands(given, operands).includes(first);
    return begins && more.every((word) => given.includes(word));
  });
}

/** Which word is the sub-command where options before it may take a value (`git -C x push`): the first two that are none. */
const subCommands = (given: readonly string[], operands: readonly string[]): readonly string[] =>
  given[0]?.startsWith("-") === true ? operands.slice(0, 2) : operands.slice(0, 1);

/** A server that the call starts is there inside, too. */
const asksItself = ({ name, words }: SimpleCommand): boolean => {
  const hosts = words.slice(1).filter(({ value }) => value === null || /^[^-]/.test(value));
  return /^(?:curl|wget|nc)$/.test(name ?? "") && hosts.some(isLoopback) && !hosts.some(isElsewhere);
};
const isLoopback = ({ value }: Word): boolean => LOOPBACK.test(value ?? "");
const isElsewhere = (word: Word): boolean =>
  word.value === null || (/:\/\/|^\w[\w-]*(?:\.[\w-]+)+(?:[:/]|$)/.test(word.value) && !isLoopback(word));
const LOOPBACK = /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/;

/** It names a store of credentials. */
function namesStore({ words, reads, cwd }: SimpleCommand, isStore: WalledText["isStore"]): Unwalled | undefined {
  const found = [...words.slice(1), ...reads].find(({ value }) => {
    const path = value?.startsWith("/") ? value : value == null || cwd === null ? undefined : `${cwd}/${value}`;
    return path !== undefined && isStore(path);
  });
  return found === undefined ? undefined : { why: "need", what: "credentials", words: found.text };
}

/** It writes a literal place that walls keep. */
function writesOutside({ writes, use, cwd }: SimpleCommand, isInside: WalledText["isInside"]): Unwalled | undefined {
  const changed = (use?.operands ?? []).filter(({ role }) => role === "write" || role === "delete" || role === "move");
  for (const { value } of [...writes, ...changed.map(({ word }) => word)]) {
    if (value === null || value === "/dev/null" || /^\/dev\/(?:std|fd\/)/.test(value)) continue;
    const path = value.startsWith("/") ? value : cwd === null ? null : `${cwd}/${value}`;
    if (path !== null && !isInside(path)) return { why: "need", what: "outside", words: value };
  }
  return undefined;
}
