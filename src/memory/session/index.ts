/** What a session remembers: a pure fold, and what is counted and approved in it. */
export {
  approvable,
  approvalRefusal,
  approve,
  bindTargets,
  refuse,
  saidTo,
  takeAnswer,
  usableApproval,
  witnessApproval,
} from "./approving.ts";
export {
  type AskingOccasion,
  applyLimits,
  DEFAULT_LIMITS,
  isHardAtLimit,
} from "./counting.ts";
export { GrowingSet } from "./growing-set.ts";
export { recall } from "./recall.ts";
export { begin, remember } from "./remember.ts";
export { GIVEN_BEFORE, isTask, wordsEntry } from "./tasks.ts";
