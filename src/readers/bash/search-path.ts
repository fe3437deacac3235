/** What PATH finds, and whether somebody other than the person or the system could have placed it there. */
import { beside } from "../../contract/beside.ts";
import type { ReadContext } from "../../contract/reading.ts";
import type { World } from "../../contract/world.ts";
import { isInside, lookOnce, realPath } from "../../machine/index.ts";

export const SYSTEM_DIRECTORIES: ReadonlySet<string> = new Set([
  "/bin",
  "/usr/bin",
  "/usr/local/bin",
  "/sbin",
  "/usr/sbin",
  "/opt/homebrew/bin",
]);
/** What system programs lead to, where the project is as wide as the machine or a home. */
const SYSTEM_TREES = ["/usr", "/bin", "/sbin", "/lib", "/opt/homebrew"];
/** Everyone's on every system, whatever lies below. */
const EVERYONES = ["/tmp", "/var/tmp", "/dev/shm", "/private/tmp", "/private/var/tmp"];

/** Why a bare name may be a program that the agent, or another session, could have placed; null when it is not. */
export function searchDoubt(name: string, touched: boolean, context: ReadContext): string | null {
  const { world } = context;
  const ahead = context.ahead?.find((dir) => isThere(`${dir}/${name}`, world));
  if (ahead !== undefined) return `PATH finds it in ${ahead}`;
  for (const dir of world.path) {
    const suspicion = suspicionOnce(dir, context);
    const found = suspicion === undefined ? inTrusted(`${dir}/${name}`, context) : null;
    if (found !== null) return found.doubt;
    if (suspicion !== undefined && touched) return `${dir} may have been written`;
    if (suspicion === "unknown" || (suspicion === "fillable" && mayHold(`${dir}/${name}`, context)))
      return fillableDoubt(dir, suspicion, context);
  }
  return null;
}

/** What the search ends with in a directory that nobody else fills; null: it goes on. */
function inTrusted(path: string, context: ReadContext): { readonly doubt: string | null } | null {
  const { world } = context;
  if (world.lstat(path).kind === "absent") return null;
  if (isForeign(path, context)) return { doubt: foreignDoubt(path, context) };
  const { kind, executable } = world.stat(path);
  return kind === "file" && executable ? { doubt: null } : null;
}

/** A place that was not known was written to. */
const ANYWHERE = "this session may have written anywhere";

/** A directory that cannot be looked into is not said to hold the program. */
function fillableDoubt(dir: string, suspicion: "unknown" | "fillable", { written }: ReadContext): string {
  if (written.has("")) return ANYWHERE;
  return suspicion === "unknown"
    ? `PATH searches ${dir} first, and what is there cannot be read`
    : `PATH finds it in ${dir}`;
}

const foreignDoubt = (path: string, { written }: ReadContext): string =>
  written.has("") ? ANYWHERE : `${path} may lead to what the session wrote`;

const mayHold = (path: string, { world, written }: ReadContext): boolean => isThere(path, world) || written.has(path);
const isThere = (path: string, world: World): boolean => world.stat(path).kind !== "absent";

/** Whether a program that was found leads, by whatever links, to a file that is not the system's or the person's. */
export function isForeign(path: string, context: ReadContext): boolean {
  const real = realPath(path, context.world);
  if (real.problem !== null) return true;
  return [...real.links, real.path].some(
    (one) =>
      wasWritten(one, context) || isFillable(one, context, (tree) => SYSTEM_TREES.some((dir) => isInside(tree, dir))),
  );
}

/** `unknown`: what lies there for the shell cannot be looked up from here. */
type Suspicion = "unknown" | "fillable";

const known = beside<ReadContext, (dir: string) => Suspicion | undefined>();

/** Each directory is looked at once, and only if the search comes to it. */
function suspicionOnce(dir: string, context: ReadContext): Suspicion | undefined {
  const look = known.get(context) ?? lookOnce((one: string) => suspicionOf(one, context));
  known.set(context, look);
  return look(dir);
}

function suspicionOf(dir: string, context: ReadContext): Suspicion | undefined {
  if (!dir.startsWith("/")) return "unknown";
  const real = realPath(dir, context.world);
  if (real.problem !== null) return "unknown";
  const isFilled = [dir, ...real.links, real.path].some(
    (one) => isFillable(one, context, (path) => SYSTEM_DIRECTORIES.has(path)) || wasWritten(one, context),
  );
  return isFilled ? "fillable" : undefined;
}

/** In the project or another place the agent may fill, or in one that is everyone's. */
function isFillable(path: string, context: ReadContext, isSystem: (path: string) => boolean): boolean {
  const { world } = context;
  const inRoot = fillableRoots(context).some((root) => {
    if (!isInside(path, root)) return false;
    const isWide = root === "/" || isInside(world.home, root);
    return !(isWide && isSystem(path));
  });
  return inRoot || isEveryones(path, world);
}

const roots = beside<ReadContext, readonly string[]>();

/** Where the agent may write, as it was named and where that leads. */
function fillableRoots(context: ReadContext): readonly string[] {
  const kept = roots.get(context);
  if (kept !== undefined) return kept;
  const made = [context.projectRoot, ...(context.writable ?? [])].flatMap((root) => [
    root,
    realPath(root, context.world).path,
  ]);
  roots.set(context, made);
  return made;
}

/** What lies in the home is the person's, wherever the home lies, but for what is open to everyone there. */
function isEveryones(path: string, world: World): boolean {
  const isAtHome = isInside(path, world.home);
  if (!isAtHome && EVERYONES.some((dir) => isInside(path, dir))) return true;
  for (let dir = path; dir !== "" && !(isAtHome && dir === world.home); dir = dir.slice(0, dir.lastIndexOf("/")))
    if (world.lstat(dir).everyones === true) return true;
  return false;
}

/** It, something below it, or what it lies in. */
function wasWritten(place: string, context: ReadContext): boolean {
  for (const path of writtenPlaces(context)) if (isInside(path, place) || isInside(place, path)) return true;
  return false;
}

const places = beside<ReadContext, ReadonlySet<string>>();

/** What was written, as it was named and where that leads. */
function writtenPlaces(context: ReadContext): ReadonlySet<string> {
  const kept = places.get(context);
  if (kept !== undefined) return kept;
  const made = new Set([...context.written].flatMap((path) => [path, realPath(path, context.world).path]));
  places.set(context, made);
  return made;
}
