export { type Line, linesOf, MAX_LINE_BYTES } from "../lines.ts";
