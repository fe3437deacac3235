/** What a gate is made of; the same for every call. Everything is handed in, nothing has a default here. */

import type { RestorePoints, WallsPart } from "../contain/index.ts";
import type { Action } from "../contract/action.ts";
import type { SessionStart } from "../contract/session.ts";
import type { HostPaths, World } from "../contract/world.ts";
import type { Process } from "../core/index.ts";
import type { Fact, WitnessedClassifier } from "../judge/index.ts";
import type { AgentFiles } from "../machine/index.ts";
import type { SessionStore } from "../memory/index.ts";
import type { Settings } from "../policy/settings/index.ts";
import type { ToolBox } from "../policy/tools/index.ts";
import type { ToolNames } from "../rules/index.ts";
import type { Call } from "./call.ts";
import type { Watch } from "./watch.ts";

export interface GateParts {
  readonly settings: Settings;
  readonly tools: ToolBox;
  readonly world: World;
  readonly watch: Watch;
  /** What the door knows of the shell calls run in, for those that bring nothing of their own; undefined: nobody told. */
  readonly process: Process | undefined;
  /** Puts another agent's tool names and fields into ours, in the call and in what went before it. May throw. */
  readonly translate: (action: Action) => Action;
  /** The side query; null is `offline`. */
  readonly classifier: WitnessedClassifier | null;
  /** What the gate's own code established about the call, for the classifier. */
  readonly facts: (call: Call) => Promise<readonly Fact[]>;
  /** Closed: without a verdict the call is denied; open: the person is asked (§7). */
  readonly ironGate: () => boolean;
  /** Walls that stand on this machine; null where there are none. */
  readonly walls: WallsPart | null;
  /** Why they do not stand any more, and what to do, where they did. */
  readonly wallsDown?: () => string | undefined;
  /** The person paused the gate: until then the mode is the asking one, whatever walls or a model would settle. */
  readonly pausedUntil: number | null;
  readonly store: SessionStore;
  /** What a tool's name in a rule stands for. */
  readonly ruleNames: ToolNames;
  /** How a session begins whose first action this is. */
  readonly begin: (action: Action) => SessionStart;
  /** Where what a call takes away is saved first; null: nowhere, so that nothing is proven that could lose something. */
  readonly restore: RestorePoints | null;
  /** The gate's own directories: nobody but the person writes there. */
  readonly gateDirectories: readonly string[];
  /** The folders of the gate's program, and its Node: the same, but open to reading. */
  readonly gatePrograms: readonly string[];
  /** Where variables have moved the directories of agents to. */
  readonly movedPlaces: readonly string[];
  /** The same for the files of every agent that is known. */
  readonly agentFiles: AgentFiles;
  /** How a host turns the text of a path into the file it opens. */
  readonly hostPaths: (host: string | undefined) => HostPaths | undefined;
  /** Tells the person something that belongs to no single call. */
  readonly tell: (text: string) => void;
  readonly now: () => number;
  readonly newId: () => string;
}
