import { rmSync } from "node:fs";

const TRIES = 60;
const PAUSE_MS = 200;

/**
 * Removes a test's directory although a process that nobody waits for (`sallyport refresh`) may still write into it.
 * `maxRetries` of `rmSync` only tries the last `rmdir` again and never what appeared since, so the whole is tried again.
 */
export function removeTree(path: string): void {
  for (let left = TRIES; ; left--) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (error) {
      if (left === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
