/** A question, settings and the real rulebook, for tests and benchmarks. */

import type { ClassifierSettings } from "../policy/settings/index.ts";
import { loadRulebook, type Rulebook } from "./rulebook.ts";
import type { Question } from "./types.ts";

export const testRulebook = (): Rulebook => {
  const rulebook = loadRulebook();
  if (!rulebook.ok) throw new Error(rulebook.error);
  return rulebook.value;
};

export const testQuestion = (more: Partial<Question> = {}): Question => ({
  tool: "Bash",
  input: { command: "npm test" },
  encoding: "npm test",
  transcript: [{ user: "fix the bug in main.py" }, { tool: "Read", encoding: "main.py" }],
  instructions: null,
  facts: [],
  effects: [],
  session: "s1",
  agentModel: null,
  ...more,
});

export const testSettings = (more: Partial<ClassifierSettings> = {}): ClassifierSettings => ({
  provider: "anthropic",
  protocol: "xml",
  stages: "both",
  transcript: "jsonl",
  timeoutMs: { fast: 10_000, thinking: 45_000 },
  fallback: [],
  models: {},
  ...more,
});
