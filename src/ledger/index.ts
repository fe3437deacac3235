export type { LedgerFs } from "./chain.ts";
export { behaviors, duration, type Filter, moment, steps, wanted } from "./filter.ts";
export { type PurgeOptions, type PurgeResult, purge } from "./purge.ts";
export { type Harvest, LedgerReader, type LoggedRecord, memoryOf } from "./read.ts";
export { redact, redactJson } from "./redact.ts";
export { type LedgerOptions, ledgerStore } from "./store.ts";
export { type Finding, type Verified, verifyLedger, verifySession } from "./verify.ts";
