/** Git's index file, versions 2 to 4, its checksum verified. What this reader does not know makes the whole answer unknown. */
import { createHash } from "node:crypto";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { nameOf } from "../garbled.ts";
import { perView } from "../view.ts";
import { readBytes } from "./files.ts";
import type { Repo } from "./repo.ts";

const INDEX_BYTES_MAX = 256 << 20;
const OID_BYTES = 20;
/** Stat data, mode, owner and size stand before the object id. */
const FIXED_BYTES = 40;

export const MODE_LINK = 0o120000;
export const MODE_GITLINK = 0o160000;

export interface IndexEntry {
  /** Relative to the work tree, with forward slashes. */
  readonly path: string;
  readonly mode: number;
  readonly oid: string;
  /** 0 unless a merge left it unresolved. */
  readonly stage: number;
  readonly size: number;
  readonly mtimeMs: number;
  /** When the file's content, mode or name last changed; 0 where whoever wrote the index does not keep it. */
  readonly ctimeMs: number;
  /** Assumed unchanged, left out of the work tree, or added by intent only: git itself does not compare it. */
  readonly special: boolean;
  /** Announced by `git add -N`, without content. */
  readonly intentToAdd: boolean;
}

export interface GitIndex {
  readonly entries: readonly IndexEntry[];
  /** The tree the whole index equals, where git remembered it. */
  readonly tree: string | null;
  /** The same of directories by their path from the top ("" is the top), as far as git remembered. */
  readonly trees: ReadonlyMap<string, string>;
}

/** The index of a repository; empty when there is no file. */
export function readIndex(repo: Repo, world: World): Result<GitIndex> {
  if (repo.objectFormat !== "sha1") return fail("object ids of this repository are not SHA-1");
  return readIndexFile(`${repo.gitDir}/index`, world);
}

