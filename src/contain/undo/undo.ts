/** A person looks at restore points and brings files back: what is there now is saved first, so that this too can be undone. */
import { join } from "node:path";
import { ticks } from "../../contract/clock.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { isInside, type ProtectedContext } from "../../machine/index.ts";
import type { PointHead, RestorePoint } from "../restore/point.ts";
import { findUnrecoverable } from "../restore/project.ts";
import { type RestoreParts, savePoint } from "../restore/save.ts";
import { idsOf, openShelf, readContent, readHead, readPoint, SUFFIX, timeOfId } from "../restore/shelf.ts";
import { bringBack, closeDirectory, takeAway } from "./bring-back.ts";
import { planUndo, type UndoItem } from "./plan-undo.ts";

/** A person waits longer than a call may. */
const PATIENCE_MS = 600_000;

/** Newest first. What cannot be read is left out of the list. */
export function listPoints(stateDir: string): readonly PointHead[] {
  const dir = openShelf(stateDir);
  return idsOf(dir, SUFFIX.point)
    .toSorted((a, b) => (timeOfId(b) ?? 0) - (timeOfId(a) ?? 0))
    .flatMap((id) => {
      const head = readHead(join(dir, id + SUFFIX.point));
      return head.ok ? [head.value] : [];
    });
}

export interface UndoPlan {
  readonly point: RestorePoint;
  readonly items: readonly UndoItem[];
  /** Made since, by the call or later. */
  readonly created: readonly string[];
}

export interface UndoScope {
  readonly stateDir: string;
  readonly world: World;
  readonly places: ProtectedContext;
  /** Only at and below these places; empty is everything. */
  readonly only: readonly string[];
}

export function planOf(id: string, { stateDir, world, places, only }: UndoScope): Result<UndoPlan> {
  const dir = openShelf(stateDir);
  const point = readPoint(join(dir, id + SUFFIX.point));
  if (!point.ok) return point;
  const isMeant = (path: string): boolean => only.length === 0 || only.some((place) => isInside(path, place));
  const items = planUndo(point.value, dir).filter(({ entry }) => isMeant(entry.path));
  const created = createdSince(point.value, { world, places });
  return created.ok ? ok({ point: point.value, items, created: created.value.filter(isMeant) }) : created;
}

/** Of an edit, what it said it would make; of `work`, what is untracked now, was not there then and has come since. */
function createdSince(
  { head, entries }: RestorePoint,
  { world, places }: Pick<UndoScope, "world" | "places">,
): Result<readonly string[]> {
  const there = head.creates.filter((path) => world.lstat(path).kind !== "absent");
  if (head.cause !== "work") return ok(there);
  const limits = { maxFiles: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER, maxMs: PATIENCE_MS };
  const request = { roots: head.roots, places, held: [] };
  const found = findUnrecoverable({ request, world, limits, startedAt: ticks(), untracked: true });
  if (!found.ok) return found.error.credentials.length > 0 ? ok([]) : fail(found.error.why);
  const before = new Set(entries.map(({ path }) => path));
  const isNew = (path: string): boolean => (world.lstat(path).ctimeMs ?? 0) >= head.at - CLOCK_MS;
  return ok(found.value.filter((path) => !before.has(path) && isNew(path)));
}
/** A file's clock may be behind ours by this. */
const CLOCK_MS = 1_000;

/** How many places of a point differ now from what it holds. Looks, and changes nothing; null where the point cannot be read. */
export function countDiffering(
  id: string,
  stateDir: string,
): { readonly byCall: number; readonly since: number } | null {
  const dir = openShelf(stateDir);
  const point = readPoint(join(dir, id + SUFFIX.point));
  if (!point.ok) return null;
  const verdicts = planUndo(point.value, dir).map(({ verdict }) => verdict);
  return {
    byCall: verdicts.filter((verdict) => verdict === "bring back").length,
    since: verdicts.filter((verdict) => verdict === "changed").length,
  };
}

export interface UndoOrder {
  readonly items: readonly UndoItem[];
  /** Made since, and to be taken away. */
  readonly remove: readonly string[];
  readonly title: string;
}

export interface UndoResult {
  /** The point of what was there before; null where nothing was. */
  readonly savedAs: string | null;
  readonly done: readonly string[];
  readonly removed: readonly string[];
  readonly failures: readonly string[];
}

/** Never begins without the restore point of what is there now. */
export function undo({ items, remove, title }: UndoOrder, parts: RestoreParts): Result<UndoResult> {
  if (items.length + remove.length === 0) return ok({ savedAs: null, done: [], removed: [], failures: [] });
  const saved = saveNow({ items, remove, title }, parts);
  if (!saved.ok) return saved;
  const dir = openShelf(parts.stateDir);
  const failures: string[] = [];
  const succeed = (path: string, result: Result<void>): readonly string[] => {
    if (!result.ok) failures.push(result.error);
    return result.ok ? [path] : [];
  };
  const instead = insteadOf(items);
  for (const path of instead) succeed(path, takeAway(path));
  const done = items.flatMap(({ entry, now, ...item }) =>
    succeed(entry.path, bringBack(entry, item.instead === undefined ? (now ?? "absent") : "absent", dir)),
  );
  for (const { entry } of items.toReversed()) {
    const closed = entry.kind === "directory" && done.includes(entry.path) ? closeDirectory(entry) : ok(undefined);
    if (!closed.ok) failures.push(closed.error);
  }
  // What lies deeper goes first.
  const removed = remove
    .filter((path) => !instead.includes(path))
    .toSorted((a, b) => b.length - a.length)
    .flatMap((path) => succeed(path, takeAway(path)));
  return ok({ savedAs: saved.value, done, removed, failures });
}

/** What stands in the place of directories, each once. */
const insteadOf = (items: readonly UndoItem[]): readonly string[] => [
  ...new Set(items.flatMap(({ instead }) => instead ?? [])),
];

function saveNow({ items, remove, title }: UndoOrder, parts: RestoreParts): Result<string | null> {
  try {
    const isAbsent = ({ now, instead }: UndoItem): boolean => now === "absent" || instead !== undefined;
    const absent = items.flatMap((item) => (isAbsent(item) ? [item.entry.path] : []));
    const there = [...insteadOf(items), ...items.flatMap((item) => (isAbsent(item) ? [] : [item.entry.path]))];
    const saved = savePoint(
      {
        cause: "undo",
        call: { session: "", key: "", toolUseId: null, tool: "undo", text: title },
        paths: [...new Set([...there, ...remove])].sort(),
        roots: [],
        creates: absent,
        expected: new Map(),
        startedAt: ticks(),
        earlier: undefined,
      },
      { ...parts, limits: { ...parts.limits, maxMs: PATIENCE_MS } },
    );
    return saved.ok
      ? saved
      : fail(`nothing was brought back: what is there now could not be saved: ${saved.error.why}`);
  } catch (error) {
    return fail(`nothing was brought back: what is there now could not be saved: ${messageOf(error)}`);
  }
}

/** The content of a saved file, for showing it; undefined for anything else or where it is gone. */
export function savedContent(item: UndoItem, stateDir: string): Buffer | undefined {
  if (item.entry.kind !== "file") return undefined;
  const content = readContent(openShelf(stateDir), item.entry);
  return content.ok ? content.value : undefined;
}
