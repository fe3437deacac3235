/** What would have saved the most prompts, with its evidence and its price. */
export { type EnvironmentSuggestion, suggestEnvironment } from "./environment.ts";
export { heldCalls } from "./held.ts";
export { type Suggestions, suggestRules } from "./rules.ts";
export { type Additions, writeAdditions, writeSetting } from "./write.ts";
