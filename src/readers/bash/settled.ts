/** When a loop has nothing more to tell. */
import { type State, sameTarget, sameValue } from "./state.ts";

/** True when `next` knows no more and no less than `now`. */
export function isSettled(now: State, next: State): boolean {
  return (
    now === next ||
    (now.lost === next.lost &&
      now.pathChanged === next.pathChanged &&
      now.touched === next.touched &&
      now.unsteady === next.unsteady &&
      now.rewired === next.rewired &&
      now.args === next.args &&
      now.dirs.length === next.dirs.length &&
      next.dirs.every((dir) => now.dirs.some((other) => sameTarget(dir, other))) &&
      sameMap(now.variables, next.variables, sameValue) &&
      sameMap(now.functions, next.functions, (x, y) => x.sure === y.sure && x.bodies.length === y.bodies.length))
  );
}

function sameMap<T>(a: ReadonlyMap<string, T>, b: ReadonlyMap<string, T>, equal: (x: T, y: T) => boolean): boolean {
  if (a === b) return true;
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !equal(value, other)) return false;
  }
  return true;
}
