/** Path rules: where a pattern stands, and which places of a call it binds. */
import { keepWith } from "../contract/kept.ts";
import type { WordRole } from "../contract/simple.ts";
import type { World } from "../contract/world.ts";
import { normalise } from "../machine/index.ts";
import { type Meeting, type RuleCall, strongest } from "./call.ts";
import { foldPath, foldSegment, foldText } from "./fold.ts";
import { compilePattern, matchesExactly, type PathPattern, type PathReach, reach, segmentsOf, WILD } from "./glob.ts";
import { runsOrWrites } from "./options.ts";
import { join, namesIn, placesOf, type RulePlace, realPath } from "./places.ts";
import type { Content } from "./rule.ts";
import { pathsInTexts } from "./texts.ts";

type PathContent = Extract<Content, { readonly kind: "path" }>;

/** Names of a tree that are looked at for a place in it; behind them it could be there. */
const MAX_NAMES = 8_000;

const ROLES: Readonly<Record<"reads" | "changes", ReadonlySet<WordRole>>> = {
  reads: new Set<WordRole>(["read", "search", "list", "stage", "move"]),
  changes: new Set<WordRole>(["write", "delete", "move"]),
};
/** With all that lies in it. */
const WHOLE: ReadonlySet<WordRole> = new Set(["delete", "move"]);
const THROUGH: ReadonlySet<WordRole> = new Set(["search", "stage"]);

/**
 * Where a path pattern can stand. `//x` is absolute, `~/x` below home, anything else below the project root. `strict` (allow) takes
 * one meaning; deny and ask take every one a person may have had: `/etc/x` as absolute too, and a bare name at any depth.
 */
