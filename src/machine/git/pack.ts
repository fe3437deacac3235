/** Pack files and their index, version 2. Only the parts that are needed are read. */
import { inflateSync } from "node:zlib";
import type { World } from "../../contract/world.ts";
import { readOffset } from "../../core/git/index.ts";
import { perView } from "../view.ts";

/** Without `readRange`, packs above this are not read. */
const WHOLE_FILE_MAX = 64 << 20;
const OID_BYTES = 20;
const FANOUT_AT = 8;
const TABLE_AT = FANOUT_AT + 256 * 4;
/** Type, size and base of an entry take no more. */
const HEADER_BYTES = 64;

export type PackEntry =
  | { readonly kind: "object"; readonly type: "commit" | "tree" | "blob" | "tag"; readonly data: Buffer }
  /** `base` is an offset in the same pack or an object id. */
  | { readonly kind: "delta"; readonly base: number | string; readonly data: Buffer };

/** The ids in this `.idx` file that begin with the same byte, and where they stand in it. */
function idsLike(
  idx: string,
  oid: string,
  world: World,
): { readonly names: Buffer; readonly from: number; readonly count: number } | undefined {
  const head = fanout(idx, world);
  if (head === undefined || head.length < TABLE_AT || head.toString("hex", 0, 8) !== "ff744f6300000002")
    return undefined;
  const first = Number.parseInt(oid.slice(0, 2), 16);
  const from = first === 0 ? 0 : head.readUInt32BE(FANOUT_AT + (first - 1) * 4);
  const to = head.readUInt32BE(FANOUT_AT + first * 4);
  const count = head.readUInt32BE(FANOUT_AT + 255 * 4);
  if (from > to || to > count) return undefined;
  const names = idsBetween(`${from} ${to} ${idx}`, world);
  return names && { names, from, count };
}

/** Where an object starts in the pack that belongs to this `.idx` file; undefined when it is not in it. */
export function packOffset(idx: string, oid: string, world: World): number | undefined {
  const like = idsLike(idx, oid, world);
  const at = like === undefined ? -1 : place(like.names, Buffer.from(oid, "hex"));
  if (like === undefined || at === -1) return undefined;
  const { from, count } = like;
  const offsets = TABLE_AT + count * (OID_BYTES + 4);
  const short = range(idx, offsets + (from + at) * 4, 4, world);
  if (short?.length !== 4) return undefined;
  const value = short.readUInt32BE(0);
  if (value < 0x80000000) return value;
  const long = range(idx, offsets + count * 4 + (value - 0x80000000) * 8, 8, world);
  return long?.length === 8 ? Number(long.readBigUInt64BE(0)) : undefined;
}

/** How many ids begin with each byte; looked up once for each view, as are the ids that begin alike. */
const fanout = perView((idx: string, world: World) => range(idx, 0, TABLE_AT, world));
const idsBetween = perView((part: string, world: World) => {
  const [, from = "", to = "", idx = ""] = /^(\d+) (\d+) ([\s\S]*)$/.exec(part) ?? [];
  return range(idx, TABLE_AT + Number(from) * OID_BYTES, (Number(to) - Number(from)) * OID_BYTES, world);
});

const TYPES = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" } as const;

/** One entry of the pack that belongs to this `.idx` file, inflated; undefined when it cannot be read. */
export function packEntry(idx: string, offset: number, limit: number, world: World): PackEntry | undefined {
  const pack = `${idx.slice(0, -".idx".length)}.pack`;
  const head = range(pack, offset, HEADER_BYTES, world);
  if (head === undefined || head.length < 2) return undefined;
  let at = 0;
  let byte = head[at++] ?? 0;
  const type = (byte >> 4) & 7;
  let size = byte & 15;
  for (let scale = 16; byte & 0x80 && at < head.length; scale *= 128) {
    byte = head[at++] ?? 0;
    size += (byte & 127) * scale;
  }
  let base: number | string | undefined;
  if (type === 6) {
    const back = readOffset(head, at);
    base = offset - back.value;
    at = back.next;
    if (base <= 0 || base >= offset) return undefined;
  } else if (type === 7) {
    base = head.toString("hex", at, at + OID_BYTES);
    at += OID_BYTES;
  }
  const data = size > limit ? undefined : inflated(pack, offset + at, size, world);
  if (data === undefined) return undefined;
  if (base !== undefined) return { kind: "delta", base, data };
  return type === 1 || type === 2 || type === 3 || type === 4 ? { kind: "object", type: TYPES[type], data } : undefined;
}

/** A deflated stream is at most a little longer than what it holds. */
function inflated(pack: string, offset: number, size: number, world: World): Buffer | undefined {
  const stream = range(pack, offset, size + (size >> 8) + 256, world);
  if (stream === undefined) return undefined;
  try {
    const data = inflateSync(stream, { maxOutputLength: Math.max(size, 1) });
    return data.length === size ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Binary search among sorted ids. */
function place(names: Buffer, oid: Buffer): number {
  let low = 0;
  let high = Math.floor(names.length / OID_BYTES) - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const order = names.compare(oid, 0, OID_BYTES, middle * OID_BYTES, (middle + 1) * OID_BYTES);
    if (order === 0) return middle;
    if (order < 0) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function range(path: string, offset: number, length: number, world: World): Buffer | undefined {
  const whole = world.readRange === undefined ? world.readFile(path, WHOLE_FILE_MAX) : undefined;
  const bytes = world.readRange?.(path, offset, length) ?? whole?.subarray(offset, offset + length);
  return bytes === undefined ? undefined : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
