/** The side query: builds the prompt once, asks one endpoint after the other until one answers, and says what it cost. */
import { join } from "node:path";
import type { Stage, Usage } from "../contract/decision.ts";
import type { RulebookView } from "../policy/topics/types.ts";
import { type ClassifierSettings, type Endpoint, endpoints, type FlagChoice } from "./choice.ts";
import { type Diagnostics, diagnosticsIn, NO_DIAGNOSTICS } from "./diagnostics.ts";
import { type EndpointParts, openEndpoint } from "./endpoint.ts";
import { type MarkStore, marksInDirectory, marksInMemory } from "./marks.ts";
import {
  addUsage,
  CLOCK,
  type Clock,
  type Completion,
  type Environment,
  type Failed,
  type Fetch,
  failed,
  NO_USAGE,
  networkFetch,
} from "./providers/index.ts";
import { buildPrompt, type Prompt, type PromptOptions, withSuffix } from "./request.ts";
import { type AskModel, type Outcome, runHandoff, runStages, type Stages } from "./stages.ts";
import type { TranscriptWindow } from "./transcript.ts";
import type { Answered, Classifier, Question, Verdict } from "./types.ts";
import { CLASSIFY_RESULT } from "./verdict.ts";

export const UNPARSEABLE_REASON = "unparseable - blocking for safety";

export interface ClassifierParts {
  readonly settings: ClassifierSettings;
  readonly rulebook: RulebookView;
  readonly env: Environment;
  readonly now: () => number;
  /** Waiting between tries; the real one where absent. */
  readonly pause?: Clock["pause"];
  readonly fetch?: Fetch;
  /** Where marks, dumps and diagnostics go; without one nothing is written and marks live in memory. */
  readonly stateDir?: string;
  /** Applied to all that is written for debugging. Without it nothing is. */
  readonly redact?: (text: string) => string;
  /** What remote flags say now. */
  readonly flags?: () => FlagChoice;
  /** In a hook, the environment names no model. */
  readonly hook?: boolean;
}

export type QueryKind = "action" | "handoff";

/** A classifier that can also be asked about a hand-off, and for plain text. */
export interface SideQuery extends Classifier {
  query(question: Question, kind: QueryKind): Promise<Verdict>;
  /** One free question to the first endpoint that answers. Never rejects. */
  ask(prompt: string, options: { readonly maxTokens: number; readonly signal?: AbortSignal }): Promise<Completion>;
}

export const createClassifier = (parts: ClassifierParts): SideQuery => {
  const marks = parts.stateDir === undefined ? marksInMemory() : marksInDirectory(join(parts.stateDir, "marks"));
  const diagnostics = diagnosticsFor(parts);
  const query = async (question: Question, kind: QueryKind): Promise<Verdict> => {
    try {
      return await new Query(parts, marks, diagnostics, question, kind).verdict();
    } catch (error) {
      const detail = `internal: ${error instanceof Error ? error.message : "unknown"}`;
      return {
        block: "unavailable",
        why: "bad_response",
        detail,
        model: null,
        usage: null,
        costUsd: null,
        stage: null,
      };
    }
  };
  return { query, classify: (question) => query(question, "action"), ask: asker(parts, diagnostics) };
};

const asker =
  (parts: ClassifierParts, diagnostics: Diagnostics): SideQuery["ask"] =>
  async (prompt, { maxTokens, signal }) => {
    const { settings, env, hook = false, flags } = parts;
    const chosen = endpoints({ settings, flags: flags?.() ?? NO_FLAGS, env, hook, agentModel: null });
    let answer: Completion = failed("bad_request", "no provider is set");
    for (const endpoint of chosen) {
      answer = await openEndpoint(endpoint, endpointParts(parts, diagnostics)).complete({
        system: [],
        messages: [[{ text: prompt }]],
        maxTokens,
        stop: [],
        tool: null,
        timeoutMs: settings.timeoutMs.thinking,
        session: "",
        signal,
      });
      if (answer.ok || answer.failure === "aborted") break;
    }
    return answer;
  };

const NO_FLAGS: FlagChoice = { model: null, stages: null };

const endpointParts = (parts: ClassifierParts, diagnostics: Diagnostics): EndpointParts => {
  const { settings, env, now, pause = CLOCK.pause } = parts;
  const clock: Clock = { ...CLOCK, now, pause };
  return {
    models: settings.models,
    env,
    clock,
    fetch: parts.fetch ?? networkFetch(settings),
    observe: diagnostics.exchange,
  };
};

const diagnosticsFor = ({ stateDir, redact, env, now }: ClassifierParts): Diagnostics =>
  stateDir === undefined || redact === undefined
    ? NO_DIAGNOSTICS
    : diagnosticsIn({ stateDir, redact, now, dump: env.SALLYPORT_DUMP === "1" });

