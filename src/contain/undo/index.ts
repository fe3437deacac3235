/** The person's side of restore points: what there is, what undoing would do, undoing; and what came out of walls and is held back. */
export { contentOfSaved, diffOfSaved } from "./diff.ts";
export type { UndoItem } from "./plan-undo.ts";
export { listQuarantine, type Quarantined, release } from "./quarantine.ts";
export { countDiffering, listPoints, planOf, type UndoPlan, type UndoResult, undo } from "./undo.ts";
