/** Git's objects by SHA-1, loose and packed. Every object that is read is hashed again: what answers is what was asked for. */
import { createHash } from "node:crypto";
import { inflateSync } from "node:zlib";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { readBytes, readText } from "../../core/git/index.ts";
import { absolutePath } from "../resolve.ts";
import { packEntry, packOffset } from "./pack.ts";
import type { Repo } from "./repo.ts";

const OBJECT_BYTES_MAX = 32 << 20;
const ALTERNATES_MAX = 16;
const DELTA_DEPTH_MAX = 256;

export interface GitObject {
  readonly type: "commit" | "tree" | "blob" | "tag";
  readonly data: Buffer;
}

export const sha1Of = (type: string, data: Uint8Array): string =>
  createHash("sha1").update(`${type} ${data.length}\0`).update(data).digest("hex");

/** Where the objects of one repository are; build it once for many look-ups. */
export interface ObjectStore {
  readonly dirs: readonly string[];
  readonly packs: readonly string[];
}

export function objectStore(repo: Repo, world: World): Result<ObjectStore> {
  if (repo.hash !== "sha1") return fail("object ids of this repository are not SHA-1");
  const dirs = [`${repo.commonDir}/objects`];
  for (const dir of dirs) {
    const read = readText(`${dir}/info/alternates`, 1 << 16, world);
    if (read === undefined) return fail("the list of alternate object stores cannot be read");
    const lines = (read ?? "").split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    for (const line of lines) {
      if (line.startsWith('"') || dirs.length >= ALTERNATES_MAX)
        return fail("alternate object stores cannot be followed");
      const alternate = line.startsWith("/") ? line : absolutePath(`./${line}`, dir, world);
      if (!dirs.includes(alternate)) dirs.push(alternate);
    }
  }
  const packs = dirs.flatMap((dir) =>
    (world.readDir(`${dir}/pack`) ?? []).filter((name) => name.endsWith(".idx")).map((name) => `${dir}/pack/${name}`),
  );
  return ok({ dirs, packs });
}

export function readObject(store: ObjectStore, oid: string, world: World): Result<GitObject> {
  const found = rawObject(store, oid, world, 0);
  if (!found.ok) return found;
  return sha1Of(found.value.type, found.value.data) === oid ? found : fail(`object ${oid} is damaged`);
}

const loosePath = (dir: string, oid: string): string => `${dir}/${oid.slice(0, 2)}/${oid.slice(2)}`;

function rawObject(store: ObjectStore, oid: string, world: World, depth: number): Result<GitObject> {
  for (const dir of store.dirs) {
    const bytes = readBytes(loosePath(dir, oid), OBJECT_BYTES_MAX, world);
    if (bytes !== null) return bytes === undefined ? fail(`object ${oid} cannot be read`) : looseObject(bytes, oid);
  }
  for (const pack of store.packs) {
    const offset = packOffset(pack, oid, world);
    if (offset !== undefined) return packed(store, pack, offset, world, depth);
  }
  return fail(`object ${oid} is not there`);
}

function looseObject(bytes: Uint8Array, oid: string): Result<GitObject> {
  try {
    const whole = inflateSync(bytes, { maxOutputLength: OBJECT_BYTES_MAX });
    const end = whole.indexOf(0);
    const type = /^(commit|tree|blob|tag) \d+$/.exec(whole.toString("latin1", 0, end))?.[1];
    if (isType(type)) return ok({ type, data: whole.subarray(end + 1) });
  } catch {
    // Not a deflated stream: damaged, as below.
  }
  return fail(`object ${oid} is damaged`);
}

/** Follows deltas down to their base, then builds up again. */
function packed(store: ObjectStore, pack: string, start: number, world: World, depth: number): Result<GitObject> {
  const deltas: Buffer[] = [];
  let offset = start;
  for (;;) {
    if (depth + deltas.length > DELTA_DEPTH_MAX) return fail("a chain of deltas is too long");
    const entry = packEntry(pack, offset, OBJECT_BYTES_MAX, world);
    if (entry === undefined) return fail(`${pack} cannot be read`);
    if (entry.kind === "object") return build({ type: entry.type, data: entry.data }, deltas);
    deltas.push(entry.data);
    if (typeof entry.base === "number") {
      offset = entry.base;
      continue;
    }
    const base = rawObject(store, entry.base, world, depth + deltas.length);
    return base.ok ? build(base.value, deltas) : base;
  }
}

function build(base: GitObject, deltas: readonly Buffer[]): Result<GitObject> {
  let data = base.data;
  for (const delta of [...deltas].reverse()) {
    const next = applyDelta(data, delta);
    if (next === undefined) return fail("a delta is damaged");
    data = next;
  }
  return ok({ type: base.type, data });
}

/** Copies from the base and inserts of its own, after the two sizes. */
export function applyDelta(base: Buffer, delta: Buffer): Buffer | undefined {
  let at = 0;
  const size = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = delta[at++] ?? 0;
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  const length = size() === base.length ? size() : OBJECT_BYTES_MAX + 1;
  if (length > OBJECT_BYTES_MAX) return undefined;
  const out = Buffer.alloc(length);
  let filled = 0;
  while (at < delta.length) {
    const op = delta[at++] ?? 0;
    if (op === 0) return undefined;
    let from = 0;
    let count = op;
    if (op & 0x80) {
      const taken = [0, 1, 2, 3, 4, 5, 6].map((bit) => (op & (1 << bit) ? (delta[at++] ?? 0) : 0));
      from = number(taken.slice(0, 4));
      count = number(taken.slice(4)) || 0x10000;
    }
    const source = op & 0x80 ? base.subarray(from, from + count) : delta.subarray(at, at + count);
    if (source.length !== count || filled + count > length) return undefined;
    source.copy(out, filled);
    filled += count;
    if (!(op & 0x80)) at += count;
  }
  return filled === length ? out : undefined;
}

/** Little-endian. */
const number = (bytes: readonly number[]): number => bytes.reduceRight((value, byte) => value * 256 + byte, 0);

const isType = (type: string | undefined): type is GitObject["type"] =>
  type === "commit" || type === "tree" || type === "blob" || type === "tag";
