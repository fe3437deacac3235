/** One case put to one model: the classifier's own prompt, stages and parser, with the answers kept between. */

import type { Stage } from "../../contract/decision.ts";
import {
  type AskModel,
  buildPrompt,
  CLASSIFY_RESULT,
  type Endpoint,
  type ModelAnswer,
  openEndpoints,
  parseTool,
  parseXml,
  type Question,
  type Rulebook,
  runStages,
  type Suffix,
  withSuffix,
} from "../../judge/index.ts";
import { type Completed, type Completion, type Environment, failed } from "../../judge/providers/index.ts";
import type { ClassifierSettings } from "../../policy/settings/index.ts";
import { type Answers, type EvalRequest, requestId } from "./answers.ts";

/** What one of the stages said. */
export interface Voice {
  readonly stage: Suffix;
  readonly said: "allow" | "block" | "unparseable";
  readonly label: string | null;
  readonly reason: string;
  readonly ms: number | null;
  readonly costUsd: number | null;
  readonly cached: boolean;
}

export interface CaseAnswer {
  readonly voices: readonly Voice[];
  /** Null when there is no answer; `why` says why. */
  readonly said: "allow" | "block" | null;
  readonly unparseable: boolean;
  readonly stage: Stage | null;
  readonly why: string | null;
}

export interface ModelParts {
  readonly settings: ClassifierSettings;
  readonly rulebook: Rulebook;
  readonly answers: Answers;
  /** Sends nothing, and is told of each request that has no answer yet. */
  readonly missing?: (id: string, request: EvalRequest) => void;
  readonly spent?: (costUsd: number | null) => void;
  /** CaseAnswer before each request: a sentence why no more are sent. */
  readonly stopped?: () => string | null;
}

export type Ask = (question: Question) => Promise<CaseAnswer>;

/** The first endpoint of the settings; a fallback would be another model. Undefined where there is none. */
export function modelOf(settings: ClassifierSettings, env: Environment): Endpoint | undefined {
  return openEndpoints({ settings, env })[0];
}

/** Never rejects. */
export function asker(endpoint: Endpoint, parts: ModelParts): Ask {
  const { settings, rulebook, answers } = parts;
  const model = endpoint.model ?? "";
  const { provider, baseUrl = "", command = [] } = endpoint.settings;
  const who = JSON.stringify([provider, baseUrl, command, model]);
  return async (question) => {
    const voices: Voice[] = [];
    const prompt = buildPrompt(question, { rulebook, format: settings.transcript, window: endpoint.window, marks: [] });
    const ask: AskModel = async (stage, limits) => {
      const tool = stage === "tool" ? CLASSIFY_RESULT : null;
      const request: EvalRequest = { model, who, stage, ...withSuffix(prompt, rulebook.suffixes[stage]), limits, tool };
      const id = requestId(request);
      const known = answers.get(id);
      if (known === undefined) return live(id, request);
      const { completion, ms } = known;
      voices.push(voiceOf(stage, completion, { ms, costUsd: endpoint.cost(completion), cached: true }));
      return completion;
    };
    const live = async (id: string, request: EvalRequest): Promise<Completion> => {
      parts.missing?.(id, request);
      if (parts.missing !== undefined) return failed("aborted", "not answered yet");
      const stop = parts.stopped?.() ?? null;
      if (stop !== null) return failed("aborted", stop);
      const started = performance.now();
      const { system, messages, limits, tool, stage } = request;
      const timeoutMs = stage === "thinking" ? settings.timeoutMs.thinking : settings.timeoutMs.fast;
      const { session } = question;
      const completion = await endpoint.complete({ system, messages, ...limits, tool }, { timeoutMs, session });
      if (!completion.ok) return completion;
      const ms = Math.round(performance.now() - started);
      const costUsd = endpoint.cost(completion);
      parts.spent?.(costUsd);
      answers.keep(id, { completion, ms });
      voices.push(voiceOf(stage, completion, { ms, costUsd, cached: false }));
      return completion;
    };
    const answer = await runStages(ask, {
      protocol: endpoint.protocol,
      stages: endpoint.stages ?? settings.stages,
      from: null,
    });
    const { stage } = answer;
    if ("failure" in answer)
      return { voices, said: null, unparseable: false, stage, why: `${answer.failure}: ${answer.detail}` };
    const said = answer.block === "no" ? "allow" : "block";
    return { voices, said, unparseable: answer.block === "unparseable", stage, why: null };
  };
}

function voiceOf(stage: Suffix, completion: Completed, told: Pick<Voice, "ms" | "costUsd" | "cached">): Voice {
  const answer: ModelAnswer =
    stage === "tool" ? parseTool(completion) : parseXml(completion, stage === "thinking" ? "thinking" : "fast");
  const said = answer.block === "no" ? "allow" : answer.block === "yes" ? "block" : "unparseable";
  const [label, reason] =
    answer.block === "yes" ? [answer.label, answer.reason] : [null, answer.block === "no" ? "" : answer.detail];
  return { stage, said, label, reason, ...told };
}
