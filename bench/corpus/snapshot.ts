/** A small tree of the disk as data: what stands where, and the bytes of each file once, by their hash. */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, type Stats, writeFileSync } from "node:fs";
import { join } from "node:path";

const MAX_ENTRIES = 5_000;
const MAX_BYTES = 2 << 20;
const PLAIN_FILE = 0o644;
const PLAIN_DIR = 0o755;

/** `f` file, `d` directory, `l` link, `p` named pipe, `s` anything else; the mode only where it is not the usual one; `same`: another name of that file. */
export interface Entry {
  readonly kind: "f" | "d" | "l" | "p" | "s";
  readonly mode?: number;
  readonly blob?: string;
  readonly to?: string;
  readonly same?: string;
}
export type Tree = Readonly<Record<string, Entry>>;

const known = new Map<string, string>();
const stored = new Set<string>();
const sha = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

/** Undefined where the tree is too large to be a row's. */
export function snapshotTree(root: string, out: string, skips: (path: string) => boolean): Tree | undefined {
  const tree: Record<string, Entry> = {};
  const inodes = new Map<string, string>();
  let entries = 0;
  const walk = (below: string): boolean =>
    readdirSync(join(root, below))
      .sort()
      .every((name) => {
        const path = below === "" ? name : `${below}/${name}`;
        if (skips(path)) return true;
        if (++entries > MAX_ENTRIES) return false;
        const found = lstatSync(join(root, path));
        const entry = entryOf(join(root, path), found, out);
        if (entry === undefined) return false;
        tree[path] = found.nlink > 1 && found.isFile() ? hardLink(path, entry, found, inodes) : entry;
        return !found.isDirectory() || walk(path);
      });
  return walk("") ? tree : undefined;
}

function hardLink(path: string, entry: Entry, { dev, ino }: Stats, inodes: Map<string, string>): Entry {
  const first = inodes.get(`${dev}:${ino}`);
  if (first !== undefined) return { kind: "f", same: first };
  inodes.set(`${dev}:${ino}`, path);
  return entry;
}

function entryOf(path: string, found: Stats, out: string): Entry | undefined {
  const bits = found.mode & 0o7777;
  if (found.isSymbolicLink()) return { kind: "l", to: readlinkSync(path) };
  if (found.isDirectory()) return bits === PLAIN_DIR ? { kind: "d" } : { kind: "d", mode: bits };
  if (found.isFIFO()) return { kind: "p" };
  if (!found.isFile()) return { kind: "s" };
  if (found.size > MAX_BYTES) return undefined;
  const blob = storeFile(path, found, out);
  return bits === PLAIN_FILE ? { kind: "f", blob } : { kind: "f", mode: bits, blob };
}

function storeFile(path: string, { dev, ino, size, mtimeMs, ctimeMs }: Stats, out: string): string {
  const id = [path, dev, ino, size, mtimeMs, ctimeMs].join();
  const before = known.get(id);
  if (before !== undefined) return before;
  const hash = storeBytes(readFileSync(path), out);
  known.set(id, hash);
  return hash;
}

export function storeBytes(bytes: Uint8Array, out: string): string {
  const hash = sha(bytes);
  if (!stored.has(hash)) {
    stored.add(hash);
    mkdirSync(join(out, "blobs"), { recursive: true });
    writeFileSync(join(out, "blobs", hash), bytes);
  }
  return hash;
}

export function storeTree(tree: Tree, out: string): string {
  const text = JSON.stringify(tree);
  const hash = sha(text);
  if (!stored.has(`tree ${hash}`)) {
    stored.add(`tree ${hash}`);
    mkdirSync(join(out, "trees"), { recursive: true });
    writeFileSync(join(out, "trees", hash), text);
  }
  return hash;
}
