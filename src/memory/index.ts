/** What a session remembers, the record it is folded from, and where that is kept. */
export {
  type LoggedRecord,
  matchesFilter,
  parseBehaviors,
  parseDuration,
  parseMoment,
  parseSteps,
  type RecordFilter,
  sessionName,
  type WaitingDecision,
} from "./record/index.ts";
export {
  type AskingOccasion,
  applyLimits,
  approvalRefusal,
  approve,
  begin,
  bindTargets,
  DEFAULT_LIMITS,
  GIVEN_BEFORE,
  isHardAtLimit,
  isTask,
  recall,
  refuse,
  remember,
  saidTo,
  takeAnswer,
  usableApproval,
  witnessApproval,
  wordsEntry,
} from "./session/index.ts";
export * from "./stores/index.ts";
