/** From the four lists of the settings to the entries in force. */

import { jsonString } from "../../contract/escape.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { checkShape } from "./shape.ts";
import { ALLOW, ENVIRONMENT, TOPICS } from "./topics.ts";
import { type RulebookEntry, type RulebookSettings, SECTIONS, type Section, type Topic } from "./types.ts";

const MAX_ENTRY_CHARS = 2_000;
const MAX_ENTRIES = 200;
const DEFAULTS = "$defaults";
/** "Label: text": a short head in front of a colon. */
const LABELLED = /^([^\s:[\]][^:[\]\n]{0,47}):\s+(\S[\s\S]*)$/;
const SOFT_CLEARS = "the user asks for exactly this in their own words";

/**
 * A section's list replaces its defaults; `$defaults` splices them in, once, where it first stands. A user's entry with
 * a default's label takes that default's place, in its own section or in a stricter one.
 */
export function entriesOf(settings: RulebookSettings): Result<readonly RulebookEntry[]> {
  const broken = checkShape(TOPICS);
  if (broken) return fail(`rulebook: ${broken}`);
  const own = new Map<Section, readonly (RulebookEntry | typeof DEFAULTS)[]>();
  for (const section of SECTIONS) {
    const list = settings[section] ?? [DEFAULTS];
    if (list.length > MAX_ENTRIES) return fail(`autoMode.${section}: more than ${MAX_ENTRIES} entries`);
    const at = list.findIndex((text) => text !== DEFAULTS && problemWith(text) !== undefined);
    if (at >= 0) return fail(`autoMode.${section}[${at}]: ${problemWith(list[at] ?? "")}`);
    let position = 0;
    own.set(
      section,
      list.map((text) => (text === DEFAULTS ? DEFAULTS : userEntry(section, text.trim(), ++position))),
    );
  }
  return ok(SECTIONS.flatMap((section) => spliceDefaults(section, own)));
}

function spliceDefaults(
  section: Section,
  own: ReadonlyMap<Section, readonly (RulebookEntry | typeof DEFAULTS)[]>,
): readonly RulebookEntry[] {
  const reach: readonly Section[] = section === "soft_deny" ? ["hard_deny", "soft_deny"] : [section];
  const taken = new Set(
    reach.flatMap((from) => (own.get(from) ?? []).map((entry) => (entry === DEFAULTS ? "" : key(entry.label)))),
  );
  const list = own.get(section) ?? [];
  const first = list.indexOf(DEFAULTS);
  return list.flatMap((entry, index) => {
    if (entry !== DEFAULTS) return [entry];
    return index === first ? DEFAULT_ENTRIES[section].filter(({ label }) => !taken.has(key(label))) : [];
  });
}

function problemWith(text: string): string | undefined {
  if (text.trim() === "") return "is empty";
  if (text.length > MAX_ENTRY_CHARS) return `is longer than ${MAX_ENTRY_CHARS} characters`;
  if (text.startsWith("$")) return `unknown entry ${JSON.stringify(text)}; only "${DEFAULTS}" begins with $`;
  return undefined;
}

/** User text enters the prompt as a JSON string and nowhere else. */
function userEntry(section: Section, written: string, position: number): RulebookEntry {
  const [, head, body] = LABELLED.exec(written) ?? [];
  const label = head?.trim() ?? `${GENERATED[section]} ${position}`;
  const text = body ?? written;
  const blocks = section === "hard_deny" || section === "soft_deny";
  return {
    section,
    label,
    text,
    origin: "user",
    hard: section === "hard_deny",
    clearsWhen: section === "soft_deny" ? SOFT_CLEARS : null,
    line: blocks ? `- [${jsonString(label).slice(1, -1)}] ${jsonString(text)}` : `- ${jsonString(written)}`,
  };
}

const GENERATED: Readonly<Record<Section, string>> = {
  environment: "Environment",
  hard_deny: "Hard Rule",
  soft_deny: "Soft Rule",
  allow: "Allow Rule",
};

const key = (label: string): string => label.trim().toLowerCase();

const topicEntry = (topic: Topic): RulebookEntry => ({
  section: topic.hard ? "hard_deny" : "soft_deny",
  label: topic.label,
  text: topic.text,
  origin: "default",
  hard: topic.hard,
  clearsWhen: topic.clearsWhen,
  line: [
    `- [${topic.label}] ${topic.text}`,
    `Needs: ${topic.evidence}.`,
    ...(topic.clearsWhen === null ? [] : [`Clears: ${topic.clearsWhen}.`]),
    `Not: ${topic.nearMiss}.`,
  ].join(" "),
});

const plainEntry = (section: "environment" | "allow", label: string, text: string): RulebookEntry => ({
  section,
  label,
  text,
  origin: "default",
  hard: false,
  clearsWhen: null,
  line: section === "allow" ? `- ${label}. ${text}` : `- ${label}: ${text}.`,
});

const DEFAULT_ENTRIES: Readonly<Record<Section, readonly RulebookEntry[]>> = {
  environment: ENVIRONMENT.map(({ name, text }) => plainEntry("environment", name, text)),
  hard_deny: TOPICS.filter(({ hard }) => hard).map(topicEntry),
  soft_deny: TOPICS.filter(({ hard }) => !hard).map(topicEntry),
  allow: ALLOW.map(({ label, text }) => plainEntry("allow", label, text)),
};
