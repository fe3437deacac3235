/** The room's door: replay recorded sessions, evaluate models on labelled cases, suggest what to settle. */

export { bar, dollars, duration, formatCount, formatQuantity, percent } from "./figures.ts";
export { recordPlaces, recordsBelow } from "./find.ts";
export { documentOf, parseDocument, type ReplayDocument, type Summary } from "./replay/document.ts";
export { ESCALATED_SHARE, type Estimate, estimator } from "./replay/estimate.ts";
export { formatProblem, type Problem } from "./replay/problems.ts";
export { openState, type ReplayState } from "./replay/resume.ts";
export { type Progress, type ReplayResult, type RunOptions, replayAll } from "./replay/run.ts";
export { heldShapes, shapeOf } from "./replay/shapes.ts";
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
} from "./replay/tally.ts";
export type { Proportion } from "./statistics.ts";
