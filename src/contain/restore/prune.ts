/**
 * Old points go by their age. Where there is not enough room, first those that hold nothing but what is there still, then
 * the largest: nobody pushes a small one out by making many large ones. Beside decisions, never before one: nothing that is looked
 * at here decides anything.
 */
import { lstatSync, renameSync, unlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stateLayout } from "../../contract/state-dir.ts";
import { stampOf } from "./copy.ts";
import { idsOf, namesIn, readHead, readPoint, SUFFIX, timeOfId } from "./shelf.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
/** What was begun this long ago is not being written any more, and nobody still takes up a point that went this long ago. */
const GRACE_MS = HOUR_MS;

export interface Keeping {
  readonly keepDays: number;
  readonly keepBytes: number;
}

/** Once in a while, by the time of a file: beside a call that has run every hour, before one every day. Never throws. */
export function pruneNowAndThen(stateDir: string, keeping: Keeping, { now, every }: Occasion): void {
  const mark = join(stateLayout(stateDir).restore, "pruned");
  try {
    const at = lstatSync(mark, { throwIfNoEntry: false })?.mtimeMs;
    if (at !== undefined && now - at < every) return;
    if (at === undefined) writeFileSync(mark, "", { mode: 0o600, flag: "wx" });
    else utimesSync(mark, now / 1000, now / 1000);
    prunePoints(stateDir, keeping, now);
  } catch {
    return; // Another time.
  }
}

interface Occasion {
  readonly now: number;
  readonly every: number;
}

export function prunePoints(stateDir: string, { keepDays, keepBytes }: Keeping, now: number): void {
  const dir = stateLayout(stateDir).restore;
  const ids = idsOf(dir, SUFFIX.point).toSorted((a, b) => (timeOfId(a) ?? 0) - (timeOfId(b) ?? 0));
  const isOld = (id: string): boolean => now - (timeOfId(id) ?? 0) > keepDays * DAY_MS;
  for (const id of ids.filter(isOld)) retire(dir, id);
  makeRoom(
    dir,
    ids.filter((id) => !isOld(id)).map((id) => ({ id, bytes: sizeOf(join(dir, id + SUFFIX.point)) })),
    keepBytes,
  );
  dropUnused(dir, now);
  dropOld(dir, SUFFIX.draft, now - GRACE_MS);
  for (const corner of ["running", "newest"]) dropOld(join(dir, corner), "", now - keepDays * DAY_MS);
}

interface SizedPoint {
  readonly id: string;
  readonly bytes: number;
}

/** Oldest first, as they are handed in. The newest stays: it is of the call that is about to run. */
function makeRoom(dir: string, points: readonly SizedPoint[], keepBytes: number): void {
  let over = points.reduce((sum, { bytes }) => sum + bytes, 0) - keepBytes;
  if (over <= 0) return;
  const older = points.slice(0, -1);
  const needless = older.filter(({ id }) => isAllThere(join(dir, id + SUFFIX.point)));
  const needed = older.filter((point) => !needless.includes(point)).toSorted((a, b) => b.bytes - a.bytes);
  for (const { id, bytes } of [...needless, ...needed]) {
    if (over <= 0) return;
    retire(dir, id);
    over -= bytes;
  }
}

/** Nobody has touched anything it holds. */
function isAllThere(path: string): boolean {
  const point = readPoint(path);
  return (
    point.ok &&
    point.value.entries.every((entry) => {
      const found = lstatSync(entry.path, { bigint: true, throwIfNoEntry: false });
      return entry.kind === "file" ? found !== undefined && stampOf(found) === entry.stamp : found !== undefined;
    })
  );
}

/** It is no point any more. Its contents stay for the later ones that use them. */
function retire(dir: string, id: string): void {
  renameSync(join(dir, id + SUFFIX.point), join(dir, id + SUFFIX.kept));
  remove(join(dir, id + SUFFIX.after));
}

/**
 * Whoever still makes a point that uses it has found it as a point, less than the grace ago; and what was made since is
 * among the heads that are read here.
 */
function dropUnused(dir: string, now: number): void {
  const kept = idsOf(dir, SUFFIX.kept).filter((id) => now - changedAt(join(dir, id + SUFFIX.kept)) > GRACE_MS);
  if (kept.length === 0) return;
  const used = new Set<string>();
  for (const id of idsOf(dir, SUFFIX.point)) {
    const head = readHead(join(dir, id + SUFFIX.point));
    // What cannot be read may use anything.
    if (!head.ok) return;
    for (const one of head.value.uses) used.add(one);
  }
  for (const id of kept) if (!used.has(id)) remove(join(dir, id + SUFFIX.kept));
}

function dropOld(dir: string, suffix: string, before: number): void {
  for (const name of namesIn(dir)) {
    const path = join(dir, name);
    if (name.endsWith(suffix) && changedAt(path) < before) remove(path);
  }
}

const changedAt = (path: string): number =>
  lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? Number.POSITIVE_INFINITY;
const sizeOf = (path: string): number => lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    return;
  }
}
