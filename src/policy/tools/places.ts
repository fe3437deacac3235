/** Where a field of a tool's input leads. A spelling that hosts read differently names every place it can mean. */
import type { Target } from "../../contract/effect.ts";
import { exact } from "../../contract/effect.ts";
import { toTarget } from "../../machine/index.ts";
import type { ToolContext } from "./tool.ts";

/** A scheme in front; one letter is a drive. */
const SCHEME = /^[a-z][a-z0-9+.-]+:/i;
// What an address parser takes off both ends: control characters and spaces.
const TRIMMED = /^[\u0000-\u0020]+|[\u0000-\u0020]+$/g;

/** A path: below home and, where a host takes `~` for a name like any other, in the directory so called. */
export function placesOfPath(raw: string, { cwd, world }: ToolContext): readonly Target[] {
  const target = toTarget(raw, cwd, world);
  return /^~(?:\/|$)/.test(raw) ? [target, toTarget(`./${raw}`, cwd, world)] : [target];
}

/** A path or an address of a file, in any spelling. */
export function placesOf(raw: string, context: ToolContext): readonly Target[] {
  const text = raw.replace(TRIMMED, "").replace(/[\t\n\r]/g, "");
  if (!SCHEME.test(text)) return placesOfPath(raw, context);
  const behind = text.replace(/^(?:[a-z][a-z0-9+.-]+:)+/i, "");
  const written = behind.replace(/^\/\/[^/\\]*(?=[/\\]|$)/, "");
  const parsed = /^file:/i.test(text) && URL.canParse(text) ? new URL(text).pathname : written;
  const paths = new Set(
    [written, parsed, behind.replace(/^[/\\]*/, "/")].flatMap((path) => [path, decode(path), decode(decode(path))]),
  );
  return [...paths].flatMap((path) =>
    path === "" ? [exact("/")] : placesOfPath(path.replace(/[?#].*$/s, ""), context),
  );
}

/** Percent signs that stand for nothing stay as they are. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
