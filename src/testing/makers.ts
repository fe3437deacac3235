/** The files that an allow is made of: what one trusts with it is their closure. */
import type { Sources } from "../contract/witness.ts";

/** The one maker of an allow. */
export const MAKER = "gate/allow.ts";

/** The one module that makes each kind of witness. */
export const MAKERS: Readonly<Record<keyof Sources, string>> = {
  reading: "core/prove.ts",
  edits: "core/prove.ts",
  irrelevant: "core/prove.ts",
  room: "gate/walls.ts",
  sandbox: "gate/walls.ts",
  walls: "contain/raise.ts",
  rule: "gate/steps/7-allow-rule.ts",
  approval: "memory/session/approving.ts",
  bypass: "gate/steps/6-bypass-mode.ts",
  verdict: "judge/verdict.ts",
  remembered: "memory/session/recall.ts",
};

/** Kinds that rest on nothing but code: no walls, no model and no person stands behind them. */
export const ALONE: readonly (keyof Sources)[] = ["reading", "edits", "irrelevant", "remembered"];
