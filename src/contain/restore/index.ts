/** Restore points: what version control could not bring back, saved before it can be lost. */
export type {
  EditRequest,
  ExpectedAfter,
  PointCall,
  ProjectRequest,
  RestoreFailure,
  RestoreLimits,
  RestorePoints,
} from "./point.ts";
export { openRestorePoints, supposeRestorePoints } from "./save.ts";
