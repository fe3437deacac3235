/** The judge's door. Importing it loads no SDK, no prompt and no topic; a question does. */
export type { SideQuery } from "./classifier.ts";
export { DUMP_LIFE_MS, dumpIsOn, dumpUntil, setDump } from "./diagnostics.ts";
export { CHARACTERS_PER_TOKEN, countCharacters, type Endpoint, type FlagChoice, openEndpoints } from "./endpoint.ts";
export { type HandoffHistory, type HandoffReview, reviewHandoff } from "./handoff.ts";
export { critique, decideOffline, gatherFacts, loadRulebook, openClassifier, probeResult } from "./lazy.ts";
export { marksInMemory } from "./marks.ts";
export type { PastProbe } from "./probe/past.ts";
export { buildPrompt, MAX_INSTRUCTIONS_CHARACTERS, type Suffix, withSuffix } from "./request.ts";
export type { Rulebook } from "./rulebook.ts";
export { type AskModel, type CallLimits, runStages } from "./stages.ts";
export { blocks, line, type Mark, toEntries } from "./transcript.ts";
export {
  type Classifier,
  type Fact,
  type Question,
  type TranscriptEntry,
  unavailable,
  type Verdict,
  type WitnessedClassifier,
  type WitnessedVerdict,
} from "./types.ts";
export { CLASSIFY_RESULT, type ModelAnswer, parseTool, parseXml, vouchFor } from "./verdict.ts";
