/** From an action to what policy looks at: where it would run, what it does, how it is shown. */
import type { Action } from "../contract/action.ts";
import type { Effect } from "../contract/effect.ts";
import type { ShellReading, ShellState } from "../contract/reading.ts";
import type { World } from "../contract/world.ts";
import { type AgentFiles, absolutePath, looker, resolver, toTarget } from "../machine/index.ts";
import { readWindows } from "../readers/windows/index.ts";
import type { PolicyCall } from "./call.ts";
import { barringFields, encodeCall, type Tool, type ToolBox, type ToolContext } from "./tools/index.ts";

/** What an action is examined with. */
export interface Examination
  extends Pick<PolicyCall, "world" | "readShell" | "settings" | "memory" | "book" | "projectRoot" | "restorable"> {
  readonly tools: ToolBox;
  readonly gateDirectories: readonly string[];
  readonly movedPlaces: readonly string[];
  readonly agentFiles: AgentFiles;
}

/** Everything policy needs to know, found once. May throw on a tool's own error: the gate denies then. */
export function examine(action: Action, given: Examination): PolicyCall {
  const {
    tools,
    gateDirectories,
    movedPlaces,
    agentFiles,
    world,
    projectRoot,
    readShell,
    settings,
    memory,
    book,
    restorable,
  } = given;
  const spec = tools(action.tool);
  const context = { cwd: directoryOf(action, projectRoot, world), projectRoot, world };
  const reading = readCommand(spec, action, context, given);
  const own = spec.effects?.(action.input, context) ?? windowsEffects(spec, action);
  const barring = barringFields(spec, action.input);
  const real = resolver(world);
  return {
    world,
    projectRoot,
    readShell,
    restorable,
    settings,
    memory,
    book,
    spec,
    tool: spec.name,
    calledAs: action.calledAs,
    input: action.input,
    encoding: encodeCall(spec, action.input, barring),
    barring,
    effects: withSources([...own, ...(reading?.effects ?? [])]),
    reading,
    cwd: context.cwd,
    look: looker(world, real),
    real,
    places: { projectRoot, home: world.home, gateDirectories, movedPlaces, agentFiles },
  };
}

/** Where the call would run. A directory that can be read two ways is no place to judge from: it throws. */
export function directoryOf(action: Action, projectRoot: string, world: World): string {
  const { path, certainty } = toTarget(action.cwd ?? ".", projectRoot, world);
  if (certainty === "exact") return path;
  throw new Error(`the directory ${JSON.stringify(action.cwd)} leads through a link and back; give its real path`);
}

function readCommand(
  { shell, keepsState }: Tool,
  { input }: Action,
  context: ToolContext,
  { memory, readShell, settings }: Examination,
): ShellReading | undefined {
  if (shell?.dialect !== "bash") return undefined;
  const state = keepsState === true ? { shellState: keptState(memory) } : {};
  const writable = [...settings.additionalDirectories, ...settings.contain.writable].map((dir) =>
    absolutePath(dir, context.projectRoot, context.world),
  );
  const reading = readShell(shell.command(input), { ...context, written: memory.written, writable, ...state });
  if (reading.failed !== undefined) throw new Error(`the command could not be read: ${reading.failed}`);
  return reading;
}

const keptState = ({ shell }: Examination["memory"]): ShellState => ({
  pathChanged: shell?.pathChanged ?? false,
  functions: new Set(shell?.names),
  aliases: new Set(shell?.names),
});

/** PowerShell and cmd are read by their words: what is found counts, and the rest stays unknown. */
const windowsEffects = ({ shell }: Tool, { input }: Action): readonly Effect[] =>
  shell === undefined || shell.dialect === "bash" ? [] : readWindows(shell.command(input), shell.dialect);

/** What is copied, moved or linked is read where it comes from. */
function withSources(effects: readonly Effect[]): readonly Effect[] {
  if (!effects.some((effect) => effect.do === "write" && effect.from !== undefined)) return effects;
  return effects.flatMap((effect): readonly Effect[] =>
    effect.do === "write" && effect.from !== undefined
      ? [effect, { do: "read", target: effect.from, recursive: effect.recursive, content: true }]
      : [effect],
  );
}
