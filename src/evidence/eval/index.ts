/** Labelled cases in; a confusion matrix with intervals, cost and latency out. */
export { type Answers, type EvalRequest, exportRequest, importAnswers, openAnswers } from "./answers.ts";
export { asker, modelOf } from "./ask.ts";
export { type EvalCase, type Label, type ReadCases, readCases, rulebookCases, sample } from "./cases.ts";
export {
  brokenLimits,
  disagreements,
  type EvalDocument,
  type EvalLimits,
  evalDocument,
  type SettingReport,
  settingReport,
} from "./document.ts";
export { ESCALATED_SHARE, estimateOf } from "./estimate.ts";
export { evaluate } from "./evaluate.ts";
export type { Score } from "./score.ts";
