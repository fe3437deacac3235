export type { Call } from "./call.ts";
export { type CheckOptions, type Gate, makeGates } from "./create.ts";
export type { Judgement } from "./judge-action.ts";
export type { EffectiveRule } from "./modes-and-rules.ts";
export type { GateParts } from "./parts.ts";
export { pastProbe } from "./probe.ts";
export { proposeForMany, proposeForTool } from "./propose.ts";
export type { Watch } from "./watch.ts";
