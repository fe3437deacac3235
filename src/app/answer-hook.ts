/**
 * One event of a host, answered: the same for the process a host starts and for the service it reaches. Whatever is known
 * of the caller's process is handed in; nothing is taken from the process this runs in.
 */
import { finishSweeps, originalOf } from "../contain/index.ts";
import { once } from "../contract/kept.ts";
import type { SessionStart } from "../contract/session.ts";
import {
  agentLine,
  type CallAsker,
  type HoldAsk,
  type HookAnswer,
  type Host,
  runHook,
  startedByAgent,
} from "../hosts/index.ts";
import { ancestors, runningAgents, type SessionStore } from "../memory/index.ts";
import { remotesAt } from "./create-gate.ts";
import type { OpenHookGate } from "./hook-gates.ts";
import { loadPersonSettings, openGate, openStore, openWorld } from "./open.ts";
import { type AppContext, homeOf, stateDir } from "./paths.ts";
import { keepUp } from "./upkeep.ts";

export interface HookRequest {
  readonly host: Host;
  readonly context: AppContext;
  /** `--settings`: a file, or JSON. */
  readonly settings?: string | undefined;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  /** The agent that started the hook; undefined where that cannot be seen. */
  readonly agent: () => SessionStart["agent"];
  /** Variables of the host's environment that bend programs, as the installed line told them. */
  readonly variables?: readonly string[];
  /** A store that is open already. */
  readonly store?: SessionStore;
  /** The caller waits no longer than this, whatever the settings say. */
  readonly mostMs?: number;
  /** The caller has gone: nothing more is decided for it. */
  readonly signal?: AbortSignal;
  /** Since when the host has waited for the answer, and whether it still does. */
  readonly asker?: CallAsker;
  /** No model is asked, whatever the settings name. */
  readonly offline?: true;
  /** Waits for a person's answer to an ask. */
  readonly hold?: HoldAsk;
  /** The process lives on: gates are kept, and what falls due is done after the answer. */
  readonly stays?: OpenHookGate;
}

/** Never rejects, and takes no longer than the deadline. */
export async function answerHook(request: HookRequest): Promise<HookAnswer> {
  const { host, context, settings, stdin, agent, store, mostMs, signal, asker, offline, hold } = request;
  const state = stateDir(context.env);
  // Instructions and the host's own rules are read before a gate is opened, which says why where this failed.
  finishSweeps(state, context.now(), null);
  const startedAs = once(() => (process.platform === "linux" ? agentLine(agent()?.pid) : undefined));
  let flagsAreOld = (): boolean => false;
  const answer = await runHook({
    host,
    stdin,
    store: () => store ?? openStore(context),
    stateDir: state,
    agent,
    agentLine: startedAs,
    startedBy: once(() =>
      startedByAgent({
        ...{ host, agent: agent(), env: startedAs()?.env ?? {} },
        above: () => ancestors(agent()?.pid),
        running: () => runningAgents(state, context.now()),
      }),
    ),
    home: homeOf(context.env),
    variables: request.variables ?? [],
    cwd: context.cwd,
    remotes: (projectRoot) => remotesAt(projectRoot, openWorld(context)),
    originalOf: (line) => originalOf(line, state)?.command,
    shadow: () => {
      const loaded = loadPersonSettings(context, settings);
      return loaded.ok && loaded.value.settings.shadow;
    },
    open: (session) => {
      const model = offline === true ? { classifier: null } : {};
      const opened = (request.stays ?? openGate)(context, {
        ...session,
        settings,
        hook: true,
        agentEnv: startedAs()?.env ?? {},
        ...model,
      });
      if (opened.ok) flagsAreOld = () => opened.value.flags?.isOld() === true;
      return opened;
    },
    ...(mostMs === undefined ? {} : { mostMs }),
    ...(signal === undefined ? {} : { signal }),
    ...(asker === undefined ? {} : { asker }),
    ...(hold === undefined ? {} : { hold }),
  });
  const upkeep = (): Promise<void> => keepUp(context, { settings, flagsAreOld: flagsAreOld() });
  if (request.stays !== undefined) setImmediate(() => void upkeep());
  else await upkeep();
  return answer;
}
