/** What came as prompts, and what the agent gave others, or its own later self, to do: a host may hand that back as a prompt; it stays the agent's. */
import { sha256 } from "../../contract/key.ts";
import type { DecisionEntry, LedgerEntry, Memory } from "../../contract/session.ts";

/** Forgotten first: the oldest. */
const MAX_TASKS = 500;
const MAX_GIVEN = 20;
const MAX_PROMPTS = 1_000;
export const GIVEN_BEFORE = "an agent gave these very words as a task before";
const DELEGATES = /agent|task|cron|schedul|wake|message|spawn|delegat|loop|prompt|plan|trigger|remind/i;
const FIELDS = ["prompt", "message", "task", "instructions", "plan"];

/** As a hash: the words themselves are on record already. */
export function tasksAfter(memory: Memory, { action }: DecisionEntry): Pick<Memory, "tasks"> {
  if (!DELEGATES.test(action.tool)) return {};
  const given = FIELDS.flatMap((name) => {
    const text = action.input[name];
    return typeof text === "string" && text.trim() !== "" ? [keyOf(text)] : [];
  });
  return given.length === 0 ? {} : { tasks: [...new Set([...(memory.tasks ?? []), ...given])].slice(-MAX_TASKS) };
}

/** The person spoke, unless the same words were given as a task before: what was denied may be judged anew. */
export const rememberPrompt = (memory: Memory, text: string): Memory =>
  isTask(memory, text) ? memory : { ...memory, denied: new Map(), prompts: keepEnds([...memory.prompts, text]) };

/** The first thing the person said is what the session is about: it is kept with the latest. */
const keepEnds = (prompts: readonly string[]): readonly string[] =>
  prompts.length <= MAX_PROMPTS ? prompts : [...prompts.slice(0, 1), ...prompts.slice(-(MAX_PROMPTS - 1))];

/** Words that came as a prompt and are an agent's: what says them again is no more the person's. */
export const rememberTask = (memory: Memory, text: string): Memory => ({
  ...memory,
  tasks: [...new Set([...(memory.tasks ?? []), keyOf(text)])].slice(-MAX_TASKS),
  given: [...(memory.given ?? []), text].slice(-MAX_GIVEN),
});

export const isTask = ({ tasks = [] }: Memory, text: string): boolean =>
  tasks.length > 0 && tasks.includes(keyOf(text));

/** What came as a prompt, for the record. `why`: by what it is known for an agent's, where it is. */
export function wordsEntry(memory: Memory, text: string, { at, why }: { at: number; why: string | null }): LedgerEntry {
  const known = why ?? (isTask(memory, text) ? GIVEN_BEFORE : null);
  return known === null ? { kind: "prompt", at, text } : { kind: "task", at, text, why: known };
}

const keyOf = (text: string): string => sha256(text.normalize("NFKC").replace(/\s+/gu, " ").trim());
