/** The stages of one query to one endpoint: what is asked, in which order, and what the answers amount to. */
import type { Stage } from "../contract/decision.ts";
import { assertNever } from "../contract/result.ts";
import type { Protocol, Stages } from "../policy/settings/index.ts";
import type { Completed, Completion, Failed } from "./providers/index.ts";
import type { Suffix } from "./request.ts";
import { type ModelAnswer, parseTool, parseXml } from "./verdict.ts";

/** What one call may cost and where it must stop. */
export interface CallLimits {
  readonly maxTokens: number;
  readonly stop: readonly string[];
}

const FAST_BEFORE_THINKING: CallLimits = { maxTokens: 64, stop: ["</block>"] };
const FAST_ALONE: CallLimits = { maxTokens: 256, stop: [] };
const THINKING: CallLimits = { maxTokens: 4096, stop: [] };
const TOOL: CallLimits = { maxTokens: 256, stop: [] };

export type AskModel = (suffix: Suffix, limits: CallLimits) => Promise<Completion>;

/** What an endpoint said at which stage; after a failure, the stage at which another endpoint has to go on. */
export type StageAnswer = (ModelAnswer | Failed) & { readonly stage: Stage | null };

/**
 * `from` is where an earlier endpoint failed: a "yes" of its first stage stands, and only a second stage may lift it.
 */
export const runStages = async (
  ask: AskModel,
  options: { readonly protocol: Protocol; readonly stages: Stages; readonly from: Stage | null },
): Promise<StageAnswer> => {
  const { protocol, stages, from } = options;
  if (protocol === "tool") return askOnce(ask, { suffix: "tool", limits: TOOL, stage: null, parse: parseTool });
  switch (stages) {
    case "fast":
      return fast(ask, FAST_ALONE);
    case "thinking":
      return thinking(ask);
    case "both": {
      if (from === "thinking") return thinking(ask);
      const first = await fast(ask, FAST_BEFORE_THINKING);
      return "failure" in first || first.block === "no" ? first : thinking(ask);
    }
    default:
      return assertNever(stages);
  }
};

/** One review of a finished sub-agent's calls. */
export const runHandoff = (ask: AskModel): Promise<StageAnswer> =>
  askOnce(ask, { suffix: "handoff", limits: FAST_ALONE, stage: null, parse: (answer) => parseXml(answer, "fast") });

const fast = (ask: AskModel, limits: CallLimits): Promise<StageAnswer> =>
  askOnce(ask, { suffix: "fast", limits, stage: "fast", parse: (answer) => parseXml(answer, "fast") });

const thinking = (ask: AskModel): Promise<StageAnswer> =>
  askOnce(ask, {
    suffix: "thinking",
    limits: THINKING,
    stage: "thinking",
    parse: (answer) => parseXml(answer, "thinking"),
  });

const askOnce = async (
  ask: AskModel,
  what: {
    readonly suffix: Suffix;
    readonly limits: CallLimits;
    readonly stage: Stage | null;
    readonly parse: (answer: Completed) => ModelAnswer;
  },
): Promise<StageAnswer> => {
  const completion = await ask(what.suffix, what.limits);
  return { ...(completion.ok ? what.parse(completion) : completion), stage: what.stage };
};
