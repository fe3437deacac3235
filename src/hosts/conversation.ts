/** The conversation before a call, from the host's own record and from the prompts the hook recorded. */
import type { Turn } from "../contract/action.ts";
import type { CallEvent, Host, Occasion } from "./host.ts";
import { linesOfFile } from "./lines.ts";
import { personsWords } from "./person.ts";
import { type Heard, hear, NOTHING_HEARD } from "./records.ts";

/** What went before this call: the host's record, with the prompts the hook recorded laid over it. Never throws. */
export const turnsBefore = (
  host: Pick<Host, "records">,
  { record, action }: CallEvent,
  prompts: readonly string[],
): readonly Turn[] => mergePrompts(hearRecord(host, record, action.toolUseId ?? null), prompts);

/** What a record says: a file, or lines that came with the event. */
export function hearRecord(
  { records }: Pick<Host, "records">,
  record: Occasion["record"],
  leaveOut: string | null,
): Heard {
  if (records === undefined || record === null) return NOTHING_HEARD;
  return hear(records, typeof record === "string" ? linesOfFile(record) : record, leaveOut);
}

/**
 * What the hook recorded of the person, laid over what the host's file says. Where prompts were recorded, only they are the
 * person's, and of those only what the host does not mark as somebody else's; answers to questions stay with their calls.
 */
export function mergePrompts(heard: Heard, recorded: readonly string[]): readonly Turn[] {
  const disowned = new Set([...heard.notHuman, ...tasksIn(heard.turns)].map(normalise));
  const prompts = recorded
    .map((text) => personsWords(text))
    .filter((text) => text !== "" && !disowned.has(normalise(text)));
  if (recorded.length === 0)
    return heard.turns.filter((turn) => !("user" in turn) || !disowned.has(normalise(turn.user)));
  const queued = new Set(heard.queued.map(normalise));
  const turns: Turn[] = [];
  let next = 0;
  for (const turn of heard.turns) {
    if (!("user" in turn)) {
      turns.push(turn);
      continue;
    }
    const at = prompts.findIndex((text, i) => i >= next && normalise(text) === normalise(turn.user));
    if (at < 0) {
      if (queued.has(normalise(turn.user))) turns.push(turn);
      continue;
    }
    // Those in between are in the record and not (any more) in the part of the file that was read.
    for (const text of prompts.slice(next, at + 1)) turns.push({ user: text });
    next = at + 1;
  }
  return [...turns, ...prompts.slice(next).map((user): Turn => ({ user }))];
}

/** The tasks the agent gave others. A host that hands one on as a prompt does not make it the person's. */
const tasksIn = (turns: readonly Turn[]): readonly string[] =>
  turns.flatMap((turn) =>
    "user" in turn
      ? []
      : TASK_FIELDS.flatMap((name) => (typeof turn.input[name] === "string" ? [turn.input[name]] : [])),
  );
const TASK_FIELDS = ["prompt", "message", "task", "instructions"];

const normalise = (text: string): string => personsWords(text).replace(/\s+/gu, " ");
