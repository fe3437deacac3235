/** Whether a deny or ask rule speaks of a call: under any spelling, and never by what nobody knows. */
import { type Meeting, type RuleCall, strongest } from "./call.ts";
import { meetsCommand } from "./commands.ts";
import { foldText } from "./fold.ts";
import { meetsHost } from "./hosts.ts";
import { meetsPath } from "./paths.ts";
import type { Rule } from "./rule.ts";
import { bindsName, READ_TOOLS } from "./tool-names.ts";
import { wildcardMatches } from "./wildcard.ts";

export interface Met extends Meeting {
  readonly rule: Rule;
}

/** Of several rules the strongest answer; of equal ones the first. */
export const firstMet = (rules: readonly Rule[], call: RuleCall): Met | undefined =>
  strongest(
    rules.map((rule) => {
      const met = meets(rule, call);
      return met === undefined ? undefined : { ...met, rule };
    }),
  );

/** Undefined: the rule has nothing to say about this call. */
export function meets(rule: Rule, call: RuleCall): Meeting | undefined {
  const { content } = rule;
  if (content === null) return bindsName(rule, call) ? { answer: "rule", met: call.tool } : undefined;
  switch (content.kind) {
    case "path":
      return meetsPath(content, call, rule.tools.some((tool) => READ_TOOLS.includes(tool)) ? "reads" : "changes");
    case "domain":
      return meetsHost(content.host, call);
    case "name":
      return meetsNamed(rule, content.pattern, call);
    default:
      return meetsCommand(content, call);
  }
}

function meetsNamed(rule: Rule, pattern: string, call: RuleCall): Meeting | undefined {
  const spoken = spokenSkill(call);
  const bare = foldText(pattern.replace(/^\/+/, ""));
  const isSkill = spoken !== undefined && (rule.tool === "Skill" || bindsName(rule, call));
  const found = isSkill ? spoken.find((name) => wildcardMatches(bare, foldText(name))) : undefined;
  if (found !== undefined) return { answer: "rule", met: found };
  const name = contentName(call);
  return bindsName(rule, call) && wildcardMatches(foldText(pattern), foldText(name))
    ? { answer: "rule", met: name }
    : undefined;
}

/** A skill as hosts take it: without the slash that people type, and what stands behind its name; two tools start one. */
function spokenSkill({ tool, input }: RuleCall): readonly string[] | undefined {
  const text = tool === "Skill" ? input.skill : tool === "SlashCommand" ? input.command : undefined;
  if (typeof text !== "string") return undefined;
  const bare = text.trim().replace(/^[/\s]+/, "");
  return [bare, bare.split(/\s/)[0] ?? ""];
}

/** What `Tool(name)` is compared with: the agent's name, the skill's, else what is shown of the call. */
export function contentName({ tool, input, encoding }: RuleCall): string {
  const name = tool === "Agent" ? input.subagent_type : tool === "Skill" ? input.skill : undefined;
  return typeof name === "string" ? name : encoding;
}
