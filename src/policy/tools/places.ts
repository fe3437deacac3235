/** Where a field of a tool's input leads. A spelling that hosts read differently names every place it can mean. */
import type { Target } from "../../contract/effect.ts";
import { exact, unknownTarget } from "../../contract/effect.ts";
import { climbingAlternatives, toTarget } from "../../machine/index.ts";
import { readingsOf } from "./text-readings.ts";
import type { ToolContext } from "./tool.ts";

/** A scheme in front; one letter is a drive. */
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;
// What an address parser takes off both ends: control characters and spaces.
const TRIMMED = /^[\u0000-\u0020]+|[\u0000-\u0020]+$/g;

/** Half of a pair of surrogates is no character: what a host writes in its place, nobody here knows. */
const HALF = /\p{Cs}/u;

/** A path: as it is written, without blanks around it, as the call's host reads it, and where alternatives of it climb. */
export function placesOfPath(raw: string, context: ToolContext): readonly Target[] {
  const climbing = climbingAlternatives(raw) ?? [null];
  const texts = new Set([raw, raw.trim(), ...climbing, ...(context.opens?.(raw, context.cwd) ?? [])]);
  return [...texts].flatMap((text) =>
    text === null || text.includes("\0") || HALF.test(text) ? [unknownTarget()] : placesWritten(text, context),
  );
}

/** What is written below a place; below one that is not fully known it is that place still. */
export const placesBelow = (base: Target, text: string, context: ToolContext): readonly Target[] =>
  base.certainty === "exact" ? placesOfPath(text, { ...context, cwd: base.path }) : [base];

/** Below home and, where a host takes `~` for a name like any other, in the directory so called. */
function placesWritten(text: string, { cwd, world }: ToolContext): readonly Target[] {
  const target = toTarget(text, cwd, world);
  return /^~(?:\/|$)/.test(text) ? [target, toTarget(`./${text}`, cwd, world)] : [target];
}

/** A path or an address of a file, in every reading of its spelling. */
export const placesOf = (raw: string, context: ToolContext): readonly Target[] =>
  readingsOf(raw, context.world).flatMap((reading) => placesOfReading(reading, context, withoutQuery));

/** The same where what an address would take for a question belongs to a path: `?` may be the sign of a pattern. */
export const placesWhole = (raw: string, context: ToolContext): readonly Target[] =>
  readingsOf(raw, context.world).flatMap((reading) => placesOfReading(reading, context, (path) => path));

const withoutQuery = (path: string): string => path.replace(/[?#].*$/s, "");

function placesOfReading(raw: string, context: ToolContext, pathIn: (behind: string) => string): readonly Target[] {
  const text = raw.replace(TRIMMED, "").replace(/[\t\n\r]/g, "");
  if (!SCHEME.test(text)) return placesOfPath(raw, context);
  const behind = text.replace(/^(?:[a-z][a-z0-9+.-]+:)+/i, "");
  const written = behind.replace(/^\/\/[^/\\]*(?=[/\\]|$)/, "");
  const parsed = /^file:/i.test(text) && URL.canParse(text) ? new URL(text).pathname : written;
  const paths = new Set([written, parsed, behind.replace(/^[/\\]*/, "/")]);
  return [...paths].flatMap((path) => (path === "" ? [exact("/")] : placesOfPath(pathIn(path), context)));
}