export function anchors(pattern: string, projectRoot: string, home: string, strict: boolean): readonly string[] {
  if (pattern.startsWith("//")) return [pattern.slice(1)];
  if (pattern === "~" || pattern.startsWith("~/")) return [home + pattern.slice(1)];
  const relative = pattern.replace(/^\.?\//, "");
  const below = join(projectRoot, relative);
  const bare = !relative.replace(/\/$/, "").includes("/") && !pattern.startsWith("./");
  if (strict) return bare && !pattern.startsWith("/") ? [below, join(projectRoot, `**/${relative}`)] : [below];
  return [below, ...(pattern.startsWith("/") ? [pattern] : bare ? [`/**/${relative}`] : [])];
}

/** Deny and ask: for the link and for where it leads. */
export function meetsPath(content: PathContent, call: RuleCall, wanted: "reads" | "changes"): Meeting | undefined {
  const patterns = loosePatterns(content, call);
  const named = strongest(placesOf(call).map((place) => meetsPlace(place, patterns, wanted, call.disk)));
  if (named !== undefined && named.answer !== "bare") return named;
  const mentioned = pathsInTexts(call).find((path) => reachedBy(patterns, path, call.disk) === "at");
  return mentioned === undefined ? named : { answer: "ask", met: mentioned };
}

function meetsPlace(
  place: RulePlace,
  patterns: PathPattern,
  wanted: "reads" | "changes",
  disk: World,
): Meeting | undefined {
  const { path, role, text, command } = place;
  const fits = ROLES[wanted].has(role);
  // What is started is read, and by that alone not changed.
  const isUnclear =
    role === "unknown" || (wanted === "reads" ? role === "program" : command !== undefined && runsOrWrites(command));
  if (!fits && !isUnclear) return undefined;
  if (path === null) return fits && couldBe(place, patterns) ? { answer: "bare", met: text } : undefined;
  const reached = reachedBy(patterns, path, disk);
  if (reached === "at") return { answer: fits ? "rule" : "ask", met: path };
  return reached === "below" && fits ? meetsWithin(path, role, patterns, disk) : undefined;
}

/** A place that lies in what is taken away, moved, or searched through. */
function meetsWithin(path: string, role: WordRole, patterns: PathPattern, disk: World): Meeting | undefined {
  if (!WHOLE.has(role) && !THROUGH.has(role)) return undefined;
  const found = findBelow(path, patterns, disk);
  if (found === "too many") return { answer: "bare", met: path };
  return found === undefined ? undefined : { answer: WHOLE.has(role) ? "rule" : "bare", met: found };
}

/** What is known of the beginning leads to the place, or into it; of a pattern that fits anywhere it says nothing. */
function couldBe({ below }: RulePlace, patterns: PathPattern): boolean {
  if (below === undefined) return false;
  const segments = foldedSegments(below.dir);
  const start = foldText(below.name);
  const isNext = (name = "**"): boolean => name !== "**" && (WILD.test(name) || name.startsWith(start));
  const near = patterns.filter((way) => !way.slice(0, segments.length).includes("**") && isNext(way[segments.length]));
  return reach(patterns, segments) === "at" || reach(near, segments) !== "none";
}

const reached = keepWith((_: PathPattern) => new Map<string, PathReach>());

function reachedBy(patterns: PathPattern, path: string, disk: World): PathReach {
  const known = reached(patterns);
  const before = known.get(path);
  if (before !== undefined) return before;
  const ways = [...new Set([path, realPath(path, disk)])].map((way) => reach(patterns, foldedSegments(way)));
  const is = ways.includes("at") ? "at" : ways.includes("below") ? "below" : "none";
  known.set(path, is);
  return is;
}

const foldedSegments = (path: string): readonly string[] => segmentsOf(path).map(foldSegment);

/** The first place below that the rule names and that is there; `too many` where not all names could be looked at. */
function findBelow(root: string, patterns: PathPattern, disk: World): string | undefined {
  let left = MAX_NAMES;
  const todo = [root];
  for (let dir = todo.shift(); dir !== undefined; dir = todo.shift()) {
    for (const { name, kind = "directory" } of namesIn(dir, disk)) {
      if (left-- <= 0) return "too many";
      const path = join(dir, name);
      const is = reach(patterns, foldedSegments(path));
      if (is === "at") return path;
      if (is === "below" && kind === "directory") todo.push(path);
    }
  }
  return undefined;
}

const kept = keepWith((_: RuleCall) => new Map<string, PathPattern>());

/** Folded; also with its fixed leading part resolved: a denied link denies where it leads. */
export function loosePatterns({ pattern, from }: PathContent, call: RuleCall): PathPattern {
  const known = kept(call);
  const key = `${from ?? ""}\0${pattern}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const roots = from === undefined ? [call.projectRoot, ...(call.roots ?? [])] : [from];
  const texts = roots
    .flatMap((root) => anchors(pattern, root, call.disk.home, false))
    .map(normalise)
    .flatMap((text) => [text, resolvedAnchor(text, call.disk)]);
  // What nobody can write out matches everything: the safe side of a deny.
  const compiled = [...new Set(texts)].flatMap((text) => compilePattern(foldPath(text)) ?? [["**"]]);
  known.set(key, compiled);
  return compiled;
}

function resolvedAnchor(text: string, disk: World): string {
  const segments = segmentsOf(text);
  const wild = segments.findIndex((segment) => WILD.test(segment) || segment.includes("{"));
  const fixed = wild < 0 ? segments : segments.slice(0, wild);
  return [realPath(`/${fixed.join("/")}`, disk), ...(wild < 0 ? [] : segments.slice(wild))]
    .join("/")
    .replace("//", "/");
}

/** Allow: exactly as written, for the path and for where its links lead; a trailing slash means all below. */
export function permitsPath(pattern: string, path: string, call: Pick<RuleCall, "projectRoot" | "disk">): boolean {
  const patterns = anchors(pattern, call.projectRoot, call.disk.home, true)
    .map((text) => (text.endsWith("/") ? `${normalise(text)}/**` : text))
    .flatMap((text) => compilePattern(text) ?? []);
  return [path, realPath(path, call.disk)].every((way) => matchesExactly(patterns, segmentsOf(way)));
}
