/** The real machine as a `World`. The only file of the road that touches the file system. */
import { spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  type Stats,
  statSync,
} from "node:fs";
import { homedir } from "node:os";
import type { DirEntry, PathInfo, PathKind, World } from "../contract/world.ts";
import { isGarbled } from "./garbled.ts";

const ABSENT: PathInfo = { kind: "absent", size: 0, mtimeMs: 0, links: 1, executable: false };
const UNREADABLE: PathInfo = { ...ABSENT, kind: "unreadable" };
/** Nothing is there, as opposed to: we cannot tell. */
const NOT_THERE = new Set(["ENOENT", "ENOTDIR"]);

/** The system's own, by its absolute name. */
const FIND: readonly string[] = ["/usr/bin/find", "/bin/find", "/run/current-system/sw/bin/find"];
/** Of all words of one start together: the kernel takes two megabytes. */
const MAX_WORDS_BYTES = 1 << 20;
const TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 64 << 20;
const LEAST_BUFFER_BYTES = 4_096;

export interface DiskOptions {
  readonly home?: string;
  readonly platform?: NodeJS.Platform;
  /** `PATH`, as data. */
  readonly path?: string;
  /** Names of variables that bend programs, as data. */
  readonly variables?: readonly string[];
}

export function diskWorld(options: DiskOptions = {}): World {
  const platform = options.platform ?? process.platform;
  return {
    platform: platform === "win32" || platform === "darwin" ? platform : "linux",
    home: options.home ?? homedir(),
    path: searchPath(options.path ?? "", platform),
    ...(options.variables === undefined ? {} : { variables: options.variables }),
    lstat: (path) => withInode(path, lstatSync),
    stat: (path) => withInode(path, statSync),
    readLink: (path) => {
      const to = attemptAt(path, () => readlinkSync(path));
      return to === undefined || isGarbled(to) ? undefined : to;
    },
    readFile: (path, limit) => attemptAt(path, () => readAtMost(path, limit)),
    readRange: (path, offset, length) => attemptAt(path, () => readPart(path, offset, length)),
    readDir: (path) => attemptAt(path, () => readdirSync(path)),
    listDir: (path) =>
      attemptAt(path, () =>
        readdirSync(path, { withFileTypes: true }).map((entry) => ({ name: entry.name, kind: typeOf(entry) })),
      ),
    ...(platform === "linux" ? { linkedFiles } : {}),
  };
}

/** An empty entry is the directory a program runs in; Windows passes over it. */
function searchPath(path: string, platform: NodeJS.Platform): readonly string[] {
  if (path === "") return [];
  if (platform === "win32") return path.split(";").filter((dir) => dir !== "");
  return path.split(":").map((dir) => (dir === "" ? "." : dir));
}

/** Inode numbers can be larger than a number holds exactly: asked for as big ones, and only where they matter. */
function withInode(path: string, look: typeof lstatSync): PathInfo {
  if (isGarbled(path)) return UNREADABLE;
  const found = info(() => look(path, { throwIfNoEntry: false }));
  if (found.links < 2) return found;
  const big = attempt(() => look(path, { throwIfNoEntry: false, bigint: true }));
  return big === undefined ? found : { ...found, inode: `${big.dev}:${big.ino}` };
}

function info(look: () => Stats | undefined): PathInfo {
  try {
    const found = look();
    if (found === undefined) return ABSENT;
    return {
      kind: kindOf(found),
      size: found.size,
      mtimeMs: found.mtimeMs,
      ctimeMs: found.ctimeMs,
      ...(found.birthtimeMs > 0 ? { bornMs: found.birthtimeMs } : {}),
      links: found.isFile() || found.isSocket() ? found.nlink : 1,
      executable: (found.mode & 0o111) !== 0,
      ...(found.isDirectory() && (found.mode & 0o002) !== 0 ? { everyones: true } : {}),
      ...(found.isBlockDevice() || found.isCharacterDevice() ? { device: true } : {}),
      ...(isPrivate(found) ? { private: true } : {}),
    };
  } catch (error) {
    return NOT_THERE.has(codeOf(error)) ? ABSENT : UNREADABLE;
  }
}

/** Windows tells no such thing by the mode: there every file has these bits. */
function isPrivate(found: Stats): boolean {
  const all = found.isDirectory() ? 0o005 : found.isFile() ? 0o004 : 0;
  return (found.mode & all) !== all;
}

