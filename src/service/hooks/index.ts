/** Fast hooks: the installed line reaches the service over a socket of the user alone, and starts its own hook where there is no answer. */
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type AppContext, keepHookGates, openStore, stateDir } from "../../app/index.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { type ServiceUse, watchUse } from "../use.ts";
import type { WaitingRoom } from "../waiting.ts";
import { NO_MODEL_HERE } from "./keyless.ts";
import { clearSocket, closeToOthers, keepSecret, openServiceDir } from "./place.ts";
import { runningProgram } from "./program.ts";
import { type HookCounts, HookServer } from "./socket.ts";
import { warmUp } from "./warm-up.ts";

export { keepOnly, serviceEnvironment } from "./environment.ts";
export { heldCalls } from "./held.ts";
export { hookPlace, keepSecret, openServiceDir } from "./place.ts";
export type { HookCounts } from "./socket.ts";

export interface HookSocket {
  readonly path: string;
  readonly counts: () => HookCounts;
  /** The program it was started from is gone, or another stands in its place. */
  readonly isReplaced: () => boolean;
  /** Takes no more events; what is pending is left to the hooks. */
  readonly close: () => Promise<void>;
}

export interface HookSocketOptions {
  /** Where asks wait for a person; without it the host asks. */
  readonly room?: WaitingRoom;
  /** Everyday calls are judged before anybody asks. */
  readonly warm?: boolean;
  /** The folder of hook.cjs; without it the one this code runs from. */
  readonly program?: string;
  readonly use?: ServiceUse;
}

/** A failure says why hooks cannot reach this service; they decide alone then. */
export async function openHookSocket(
  context: AppContext,
  { room, program = runningFolder(), warm = false, use = watchUse() }: HookSocketOptions = {},
): Promise<Result<HookSocket>> {
  const state = stateDir(context.env);
  const place = openServiceDir(state);
  if (!place.ok) return place;
  const { socket: path, secret: secretFile } = place.value;
  const kept = keepSecret(state);
  if (!kept.ok) return kept;
  const cleared = await clearSocket(path);
  if (!cleared.ok) return cleared;
  const store = openStore(context);
  const own = runningProgram(program);
  const hooks = new HookServer({
    ...{ context, store, stateDir: state, secretFile, hold: room?.hold },
    gates: keepHookGates(),
    keyless: keepHookGates({ model: NO_MODEL_HERE }),
    use,
    held: () => room?.held() ?? [],
    program: own,
  });
  const { server } = hooks;
  try {
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(path, resolve));
    closeToOthers(path);
  } catch (error) {
    await store.close();
    return fail(`${path}: ${messageOf(error)}`);
  }
  const closing = new AbortController();
  if (warm) void warmUp(context, closing.signal);
  const close = async (): Promise<void> => {
    closing.abort();
    rmSync(path, { force: true });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await store.close();
  };
  return ok({ path, counts: () => hooks.counts(), isReplaced: own.isReplaced, close });
}

/** A program's code lies one below its loader. */
const runningFolder = (): string => {
  const here = typeof __dirname === "string" ? __dirname : (import.meta.dirname ?? "/");
  return [here, dirname(here)].find((folder) => existsSync(join(folder, "hook.cjs"))) ?? here;
};
