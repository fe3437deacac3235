/** A sorted use of git as the proofs ask for it: which options were given, and which places its words name. */
import { resolve } from "node:path/posix";
import type { GivenOption, SortedUse, Word } from "../../contract/simple.ts";
import type { Scene, Touch } from "../types.ts";
import { listDir } from "./files.ts";
import type { Personal } from "./personal.ts";
import type { Repository } from "./repository.ts";

/** Where a use of git stands; no part of `cwd` is a link. */
export interface GitStanding {
  readonly cwd: string;
  readonly scene: Scene;
  readonly repo: Repository;
  readonly personal: Personal;
  /** Tracked names that matter where contents are shown or committed; absent: all. */
  readonly matters?: ((path: string) => boolean) | undefined;
}

/** Git's own, before the sub-command; `-C` with a directory, which a copy that `diff` looks for has not. */
const isGlobal = ({ names, role }: GivenOption): boolean =>
  role === "directory" || names.includes("--no-pager") || names.includes("--no-optional-locks");

export const has = ({ options }: SortedUse, ...wanted: readonly string[]): boolean =>
  options.some(({ names }) => names.some((name) => wanted.includes(name)));

/** Of the sub-command's own options. */
export const hasOnly = ({ options }: SortedUse, known: readonly string[]): boolean =>
  options.every((one) => isGlobal(one) || one.names.some((name) => known.includes(name)));

/** Every word is known, and none makes git start a program that checks a signature. */
export const isKnown = ({ options, operands }: SortedUse): boolean =>
  [...operands.map(({ word }) => word), ...options.flatMap(({ value }) => value ?? [])].every(
    ({ value }) => value !== null && !value.includes("%G"),
  );

/** Where git goes before anything else: each `-C` counts from the one before. */
export function startOf({ options }: SortedUse, cwd: string): string | undefined {
  const words = options.flatMap((one) => (one.role === "directory" && one.value !== null ? [one.value] : []));
  const isPlain = words.every(({ value, glob }) => value !== null && !glob && !value.startsWith("//"));
  return isPlain ? resolve(cwd, ...words.map(({ value }) => value ?? "")) : undefined;
}

/** Places that words of a command that only reads name, by their roles. Undefined: one of them is for something else. */
export function placesRead(use: SortedUse, cwd: string): readonly Touch[] | undefined {
  const given = use.options.flatMap((one) =>
    one.value === null || isGlobal(one) ? [] : { word: one.value, role: one.role },
  );
  const touches: Touch[] = [];
  for (const { word, role } of [...use.operands, ...given]) {
    if (role === "read" || role === "search" || role === "list")
      touches.push({ role, path: resolve(cwd, fixedPart(word)) });
    else if (!["text", "pattern", "revision", "unknown"].includes(role)) return undefined;
  }
  return touches;
}

const PATTERN = /[*?[\\]/;

export const isPattern = ({ value, glob }: Word): boolean => glob === true || PATTERN.test(value ?? "");

/** Of a pattern, the shell's or git's own, the directory in which all lies that it may mean. */
const fixedPart = (word: Word): string => {
  const text = word.value ?? "";
  return isPattern(word) ? text.slice(0, text.lastIndexOf("/", text.search(PATTERN)) + 1) || "." : text;
};

/** Places its operands name, one that holds them all for a pattern. Undefined: git may read a word as something else than a place. */
export function placesNamed({ operands }: SortedUse, cwd: string, { disk }: Scene): readonly string[] | undefined {
  const isPlace = ({ word }: SortedUse["operands"][number]): boolean => {
    const text = word.value ?? "";
    if (text === "" || /^(?::|\/\/)/.test(text) || (isPattern(word) && /(?:^|\/)\.\.(?:\/|$)/.test(text))) return false;
    // The shell may put a name there that git reads as an option, or as one of its own patterns.
    return (
      !word.glob ||
      !PATTERN.test(text.charAt(0)) ||
      !(listDir(cwd, disk)?.some(({ name }) => /^[-:]/.test(name)) ?? true)
    );
  };
  return operands.every(isPlace) ? operands.map(({ word }) => resolve(cwd, fixedPart(word))) : undefined;
}
