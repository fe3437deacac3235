/**
 * The lines of a host's record. A line that is half written or no object is passed over. Never throws, and holds no more than
 * a part of the file at once.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { JsonObject } from "../../contract/action.ts";
import type { GapReason } from "../../contract/past.ts";
import { parseObject } from "../json.ts";

const CHUNK_BYTES = 4_000_000;
/** A longer line is no entry of any host's. */
const MAX_LINE_BYTES = 64_000_000;

/** How much of a record is read: of one above `whole`, its head, and an end that begins at a multiple of `step`. */
export interface RecordLimits {
  readonly whole: number;
  readonly head: number;
  readonly tail: number;
  readonly step: number;
}

export const RECORD_LIMITS: RecordLimits = {
  whole: 256_000_000,
  head: 32_000_000,
  tail: 128_000_000,
  step: 32_000_000,
};

export interface LineVisitor {
  readonly object: (object: JsonObject) => void;
  /** A line of the part in the middle that is not read. */
  readonly skipped: (line: Buffer) => void;
}

/**
 * Visits a file's objects in order. Where the end begins stays the same while the file grows by less than a step, and a line
 * belongs to the part in which it begins.
 */
export function visitLines(path: string, visitor: LineVisitor, limits = RECORD_LIMITS): void {
  withFile(path, (fd, size) => {
    const end = size <= limits.whole ? 0 : Math.ceil((size - limits.tail) / limits.step) * limits.step;
    for (const { bytes, offset } of rawLines(fd, size)) {
      if (offset >= limits.head && offset < end) visitor.skipped(bytes);
      else for (const object of objectsIn(bytes)) visitor.object(object);
    }
  });
}

function* rawLines(fd: number, size: number): Generator<{ readonly bytes: Buffer; readonly offset: number }> {
  let open: Buffer[] = [];
  let held = 0;
  let offset = 0;
  for (let at = 0; at < size; at += CHUNK_BYTES) {
    const chunk = readPart(fd, at, Math.min(CHUNK_BYTES, size - at));
    let from = 0;
    for (let to = chunk.indexOf(10); to >= 0; to = chunk.indexOf(10, from)) {
      const rest = chunk.subarray(from, to);
      if (held + rest.length <= MAX_LINE_BYTES)
        yield { bytes: open.length === 0 ? rest : Buffer.concat([...open, rest]), offset };
      [open, held, from] = [[], 0, to + 1];
      offset = at + from;
    }
    const left = chunk.subarray(from);
    held += left.length;
    if (held <= MAX_LINE_BYTES) open.push(left);
    else open = [];
  }
  if (held > 0 && held <= MAX_LINE_BYTES) yield { bytes: Buffer.concat(open), offset };
}

function withFile<T>(path: string, work: (fd: number, size: number) => T): T | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(fd);
    return found.isFile() ? work(fd, found.size) : undefined;
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** For looks at the newest lines alone: a file up to the sum of both is read whole, of a longer one beginning and end. */
export const HEAD_BYTES = 1_000_000;
export const TAIL_BYTES = 7_000_000;

export const linesOfFile = (path: string, head = HEAD_BYTES, tail = TAIL_BYTES): readonly JsonObject[] =>
  withFile(path, (fd, size) => {
    if (size <= head + tail) return objectsIn(readPart(fd, 0, size));
    const beginning = readPart(fd, 0, head);
    const end = readPart(fd, size - tail, tail);
    return [
      ...objectsIn(beginning.subarray(0, beginning.lastIndexOf(10) + 1)),
      ...objectsIn(end.subarray(end.indexOf(10) + 1)),
    ];
  }) ?? [];

function readPart(fd: number, from: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const read = readSync(fd, buffer, done, length - done, from + done);
    if (read === 0) break;
    done += read;
  }
  return buffer.subarray(0, done);
}

const objectsIn = (bytes: Buffer): readonly JsonObject[] =>
  bytes
    .toString("utf8")
    .split("\n")
    .flatMap((line) => {
      const object = line.trim() === "" ? undefined : parseObject(line);
      return object === undefined ? [] : [object];
    });

// The entries of a record from its beginning, one at a time: what is held is a line, never the file. Never throws.

interface StreamLimits {
  /** Of a file, what is read. */
  readonly bytes: number;
  readonly lineBytes: number;
}

const STREAM_LIMITS: StreamLimits = { bytes: 128_000_000, lineBytes: 32_000_000 };
const STREAM_CHUNK_BYTES = 1_000_000;

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
    const chunk = Buffer.allocUnsafe(Math.min(STREAM_CHUNK_BYTES, size - at));
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
