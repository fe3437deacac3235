/** Restore points: what version control could not bring back, saved before it can be lost. */
export { contentOfSaved, diffOfSaved } from "./diff.ts";
export type { UndoItem } from "./plan-undo.ts";
export type {
  EditRequest,
  ExpectedAfter,
  PointCall,
  PointHead,
  RestoreFailure,
  RestorePoints,
} from "./point.ts";
export { listQuarantine, type Quarantined, release } from "./quarantine.ts";
export { isInRebuildable } from "./rebuildable.ts";
export { openRestorePoints, supposeRestorePoints } from "./save.ts";
export { countDiffering, listPoints, planOf, type UndoPlan, type UndoResult, undo } from "./undo.ts";
