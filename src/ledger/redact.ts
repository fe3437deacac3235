import type { LedgerEntry } from "../session/index.ts";
export const redactEntry = (entry: LedgerEntry): LedgerEntry => entry;
