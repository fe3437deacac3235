/** One action, examined: what the steps of the road look at. */

import type { Action, Mode } from "../contract/action.ts";
import type { Effect } from "../contract/effect.ts";
import { callKey } from "../contract/key.ts";
import type { ReadContext, ShellReading, ShellState } from "../contract/reading.ts";
import type { CallKey, Memory } from "../contract/session.ts";
import type { World } from "../contract/world.ts";
import type { Classifier, Fact } from "../judge/types.ts";
import { foldSegment, looker, type ProtectedContext, resolver, toTarget } from "../machine/index.ts";
import type { RuleBook, RuledCall } from "../policy/rules/index.ts";
import type { Settings } from "../policy/settings.ts";
import { barringFields, encodeCall, executedFields, type Tool, type ToolBox } from "../policy/tools/index.ts";
import { readWindows } from "../readers/windows/index.ts";

/** Reads a shell command; never throws. */
export type ShellReader = (command: string, context: ReadContext) => ShellReading;

/** Says why a call is a declared task of a trusted project that stays inside it, or undefined (§9). */

/** What the gate was made with; the same for every call. */
export interface Surroundings {
  readonly settings: Settings;
  readonly tools: ToolBox;
  readonly world: World;
  readonly readShell: ShellReader;
  readonly classifier: Classifier | null;
  /** What the gate's own code established about the call, for the classifier. */
  readonly facts: (call: Call) => Promise<readonly Fact[]>;
  /** Closed: without a verdict the call is denied; open: the person is asked (§7). */
  readonly ironGate: () => boolean;
  readonly gateDirectories: readonly string[];
  readonly now: () => number;
}

export interface Call extends RuledCall {
  readonly action: Action;
  readonly spec: Tool;
  readonly cwd: string;
  readonly mode: Mode;
  readonly headless: boolean;
  readonly session: string;
  readonly key: CallKey;
  /** Undeclared fields, or fields that change the sandbox: no rule allows and nothing is proven (§5). */
  readonly barring: readonly string[];
  readonly memory: Memory;
  readonly book: RuleBook;
  readonly places: ProtectedContext;
  readonly around: Surroundings;
  readonly signal: AbortSignal | undefined;
}

export interface Circumstances {
  readonly mode: Mode;
  readonly headless: boolean;
  readonly session: string;
  readonly memory: Memory;
  readonly book: RuleBook;
  readonly signal?: AbortSignal | undefined;
}

/** Everything the steps need to know, found once. May throw on a tool's own error: the gate denies then. */
export function examine(action: Action, around: Surroundings, at: Circumstances): Call {
  const { projectRoot } = at.memory.start;
  const real = resolver(around.world);
  const spec = around.tools(action.tool);
  const cwd = directoryOf(action, projectRoot, around.world);
  const context = { cwd, projectRoot, world: around.world };
  const reading =
    spec.shell?.dialect === "bash"
      ? around.readShell(spec.shell.command(action.input), {
          ...context,
          written: at.memory.written,
          ...(spec.keepsState === true ? { shellState: keptState(at.memory) } : {}),
        })
      : undefined;
  const own = spec.effects?.(action.input, context) ?? windowsEffects(spec, action);
  return {
    action,
    spec,
    tool: spec.name,
    input: action.input,
    encoding: encodeCall(spec, action.input),
    effects: withSources([...own, ...(reading?.effects ?? [])]),
    reading,
    projectRoot,
    world: around.world,
    look: looker(around.world, real),
    real,
    cwd,
    mode: at.mode,
    headless: at.headless,
    session: at.session,
    key: callKey(spec.name, executedFields(spec, action.input), cwd),
    barring: barringFields(spec, action.input),
    memory: at.memory,
    book: at.book,
    places: { projectRoot, home: around.world.home, gateDirectories: around.gateDirectories },
    around,
    signal: at.signal,
  };
}

const keptState = ({ shell }: Memory): ShellState => ({
  pathChanged: shell?.pathChanged ?? false,
  functions: new Set(shell?.names),
  aliases: new Set(shell?.names),
});

/** Which call it is, without looking at what it does. */
export function keyOf(action: Action, around: Surroundings, projectRoot: string): CallKey {
  const spec = around.tools(action.tool);
  const cwd = directoryOf(action, projectRoot, around.world);
  return callKey(spec.name, executedFields(spec, action.input), cwd);
}

/** Where the call would run. A directory that can be read two ways is no place to judge from: the gate denies. */
function directoryOf(action: Action, projectRoot: string, world: World): string {
  const { path, certainty } = toTarget(action.cwd ?? ".", projectRoot, world);
  if (certainty === "exact") return path;
  throw new Error(`the directory ${JSON.stringify(action.cwd)} leads through a link and back; give its real path`);
}

/** PowerShell and cmd are read by their words: what is found counts, and the rest stays unknown. */
const windowsEffects = ({ shell }: Tool, action: Action): readonly Effect[] =>
  shell === undefined || shell.dialect === "bash" ? [] : readWindows(shell.command(action.input), shell.dialect);

/** What is copied, moved or linked is read where it comes from. */
function withSources(effects: readonly Effect[]): readonly Effect[] {
  if (!effects.some((effect) => effect.do === "write" && effect.from !== undefined)) return effects;
  return effects.flatMap((effect): readonly Effect[] =>
    effect.do === "write" && effect.from !== undefined
      ? [effect, { do: "read", target: effect.from, recursive: effect.recursive, content: true }]
      : [effect],
  );
}

/** The files a call names, where links lead now: what an approval is bound to besides the call itself. */
export function shownTargets(call: Call): string {
  const lines = call.effects.flatMap((effect) =>
    effect.do === "read" || effect.do === "write" || effect.do === "delete"
      ? [
          `${effect.do} ${call
            .look(effect.target)
            .ways.map((way) => `/${way.map(foldSegment).join("/")}`)
            .join(" -> ")}`,
        ]
      : effect.do === "network"
        ? [`contacts ${effect.host ?? "?"}`]
        : [],
  );
  return [...new Set(lines)].join("\n");
}
