/** Names with a dot in front that nobody listed as plain: nothing proves a write of one harmless (§5, the edit fast path). */
import { absolutePath, isCompiledCode, isInside, isUnknownDot } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";

/** A name that nobody knows to be plain, or code that nobody can read. */
export const isUnaccounted = (path: string, call: PolicyCall): boolean =>
  hasUnknownDot(path, call) || [path, call.real(path).path].some(isCompiledCode);

/** Some part of the path below the project, below the work tree of it the session is in, or below the additional directory it lies in, by name or by where links lead. */
function hasUnknownDot(path: string, call: PolicyCall): boolean {
  if (path === "") return false;
  const roots = [call.projectRoot, call.places.projectRoot, ...call.settings.additionalDirectories].map((dir) =>
    absolutePath(dir, call.projectRoot, call.world),
  );
  return [
    { way: path, bases: roots },
    { way: call.real(path).path, bases: roots.map((root) => call.real(root).path) },
  ].some(({ way, bases }) => below(way, bases).split("/").some(isUnknownDot));
}

/** What of the path lies below the innermost of them. */
const below = (path: string, roots: readonly string[]): string =>
  roots
    .filter((root) => isInside(path, root))
    .sort((a, b) => a.length - b.length)
    .reduce((_, root) => path.slice(root.length), "");
