/**
 * Where a line hands its hook a key that the service does not have: everything is judged here but what the model has to be asked about.
 * That is left to the hook, which has the key; nothing of it is recorded here.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Classifier, SideQuery } from "../../judge/index.ts";

const calls = new AsyncLocalStorage<() => void>();

/** `leave` is called when the model would be asked. */
export const leavingTheModel = <T>(leave: () => void, work: () => T): T => calls.run(leave, work);

const LACKED = "the hook has the key";

/** In the place of the model. Whoever began the call hears of it before anything is decided by these answers. */
export const NO_MODEL_HERE: Classifier & Pick<SideQuery, "ask"> = {
  classify: async () => {
    calls.getStore()?.();
    const nobody = { model: null, usage: null, costUsd: null, stage: null };
    return { block: "unavailable", why: "auth", detail: LACKED, ...nobody };
  },
  ask: async () => {
    calls.getStore()?.();
    return { ok: false, failure: "auth", detail: LACKED };
  },
};
