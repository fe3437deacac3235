/** The core: the only code that may prove a call harmless. */
export { mayChange } from "./edits.ts";
export { type PatchPart, patchedFiles } from "./patch.ts";
export { isCredentialPlace, isSecret as isSecretPath } from "./places/index.ts";
export { projectRoots } from "./places/roots.ts";
export { doesRead, sortUse } from "./programs/sort.ts";
export { mayPrintMessages, proveCall, provenParts, sceneOf } from "./prove.ts";
export { readSimple } from "./simple.ts";
export { readPlain } from "./text.ts";
export { MAX_LISTED } from "./tool-fields.ts";
export type { CoreCall, DeclaredTool, Process, Proof, Scene, Touch } from "./types.ts";
