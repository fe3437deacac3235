/** The index of the record: what the page asks, answered quickly at a million decisions. */
export type * from "./types.ts";
