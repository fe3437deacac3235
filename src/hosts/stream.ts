/** The entries of a record from its beginning, one at a time: what is held is a line, never the file. Never throws. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { JsonObject } from "../contract/action.ts";
import type { GapReason } from "../contract/past.ts";
import { parseObject } from "./json.ts";

export interface StreamLimits {
  /** Of a file, what is read. */
  readonly bytes: number;
  readonly lineBytes: number;
}

export const STREAM_LIMITS: StreamLimits = { bytes: 128_000_000, lineBytes: 32_000_000 };
const CHUNK_BYTES = 1_000_000;

/** An entry, or why one is missing. */
export type Streamed = { readonly entry: JsonObject } | { readonly gap: GapReason };

export function* streamEntries(path: string, limits = STREAM_LIMITS): Generator<Streamed> {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(fd);
    if (!found.isFile()) yield { gap: "the record cannot be read" };
    else yield* entriesOf(fd, Math.min(found.size, limits.bytes), limits);
    if (found.size > limits.bytes) yield { gap: "record too long" };
  } catch {
    yield { gap: "the record cannot be read" };
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function* entriesOf(fd: number, size: number, { lineBytes }: StreamLimits): Generator<Streamed> {
  let held: Buffer[] = [];
  let length = 0;
  for (let at = 0; at < size; ) {
    const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at));
    const read = readSync(fd, chunk, 0, chunk.length, at);
    if (read === 0) break;
    at += read;
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0 && end < read; end = chunk.indexOf(10, from)) {
      yield* entryOf([...held, chunk.subarray(from, end)], length + end - from, lineBytes);
      held = [];
      length = 0;
      from = end + 1;
    }
    length += read - from;
    // What is too long is counted and not kept.
    held = length > lineBytes ? [] : [...held, chunk.subarray(from, read)];
  }
  // The last line may still be in the writing: it is about nothing that came back.
  for (const streamed of entryOf(held, length, lineBytes)) if ("entry" in streamed) yield streamed;
}

function* entryOf(parts: readonly Buffer[], length: number, limit: number): Generator<Streamed> {
  if (length > limit) return yield { gap: "record too long" };
  const line = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  const text = line.toString("utf8");
  const entry = parseObject(text);
  if (entry !== undefined) yield { entry };
  else if (text.trim() !== "") yield { gap: "the record cannot be read" };
}
