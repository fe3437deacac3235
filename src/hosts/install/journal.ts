/**
 * What installing wrote into agents' settings: one file in the state directory, for each of theirs what stood in it before, what was
 * written, and each entry of ours with its place. By it all of that can be taken out again, also by a version that writes to other places.
 */
import { mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../contract/action.ts";
import { sha256 } from "../../contract/key.ts";
import { HOOK_MARK } from "../../contract/own-marks.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { readTextFile } from "../../machine/index.ts";
import { isObject, objectsIn, textIn } from "../json.ts";
import { textsIn } from "../own-rules.ts";
import type { FileChange } from "./index.ts";
import type { Pins } from "./line.ts";
import type { HookEntry } from "./place.ts";

const MAX_FILE_BYTES = 16_000_000;
const JOURNAL = "journal.json";

export interface WrittenFile {
  readonly file: string;
  readonly before: Buffer | null;
  readonly written: Buffer;
  /** Of a file that is all ours, none. */
  readonly entries: readonly HookEntry[];
  /** What of the person's deny rules stands in the host's own list for us. */
  readonly texts: readonly string[];
  /** Folders of the program, and the Node that runs it. */
  readonly pinned: readonly string[];
}

export const journalPath = (stateDir: string): string => join(stateLayout(stateDir).receipts, JOURNAL);

/** Installing over an installation keeps what stood there before the first one. */
export function noteWritten(
  stateDir: string,
  change: FileChange,
  { program, node }: Pick<Pins, "program" | "node">,
): Result<void> {
  const { file, entries = [], texts = [] } = change;
  const earlier = writtenTo(stateDir, file);
  const again = earlier !== undefined && change.before !== null && earlier.written.equals(change.before);
  const written: WrittenFile = {
    ...{ file, before: again ? earlier.before : change.before, written: change.after ?? Buffer.alloc(0) },
    ...{ entries, texts, pinned: [program, node] },
  };
  try {
    replace(stateDir, [...journal(stateDir).filter((one) => one.file !== file), written]);
    return ok(undefined);
  } catch (error) {
    return fail(`${stateDir} cannot be written to, and every call would be denied: ${messageOf(error)}`);
  }
}

/** Undefined where nothing was written to it. */
export const writtenTo = (stateDir: string, file: string): WrittenFile | undefined =>
  journal(stateDir).find((one) => one.file === file);

/** It was taken out. */
export function forgetWritten(stateDir: string, file: string): void {
  const all = journal(stateDir);
  if (all.some((one) => one.file === file))
    replace(
      stateDir,
      all.filter((one) => one.file !== file),
    );
}

/** Of a file by whatever path: what is ours in its list of deny rules. */
export function mirroredIn(stateDir: string, file: string): readonly string[] {
  return journal(stateDir).find((one) => one.texts.length > 0 && isSameFile(one.file, file))?.texts ?? [];
}

function isSameFile(one: string, other: string): boolean {
  try {
    return one === other || realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}

/** The hosts' files that still hold what was installed; one that went, or lost it, does not count any more. */
export const guardedFiles = (stateDir: string): readonly string[] =>
  journal(stateDir).flatMap(({ file, texts }) => (holds(file, [HOOK_MARK, ...texts.slice(0, 1)]) ? [file] : []));

/** What the installed lines name: folders of the program, and the Node that runs it. */
export const pinnedPlaces = (stateDir: string): readonly string[] => journal(stateDir).flatMap(({ pinned }) => pinned);

function holds(file: string, some: readonly string[]): boolean {
  try {
    const text = readTextFile(file, MAX_FILE_BYTES);
    return some.some((one) => text.includes(one));
  } catch {
    return false;
  }
}

/** A file of each agent's, as earlier versions wrote them, goes into the journal with the next change. */
function journal(stateDir: string): readonly WrittenFile[] {
  const { receipts } = stateLayout(stateDir);
  const all = objectsIn(readObject(journalPath(stateDir)) ?? {}, "files").map(parseWritten);
  const earlier = earlierFiles(stateDir).map((name) => parseWritten(readObject(join(receipts, name)) ?? {}));
  const known = new Set(all.map(({ file }) => file));
  return [...all, ...earlier.filter(({ file }) => !known.has(file))];
}

function earlierFiles(stateDir: string): readonly string[] {
  try {
    return readdirSync(stateLayout(stateDir).receipts).filter((name) => name.endsWith(".json") && name !== JOURNAL);
  } catch {
    return [];
  }
}

function replace(stateDir: string, files: readonly WrittenFile[]): void {
  const { receipts } = stateLayout(stateDir);
  const path = journalPath(stateDir);
  const text = JSON.stringify({ files: files.filter(({ file }) => file !== "").map(formatWritten) }, null, 1);
  mkdirSync(receipts, { recursive: true, mode: 0o700 });
  const aside = `${path}.${process.pid}.${sha256(text).slice(0, 8)}`;
  writeFileSync(aside, `${text}\n`, { mode: 0o600 });
  renameSync(aside, path);
  if (files.length === 0) rmSync(path);
  for (const name of earlierFiles(stateDir)) rmSync(join(receipts, name), { force: true });
}

const formatWritten = ({ before, written, ...rest }: WrittenFile): object => ({
  ...rest,
  before: before?.toString("base64") ?? null,
  written: written.toString("base64"),
});

function parseWritten(value: JsonObject): WrittenFile {
  const bytes = (name: string): Buffer | null =>
    typeof value[name] === "string" ? Buffer.from(value[name], "base64") : null;
  const entries = objectsIn(value, "entries").flatMap((one): readonly HookEntry[] => {
    const at = textsIn(one.at) ?? [];
    return at.length > 0 && isObject(one.value) ? [{ at, value: one.value }] : [];
  });
  return {
    ...{ file: textIn(value, "file") ?? "", before: bytes("before"), written: bytes("written") ?? Buffer.alloc(0) },
    ...{
      entries,
      texts: textsIn(value.texts) ?? [],
      pinned: (textsIn(value.pinned) ?? []).filter((place) => /^\/./.test(place)),
    },
  };
}

/** Undefined where there is none, or what stands there is none. */
function readObject(path: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
