export type { LedgerFs } from "./chain.ts";
export { redact, redactJson } from "./redact.ts";
export { type LedgerOptions, ledgerStore } from "./store.ts";
