/**
 * One writer at a time for one file, across processes.
 *
 * The lock is a symbolic link whose target is no path but names its owner: link and owner appear in one step, so there is no
 * moment in which a lock exists and nobody knows whose it is. It is broken only when its owner is known to be dead, and only
 * under a second lock that is named after the very lock to be broken: of several that find a dead owner one removes it, and
 * none can remove the lock of whoever came next.
 */
import { readlinkSync, symlinkSync, unlinkSync } from "node:fs";
import { basename } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { LedgerError } from "../session/store.ts";
import { errorCode, ledgerFailure } from "./failure.ts";
import { lifeOf, type Owner, ownerOf, ownerToken, thisProcess } from "./process.ts";

export const LOCK_WAIT_MS = 10_000;
/** How often a holder that was alive is looked at again. */
const LOOK_AGAIN_MS = 100;
/** A breaker may die too, and the one who breaks its lock as well; further down we wait. */
const MAX_BREAKING = 3;

export interface LockOptions {
  readonly waitMs?: number;
  readonly self?: Owner;
}

/** Runs `work`, which must not wait for anything, while no other process holds the lock. */
export async function locked<T>(path: string, work: () => T, options: LockOptions = {}): Promise<T> {
  const self = options.self ?? thisProcess();
  if (!take(path, self)) await takeLater(path, self, options.waitMs ?? LOCK_WAIT_MS);
  try {
    return work();
  } finally {
    release(path);
  }
}

async function takeLater(path: string, self: Owner, waitMs: number): Promise<void> {
  const deadline = performance.now() + waitMs;
  let seen = "";
  let lookAt = 0;
  while (performance.now() < deadline) {
    const holder = holderOf(path);
    if (holder !== undefined && (holder !== seen || performance.now() >= lookAt)) {
      seen = holder;
      lookAt = performance.now() + LOOK_AGAIN_MS;
      breakIfDead(path, holder, self, 0);
    }
    if (take(path, self)) return;
    await pause(1 + Math.random() * 3);
  }
  throw new LedgerError(
    `The ledger is locked: ${path} is held by ${described(holderOf(path))}, for longer than ${waitMs / 1000} s. ` +
      "Let that process finish or end it; if it runs on another machine or in another container and is gone, remove the lock.",
  );
}

function take(path: string, self: Owner): boolean {
  try {
    symlinkSync(ownerToken(self), path, "junction");
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    throw ledgerFailure("locked", path, error);
  }
}

function breakIfDead(path: string, holder: string, self: Owner, depth: number): void {
  const owner = ownerOf(holder);
  if (owner === undefined || lifeOf(owner, self) !== "dead") return;
  const guard = `${path}.${holder.replace(/[^\w.-]/g, "-")}`;
  if (!take(guard, self)) {
    const breaker = holderOf(guard);
    if (breaker !== undefined && depth < MAX_BREAKING) breakIfDead(guard, breaker, self, depth + 1);
    return;
  }
  try {
    if (holderOf(path) === holder) release(path);
  } finally {
    release(guard);
  }
}

/** The token of whoever holds it; undefined when nobody does. */
export function holderOf(path: string): string | undefined {
  try {
    return basename(readlinkSync(path));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    if (errorCode(error) === "EINVAL") return "";
    throw ledgerFailure("locked", path, error);
  }
}

function release(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw ledgerFailure("unlocked", path, error);
  }
}

function described(holder: string | undefined): string {
  const owner = holder === undefined ? undefined : ownerOf(holder);
  return owner === undefined ? "another process" : `process ${owner.pid} on ${owner.machine}`;
}
