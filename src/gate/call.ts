/** One action, examined: what the steps look at. The core looks first; what only the watch reads is read when it is first asked for. */

import { type Action, type JsonObject, MODE_TRAITS, type Mode } from "../contract/action.ts";
import type { Effect } from "../contract/effect.ts";
import { once } from "../contract/kept.ts";
import { callKey } from "../contract/key.ts";
import type { ShellReading } from "../contract/reading.ts";
import type { CallKey, Memory } from "../contract/session.ts";
import type { WordRole } from "../contract/simple.ts";
import {
  type CoreCall,
  sceneOf as coreScene,
  type DeclaredTool,
  type Process,
  type Proof,
  proveCall,
  provenParts,
  type Scene,
  type Touch,
} from "../core/index.ts";
import { absolutePath, isInside, looker, resolver, viewOnce } from "../machine/index.ts";
import { contextOf, type PolicyCall, withAsked } from "../policy/index.ts";
import type { Settings } from "../policy/settings/index.ts";
import {
  BUILT_IN_TOOLS,
  barringFields,
  encodeCall,
  executedFields,
  isIrrelevant,
  type Tool,
} from "../policy/tools/index.ts";
import type { RuleBook, RuleCall } from "../rules/index.ts";
import { type Around, aroundCall } from "./around.ts";
import type { GateParts } from "./parts.ts";
import { type Commands, commandsOf, placesIn, ruleCallOf } from "./seen.ts";

/** How the call is to be judged: the mode and the rules as they stand, and who is there. */
export interface CallContext {
  readonly mode: Mode;
  readonly headless: boolean;
  readonly session: string;
  readonly book: RuleBook;
  readonly signal: AbortSignal | undefined;
  /** Rejects once nobody waits for the answer: nothing is made for nobody. */
  readonly waited: () => Promise<void>;
  /** Since when whoever asks has waited; undefined where that cannot be known. */
  readonly since: () => number | undefined;
}

export interface Call extends PolicyCall, CallContext {
  readonly action: Action;
  readonly key: CallKey;
  readonly memory: Memory;
  readonly settings: Settings;
  readonly parts: GateParts;
  /** What can stand around the call when it runs. */
  readonly around: Around;
  readonly scene: Scene;
  /** What the core proves of it; undefined: nothing. */
  readonly proof: () => Proof | undefined;
  /** Of the core's own list of commands those it proves each for itself. */
  readonly provenParts: () => ReturnType<typeof provenParts>;
  readonly commands: () => Commands;
  /** What deny and ask rules, the floor and guarded places are asked about. */
  readonly met: () => RuleCall;
  /** What allow rules are asked about. */
  readonly covered: () => RuleCall;
}

/** The same call with something else said of it; what was found is found once. */
export const change = (call: Call, changes: Partial<Pick<Call, "around" | "parts" | "met">>): Call =>
  Object.create(
    call,
    Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, { value, enumerable: true, writable: false }]),
    ),
  );

/** The call as it would run with something else around it. */
export const runIn = (call: Call, around: Around): Call => change(call, { around });

/** Everything the steps need to know. May throw on a tool's own error: the gate denies then. */
export function examineAction(action: Action, parts: GateParts, context: CallContext, known: Memory): Call {
  const world = viewOnce(parts.world);
  const memory = withAsked(known, world);
  const settings = withTemporary(parts, context.session);
  const { projectRoot } = memory.start;
  const spec = parts.tools(action.tool);
  const at = contextOf(action, { projectRoot, world, hostPaths: parts.hostPaths });
  const { cwd } = at;
  const own = spec.effects?.(action.input, at) ?? [];
  const fields = barringFields(spec, action.input);
  const barring =
    own.length + (spec.shell === undefined ? 0 : 1) > 0 && isGone(cwd, { projectRoot, world })
      ? [...fields, "cwd"]
      : fields;
  const encoding = encodeCall(spec, action.input, fields);
  const key = callKey(spec.name, executedFields(spec, action.input, fields), cwd);
  const real = resolver(world);
  const reading = once((): ShellReading | undefined =>
    spec.shell?.dialect === "bash"
      ? parts.watch.readShell(spec.shell.command(action.input), { cwd, projectRoot, world, written: memory.written })
      : undefined,
  );
  const effects = once(() => [...own, ...windowsEffects(spec, action.input, parts), ...(reading()?.effects ?? [])]);
  const opens = at.opens === undefined ? undefined : (text: string) => at.opens?.(text, cwd) ?? [];
  const declared = declaredTool(spec, action.input, own, encoding);
  const scene = sceneOf(action, { parts, settings, memory, world, cwd, declared });
  const barred = barring.length > 0 || spec.neverProven === true;
  const proof = once(() => (barred ? undefined : proveCall(scene.call, world, scene.process, opens)));
  const provenEach = once(() => (barred ? [] : provenParts(scene.call, world, scene.process)));
  const seen = {
    ...{ spec, tool: spec.name, calledAs: action.calledAs, input: action.input, encoding },
    ...{ projectRoot, cwd, world, own },
    get reading() {
      return reading();
    },
  };
  const commands = once(() => commandsOf(seen, parts.watch));
  const met = once(() => ruleCallOf(seen, commands(), commands().seen));
  const covered = once(() => ruleCallOf(seen, commands(), commands().plain ?? []));
  const around = aroundCall({ spec, barring }, { action, settings, walls: parts.walls, memory, key });
  return {
    ...context,
    ...{ spec, tool: spec.name, calledAs: action.calledAs, input: action.input, encoding, barring },
    ...{ cwd, projectRoot, world, real, look: looker(world, real), readShell: parts.watch.readShell },
    ...{ action, key, memory, settings, parts, around, scene },
    ...{ proof, provenParts: provenEach, commands, met, covered },
    places: {
      ...{ projectRoot, home: world.home, gateDirectories: parts.gateDirectories, gatePrograms: parts.gatePrograms },
      ...{ movedPlaces: parts.movedPlaces, agentFiles: parts.agentFiles },
    },
    get reading() {
      return reading();
    },
    get effects() {
      return effects();
    },
  };
}

