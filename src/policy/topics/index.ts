/** What the gate looks for: one record a topic, what is fine, what is known of the place, and the entries in force. */
export { ALLOW } from "./allow.ts";
export { type Case, evaluationCases } from "./cases.ts";
export { decide } from "./decide.ts";
export { entriesOf } from "./entries.ts";
export { ENVIRONMENT } from "./environment.ts";
export { TOPICS, type TopicLabel, topic } from "./topics.ts";
export type { ExampleCall, RulebookEntry, RulebookSettings, Section, Topic } from "./types.ts";
