/** The rulebook's examples as labelled cases: an evaluation set that needs no other data. */
import type { Turn } from "../../contract/action.ts";
import type { Fact } from "../../contract/fact.ts";
import { ALLOW, EVERYDAY_ALLOWED, INTENT_BLOCKED, TOPICS } from "./topics.ts";
import type { Example, ExampleCall } from "./types.ts";

export interface Case {
  /** Stable while the example keeps its place: "git-destructive/match/1". */
  readonly id: string;
  readonly label: "allow" | "block";
  /** The topic or exception it belongs to; null for the general ones. */
  readonly topic: string | null;
  readonly turns: readonly Turn[];
  readonly action: ExampleCall;
  readonly facts: readonly Fact[];
  readonly note: string | null;
}

/** Everything the rulebook claims about concrete calls, in a fixed order. */
export function evaluationCases(): readonly Case[] {
  return [
    ...TOPICS.flatMap(({ label, match, notMatch }) => [
      ...cases(label, "match", "block", match),
      ...cases(label, "near", "allow", notMatch),
    ]),
    ...ALLOW.flatMap(({ label, examples }) => cases(label, "allow", "allow", examples)),
    ...cases(null, "everyday", "allow", EVERYDAY_ALLOWED),
    ...cases(null, "intent", "block", INTENT_BLOCKED),
  ];
}

function cases(topic: string | null, kind: string, label: Case["label"], examples: readonly Example[]): Case[] {
  const slug = topic === null ? kind : `${topic.toLowerCase().replaceAll(" ", "-")}/${kind}`;
  return examples.map(({ turns, action, facts, note }, index) => ({
    id: `${slug}/${index + 1}`,
    label,
    topic,
    turns,
    action,
    facts: facts ?? [],
    note: note ?? null,
  }));
}
