export { patchFiles } from "./files.ts";
