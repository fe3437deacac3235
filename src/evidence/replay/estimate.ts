/** What a replay with a model would cost, found by building every request and sending none. */

import type { Usage } from "../../contract/decision.ts";
import {
  buildPrompt,
  CHARACTERS_PER_TOKEN,
  type Classifier,
  countCharacters,
  marksInMemory,
  openEndpoints,
  type Rulebook,
} from "../../judge/index.ts";
import { abilitiesOf, addUsage, costUsd, type Environment, NO_USAGE } from "../../judge/providers/index.ts";
import type { ClassifierSettings } from "../../policy/settings/index.ts";

/** Assumed, and said so: how many of the calls a first stage sends on, and how long answers are. */
export const ESCALATED_SHARE = 0.2;
const FAST_ANSWER_TOKENS = 12;
const THINKING_ANSWER_TOKENS = 350;

export interface Estimate {
  /** Calls that would be put to the model. */
  readonly calls: number;
  readonly usage: Usage;
  /** Null when the price of a model is not known. */
  readonly costUsd: number | null;
  readonly models: readonly string[];
}

export interface Estimator {
  /** Lets everything pass: what it decides is thrown away. */
  readonly classifier: Classifier;
  readonly estimate: () => Estimate;
}

export function estimator(settings: ClassifierSettings, rulebook: Rulebook, env: Environment): Estimator {
  const marks = marksInMemory();
  const before = new Map<string, number>();
  const models = new Set<string>();
  let calls = 0;
  let usage = NO_USAGE;
  let cost: number | null = 0;
  return {
    classifier: {
      classify: async (question) => {
        const { session, agentModel } = question;
        const [endpoint] = openEndpoints({ settings, env, agentModel });
        const window = endpoint?.window ?? "full";
        const prompt = buildPrompt(question, {
          rulebook,
          format: settings.transcript,
          window,
          marks: marks.of(session),
        });
        if (window === "full") marks.add(session, prompt.mark);
        const characters = countCharacters(prompt);
        const known = Math.min(characters, before.get(session) ?? rulebook.systemPrompt.length);
        before.set(session, window === "full" ? characters : rulebook.systemPrompt.length);
        const one = assumeUsage(characters, known, settings.stages);
        calls++;
        usage = addUsage(usage, one);
        const model = endpoint?.model ?? "";
        models.add(model);
        const price = costUsd(one, abilitiesOf(model, settings.models).price);
        cost = cost === null || price === null ? null : cost + price;
        return { block: "no", model, usage: null, costUsd: null, stage: null };
      },
    },
    estimate: () => ({ calls, usage, costUsd: cost, models: [...models] }),
  };
}

/** What was sent before is read from the provider's cache; what is new is written to it. */
function assumeUsage(characters: number, known: number, stages: ClassifierSettings["stages"]): Usage {
  const tokens = (count: number): number => Math.ceil(count / CHARACTERS_PER_TOKEN);
  const escalated = stages === "both" ? ESCALATED_SHARE : 0;
  const output = stages === "thinking" ? THINKING_ANSWER_TOKENS : FAST_ANSWER_TOKENS;
  return {
    input: 0,
    output: Math.round(output + escalated * THINKING_ANSWER_TOKENS),
    cacheRead: Math.round(tokens(known) + escalated * tokens(characters)),
    cacheWrite: tokens(characters - known),
  };
}
