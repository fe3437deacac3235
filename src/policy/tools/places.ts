/** Where a field of a tool's input leads: as it is written, and as the call's host says that it opens it. */
import type { Effect, Target } from "../../contract/effect.ts";
import { unknownTarget } from "../../contract/effect.ts";
import { toTarget } from "../../machine/index.ts";
import type { ToolContext } from "./tool.ts";

/** A scheme in front; one letter is a drive. */
const SCHEME = /^\s*[a-z][a-z0-9+.-]+:(?:\/\/[^/\\]*(?=[/\\]|$))?/i;

/** A path: as it is written, without blanks around it, and as the call's host reads it. */
export function placesOfPath(raw: string, context: ToolContext): readonly Target[] {
  const texts = new Set([raw, raw.trim(), ...(context.opens?.(raw, context.cwd) ?? [])]);
  return [...texts].flatMap((text) =>
    text === null || text.includes("\0") ? [unknownTarget()] : placesWritten(text, context),
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

/** A path, or the path in an address. */
export function placesOf(raw: string, context: ToolContext): readonly Target[] {
  if (!SCHEME.test(raw)) return placesOfPath(raw, context);
  const url = raw.trim();
  const parsed = /^file:/i.test(url) && URL.canParse(url) ? [decode(new URL(url).pathname)] : [];
  const written = url.replace(SCHEME, "").replace(/[?#].*$/s, "");
  return [...new Set([...parsed, written])]
    .filter((path) => path !== "")
    .flatMap((path) => placesOfPath(path, context));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** What is read where a server opens a text: the place it names, and of a directory all that lies in it. */
export const readsOpened = (raw: string, context: ToolContext): readonly Effect[] =>
  placesOf(raw, context).map((target) => {
    const recursive = target.certainty === "exact" && context.world.stat(target.path).kind === "directory";
    return { do: "read", target, recursive, content: true };
  });
