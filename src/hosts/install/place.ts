/** Where a host keeps its hooks and what stands there for us: the words in which each host's `install.ts` says it. */
import type { JsonObject } from "../../contract/action.ts";
import { hostTimeoutSeconds, type Pins, type PlacedPins, shellLine } from "./line.ts";

export const SCOPES = ["user", "project", "managed", "plugin"] as const;
export type InstallScope = (typeof SCOPES)[number];

/** The person's machine, as far as a host's files depend on it. */
export interface HostEnvironment {
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

/** A list in a host's JSON file, and what is ours in it. */
export interface HookEntry {
  readonly at: readonly string[];
  readonly value: JsonObject;
}

/** Entries among others in a JSON file, or a file that is all ours. */
export type HookContent =
  | {
      readonly kind: "entries";
      readonly entries: (pins: PlacedPins) => readonly HookEntry[];
      readonly start: JsonObject;
      /** The host takes comments out before it reads the file; a comma with nothing after it stops every host that was tried. */
      readonly comments?: true;
    }
  | { readonly kind: "whole"; readonly text: (pins: PlacedPins) => string };

export interface HostInstall {
  /** Undefined where the host has no such scope. */
  readonly file: (scope: InstallScope, at: HostEnvironment) => string | undefined;
  readonly content: (scope: InstallScope) => HookContent;
  /** What the person must know or do, in order. */
  readonly notes: readonly string[];
}

/** A folder that depends on the person's home and, where the host has such variables, on what these name. */
export type HostFolder = (at: Pick<HostEnvironment, "home" | "env">) => string;

type PathIn = (at: HostEnvironment) => string;

/** The person's file, the project's below its directory, and those of other scopes. */
export const filesAt =
  (user: PathIn, project: string, more: Partial<Record<InstallScope, PathIn>> = {}): HostInstall["file"] =>
  (scope, at) =>
    scope === "user" ? user(at) : scope === "project" ? `${at.cwd}/${project}` : more[scope]?.(at);

export interface ClaudeEvent {
  readonly event: string;
  readonly matcher?: string;
  /** A call waits for the answer: without one it does not run. */
  readonly holds?: true;
  /** What it would say where its file is gone nobody reads: calls are held all the same, and the person is told where they type. */
  readonly quiet?: true;
  readonly more?: JsonObject;
}

export interface ClaudeHooks {
  readonly host: string;
  readonly events: readonly ClaudeEvent[];
  /** In the unit of the host's own setting; seconds unless told. */
  readonly timeout?: (pins: Pins) => number;
  /** Further fields of every hook. */
  readonly more?: JsonObject;
  /** As in the content: it takes comments out first. */
  readonly comments?: true;
}

/** Claude Code's shape, which Codex and Gemini share. */
export const claudeHooks = ({
  host,
  events,
  timeout = hostTimeoutSeconds,
  more = {},
  ...reads
}: ClaudeHooks): HookContent => ({
  kind: "entries",
  start: {},
  ...reads,
  entries: (pins) =>
    events.map(({ event, matcher, holds, quiet, more: own = {} }) => ({
      at: ["hooks", event],
      value: {
        ...(matcher === undefined ? {} : { matcher }),
        hooks: [
          {
            ...{ type: "command", ...more },
            command: shellLine(host, pins, holds === true ? "call" : "person", quiet),
            ...{ timeout: timeout(pins), ...own },
          },
        ],
      },
    })),
});
