/** The room's door: replay recorded sessions, evaluate models on labelled cases, suggest what to settle. */
export { documentOf, parseDocument, type ReplayDocument, type Summary } from "./document.ts";
export { ESCALATED_SHARE, type Estimate, estimator } from "./estimate.ts";
export { recordPlaces, recordsBelow } from "./find.ts";
export { formatProblem, type Problem } from "./problems.ts";
export {
  add,
  type CallReport,
  comparisonOf,
  EMPTY,
  promptsOf,
  type SessionReport,
  settledOf,
  stepRows,
  type Tally,
  tallyOf,
} from "./report.ts";
export { type Progress, type ReplayResult, type RunOptions, replayAll } from "./run.ts";
export { heldShapes, shapeOf } from "./shapes.ts";
export { openState, type ReplayState } from "./state.ts";
export type { Proportion } from "./statistics.ts";
export { bar, counted, dollars, duration, grouped, percent } from "./text.ts";
