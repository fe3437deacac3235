/** A call as the rules see it. */
import type { JsonObject } from "../../contract/action.ts";
import type { Effect } from "../../contract/effect.ts";
import type { ShellReading } from "../../contract/reading.ts";
import type { World } from "../../contract/world.ts";
import type { Look, RealPath } from "../../machine/index.ts";

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
