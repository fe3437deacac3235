export { containable, isForWalls, reachesOutside, runsCode } from "./containable.ts";
export { couldShowSecret, isCredential, readsCredentials, readsUnnamedSecret } from "./credentials.ts";
export { isCriticalDelete } from "./deletes.ts";
export { areEdits, proveEdits } from "./edits.ts";
export { proveIrrelevant } from "./irrelevant.ts";
export { lossesOf, movedFiles, withoutOwn } from "./losses.ts";
export { barringRule, isBarred, isOwnEnvironment, proveReading } from "./reading.ts";
