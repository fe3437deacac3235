/** One action, examined: what the steps look at. */

import { type Action, MODE_TRAITS, type Mode } from "../contract/action.ts";
import type { Opinion } from "../contract/decision.ts";
import { callKey } from "../contract/key.ts";
import type { CallKey, Memory } from "../contract/session.ts";
import { viewOnce } from "../machine/index.ts";
import { directoryOf, examine, type PolicyCall } from "../policy/index.ts";
import type { RuleBook } from "../policy/rules/index.ts";
import type { Settings } from "../policy/settings/index.ts";
import { executedFields } from "../policy/tools/index.ts";
import type { GateParts } from "./parts.ts";
import { type Around, aroundCall } from "./walls.ts";

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
  readonly otherways: readonly Call[];
}

/** The call, and each other way to read its paths. */
export const everyWay = (call: Call): readonly [Call, ...Call[]] => [call, ...call.otherways];

/** What forbids or asks: the first opinion on any way to read the call. */
export const onAnyWay =
  (step: (call: Call) => Opinion) =>
  (call: Call): Opinion => {
    for (const way of everyWay(call)) {
      const opinion = step(way);
      if (opinion !== undefined) return opinion;
    }
    return undefined;
  };

/** The call as it would run with something else around it. */
export const runIn = (call: Call, around: Around): Call => ({
  ...call,
  around,
  otherways: call.otherways.map((way) => ({ ...way, around })),
});

/** Everything the steps need to know, found once. May throw on a tool's own error: the gate denies then. */
export function examineAction(action: Action, parts: GateParts, context: CallContext, memory: Memory): Call {
  const { tools, readShell, gateDirectories, gatePrograms, movedPlaces, agentFiles, hostPaths, restore } = parts;
  const settings = withTemporary(parts, context.session);
  const world = viewOnce(parts.world);
  const { projectRoot } = memory.start;
  const { mode, headless, session, book, signal, waited, since } = context;
  const restorable = (paths: readonly string[]): boolean => restore?.covers(paths, world).ok === true;
  const call = examine(action, {
    settings,
    tools,
    readShell,
    gateDirectories,
    gatePrograms,
    movedPlaces,
    agentFiles,
    hostPaths,
    restorable,
    world,
    memory,
    book,
    projectRoot,
  });
  const key = callKey(call.tool, executedFields(call.spec, action.input, call.barring), call.cwd);
  const around = aroundCall(call, { action, settings, walls: parts.walls, memory, key });
  const own = {
    mode,
    headless,
    session,
    book,
    signal,
    waited,
    since,
    around,
    action,
    key,
    memory: withWritten(memory, call),
    settings,
    parts,
  };
  return joinFields(call, {
    ...own,
    otherways: call.otherways.map((way) => joinFields(way, { ...own, otherways: [] })),
  });
}

/** What counts as written is more than what is remembered as that: copies of it elsewhere, and what was only asked about and has come. */
const withWritten = (memory: Memory, { memory: { written } }: PolicyCall): Memory =>
  written === memory.written ? memory : { ...memory, written };

/** Every field, also those that need not be there: the compiler asks for a new one. */
type AllFields<T> = { readonly [K in keyof Required<T>]: T[K] };

/** In one literal: put onto an object that has many fields already, each costs the engine more than finding it did. */
function joinFields(
  call: PolicyCall,
  own: Omit<Call, Exclude<keyof PolicyCall, keyof CallContext | "memory" | "settings" | "otherways">>,
): Call {
  const { spec, tool, calledAs, input, encoding, barring, effects, reading, likely } = call;
  const { world, cwd, projectRoot, look, real, places, readShell, restorable } = call;
  const { mode, headless, session, book, signal, waited, since } = own;
  const { around, action, key, memory, settings, parts, otherways } = own;
  const whole: AllFields<Call> = {
    spec,
    tool,
    calledAs,
    input,
    encoding,
    barring,
    effects,
    reading,
    likely,
    otherways,
    world,
    cwd,
    projectRoot,
    look,
    real,
    places,
    readShell,
    restorable,
    mode,
    headless,
    session,
    book,
    signal,
    waited,
    since,
    around,
    action,
    key,
    memory,
    settings,
    parts,
  };
  return whole;
}

/** Where a session has a temporary directory inside walls, tools and edits may use it too. */
function withTemporary({ settings, walls }: GateParts, session: string): Settings {
  const own = walls?.ownTmp(session);
  return own === undefined
    ? settings
    : { ...settings, additionalDirectories: [...settings.additionalDirectories, own] };
}

/** Which call it is, without looking at what it does. */
export function keyOf(action: Action, { tools, world }: GateParts, projectRoot: string): CallKey {
  const spec = tools(action.tool);
  return callKey(spec.name, executedFields(spec, action.input), directoryOf(action, projectRoot, world));
}

/** Nobody is there who could be asked. */
export const isUnattended = ({ headless, mode }: CallContext): boolean => headless || MODE_TRAITS[mode].unattended;
