/** What a record is, whatever it is kept in: entries are bound, redacted, chained and folded here. */
export {
  type ChainedRecord,
  isFields,
  origin,
  type Position,
  parseFields,
  parseLine,
  seal,
  sessionName,
  splitLines,
  unseal,
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
export { type Counters, parseRecord, type RecordBody, type SessionRecord } from "./parse.ts";
export { agreesWith, formatSnapshot, parseSnapshot, type Snapshot } from "./snapshot.ts";
export { type ChainBytes, type Damage, newerRecord, type SessionCheck, verifyChain, verifySession } from "./verify.ts";
export { isRecentRefusal, listWaiting, type WaitingDecision } from "./waiting.ts";
