/** A rule whose very call is held all the same: whoever wrote it would think that it does something. */
import type { JsonObject } from "../../contract/action.ts";
import type { Step } from "../../contract/decision.ts";
import type { Result } from "../../contract/result.ts";
import type { Gate } from "../../gate/index.ts";
import type { Rule } from "../../rules/index.ts";

/** No rule of the list is asked after these have spoken. */
const FIRST: Readonly<Record<"allow" | "ask", ReadonlySet<Step>>> = {
  allow: new Set<Step>(["floor", "denyRule", "askRule", "safetyCheck", "userInteraction"]),
  ask: new Set<Step>(["floor", "denyRule"]),
};

export interface RuleGround {
  readonly root: string;
  readonly home: string;
  /** A gate that supposes: it has no model, and records nowhere. */
  readonly gateFor: (root: string) => Result<Gate>;
}

/** A sentence that names the call and what still holds it; undefined where the rule has an effect, or no call can be named. */
export async function changesNothing(rule: Rule, { root, home, gateFor }: RuleGround): Promise<string | undefined> {
  const call = rule.list === "deny" ? undefined : namedCall(rule, home);
  const gate = call === undefined ? undefined : gateFor(root);
  if (rule.list === "deny" || call === undefined || gate?.ok !== true) return undefined;
  gate.value.addRule(rule.list, rule.text);
  const { tool, input, shown } = call;
  const { by, behavior, reason } = await gate.value.check({ tool, input, cwd: root, session: `rule ${rule.text}` });
  if (!FIRST[rule.list].has(by)) return undefined;
  const held = behavior === "ask" ? "is still asked about" : "is still denied";
  const own = by === "floor" ? `${reason} The floor holds whatever rules say.` : reason;
  return `${rule.text} changes nothing: ${shown} ${held}. ${own.replace(/ Nothing settles it for good\.$/, "")}`;
}

/** The call a rule names word by word. */
function namedCall({ content, tools: [tool = ""] }: Rule, home: string) {
  if (content?.kind === "exact") return shellCall(tool, content.text);
  if (content?.kind === "prefix") return shellCall(tool, content.words);
  if (content?.kind !== "path" || /[*?[\]{}]/.test(content.pattern)) return undefined;
  const path = content.pattern.replace(/^~(?=\/)/, home).replace(/^\/\//, "/");
  return path.startsWith("/") ? { tool, input: FIELDS[tool]?.(path) ?? { file_path: path }, shown: path } : undefined;
}

const shellCall = (tool: string, command: string) => ({ tool, input: { command }, shown: command });

const FIELDS: Readonly<Record<string, (file_path: string) => JsonObject>> = {
  Write: (file_path) => ({ file_path, content: "" }),
  Edit: (file_path) => ({ file_path, old_string: "a", new_string: "b" }),
};