interface SceneParts {
  readonly parts: GateParts;
  readonly settings: Settings;
  readonly memory: Memory;
  readonly world: Scene["disk"];
  readonly cwd: string;
  readonly declared: DeclaredTool | undefined;
}

/** What the core is handed. */
function sceneOf(action: Action, { parts, settings, memory, world, cwd, declared }: SceneParts): Scene {
  const { projectRoot } = memory.start;
  const { restore, gateDirectories, gatePrograms, movedPlaces } = parts;
  const call: CoreCall = {
    ...{ tool: action.tool, input: action.input, cwd, projectRoot },
    additional: settings.additionalDirectories.map((dir) => absolutePath(dir, projectRoot, world)),
    written: memory.written,
    gatePlaces: [...gateDirectories, ...gatePrograms, ...movedPlaces],
    canSave: (paths) => restore?.covers(paths, world).ok === true,
    unsafeTools: new Set(settings.safeTools.remove),
    ...(declared === undefined ? {} : { declared }),
  };
  return coreScene(call, world, processOf(action, parts, world));
}

/** Of a tool that the harness registered; of one of a server, and of one that nobody declared, nothing is believed. */
function declaredTool(
  spec: Tool,
  input: Action["input"],
  own: readonly Effect[],
  encoding: string,
): DeclaredTool | undefined {
  if (BUILT_IN_TOOLS.includes(spec) || spec.anyField === true) return undefined;
  const touches = own.every(isTouch) ? own.flatMap(placesIn).flatMap(touchAt) : undefined;
  return {
    safe: spec.safe === true,
    irrelevant: isIrrelevant(spec, input) && encoding === "",
    ...(spec.shell?.dialect === "bash" ? { command: spec.shell.command(input) } : {}),
    ...(spec.shell !== undefined || touches?.includes(null) !== false
      ? {}
      : { touches: touches.flatMap((one) => one ?? []) }),
  };
}

const isTouch = (effect: Effect): boolean =>
  (effect.do === "read" && effect.target.certainty === "exact") ||
  (effect.do === "delete" && effect.target.certainty === "exact") ||
  (effect.do === "write" && effect.target.certainty === "exact" && effect.from === undefined && !effect.recursive);

const touchAt = ({ path, role }: ReturnType<typeof placesIn>[number]): Touch | null =>
  path !== null && isTouched(role) ? { path, role } : null;
const isTouched = (role: WordRole): role is Touch["role"] => TOUCHED.some((one) => one === role);
const TOUCHED = ["read", "search", "list", "write", "delete"];

/** As the door told of this call; else as it told of all. */
function processOf({ process }: Action, parts: GateParts, { path }: Scene["disk"]): Process | undefined {
  if (process === undefined) return parts.process;
  const { names = [], variables, values = {}, terminal = false } = process;
  return {
    path: process.path?.split(":") ?? path,
    ...{ variables: new Set(variables), values, names: new Set(names), terminal },
  };
}

/** What the words of a shell tell that nobody here takes apart. */
const windowsEffects = ({ shell }: Tool, input: JsonObject, { watch }: GateParts): readonly Effect[] =>
  shell === undefined || shell.dialect === "bash" ? [] : watch.readWindows(shell.command(input), shell.dialect);

/** Hosts whose shell has lost its directory go on in another one. */
const isGone = (
  cwd: string,
  { projectRoot, world }: { readonly projectRoot: string; readonly world: Scene["disk"] },
): boolean => world.stat(cwd).kind === "absent" && world.stat(projectRoot).kind !== "absent";

/** Where a session has a temporary directory inside walls, tools and edits may use it too. */
function withTemporary({ settings, walls }: GateParts, session: string): Settings {
  const own = walls?.ownTmp(session);
  return own === undefined
    ? settings
    : { ...settings, additionalDirectories: [...settings.additionalDirectories, own] };
}

/** Where walls let a call write: the project, further directories, the session's temporary one. */
export function isWritable(path: string, { projectRoot, settings, world, real }: Call): boolean {
  const roots = [projectRoot, ...settings.additionalDirectories, ...settings.contain.writable].map((dir) =>
    absolutePath(dir, projectRoot, world),
  );
  const found = real(path);
  return (
    found.problem === null &&
    roots.some((root) => isInside(path, root)) &&
    roots.some((root) => isInside(found.path, real(root).path))
  );
}

/** Which call it is, without looking at what it does. */
export function keyOf(action: Action, { tools, world, hostPaths }: GateParts, projectRoot: string): CallKey {
  const spec = tools(action.tool);
  return callKey(
    spec.name,
    executedFields(spec, action.input),
    contextOf(action, { projectRoot, world, hostPaths }).cwd,
  );
}

/** Nobody is there who could be asked. */
export const isUnattended = ({ headless, mode }: CallContext): boolean => headless || MODE_TRAITS[mode].unattended;
