/** Makes a gate from what the road needs. Everything can be handed in; everything has a safe default. */

import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { type Settings, SettingsError, settingsFrom } from "../app/settings/index.ts";
import { type Action, MODES, type Mode } from "../contract/action.ts";
import { ticks } from "../contract/clock.ts";
import type { Decision } from "../contract/decision.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { SessionStart } from "../contract/session.ts";
import type { World } from "../contract/world.ts";
import { translate } from "../hosts/names/index.ts";
import type { HandoffHistory, HandoffReview } from "../judge/handoff.ts";
import { lazyClassifier, lazyFacts, lazyHandoff } from "../judge/lazy.ts";
import type { Classifier, Fact } from "../judge/types.ts";
import { findRepo, remotes } from "../machine/git/index.ts";
import { diskWorld } from "../machine/index.ts";
import { memoryStore, type SessionStore } from "../memory/index.ts";
import { addRule, enterAuto, type List, parseRule, type Rule, removeRule, ruleBook } from "../policy/rules/index.ts";
import { type Tool, toolBox } from "../policy/tools/index.ts";
import { readShell } from "../readers/bash/index.ts";
import { type Call, keyOf, type ShellReader, type Surroundings } from "./call.ts";
import { walk } from "./gate.ts";
import { broken, stamped } from "./steps/record.ts";

export interface GateOptions {
  /** What a settings file may hold, or settings already loaded. */
  readonly settings?: object | Settings;
  /** The directory the session started in. Without it, the directory of a session's first action. */
  readonly projectRoot?: string;
  /** The harness's own tools. */
  readonly tools?: readonly Tool[];
  /** The side query; null is `offline`. Without it, the one the settings name, loaded when it is first needed. */
  readonly classifier?: Classifier | null;
  /** Where API keys are looked up when the settings name a provider. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly store?: SessionStore;
  readonly world?: World;
  readonly readShell?: ShellReader;
  readonly facts?: (call: Call) => Promise<readonly Fact[]>;
  readonly ironGate?: () => boolean;
  /** The agent's own process, asked for when a session begins: nothing it starts may approve. */
  readonly agent?: () => SessionStart["agent"];
  /** The gate's own directories: nobody but the person writes there. */
  readonly gateDirectories?: readonly string[];
  readonly now?: () => number;
  readonly newId?: () => string;
}

export interface EffectiveRule {
  readonly rule: Rule;
  /** Why it rests while the mode is auto; null when it is in force. */
  readonly suspended: string | null;
}

export interface Gate {
  /** Never rejects: a failure is a deny. */
  check(action: Action, options?: { readonly signal?: AbortSignal }): Promise<Decision>;
  /** Changes the mode; entering auto suspends rules that would let arbitrary code through. */
  enter(mode: Mode): void;
  /** Back to the mode before the last `enter`, with every rule as it was. */
  leave(): void;
  readonly mode: Mode;
  readonly shadow: boolean;
  addRule(list: List, text: string): Result<Rule>;
  removeRule(list: List, text: string): boolean;
  rules(): readonly EffectiveRule[];
  /** The person spoke: what was denied before may be judged anew. */
  personSaid(text: string, session?: string): Promise<void>;
  /** Reviews what a finished sub-agent did. A warning, or null when nothing was found; never a silent drop. */
  reviewHandoff(history: HandoffHistory): Promise<HandoffReview>;
  /** A call was seen to have run. If the person had been asked about it, that was their yes. */
  ran(action: Action): Promise<void>;
}

