/** Which process serves: one for each state directory. */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod/mini";
import { fail, messageOf, type Result } from "../../contract/result.ts";
import { acquire, processFacts } from "../../memory/index.ts";
import { keptFile } from "../auth/kept-file.ts";
import { serviceLayout } from "../folder.ts";

export * from "./agreed.ts";

const schema = z.object({
  pid: z.number(),
  /** When that process began, as the kernel tells; "" where it does not. */
  start: z.string(),
  port: z.number(),
  address: z.string(),
  started: z.number(),
  /** The folder of its program. */
  program: z.optional(z.string()),
  /** A hook started it. */
  byHook: z.optional(z.boolean()),
});

/**
 * What Node is started with where the service has a process of its own. Calls that wait for the disk are alive whenever young objects
 * are collected, and are copied then: with room for more of them that happens a quarter as often. An idle service does not take it up.
 */
export const ENGINE_FLAGS: readonly string[] = ["--max-semi-space-size=64"];

/** Of one that a hook started: it serves one person, and shall not be felt. Half the memory, for a tenth more of processor time. */
export const SMALL_ENGINE_FLAGS: readonly string[] = ["--max-semi-space-size=1", "--optimize-for-size"];

export type ServingProcess = z.infer<typeof schema>;

/** The service that runs now; undefined where none does. Never throws: what cannot be read is no service. */
export function findServing(stateDir: string): ServingProcess | undefined {
  try {
    const found = z.safeParse(schema, JSON.parse(readFileSync(serviceLayout(stateDir).serving, "utf8")));
    return found.success && isServing(found.data) ? found.data : undefined;
  } catch {
    return undefined;
  }
}

/** That very process is there: a pid alone is used again. */
export function isServing({ pid, start }: ServingProcess): boolean {
  const facts = processFacts(pid);
  if (facts !== undefined) return !facts.ended && facts.start === start;
  try {
    process.kill(pid, 0);
    return process.platform !== "linux";
  } catch (error) {
    return process.platform !== "linux" && error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

export function noteServing(stateDir: string, serving: Omit<ServingProcess, "pid" | "start">): void {
  const start = processFacts(process.pid)?.start ?? "";
  const file = keptFile(serviceLayout(stateDir).serving, {
    schema,
    empty: { pid: 0, start: "", port: 0, address: "", started: 0 },
  });
  file.write({ pid: process.pid, start, ...serving });
}

/** Nobody else begins to serve meanwhile. A failure tells that somebody did. */
export async function underStartLock<T>(stateDir: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
  const { lock } = serviceLayout(stateDir);
  try {
    mkdirSync(dirname(lock), { recursive: true, mode: 0o700 });
    const release = await acquire(lock);
    try {
      return await work();
    } finally {
      release();
    }
  } catch (error) {
    return fail(messageOf(error));
  }
}

/** Only this process's own note. */
export function forgetServing(stateDir: string): void {
  if (findServing(stateDir)?.pid === process.pid) rmSync(serviceLayout(stateDir).serving, { force: true });
}

const LOOK_AGAIN_MS = 500;

/** Aborts when the note is gone or another's: this process then serves a directory that is not its own any more. */
export function watchOwnNote(stateDir: string): { readonly lost: AbortSignal; readonly end: () => void } {
  const lost = new AbortController();
  const timer = setInterval(() => {
    if (findServing(stateDir)?.pid !== process.pid) lost.abort();
  }, LOOK_AGAIN_MS);
  return { lost: lost.signal, end: () => clearInterval(timer) };
}

const LOOK_MS = 50;
const PATIENCE_MS = 15_000;

/** False: it did not come true in time. */
export async function waitUntil(is: () => boolean): Promise<boolean> {
  for (let left = PATIENCE_MS / LOOK_MS; left > 0; left--) {
    if (is()) return true;
    await pause(LOOK_MS);
  }
  return is();
}
