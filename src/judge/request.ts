/** The request, byte for byte as the specification has it. One prompt for both stages: only its last block differs. */
import type { Stage } from "../contract/decision.ts";
import { jsonString, shorten } from "../contract/escape.ts";
import { hideSecrets } from "../machine/secrets/index.ts";
import type { TranscriptFormat, TranscriptWindow } from "../policy/settings/index.ts";
import type { TextPart } from "./providers/index.ts";
import type { Rulebook } from "./rulebook.ts";
import { applyWindow, blocks, line, type Mark } from "./transcript.ts";
import type { Fact, Question, TranscriptEntry } from "./types.ts";

/** What of the project's instructions is kept when a session begins, and shown. */
export const MAX_INSTRUCTIONS_CHARACTERS = 60_000;
const MAX_FACT_CHARACTERS = 4000;
export const MAX_FACTS = 40;

export type Suffix = Stage | "tool" | "handoff";

/** Everything but the last block. */
export interface Prompt {
  readonly system: readonly TextPart[];
  readonly messages: readonly (readonly TextPart[])[];
  readonly mark: Mark;
}

interface PromptOptions {
  readonly rulebook: Rulebook;
  readonly format: TranscriptFormat;
  readonly window: TranscriptWindow;
  /** Marks of the session's earlier requests; null where nothing can be remembered. */
  readonly marks: readonly Mark[] | null;
}

export const buildPrompt = (
  question: Pick<Question, "tool" | "encoding" | "transcript" | "instructions" | "facts">,
  options: PromptOptions,
): Prompt => {
  const { rulebook, format, window } = options;
  const lines = applyWindow(question.transcript.map(hide), window).map((entry) => line(entry, format));
  const action = line(hide({ tool: question.tool, encoding: question.encoding }), format);
  const grouped = blocks(lines, action, options.marks);
  const system: readonly TextPart[] = [{ text: rulebook.systemPrompt, cache: true }];
  const messages: readonly (readonly TextPart[])[] = [
    ...(question.instructions ? [[instructionsPart(hideSecrets(question.instructions), rulebook)]] : []),
    [
      { text: "<transcript>\n" },
      ...grouped.before.map((text): TextPart => ({ text })),
      { text: grouped.action, cache: true },
      { text: "</transcript>\n" },
      ...(question.facts.length === 0 ? [] : [{ text: rulebook.wrapFacts(factLines(question.facts)) }]),
    ],
  ];
  return { system, messages, mark: grouped.mark };
};

/** Secrets are taken out of whatever is sent. */
const hide = (entry: TranscriptEntry): TranscriptEntry => {
  if ("user" in entry) return { user: hideSecrets(entry.user) };
  return "tool" in entry ? { ...entry, encoding: hideSecrets(entry.encoding) } : entry;
};

/** The prompt with its last block. */
export const withSuffix = (prompt: Prompt, suffix: string): Pick<Prompt, "system" | "messages"> => ({
  system: prompt.system,
  messages: [...prompt.messages.slice(0, -1), [...(prompt.messages.at(-1) ?? []), { text: suffix }]],
});

const instructionsPart = (text: string, rulebook: Rulebook): TextPart => ({
  text: rulebook.wrapInstructions(jsonString(shorten(text, MAX_INSTRUCTIONS_CHARACTERS))),
  cache: true,
});

/** One fact a line. What is quoted from files is under a key that says so. */
const factLines = (facts: readonly Fact[]): string => {
  const shown = facts.slice(0, MAX_FACTS).map(({ about, says, quoted }) => {
    const fields = [
      ["fact", about],
      ["says", says],
      ...(quoted === undefined ? [] : [["untrusted_quote", quoted] as const]),
    ] as const;
    return `{${fields.map(([key, text]) => `${jsonString(key)}:${jsonString(shorten(text, MAX_FACT_CHARACTERS))}`).join(",")}}`;
  });
  const left = facts.length - shown.length;
  return [...shown, ...(left > 0 ? [`{"fact":"more","says":"${left} further facts are not shown"}`] : [])].join("\n");
};
