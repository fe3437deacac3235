/** Where agents keep their records on this machine. */

import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { stateLayout } from "../contract/state-dir.ts";
import { allHosts, type RecordHome, type RecordPlace } from "../hosts/index.ts";

/** More files than this are not listed; the newest are replayed. */
export const MAX_FILES = 20_000;
const MAX_DEPTH = 6;

export const agentPlaces = (at: RecordHome): readonly RecordPlace[] =>
  allHosts().flatMap(({ records }) => records?.place?.(at) ?? []);

/** Our own records. */
export const ledgerPlace = (stateDir: string): RecordPlace => ({
  directory: stateLayout(stateDir).ledger,
  name: /\.jsonl$/,
});

/** Files below a directory, oldest first, so that a session's history comes before what resumed it. Links are not followed. */
export function recordsBelow({ directory, name }: RecordPlace): readonly string[] {
  const found: { readonly path: string; readonly at: number }[] = [];
  const todo: { readonly path: string; readonly depth: number }[] = [{ path: directory, depth: 0 }];
  for (let dir = todo.pop(); dir !== undefined; dir = todo.pop()) {
    for (const entry of entriesOf(dir.path)) {
      const path = join(dir.path, entry.name);
      if (entry.isDirectory() && dir.depth < MAX_DEPTH) todo.push({ path, depth: dir.depth + 1 });
      else if (entry.isFile() && name.test(entry.name)) found.push({ path, at: statOf(path)?.mtimeMs ?? 0 });
    }
  }
  return found
    .sort((a, b) => a.at - b.at || (a.path < b.path ? -1 : 1))
    .slice(-MAX_FILES)
    .map(({ path }) => path);
}

function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Undefined where it cannot be looked at. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
