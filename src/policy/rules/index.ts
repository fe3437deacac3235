export { addRule, enterAuto, inForce, leaveAuto, type RuleBook, removeRule, ruleBook } from "./book.ts";
export { binds, couldMatch, permits, permitsCommand } from "./match.ts";
export { permitsPath } from "./paths.ts";
export { strays } from "./readers.ts";
export { LISTS, type List, parseRule, type Rule, wildcardMatches } from "./rule.ts";
export { suspendedBecause } from "./suspension.ts";
