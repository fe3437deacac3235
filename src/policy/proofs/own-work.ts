/** Whether this session made what stands at a place. The name alone does not tell: another file may have been put there. */
import type { PolicyCall } from "../call.ts";

/** A tree with more entries than this is nobody's. */
const MAX_ENTRIES = 20_000;

/**
 * Everything at and below the place: an allowed call was to make each very name, and the file system says that what stands
 * there is no older than the session. Where it keeps no such time, nothing is known to be ours.
 */
export function isOwnWork(path: string, call: PolicyCall): boolean {
  const pending = [path];
  let left = MAX_ENTRIES;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (--left < 0) return false;
    const found = call.world.lstat(next);
    if (found.kind === "directory") {
      const names = call.world.readDir(next);
      if (names === undefined || names.length > left) return false;
      pending.push(...names.map((name) => `${next}/${name}`));
    } else if (!wasMade(next, found.bornMs, call)) return false;
  }
  return true;
}

const wasMade = (path: string, bornMs: number | undefined, { memory }: PolicyCall): boolean =>
  memory.created.has(path) && bornMs !== undefined && bornMs >= memory.startedAt;
