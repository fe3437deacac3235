/** Gates for many sessions at once: one for each project, all on one store. */
import type { Action } from "../contract/action.ts";
import { fail, messageOf, type Result } from "../contract/result.ts";
import type { Rule } from "../rules/index.ts";
import { beginner } from "./create-gate.ts";
import { type KeptStanding, keepAsItStands } from "./kept.ts";
import { type OpenedGate, type OpenOptions, openGate, openStore, openWorld } from "./open.ts";
import type { AppContext } from "./paths.ts";

/** More projects than this are opened anew each time. */
export const MAX_KEPT = 10_000;

export interface GatePool {
  /** The gate of a project. An error is settings that cannot be used. */
  readonly gateAt: (projectRoot: string) => Result<OpenedGate>;
  /**
   * The gate of an action's session. Its project is where the session began, as its record says, whatever directory
   * the action names; an action without a session begins one where it runs.
   */
  readonly gateFor: (
    action: Pick<Action, "session" | "host"> & { readonly cwd: string },
  ) => Promise<Result<OpenedGate>>;
  readonly close: () => Promise<void>;
}

export interface PoolOptions
  extends Pick<OpenOptions, "settings" | "store" | "tell" | "stays" | "byHand" | "tried" | "variables"> {
  readonly maxKept?: number;
  /** Rules besides those of the settings, for a project. */
  readonly rulesAt?: (projectRoot: string) => readonly Rule[];
  /** What a project's gate is opened from, as it stands now: where that has changed, the gate is opened anew. Never, without it. */
  readonly standing?: (projectRoot: string) => string;
}

export function openPool(context: AppContext, options: PoolOptions = {}): GatePool {
  const { settings, store = openStore(context), maxKept = MAX_KEPT, tell, stays = false, byHand = false } = options;
  const { rulesAt = () => [], variables, tried = false } = options;
  const standing = options.standing ?? (() => "");
  const told = tell === undefined ? {} : { tell };
  const gates = new Map<string, KeptStanding<Result<OpenedGate>>>();
  const gateAt = (projectRoot: string): Result<OpenedGate> =>
    keepAsItStands(gates, { key: projectRoot, standing: standing(projectRoot), most: maxKept }, () =>
      openGate(context, {
        ...{ settings, projectRoot, store, stays, byHand, tried, variables },
        rules: rulesAt(projectRoot),
        ...told,
      }),
    );
  const begin = beginner({ world: openWorld(context), byHand });
  return {
    gateAt,
    gateFor: async ({ session, cwd, host = null }) => {
      if (session === undefined) return gateAt(cwd);
      try {
        const opened = await store.open(session, begin(cwd, host));
        const { start } = await opened.memory();
        return gateAt(start.projectRoot);
      } catch (error) {
        return fail(`where the session ${session} began cannot be read: ${messageOf(error)}`);
      }
    },
    close: async () => store.close?.(),
  };
}
