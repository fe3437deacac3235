/** What the gate looks for: one record a topic, what is fine, what is known of the place, and the entries in force. */
export { type Case, evaluationCases } from "./cases.ts";
export { decide } from "./decide.ts";
export { entriesOf } from "./entries.ts";
export { ALLOW, ENVIRONMENT, TOPICS, type TopicLabel, topic } from "./topics.ts";
export type { ExampleCall, RulebookEntry, RulebookSettings, Section, Topic } from "./types.ts";
