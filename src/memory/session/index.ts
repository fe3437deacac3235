export { callKey, canonical, sha256 } from "../../contract/key.ts";
export * from "../../contract/session.ts";
export { type MemoryStoreOptions, memoryStore } from "../stores/memory.ts";
export * from "../stores/store.ts";
export { type Approving, approve } from "./approving.ts";
export * from "./counting.ts";
export { GrowingSet } from "./growing-set.ts";
export { begin, remember } from "./remember.ts";
