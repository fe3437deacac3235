/** What a record is, whatever it is kept in: entries are bound, redacted, chained and folded here. */
export {
  type ChainedRecord,
  isBlank,
  origin,
  type Position,
  parseFields,
  samePosition,
  seal,
  sealAll,
  sessionName,
  splitLines,
  walkChain,
} from "./chain.ts";
export {
  type LoggedRecord,
  matchesFilter,
  parseBehaviors,
  parseDuration,
  parseMoment,
  parseSteps,
  type RecordFilter,
} from "./filter.ts";
export { type FoldedSession, foldRecord, type RecordedEntries, recordEntries, recordStart } from "./fold.ts";
export { parseRecord, type SessionRecord } from "./parse.ts";
export { agreesWith, formatSnapshot, parseSnapshot, type Snapshot } from "./snapshot.ts";
export { type ChainSource, type Damage, newerRecord, type SessionCheck, verifyChain, verifySession } from "./verify.ts";
export { listWaiting, tellsWaiting, type WaitingDecision } from "./waiting.ts";