/** One question on its way through the endpoints; counts what it costs. */
class Query {
  readonly #parts: ClassifierParts;
  readonly #marks: MarkStore;
  readonly #diagnostics: Diagnostics;
  readonly #question: Question;
  readonly #kind: QueryKind;
  readonly #prompts = new Map<TranscriptWindow, Prompt>();
  readonly #flags: FlagChoice;
  #usage: Usage | null = null;
  #cost: number | null = null;

  constructor(parts: ClassifierParts, marks: MarkStore, diagnostics: Diagnostics, question: Question, kind: QueryKind) {
    this.#parts = parts;
    this.#marks = marks;
    this.#diagnostics = diagnostics;
    this.#question = question;
    this.#kind = kind;
    this.#flags = parts.flags?.() ?? NO_FLAGS;
  }

  async verdict(): Promise<Verdict> {
    const { settings, env, hook = false } = this.#parts;
    const { agentModel } = this.#question;
    const stages = this.#flags.stages ?? settings.stages;
    const failures: { readonly endpoint: Endpoint; readonly failure: Failed; readonly stage: Stage | null }[] = [];
    for (const endpoint of endpoints({ settings, flags: this.#flags, env, hook, agentModel })) {
      const outcome = await this.#ask(endpoint, stages, failures.at(-1)?.stage ?? null);
      if ("answer" in outcome) return this.#mapped(outcome, endpoint);
      this.#diagnostics.failure(outcome.failure, { provider: endpoint.settings.provider, model: endpoint.model ?? "" });
      failures.push({ endpoint, ...outcome });
      if (outcome.failure.failure === "aborted") break;
    }
    return this.#unavailable(failures);
  }

  async #ask(endpoint: Endpoint, stages: Stages, from: Stage | null): Promise<Outcome> {
    const { rulebook, settings } = this.#parts;
    const { session, signal } = this.#question;
    const prompt = this.#prompt(endpoint.window);
    const open = openEndpoint(endpoint, endpointParts(this.#parts, this.#diagnostics));
    const ask: AskModel = async (suffix, limits) => {
      const completion = await open.complete({
        ...withSuffix(prompt, rulebook.suffixes[suffix]),
        ...limits,
        tool: suffix === "tool" ? CLASSIFY_RESULT : null,
        timeoutMs: suffix === "fast" || suffix === "tool" ? settings.timeoutMs.fast : settings.timeoutMs.thinking,
        session,
        signal,
      });
      this.#count(completion, open.cost(completion));
      return completion;
    };
    return this.#kind === "handoff" ? runHandoff(ask) : runStages(ask, { protocol: endpoint.protocol, stages, from });
  }

  #prompt(window: TranscriptWindow): Prompt {
    const { rulebook, settings } = this.#parts;
    const before = this.#prompts.get(window);
    if (before !== undefined) return before;
    const { session } = this.#question;
    const options: PromptOptions = { rulebook, format: settings.transcript, window, marks: this.#marks.of(session) };
    const prompt = buildPrompt(this.#question, options);
    if (window === "full") this.#marks.add(session, prompt.mark);
    this.#prompts.set(window, prompt);
    return prompt;
  }

  #count(completion: Completion, cost: number | null): void {
    if (!completion.ok) return;
    if (cost !== null) this.#cost = (this.#cost ?? 0) + cost;
    this.#usage = addUsage(this.#usage ?? NO_USAGE, completion.usage);
  }

  #mapped(outcome: Extract<Outcome, { readonly answer: unknown }>, endpoint: Endpoint): Verdict {
    const { answer, stage } = outcome;
    const answered = this.#answered(endpoint, stage);
    if (answer.block !== "yes") return { ...answered, ...answer };
    const topic = answer.label === null ? undefined : this.#parts.rulebook.topic(answer.label);
    return {
      ...answered,
      block: "yes",
      label: topic?.label ?? null,
      reason: answer.reason === "" ? "The classifier blocked this action." : answer.reason,
      clearsWhen: topic?.clearsWhen ?? null,
      hard: topic?.hard ?? false,
    };
  }

  /** Too long only if it was so everywhere: that is asked about, and an outage is not. */
  #unavailable(
    failures: readonly { readonly endpoint: Endpoint; readonly failure: Failed; readonly stage: Stage | null }[],
  ): Verdict {
    const last = failures.at(-1);
    const telling =
      last?.failure.failure === "aborted"
        ? last
        : (failures.find(({ failure }) => failure.failure !== "too_long") ?? last);
    const detail = failures
      .map(
        ({ endpoint, failure }) =>
          `${endpoint.settings.provider} ${endpoint.model ?? ""}: ${failure.failure}: ${failure.detail}`,
      )
      .join("; ");
    return {
      ...this.#answered(telling?.endpoint, telling?.stage ?? null),
      block: "unavailable",
      why: telling?.failure.failure ?? "bad_request",
      detail: detail === "" ? "no provider is set" : detail,
    };
  }

  #answered(endpoint: Endpoint | undefined, stage: Stage | null): Answered {
    return { model: endpoint?.model ?? null, usage: this.#usage, costUsd: this.#cost, stage };
  }
}
