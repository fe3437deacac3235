/** What would have saved the most prompts, with its evidence and its price. */
export { readRules, restingOf } from "./change.ts";
export { changesNothing } from "./changes-nothing.ts";
export { type EnvironmentSuggestion, suggestEnvironment } from "./environment.ts";
export { heldCalls } from "./held.ts";
export { overruledBecause } from "./overruled.ts";
export { type Suggestions, suggestRules } from "./rules.ts";
export { type TriedCall, tryRule } from "./try.ts";
export { type Additions, writeAdditions, writeRemoval, writeSetting } from "./write.ts";