const readIndexFile = perView((path: string, world: World): Result<GitIndex> => {
  const bytes = readBytes(path, INDEX_BYTES_MAX, world);
  if (bytes === "absent") return ok({ entries: [], tree: null, trees: new Map() });
  if (bytes === "unreadable") return fail("the index cannot be read");
  return parseIndex(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
});

/** Entries by the path they stand at and by every directory above it, sorted out once for each view. */
const entriesBelow = perView((file: string, world: World): Result<ReadonlyMap<string, readonly IndexEntry[]>> => {
  const index = readIndexFile(file, world);
  if (!index.ok) return index;
  const below = new Map<string, IndexEntry[]>();
  for (const entry of index.value.entries) {
    for (let end = entry.path.length; end > 0; end = entry.path.lastIndexOf("/", end - 1)) {
      const at = entry.path.slice(0, end);
      const kept = below.get(at);
      if (kept === undefined) below.set(at, [entry]);
      else kept.push(entry);
    }
  }
  return ok(below);
});

/** Everything the index names, absolute; undefined where there is no work tree, or its index cannot be read. */
export function trackedPaths(repo: Repo, world: World): readonly string[] | undefined {
  const index = readIndex(repo, world);
  const { workTree } = repo;
  if (!index.ok || workTree === null) return undefined;
  return index.value.entries.map(({ path }) => `${workTree === "/" ? "" : workTree}/${path}`);
}

/** The entries at or below a path of the work tree. */
export function indexEntriesAt(repo: Repo, path: string, world: World): Result<readonly IndexEntry[]> {
  if (repo.objectFormat !== "sha1") return fail("object ids of this repository are not SHA-1");
  const below = entriesBelow(`${repo.gitDir}/index`, world);
  return below.ok ? ok(below.value.get(path) ?? []) : below;
}

export function parseIndex(data: Buffer): Result<GitIndex> {
  const end = data.length - OID_BYTES;
  const version = end < 12 || data.toString("latin1", 0, 4) !== "DIRC" ? 0 : data.readUInt32BE(4);
  if (version < 2 || version > 4) return fail("the index has a form that is not known");
  const checksum = data.subarray(end);
  // Zeroes: `index.skipHash`.
  if (
    checksum.some((byte) => byte !== 0) &&
    !createHash("sha1").update(data.subarray(0, end)).digest().equals(checksum)
  )
    return fail("the index is damaged");
  const entries: IndexEntry[] = [];
  let at = 12;
  let path: Buffer = Buffer.alloc(0);
  for (let left = data.readUInt32BE(8); left > 0; left--) {
    if (at + FIXED_BYTES + OID_BYTES + 2 > end) return fail("the index is cut short");
    const flags = data.readUInt16BE(at + FIXED_BYTES + OID_BYTES);
    const extended = (flags & 0x4000) !== 0;
    if (extended && version < 3) return fail("the index has a form that is not known");
    const nameAt = at + FIXED_BYTES + OID_BYTES + (extended ? 4 : 2);
    const more = extended ? data.readUInt16BE(nameAt - 2) : 0;
    const strip = version === 4 ? offsetNumber(data, nameAt, end) : { value: path.length, next: nameAt };
    const nul = data.indexOf(0, strip.next);
    if (nul === -1 || nul >= end || strip.value > path.length) return fail("the index is cut short");
    path = Buffer.concat([path.subarray(0, path.length - strip.value), data.subarray(strip.next, nul)]);
    entries.push({
      path: nameOf(path),
      mode: data.readUInt32BE(at + 24),
      oid: data.toString("hex", at + FIXED_BYTES, at + FIXED_BYTES + OID_BYTES),
      stage: (flags >> 12) & 3,
      size: data.readUInt32BE(at + 36),
      mtimeMs: data.readUInt32BE(at + 8) * 1000 + data.readUInt32BE(at + 12) / 1e6,
      ctimeMs: data.readUInt32BE(at) * 1000 + data.readUInt32BE(at + 4) / 1e6,
      special: (flags & 0x8000) !== 0 || more !== 0,
      intentToAdd: (more & 0x2000) !== 0,
    });
    at = version === 4 ? nul + 1 : at + Math.floor((nul - at + 8) / 8) * 8;
  }
  return extensions(data, at, end, entries);
}

/** Only `TREE` is of use; upper-case names may be skipped, lower-case ones change what the entries mean. */
function extensions(data: Buffer, start: number, end: number, entries: readonly IndexEntry[]): Result<GitIndex> {
  let trees: ReadonlyMap<string, string> = new Map();
  let at = start;
  while (at + 8 <= end) {
    const name = data.toString("latin1", at, at + 4);
    const length = data.readUInt32BE(at + 4);
    if (at + 8 + length > end) return fail("the index is cut short");
    if (!/^[A-Z]/.test(name)) return fail(`the index needs the extension ${JSON.stringify(name)}`);
    if (name === "TREE") trees = treesIn(data.subarray(at + 8, at + 8 + length));
    at += 8 + length;
  }
  return at === end ? ok({ entries, tree: trees.get("") ?? null, trees }) : fail("the index is cut short");
}

/** Each record: name, NUL, entry count (negative when out of date), blank, subtrees, newline, object id; its subtrees follow it. */
function treesIn(data: Buffer): ReadonlyMap<string, string> {
  const trees = new Map<string, string>();
  /** Directories whose subtrees are still to come, outermost first. */
  const open: { path: string; left: number }[] = [];
  let at = 0;
  for (let next = treeRecord(data, at); next !== undefined; next = treeRecord(data, at)) {
    const above = open.at(-1);
    const path = above === undefined || above.path === "" ? next.name : `${above.path}/${next.name}`;
    if (next.oid !== null) trees.set(path, next.oid);
    if (above !== undefined) above.left -= 1;
    open.push({ path, left: next.subtrees });
    while (open.at(-1)?.left === 0) open.pop();
    at = next.end;
  }
  return trees;
}

interface TreeRecord {
  readonly name: string;
  readonly subtrees: number;
  /** Null: out of date. */
  readonly oid: string | null;
  readonly end: number;
}

function treeRecord(data: Buffer, at: number): TreeRecord | undefined {
  const nul = data.indexOf(0, at);
  const [whole, count = "", subtrees = "0"] =
    (nul < 0 ? null : /^(-?\d+) (\d+)\n/.exec(data.toString("latin1", nul + 1, nul + 65))) ?? [];
  if (whole === undefined) return undefined;
  const idAt = nul + 1 + whole.length;
  const end = count.startsWith("-") ? idAt : idAt + OID_BYTES;
  if (end > data.length) return undefined;
  const oid = end === idAt ? null : data.toString("hex", idAt, end);
  return { name: nameOf(data.subarray(at, nul)), subtrees: Number(subtrees), oid, end };
}

/** The variable-length number of index version 4 and of pack offsets. */
export function offsetNumber(data: Buffer, from: number, end: number): { value: number; next: number } {
  let at = from;
  let byte = at < end ? (data[at++] ?? 0) : 0;
  let value = byte & 127;
  while ((byte & 128) !== 0 && at < end) {
    byte = data[at++] ?? 0;
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, next: at };
}
