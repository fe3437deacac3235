/** Which file a host opens for the text of a path: some change the name before they open it. */
import type { World } from "./world.ts";

/** Where a host reads the text. */
export interface OpeningPlace {
  /** The host's own name for the tool. */
  readonly tool: string;
  readonly cwd: string;
  readonly world: World;
}

/**
 * Every path, beside the text as it is written, that a host could open for it; relative ones are below `cwd`. `null`: one that
 * nobody can say. What forbids or asks holds for each of them, and nothing is proven unless it is proven for all. Never throws.
 */
export type HostPaths = (text: string, at: OpeningPlace) => readonly (string | null)[];
