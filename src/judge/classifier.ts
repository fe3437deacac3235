/** The side query: builds the prompt once, asks one endpoint after the other until one answers, and says what it cost. */

import type { Stage, Usage } from "../contract/decision.ts";
import { stateLayout } from "../contract/state-dir.ts";
import type { ClassifierSettings, TranscriptWindow } from "../policy/settings/index.ts";
import { type Diagnostics, diagnosticsIn, dumpIsOn, NO_DIAGNOSTICS } from "./diagnostics.ts";
import { type Endpoint, type EndpointsInput, type FlagChoice, NO_FLAGS, openEndpoints } from "./endpoint.ts";
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
} from "./providers/index.ts";
import { buildPrompt, type Prompt, withSuffix } from "./request.ts";
import type { Rulebook } from "./rulebook.ts";
import { type AskModel, runHandoff, runStages, type StageAnswer } from "./stages.ts";
import { type Answered, type Question, unavailable, type WitnessedClassifier, type WitnessedVerdict } from "./types.ts";
import { CLASSIFY_RESULT, type ModelAnswer } from "./verdict.ts";

export interface ClassifierParts {
  readonly settings: ClassifierSettings;
  readonly rulebook: Rulebook;
  readonly env: Environment;
  readonly now: () => number;
  /** Waiting between tries; the real one where absent. */
  readonly pause?: Clock["pause"];
  readonly fetch?: Fetch;
  /** Where marks, dumps and diagnostics go; without one nothing is written and marks live in memory. */
  readonly stateDir?: string | undefined;
  /** Where dumps and diagnostics go, where marks live in memory. */
  readonly diagnosticsDir?: string | undefined;
  /** Applied to all that is written for debugging. Without it nothing is. */
  readonly redact?: (text: string) => string;
  /** What remote flags say now. */
  readonly flags?: (() => FlagChoice) | undefined;
  /** In a hook, the environment names no model. */
  readonly hook?: boolean;
}

type QueryKind = "action" | "handoff";

/** A classifier that can also be asked about a hand-off, and for plain text. */
export interface SideQuery extends WitnessedClassifier {
  query(question: Question, kind: QueryKind): Promise<WitnessedVerdict>;
  /** One free question to the first endpoint that answers. Never rejects. */
  ask(prompt: string, options: { readonly maxTokens: number; readonly signal?: AbortSignal }): Promise<Completion>;
}

/** What is kept from one question to the next. */
interface Kept {
  readonly parts: ClassifierParts;
  readonly marks: MarkStore;
  readonly diagnostics: Diagnostics;
}

export const createClassifier = (parts: ClassifierParts): SideQuery => {
  const { stateDir } = parts;
  const marks = stateDir === undefined ? marksInMemory() : marksInDirectory(stateLayout(stateDir).marks);
  const kept: Kept = { parts, marks, diagnostics: diagnosticsFor(parts) };
  const query = async (question: Question, kind: QueryKind): Promise<WitnessedVerdict> => {
    try {
      return await new Query(kept, question, kind).verdict();
    } catch (error) {
      return unavailable("bad_response", `internal: ${error instanceof Error ? error.message : "unknown"}`);
    }
  };
  return { query, classify: (question) => query(question, "action"), ask: askFreely(kept) };
};

const diagnosticsFor = (parts: ClassifierParts): Diagnostics => {
  const { stateDir = parts.diagnosticsDir, redact, env, now } = parts;
  if (stateDir === undefined || redact === undefined) return NO_DIAGNOSTICS;
  const dump = (): boolean => env.SALLYPORT_DUMP === "1" || dumpIsOn(stateDir, now());
  return diagnosticsIn({ stateDir, redact, now, dump });
};

const endpointsFor = (
  { parts, diagnostics }: Kept,
  more: Required<Pick<EndpointsInput, "flags" | "agentModel">>,
): readonly Endpoint[] => {
  const { settings, env, hook = false, fetch, now, pause = CLOCK.pause, stateDir } = parts;
  const clock: Clock = { ...CLOCK, now, pause };
  return openEndpoints({ settings, env, hook, fetch, clock, stateDir, observe: diagnostics.exchange, ...more });
};

const askFreely =
  (kept: Kept): SideQuery["ask"] =>
  async (prompt, { maxTokens, signal }) => {
    const { settings, flags } = kept.parts;
    const request = { system: [], messages: [[{ text: prompt }]], maxTokens, stop: [], tool: null };
    const options = { timeoutMs: settings.timeoutMs.thinking, session: "", signal };
    let answer: Completion = failed("bad_request", "no provider is set");
    for (const endpoint of endpointsFor(kept, { flags: flags?.() ?? NO_FLAGS, agentModel: null })) {
      answer = await endpoint.complete(request, options);
      if (answer.ok || answer.failure === "aborted") break;
    }
    return answer;
  };

