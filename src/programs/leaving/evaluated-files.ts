/**
 * Which files of a project programs evaluate by themselves, whatever their words say: definitions of tasks, of dependencies, of what
 * is built and deployed. To an allow rule such a file, written in the session, is code of the session.
 */
import { once } from "../../contract/once.ts";
import { CLOUD_FILES } from "./evaluated/clouds.ts";
import { CONTAINER_FILES } from "./evaluated/containers.ts";
import { LANGUAGE_FILES } from "./evaluated/languages.ts";
import type { EvaluatedFiles } from "./evaluated/row.ts";
import { STARTED_FILES } from "./evaluated/started.ts";
import { TASK_FILES } from "./evaluated/tasks.ts";

interface Row {
  /** The words that make it apply: a program's name, and sub-commands behind it in this order. */
  readonly words: readonly string[];
  readonly except: ReadonlySet<string>;
  readonly files: EvaluatedFiles;
}

type RowsByName = ReadonlyMap<string, readonly Row[]>;

function byName(table: readonly EvaluatedFiles[]): RowsByName {
  const found = new Map<string, Row[]>();
  for (const files of table)
    for (const use of files.by.split(", ")) {
      const words = use.split(" ");
      const row: Row = { words, except: new Set(files.except?.split(" ")), files };
      found.set(words[0] ?? "", [...(found.get(words[0] ?? "") ?? []), row]);
    }
  return found;
}

const EVALUATED = [...LANGUAGE_FILES, ...TASK_FILES, ...CONTAINER_FILES, ...CLOUD_FILES];
const rowsByName = once(() => byName(EVALUATED));
const startedByName = once(() => byName([...EVALUATED, ...STARTED_FILES]));

/** `starts`: any of the words may be the program, because the first one starts others. */
export function evaluatedFiles(
  words: readonly string[],
  { starts }: { readonly starts: boolean },
): readonly EvaluatedFiles[] {
  const found = words.slice(0, starts ? MAX_STARTS : 1).flatMap((_, i) => rowsAt(words, i, rowsByName()));
  return [...new Set(found)];
}

/** Where a text starts the command: any of its words may be the program, and more counts than for a rule. */
export const filesStarted = (words: readonly string[]): readonly EvaluatedFiles[] => [
  ...new Set(words.flatMap((_, i) => rowsAt(words, i, startedByName()))),
];

/** What it evaluates is in the tables. */
export const hasDefinitions = (name: string): boolean => startedByName().has(name);

const rowsAt = (words: readonly string[], i: number, table: RowsByName): readonly EvaluatedFiles[] =>
  programNames(words[i] ?? "")
    .flatMap((name) => table.get(name) ?? [])
    .filter((row) => applies(row, words.slice(i + 1)))
    .map(({ files }) => files);

/** How far behind what starts it a program's name is looked for. */
const MAX_STARTS = 8;

/** Without its directory, its ending and its version: `./gradlew`, `npm.cmd`, `pip3.12`, `cdk@2`. */
export function programNames(word: string): readonly string[] {
  const name = word
    .slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1)
    .toLowerCase()
    .replace(/(?<=.)@[^@]*$/, "")
    .replace(/\.(?:exe|cmd|bat|ps1)$/, "");
  const plain = name.replace(/[\d.]+$/, "");
  return name === plain || plain === "" ? [name] : [name, plain];
}

function applies({ words, except }: Row, behind: readonly string[]): boolean {
  let at = 0;
  for (const word of words.slice(1)) {
    const next = behind.indexOf(word, at);
    if (next < 0) return false;
    at = next + 1;
  }
  const verb = behind.slice(at).find((word) => !PLAIN_FLAG.test(word));
  return !(verb !== undefined && except.has(verb));
}

/** Options that have no value behind them, whichever program they are for: any other could hide the sub-command. */
const PLAIN_FLAG = /^(?:--?[\w-]+=.*|-[vq]|--(?:verbose|quiet|silent|no-color|debug))$/;

/** It says its version or how it is used, and nothing else. */
export const onlyTells = (words: readonly string[]): boolean =>
  words.length > 1 && words.slice(1).every((word) => /^(?:--version|-V|--help|-h)$/.test(word));

interface FilePatterns {
  /** From the place itself. */
  readonly here: RegExp;
  /** Anywhere under it. */
  readonly below: RegExp;
}

const patterns = new Map<string, FilePatterns>();

/** `files`: names as in a row of the tables. */
export function filePatterns(files: string): FilePatterns {
  const known = patterns.get(files);
  if (known !== undefined) return known;
  const parts = files.split(" ").map(toPattern).join("|");
  const made = { here: new RegExp(`^(?:${parts})$`, "i"), below: new RegExp(`(?:^|/)(?:${parts})$`, "i") };
  patterns.set(files, made);
  return made;
}

const toPattern = (name: string): string =>
  name
    .split("**")
    .map((part) => part.replace(/[.+^$()|[\]{}\\]/g, "\\$&").replaceAll("*", "[^/]*"))
    .join(".*")
    .replace(/\/\.\*$/, "(?:/.*)?");
