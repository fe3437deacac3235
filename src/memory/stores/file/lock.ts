/**
 * One writer at a time for one file, across processes.
 *
 * Each process has a file of its own that says who it is; a lock is a hard link to it. So a lock and its owner appear in one
 * step: there is no moment in which a lock exists and nobody knows whose it is. It is broken only when its owner is known to
 * be dead, and only under a second lock named after that owner: of several that find a dead one's lock one removes it, and
 * none can remove the lock of whoever came next, because the dead take no locks.
 */

import {
  closeSync,
  constants,
  linkSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ticks } from "../../../contract/clock.ts";
import { sha256 } from "../../../contract/key.ts";
import { LedgerError } from "../store.ts";
import { errorCode, ledgerFailure } from "./failure.ts";
import { lifeOf, ownerOf, ownerToken, TOKEN, thisProcess } from "./process.ts";

export const LOCK_WAIT_MS = 10_000;
/** Beside a lock while somebody waits for it. */
const WAITING = ".waiting";
const MARK_HOLDS_MS = 300;
const STALE_MARK_MS = 5_000;
const YIELD_MS = 3;
/** How often a holder that was alive is looked at again. */
const LOOK_AGAIN_MS = 100;
/** A breaker may die too, and the one who breaks its lock as well; further down we wait. */
const MAX_BREAKING = 3;

const MAX_HOLDER_BYTES = 1_024;
const NO_LINKS: ReadonlySet<string | undefined> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

const noLinks = (path: string, cause: unknown): LedgerError =>
  new LedgerError(
    `The ledger could not be locked: ${path}: the file system makes no hard links, and a lock is one. Set another state directory.`,
    { cause },
  );

/** Runs `work`, which waits for nothing but the disk, while nobody else holds the lock. */
export async function withLock<T>(path: string, work: () => T | Promise<T>, waitMs = LOCK_WAIT_MS): Promise<T> {
  const release = await acquire(path, waitMs);
  try {
    return await work();
  } finally {
    release();
  }
}

/** For work on more than one lock. The answer releases it, and must be called. */
export async function acquire(path: string, waitMs = LOCK_WAIT_MS): Promise<() => void> {
  if (taken.has(path) && othersWait(path)) await pause(YIELD_MS * (1 + Math.random()));
  if (!take(path)) await takeLater(path, waitMs);
  if (taken.size >= MAX_TAKEN) taken.clear();
  taken.add(path);
  return () => remove(path);
}

/** Whoever takes the same locks again and again lets others go first, for they only look now and then. */
const taken = new Set<string>();
const MAX_TAKEN = 1_024;

/** Somebody waits for this lock, and said so lately. */
export function othersWait(path: string): boolean {
  const since = Date.now() - (statSync(`${path}${WAITING}`, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  if (since > STALE_MARK_MS && since < Date.now()) remove(`${path}${WAITING}`);
  return since < MARK_HOLDS_MS;
}

/** Says that somebody waits; the mark's time counts, so that nobody has to take it away. */
function markWaiting(path: string): void {
  const mark = `${path}${WAITING}`;
  try {
    if (statSync(mark, { throwIfNoEntry: false }) === undefined) writeFileSync(mark, "", { mode: 0o600 });
    else utimesSync(mark, new Date(), new Date());
  } catch {
    return; // Only a courtesy to others: one waits all the same.
  }
}

async function takeLater(path: string, waitMs: number): Promise<void> {
  const deadline = ticks() + waitMs;
  let seen = "";
  let lookAt = 0;
  while (ticks() < deadline) {
    const holder = holderOf(path);
    if (holder !== undefined && (holder !== seen || ticks() >= lookAt)) {
      seen = holder;
      lookAt = ticks() + LOOK_AGAIN_MS;
      breakIfDead(path, holder, 0);
    }
    if (take(path)) return;
    markWaiting(path);
    await pause(1 + Math.random() * 3);
  }
  throw new LedgerError(
    `The ledger is locked: ${path} is held by ${describeHolder(holderOf(path))}, for longer than ${waitMs / 1000} s. ` +
      "Let that process finish or end it; if it ran on another machine or in another container and is gone, remove the lock.",
  );
}

function take(path: string): boolean {
  const directory = dirname(path);
  for (const again of [true, false]) {
    try {
      linkSync(ownFile(directory), path);
      return true;
    } catch (error) {
      if (errorCode(error) === "EEXIST") return false;
      // A cleaner of old files may have taken this process's own one: it is made again, once.
      own.delete(directory);
      if (NO_LINKS.has(errorCode(error))) throw noLinks(path, error);
      if (errorCode(error) !== "ENOENT" || !again) throw ledgerFailure("locked", path, error);
    }
  }
  return false;
}

/** Who this process is, by directory: written once, removed when it ends. */
const own = new Map<string, string>();
let forgetsAtExit = false;

function ownFile(directory: string): string {
  const made = own.get(directory);
  if (made !== undefined) return made;
  const token = ownerToken(thisProcess());
  const path = join(directory, token);
  try {
    sweep(directory);
    writeFileSync(path, token, { flag: "wx", mode: 0o600 });
  } catch (error) {
    // On a full disk the name may be there without what it is to say; the next try makes it anew.
    if (errorCode(error) !== "EROFS") remove(path);
    throw ledgerFailure("locked", path, error);
  }
  if (!forgetsAtExit) process.once("exit", forgetOwn);
  forgetsAtExit = true;
  own.set(directory, path);
  return path;
}

/** Removes what this process wrote to say who it is. Locks it holds stay locks. */
export function forgetOwn(): void {
  for (const path of own.values()) remove(path);
  own.clear();
}

/** Processes that were killed could not remove their own files. */
function sweep(directory: string): void {
  for (const name of readdirSync(directory)) {
    const owner = TOKEN.test(name) ? ownerOf(name) : undefined;
    if (owner !== undefined && lifeOf(owner) === "dead") remove(join(directory, name));
  }
}

function breakIfDead(path: string, holder: string, depth: number): void {
  if (!isDead(holder)) return;
  const guard = guardOf(path, holder);
  if (!take(guard)) {
    const breaker = holderOf(guard);
    if (breaker !== undefined && depth < MAX_BREAKING) breakIfDead(guard, breaker, depth + 1);
    return;
  }
  try {
    if (holderOf(path) === holder) remove(path);
  } finally {
    remove(guard);
  }
}

/** A lock says whose it is from its first moment: an empty one is what a power loss left of it. */
function isDead(holder: string): boolean {
  const owner = ownerOf(holder);
  return owner === undefined ? /^\0*$/.test(holder) : lifeOf(owner) === "dead";
}

/** The lock one needs to break `path` while `holder` has it. */
export const guardOf = (path: string, holder: string): string => `${path}.${sha256(holder).slice(0, 32)}`;

/** The token of whoever holds it; undefined when nobody does. */
function holderOf(path: string): string | undefined {
  try {
    // Never waits: a FIFO in its place reads as empty.
    const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const holder = Buffer.alloc(MAX_HOLDER_BYTES);
      return holder.toString("latin1", 0, readSync(fd, holder));
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw ledgerFailure("locked", path, error);
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw ledgerFailure("unlocked", path, error);
  }
}

function describeHolder(holder: string | undefined): string {
  const owner = holder === undefined ? undefined : ownerOf(holder);
  return owner === undefined ? "another process" : `process ${owner.pid} on ${owner.machine}`;
}
