/** Where sessions are kept. */
export { noteAgent, runningAgents } from "./file/agents.ts";
export {
  type FollowedPiece,
  type FollowedRecord,
  followLedger,
  type LedgerFollower,
  type LedgerPosition,
} from "./file/follow.ts";
export { acquire } from "./file/lock.ts";
export {
  type Ancestor,
  ancestors,
  controlGroup,
  type HookLine,
  hasTerminal,
  hookLine,
  type ProcessFacts,
  type ProcessId,
  processFacts,
  userName,
} from "./file/process.ts";
export { ledgerStore } from "./file/store.ts";
export { memoryStore } from "./memory.ts";
export * from "./store.ts";
