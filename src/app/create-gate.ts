/** The public `createGate`: everything can be handed in; everything has a safe default. */

import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import {
  openRestorePoints,
  openWalls,
  planFor,
  type RestorePoints,
  supposeWalls,
  type WallsPart,
  wallsStand,
} from "../contain/index.ts";
import { type Action, type Turn, turnsOf } from "../contract/action.ts";
import type { SessionStart } from "../contract/session.ts";
import type { World } from "../contract/world.ts";
import type { Process } from "../core/index.ts";
import { type Call, type Gate, type GateParts, makeGates, pastProbe } from "../gate/index.ts";
import {
  AGENT_FILES,
  hostPaths,
  movedFolders,
  ruleToolNames,
  translate,
  translatePast,
  translateTurn,
} from "../hosts/index.ts";
import { type Classifier, type Fact, gatherFacts, openClassifier, vouchFor } from "../judge/index.ts";
import { findRepo, remotesReached } from "../machine/git/index.ts";
import { absolutePath, diskWorld } from "../machine/index.ts";
import { memoryStore, type SessionStore } from "../memory/index.ts";
import type { ShellReader } from "../policy/index.ts";
import { type Tool, toolBox } from "../policy/tools/index.ts";
import { createFlags, flagChoice, ironGateClosed, keepFresh } from "./flags.ts";
import { checkTools, inTime } from "./handed-in.ts";
import { type Env, gateDirectories, stateDir } from "./paths.ts";
import { gatePrograms } from "./program.ts";
import { type Settings, SettingsError, type SettingsFile, settingsFrom } from "./settings/index.ts";
import { WATCH } from "./watch.ts";

export interface GateOptions {
  /** What a settings file may hold, or settings already loaded. */
  readonly settings?: SettingsFile | Settings;
  /** The directory the session started in. Without it, the directory of a session's first action. */
  readonly projectRoot?: string;
  /** The harness's own tools. */
  readonly tools?: readonly Tool[];
  /** The side query; null is `offline`. Without it, the one the settings name, loaded when it is first needed. */
  readonly classifier?: Classifier | null;
  /** Where API keys are looked up when the settings name a provider. */
  readonly env?: Env;
  /** The variables the agent was started with: what of its own they have moved is guarded there. */
  readonly agentEnv?: Env;
  /** In place of the walls of this machine, for calls that say `walls`; null: nothing is walled. */
  readonly walls?: WallsPart | null;
  readonly store?: SessionStore;
  readonly world?: World;
  readonly readShell?: ShellReader;
  readonly facts?: (call: Call) => Promise<readonly Fact[]>;
  readonly ironGate?: () => boolean;
  /** Where what a call takes away is saved first. Without it, in the user's state directory; null is nowhere. */
  readonly restore?: RestorePoints | null;
  /** The agent's own process, asked for when a session begins: nothing it starts may approve. */
  readonly agent?: () => SessionStart["agent"];
  /** A person tries calls in a terminal: nothing is learnt from such a session. */
  readonly byHand?: boolean;
  /** What is known of the shell calls run in, for those that bring nothing of their own: without it programs that listen to variables are not proven. */
  readonly process?: Process | undefined;
  /** The mode is the asking one only until then: the person paused the gate. */
  readonly pausedUntil?: number | null;
  /** The gate's own directories: nobody but the person writes there. */
  readonly gateDirectories?: readonly string[];
  /** The folders of the gate's program, and its Node: the same, but open to reading. */
  readonly gatePrograms?: readonly string[];
  /** Tells the person something that belongs to no single call; a warning of the process without it. */
  readonly tell?: (text: string) => void;
  readonly now?: () => number;
  readonly newId?: () => string;
}

/** What the hosts know, as the gate asks for it. */
const OF_HOSTS: Pick<GateParts, "translate" | "ruleNames" | "agentFiles" | "hostPaths"> = {
  translate: (action) => translateAction(action),
  ruleNames: ruleToolNames,
  agentFiles: AGENT_FILES,
  hostPaths,
};

