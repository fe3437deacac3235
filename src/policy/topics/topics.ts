/** Every default topic, in the order the prompt shows them. */
import { BROWSER } from "./browser.ts";
import { CI } from "./ci.ts";
import { CLOUD } from "./cloud.ts";
import { CODE_EXECUTION } from "./code-execution.ts";
import { DATA_LEAVES } from "./data-leaves.ts";
import { GIT } from "./git.ts";
import { LOCAL_DESTRUCTION } from "./local-destruction.ts";
import { PEOPLE } from "./people.ts";
import { PERSISTENCE } from "./persistence.ts";
import { PRODUCTION } from "./production.ts";
import { SECRETS } from "./secrets.ts";
import { SECURITY } from "./security.ts";
import { SELF } from "./self.ts";
import type { Topic } from "./types.ts";

const ALL = [
  ...SELF,
  ...SECRETS,
  ...CODE_EXECUTION,
  ...PERSISTENCE,
  ...LOCAL_DESTRUCTION,
  ...SECURITY,
  ...GIT,
  ...CI,
  ...PRODUCTION,
  ...CLOUD,
  ...DATA_LEAVES,
  ...PEOPLE,
  ...BROWSER,
];

/** The label of a default topic: stable, so that code and settings can name it. */
export type TopicLabel = (typeof ALL)[number]["label"];

export const TOPICS: readonly Topic<TopicLabel>[] = ALL;

const BY_LABEL: ReadonlyMap<string, Topic<TopicLabel>> = new Map(TOPICS.map((entry) => [entry.label, entry]));

/** The default topic of that label: total for a known one, undefined for any other text. */
export function topic(label: TopicLabel): Topic<TopicLabel>;
export function topic(label: string): Topic<TopicLabel> | undefined;
export function topic(label: string): Topic<TopicLabel> | undefined {
  return BY_LABEL.get(label);
}
