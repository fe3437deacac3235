/** The core: the only code that may prove a call harmless. */
export { sortUse } from "./programs/sort.ts";
export { prove } from "./prove.ts";
export { readSimple } from "./simple.ts";
export { readPlain } from "./text.ts";
export type { CoreCall, Process, Proof, Scene, Touch } from "./types.ts";
