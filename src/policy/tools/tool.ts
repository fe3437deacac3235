/** What every tool knows: how it is shown, what it does, what it checks itself, and whether it needs the person. */
import type { Json, JsonObject } from "../../contract/action.ts";
import type { Effect } from "../../contract/effect.ts";
import type { HostPaths, World } from "../../contract/world.ts";

/**
 * A declared field of the input.
 * - `executed`: part of what is done; bound by approvals.
 * - `harmless`: declared by the host's schema, changes nothing that matters (a timeout, a limit).
 * - `hidden`: declared and never shown (`description`).
 * - `{ default }`: changes the sandbox unless it has this value.
 * - `{ each }`: executed; a list of texts, or of objects with no other fields than these.
 */
export type Field =
  | "executed"
  | "harmless"
  | "hidden"
  | { readonly default: Json }
  | { readonly each: readonly string[] };

export interface ToolContext {
  readonly cwd: string;
  readonly projectRoot: string;
  readonly world: World;
  /** What else the call's host could open for the text of a path; without it, paths are opened as they are written. */
  readonly opens?: (text: string, cwd: string) => ReturnType<HostPaths>;
}

export interface Tool {
  readonly name: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Its schema is not ours to know: any field counts, and any string may be a path, an address or code. */
  readonly anyField?: true;
  /** What the classifier is shown. `""` only for tools registered as irrelevant. */
  readonly encode: (input: JsonObject) => string;
  /** What it does to files and the network; shell tools are read by the shell reader instead. */
  readonly effects?: (input: JsonObject, context: ToolContext) => readonly Effect[];
  /** The command to read, for tools that run one. */
  readonly shell?: { readonly dialect: "bash" | "powershell" | "cmd"; readonly command: (input: JsonObject) => string };
  /** Code it is given for an interpreter of a language nobody told: rules that forbid, and the floor, read it. */
  readonly code?: (input: JsonObject) => string;
  /** The tool's own check: a sentence why it must not run, or undefined. A throw denies. */
  readonly check?: (input: JsonObject, context: ToolContext) => string | undefined;
  /** It changes a part of a file, and its answer shows what stands around it: for a rule, it reads the file. */
  readonly showsChanged?: true;
  readonly requiresUserInteraction?: boolean | ((input: JsonObject) => boolean);
  /** What the person is told where it changes a guarded place, if the place alone would not tell. */
  readonly guards?: string;
  /** On the safe list (§5): passes step 8 unless a credential store could be reached. */
  readonly safe?: boolean;
  /** On the closed list of calls that cannot matter. */
  readonly irrelevant?: boolean | ((input: JsonObject) => boolean);
  /** Never simulated as an edit, never proven (Agent, REPL). */
  readonly neverProven?: boolean;
  /** What it is given goes to a process that keeps its state: aliases, functions and PATH of earlier calls count. */
  readonly keepsState?: boolean;
}
