/** Whether an effect could touch what a pattern names. Used by deny and ask rules and by credential stores. */
import type { Effect, Target } from "../contract/effect.ts";
import type { World } from "../contract/world.ts";
import { foldSegment } from "./fold.ts";
import { meets, type Pattern, segmentMatches, segmentsOf } from "./glob.ts";
import { type RealPath, realPath } from "./resolve.ts";
import { lookOnce } from "./view.ts";

/** More directory entries than this are not looked through. */
const MAX_ENTRIES = 2000;

/** The ways to one target: as written and where links lead, folded into segments. */
export interface Ways {
  readonly ways: readonly (readonly string[])[];
  /** Segments may hold wildcards. */
  readonly globs: boolean;
  /** Could be anything at or below. */
  readonly anything: boolean;
}

export type Resolve = (path: string) => RealPath;

/** `realPath` that asks the disk once for each path; made anew for each call to be judged. */
export const resolver = (world: World): Resolve => lookOnce((path) => realPath(path, world));

/** Looks links up once for each call to be judged, never longer. */
export type Look = (target: Target) => Ways;

export const looker = (world: World, real: Resolve = resolver(world)): Look =>
  lookOnce((target) => waysOf(target, world, real));

function waysOf(target: Target, world: World, real: Resolve): Ways {
  if (target.path === "") return { ways: [[]], globs: false, anything: true };
  const paths =
    target.certainty === "glob" ? globPaths(target.path, world, real) : [target.path, real(target.path).path];
  const ways = [...new Set(paths)].map((path) => segmentsOf(path).map(foldSegment));
  return { ways, globs: target.certainty === "glob", anything: target.certainty === "unknown" };
}

/** The pattern as written, with its fixed part resolved, and the targets of links it matches now. */
function globPaths(pattern: string, world: World, real: Resolve): string[] {
  const segments = segmentsOf(pattern);
  const wild = segments.findIndex((segment) => /[*?[{]/.test(segment));
  if (wild < 0) return [pattern, real(pattern).path];
  const base = real(`/${segments.slice(0, wild).join("/")}`).path;
  const rest = segments.slice(wild);
  const links = linkTargets(base, rest, world, real);
  // Too much to look through: anything below the fixed part, and wherever its links lead, could be meant.
  return [pattern, `${base}/${rest.join("/")}`, ...(links ?? ["/**"])];
}

function linkTargets(base: string, rest: readonly string[], world: World, real: Resolve): string[] | undefined {
  let dirs = [base];
  const found: string[] = [];
  let budget = MAX_ENTRIES;
  for (const [depth, segment] of rest.entries()) {
    const next: string[] = [];
    if (segment === "**") return undefined;
    for (const dir of dirs) {
      for (const name of world.readDir(dir) ?? []) {
        if (--budget < 0) return undefined;
        if (!segmentMatches(segment, name)) continue;
        const path = `${dir === "/" ? "" : dir}/${name}`;
        if (world.lstat(path).kind === "link") found.push([real(path).path, ...rest.slice(depth + 1)].join("/"));
        else next.push(path);
      }
    }
    dirs = next;
  }
  return found;
}

/** `pattern` is folded. `direct`: only naming the place counts, not passing over it. */
export function reaches(pattern: Pattern, ways: Ways, recursive: boolean, direct = false): boolean {
  return ways.ways.some((way) => {
    const reach = meets(pattern, way, ways.globs);
    if (reach === "at") return !direct || !ways.anything;
    return reach === "below" && !direct && (recursive || ways.anything);
  });
}

/** The place an effect reads, writes or deletes; undefined for effects that touch no file. */
export function touched(effect: Effect): { readonly target: Target; readonly recursive: boolean } | undefined {
  return effect.do === "read" || effect.do === "write" || effect.do === "delete" ? effect : undefined;
}
