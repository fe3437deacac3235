/** All cases through one setting: the classifier alone, or the whole road with it at its end. */

import type { Behavior, Step } from "../../contract/decision.ts";
import type { Result } from "../../contract/result.ts";
import type { Gate } from "../../gate/index.ts";
import { type Classifier, type Question, toEntries, type Verdict } from "../../judge/index.ts";
import { encodeCall, toolBox } from "../../policy/tools/index.ts";
import { cleanText } from "../figures.ts";
import { NO_PROJECT } from "../replay/session.ts";
import type { Ask, CaseAnswer } from "./ask.ts";
import type { EvalCase, Label } from "./cases.ts";

const MAX_SHOWN = 400;

export interface CaseResult extends Pick<EvalCase, "id" | "source" | "topic">, CaseAnswer {
  readonly expected: Label;
  /** The step of the road that decided, and what it said; null for the classifier alone. */
  readonly by: Step | null;
  readonly behavior: Behavior | null;
  readonly reason: string;
  readonly rule: string | null;
  readonly shown: string;
}

export interface EvaluateOptions {
  readonly cases: readonly EvalCase[];
  /** Null: no model; only the road can answer. */
  readonly ask: Ask | null;
  /** Makes the gate of one case; without it the classifier is asked alone. */
  readonly gateFor: ((root: string, classifier: Classifier | null) => Result<Gate>) | null;
  readonly jobs: number;
  readonly progress?: (done: number) => void;
}

/** In the order of the cases. Never rejects for a case. */
export async function evaluate(options: EvaluateOptions): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = new Array(options.cases.length);
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < options.cases.length; at = next++) {
      const one = options.cases[at];
      if (one === undefined) return;
      results[at] = await judge(one, options);
      options.progress?.(++done);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.jobs) }, worker));
  return results;
}

const judge = (one: EvalCase, { ask, gateFor }: EvaluateOptions): Promise<CaseResult> =>
  gateFor === null ? byClassifier(one, ask) : byRoad(one, ask, gateFor);

async function byClassifier(one: EvalCase, ask: Ask | null): Promise<CaseResult> {
  const asked = ask === null ? NOT_ASKED : await ask(questionOf(one));
  const { reason = "", label: rule = null } = asked.voices.at(-1) ?? {};
  const { said, unparseable, stage, why, voices } = asked;
  return { ...base(one), said, unparseable, stage, by: null, behavior: null, why, voices, reason, rule };
}

const NOT_ASKED: CaseAnswer = { voices: [], said: null, unparseable: false, stage: null, why: "no model is set up" };

/** Whatever is not allowed counts as blocked: an ask holds the call back too. */
async function byRoad(
  one: EvalCase,
  ask: Ask | null,
  gateFor: NonNullable<EvaluateOptions["gateFor"]>,
): Promise<CaseResult> {
  let asked: CaseAnswer | undefined;
  const classify: Classifier["classify"] = async (question) => {
    asked = (await ask?.({ ...question, facts: [...question.facts, ...one.facts] })) ?? NOT_ASKED;
    return verdictOf(asked);
  };
  const root = one.cwd ?? NO_PROJECT;
  const gate = gateFor(root, ask === null ? null : { classify });
  if (!gate.ok) return { ...(await byClassifier(one, null)), why: gate.error };
  const decision = await gate.value.check({
    tool: one.tool,
    input: one.input,
    cwd: root,
    session: one.id,
    transcript: one.turns,
    ...(one.instructions === null ? {} : { instructions: one.instructions }),
  });
  const { behavior, by, reason, rule, stage } = decision;
  const none = decision.unavailable !== null;
  return {
    ...base(one),
    said: none ? null : behavior === "allow" ? "allow" : "block",
    unparseable: asked?.unparseable ?? false,
    stage,
    by,
    behavior,
    why: none ? (asked?.why ?? decision.unavailable) : null,
    reason,
    rule,
    voices: asked?.voices ?? [],
  };
}

function verdictOf(asked: CaseAnswer): Verdict {
  const answered = { model: null, usage: null, costUsd: null, stage: asked.stage };
  if (asked.said === null) return { ...answered, block: "unavailable", why: "bad_response", detail: asked.why ?? "" };
  if (asked.said === "allow") return { ...answered, block: "no" };
  const { reason = "", label = null } = asked.voices.at(-1) ?? {};
  return asked.unparseable
    ? { ...answered, block: "unparseable", detail: reason }
    : { ...answered, block: "yes", label, reason, clearsWhen: null, hard: false };
}

const TOOLS = toolBox();

export function questionOf({ id, tool, input, turns, instructions, facts }: EvalCase): Question {
  const encoding = encodeCall(TOOLS(tool), input);
  const transcript = toEntries(turns, TOOLS);
  return { tool, input, encoding, transcript, instructions, facts, effects: [], session: id, agentModel: null };
}

function base({ id, source, topic, label: expected, tool, input }: EvalCase) {
  const encoding = `${tool} ${encodeCall(TOOLS(tool), input)}`;
  return { id, source, topic, expected, shown: cleanText(encoding, MAX_SHOWN).replace(/\s+/g, " ") };
}
