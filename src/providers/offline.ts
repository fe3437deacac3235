/** Provider `offline`: a decider, not a verdict (§9). It allows nothing by itself; what was not proven is asked about. */
import { ask, type Draft } from "../decision.ts";

export const decideOffline = (): Draft =>
  ask("offline", "No model is set up, and nothing here proves the call harmless; the person decides.", {
    clearsWhen: "the person approves this exact call",
  });
