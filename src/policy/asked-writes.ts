/**
 * What a call would have written that the person was asked about: it may have run or not. A file that nobody has touched since
 * before the question shows that it did not; anything else counts as written.
 */
import type { Memory } from "../contract/session.ts";
import type { World } from "../contract/world.ts";

/** File systems mark times as coarsely as two seconds. */
const COARSE_MS = 3_000;

export function withAsked<M extends Pick<Memory, "written" | "askedWrites">>(memory: M, world: World): M {
  const { written, askedWrites = [] } = memory;
  const touched = askedWrites.filter(({ path, at }) => {
    const { kind, ctimeMs } = world.lstat(path);
    return !(kind === "file" && ctimeMs !== undefined && ctimeMs < at - COARSE_MS);
  });
  const more = touched.map(({ path }) => path).filter((path) => !written.has(path));
  return more.length === 0 ? memory : { ...memory, written: new Set([...written, ...more]) };
}