/** Throws a `SettingsError` that names the field when the settings are wrong: an error at start, never later. */
export const createGate = (options: GateOptions = {}): Gate => createGates(options)(options.store ?? memoryStore());

const NO_LINE = "check gives no line to run there; judge does, as `run`";

/** For a harness: what `check` allows may be run as it stands. Only `judge`, which gives the line to run, puts a call inside walls. */
export function createLibraryGate(options: GateOptions = {}): Gate {
  const gate = createGate(options);
  const check: Gate["check"] = (action, given) =>
    gate.check(action.walls === true ? { ...action, walls: false, noWalls: NO_LINE } : action, given);
  return Object.defineProperties({} as Gate, {
    ...Object.getOwnPropertyDescriptors(gate),
    check: { value: check, enumerable: true },
  });
}

/** The same gate over whichever store a call comes with. */
export function createGates(options: Omit<GateOptions, "store">): (store: SessionStore) => Gate {
  const { env = process.env, now = Date.now } = options;
  const settings = readSettings(options.settings ?? {}, env);
  const world = options.world ?? diskWorld({ path: process.env.PATH ?? "", home: homedir() });
  const place = stateDir({ HOME: world.home, ...env });
  const flags = flagsFor(settings, { options, stateDir: place, now });
  const classifier =
    options.classifier === undefined
      ? openClassifier({ settings, env, now, diagnosticsDir: place, flags: flags?.choice })
      : options.classifier && vouchFor(inTime(options.classifier, settings));
  const begin = beginner({
    world,
    agent: options.agent,
    byHand: options.byHand,
  });
  return makeGates({
    settings,
    tools: toolBox(checkTools(options.tools)),
    world,
    watch: options.readShell === undefined ? WATCH : { ...WATCH, readShell: options.readShell },
    process: options.process,
    ...OF_HOSTS,
    classifier,
    facts: options.facts ?? factsOfCall,
    ironGate: options.ironGate ?? flags?.ironGate ?? (() => settings.ironGate),
    walls: options.walls === undefined ? standingWalls({ settings, stateDir: place, world, now }) : options.walls,
    wallsDown: () => wallsDown(settings, place),
    restore:
      options.restore === undefined
        ? openRestorePoints({ stateDir: place, limits: settings.restore, world, now })
        : options.restore,
    begin: ({ startedIn, cwd, host = null }) => begin(options.projectRoot ?? startedIn ?? cwd ?? process.cwd(), host),
    gateDirectories: options.gateDirectories ?? directoriesFor(options, world.home),
    gatePrograms: options.gatePrograms ?? gatePrograms(place),
    movedPlaces: movedFolders(world.home, { ...env, ...options.agentEnv }),
    pausedUntil: options.pausedUntil ?? null,
    tell: options.tell ?? ((text) => process.emitWarning(text)),
    now,
    newId: options.newId ?? randomUUID,
  });
}

/** By every account of where they may have been moved. */
const directoriesFor = ({ env = {}, agentEnv = {} }: GateOptions, home: string): readonly string[] =>
  gateDirectories(...[env, agentEnv, process.env].map((one) => ({ ...one, HOME: home })));

/** Remote flags for a library's gate: read as they are kept, refreshed beside decisions. Undefined where others are handed in. */
function flagsFor(
  settings: Settings,
  {
    options,
    stateDir: place,
    now,
  }: { readonly options: GateOptions; readonly stateDir: string; readonly now: () => number },
) {
  if (settings.flags === null || (options.classifier !== undefined && options.ironGate !== undefined)) return undefined;
  const flags = keepFresh(createFlags({ server: settings.flags, stateDir: place, now }), now);
  return {
    choice: () => flagChoice(flags.current(), settings.managed),
    ironGate: () => ironGateClosed(flags.current(), settings),
  };
}

interface WallsPlace extends Pick<GateParts, "settings" | "world" | "now"> {
  readonly stateDir: string;
}

