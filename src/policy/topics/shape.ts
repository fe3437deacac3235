/** A rule brings its own examples, and they are looked at when it loads. Cheap: shape, not judgement. */
import type { Example, Topic } from "./types.ts";

const MIN_EXAMPLES = 2;
const TITLE_CASE = /^[A-Z][A-Za-z-]*(?: [A-Z][A-Za-z-]*)*$/;

/** What is wrong with the list, in a sentence; undefined when nothing is. */
export function checkShape(topics: readonly Topic[]): string | undefined {
  const labels = new Set<string>();
  for (const topic of topics) {
    const problem = topicProblem(topic) ?? (labels.has(topic.label) ? "its label is used twice" : undefined);
    if (problem) return `topic ${JSON.stringify(topic.label)}: ${problem}`;
    labels.add(topic.label);
  }
  return undefined;
}

function topicProblem(topic: Topic): string | undefined {
  const { label, text, evidence, nearMiss, hard, clearsWhen } = topic;
  if (!TITLE_CASE.test(label)) return "its label is not in Title Case";
  if (!text.trim() || !evidence.trim() || !nearMiss.trim()) return "a part of it is empty";
  if (hard !== (clearsWhen === null)) return "exactly the hard topics have nothing that clears them";
  for (const kind of ["match", "notMatch"] as const) {
    if (topic[kind].length < MIN_EXAMPLES) return `fewer than ${MIN_EXAMPLES} examples in ${kind}`;
    if (!topic[kind].every(wellFormed)) return `an example in ${kind} is malformed`;
  }
  return undefined;
}

/** The user has spoken, and there is a call with something in it. */
export function wellFormed({ turns, action }: Pick<Example, "turns" | "action">): boolean {
  const spoken = turns.some((turn) => "user" in turn && turn.user.trim() !== "");
  return spoken && action.tool !== "" && typeof action.input === "object" && action.input !== null;
}
