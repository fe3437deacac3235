/** For callers of the library who run commands themselves: a command as it runs inside walls. */
import {
  planFor,
  prepareWalls,
  repositoryAround,
  type WrappedCommand,
  wallsStand,
  wrapCommand,
} from "../contain/index.ts";
import type { Walls } from "../contract/decision.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import { AGENT_FILES } from "../hosts/index.ts";
import { diskWorld } from "../machine/index.ts";
import { type Env, gateDirectories, homeOf, stateDir } from "./paths.ts";
import { gatePrograms } from "./program.ts";

export interface WrapRequest {
  readonly walls: Walls;
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  readonly projectRoot: string;
  readonly session?: string;
  /** Where home and the gate's state are looked up; the process's own without it. */
  readonly env?: Env;
}

/**
 * One use. It keeps nothing that settings or rules say, and makes no restore point: where a gate has judged the call, its
 * judgement's `run` is the command, with all of that. A failure says why there are no walls, and then nothing was made.
 */
export function wrapInWalls(request: WrapRequest): Result<WrappedCommand> {
  const { env = process.env, session = "", command, projectRoot } = request;
  const at = stateDir(env);
  const standing = wallsStand(at);
  if (!standing.stand) return fail(`${standing.why}; ${standing.mend}`);
  const home = homeOf(env);
  const order = {
    ...{ ...request, session, home, agentFiles: AGENT_FILES, gateDirectories: gateDirectories(env) },
    ...{ gatePrograms: gatePrograms(at), movedPlaces: [] },
    ...{
      writable: [],
      hidden: [],
      readOnly: [],
      hiddenObjects: [],
      unmade: [],
      env: [],
      gitWrites: false,
      envFiles: false,
    },
    ...{ call: "", save: () => ok(null) },
  };
  const world = diskWorld({ home, path: env.PATH ?? "" });
  const plan = planFor({ ...order, around: repositoryAround(order, world) }, { stateDir: at, world });
  const prepared = plan.ok ? prepareWalls(plan.value, at) : plan;
  if (!plan.ok || !prepared.ok) return plan.ok ? fail(prepared.ok ? "" : prepared.error) : plan;
  const ticket = { plan: plan.value, command, callId: projectRoot, stateDir: at, home, agentFiles: AGENT_FILES };
  return wrapCommand({ ...ticket, tool: standing.tool, nowMs: Date.now() });
}