/** What only the person can mend is said in their words. */
const describeSetup = ({ endpoint, failure }: EndpointFailure): string =>
  `${endpoint.settings.provider}: ${failure.detail}`;
const describeOutage = ({ endpoint: { settings, model }, failure }: EndpointFailure): string =>
  `${settings.provider} ${model ?? ""}: ${failure.failure}: ${failure.detail}`;

interface EndpointFailure {
  readonly endpoint: Endpoint;
  readonly failure: Failed;
  readonly stage: Stage | null;
}

/** One question on its way through the endpoints; counts what it costs. */
class Query {
  readonly #kept: Kept;
  readonly #question: Question;
  readonly #kind: QueryKind;
  readonly #prompts = new Map<TranscriptWindow, Prompt>();
  readonly #flags: FlagChoice;
  #usage: Usage | null = null;
  #cost: number | null = null;

  constructor(kept: Kept, question: Question, kind: QueryKind) {
    this.#kept = kept;
    this.#question = question;
    this.#kind = kind;
    this.#flags = kept.parts.flags?.() ?? NO_FLAGS;
  }

  async verdict(): Promise<WitnessedVerdict> {
    const { agentModel } = this.#question;
    const failures: EndpointFailure[] = [];
    for (const endpoint of endpointsFor(this.#kept, { flags: this.#flags, agentModel })) {
      const answer = await this.#ask(endpoint, failures.at(-1)?.stage ?? null);
      if (!("failure" in answer)) return this.#verdictOf(answer, endpoint);
      const { stage, ...failure } = answer;
      const { provider } = endpoint.settings;
      this.#kept.diagnostics.failure(failure, { provider, model: endpoint.model ?? "" });
      failures.push({ endpoint, failure, stage });
      if (failure.failure === "aborted") break;
    }
    return this.#outage(failures);
  }

  async #ask(endpoint: Endpoint, from: Stage | null): Promise<StageAnswer> {
    const { rulebook, settings } = this.#kept.parts;
    const { session, signal } = this.#question;
    const prompt = this.#prompt(endpoint.window);
    const ask: AskModel = async (suffix, limits) => {
      const { fast, thinking } = settings.timeoutMs;
      const timeoutMs = suffix === "fast" || suffix === "tool" ? fast : thinking;
      const tool = suffix === "tool" ? CLASSIFY_RESULT : null;
      const request = { ...withSuffix(prompt, rulebook.suffixes[suffix]), ...limits, tool };
      const completion = await endpoint.complete(request, { timeoutMs, session, signal });
      if (completion.ok) this.#count(completion.usage, endpoint.cost(completion));
      return completion;
    };
    if (this.#kind === "handoff") return runHandoff(ask);
    const stages = endpoint.stages ?? this.#flags.stages ?? settings.stages;
    return runStages(ask, { protocol: endpoint.protocol, stages, from });
  }

  #prompt(window: TranscriptWindow): Prompt {
    const before = this.#prompts.get(window);
    if (before !== undefined) return before;
    const { parts, marks } = this.#kept;
    const { session } = this.#question;
    const { rulebook, settings } = parts;
    const prompt = buildPrompt(this.#question, {
      rulebook,
      format: settings.transcript,
      window,
      marks: marks.of(session),
    });
    if (window === "full") marks.add(session, prompt.mark);
    this.#prompts.set(window, prompt);
    return prompt;
  }

  #count(usage: Usage, cost: number | null): void {
    if (cost !== null) this.#cost = (this.#cost ?? 0) + cost;
    this.#usage = addUsage(this.#usage ?? NO_USAGE, usage);
  }

  #verdictOf(
    { stage, ...answer }: ModelAnswer & { readonly stage: Stage | null },
    endpoint: Endpoint,
  ): WitnessedVerdict {
    const answered = this.#answered(endpoint, stage);
    if (answer.block !== "yes") return { ...answered, ...answer };
    const topic = answer.label === null ? undefined : this.#kept.parts.rulebook.topic(answer.label);
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
  #outage(failures: readonly EndpointFailure[]): WitnessedVerdict {
    const last = failures.at(-1);
    const telling =
      last?.failure.failure === "aborted"
        ? last
        : (failures.find(({ failure }) => failure.failure !== "too_long") ?? last);
    if (telling === undefined) return unavailable("bad_request", "no provider is set");
    const answered = this.#answered(telling.endpoint, telling.stage);
    const setup = failures.every(({ failure }) => failure.setup === true);
    const detail = failures.map(setup ? describeSetup : describeOutage).join("; ");
    return { ...answered, block: "unavailable", why: telling.failure.failure, detail, ...(setup ? { setup } : {}) };
  }

  #answered(endpoint: Endpoint, stage: Stage | null): Answered {
    return { model: endpoint.model, usage: this.#usage, costUsd: this.#cost, stage };
  }
}
