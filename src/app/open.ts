/** A gate as the settings of a person and a project describe it: the model, remote flags, the ledger as the memory. */
import { finishSweeps, openRestorePoints, supposeRestorePoints, type WallsPart } from "../contain/index.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { World } from "../contract/world.ts";
import type { Process } from "../core/index.ts";
import type { Gate } from "../gate/index.ts";
import { type Classifier, openClassifier, type SideQuery } from "../judge/index.ts";
import { diskWorld, sharedLooks } from "../machine/index.ts";
import { ledgerStore, type RecordStore, type SessionStore } from "../memory/index.ts";
import type { Rule } from "../rules/index.ts";
import { createGates, standingWalls } from "./create-gate.ts";
import { flagChoice, ironGateClosed, keepFresh, openFlags, type RemoteFlags } from "./flags.ts";
import { type AppContext, type Env, gateDirectories, homeOf, stateDir } from "./paths.ts";
import { pausedUntil } from "./pause.ts";
import { gatePrograms } from "./program.ts";
import { type Loaded, loadSettings, type Settings } from "./settings/index.ts";

export interface OpenedGate {
  readonly gate: Gate;
  readonly settings: Settings;
  readonly warnings: readonly string[];
  /** Where the rulebook's own entries come from. */
  readonly rulebook: Loaded["rulebook"];
  readonly flags: RemoteFlags | null;
  /** The side query itself; null where there is no model. */
  readonly query: SideQuery["query"] | null;
  readonly close: () => Promise<void>;
}

/** A gate that is opened but for the store its calls are recorded in. */
export type PreparedGate = (store: SessionStore) => OpenedGate;

export interface OpenOptions {
  /** `--settings`: a file, or JSON. */
  readonly settings?: string | undefined;
  /** Where the session started; its project's rules count. */
  readonly projectRoot: string;
  /** A store that is open already. */
  readonly store?: SessionStore;
  /** The variables the agent was started with. */
  readonly agentEnv?: Env;
  /** Variables of the host's environment that bend programs: data only. Undefined: nobody told which there are. */
  readonly variables?: readonly string[] | undefined;
  /** The host's own deny and ask rules. */
  readonly rules?: readonly Rule[];
  /** In place of the walls of this machine. */
  readonly walls?: WallsPart;
  /** A person tries calls in a terminal: nothing is learnt from such a session. */
  readonly byHand?: boolean;
  /** The process lives on: it refreshes remote flags itself, beside its decisions. */
  readonly stays?: boolean;
  /** The gate is kept for calls to come: what was proven is not found again while nothing it rests on has changed. */
  readonly kept?: boolean;
  /** A hook: its environment names no model. */
  readonly hook?: boolean;
  /** Only to see what would be decided: nothing is saved before a call, for none will run. */
  readonly supposed?: boolean;
  /** The call is only tried, and decided and recorded as ever: whether it could be saved and walled is looked at, and nothing is. */
  readonly tried?: boolean;
  /** Tells the person something that belongs to no single call; without it whoever judges is told beside the decision. */
  readonly tell?: (text: string) => void;
  /** In place of the one the settings name; null is `offline`. */
  readonly classifier?: Classifier | null;
}

export function openGate(context: AppContext, options: OpenOptions): Result<OpenedGate> {
  const prepared = prepareGate(context, options);
  return prepared.ok ? ok(prepared.value(options.store ?? openStore(context))) : prepared;
}

