/** Every default topic, in the order the prompt shows them. */

import { ACCESS } from "./access.ts";
import { BOUNDARIES } from "./boundaries.ts";
import { BROWSER } from "./browser.ts";
import { CI } from "./ci.ts";
import { CLOUD } from "./cloud.ts";
import { CODE_EXECUTION } from "./code-execution.ts";
import { CREDENTIAL_THEFT } from "./credential-theft.ts";
import { DATA_LEAVES } from "./data-leaves.ts";
import { GIT } from "./git.ts";
import { LOCAL_DESTRUCTION } from "./local-destruction.ts";
import { PEOPLE } from "./people.ts";
import { PERSISTENCE } from "./persistence.ts";
import { PRODUCTION } from "./production.ts";
import { SECRETS_SENT } from "./secrets-sent.ts";
import { SECRETS_SHOWN } from "./secrets-shown.ts";
import { SECURITY } from "./security.ts";
import { SELF } from "./self.ts";
import { SHARED_SYSTEMS } from "./shared-systems.ts";
import { SYSTEM_DESTRUCTION } from "./system-destruction.ts";
import { TRAFFIC } from "./traffic.ts";
import type { Topic } from "./types.ts";
import { UNTRUSTED_CODE } from "./untrusted-code.ts";

const ALL = [
  ...SELF,
  ...SECRETS_SENT,
  ...CREDENTIAL_THEFT,
  ...SECRETS_SHOWN,
  ...CODE_EXECUTION,
  ...UNTRUSTED_CODE,
  ...PERSISTENCE,
  ...SYSTEM_DESTRUCTION,
  ...LOCAL_DESTRUCTION,
  ...SECURITY,
  ...GIT,
  ...CI,
  ...PRODUCTION,
  ...SHARED_SYSTEMS,
  ...CLOUD,
  ...ACCESS,
  ...DATA_LEAVES,
  ...TRAFFIC,
  ...PEOPLE,
  ...BOUNDARIES,
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
