/** The room's door: replay recorded sessions, evaluate models on labelled cases, suggest what to settle. */

export { bar, dollars, duration, formatCount, formatQuantity, percent } from "./figures.ts";
export { agentPlaces, ledgerPlace, recordsBelow } from "./find.ts";
export { documentOf, parseDocument, type ReplayDocument, type Summary } from "./replay/document.ts";
export { ESCALATED_SHARE, type Estimate, estimator } from "./replay/estimate.ts";
export { formatProblem } from "./replay/problems.ts";
export { openState, type ReplayState } from "./replay/resume.ts";
export { type Progress, type ReplayResult, replayAll } from "./replay/run.ts";
export type { RecordedOriginal } from "./replay/session.ts";
export { heldShapes } from "./replay/shapes.ts";
export type { SessionReport } from "./replay/tally.ts";
export type { Proportion } from "./statistics.ts";
