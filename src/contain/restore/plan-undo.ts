/** What bringing a restore point back would do, place by place. Looks, and changes nothing. */
import { lstatSync } from "node:fs";
import { messageOf } from "../../contract/result.ts";
import { type PlaceState, readAfter, savedState, stateOf } from "./after.ts";
import { DirectoryKeeper } from "./beneath.ts";
import type { RestorePoint, SavedEntry } from "./point.ts";

/** Where nobody saw what the call left, a change later than this after it was let through is taken for somebody else's. */
export const CALL_WINDOW_MS = 60_000;

export interface UndoItem {
  readonly entry: SavedEntry;
  /** What stands there now; null where that cannot be told. */
  readonly now: PlaceState | null;
  /** `same`: nothing to do. `changed`: by something after the call. `blocked`: not even with force. */
  readonly verdict: "bring back" | "same" | "changed" | "blocked";
  readonly why: string;
}

export function planUndo({ head, entries }: RestorePoint, shelf: string): readonly UndoItem[] {
  const after = readAfter(shelf, head.id);
  const keeper = new DirectoryKeeper();
  try {
    return entries.map((entry) => planItem(entry, { at: head.at, after: after?.get(entry.path), keeper }));
  } finally {
    keeper.close();
  }
}

interface Then {
  readonly at: number;
  /** What the call left there, where somebody saw it. */
  readonly after: PlaceState | undefined;
  readonly keeper: DirectoryKeeper;
}

function planItem(entry: SavedEntry, then: Then): UndoItem {
  try {
    const now = stateOf(entry.path, then.keeper, entry);
    return { entry, now, ...judge(entry, now, then) };
  } catch (error) {
    return { entry, now: null, verdict: "blocked", why: `it cannot be looked at: ${messageOf(error)}` };
  }
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
