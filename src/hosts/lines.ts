/**
 * The lines of a host's record, a bounded part of them: the whole file while it is small, else its beginning, where the
 * task was set, and its end. A line that is half written or no object is passed over. Never throws.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { JsonObject } from "../contract/action.ts";
import { parseObject } from "./json.ts";

/** A file up to the sum of both is read whole. */
export const HEAD_BYTES = 1_000_000;
export const TAIL_BYTES = 7_000_000;

export function linesOfFile(path: string, head = HEAD_BYTES, tail = TAIL_BYTES): readonly JsonObject[] {
  let fd: number | undefined;
  try {
    fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(fd);
    if (!found.isFile()) return [];
    if (found.size <= head + tail) return objectsIn(readPart(fd, 0, found.size));
    const beginning = readPart(fd, 0, head);
    const end = readPart(fd, found.size - tail, tail);
    return [
      ...objectsIn(beginning.subarray(0, beginning.lastIndexOf(10) + 1)),
      ...objectsIn(end.subarray(end.indexOf(10) + 1)),
    ];
  } catch {
    return [];
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

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
