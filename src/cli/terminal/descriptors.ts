/**
 * Standard input and output without streams: making a stream costs more than everything a fast path does. Where a descriptor
 * does not block, the stream is used after all.
 */
import { readSync, writeSync } from "node:fs";

const CHUNK_BYTES = 65_536;

/** Standard input to its end. */
export async function* standardInput(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let read: number;
    try {
      read = readSync(0, buffer);
    } catch (error) {
      if (codeOf(error) === "EOF") return;
      if (codeOf(error) !== "EAGAIN") throw error;
      yield* process.stdin as AsyncIterable<Uint8Array>;
      return;
    }
    if (read === 0) return;
    yield buffer.subarray(0, read);
  }
}

/** All of the text, before anything else happens. False when the reader is gone or not ready. */
export function writeAtOnce(descriptor: 1 | 2, text: string): boolean {
  const bytes = Buffer.from(text);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    return true;
  } catch {
    return false;
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");
