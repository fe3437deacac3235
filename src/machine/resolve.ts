/** From what a call says to where it leads: `~`, `.`, `..`, Windows spellings, then links. Reads only; never throws. */
import type { Target } from "../contract/effect.ts";
import { exact, unknownTarget } from "../contract/effect.ts";
import type { World } from "../contract/world.ts";

/** More links than this on one way is a loop. */
const MAX_LINKS = 40;
/** UTF-16 units. No system opens a longer path; a program may cut it or take it apart, and nobody knows where to. */
export const MAX_PATH = 32_768;
/**
 * Links that lead elsewhere for every process: a directory, a root, an open file of whoever follows them. What the gate
 * would find there is its own.
 */
const OF_PROCESS =
  /^\/(?:proc\/(?:self|thread-self|\d+)\/(?:task\/[^/]+\/)?(?:cwd|root|exe|fd|map_files|ns)|dev\/(?:fd|stdin|stdout|stderr))(?:\/|$)/;
/** The process that looks, by its number: what lies below is named without it. */
const ITSELF = "/proc/self";
const ITS_THREAD = "/proc/thread-self";
const DRIVE = /^[A-Za-z]:([/\\]|$)/;
const UNC = /^[/\\]{2}[?.]?[/\\]?/;

type Spelling = Pick<World, "home" | "platform">;

/** Absolute, with forward slashes, `.` and `..` taken out by the text. NUL and other trickery is the caller's to reject. */
export const absolutePath = (raw: string, cwd: string, world: Spelling): string => normalise(expand(raw, cwd, world));

/** Absolute, with its `..` in it. */
export function expand(raw: string, cwd: string, world: Spelling): string {
  const path = world.platform === "win32" ? fromWindows(raw) : raw;
  if (path === "~" || path.startsWith("~/")) return world.home + path.slice(1);
  if (path.startsWith("/") || DRIVE.test(path)) return path;
  return `${cwd}/${path}`;
}

function fromWindows(raw: string): string {
  if (UNC.test(raw)) {
    const rest = raw.replace(/^[/\\]{2}[?.][/\\]/, "");
    return DRIVE.test(rest) ? fromWindows(rest) : `//${rest.replace(/^[/\\]+/, "").replaceAll("\\", "/")}`;
  }
  const path = raw.replaceAll("\\", "/");
  return DRIVE.test(path) ? path.slice(0, 1).toUpperCase() + path.slice(1) : path;
}

export function normalise(path: string): string {
  if (!path.includes("/.") && !path.includes("//") && !path.endsWith("/")) return path;
  const drive = DRIVE.test(path) ? path.slice(0, 2) : "";
  const out: string[] = [];
  for (const part of path.slice(drive.length).split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") out.pop();
    else out.push(part);
  }
  return `${drive}/${out.join("/")}`;
}

export interface RealPath {
  /** Where the path leads; parts that do not exist yet are kept as written. */
  readonly path: string;
  /** Links met on the way, by their own path. */
  readonly links: readonly string[];
  /** Why the answer cannot be trusted: it is then no place in particular. */
  readonly problem: "loop" | "unreadable" | "process" | "long" | null;
}

type Disk = Pick<World, "lstat" | "readLink" | "isDirect">;

/** Follows every link on the way, `..` after a link included. `path` must be absolute. */
export function realPath(path: string, world: Disk): RealPath {
  if (path.length > MAX_PATH) return { path: "/", links: [], problem: "long" };
  if (world.isDirect?.(path) === true) return { path, links: [], problem: null };
  const drive = DRIVE.test(path) ? path.slice(0, 2) : "";
  const todo = partsOf(path.slice(drive.length));
  const links: string[] = [];
  let here = "";
  let absent = false;
  for (let part = todo.pop(); part !== undefined; part = todo.pop()) {
    if (part === "..") {
      here = here.slice(0, Math.max(here.lastIndexOf("/"), 0));
      absent = false;
      continue;
    }
    const next = `${here}/${part}`;
    const step = stepTo(next, { world, drive, absent });
    absent = step.kind === "absent";
    if (step.to === undefined) {
      here = next;
      continue;
    }
    links.push(drive + next);
    const problem = links.length > MAX_LINKS ? "loop" : step.problem;
    if (problem !== undefined) return { path: drive + stuckAt(next, todo, problem), links, problem };
    if (step.to.startsWith("/")) here = "";
    todo.push(...partsOf(step.to));
  }
  return { path: drive + (here === "" ? "/" : here), links, problem: null };
}

/** The last first. */
const partsOf = (path: string): string[] =>
  path
    .split("/")
    .filter((part) => part !== "" && part !== ".")
    .reverse();

interface Step {
  readonly kind: "absent" | "there";
  /** Where it leads, if it is a link. */
  readonly to?: string;
  readonly problem?: "unreadable" | "process";
}

interface Standing {
  readonly world: Disk;
  readonly drive: string;
  /** What it lies in is not there. */
  readonly absent: boolean;
}

function stepTo(next: string, { world, drive, absent }: Standing): Step {
  if (OF_PROCESS.test(next)) return { kind: "there", to: "", problem: "process" };
  if (absent) return { kind: "absent" };
  if (next === ITSELF) return { kind: "there" };
  if (next === ITS_THREAD) return { kind: "there", to: `${ITSELF}/task/0` };
  const { kind } = world.lstat(drive + next);
  if (kind === "unreadable") return { kind: "there", to: "", problem: "unreadable" };
  if (kind !== "link") return { kind: kind === "absent" ? "absent" : "there" };
  const to = world.readLink(drive + next);
  return to === undefined ? { kind: "there", to: "", problem: "unreadable" } : { kind: "there", to };
}

/** Nobody knows what lies above a link of a process: what follows it stays behind it. */
const stuckAt = (next: string, todo: readonly string[], problem: RealPath["problem"]): string =>
  normalise([next, ...todo.filter((part) => problem !== "process" || part !== "..").reverse()].join("/"));

/**
 * The target a raw path names. Where taking `..` out by text and by following links lead to different places, nobody
 * can say which one the program means: the target is unknown. So is one that is longer than any path.
 */
export function toTarget(raw: string, cwd: string, world: World): Target {
  const expanded = expand(raw, cwd, world);
  if (expanded.length > MAX_PATH) return unknownTarget();
  const path = normalise(expanded);
  if (!expanded.includes("..")) return exact(path);
  const followed = realPath(expanded, world);
  return followed.problem === null && followed.path === realPath(path, world).path ? exact(path) : unknownTarget();
}

/** A path inside a directory, as it is written from there. */
export const pathBelow = (path: string, dir: string): string => path.slice(dir.length).replace(/^\/+/, "");

/** `path` is `dir` or lies below it. Both absolute and normalised. */
export function isInside(path: string, dir: string): boolean {
  return path === dir || path.startsWith(dir.endsWith("/") ? dir : `${dir}/`);
}
