/** What bringing a restore point back would do, place by place. Looks, and changes nothing. */
import { lstatSync, realpathSync } from "node:fs";
import { messageOf } from "../../contract/result.ts";
import { CUT_OFF, type PlaceState, readAfter, savedState, stateOf } from "../restore/after.ts";
import { DirectoryKeeper } from "../restore/beneath.ts";
import type { RestorePoint, SavedEntry } from "../restore/point.ts";

/** Where nobody saw what the call left, a change later than this after it was let through is taken for somebody else's. */
export const CALL_WINDOW_MS = 60_000;

export interface UndoItem {
  readonly entry: SavedEntry;
  /** What stands there now; null where that cannot be told. */
  readonly now: PlaceState | null;
  /** `same`: nothing to do. `changed`: by something after the call. `blocked`: not even with force. */
  readonly verdict: "bring back" | "same" | "changed" | "blocked";
  readonly why: string;
  /** A link or a file where a directory on its way was: it has to be taken away first. */
  readonly instead?: string;
}

export function planUndo({ head, entries }: RestorePoint, shelf: string): readonly UndoItem[] {
  const after = readAfter(shelf, head.id);
  const keeper = new DirectoryKeeper();
  try {
    return entries.map((entry) =>
      planItem(entry, { at: head.at, roots: head.roots, after: after?.get(entry.path), keeper }),
    );
  } finally {
    keeper.close();
  }
}

interface Then {
  readonly at: number;
  readonly roots: readonly string[];
  /** What the call left there, where somebody saw it. */
  readonly after: PlaceState | undefined;
  readonly keeper: DirectoryKeeper;
}

function planItem(entry: SavedEntry, then: Then): UndoItem {
  try {
    const now = stateOf(entry.path, then.keeper, entry);
    return { entry, now, ...(now === CUT_OFF ? judgeCutOff(entry, then) : judge(entry, now, then)) };
  } catch (error) {
    return { entry, now: null, verdict: "blocked", why: `it cannot be looked at: ${messageOf(error)}` };
  }
}

/** The call put something in the place of a directory. Above the project that is nobody's but the person's. */
function judgeCutOff({ path }: SavedEntry, { at, roots, after }: Then): Omit<UndoItem, "entry" | "now"> {
  const instead = findInstead(path, roots);
  if (instead === undefined)
    return { verdict: "blocked", why: "a part of its way is a link or no directory now; put the directory back first" };
  const byCall = after === undefined ? instead.changedAt <= at + CALL_WINDOW_MS : after === CUT_OFF;
  const why = `${instead.path} is no directory any more`;
  return { verdict: byCall ? "bring back" : "changed", why, instead: instead.path };
}

/** The first part of the way, inside a root, that is a link or a file. */
function findInstead(
  path: string,
  roots: readonly string[],
): { readonly path: string; readonly changedAt: number } | undefined {
  const root = roots.find((dir) => path.startsWith(`${dir}/`));
  if (root === undefined || realpathSync(root) !== root) return undefined;
  for (let end = path.indexOf("/", root.length + 1); end > 0; end = path.indexOf("/", end + 1)) {
    const place = path.slice(0, end);
    const found = lstatSync(place, { throwIfNoEntry: false });
    if (found?.isDirectory()) continue;
    return found?.isSymbolicLink() || found?.isFile() ? { path: place, changedAt: found.ctimeMs } : undefined;
  }
  return undefined;
}

function judge(entry: SavedEntry, now: PlaceState, { at, after, keeper }: Then): Pick<UndoItem, "verdict" | "why"> {
  if (now === savedState(entry)) return { verdict: "same", why: "as it was" };
  if (now === "directory" || now === "other") return { verdict: "blocked", why: `there is a ${now} now` };
  const left = after ?? expectedState(entry);
  if (left !== undefined)
    return now === left
      ? { verdict: "bring back", why: "as the call left it" }
      : { verdict: "changed", why: "changed since the call" };
  if (now === "absent") return { verdict: "bring back", why: "gone" };
  return changedAt(entry.path, keeper) <= at + CALL_WINDOW_MS
    ? { verdict: "bring back", why: "changed by the call" }
    : { verdict: "changed", why: `changed more than ${CALL_WINDOW_MS / 1000} s after the call was let through` };
}

function expectedState({ expected }: SavedEntry): PlaceState | undefined {
  if (expected === undefined || expected === "absent") return expected;
  return `file ${expected.sha256}`;
}

function changedAt(path: string, keeper: DirectoryKeeper): number {
  const { directory, name } = keeper.parentOf(path);
  return lstatSync(directory.at(name)).ctimeMs;
}
