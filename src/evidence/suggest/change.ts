/** Rules a person writes, read before they are put anywhere. */
import { nearest } from "../../contract/nearest.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { ourNameOf, ruleToolNames } from "../../hosts/index.ts";
import { BUILT_IN_TOOLS } from "../../policy/tools/index.ts";
import { type List, parseRule, type Rule, suspendedBecause } from "../../rules/index.ts";

/** Those that would rest in auto mode, and why. */
export function restingOf(rules: readonly Rule[]): readonly { readonly rule: string; readonly why: string }[] {
  return rules.flatMap((rule) => {
    const why = suspendedBecause(rule, { classifyAllShell: false, strictSuspension: false, suspendAlso: [] });
    return why === undefined ? [] : [{ rule: rule.text, why }];
  });
}

export function readRules(texts: readonly string[], list: List): Result<readonly Rule[]> {
  const rules: Rule[] = [];
  if (texts.length > 1 && texts.every((text) => /^[^A-Z(][^()]*$/.test(text)))
    return fail(`a command stands in one rule and in quotes: 'Bash(${texts.join(" ")})'`);
  for (const text of texts) {
    const rule = parseRule(text, list, "the rule", ruleToolNames);
    if (!rule.ok) return looksLikeCommand(text) ? fail(`${rule.error}; did you mean 'Bash(${text.trim()})'?`) : rule;
    if (!rule.value.known) return fail(unknownTool(rule.value));
    rules.push(rule.value);
  }
  return rules.length === 0 ? fail(`say which rule: sallyport ${list} 'Bash(npm test)'`) : ok(rules);
}

/** A command typed as it is, where a rule has it in parentheses behind the tool. */
const looksLikeCommand = (text: string): boolean => /^[\w./~-]+(?:\s+[^()]+)$/.test(text.trim());

/** A rule for it would never speak of a call, and whoever wrote it would think it did. */
function unknownTool({ tool, list, text }: Rule): string {
  const ours = ourNameOf(tool);
  if (ours !== undefined)
    return `${JSON.stringify(tool)} is an agent's name for the tool ${ours}, and an allow rule wants ours: sallyport ${list} '${ours}${text.slice(tool.length)}'. Nothing was written`;
  const names = BUILT_IN_TOOLS.map(({ name }) => name);
  const sameLetters = names.find((name) => name.toLowerCase() === tool.toLowerCase());
  const meant = sameLetters ?? nearest(tool, names);
  return `no tool is called ${JSON.stringify(tool)}${list === "allow" ? ", and an allow rule wants the exact name" : ""}${
    meant === undefined ? "." : `; did you mean ${meant}?`
  }${/^[a-z]/.test(tool) ? ` A rule for a command: 'Bash(${tool})'.` : ""} Nothing was written; a harness's own tool goes into the settings file by hand`;
}
