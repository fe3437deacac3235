/** The classifier's room. Importing it loads no SDK; a question to a model does. */

export { createFlags, type Flags, type FlagValues, flagChoice, ironGateClosed } from "../app/flags.ts";
export type { FlagChoice } from "./choice.ts";
export { type ClassifierParts, createClassifier, type SideQuery } from "./classifier.ts";
export { type Critique, critique, type Finding, NOTE as CRITIQUE_NOTE } from "./critique.ts";
export { describeEffect, type FactsInput, factsOf, gitFacts } from "./facts.ts";
export { type HandoffHistory, type HandoffReview, reviewHandoff } from "./handoff.ts";
export { buildPrompt, type Prompt, withSuffix } from "./request.ts";
export { loadRulebook, type Rulebook, type TopicView } from "./rulebook.ts";
export * from "./sources/index.ts";
export { toEntries } from "./transcript.ts";
export type { Answered, Classifier, Fact, Question, TranscriptEntry, Verdict } from "./types.ts";
export { parseTool, parseXml } from "./verdict.ts";
