/** How code recognises what a call does (§9): the calls' effects and where data flows, held against clues. Allows nothing. */

export { viewCall } from "./call-view.ts";
export { type CallExample, list, type Recognition, readRecognition, type WayRow } from "./clue.ts";
export { flowsOf, marksOf } from "./data-flow.ts";
export { type FlowContext, OWN_FILES } from "./flow.ts";
export { isPlace } from "./known-places.ts";
export { isCondition } from "./named.ts";
export { findIn, recognise } from "./recognise.ts";