/** Throws a `SettingsError` that names the field when the settings are wrong: an error at start, never later. */
export function createGate(options: GateOptions = {}): Gate {
  const env = options.env ?? process.env;
  const settings = settled(options.settings ?? {}, env);
  const { store = memoryStore(), newId = randomUUID, now = Date.now } = options;
  const world = options.world ?? diskWorld({ path: process.env.PATH ?? "", home: homedir() });
  const around: Surroundings = {
    settings,
    tools: toolBox(options.tools),
    world,
    readShell: options.readShell ?? readShell,
    classifier:
      options.classifier === undefined ? lazyClassifier({ settings, env, now }).classifier : options.classifier,
    facts:
      options.facts ??
      (({ effects, reading, cwd, memory }) =>
        lazyFacts({
          effects,
          commands: reading?.commands,
          cwd,
          world,
          remotesAtStart: memory.start.remotes,
          follow: { reading, projectRoot: memory.start.projectRoot, marked: memory.marks ?? [] },
        })),
    ironGate: options.ironGate ?? (() => settings.ironGate),
    gateDirectories: options.gateDirectories ?? defaultGateDirectories(world.home),
    now,
  };
  const ownSession = newId();
  const modes: Mode[] = [settings.mode];
  let book = ruleBook(settings.rules);
  let resting = enterAuto(book, settings.autoMode);
  const change = (next: typeof book): void => {
    book = next;
    resting = enterAuto(book, settings.autoMode);
  };
  const mode = (): Mode => modes.at(-1) ?? settings.mode;
  const open = (session: string, action: Action) => store.open(session, sessionStart(options, action, around));

  return {
    check: async (given, { signal } = {}) => {
      const started = ticks();
      let action: Action;
      try {
        action = inOurNames(given);
        if (action.mode !== undefined && !MODES.includes(action.mode))
          throw new Error(`there is no mode ${JSON.stringify(action.mode)}`);
      } catch (error) {
        return stamped(broken(error), newId(), ticks() - started);
      }
      const current = permittedMode(action.mode, mode(), settings);
      const session = action.session ?? ownSession;
      const at = {
        mode: current,
        headless: action.headless ?? false,
        session,
        book: current === "auto" ? resting : book,
        signal,
      };
      return walk({ action, around, at, open: () => open(session, action), newId });
    },
    enter: (next) => void modes.push(next),
    leave: () => void (modes.length > 1 && modes.pop()),
    get mode() {
      return mode();
    },
    shadow: settings.shadow,
    addRule: (list, text) => {
      const rule = parseRule(text, list, "added in this session");
      if (!rule.ok) return fail(rule.error);
      change(addRule(book, rule.value));
      return ok(rule.value);
    },
    removeRule: (list, text) => {
      const before = book;
      change(removeRule(book, list, text));
      return book !== before;
    },
    reviewHandoff: (history) => lazyHandoff(history, around.classifier),
    rules: () => effective(mode() === "auto" ? resting : book),
    personSaid: async (text, session = ownSession) => {
      const opened = await open(session, { tool: "", input: {} });
      await opened.transact(() => ({ entries: [{ kind: "prompt", at: now(), text }], value: undefined }));
    },
    ran: async (given) => {
      const action = inOurNames(given);
      const opened = await open(action.session ?? ownSession, action);
      const memory = await opened.memory();
      if (memory.asked.size === 0) return;
      const asked = memory.recent.find(
        ({ toolUseId, call }) => toolUseId !== null && toolUseId === action.toolUseId && memory.asked.has(call),
      );
      const call = asked?.call ?? keyOf(action, around, memory.start.projectRoot);
      if (memory.asked.has(call))
        await opened.transact(() => ({ entries: [{ kind: "ran", at: now(), call }], value: undefined }));
    },
  };
}

/** How a session begins. What costs something to find out is found out only if this is its first call. */
function sessionStart(options: GateOptions, action: Action, { world, classifier }: Surroundings): SessionStart {
  const projectRoot = options.projectRoot ?? action.cwd ?? process.cwd();
  return {
    projectRoot,
    host: action.host ?? null,
    get agent() {
      return options.agent?.();
    },
    get remotes() {
      const repo = classifier === null ? undefined : findRepo(projectRoot, world);
      return repo === undefined ? undefined : remotes(repo, world);
    },
  };
}

/** Another agent's tool names and fields become ours, in the call and in what went before it. */
function inOurNames(action: Action): Action {
  const { host } = action;
  if (host === undefined) return action;
  const { cwd, ...named } = translate(host, action.tool, action.input);
  const transcript = action.transcript?.map((turn) => {
    if ("user" in turn) return turn;
    const { tool, input } = translate(host, turn.tool, turn.input);
    return { ...turn, tool, input };
  });
  return {
    ...action,
    ...named,
    ...(cwd === undefined ? {} : { cwd }),
    ...(transcript === undefined ? {} : { transcript }),
  };
}

const effective = ({ rules, suspended }: ReturnType<typeof ruleBook>): readonly EffectiveRule[] =>
  rules.map((rule) => ({ rule, suspended: suspended.find((one) => one.rule === rule)?.why ?? null }));

/** A mode the managed settings fix is only ever tightened by a caller. */
function permittedMode(asked: Mode | undefined, current: Mode, settings: Settings): Mode {
  if (asked === undefined || asked === current) return current;
  const tightens = asked === "plan" || asked === "dontAsk" || asked === "default";
  return settings.managed.has("mode") && !tightens ? current : asked;
}

function settled(given: object | Settings, env: NonNullable<GateOptions["env"]>): Settings {
  if ("managed" in given && given.managed instanceof Set) return given as Settings;
  const loaded = settingsFrom(given, env);
  if (!loaded.ok) throw new SettingsError(loaded.error);
  return loaded.value.settings;
}

const defaultGateDirectories = (home: string): readonly string[] => [
  "/etc/sallyport",
  `${home}/.config/sallyport`,
  `${home}/.local/state/sallyport`,
];