export function prepareGate(context: AppContext, options: Omit<OpenOptions, "store">): Result<PreparedGate> {
  const { projectRoot, hook = false } = options;
  // First of all: settings may be among what a call that was cut short left behind, and no setting stops this.
  const [pending] = options.supposed ? [] : finishSweeps(stateDir(context.env), context.now(), projectRoot);
  if (pending !== undefined) return fail(pending);
  const loaded = loadSessionSettings(context, options);
  if (!loaded.ok) return loaded;
  const { paused, warnings, rulebook } = loaded.value;
  const settings = withRules(loaded.value.settings, options.rules ?? []);
  const { env, now } = context;
  const kept = openFlags(settings, context);
  const flags = kept !== null && options.stays === true ? keepFresh(kept, now) : kept;
  const classifier = openClassifier({
    settings,
    env,
    stateDir: stateDir(env),
    now,
    hook,
    ...(flags === null ? {} : { flags: () => flagChoice(flags.current(), settings.managed) }),
  });
  const world = openWorld(context, options.variables);
  const limits = settings.restore;
  const gateOver = createGates({
    settings,
    restore:
      options.supposed || options.tried
        ? supposeRestorePoints(limits)
        : openRestorePoints({ stateDir: stateDir(env), limits, world, now }),
    walls:
      options.walls ??
      standingWalls(
        { settings, stateDir: stateDir(env), world, now },
        { supposed: options.supposed === true || options.tried === true || settings.shadow },
      ),
    classifier: options.classifier === undefined ? classifier : options.classifier,
    ironGate: () => ironGateClosed(flags?.current() ?? {}, settings),
    world: judgedWorld(world, options),
    tell: options.tell ?? (() => undefined),
    gateDirectories: gateDirectories(env),
    gatePrograms: gatePrograms(stateDir(env)),
    projectRoot,
    byHand: options.byHand === true,
    process: processOf(options, world),
    pausedUntil: paused,
    ...(options.agentEnv === undefined ? {} : { agentEnv: options.agentEnv }),
  });
  return ok((store) => ({
    gate: gateOver(store),
    settings,
    warnings,
    rulebook,
    flags,
    query: classifier?.query ?? null,
    close: async () => store.close?.(),
  }));
}

/** As the door told; where it is only supposed, a clean one. Nobody told: programs that listen to variables are not proven. */
function processOf({ variables, supposed }: Omit<OpenOptions, "store">, { path }: World): Process | undefined {
  if (variables === undefined && supposed !== true) return undefined;
  return { path, variables: new Set(variables), values: {}, names: new Set(), terminal: false };
}

/** What is saved before a call, and the walls, look at the disk each time. */
const judgedWorld = (world: World, { stays }: Pick<OpenOptions, "stays">): World =>
  stays === true ? sharedLooks(world) : world;

const withRules = (settings: Settings, rules: readonly Rule[]): Settings =>
  rules.length === 0 ? settings : { ...settings, rules: [...settings.rules, ...rules] };

/** Only the gate of what was opened. */
export const gateOf = (opened: Result<OpenedGate>): Result<Gate> => (opened.ok ? ok(opened.value.gate) : opened);

/** The one place where it is decided whose project settings count: those of the directory the session started in, and around it. */
function loadSessionSettings(
  context: AppContext,
  { settings: run, projectRoot }: Pick<OpenOptions, "settings" | "projectRoot">,
): Result<Loaded & { readonly paused: number | null }> {
  const loaded = loadSettings({ run, projectRoot, env: context.env });
  if (!loaded.ok) return loaded;
  const { settings } = loaded.value;
  const paused = settings.mode === "auto" ? pausedUntil(stateDir(context.env), context.now()) : null;
  return ok({
    ...loaded.value,
    settings: paused === null ? settings : { ...settings, mode: "default" },
    paused,
  });
}

/** The settings of the person and the machine, without any project's. */
export const loadPersonSettings = (context: AppContext, settings?: string): Result<Loaded> =>
  loadSettings({ run: settings, projectRoot: null, env: context.env });

export const openStore = ({ env }: AppContext): RecordStore => ledgerStore({ stateDir: stateDir(env) });

/** For a process that judges many calls at once. */
export const openSharedStore = ({ env }: AppContext): RecordStore =>
  ledgerStore({ stateDir: stateDir(env), together: true });

export const openWorld = ({ env }: AppContext, variables: readonly string[] = []) =>
  diskWorld({ home: homeOf(env), path: env.PATH ?? "", ...(variables.length === 0 ? {} : { variables }) });
