export type { LedgerFs } from "./chain.ts";
export { behaviors, duration, type Filter, moment, steps, wanted } from "./filter.ts";
export { sessionName } from "./place.ts";
export { type Ancestor, agentProcess, ancestors, userName } from "./process.ts";
export { type PurgeOptions, type PurgeResult, purge } from "./purge.ts";
export { type Asked, type Harvest, LedgerReader, type LoggedRecord, waitingIn } from "./read.ts";
export { type LedgerOptions, ledgerStore } from "./store.ts";
export { type Finding, type Verified, verifyLedger, verifySession } from "./verify.ts";
