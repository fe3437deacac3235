/** Gates for the hooks of many sessions in one process: opened once, and anew as soon as anything they were opened from was changed. */
import { ok, type Result } from "../contract/result.ts";
import type { Classifier } from "../judge/index.ts";
import { type KeptStanding, keepAsItStands } from "./kept.ts";
import { type OpenedGate, type OpenOptions, openStore, type PreparedGate, prepareGate } from "./open.ts";
import type { AppContext } from "./paths.ts";
import { standingAt } from "./standing.ts";

/** A session has one, seldom more; the oldest go first. */
const MAX_KEPT = 64;

export type OpenHookGate = (context: AppContext, options: OpenOptions) => Result<OpenedGate>;

/** `model`: in place of the one the settings name. */
export function keepHookGates({ most = MAX_KEPT, model }: { most?: number; model?: Classifier } = {}): OpenHookGate {
  const gates = new Map<string, KeptStanding<Result<PreparedGate>>>();
  return (context, { store, ...options }) => {
    const { tell, walls, classifier, settings, ...told } = options;
    const prepare = (): Result<PreparedGate> =>
      prepareGate(context, {
        ...(model === undefined ? {} : { classifier: model }),
        ...{ ...options, variables: told.variables ?? [], kept: true },
      });
    // What is handed in as a part, or in a file anywhere, cannot be compared.
    const given = [tell, walls, classifier, settings].some((one) => one !== undefined);
    const prepared = given ? prepare() : keepNewest(gates, { context, told, most }, prepare);
    return prepared.ok ? ok(prepared.value(store ?? openStore(context))) : prepared;
  };
}

interface HookGateKey {
  readonly context: AppContext;
  /** All of it is data. */
  readonly told: Pick<OpenOptions, "projectRoot" | "rules" | "variables" | "agentEnv">;
  readonly most: number;
}

function keepNewest<T>(gates: Map<string, KeptStanding<T>>, { context, told, most }: HookGateKey, make: () => T): T {
  const key = JSON.stringify([context.env, told]);
  const [oldest] = gates.size < most || gates.has(key) ? [] : gates.keys();
  if (oldest !== undefined) gates.delete(oldest);
  return keepAsItStands(gates, { key, standing: standingAt(told.projectRoot, context), most }, make);
}
