/**
 * Reads recorded sessions from files, a bounded part in memory at any time. What cannot be read is reported with file, line
 * and reason; it is never a throw, and never passed over in silence.
 */
import { createReadStream, type Stats, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { JsonObject } from "../../contract/action.ts";
import { linesOf } from "../../contract/lines.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import {
  isObject,
  type RecordedEvent,
  type RecordedSession,
  readEntry,
  reasonOf,
  type SessionFileReader,
} from "../../hosts/index.ts";
import { FORMATS, formatOf, type RecordFormat } from "../sources/formats.ts";

/** A longer line is skipped and named: tool output of any size may stand in a record. */
export const MAX_LINE_BYTES = 16_000_000;
/** A record that is one document has to be held whole. */
export const MAX_DOCUMENT_BYTES = 64_000_000;
/** So many entries are looked at to tell the format. */
const MAX_LOOK = 50;
const SQLITE = "SQLite format 3\u0000";

/** One session to replay. `key` is the same for the same session in a later run. */
export interface RecordedUnit {
  readonly key: string;
  readonly file: string;
  /** A host's name, "ledger" or "sessions". */
  readonly format: string;
  /** Begins with the session, or is empty. */
  readonly events: AsyncIterable<RecordedEvent> | Iterable<RecordedEvent>;
}

export interface ReadOptions {
  readonly problem: (file: string, line: number | null, reason: string) => void;
  /** So many more bytes of the file have been read. */
  readonly progress?: (bytes: number) => void;
}

export async function* unitsOf(file: string, options: ReadOptions): AsyncGenerator<RecordedUnit> {
  const wrong = (reason: string): void => options.problem(file, null, reason);
  let size: number;
  try {
    const found: Stats = statSync(file);
    if (!found.isFile()) return wrong("is not a file");
    size = found.size;
  } catch (error) {
    return wrong(`cannot be read: ${reasonOf(error)}`);
  }
  if (size === 0) return wrong("is empty");
  try {
    yield* readUnits(file, size, options);
  } catch (error) {
    wrong(`cannot be read to its end: ${reasonOf(error)}`);
  }
}

async function* readUnits(file: string, size: number, options: ReadOptions): AsyncGenerator<RecordedUnit> {
  const looked = await look(file);
  if (looked.kind === "unknown") return options.problem(file, null, looked.reason);
  const { format, sessionPerEntry, projectOf } = looked.format;
  const reader = looked.format.reader(projectOf?.(file) ?? null);
  if (looked.kind === "document") {
    const { events, problem } = readEntry(reader, looked.document, 1);
    if (problem !== undefined) options.problem(file, 1, problem);
    options.progress?.(size);
    yield { key: file, file, format, events };
  } else if (sessionPerEntry === true) {
    for await (const { line, events } of entriesOf(file, reader, options))
      yield { key: `${file}:${line}`, file, format, events };
  } else {
    yield { key: file, file, format, events: flat(entriesOf(file, reader, options)) };
  }
}

async function* flat(entries: AsyncIterable<{ readonly events: readonly RecordedEvent[] }>) {
  for await (const { events } of entries) yield* events;
}

async function* entriesOf(file: string, reader: SessionFileReader, options: ReadOptions) {
  const stream = createReadStream(file);
  let reported = 0;
  let line = 0;
  try {
    for await (const one of linesOf(stream, MAX_LINE_BYTES)) {
      line++;
      options.progress?.(stream.bytesRead - reported);
      reported = stream.bytesRead;
      if (one.ok && one.bytes.length === 0) continue;
      const entry = one.ok ? parseEntry(one.bytes) : fail(`${one.error}: left out`);
      if (!entry.ok) {
        options.problem(file, line, entry.error);
        continue;
      }
      const { events, problem } = readEntry(reader, entry.value, line);
      if (problem !== undefined) options.problem(file, line, problem);
      if (events.length > 0) yield { line, events };
    }
  } catch (error) {
    options.problem(file, line + 1, `cannot be read further: ${reasonOf(error)}`);
  } finally {
    stream.destroy();
  }
}

type Look =
  | { readonly kind: "lines"; readonly format: RecordFormat }
  | { readonly kind: "document"; readonly format: RecordFormat; readonly document: JsonObject }
  | { readonly kind: "unknown"; readonly reason: string };

const unknownFormat = (): Look => ({
  kind: "unknown",
  reason: `is no record of a known agent (${FORMATS.map(({ title }) => title).join(", ")})`,
});

/** The first entry of a known shape tells; a file without one may be a document spread over many lines. */
async function look(file: string): Promise<Look> {
  const stream = createReadStream(file);
  let entries = 0;
  let first = "";
  try {
    for await (const one of linesOf(stream, MAX_LINE_BYTES)) {
      if (one.ok && entries === 0 && first === "") first = Buffer.from(one.bytes.subarray(0, 64)).toString("latin1");
      if (first.startsWith(SQLITE))
        return {
          kind: "unknown",
          reason:
            "is an SQLite database, which this version of Node cannot read by itself: use `opencode export SESSION`",
        };
      const known = one.ok ? lookAt(one.bytes) : undefined;
      if (known !== undefined) return known;
      if (++entries >= MAX_LOOK) break;
    }
  } finally {
    stream.destroy();
  }
  return /^\s*[{[]\s*$|^\s*\{\s*"/.test(first) ? lookAtWhole(file) : unknownFormat();
}

function lookAt(bytes: Uint8Array): Look | undefined {
  const entry = parseEntry(bytes);
  const format = entry.ok ? formatOf(entry.value) : undefined;
  if (!entry.ok || format === undefined) return undefined;
  return format.isDocument === true ? { kind: "document", format, document: entry.value } : { kind: "lines", format };
}

async function lookAtWhole(file: string): Promise<Look> {
  if (statSync(file).size > MAX_DOCUMENT_BYTES)
    return { kind: "unknown", reason: `is one document of more than ${MAX_DOCUMENT_BYTES} bytes` };
  const entry = parseEntry(await readFile(file));
  const format = entry.ok ? formatOf(entry.value) : undefined;
  return entry.ok && format !== undefined ? { kind: "document", format, document: entry.value } : unknownFormat();
}

function parseEntry(bytes: Uint8Array): Result<JsonObject> {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8"));
    return isObject(value) ? ok(value) : fail("is no object: left out");
  } catch (error) {
    return fail(`is not valid JSON, perhaps half a line (${reasonOf(error)}): left out`);
  }
}

export const NO_SESSION: RecordedSession = { id: "", agent: "", host: null, cwd: null, started: null };
