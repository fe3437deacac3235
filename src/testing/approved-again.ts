/** A call that a person approved, tried again. */
import type { GateOptions } from "../app/create-gate.ts";
import type { Action } from "../contract/action.ts";
import type { Decision } from "../contract/decision.ts";
import { approve, memoryStore } from "../memory/index.ts";
import type { Project } from "./index.ts";

type Check = (action: Action) => Promise<Decision>;

/** Asked, approved by a person, then `between`, then tried again: by what it is decided then. `later`: what differs of the gate by then. */
export const approvedAgain =
  (here: Project) =>
  async (
    action: Action,
    between: (check: Check) => unknown,
    settings: GateOptions["settings"] = {},
    more: GateOptions & { readonly later?: GateOptions } = {},
  ): Promise<string> => {
    const { later, ...first } = more;
    const store = memoryStore();
    const open = (options: GateOptions) =>
      here.gate({ store, classifier: null, settings: { mode: "default", ...settings }, ...options });
    const gate = open(first);
    const check = (one: Action) => gate.check({ ...one, session: "s" });
    const asked = await check(action);
    if (asked.behavior === "allow") throw new Error(`nobody was asked: ${asked.by}`);
    const session = await store.open("s", { projectRoot: here.root, host: null });
    const given = { decisionId: asked.id, by: "a person", at: Date.now(), newId: () => "yes" };
    const taken = await session.transact(approve(given));
    if (!taken.ok) throw new Error(`the approval was not taken: ${taken.error}`);
    await between(check);
    const again = later === undefined ? gate : open({ ...first, ...later });
    return (await again.check({ ...action, session: "s" })).by;
  };
