/** The rulebook as a model gets it: the entries in force, in the system prompt and around what a request holds. */
import { jsonString } from "../contract/escape.ts";
import { ok, type Result } from "../contract/result.ts";
import { entriesOf, type RulebookEntry, type RulebookSettings, type Section } from "../policy/topics/index.ts";
import { PROMPTS } from "./prompts/index.ts";

/** What a verdict needs to know about the label it names. */
interface TopicView {
  readonly label: string;
  readonly hard: boolean;
  readonly clearsWhen: string | null;
}

/** The rulebook as the request builder and the verdict parser see it. */
export interface Rulebook {
  /** Entries in force, in the order of the prompt. */
  readonly entries: readonly RulebookEntry[];
  /** The same bytes for the same settings. */
  readonly systemPrompt: string;
  /** The last block of a request: one for each stage, one for the `tool` protocol, one for a hand-off review. */
  readonly suffixes: Readonly<Record<"fast" | "thinking" | "tool" | "handoff", string>>;
  /** Wraps project instructions as untrusted. The text must already be escaped. */
  readonly wrapInstructions: (escaped: string) => string;
  /** Wraps facts. The text must already be escaped. */
  readonly wrapFacts: (escaped: string) => string;
  /** Block entries in force, by label; case and surrounding space do not matter. The strictest wins. */
  readonly topic: (label: string) => TopicView | undefined;
}

/** Never throws: an entry that cannot be used is named in the error. */
export function loadRulebook(settings: RulebookSettings = {}): Result<Rulebook> {
  const entries = entriesOf(settings);
  if (!entries.ok) return entries;
  const byLabel = lookup(entries.value);
  return ok({
    entries: entries.value,
    systemPrompt: assemble(entries.value),
    suffixes: {
      fast: PROMPTS.stageFast,
      thinking: PROMPTS.stageThinking,
      tool: PROMPTS.stageTool,
      handoff: PROMPTS.handoff,
    },
    wrapInstructions: (escaped) => fill(PROMPTS.instructions, { instructions: escaped }),
    wrapFacts: (escaped) => fill(PROMPTS.facts, { facts: escaped }),
    topic: (label) => byLabel.get(fold(label)),
  });
}

/** The system prompt: stable bytes for the same entries. */
function assemble(entries: readonly RulebookEntry[]): string {
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
  return [PROMPTS.base, PROMPTS.userIntent, permissions].join("\n");
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
function lookup(entries: readonly RulebookEntry[]): ReadonlyMap<string, TopicView> {
  const found = new Map<string, TopicView>();
  for (const section of ["hard_deny", "soft_deny"] as const)
    for (const { label, hard, clearsWhen, section: own } of entries)
      if (own === section && !found.has(fold(label))) found.set(fold(label), { label, hard, clearsWhen });
  return found;
}

const fold = (label: string): string => label.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