function kindOf(found: Stats): PathKind {
  if (found.isSymbolicLink()) return "link";
  if (found.isDirectory()) return "directory";
  return found.isFile() ? "file" : "other";
}

function typeOf(entry: Dirent): DirEntry["kind"] {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "directory";
  return entry.isFile() ? "file" : "other";
}

/**
 * Regular files only, and never one that blocks: a pipe would be waited for, a device may have no end, and a repository can bring
 * either, or a link to one. Undefined for those and for what is longer; throws where nothing is there or it may not be read.
 */
function readAtMost(path: string, limit: number): Uint8Array | undefined {
  if (!statSync(path).isFile()) return undefined;
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.size > limit) return undefined;
    // As large as the file, and one more to see its end; one that grows, or does not tell its size, gets more as it comes.
    let buffer: Uint8Array = new Uint8Array(Math.min(limit, Math.max(found.size, LEAST_BUFFER_BYTES)) + 1);
    let length = 0;
    for (;;) {
      const got = readSync(file, buffer, length, buffer.length - length, null);
      if (got === 0) return buffer.subarray(0, length);
      length += got;
      if (length > limit) return undefined;
      if (length === buffer.length) buffer = enlarge(buffer, limit);
    }
  } finally {
    closeSync(file);
  }
}

/** For readers whose failures are caught: what is no regular file or too long throws as well. */
export function readRegularFile(path: string, limit: number): Uint8Array {
  const bytes = readAtMost(path, limit);
  if (bytes === undefined) throw new Error(`${path} is not a regular file of at most ${limit} bytes`);
  return bytes;
}

/** The same as text. */
export function readTextFile(path: string, limit: number): string {
  const bytes = readRegularFile(path, limit);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
}

/** Twice as large, up to one byte more than is read. */
function enlarge(buffer: Uint8Array, limit: number): Uint8Array {
  const larger = new Uint8Array(Math.min(limit + 1, buffer.length * 2));
  larger.set(buffer);
  return larger;
}

function readPart(path: string, offset: number, length: number): Uint8Array | undefined {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = fstatSync(file);
    if (!found.isFile()) return undefined;
    const buffer = new Uint8Array(Math.max(0, Math.min(length, found.size - offset)));
    let got = 0;
    while (got < buffer.length) {
      const more = readSync(file, buffer, got, buffer.length - got, offset + got);
      if (more === 0) return undefined;
      got += more;
    }
    return buffer;
  } finally {
    closeSync(file);
  }
}

/** What a name that is no text leads to, nobody can ask for by it. */
const attemptAt = <T>(path: string, look: () => T): T | undefined => (isGarbled(path) ? undefined : attempt(look));

function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}

const codeOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "code" in error && typeof error.code === "string" ? error.code : "";

/**
 * Regular files with more than one hard link, directly in these directories, which are absolute. Only the system's own `find`
 * counts the links of tens of thousands of files without being felt; it gets an empty environment, and only looks.
 * Undefined: not all of them could be looked at, so nobody knows.
 */
function linkedFiles(directories: readonly string[]): readonly string[] | undefined {
  const found: string[] = [];
  for (const part of splitWords(directories)) {
    const listed = FIND.map((program) => listLinked(program, part)).find((paths) => paths !== undefined);
    if (listed === undefined) return undefined;
    found.push(...listed);
  }
  return found;
}

/** Anything that went wrong, if only one directory that was removed meanwhile, makes all of it unknown. */
function listLinked(program: string, directories: readonly string[]): readonly string[] | undefined {
  const words = [...directories, "-maxdepth", "1", "-type", "f", "-links", "+1", "-print0"];
  const { status, stdout, stderr } = spawnSync(program, words, {
    env: { LC_ALL: "C" },
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    timeout: TIMEOUT_MS,
    killSignal: "SIGKILL",
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return status === 0 && stderr === "" ? stdout.split("\0").slice(0, -1) : undefined;
}

function splitWords(words: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let bytes = MAX_WORDS_BYTES;
  for (const word of words) {
    const more = Buffer.byteLength(word) + 9;
    if (bytes + more > MAX_WORDS_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(word);
    bytes += more;
  }
  return parts;
}
