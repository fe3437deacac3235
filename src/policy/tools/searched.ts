/** Where a search begins: at its `path`, or at each of its `paths`. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { type Effect, globTarget, type Target, unknownTarget, unknownUse } from "../../contract/effect.ts";
import { placesOfPath } from "./places.ts";
import { badPath, has, misshapen, text } from "./shape.ts";
import type { ToolContext } from "./tool.ts";

const MAX_ALTERNATIVES = 64;

/** A field that holds a path; without it, the directory the call runs in. */
export const places = (input: JsonObject, field: string, context: ToolContext): readonly Target[] =>
  placesOfPath(has(input, field) ? text(input, field) : ".", context);

interface Searched {
  readonly target: Target;
  /** Where it is more than what is meant: the pattern of what is. */
  readonly pattern?: string;
}

/** Each is looked up, and with wildcards looked through: of longer lists nobody says what they name. */
const MAX_PATHS = 500;
const MAX_PATTERNS = 32;

const isPattern = (path: Json): boolean => /[*?[{]|[+@!]\(/.test(String(path));

const tooMany = ({ paths }: JsonObject): boolean =>
  Array.isArray(paths) && (paths.length > MAX_PATHS || paths.filter(isPattern).length > MAX_PATTERNS);

export function searched(input: JsonObject, context: ToolContext): readonly Searched[] {
  const { paths } = input;
  const at = (): readonly Searched[] => places(input, "path", context).map((target) => ({ target }));
  if (!Array.isArray(paths) || paths.length === 0) return at();
  if (tooMany(input)) return [{ target: unknownTarget() }];
  const named = has(input, "path") ? at() : [];
  return [...named, ...paths.flatMap((path) => placesNamed(typeof path === "string" ? path : "", context))];
}

/** The place of that name and, where it may be a pattern, what it matches; from `**` on that is anything below. */
function placesNamed(path: string, context: ToolContext): readonly Searched[] {
  const written = placesOfPath(path, context).map((target) => ({ target }));
  if (!isPattern(path)) return written;
  const patterns = alternatives(path);
  if (patterns === undefined) return [{ target: unknownTarget() }];
  const matched = patterns.flatMap((pattern) => {
    const above = pattern.split("**", 1)[0] ?? "";
    return placesOfPath(above === "" ? "." : above, context).map((place) => ({
      target: place.certainty === "exact" && /[*?[]/.test(above) ? globTarget(place.path) : place,
      pattern,
    }));
  });
  return [...written, ...matched];
}

/** `a.{ts,js}` is two patterns. Undefined: one group within another, half a group, a group of another kind (`+(…)`), or too many. */
function alternatives(pattern: string): readonly string[] | undefined {
  if (/[?*+@!]\(/.test(pattern)) return undefined;
  let found: readonly string[] = [""];
  for (const part of pattern.split(/(\{[^{}]*\})/)) {
    const isGroup = part.startsWith("{") && part.endsWith("}");
    if (!isGroup && /[{}]/.test(part)) return undefined;
    const ways = isGroup ? part.slice(1, -1).split(",") : [part];
    found = found.flatMap((before) => ways.map((way) => before + way));
    if (found.length > MAX_ALTERNATIVES) return undefined;
  }
  return found;
}

/** Hosts hand these texts to programs: one with a dash in front may be an option of theirs (`-Ocmd` of `git grep` runs it). */
const HANDED_ON = ["pattern", "glob", "type", "path", "paths"];

export function mayBeOption(input: JsonObject): readonly Effect[] {
  if (tooMany(input)) return [unknownUse("it names more places than are looked at for one call")];
  const texts = HANDED_ON.flatMap((field) => [input[field] ?? null].flat()).map(String);
  if (texts.some((one) => /^\s*-/.test(one))) return [unknownUse("what begins with a dash may be an option")];
  return SAID_SHORTLY.every((field) => SHORT.test(String(input[field] ?? "")))
    ? []
    : [unknownUse("a number, or a yes or no, that is neither may be an option")];
}

/** Numbers, and yes or no: some hosts write them as text. */
const SAID_SHORTLY = ["-A", "-B", "-C", "-n", "-i", "-o", "context", "head_limit", "offset", "multiline"];
const SHORT = /^(?:\d{0,9}|\d{1,9}\.0|true|false)$/i;

export function badSearch(input: JsonObject): string | undefined {
  const bad = misshapen(input, { pattern: "string", path: "string?", paths: "array?" }) ?? badPath(input, "path");
  return bad ?? badPaths(Array.isArray(input.paths) ? input.paths : []);
}

function badPaths(paths: readonly Json[]): string | undefined {
  for (const path of paths) {
    const bad = misshapen({ paths: path }, { paths: "string" }) ?? badPath({ paths: path }, "paths");
    if (bad !== undefined) return bad;
  }
  return undefined;
}

/** For the classifier: what is looked for, and where. */
export function encodeSearch(input: JsonObject): string {
  const where = ["path", "paths"].filter((field) => has(input, field)).map((field) => text(input, field));
  return [text(input, "pattern"), ...where].join(" in ");
}
