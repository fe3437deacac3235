export { type Line, linesOf, MAX_LINE_BYTES } from "../contract/lines.ts";
