/**
 * OpenCode's own rules, as it says them itself with the event: its plugin asks it for the configuration in force. The
 * bash tool asks for permission after the plugin has changed the command, so rules for commands are applied to the original.
 */
import type { Json } from "../../contract/action.ts";
import type { Rule } from "../../rules/index.ts";
import { isList, isObject } from "../json.ts";
import { NO_RULES, type OwnRules, ownRule, type RulesPlace } from "../own-rules.ts";

const SOURCE = "OpenCode's permission";
const keep = (why: string): OwnRules => ({ rules: [], keep: why });

/** `said`: the permissions in force, of the whole and of each agent. */
export function opencodeRules({ event: { said } }: RulesPlace): OwnRules {
  if (!isList(said)) return keep("OpenCode did not say its permissions");
  const rules: Rule[] = [];
  for (const permission of said) {
    const own = rulesOf(permission);
    if (own === undefined) return keep("OpenCode asks about commands itself, or in a way our rules cannot say");
    rules.push(...own);
  }
  return rules.length === 0 ? NO_RULES : { rules, keep: null };
}

/** Undefined where commands are not allowed as a whole: what a pattern then allows would be asked about once rewritten. */
function rulesOf(permission: Json): readonly Rule[] | undefined {
  if (permission === null || permission === "allow") return [];
  if (!isObject(permission)) return undefined;
  if (![permission["*"], permission.external_directory].every((one) => one === undefined || one === "allow"))
    return undefined;
  const { bash = "allow" } = permission;
  if (bash === "allow") return [];
  if (!isObject(bash) || (bash["*"] ?? "allow") !== "allow") return undefined;
  const bound = Object.entries(bash).filter(([, decision]) => decision !== "allow");
  return bound.every(([, decision]) => decision === "deny" || decision === "ask")
    ? bound.map(([pattern, decision]) => ownRule(`Bash(${pattern})`, decision === "deny" ? "deny" : "ask", SOURCE))
    : undefined;
}
