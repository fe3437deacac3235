/** Words of this room: one command of a call, data that is marked, where it can end, and how it gets there. */
import type { Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import type { FileMark } from "../../contract/session.ts";
import type { World } from "../../contract/world.ts";
import type { Look } from "../../machine/index.ts";

/** What is looked at of one command. */
export type CallCommand = Pick<
  SubCommand,
  "name" | "words" | "text" | "effects" | "wrappers" | "depth" | "via" | "fedBy" | "under"
> &
  Partial<Pick<SubCommand, "cwd" | "input" | "redirections" | "assignments">>;

/** What a piece of data is, and where it came from. */
export type DataMark = Omit<FileMark, "path">;

export interface DataFlow {
  readonly do: "flow";
  readonly of: DataMark["of"];
  readonly from: string;
  readonly to: Destination["to"];
  /** The host, the program or the file it ends at. */
  readonly at: string | null;
  /** Nothing but a leak explains it. */
  readonly sure: boolean;
  /** All of it, not a part that was picked out. */
  readonly whole: boolean;
}

/** Where data can end up in one command. */
export interface Destination {
  readonly to: "outside" | "local" | "name" | "message" | "public" | "run" | "apply" | "system";
  readonly at: string | null;
  /** Only marks of these kinds matter here. */
  readonly takes: readonly DataMark["of"][];
  /** Files whose marks count, where it is not what is piped in. */
  readonly files?: readonly Target[];
  /** What is piped or substituted in counts. */
  readonly input: boolean;
}

export interface FlowContext {
  readonly cwd: string;
  readonly projectRoot: string;
  readonly world: World;
  readonly look: Look;
  /** The whole command, as written. */
  readonly text?: string;
  /** Marks of files that earlier calls of the session made. */
  readonly marked?: readonly FileMark[];
}

/** What files of the project are called where data comes from them. */
export const OWN_FILES = "files of the project";
