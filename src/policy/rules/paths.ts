/** Path rules: where a pattern stands, and which effects it binds. */
import type { Effect, Target } from "../../contract/effect.ts";
import { enclosing, otherTrees } from "../../machine/git/index.ts";
import {
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
  touched,
} from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { handedPlaces } from "./handed-places.ts";
import { hiddenCode } from "./hidden-code.ts";
import { historyReads } from "./history.ts";
import { looksByName, placesByPattern } from "./loose-patterns.ts";
import { loosePlaces, sweepsLoosely } from "./loose-values.ts";
import { packagePacks } from "./package-packs.ts";
import type { Content } from "./rule.ts";
import { commandsOf, saidWrites } from "./said-writes.ts";
import { servedPlaces } from "./served-places.ts";
import { treeWrites } from "./tree-writes.ts";
import { packedPlaces, wordPlaces } from "./word-places.ts";
import type { WrittenPlace } from "./written-words.ts";

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
export function bindsPath(rule: PathContent, call: PolicyCall, wanted: (effect: Effect) => boolean): boolean {
  const shown = wanted === reads ? shownByEdits(call) : [];
  const effects = [...call.effects, ...hiddenCode(call).effects, ...historyReads(call), ...shown].filter(wanted);
  const loose = [...loosePlaces(call), ...(wanted === reads ? [...wordPlaces(call), ...servedPlaces(call)] : [])];
  const trees = wanted === changes ? treeWrites(call) : [];
  const said = wanted === changes ? saidWrites(call) : handedReads(call);
  if (effects.length + loose.length + trees.length + said.length === 0) return false;
  const patterns = looseAnchors(rule, call);
  const meets = (target: Target, options: { recursive: boolean; direct: boolean }): boolean => {
    const ways = call.look(target);
    return (
      (ways.anywhere && !options.direct) ||
      patterns.some((compiled) => reaches(compiled, ways, options.recursive, options.direct))
    );
  };
  return (
    trees.some(
      ({ target, among }) =>
        meets(target, { recursive: false, direct: false }) ||
        (meets(target, { recursive: true, direct: false }) && (among?.some((path) => names(patterns, path)) ?? true)),
    ) ||
    said.some(
      ({ target, recursive, asSource }) =>
        meets(target, { recursive: false, direct: false }) ||
        (recursive && (asSource !== true || isSource(rule.pattern)) && meets(target, { recursive, direct: false })),
    ) ||
    (wanted === changes && looksByName(call) ? [] : placesByPattern(call, patterns)).some((target) =>
      meets(target, { recursive: false, direct: false }),
    ) ||
    loose.some((target) => meets(target, { recursive: sweepsLoosely(call), direct: false })) ||
    effects.some((effect) => {
      const place = touched(effect);
      // Names, sizes and times are looked at: only naming the place counts.
      const direct = effect.do === "read" && !effect.content;
      return place !== undefined && meets(place.target, { recursive: place.recursive, direct });
    })
  );
}

/** What is handed to another root, a container or a machine is read there; what is packed is read with all that lies below. */
const handedReads = (call: PolicyCall): readonly WrittenPlace[] => [
  ...handedPlaces(call, commandsOf(call)).map(({ target }) => ({ target, recursive: true })),
  ...packedPlaces(call),
  ...packagePacks(call),
];

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
    .flatMap((text) => [text, resolvedAnchor(text, call)]);
  return [...new Set(written)].flatMap((text) => compilePattern(foldPath(text)) ?? EVERYWHERE);
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

/** An edit of a part shows its neighbours, and whether a text stands there; what is not there yet shows nothing. */
const shownByEdits = ({ spec, effects, world }: PolicyCall): readonly Effect[] =>
  spec.showsChanged !== true
    ? []
    : effects.flatMap((effect): readonly Effect[] =>
        effect.do !== "write" ||
        (effect.target.certainty === "exact" && world.stat(effect.target.path).kind === "absent")
          ? []
          : [{ do: "read", target: effect.target, recursive: false, content: true }],
      );

export const reads = (effect: Effect): boolean => effect.do === "read";
export const changes = (effect: Effect): boolean => effect.do === "write" || effect.do === "delete";
