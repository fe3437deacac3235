export { readWindows } from "./read.ts";
