/** Where a search begins: at its `path`, or at each of its `paths`. */
import type { Json, JsonObject } from "../../contract/action.ts";
import type { Target } from "../../contract/effect.ts";
import { globTarget } from "../../contract/effect.ts";
import { placesOfPath } from "./places.ts";
import { badPath, has, misshapen, text } from "./shape.ts";
import type { ToolContext } from "./tool.ts";

/** A field that holds a path; without it, the directory the call runs in. */
export const places = (input: JsonObject, field: string, context: ToolContext): readonly Target[] =>
  placesOfPath(has(input, field) ? text(input, field) : ".", context);

export function searched(input: JsonObject, context: ToolContext): readonly Target[] {
  const { paths } = input;
  if (!Array.isArray(paths) || paths.length === 0) return places(input, "path", context);
  const named = has(input, "path") ? places(input, "path", context) : [];
  return [...named, ...paths.flatMap((path) => (typeof path === "string" ? placesNamed(path, context) : []))];
}

/** The place of that name and, where it is a pattern, what it matches; from `**` on that is anything below. */
function placesNamed(path: string, context: ToolContext): readonly Target[] {
  if (!/[*?[]/.test(path)) return placesOfPath(path, context);
  const above = path.split("**", 1)[0] ?? "";
  return placesOfPath(above === "" ? "." : above, context).map((place) =>
    place.certainty === "exact" && /[*?[]/.test(above) ? globTarget(place.path) : place,
  );
}

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
