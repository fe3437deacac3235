/** What the agent gave others, or its own later self, to do. A host may hand it back as a prompt; it stays the agent's. */
import { sha256 } from "../../contract/key.ts";
import type { DecisionEntry, Memory } from "../../contract/session.ts";

/** Forgotten first: the oldest. */
const MAX_TASKS = 500;
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

export const isTask = ({ tasks = [] }: Memory, text: string): boolean =>
  tasks.length > 0 && tasks.includes(keyOf(text));

const keyOf = (text: string): string => sha256(text.normalize("NFKC").replace(/\s+/gu, " ").trim());
