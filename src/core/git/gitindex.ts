/** Git's index file, versions 2 to 4. What this reader does not know makes the whole answer undefined. */
import type { World } from "../../contract/world.ts";
import { isThere, readBytes } from "./files.ts";
import type { Repository } from "./repository.ts";

const INDEX_BYTES_MAX = 64 << 20;
/** Times, owner, mode and size stand before the object's id. */
const STAT_BYTES = 40;
const GITLINK = 0o160000;
const GITLINK_BYTES = Buffer.from([0, 0, 0xe0, 0]);

export interface TrackedEntry {
  /** Relative to the work tree. */
  readonly path: string;
  readonly mode: number;
  readonly oid: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** In conflict, assumed unchanged, left out of the work tree or announced only: git itself does not compare it. */
  readonly special: boolean;
}

type Kept = Pick<Repository, "gitDir" | "hash">;
type Entries = readonly TrackedEntry[] | undefined;

const kept = new WeakMap<World, Map<string, { readonly entries: Entries }>>();

/** None where there is no index yet. The disk answers each place once, so that it is read once. */
export function readIndex(repo: Kept, disk: World): Entries {
  const known = kept.get(disk) ?? new Map<string, { readonly entries: Entries }>();
  const { entries } = known.get(repo.gitDir) ?? { entries: readTracked(undefined, repo, disk) };
  kept.set(disk, known.set(repo.gitDir, { entries }));
  return entries;
}

/** The entries of one path, as a rule one: of the others none is made. */
export function readTracked(path: string | undefined, { gitDir, hash }: Kept, disk: World) {
  const bytes = readBytes(`${gitDir}/index`, INDEX_BYTES_MAX, disk);
  const only = path === undefined ? undefined : Buffer.from(path);
  return bytes === null ? [] : bytes && parseIndex(bytes, hash === "sha1" ? 20 : 32, only);
}

/** Populated submodules, absolute: git runs itself inside them. */
export function populatedSubmodules(repo: Repository, disk: World): readonly string[] | undefined {
  const bytes = readBytes(`${repo.gitDir}/index`, INDEX_BYTES_MAX, disk);
  if (bytes === undefined) return undefined;
  if (bytes === null || !bytes.includes(GITLINK_BYTES)) return [];
  return readIndex(repo, disk)
    ?.filter(({ mode }) => mode === GITLINK)
    .map(({ path }) => `${repo.workTree}/${path}`)
    .filter((place) => isThere(`${place}/.git`, disk));
}

function parseIndex(data: Buffer, oidBytes: number, only?: Buffer): Entries {
  const end = data.length - oidBytes;
  const version = end < 12 || data.toString("latin1", 0, 4) !== "DIRC" ? 0 : data.readUInt32BE(4);
  if (![2, 3, 4].includes(version)) return undefined;
  const entries: TrackedEntry[] = [];
  let at = 12;
  let name: Buffer = Buffer.alloc(0);
  for (let left = data.readUInt32BE(8); left > 0; left--) {
    const flagsAt = at + STAT_BYTES + oidBytes;
    if (flagsAt + 4 > end) return undefined;
    const nameAt = flagsAt + 2 + ((data.readUInt16BE(flagsAt) & 0x4000) >> 13);
    const { value: strip, next } = version === 4 ? readOffset(data, nameAt) : { value: name.length, next: nameAt };
    const nul = data.indexOf(0, next);
    if (nul < 0 || nul >= end || strip > name.length) return undefined;
    name = joinName(name.subarray(0, name.length - strip), data.subarray(next, nul));
    if (only?.equals(name) ?? true) entries.push(readEntry(data, at, flagsAt, name));
    at = endOf(at, nul, version);
  }
  return hasKnownExtensions(data, at, end) ? entries : undefined;
}

/** Padded to eight bytes before version 4. */
const endOf = (at: number, nul: number, version: number) => (version === 4 ? nul : at + ((nul - at) | 7)) + 1;
const joinName = (kept: Buffer, rest: Buffer): Buffer => (kept.length === 0 ? rest : Buffer.concat([kept, rest]));

function readEntry(data: Buffer, at: number, flagsAt: number, name: Buffer): TrackedEntry {
  const flags = data.readUInt16BE(flagsAt);
  const isExtended = (flags & 0x4000) !== 0;
  return {
    path: name.toString("utf8"),
    mode: data.readUInt32BE(at + 24),
    oid: data.toString("hex", at + STAT_BYTES, flagsAt),
    size: data.readUInt32BE(at + 36),
    mtimeMs: data.readUInt32BE(at + 8) * 1000 + data.readUInt32BE(at + 12) / 1e6,
    ctimeMs: data.readUInt32BE(at) * 1000 + data.readUInt32BE(at + 4) / 1e6,
    special: (flags & 0xb000) !== 0 || (isExtended && (data.readUInt16BE(flagsAt + 2) & 0x6000) !== 0),
  };
}

/** Those in capital letters may be skipped; the others change what the entries mean (a split or a sparse index). */
function hasKnownExtensions(data: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at + 8 <= end && /^[A-Z]/.test(data.toString("latin1", at, at + 1))) at += 8 + data.readUInt32BE(at + 4);
  return at === end;
}

/** The variable-length number of version 4 and of packs. */
export function readOffset(data: Buffer, from: number): { value: number; next: number } {
  let next = from;
  let byte = data[next++] ?? 0;
  let value = byte & 127;
  while ((byte & 128) !== 0) {
    byte = data[next++] ?? 0;
    value = (value + 1) * 128 + (byte & 127);
  }
  return { value, next };
}
