/** The gate as the command line sets it up: settings from their files, the ledger as the memory. */

import { ok, type Result } from "../contract/result.ts";
import type { Gate } from "../gate/index.ts";
import { type Classifier, openClassifier, type SideQuery } from "../judge/index.ts";
import { diskWorld } from "../machine/index.ts";
import type { SessionStore } from "../memory/index.ts";
import { agentProcess, ledgerStore } from "../memory/index.ts";
import type { AppContext } from "./context.ts";
import { createGate } from "./create-gate.ts";
import { flagChoice, ironGateClosed, openFlags, type RemoteFlags } from "./flags.ts";
import { gateDirectories, homeOf, stateDir } from "./paths.ts";
import { loadSettings, type Settings } from "./settings/index.ts";

export interface CliGate {
  readonly gate: Gate;
  readonly settings: Settings;
  readonly warnings: readonly string[];
  readonly flags: RemoteFlags | null;
  /** The side query itself; null where there is no model. */
  readonly query: SideQuery["query"] | null;
  readonly close: () => Promise<void>;
}

export interface CliGateOptions {
  readonly settings?: string | undefined;
  /** Where the session starts; its project's rules count. */
  readonly projectRoot: string;
  /** A store that is open already. */
  readonly store?: SessionStore;
  /** A hook: its environment names no model. */
  readonly hook?: boolean;
  /** In place of the one the settings name; null is `offline`. */
  readonly classifier?: Classifier | null;
}

export function openGate(context: AppContext, options: CliGateOptions): Result<CliGate> {
  const loaded = loadSettings({ run: options.settings, projectRoot: options.projectRoot, env: context.env });
  if (!loaded.ok) return loaded;
  const { settings, warnings } = loaded.value;
  const store = options.store ?? openStore(context);
  const flags = openFlags(settings, { stateDir: stateDir(context.env), now: context.now });
  const classifier = openClassifier({
    settings,
    env: context.env,
    stateDir: stateDir(context.env),
    hook: options.hook ?? false,
    ...(flags === null ? {} : { flags: () => flagChoice(flags.current(), settings.managed) }),
  });
  const gate = createGate({
    settings,
    store,
    classifier: options.classifier === undefined ? classifier : options.classifier,
    ironGate: () => ironGateClosed(flags?.current() ?? {}, settings),
    ...(options.hook === true ? { agent: agentProcess } : {}),
    world: diskWorld({ home: homeOf(context.env), path: context.env.PATH ?? "" }),
    gateDirectories: gateDirectories(context.env),
    projectRoot: options.projectRoot,
  });
  return ok({
    gate,
    settings,
    warnings,
    flags,
    query: classifier?.query ?? null,
    close: async () => store.close?.(),
  });
}

export const openStore = (context: AppContext): SessionStore => ledgerStore({ stateDir: stateDir(context.env) });
