/** The record on disk, and the processes that write to it. */
export type { LedgerFs } from "./chained-file.ts";
export { type Ancestor, agentProcess, ancestors, userName } from "./process.ts";
export type { LedgerOptions } from "./session.ts";
export { ledgerStore } from "./store.ts";
