/** What would have saved the most prompts, with its evidence and its price. */
export { type EnvironmentSuggestion, suggestEnvironment } from "./environment.ts";
export { type HeldCall, heldCalls } from "./held.ts";
export { type Suggestion, type Suggestions, suggestRules } from "./rules.ts";
export { type Additions, withAdditions, writeAdditions } from "./write.ts";
