/** Gates for many sessions at once: one for each project, all on one store. */
import type { Result } from "../contract/result.ts";
import { type OpenedGate, type OpenOptions, openGate, openStore } from "./open.ts";
import type { AppContext } from "./paths.ts";

/** More projects or sessions than this are looked up anew each time. */
export const MAX_KEPT = 10_000;

export interface GatePool {
  /** The gate of a project. An error is settings that cannot be used. */
  readonly gateAt: (projectRoot: string) => Result<OpenedGate>;
  /** The gate of a session: its project is the directory it was first seen in. */
  readonly gateFor: (session: string, cwd: string) => Result<OpenedGate>;
  readonly close: () => Promise<void>;
}

export interface PoolOptions extends Pick<OpenOptions, "settings" | "store"> {
  readonly maxKept?: number;
}

export function openPool(context: AppContext, options: PoolOptions = {}): GatePool {
  const { settings, store = openStore(context), maxKept = MAX_KEPT } = options;
  const gates = new Map<string, Result<OpenedGate>>();
  const roots = new Map<string, string>();
  const gateAt = (projectRoot: string): Result<OpenedGate> =>
    keep(gates, projectRoot, maxKept, () => openGate(context, { settings, projectRoot, store }));
  return {
    gateAt,
    gateFor: (session, cwd) => gateAt(keep(roots, session, maxKept, () => cwd)),
    close: async () => store.close?.(),
  };
}

/** What is known under the key; made and, while there is room, kept. */
function keep<T>(known: Map<string, T>, key: string, most: number, make: () => T): T {
  const value = known.get(key) ?? make();
  if (known.size < most) known.set(key, value);
  return value;
}
