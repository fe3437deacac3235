/**
 * Where the session's earlier requests were marked. Remembered so that a provider finds its cached prefix; lost or
 * wrong marks cost tokens and nothing else. A directory keeps them between processes, else they live in memory.
 */
import { createHash } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mark } from "./transcript.ts";

export const MAX_MARKS = 2000;
const MAX_SESSIONS_IN_MEMORY = 500;
/** A session that long ago has nothing in anybody's cache. */
export const MARKS_LIFE_MS = 24 * 3_600_000;

export interface MarkStore {
  of(session: string): readonly Mark[];
  add(session: string, mark: Mark): void;
}

export const marksInMemory = (): MarkStore => {
  const sessions = new Map<string, readonly Mark[]>();
  return {
    of: (session) => sessions.get(session) ?? [],
    add: (session, mark) => {
      const marks = addMark(sessions.get(session) ?? [], mark);
      sessions.delete(session);
      sessions.set(session, marks);
      const oldest = sessions.keys().next().value;
      if (sessions.size > MAX_SESSIONS_IN_MEMORY && oldest !== undefined) sessions.delete(oldest);
    },
  };
};

/** One small file a session, one line a mark, appended: two processes at once lose nothing. */
export const marksInDirectory = (directory: string): MarkStore => {
  const file = (session: string): string =>
    join(directory, `${createHash("sha256").update(session).digest("hex").slice(0, 32)}.marks`);
  const read = (session: string): readonly Mark[] => {
    try {
      return readFileSync(file(session), "utf8").split("\n").flatMap(parseMark);
    } catch {
      return [];
    }
  };
  return {
    of: read,
    add: (session, mark) => {
      try {
        mkdirSync(directory, { recursive: true, mode: 0o700 });
        const before = read(session);
        if (before.length === 0) dropOld(directory);
        const after = addMark(before, mark);
        if (after.length > before.length) appendFileSync(file(session), formatMark(mark), { mode: 0o600 });
        else writeFileSync(file(session), after.map(formatMark).join(""), { mode: 0o600 });
      } catch {
        // A full or read-only disk must not stop a decision.
      }
    },
  };
};

const dropOld = (directory: string): void => {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (name.endsWith(".marks") && Date.now() - statSync(path).mtimeMs > MARKS_LIFE_MS) rmSync(path, { force: true });
  }
};

/** When there are too many, half go at once: the prefix changes once, not with every further mark. */
const addMark = (marks: readonly Mark[], mark: Mark): readonly Mark[] => [
  ...(marks.length < MAX_MARKS ? marks : marks.slice(MAX_MARKS / 2)),
  mark,
];

const formatMark = (mark: Mark): string => `${mark.lines} ${mark.hash}\n`;

const parseMark = (text: string): readonly Mark[] => {
  const match = /^(\d{1,9}) ([0-9a-f]{16})$/.exec(text);
  return match?.[1] === undefined || match[2] === undefined ? [] : [{ lines: Number(match[1]), hash: match[2] }];
};
