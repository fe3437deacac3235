/** What an evaluation would cost before anything is sent: the requests that have no answer yet. */
import { CHARACTERS_PER_TOKEN } from "../../judge/index.ts";
import { abilitiesOf, costUsd } from "../../judge/providers/index.ts";
import type { ClassifierSettings } from "../../policy/settings/index.ts";
import type { EvalRequest } from "./answers.ts";

const ANSWER_TOKENS = { fast: 12, thinking: 350, tool: 120, handoff: 60 } as const;
/** Assumed, and said so: of cases whose first stage is not answered yet, how many need the second. */
export const ESCALATED_SHARE = 0.4;

export interface EvalEstimate {
  readonly requests: number;
  readonly costUsd: number | null;
}

/** The system prompt is the same each time: it is written to the provider's cache once and read from it afterwards. */
export function estimateOf(missing: readonly EvalRequest[], settings: ClassifierSettings): EvalEstimate {
  let total: number | null = 0;
  let requests = 0;
  const add = (request: EvalRequest, stage: EvalRequest["stage"], share: number): void => {
    const tokens = (parts: readonly { readonly text: string }[]): number =>
      parts.reduce((sum, { text }) => sum + text.length, 0) / CHARACTERS_PER_TOKEN;
    const usage = {
      input: 0,
      cacheRead: tokens(request.system),
      cacheWrite: tokens(request.messages.flat()),
      output: ANSWER_TOKENS[stage],
    };
    const cost = costUsd(usage, abilitiesOf(request.model, settings.models).price);
    total = total === null || cost === null ? null : total + share * cost;
    requests += share;
  };
  for (const request of missing) {
    add(request, request.stage, 1);
    if (request.stage === "fast" && settings.stages === "both") add(request, "thinking", ESCALATED_SHARE);
  }
  return { requests: Math.round(requests), costUsd: total };
}
