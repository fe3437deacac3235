export { addRule, enterAuto, inForce, leaveAuto, type RuleBook, removeRule, ruleBook, type Suspended } from "./book.ts";
export { binds, couldMatch, isShellRule, permits, permitsCommand } from "./match.ts";
export { permitsPath } from "./paths.ts";
export { strays } from "./readers.ts";
export { type Content, LISTS, type List, parseRule, type Rule, wildcardMatches } from "./rule.ts";
export { type SuspensionSettings, suspendedBecause } from "./suspension.ts";
