export { addRule, enterAuto, inForce, type RuleBook, removeRule, ruleBook } from "./book.ts";
export { namesWritten } from "./fresh.ts";
export { binds, couldMatch, permits } from "./match.ts";
export { namedPlaces } from "./named-places.ts";
export { permitsPath } from "./paths.ts";
export { LISTS, type List, parseRule, type Rule } from "./rule.ts";
export { permitsCommand, strays } from "./shell.ts";
export { suspendedBecause } from "./suspension.ts";
export { foldToolName, type NamedTools, ourToolNames, type ToolNames } from "./tool-names.ts";
