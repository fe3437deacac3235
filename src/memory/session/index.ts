export { type Approving, approve } from "./approving.ts";
export * from "./counting.ts";
export { GrowingSet } from "./growing-set.ts";
export { begin, remember } from "./remember.ts";
