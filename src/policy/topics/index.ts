/** The rulebook: default entries as data, the user's spliced in, and the system prompt made of both. */

import { jsonString } from "../../contract/escape.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { PROMPTS } from "../../judge/prompts/embedded.ts";
import { entriesOf } from "./entries.ts";
import { checkShape } from "./shape.ts";
import { TOPICS } from "./topics.ts";
import type { Entry, RulebookSettings, RulebookView, Section, TopicView } from "./types.ts";

export { ALLOW } from "./allow.ts";
export { type Case, evaluationCases } from "./cases.ts";
export { decide, nameTopic } from "./decide.ts";
export { ENVIRONMENT } from "./environment.ts";
export { type Label, TOPICS, topic } from "./topics.ts";
export type {
  AllowException,
  Call,
  Entry,
  EnvironmentSlot,
  Example,
  RulebookSettings,
  RulebookView,
  Section,
  Topic,
  TopicView,
} from "./types.ts";

export type Rulebook = RulebookView & { readonly entries: readonly Entry[] };

/** Never throws: an entry that cannot be used is named in the error. */
export function loadRulebook(settings: RulebookSettings = {}): Result<Rulebook> {
  const broken = checkShape(TOPICS);
  if (broken) return fail(`rulebook: ${broken}`);
  const entries = entriesOf(settings);
  if (!entries.ok) return entries;
  const byLabel = lookup(entries.value);
  return ok({
    entries: entries.value,
    systemPrompt: assemble(entries.value),
    suffixes: {
      fast: PROMPTS["stage-fast"],
      thinking: PROMPTS["stage-thinking"],
      tool: PROMPTS["stage-tool"],
      handoff: PROMPTS.handoff,
    },
    wrapInstructions: (escaped) => fill(PROMPTS.instructions, { instructions: escaped }),
    wrapFacts: (escaped) => fill(PROMPTS.facts, { facts: escaped }),
    topic: (label) => byLabel.get(fold(label)),
  });
}

/** The system prompt: stable bytes for the same entries. */
export function assemble(entries: readonly Entry[]): string {
  const lines = (section: Section) =>
    entries
      .filter((entry) => entry.section === section)
      .map((entry) => entry.line)
      .join("\n") || "- (none)";
  const permissions = fill(PROMPTS.permissions, {
    environment: lines("environment"),
    hard_deny: lines("hard_deny"),
    soft_deny: lines("soft_deny"),
    allow: lines("allow"),
  });
  return [PROMPTS.base, PROMPTS["user-intent"], permissions].join("\n");
}

/** The prompt for a model that reviews the user's own entries; undefined when there are none. */
export function critiquePrompt(rulebook: Pick<Rulebook, "entries">): string | undefined {
  const own = rulebook.entries.filter((entry) => entry.origin === "user");
  if (own.length === 0) return undefined;
  const defaults = rulebook.entries.filter((entry) => entry.origin === "default");
  return fill(PROMPTS.critique, {
    defaults: defaults.map((entry) => `${entry.section} ${entry.line}`).join("\n"),
    entries: own.map((entry, index) => `${index + 1}. ${entry.section}: ${jsonString(entry.text)}`).join("\n"),
  });
}

/** Replaces `{{name}}` in one pass, so that nothing filled in is read as a slot. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => values[name] ?? slot);
}

/** Hard before soft, then the order of the list: the strictest entry of a label answers for it. */
function lookup(entries: readonly Entry[]): ReadonlyMap<string, TopicView> {
  const found = new Map<string, TopicView>();
  for (const section of ["hard_deny", "soft_deny"] as const)
    for (const { label, hard, clearsWhen, section: own } of entries)
      if (own === section && !found.has(fold(label))) found.set(fold(label), { label, hard, clearsWhen });
  return found;
}

const fold = (label: string): string => label.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
