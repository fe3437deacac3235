/** Makes restore points. A failure is a value, and what was begun is taken away again. */
import { readFileSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ticks } from "../../contract/clock.ts";
import { sha256 } from "../../contract/key.ts";
import { messageOf, ok, type Result } from "../../contract/result.ts";
import type { World } from "../../contract/world.ts";
import { noteAfter, openCallFile } from "./after.ts";
import { Copier, copyAll, type EarlierPoint } from "./copy.ts";
import { refuse } from "./failure.ts";
import { listPlaces } from "./places.ts";
import type {
  EditRequest,
  ExpectedAfter,
  PointCall,
  PointCause,
  PointId,
  ProjectRequest,
  RestoreFailure,
  RestoreLimits,
  RestorePoint,
  RestorePoints,
  SavedEntry,
} from "./point.ts";
import { findUnrecoverable } from "./project.ts";
import { DAY_MS, HOUR_MS, type Keeping, pruneNowAndThen } from "./prune.ts";
import { makeDirectory, newDraft, newPointId, openShelf, readPoint, SUFFIX } from "./shelf.ts";

export interface RestoreParts {
  readonly stateDir: string;
  readonly limits: RestoreLimits & Keeping;
  /** The disk as it is now, not as one decision saw it. */
  readonly world: World;
  readonly now: () => number;
}

export function openRestorePoints(parts: RestoreParts): RestorePoints {
  return {
    covers: (paths, world) => estimate(paths, world, parts.limits),
    save: (request) => attempt(() => saveEdit(request, parts)),
    saveProject: (request) => attempt(() => saveProject(request, parts)),
    noteAfter: (call) => {
      noteAfter(call, parts.stateDir);
      prune(parts, HOUR_MS);
    },
  };
}

/** For looking at what would be decided: says what could be covered, and makes nothing. */
export const supposeRestorePoints = (limits: RestoreLimits): RestorePoints => ({
  covers: (paths, world) => estimate(paths, world, limits),
  save: () => ok(null),
  saveProject: () => ok(null),
  noteAfter: () => undefined,
});

function estimate(paths: readonly string[], world: World, limits: RestoreLimits): ReturnType<RestorePoints["covers"]> {
  const listed = listPlaces(paths, world, limits);
  return listed.ok ? ok({ files: listed.value.files, bytes: listed.value.bytes }) : listed;
}

function saveEdit(request: EditRequest, parts: RestoreParts): Result<PointId, RestoreFailure> {
  const startedAt = ticks();
  const listed = listPlaces(request.paths, parts.world, parts.limits);
  if (!listed.ok) return listed;
  return savePoint(
    {
      cause: "edit",
      call: request.call,
      paths: listed.value.places.map(({ path }) => path),
      roots: [],
      creates: request.creates,
      expected: request.expected,
      startedAt,
      earlier: undefined,
    },
    parts,
  );
}

function saveProject(request: ProjectRequest, parts: RestoreParts): Result<PointId, RestoreFailure> {
  const startedAt = ticks();
  const { limits, world, stateDir } = parts;
  const found = findUnrecoverable({ request, world, limits, startedAt });
  if (!found.ok) return found;
  const newest = newestFile(openShelf(stateDir), request.roots);
  const saved = savePoint(
    {
      cause: "work",
      call: request.call,
      paths: found.value,
      roots: request.roots,
      creates: [],
      expected: new Map(),
      startedAt,
      earlier: earlierPoint(newest, stateDir),
    },
    parts,
  );
  if (saved.ok && saved.value !== null) replaceFile(newest, saved.value);
  return saved;
}

export interface PointDraft {
  readonly cause: PointCause;
  readonly call: PointCall;
  /** In the order of a walk. */
  readonly paths: readonly string[];
  readonly roots: readonly string[];
  readonly creates: readonly string[];
  readonly expected: ReadonlyMap<string, ExpectedAfter>;
  readonly startedAt: number;
  readonly earlier: EarlierPoint | undefined;
}

/** May throw: then nothing is kept. */
export function savePoint(draft: PointDraft, parts: RestoreParts): Result<PointId, RestoreFailure> {
  if (draft.paths.length === 0 && draft.roots.length === 0 && draft.creates.length === 0) return ok(null);
  const { stateDir, limits, now } = parts;
  const dir = openShelf(stateDir);
  const at = now();
  const file = newDraft(dir, newPointId(at));
  const { id } = file;
  try {
    const copier = new Copier({ id, fd: file.fd, limits, startedAt: draft.startedAt, earlier: draft.earlier });
    const copied = copyAll(draft.paths, copier);
    if (!copied.ok) {
      file.discard();
      return copied;
    }
    file.commit(pointOf(draft, { id, at, entries: copier.entries, bytes: copier.bytes }), copier.written);
  } catch (error) {
    file.discard();
    throw error;
  }
  openCallFile(dir, draft.call, id);
  prune(parts, DAY_MS);
  return ok(id);
}

const prune = ({ stateDir, limits, now }: RestoreParts, every: number): void =>
  pruneNowAndThen(stateDir, limits, { now: now(), every });

function pointOf(
  { cause, call, roots, creates, expected }: PointDraft,
  { id, at, entries, bytes }: { id: string; at: number; entries: readonly SavedEntry[]; bytes: number },
): RestorePoint {
  const uses = new Set(entries.flatMap((entry) => (entry.kind === "file" && entry.data !== id ? [entry.data] : [])));
  return {
    head: { version: 1, id, at, cause, call, roots, creates, entries: entries.length, bytes, uses: [...uses] },
    entries: entries.map((entry) => {
      const after = expected.get(entry.path);
      return after === undefined ? entry : { ...entry, expected: after };
    }),
  };
}

/** Says which point of these roots is the newest. */
function newestFile(dir: string, roots: readonly string[]): string {
  const newest = join(dir, "newest");
  makeDirectory(newest);
  return join(newest, sha256(JSON.stringify(roots)));
}

function earlierPoint(newest: string, stateDir: string): EarlierPoint | undefined {
  try {
    const id = readFileSync(newest, "utf8");
    const point = readPoint(join(openShelf(stateDir), id + SUFFIX.point));
    if (!point.ok) return undefined;
    const { head, entries } = point.value;
    return { at: head.at, files: new Map(entries.flatMap((one) => (one.kind === "file" ? [[one.path, one]] : []))) };
  } catch {
    return undefined; // Then everything is copied anew.
  }
}

/** Only a help for the next point: without it everything is copied anew. */
function replaceFile(path: string, text: string): void {
  const draft = `${path}.${text}`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flag: "wx" });
    renameSync(draft, path);
  } catch {
    removeQuietly(draft);
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    return;
  }
}

function attempt<T>(make: () => Result<T, RestoreFailure>): Result<T, RestoreFailure> {
  try {
    return make();
  } catch (error) {
    return refuse(`the restore point could not be written: ${messageOf(error)}`);
  }
}
