/** Whether an effect could touch what a pattern names. Used by deny and ask rules and by credential stores. */
import type { Target } from "../contract/effect.ts";
import type { World } from "../contract/world.ts";
import { foldPattern, foldSegment } from "./fold.ts";
import { meets, type Pattern, segmentsOf } from "./glob.ts";
import { type LinkSearch, linkSearch } from "./links.ts";
import { type RealPath, realPath } from "./resolve.ts";
import { lookOnce } from "./view.ts";

/** The ways to one target: as written and where links lead, folded into segments. */
export interface Ways {
  readonly ways: readonly (readonly string[])[];
  /** Where links lead that lie below a target that is not fully known: a program that follows them comes there too. */
  readonly links: readonly (readonly string[])[];
  /** Segments may hold wildcards. */
  readonly globs: boolean;
  /** Could be anything at or below. */
  readonly anything: boolean;
  /**
   * A link on the way leads elsewhere for every process, or cannot be followed, or more lies there than is looked
   * through: it could be anywhere. Nothing is found by that, and nothing is proven.
   */
  readonly anywhere: boolean;
}

export type Resolve = (path: string) => RealPath;

/** `realPath` that asks the disk once for each path; made anew for each call to be judged. */
export const resolver = (world: World): Resolve => lookOnce((path) => realPath(path, world));

/** Looks links up once for each call to be judged, never longer. */
export type Look = (target: Target) => Ways;

export function looker(world: World, real: Resolve = resolver(world)): Look {
  const search = linkSearch(world, real);
  return lookOnce((target) => waysOf(target, search, real));
}

const NOWHERE: Ways = { ways: [[]], links: [], globs: false, anything: true, anywhere: false };

function waysOf(target: Target, search: LinkSearch, real: Resolve): Ways {
  if (target.path === "") return NOWHERE;
  const { problem } = real(target.path);
  if (problem === "long") return NOWHERE;
  if (target.certainty === "glob") return globWays(target.path, search, real);
  const ways = fold([target.path, real(target.path).path], foldSegment);
  if (target.certainty === "exact")
    return { ways, links: [], globs: false, anything: false, anywhere: problem !== null };
  const below = search.below(target.path);
  const links = fold(below?.targets ?? [], foldSegment);
  return { ways, links, globs: false, anything: true, anywhere: problem !== null || below === undefined || below.lost };
}

/** The pattern as written, with its fixed part resolved, and the targets of links it matches now. */
function globWays(pattern: string, search: LinkSearch, real: Resolve): Ways {
  const segments = segmentsOf(pattern);
  const wild = segments.findIndex((segment) => /[*?[{]/.test(segment));
  const fixed = real(`/${(wild < 0 ? segments : segments.slice(0, wild)).join("/")}`);
  const rest = wild < 0 ? [] : segments.slice(wild);
  const matched = search.matching(fixed.path, rest);
  const resolved = [fixed.path === "/" ? "" : fixed.path, ...rest].join("/");
  return {
    ways: fold([pattern, resolved, ...(matched?.targets ?? [])], foldPattern),
    links: [],
    globs: true,
    anything: false,
    anywhere: fixed.problem !== null || matched === undefined || matched.lost,
  };
}

const fold = (paths: readonly string[], each: (segment: string) => string): readonly (readonly string[])[] =>
  [...new Set(paths)].map((path) => segmentsOf(path).map(each));

/** `pattern` is folded. `direct`: only naming the place counts, not passing over it. */
export function reaches(pattern: Pattern, ways: Ways, recursive: boolean, direct = false): boolean {
  const named = ways.ways.some((way) => {
    const reach = meets(pattern, way, ways.globs);
    if (reach === "at") return !direct || !ways.anything || way.length > 0;
    return reach === "below" && !direct && (recursive || ways.anything);
  });
  return named || (!direct && ways.links.some((way) => meets(pattern, way, false) !== "none"));
}
