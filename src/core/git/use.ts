/** A sorted use of git as the proofs ask for it: which options were given, and which places its words name. */
import { resolve } from "node:path/posix";
import type { GivenOption, SortedUse, Word } from "../../contract/simple.ts";
import type { Scene, Touch } from "../types.ts";
import { listDir } from "./files.ts";

/** Git's own, before the sub-command. */
const GLOBAL: ReadonlySet<string> = new Set(["-C", "--no-pager", "--no-optional-locks"]);
const PATTERN = /[*?[\\]/;

const isDirectory = ({ names, role }: GivenOption): boolean => names.includes("-C") && role === "directory";

/** The sub-command's own options. */
export const ownOptions = ({ options }: SortedUse): readonly GivenOption[] =>
  options.filter((one) => !isDirectory(one) && !one.names.some((name) => name !== "-C" && GLOBAL.has(name)));

export const has = ({ options }: SortedUse, name: string): boolean => options.some(({ names }) => names.includes(name));

export const hasOnly = (use: SortedUse, names: string): boolean => {
  const known = new Set(names.split(" "));
  return ownOptions(use).every((one) => one.names.some((name) => known.has(name)));
};

/** Where git goes before anything else: each `-C` counts from the one before. Undefined: not known. */
export function startOf({ options }: SortedUse, cwd: string): string | undefined {
  let at: string | undefined = cwd;
  for (const { value } of options.filter(isDirectory)) {
    if (at === undefined || value?.value == null || value.value.startsWith("//") || value.glob) return undefined;
    at = value.value === "" ? at : resolve(at, value.value);
  }
  return at;
}

/** Every word is known, and no option makes git start a program that shows or checks a signature. */
export const isKnown = ({ options, operands }: SortedUse): boolean =>
  operands.every(({ word }) => word.value !== null) &&
  options.every(({ value }) => value === null || (value.value !== null && !value.value.includes("%G")));

/** Places that words of a command that only reads name, by their roles. Undefined: one of them is for something else. */
export function placesRead(use: SortedUse, cwd: string): readonly Touch[] | undefined {
  const words = [
    ...use.operands,
    ...ownOptions(use).flatMap(({ value, role }) => (value === null ? [] : { word: value, role })),
  ];
  const touches: Touch[] = [];
  for (const { word, role } of words) {
    if (role === "read" || role === "search" || role === "list")
      touches.push({ role, path: resolve(cwd, fixedPart(word)) });
    else if (!["text", "pattern", "revision", "unknown"].includes(role)) return undefined;
  }
  return touches;
}

/** Of a word with a pattern in it, the shell's or git's own, the directory all it may mean lies in. */
const fixedPart = ({ value, glob }: Word): string => {
  const text = value ?? "";
  if (!glob && !PATTERN.test(text)) return text;
  return text.slice(0, text.lastIndexOf("/", text.search(PATTERN)) + 1) || ".";
};

/** Places its operands name, one that holds them all for a pattern. Undefined: git may read a word as something else than a place. */
export function placesNamed(use: SortedUse, cwd: string, { disk }: Scene): readonly string[] | undefined {
  const names: string[] = [];
  for (const { word } of use.operands) {
    const { value } = word;
    if (value === null || value === "" || value.startsWith(":") || value.startsWith("//")) return undefined;
    // The shell may put a name there that git reads as an option, or as one of its own patterns.
    const first = word.glob && PATTERN.test(value.charAt(0)) ? listDir(cwd, disk) : [];
    if (first?.some(({ name }) => /^[-:]/.test(name)) ?? true) return undefined;
    names.push(resolve(cwd, fixedPart(word)));
  }
  return names;
}

/** Operands that are each one file, no pattern to the shell or to git. */
export function filesNamed(use: SortedUse, cwd: string): readonly string[] | undefined {
  const isPlain = ({ word: { value, glob } }: SortedUse["operands"][number]): boolean =>
    value !== null && value !== "" && !glob && !PATTERN.test(value) && !/^(?::|\/\/)/.test(value);
  return use.operands.every(isPlain) ? use.operands.map(({ word }) => resolve(cwd, word.value ?? "")) : undefined;
}
