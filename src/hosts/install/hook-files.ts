/** The files that installed lines start, in the state directory: each is named by its hash, and stays while a line names it. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { sha256 } from "../../contract/key.ts";
import { ok, type Result } from "../../contract/result.ts";
import { stateLayout } from "../../contract/state-dir.ts";
import { readOwn, replaceOwn } from "./files.ts";
import { guardedFiles } from "./journal.ts";
import { hookFile, type Pins } from "./line.ts";

const NAMED = /\/hooks\/hook-([0-9a-f]{32})\.sh/g;

/** Written, where it is not there as it should be: before a line that names it. */
export function putHookFile(pins: Pins): Result<void> {
  const { path, text } = hookFile(pins);
  const before = readOwn(path);
  if (!before.ok) return before;
  const bytes = Buffer.from(text);
  if (before.value?.equals(bytes) === true) return ok(undefined);
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  return replaceOwn(path, bytes, before.value);
}

/** Of the files that a host's file names, those that are there, and whether each is as it was written. */
export function namedHookFiles(text: string, stateDir: string): readonly { path: string; isWhole: boolean }[] {
  const letters = [...new Set([...text.matchAll(NAMED)].map(([, found = ""]) => found))];
  return letters.map((found) => {
    const path = join(stateLayout(stateDir).hooks, `hook-${found}.sh`);
    return { path, isWhole: hashOf(path)?.startsWith(found) === true };
  });
}

/** Those that an agent's settings name and that are gone, or not what was written: no call that starts one runs. */
export function changedHookFiles(stateDir: string): readonly string[] {
  const named = guardedFiles(stateDir).flatMap((file) => namedHookFiles(textOf(file) ?? "", stateDir));
  return [...new Set(named.filter(({ isWhole }) => !isWhole).map(({ path }) => path))];
}

/** What stands in such a file behind `NAME=`, as one word. */
export function pinnedIn(path: string, name: string): string | undefined {
  const [, word] = new RegExp(`^${name}=(.*)$`, "m").exec(textOf(path) ?? "") ?? [];
  return word?.replace(/'\\''/g, "\0").replace(/'/g, "").replaceAll("\0", "'");
}

/** Those that no line of a host names any more. */
export function sweepHookFiles(stateDir: string): void {
  const folder = stateLayout(stateDir).hooks;
  const named = guardedFiles(stateDir).flatMap((file) => [...(textOf(file) ?? "").matchAll(NAMED)]);
  const kept = new Set(named.map(([path]) => basename(path)));
  for (const name of namesIn(folder)) if (!kept.has(name)) rmSync(join(folder, name), { force: true });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const hashOf = (path: string): string | undefined => {
  const text = textOf(path);
  return text === undefined ? undefined : sha256(text);
};

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
