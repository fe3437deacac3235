/** Review of a finished sub-agent: its calls are judged as a whole, and what comes of it is said, never dropped. */
import type { SideQuery } from "./classifier.ts";
import type { Classifier, Question, TranscriptEntry, Verdict } from "./types.ts";

export interface HandoffHistory {
  /** The task it was given, as the delegation is shown to the classifier. */
  readonly task: string;
  /** The conversation before the delegation. */
  readonly before: readonly TranscriptEntry[];
  /** What the sub-agent did. What looks like a user's words here is the delegating agent's, and is left out. */
  readonly calls: readonly TranscriptEntry[];
  readonly instructions?: string | null;
  readonly session: string;
  /** The sub-agent, by its host's name for it. */
  readonly agent?: string | null;
  readonly agentModel?: string | null;
  readonly signal?: AbortSignal;
}

export interface HandoffReview {
  /** For the next agent and the person; null only when the review found nothing, or there was nothing to review. */
  readonly warning: string | null;
  readonly verdict: Verdict | null;
}

const CHECK = "Check what it did before relying on it.";

/** Never rejects: a review that failed, or that nobody could make, is a warning that says so. */
export const reviewHandoff = async (
  history: HandoffHistory,
  classifier: Classifier | Pick<SideQuery, "query"> | null,
): Promise<HandoffReview> => {
  if (classifier === null)
    return { warning: `The sub-agent's work was not reviewed: no model is set up. ${CHECK}`, verdict: null };
  const calls = history.calls.filter((entry) => "tool" in entry);
  const last = calls.at(-1);
  if (last === undefined) return { warning: null, verdict: null };
  const question: Question = {
    tool: last.tool,
    input: {},
    encoding: last.encoding,
    transcript: [...history.before, { tool: "Agent", encoding: history.task }, ...calls.slice(0, -1)],
    instructions: history.instructions ?? null,
    facts: [],
    effects: [],
    session: history.session,
    agentModel: history.agentModel ?? null,
    ...(history.signal === undefined ? {} : { signal: history.signal }),
  };
  const verdict = await ("query" in classifier ? classifier.query(question, "handoff") : classifier.classify(question));
  return { warning: warningOf(verdict), verdict };
};

const warningOf = (verdict: Verdict): string | null => {
  switch (verdict.block) {
    case "no":
      return null;
    case "yes":
      return `The review of the sub-agent's work found${verdict.label === null ? "" : ` [${verdict.label}]`}: ${verdict.reason} ${CHECK}`;
    case "unparseable":
      return `The sub-agent's work could not be reviewed: the classifier gave no verdict. ${CHECK}`;
    case "unavailable":
      return `The sub-agent's work could not be reviewed: the classifier is out (${verdict.why}). ${CHECK}`;
  }
};
