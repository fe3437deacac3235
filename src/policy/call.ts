/** A call as policy sees it: what rules, proofs and topics look at. The gate's own call is one, with more around it. */
import type { JsonObject } from "../contract/action.ts";
import type { Effect } from "../contract/effect.ts";
import type { ReadContext, ShellReading } from "../contract/reading.ts";
import type { Memory } from "../contract/session.ts";
import type { World } from "../contract/world.ts";
import type { Look, ProtectedContext, RealPath } from "../machine/index.ts";
import type { RuleBook } from "./rules/index.ts";
import type { AutoModeSettings, Settings } from "./settings/index.ts";
import type { Tool } from "./tools/index.ts";

/** Reads a shell command; never throws. */
export type ShellReader = (command: string, context: ReadContext) => ShellReading;

export interface PolicyCall {
  readonly spec: Tool;
  readonly tool: string;
  /** The host's own name for the tool, where it is another. */
  readonly calledAs?: string | undefined;
  readonly input: JsonObject;
  /** How the call is shown to the classifier. */
  readonly encoding: string;
  /** Undeclared fields, fields that change the sandbox, a directory that is gone (`cwd`): no rule allows and nothing is proven (§5). */
  readonly barring: readonly string[];
  /** Everything the call does, found by the tool or by the shell reader. */
  readonly effects: readonly Effect[];
  readonly reading: ShellReading | undefined;
  /** The command as bash would most likely have it, once for each value a variable could have. Finds, and proves nothing. */
  readonly likely: () => readonly ShellReading[];
  /**
   * The same call with every path of it read one way, where there are two: what forbids or asks looks at each of them, and
   * what allows must hold for all. Most calls have none.
   */
  readonly otherways: readonly PolicyCall[];
  readonly cwd: string;
  readonly projectRoot: string;
  /** The disk as this call found it: one look at each place. */
  readonly world: World;
  readonly look: Look;
  /** Where a path leads, looked up once for this call. */
  readonly real: (path: string) => RealPath;
  readonly places: ProtectedContext;
  readonly book: RuleBook;
  readonly memory: Pick<Memory, "created" | "links" | "marks" | "shell" | "start" | "startedAt" | "written">;
  readonly settings: Pick<Settings, "additionalDirectories" | "safeTools" | "contain"> & {
    readonly autoMode: Pick<AutoModeSettings, "classifyEdits">;
  };
  readonly readShell: ShellReader;
  /** Whether a restore point could bring back all that stands at and below these places. */
  readonly restorable: (paths: readonly string[]) => boolean;
}

/** A tool's call, without a command in it, that reads and does nothing else, or nothing at all. */
export const isOnlyLook = ({ reading, effects, likely }: Pick<PolicyCall, "reading" | "effects" | "likely">): boolean =>
  reading === undefined && effects.every((effect) => effect.do === "read") && likely().length === 0;
