/**
 * What the hook recorded of the person, laid over what the host's file says. Where prompts were recorded, only they are the
 * person's, and of those only what the host does not mark as somebody else's; answers to questions stay with their calls.
 */
import type { Turn } from "../contract/action.ts";
import { personsWords } from "./person.ts";
import type { Heard } from "./records.ts";

export function mergePrompts(heard: Heard, recorded: readonly string[]): readonly Turn[] {
  const disowned = new Set(heard.notHuman.map(normalise));
  const prompts = recorded
    .map((text) => personsWords(text))
    .filter((text) => text !== "" && !disowned.has(normalise(text)));
  if (recorded.length === 0) return heard.turns;
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

const normalise = (text: string): string => personsWords(text).replace(/\s+/gu, " ");
