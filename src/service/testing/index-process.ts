/** For tests: a process that opens the index of `STATE` with the thread `THREAD`, says so, and goes on until it is killed. */
import { openIndex } from "../index-store/index.ts";

const [, , stateDir = "", thread = ""] = process.argv;

const index = await openIndex({ stateDir, thread });
index.onChange(() => undefined);
process.stdout.write("open\n");
await index.catchUp();
setInterval(() => void index.catchUp(), 20);
