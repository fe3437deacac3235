/** The room's door: the hosts, their hook, and their names under ours. `install/`, `doctor/`, `proxies/` and `sdk/` have doors of their own. */

export { adoptedRules, adoptRules } from "./adopted.ts";
export { AGENT_MARKS, isAgent } from "./agent-programs.ts";
export { allowRule, claudeAllowRules, claudeSavedRules, whyNotOwn } from "./claude-code/allow-rules.ts";
export { deadlineMs } from "./deadline.ts";
export type { HeldAsk, HoldAsk, PersonSays } from "./holding.ts";
export { type CallAsker, runHook } from "./hook.ts";
export type { CallEvent, HookAnswer, Host } from "./host.ts";
export * from "./json.ts";
export {
  AGENT_FILES,
  HOST_NAMES,
  HOSTS,
  hostNamed,
  hostPaths,
  movedFolders,
  translate,
  translatePast,
  translateTurn,
} from "./list.ts";
export { agentLine, NO_RULES, type OwnRules } from "./own-rules.ts";
export * from "./records.ts";
export { ourNameOf, ruleToolNames } from "./rule-names.ts";
export { startedByAgent } from "./started-by.ts";