/** The walls of this machine; `supposed`: decided as with them, and nothing made. Null where none stand, or none are wanted. */
export function standingWalls(
  { settings, stateDir: state, world, now }: WallsPlace,
  { supposed }: { readonly supposed: boolean } = { supposed: false },
): WallsPart | null {
  if (!settings.contain.enabled) return null;
  const standing = wallsStand(state);
  if (!standing.stand) return null;
  return supposed
    ? plannedWalls({ stateDir: state, world })
    : openWalls({ stateDir: state, tool: standing.tool, world, agentFiles: AGENT_FILES, now });
}

/** Where no walls can be planned around a call, a hook puts up none either. */
export function plannedWalls(at: Pick<WallsPlace, "stateDir" | "world">): WallsPart {
  const supposed = supposeWalls();
  const raise: WallsPart["raise"] = async (order) => {
    const planned = planFor(order, at);
    return planned.ok ? supposed.raise(order) : planned;
  };
  return { ...supposed, raise };
}

/** A sentence for an ask: they stood here, and are tried again by themselves. */
function wallsDown({ contain }: Settings, state: string): string | undefined {
  const standing = contain.enabled ? wallsStand(state) : undefined;
  return standing === undefined || standing.stand || standing.outdated !== true
    ? undefined
    : `walls do not stand now because ${standing.why} (they are tried again by themselves; at once: ${standing.mend})`;
}

function readSettings(given: SettingsFile | Settings, env: Env): Settings {
  if ("managed" in given && given.managed instanceof Set) return given;
  const loaded = settingsFrom(given, env);
  if (!loaded.ok) throw new SettingsError(loaded.error);
  return loaded.value.settings;
}

/** Another agent's tool names and fields become ours, in the call and in what went before it. */
function translateAction(action: Action): Action {
  const { host } = action;
  if (host === undefined) return action;
  const { cwd, ...named } = translate(host, action.tool, action.input);
  const transcript = (): readonly Turn[] => turnsOf(action).map((turn) => translateTurn(turn, host));
  const startedIn = action.startedIn ?? action.cwd ?? process.cwd();
  const at = cwd === undefined ? {} : { cwd: /^(?:[/\\~]|[A-Za-z]:)/.test(cwd) ? cwd : `${action.cwd ?? "."}/${cwd}` };
  const { past } = action;
  const translated = past === undefined ? {} : { past: () => translatePast(past(), host) };
  return { ...action, ...named, ...at, calledAs: action.tool, startedIn, transcript, ...translated };
}

const factsOfCall = (call: Call): Promise<readonly Fact[]> => {
  const { action, tool, input, parts, spec, effects, reading, cwd, memory, world, projectRoot, settings } = call;
  const added = settings.additionalDirectories.map((dir) => absolutePath(dir, projectRoot, world));
  return gatherFacts({
    given: { spec, input, cwd, projectRoot, added },
    effects,
    commands: reading?.commands,
    cwd,
    world,
    remotesAtStart: memory.start.remotes,
    follow: { reading, projectRoot, marked: memory.marks ?? [] },
    provenance: { action, tools: parts.tools, tool, input, projectRoot },
    probe: pastProbe(call),
  });
};

/** What the beginning of a session is told from. */
export interface Beginning {
  readonly world: World;
  readonly agent?: GateOptions["agent"] | undefined;
  readonly byHand?: boolean | undefined;
}

/**
 * How a session begins. What costs something to find out is found out only if this is its first call; for the same place and host it
 * is the same object, for it says nothing of the call.
 */
export function beginner(from: Beginning): (projectRoot: string, host: string | null) => SessionStart {
  let last = beginSession("", null, from);
  return (projectRoot, host) => {
    if (last.projectRoot !== projectRoot || last.host !== host) last = beginSession(projectRoot, host, from);
    return last;
  };
}

const beginSession = (projectRoot: string, host: string | null, { world, agent, byHand }: Beginning): SessionStart => ({
  projectRoot,
  host,
  ...(byHand === true ? { byHand } : {}),
  get agent() {
    return agent?.();
  },
  get remotes() {
    return remotesAt(projectRoot, world);
  },
});

/** The remotes of the repository a directory lies in; undefined where it lies in none. */
export function remotesAt(directory: string, world: World): SessionStart["remotes"] {
  const repo = findRepo(directory, world);
  return repo === undefined ? undefined : remotesReached(repo, world);
}
