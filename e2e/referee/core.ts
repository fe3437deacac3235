/** What is refereed, as one module: the core with its rows and its reader, and the disk it is handed. It is built anew with a fault in it. */
export { proveCall, readPlain } from "../../src/core/index.ts";
export { programRows } from "../../src/core/programs/rows.ts";
export { diskWorld, viewOnce } from "../../src/machine/index.ts";
