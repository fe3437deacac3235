/** Path rules: where a pattern stands, and which effects it binds. */
import type { MetPlace } from "../../contract/describe.ts";
import { exact } from "../../contract/effect.ts";
import { enclosing, otherTrees } from "../../machine/git/index.ts";
import {
  climbingAlternatives,
  compilePattern,
  foldPath,
  foldSegment,
  matchesExactly,
  meets as meetsPattern,
  normalise,
  type Pattern,
  patternOf,
  reaches,
  segmentsOf,
} from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { type CallPlace, placesChanged, placesRead, programMet } from "./call-places.ts";
import { looksByName, placesByPattern } from "./loose-patterns.ts";
import { otherClones } from "./other-clones.ts";
import type { Content } from "./rule.ts";

type PathContent = Extract<Content, { readonly kind: "path" }>;

/**
 * Where a path pattern can stand. `//x` is absolute, `~/x` below home, anything else below the project root.
 * `strict` (allow) takes one meaning. Deny and ask take every meaning a person may have had: `/etc/x` as absolute
 * too, and a bare name at any depth.
 */
export function anchors(pattern: string, projectRoot: string, home: string, strict: boolean): readonly string[] {
  if (pattern.startsWith("//")) return [pattern.slice(1)];
  if (pattern === "~" || pattern.startsWith("~/")) return [home + pattern.slice(1)];
  const relative = pattern.replace(/^\.?\//, "");
  const below = `${projectRoot === "/" ? "" : projectRoot}/${relative}`;
  const bare = !relative.replace(/\/$/, "").includes("/");
  if (strict)
    return bare && !pattern.startsWith("./") && !pattern.startsWith("/")
      ? [below, `${projectRoot}/**/${relative}`]
      : [below];
  const others = pattern.startsWith("/") ? [pattern] : bare && !pattern.startsWith("./") ? [`/**/${relative}`] : [];
  return [below, ...others];
}

/** Deny and ask: folded, for the link and its target, and for whatever could reach it, a place that could be any among them. */
export function metPath(rule: PathContent, call: PolicyCall, wanted: "reads" | "changes"): MetPlace | undefined {
  const places = wanted === "reads" ? placesRead(call) : placesChanged(call);
  if (places.length === 0) return undefined;
  const clones = wanted === "reads" ? cloneAnchors(rule, places, call) : [];
  const patterns = [...looseAnchors(rule, call), ...clones];
  const isPattern = wanted === "reads" || !looksByName(call);
  const matched = isPattern ? placesByPattern(call, patterns) : [];
  const all = [...places, ...matched.map((target): CallPlace => ({ target, recursive: false, does: "name" }))];
  for (const place of all) {
    if (place.asSource === true && !isSource(rule.pattern)) continue;
    const at = metAt(place, patterns, call);
    if (at !== undefined)
      return { program: programMet(place, call), does: takesProject(place, call) ? "take" : place.does, ...at };
  }
  return undefined;
}

/** It packs the project with all that is in it, without naming any of it: `npm publish`, `git bundle create x --all`. */
function takesProject({ command, does }: CallPlace, { reading }: PolicyCall): boolean {
  if (does !== "read" && does !== "show") return false;
  const behind = command === undefined ? (reading?.commands ?? []) : [command];
  return behind.some(({ words }) => TAKES_PROJECT.test(words.map(({ value }) => value ?? "").join(" ")));
}
const TAKES_PROJECT = /^(?:npm|pnpm|yarn|bun|cnpm) (?:.* )?(?:publish|pack)(?: |$)|^git (?:.* )?bundle create /;

/** Where a place meets one of the patterns: the first of its files that does, where these are known, else itself. */
function metAt(
  { target, recursive, direct = false, found }: CallPlace,
  patterns: readonly Pattern[],
  call: PolicyCall,
): Pick<MetPlace, "place" | "recursive"> | undefined {
  const ways = call.look(target);
  const isMet = (ways.anywhere && !direct) || patterns.some((compiled) => reaches(compiled, ways, recursive, direct));
  if (!isMet) return undefined;
  const { paths, cut } = found?.((path) => names(patterns, path)) ?? { paths: [], cut: true };
  const [path] = paths;
  if (path !== undefined) return { place: exact(path), recursive: false };
  return cut ? { place: target, recursive } : undefined;
}

/** What formatters and the like change of a directory: all that a rule means by a whole directory, or by a name of source. */
const isSource = (pattern: string): boolean =>
  /(?:^|\/)(?:\*{1,2}|[^/.]+)\/?$|\.(?:[cm]?[jt]sx?|vue|svelte|s?css|less|html?|mdx?|ya?ml|json[5c]?|pyi?|rb|go|rs|[ch]|cc|cpp|hpp|java|kt|swift|php|sh|tf|lua|zig|dart|exs?|hs|sql|xml|toml|png|jpe?g)$/.test(
    pattern,
  ) && !/(?:^|\/)\.[^/]*$|lock[^/]*$/.test(pattern);

/** By its spelling alone. */
function names(patterns: readonly Pattern[], path: string): boolean {
  const segments = segmentsOf(path).map(foldSegment);
  return patterns.some((pattern) => meetsPattern(pattern, segments, false) === "at");
}

export function looseAnchors({ pattern, from }: PathContent, call: PolicyCall): readonly Pattern[] {
  // A session begun further down is in the same project: what the person denied by its place there is denied.
  const own = from === undefined ? [call.projectRoot, ...enclosing(call.projectRoot, call.world).tops] : [from];
  // The same file in another work tree of the repository is meant as well.
  const roots = own.flatMap((root) => [root, ...otherTrees(root, call.world)]);
  const written = [...new Set(roots)]
    .flatMap((root) => anchors(pattern, root, call.world.home, false))
    .flatMap((text) => [text, ...(climbingAlternatives(text) ?? []).map(normalise)])
    .flatMap((text) => [text, resolvedAnchor(text, call)]);
  return [...new Set(written)].flatMap((text) => compilePattern(foldPath(text)) ?? EVERYWHERE);
}

/** The same file in another clone of the project's repository, where the call leads to one: what it holds is the same. */
function cloneAnchors(
  { pattern, from }: PathContent,
  places: readonly CallPlace[],
  call: PolicyCall,
): readonly Pattern[] {
  const named = places.flatMap(({ target }) => (target.certainty === "unknown" ? [] : [target.path]));
  const roots = otherClones(named, from ?? call.projectRoot, call);
  return roots
    .flatMap((root) => anchors(pattern, root, call.world.home, false))
    .flatMap((text) => compilePattern(foldPath(text)) ?? []);
}

/** A pattern nobody can write out matches everything: the safe side of a deny. */
const EVERYWHERE: readonly Pattern[] = [patternOf("**")];

/** The same pattern with its fixed leading part resolved: a denied link also denies where it leads. */
function resolvedAnchor(text: string, call: PolicyCall): string {
  const segments = segmentsOf(text);
  const wild = segments.findIndex((segment) => /[*?[{]/.test(segment));
  const fixed = wild < 0 ? segments : segments.slice(0, wild);
  const base = call.real(`/${fixed.join("/")}`).path;
  return wild < 0 ? base : `${base === "/" ? "" : base}/${segments.slice(wild).join("/")}`;
}

/** Allow: exactly as written, for the path and for where its links lead; a trailing slash means all below. */
export function permitsPath(pattern: string, path: string, call: PolicyCall): boolean {
  const texts = anchors(pattern, call.projectRoot, call.world.home, true).map((text) =>
    text.endsWith("/") ? `${normalise(text)}/**` : text,
  );
  const patterns = texts.flatMap((text) => compilePattern(text) ?? []);
  const real = call.real(path);
  if (real.problem !== null) return false;
  return [path, real.path].every((way) => patterns.some((compiled) => matchesExactly(compiled, segmentsOf(way))));
}
