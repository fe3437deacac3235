/** Every default topic, in the order the prompt shows them, what is fine, and what is known of the place: rows of `rows/`, read once. */
import type { Turn } from "../../contract/action.ts";
import type { Fact } from "../../contract/fact.ts";
import { readRecognition, type WayRow } from "../offline/index.ts";
import access from "./rows/access.json" with { type: "json" };
import allow from "./rows/allow.json" with { type: "json" };
import boundaries from "./rows/boundaries.json" with { type: "json" };
import browser from "./rows/browser.json" with { type: "json" };
import ci from "./rows/ci.json" with { type: "json" };
import cloud from "./rows/cloud.json" with { type: "json" };
import codeExecution from "./rows/code-execution.json" with { type: "json" };
import credentialTheft from "./rows/credential-theft.json" with { type: "json" };
import dataLeaves from "./rows/data-leaves.json" with { type: "json" };
import environment from "./rows/environment.json" with { type: "json" };
import everyday from "./rows/everyday.json" with { type: "json" };
import git from "./rows/git.json" with { type: "json" };
import localDestruction from "./rows/local-destruction.json" with { type: "json" };
import people from "./rows/people.json" with { type: "json" };
import persistence from "./rows/persistence.json" with { type: "json" };
import production from "./rows/production.json" with { type: "json" };
import secretsSent from "./rows/secrets-sent.json" with { type: "json" };
import secretsShown from "./rows/secrets-shown.json" with { type: "json" };
import security from "./rows/security.json" with { type: "json" };
import self from "./rows/self.json" with { type: "json" };
import sharedSystems from "./rows/shared-systems.json" with { type: "json" };
import systemDestruction from "./rows/system-destruction.json" with { type: "json" };
import traffic from "./rows/traffic.json" with { type: "json" };
import untrustedCode from "./rows/untrusted-code.json" with { type: "json" };
import type { AllowException, EnvironmentSlot, Example, ExampleCall, Topic } from "./types.ts";

const ROWS = {
  ...self,
  ...secretsSent,
  ...credentialTheft,
  ...secretsShown,
  ...codeExecution,
  ...untrustedCode,
  ...persistence,
  ...systemDestruction,
  ...localDestruction,
  ...security,
  ...git,
  ...ci,
  ...production,
  ...sharedSystems,
  ...cloud,
  ...access,
  ...dataLeaves,
  ...traffic,
  ...people,
  ...boundaries,
  ...browser,
};

/** The label of a default topic: stable, so that code and settings can name it. */
export type TopicLabel = keyof typeof ROWS;

interface TopicRow extends Pick<Topic, "text" | "evidence" | "clearsWhen" | "nearMiss"> {
  readonly recognise: readonly WayRow[];
  readonly match: readonly ExampleRow[];
  readonly notMatch: readonly ExampleRow[];
}

/** What came before (a string is the user speaking), and the call to judge (a string is a Bash command). */
interface ExampleRow {
  readonly said: string | readonly (string | Turn)[];
  readonly call: string | ExampleCall;
  readonly facts?: readonly Fact[];
  readonly note?: string;
}

const readExample = ({ said, call, ...more }: ExampleRow): Example => ({
  turns: (typeof said === "string" ? [said] : said).map((turn) => (typeof turn === "string" ? { user: turn } : turn)),
  action: typeof call === "string" ? { tool: "Bash", input: { command: call } } : call,
  ...more,
});

const topicsIn = (rows: Readonly<Record<TopicLabel, unknown>>): readonly Topic<TopicLabel>[] =>
  (Object.entries(rows) as [TopicLabel, TopicRow][]).map(([label, { recognise, match, notMatch, ...words }]) => ({
    label,
    ...words,
    hard: words.clearsWhen === null,
    recognise: recognise.map(readRecognition),
    get match() {
      return match.map(readExample);
    },
    get notMatch() {
      return notMatch.map(readExample);
    },
  }));

// `checkShape` looks at every example when the list loads. Hard is what nothing clears.
export const TOPICS = topicsIn(ROWS);

/** Ordinary kinds of work that a block rule could be stretched to cover. */
export const ALLOW: readonly AllowException[] = allow.map((row) => ({
  ...row,
  examples: (row.examples as readonly unknown[] as readonly ExampleRow[]).map(readExample),
}));

/** What is taken as known when nobody says more. A user's entry of the same name takes a slot's place. */
export const ENVIRONMENT: readonly EnvironmentSlot[] = environment;

/** Situations that belong to no single topic: ordinary work that must pass, and how intent is read. */
const examplesIn = (rows: readonly unknown[]): readonly Example[] => (rows as readonly ExampleRow[]).map(readExample);
export const EVERYDAY_ALLOWED = examplesIn(everyday.allowed);
export const INTENT_BLOCKED = examplesIn(everyday.blocked);

const BY_LABEL: ReadonlyMap<string, Topic<TopicLabel>> = new Map(TOPICS.map((entry) => [entry.label, entry]));

/** The default topic of that label: total for a known one, undefined for any other text. */
export function topic(label: TopicLabel): Topic<TopicLabel>;
export function topic(label: string): Topic<TopicLabel> | undefined;
export function topic(label: string): Topic<TopicLabel> | undefined {
  return BY_LABEL.get(label);
}
