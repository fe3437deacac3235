/** The record on disk, and the processes that write to it. */

export { type Ancestor, agentProcess, ancestors, userName } from "./process.ts";

export { ledgerStore } from "./store.ts";
