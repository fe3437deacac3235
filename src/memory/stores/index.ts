/** Where sessions are kept. */
export { type Ancestor, agentProcess, ancestors, ledgerStore, userName } from "./file/index.ts";
export { memoryStore } from "./memory.ts";
export * from "./store.ts";
