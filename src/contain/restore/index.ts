/** Restore points: what version control could not bring back, saved before it can be lost. */
export type {
  EditRequest,
  ExpectedAfter,
  PointCall,
  PointHead,
  RestoreFailure,
  RestorePoints,
} from "./point.ts";
export { isInRebuildable } from "./rebuildable.ts";
export { openRestorePoints, supposeRestorePoints } from "./save.ts";
