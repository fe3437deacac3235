/** A call as topics, facts and explanations look at it. The gate's own call is one, with more around it. */
import type { Action, JsonObject } from "../contract/action.ts";
import type { Effect } from "../contract/effect.ts";
import type { ReadContext, ShellReading } from "../contract/reading.ts";
import type { Memory } from "../contract/session.ts";
import type { HostPaths, World } from "../contract/world.ts";
import { type Look, type ProtectedContext, type RealPath, toTarget } from "../machine/index.ts";
import type { Settings } from "./settings/index.ts";
import type { Tool, ToolContext } from "./tools/index.ts";

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
  /** What the call does, found by the tool or by the watch; found when it is first asked for. */
  readonly effects: readonly Effect[];
  readonly reading: ShellReading | undefined;
  readonly cwd: string;
  readonly projectRoot: string;
  /** The disk as this call found it: one look at each place. */
  readonly world: World;
  readonly look: Look;
  /** Where a path leads, looked up once for this call. */
  readonly real: (path: string) => RealPath;
  readonly places: ProtectedContext;
  readonly memory: Pick<Memory, "created" | "links" | "marks" | "shell" | "start" | "startedAt" | "written">;
  readonly settings: Pick<Settings, "additionalDirectories" | "safeTools" | "contain" | "autoMode">;
  readonly readShell: ShellReader;
}

/** Where a tool's input is read: the call's directory, and what its host makes of a path. */
export function contextOf(
  action: Pick<Action, "tool" | "cwd" | "host" | "calledAs">,
  given: {
    readonly projectRoot: string;
    readonly world: World;
    readonly hostPaths: (host: string | undefined) => HostPaths | undefined;
  },
): ToolContext {
  const { projectRoot, world, hostPaths } = given;
  const at = { cwd: directoryOf(action, projectRoot, world), projectRoot, world };
  const paths = hostPaths(action.host);
  if (paths === undefined) return at;
  const tool = action.calledAs ?? action.tool;
  return { ...at, opens: (text, cwd) => paths(text, { tool, cwd, world }) };
}

/** Where the call would run. A directory that can be read two ways is no place to judge from: it throws. */
function directoryOf(action: Pick<Action, "cwd">, projectRoot: string, world: World): string {
  const { path, certainty } = toTarget(action.cwd ?? ".", projectRoot, world);
  if (certainty === "exact") return path;
  throw new Error(`the directory ${JSON.stringify(action.cwd)} leads through a link and back; give its real path`);
}
