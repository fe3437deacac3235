export { readWindows } from "./read.ts";
export { linesIn as windowsLines } from "./words.ts";
