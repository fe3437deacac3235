/** Where a git command stands: its directory, past its own `-C`. */
import type { SubCommand } from "../../contract/reading.ts";
import type { World } from "../../contract/world.ts";
import { absolutePath } from "../../machine/index.ts";

/** Undefined where that is not known. */
export function gitStands({ words, cwd }: SubCommand, world: World): string | undefined {
  let from = cwd.certainty === "exact" ? cwd.path : undefined;
  for (const [i, { value }] of words.entries()) {
    if (value !== "-C" || from === undefined) continue;
    const next = words[i + 1]?.value ?? undefined;
    from = next === undefined ? undefined : absolutePath(next, from, world);
  }
  return from;
}
