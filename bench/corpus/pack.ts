/** Disks that differ little are written as what differs. */
import type { DiskLine, Entry } from "../../corpus/format.ts";

type Disk = Readonly<Record<string, Entry>>;
/** So many before it are looked at. */
const NEAR = 120;

export function packDisks(disks: ReadonlyMap<string, Disk>): readonly DiskLine[] {
  const before: (readonly [string, Disk])[] = [];
  const lines: DiskLine[] = [];
  for (const [id, disk] of disks) {
    let best: DiskLine = { id, put: shorten(disk) };
    for (const [from, other] of before.slice(-NEAR)) {
      const put = differing(other, disk, Object.keys(best.put).length);
      if (put !== undefined) best = { id, from, put };
    }
    lines.push(best);
    before.push([id, disk]);
  }
  return lines;
}

const shorten = (disk: Disk): DiskLine["put"] =>
  Object.fromEntries(Object.entries(disk).map(([path, entry]) => [path, short(entry)]));

const short = (entry: Entry): Entry | string =>
  entry.kind === "f" && entry.file !== undefined && entry.mode === undefined ? entry.file : entry;

/** Undefined where it is no fewer than `limit` entries. */
function differing(from: Disk, to: Disk, limit: number): DiskLine["put"] | undefined {
  const put: Record<string, Entry | string | null> = {};
  let count = 0;
  for (const [path, entry] of Object.entries(to)) {
    if (isSame(from[path], entry)) continue;
    if (++count >= limit) return undefined;
    put[path] = short(entry);
  }
  for (const path of Object.keys(from)) {
    if (to[path] !== undefined) continue;
    if (++count >= limit) return undefined;
    put[path] = null;
  }
  return put;
}

const isSame = (one: Entry | undefined, other: Entry): boolean =>
  one !== undefined &&
  one.kind === other.kind &&
  one.mode === other.mode &&
  one.file === other.file &&
  one.to === other.to &&
  one.same === other.same;
