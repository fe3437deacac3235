/** The rules that would let a held call pass, as they are proposed to the person. */
import { hideKnown, secretsIn } from "../machine/secrets/index.ts";
import { inForce, parseRule, type Rule, suspendedBecause } from "../rules/index.ts";
import { type Call, runIn } from "./call.ts";
import { proposeForCommand, proposeForTool } from "./propose.ts";
import { coverBySome } from "./steps/7-allow-rule.ts";

/** More rules than these for one call are not one thing a person would do. */
const MAX_RULES = 3;

/** Rules that are in force in this mode and, tried here, let exactly this call pass. */
export function coveringProposal(call: Call, exact: boolean): readonly string[] | undefined {
  const parts = openParts(call);
  const secrets = secretsIn(call.input);
  const choices = parts.map((texts) =>
    texts.flatMap((text): readonly Rule[] => {
      if (tellsSecret(text, secrets) || (exact && /:(?:\*|everyday)\)$/.test(text))) return [];
      const rule = parseRule(text, "allow", "proposed", call.parts.ruleNames);
      return rule.ok && !rests(rule.value, call) ? [rule.value] : [];
    }),
  );
  if (choices.length === 0 || choices.length > MAX_RULES || choices.some((one) => one.length === 0)) return undefined;
  const known = inForce(call.book, "allow");
  const widest = Math.max(...choices.map((one) => one.length));
  for (let at = 0; at < widest; at++) {
    const rules = choices.flatMap((one) => one[Math.min(at, one.length - 1)] ?? []);
    const missing = rules.filter(({ text }) => !known.some((rule) => rule.text === text));
    if ([runIn(call, null), call].some((one) => coverBySome([...known, ...rules], one) !== undefined))
      return [...new Set((missing.length > 0 ? missing : rules).map(({ text }) => text))];
  }
  return undefined;
}

/** A rule is written down, and shown to whoever asks: none is proposed with a secret of the call in it. */
const tellsSecret = (rule: string, secrets: readonly string[]): boolean => hideKnown(rule, secrets) !== rule;

/** It does not count in the mode the call is in. */
export const rests = (rule: Rule, { mode, settings }: Call): boolean =>
  mode === "auto" && suspendedBecause(rule, settings.autoMode) !== undefined;

/** For each part that is more than reading, the rules a person would write. */
function openParts(call: Call): readonly (readonly string[])[] {
  const { tool, input } = call;
  if (call.spec.shell === undefined)
    return [[...proposeForTool(tool, input), ...proposeForPlaces(call)]].filter((texts) => texts.length > 0);
  const proven = call.provenParts();
  return (call.commands().plain ?? [])
    .filter((_, i) => proven[i] === undefined)
    .map((command) => proposeForCommand(command, (text) => tellsSecret(text, secretsIn(input))));
}

/** An edit outside of the project, file by file. */
const proposeForPlaces = (call: Call): readonly string[] =>
  call
    .met()
    .places.flatMap(({ path, role }) =>
      path === null || role !== "write"
        ? []
        : [`Edit(${path.startsWith(`${call.projectRoot}/`) ? path.slice(call.projectRoot.length) : `/${path}`})`],
    );
