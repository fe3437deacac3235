/** What a decision has looked at: each question with its answer, so that whoever wants to know can ask every one of them again. */
import { dirname } from "node:path";
import type { DirEntry, PathInfo, World } from "../contract/world.ts";

/** What looked at more, or at more of one file, is not worth asking again. */
const MAX_LOOKS = 400;
const MAX_CONTENT_BYTES = 65_536;

/** Whether a machine gives the same answers. */
export type SameAnswers = (world: World) => boolean;

interface Trace {
  readonly note: (look: SameAnswers) => void;
  /** Something was asked that is not worth asking again. */
  readonly giveUp: () => void;
  readonly end: () => SameAnswers | undefined;
}

interface TracedWorld {
  readonly world: World;
  /** Ends the trace; undefined where something was asked that cannot be asked again. */
  readonly end: Trace["end"];
}

export function traceLooks(world: World): TracedWorld {
  const trace = openTrace();
  return { world: { ...world, ...tracedPlaces(world, trace), ...tracedContents(world, trace) }, end: trace.end };
}

function openTrace(): Trace {
  let looks: SameAnswers[] | undefined = [];
  let ended = false;
  const giveUp = (): void => {
    if (!ended) looks = undefined;
  };
  return {
    giveUp,
    note: (look) => {
      if (ended || looks === undefined) return;
      if (looks.length < MAX_LOOKS) looks.push(look);
      else giveUp();
    },
    end: () => {
      ended = true;
      return looks === undefined ? undefined : onceAMoment(looks);
    },
  };
}

/** What held in this moment holds: every look would be answered with what it was answered just now. */
function onceAMoment(looks: readonly SameAnswers[]): SameAnswers {
  let held: World | undefined;
  return (world) => {
    const moment = world.moment?.();
    if (moment !== undefined && moment === held) return true;
    const now = moment ?? world;
    const same = looks.every((look) => look(now));
    held = same ? moment : undefined;
    return same;
  };
}

function tracedPlaces(world: World, { note }: Trace): Pick<World, "lstat" | "stat" | "readLink"> {
  const noteInfo = (found: PathInfo, look: (world: World) => PathInfo): PathInfo => {
    const seen = watchInfo(found);
    note(sameInfo(look, seen));
    return seen.info;
  };
  return {
    lstat: (path) => {
      const found = world.lstat(path);
      if (found.kind !== "absent") return noteInfo(found, (now) => now.lstat(path));
      note(stillAbsent(path));
      return found;
    },
    stat: (path) => noteInfo(world.stat(path), (now) => now.stat(path)),
    readLink: (path) => {
      const found = world.readLink(path);
      note((now) => now.readLink(path) === found);
      return found;
    },
  };
}

type Contents = Pick<World, "readFile" | "readDir" | "listDir" | "readRange" | "linkedFiles">;

function tracedContents(world: World, { note, giveUp }: Trace): Contents {
  const { listDir, readRange, linkedFiles } = world;
  /** What is not there stays so. */
  const given = <F extends (...asked: never[]) => unknown>(ask: F | undefined, traced: (ask: F) => F) =>
    ask === undefined ? undefined : traced(ask.bind(world) as F);
  const traced = {
    readFile: (path: string, limit: number) => {
      const found = world.readFile(path, limit);
      if ((found?.length ?? 0) > MAX_CONTENT_BYTES) giveUp();
      else note((now) => isSameContent(now.readFile(path, limit), found));
      return found;
    },
    readDir: (path: string) => {
      const found = world.readDir(path);
      note((now) => isSameList(now.readDir(path), found, Object.is));
      return found;
    },
    listDir: given(listDir, (ask) => (path) => {
      const found = ask(path);
      note((now) => isSameList(now.listDir?.(path), found, isSameEntry));
      return found;
    }),
    readRange: given(readRange, (ask) => (...asked) => {
      giveUp();
      return ask(...asked);
    }),
    linkedFiles: given(linkedFiles, (ask) => (...asked) => {
      giveUp();
      return ask(...asked);
    }),
  };
  return Object.fromEntries(Object.entries(traced).filter(([, look]) => look !== undefined)) as unknown as Contents;
}

interface WatchedInfo {
  readonly found: PathInfo;
  /** The same, as it is given to whoever asked. */
  readonly info: PathInfo;
  /** Whether what changes with every file in a directory was looked at, too. */
  readonly changing: () => boolean;
}

const CHANGING = ["size", "mtimeMs", "ctimeMs", "bornMs"] as const;
const always = (): boolean => true;

/** Directories change with every file that comes and goes in them: whether their times matter shows when somebody asks for them. */
function watchInfo(found: PathInfo): WatchedInfo {
  if (found.kind !== "directory") return { found, info: found, changing: always };
  const info = { ...found };
  let asked = false;
  for (const field of CHANGING) {
    if (!(field in found)) continue;
    const get = (): number | undefined => {
      asked = true;
      return found[field];
    };
    Object.defineProperty(info, field, { enumerable: true, get });
  }
  return { found, info, changing: () => asked };
}

/** Of two equal answers the newer is kept: asked again in the same moment, it is the very same one. */
function sameInfo(look: (world: World) => PathInfo, { found, changing }: WatchedInfo): SameAnswers {
  let then = found;
  return (world) => {
    const now = look(world);
    if (now !== then && !(isSameKind(now, then) && (!changing() || isAsItWas(now, then)))) return false;
    then = now;
    return true;
  };
}

/** File systems mark changes of one tick alike, the coarsest in two seconds: only a directory that was left alone for longer tells by its times. */
const SETTLED_MS = 3_000;

const isSettled = ({ kind, ctimeMs }: PathInfo): boolean =>
  kind === "directory" && ctimeMs !== undefined && Date.now() - ctimeMs > SETTLED_MS;

/** Where nothing was, nothing has come while the directory is as it was. One look at that is for every name that is not in it. */
function stillAbsent(path: string): SameAnswers {
  const directory = dirname(path);
  let settled: PathInfo | undefined;
  return (world) => {
    const around = world.lstat(directory);
    if (settled !== undefined && (around === settled || (isSameKind(around, settled) && isAsItWas(around, settled))))
      return true;
    if (world.lstat(path).kind !== "absent") return false;
    settled = isSettled(around) ? around : undefined;
    return true;
  };
}

// Field by field: so often is this asked that a loop over their names is felt. A test has every field there is.
const isSameKind = (now: PathInfo, then: PathInfo): boolean =>
  now.kind === then.kind &&
  now.links === then.links &&
  now.inode === then.inode &&
  now.executable === then.executable &&
  now.everyones === then.everyones &&
  now.device === then.device &&
  now.private === then.private;

const isAsItWas = (now: PathInfo, then: PathInfo): boolean =>
  now.size === then.size && now.mtimeMs === then.mtimeMs && now.ctimeMs === then.ctimeMs && now.bornMs === then.bornMs;

const isSameContent = (now: Uint8Array | undefined, then: Uint8Array | undefined): boolean =>
  now === then || (now !== undefined && then !== undefined && Buffer.compare(now, then) === 0);

function isSameList<T>(
  now: readonly T[] | undefined,
  then: readonly T[] | undefined,
  isSame: (a: T, b: T | undefined) => boolean,
): boolean {
  if (now === undefined || then === undefined) return now === then;
  return now.length === then.length && now.every((one, i) => isSame(one, then[i]));
}

const isSameEntry = (a: DirEntry, b: DirEntry | undefined): boolean => a.name === b?.name && a.kind === b.kind;
