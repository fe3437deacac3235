/** Provider `offline`: a decider, not a verdict (§9). Its table is loaded when the first call comes to it. */
import type { Draft } from "../../contract/decision.ts";
import type { PolicyCall } from "../../policy/call.ts";

export const decideOffline = async (call: PolicyCall): Promise<Draft> =>
  (await import("../../policy/topics/index.ts")).decide(call);
