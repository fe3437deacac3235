/** Provider `offline` (§9): a decider, not a verdict. Names the topic of a call from its effects; allows nothing. */

import { ask, type Draft, deny } from "../../contract/decision.ts";
import type { PolicyCall } from "../call.ts";
import { recognise } from "../offline/index.ts";
import { TOPICS, type TopicLabel } from "./topics.ts";
import type { Topic } from "./types.ts";

/** Broad topics that others narrow: tried last, in this order. */
const BROAD: readonly TopicLabel[] = [
  "Remote Control Surface",
  "Run Downloaded Code",
  "Guard-Disarming Flag",
  "Production Deploy",
  "Irreversible Local Destruction",
  "Mass Cloud Delete",
  "Remote Shell Write",
  "Other Processes",
  "Traffic Repointing",
  "Untrusted Package",
  "Shared Resource Change",
  "Production Access",
  "Secret Printing",
  "Infrastructure Apply",
  "Data Exfiltration",
  "Default Branch Push",
  "Unasked Message",
  "External Write",
  "Off-Task Reach",
];

const rank = ({ label, hard }: Topic<TopicLabel>): number => (hard ? 0 : 1_000) + BROAD.indexOf(label);

/** Hard before soft, then narrow before broad; else the order of the rulebook. */
const BY_PRECEDENCE: readonly Topic<TopicLabel>[] = TOPICS.toSorted((a, b) => rank(a) - rank(b));

const UNPROVEN = "No model is set up, and nothing here proves the call harmless; the person decides.";

/** Deny for a topic nothing could excuse, else ask. Never allows. */
export function decide(call: PolicyCall): Draft {
  const recognised = recognise(call, BY_PRECEDENCE);
  if (recognised === undefined) return ask("offline", UNPROVEN, { clearsWhen: "the person approves this exact call" });
  const { topic, reason } = recognised;
  const { label: rule, clearsWhen } = topic;
  return topic.hard
    ? deny("offline", reason, { rule, hard: true, clearsWhen: null })
    : ask("offline", reason, { rule, clearsWhen });
}
