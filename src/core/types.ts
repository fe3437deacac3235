/** What the core is handed, and what it answers. */
import type { JsonObject } from "../contract/action.ts";
import type { WordRole } from "../contract/simple.ts";
import type { Witness } from "../contract/witness.ts";
import type { World } from "../contract/world.ts";

/** What the door knows of the shell the call would run in. Absent for a call: nobody told, and what listens to it is not proven. */
export interface Process {
  /** Where a bare name is looked up, in order. */
  readonly path: readonly string[];
  /** Names of variables the host and the project's files set. */
  readonly variables: ReadonlySet<string>;
  /** Values of those that move places: HOME, XDG_CONFIG_HOME, ZDOTDIR, BASH_ENV, SHELLOPTS. */
  readonly values: Readonly<Record<string, string>>;
  /** Names the shell's snapshot defines as aliases or functions of something else. */
  readonly names: ReadonlySet<string>;
  readonly terminal: boolean;
}

export interface CoreCall {
  readonly tool: string;
  readonly input: JsonObject;
  /** Absolute. */
  readonly cwd: string;
  readonly projectRoot: string;
  /** Further directories that count as the project, absolute. */
  readonly additional: readonly string[];
  /** Absolute paths this session wrote. */
  readonly written: ReadonlySet<string>;
  /** The gate's own directories and programs. */
  readonly gatePlaces: readonly string[];
  /** Whether a restore point can hold all of these; where it can, they are saved before the call runs. */
  readonly canSave: (paths: readonly string[]) => boolean;
  /** Tools that the person took off the safe list. */
  readonly unsafeTools: ReadonlySet<string>;
  /** What the harness itself says of a tool it registered; the core's own rows are not asked about such a one. */
  readonly declared?: DeclaredTool;
}

/** A tool of the harness's own: as trusted as the harness that would run it. */
export interface DeclaredTool {
  readonly safe: boolean;
  readonly irrelevant: boolean;
  /** The command it gives to a shell. */
  readonly command?: string;
  /** The places this call touches; undefined: it does more than that. */
  readonly touches?: readonly Touch[];
}

/** What only git's own files tell, for those who change places. */
export interface GitFacts {
  /** The repository has it exactly as it stands. */
  readonly isTrackedClean: (path: string, scene: Scene) => boolean;
  /** Places that the configuration of the repository around `root` names (hooks, includes), absolute. Undefined: nobody can say. */
  readonly repositoryNames: (root: string, scene: Scene) => readonly string[] | undefined;
}

/** All that a proof looks at. `disk` answers each place once, and knows home and platform. */
export interface Scene {
  readonly call: CoreCall;
  readonly disk: World;
  readonly process: Process | undefined;
  /** Absent: nobody told, and no change of a file is proven. */
  readonly git?: GitFacts;
}

/** A place that a proven part touches, absolute, and how. */
export interface Touch {
  readonly role: Extract<WordRole, "read" | "search" | "list" | "stage" | "write" | "delete" | "move">;
  readonly path: string;
}

/** What was found to be proven. */
export interface Found {
  /** `tool`: on the safe list; `irrelevant`: cannot matter; `reads`, `edits`: C1 to C4; `service`: a service that reads. */
  readonly kind: "tool" | "irrelevant" | "reads" | "edits" | "service";
  readonly touches: readonly Touch[];
  /** What is replaced or taken away and nobody else keeps: it is saved before the call runs. */
  readonly saves: readonly string[];
}

/** The same with what only the core can make: the one maker of an allow takes it. */
export interface Proof extends Found {
  readonly witness: Witness<"reading"> | Witness<"edits"> | Witness<"irrelevant">;
}
