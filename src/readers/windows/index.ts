export { readWindows } from "./read.ts";
export type { Dialect } from "./words.ts";
