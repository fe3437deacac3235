/** Reports as one self-contained page. */
export { evalPage } from "./eval.ts";
export { replayPage } from "./replay.ts";
