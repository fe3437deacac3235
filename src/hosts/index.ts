/** The room's door: the hosts, their hook, and their names under ours. `install/`, `doctor/`, `proxies/` and `sdk/` have doors of their own. */

export { allowRule, claudeAllowRules, claudeSavedRules, whyNotOwn } from "./claude-code/rules.ts";
export { adoptedRules, adoptRules } from "./hook/adopted.ts";
export { deadlineMs } from "./hook/deadline.ts";
export type { HeldAsk, HoldAsk, PersonSays } from "./hook/holding.ts";
export { type CallAsker, runHook } from "./hook/hook.ts";
export type { CallEvent, HookAnswer, Host, Mirrored } from "./host.ts";
export * from "./json.ts";
export {
  AGENT_FILES,
  allHosts,
  HOST_NAMES,
  hostNamed,
  hostPaths,
  movedFolders,
  ourNameOf,
  ruleToolNames,
  translate,
  translatePast,
  translateTurn,
} from "./list.ts";
export { agentLine, NO_RULES, type OwnRules } from "./own-rules.ts";
export * from "./records/records.ts";
export { refusedCalls } from "./records/refusals.ts";
export { AGENT_MARKS, isAgent, startedByAgent } from "./started-by.ts";
