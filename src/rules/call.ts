/** A call as the rules see it. */
import type { JsonObject } from "../action.ts";
import type { Effect } from "../effect.ts";
import type { Look, RealPath } from "../places/index.ts";
import type { ShellReading } from "../shell/reading.ts";
import type { World } from "../world.ts";

export interface RuledCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly encoding: string;
  /** Everything the call does, found by the tool or by the shell reader. */
  readonly effects: readonly Effect[];
  readonly reading: ShellReading | undefined;
  readonly projectRoot: string;
  readonly world: World;
  readonly look: Look;
  /** Where a path leads, looked up once for this call. */
  readonly real: (path: string) => RealPath;
}
