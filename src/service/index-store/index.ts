/** The index of the record: what the page asks, answered quickly at a million decisions. */
export { openIndexLate } from "./late.ts";
export { openIndex } from "./open.ts";
export type * from "./types.ts";
