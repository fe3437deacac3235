/** Directories in which a protected place lies by the names of its table: `.github` of `.github/workflows`, home, `/etc`. */
import { foldSegment } from "./fold.ts";
import { segmentMatches, segmentsOf } from "./glob.ts";
import { type ProtectedContext, protectedPaths } from "./protected.ts";

/** Whether something that is protected would stand below this directory, whether it is there or not. */
export function couldHold(
  path: string,
  context: Pick<ProtectedContext, "home" | "agentFiles" | "gateDirectories" | "movedPlaces">,
): boolean {
  const way = segmentsOf(path).map(foldSegment);
  const own = [...context.gateDirectories, ...context.movedPlaces];
  return [...own, ...protectedPaths(context)].some((name) => {
    const parts = segmentsOf(name).map(foldSegment);
    if (name.startsWith("/")) return way.length < parts.length && matches(parts, way, way.length);
    return parts.slice(1).some((_, i) => matches(parts, way.slice(-(i + 1)), i + 1));
  });
}

const matches = (parts: readonly string[], way: readonly string[], length: number): boolean =>
  way.length === length && way.every((segment, i) => segmentMatches(parts[i] ?? "", segment));
