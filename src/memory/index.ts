/** What a session remembers, and the record it is folded from. */
export * from "./session/index.ts";
export * from "./stores/file/index.ts";
export { type MemoryStoreOptions, memoryStore } from "./stores/memory.ts";
export * from "./stores/store.ts";
