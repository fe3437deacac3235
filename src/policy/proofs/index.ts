export { type Containment, containable, isForWalls, reachesOutside, runsCode } from "./containable.ts";
export { readsCredentials } from "./credentials.ts";
export { isCriticalDelete } from "./deletes.ts";
export { areEdits, type EditProof, edits, proveEdits } from "./edits.ts";
export { lossesOf } from "./losses.ts";
export { isBarred, proveReading, type ReadingProof, reading } from "./reading.ts";
