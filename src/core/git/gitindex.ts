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

type Entries = readonly TrackedEntry[] | undefined;

const kept = new WeakMap<World, Map<string, { readonly entries: Entries }>>();

/** None where there is no index yet. The disk answers each place once, so that it is read once. */
export function readIndex({ gitDir, hash }: Pick<Repository, "gitDir" | "hash">, disk: World): Entries {
  const known = kept.get(disk) ?? new Map<string, { readonly entries: Entries }>();
  const bytes = known.has(gitDir) ? null : readBytes(`${gitDir}/index`, INDEX_BYTES_MAX, disk);
  const { entries } = known.get(gitDir) ?? {
    entries: bytes === null ? [] : bytes && parseIndex(bytes, hash === "sha1" ? 20 : 32),
  };
  kept.set(disk, known.set(gitDir, { entries }));
  return entries;
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

interface IndexFile {
  readonly data: Buffer;
  /** Where its checksum stands. */
  readonly end: number;
  readonly version: number;
  readonly oidBytes: number;
}

function parseIndex(data: Buffer, oidBytes: number): Entries {
  const end = data.length - oidBytes;
  const version = end < 12 || data.toString("latin1", 0, 4) !== "DIRC" ? 0 : data.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const entries: TrackedEntry[] = [];
  let at = 12;
  let name = Buffer.alloc(0);
  for (let left = data.readUInt32BE(8); left > 0; left--) {
    const read = readEntry({ data, end, version, oidBytes }, at, name);
    if (read === undefined) return undefined;
    entries.push(read.entry);
    ({ name, next: at } = read);
  }
  return hasKnownExtensions(data, at, end) ? entries : undefined;
}

/** Each name is cut short by the one before in version 4, and padded to eight bytes before that. */
function readEntry({ data, end, version, oidBytes }: IndexFile, at: number, before: Buffer) {
  const flagsAt = at + STAT_BYTES + oidBytes;
  if (flagsAt + 4 > end) return undefined;
  const flags = data.readUInt16BE(flagsAt);
  const isExtended = (flags & 0x4000) !== 0;
  const nameAt = flagsAt + (isExtended ? 4 : 2);
  const strip = version === 4 ? readOffset(data, nameAt) : { value: before.length, next: nameAt };
  const nul = data.indexOf(0, strip.next);
  if (nul < 0 || nul >= end || strip.value > before.length) return undefined;
  const name = Buffer.concat([before.subarray(0, before.length - strip.value), data.subarray(strip.next, nul)]);
  const entry: TrackedEntry = {
    path: name.toString("utf8"),
    mode: data.readUInt32BE(at + 24),
    oid: data.toString("hex", at + STAT_BYTES, flagsAt),
    size: data.readUInt32BE(at + 36),
    mtimeMs: data.readUInt32BE(at + 8) * 1000 + data.readUInt32BE(at + 12) / 1e6,
    ctimeMs: data.readUInt32BE(at) * 1000 + data.readUInt32BE(at + 4) / 1e6,
    special: (flags & 0xb000) !== 0 || (isExtended && (data.readUInt16BE(nameAt - 2) & 0x6000) !== 0),
  };
  return { entry, name, next: version === 4 ? nul + 1 : at + Math.floor((nul - at + 8) / 8) * 8 };
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
