export { type Approving, approve } from "./approving.ts";
export * from "./counting.ts";
export { GrowingSet } from "./growing-set.ts";
export { type MemoryStoreOptions, memoryStore } from "./in-memory.ts";
export { callKey, canonical, sha256 } from "./key.ts";
export * from "./memory.ts";
export { begin, remember } from "./remember.ts";
export * from "./store.ts";
