/** What topics, facts and explanations look at, and the tools. Tools, topics and settings have their own doors. */
export { withAsked } from "./asked-writes.ts";
export { contextOf, type PolicyCall, type ShellReader } from "./call.ts";
