/** Whether what came as a prompt is the person's: only where nothing says that an agent put it there. */
import type { Memory } from "../../contract/session.ts";
import type { Gate } from "../../gate/index.ts";
import { GIVEN_BEFORE, isTask, type Session, wordsEntry } from "../../memory/index.ts";
import type { HostEvent } from "../host.ts";
import type { KnownWords } from "../records/conversation.ts";
import { wasGiven } from "./given.ts";

export interface WordsAt {
  readonly memory: Memory;
  readonly stateDir: string | undefined;
  /** By what it is known that an agent started this one; null where nothing says so. */
  readonly startedBy: (() => string | null) | undefined;
  readonly now: number;
}

/** By what they are known for an agent's, in words; null where they are the person's. Throws where that cannot be found out. */
export function whyAgents(text: string, { memory, stateDir, startedBy, now }: WordsAt): string | null {
  const started = startedBy?.() ?? null;
  if (started !== null) return started;
  const { projectRoot } = memory.start;
  const given = isTask(memory, text) || (stateDir !== undefined && wasGiven(text, { stateDir, projectRoot, now }));
  return given ? GIVEN_BEFORE : null;
}

/** On record as whose words they are; what the person is to know of it. */
export async function hearWords(
  { text, session, warning }: Extract<HostEvent, { readonly kind: "said" }>,
  gate: Pick<Gate, "personSaid" | "agentSaid">,
  words: WordsAt,
): Promise<string | null> {
  const why = whyAgents(text, words);
  if (why === null) await gate.personSaid(text, session);
  else await gate.agentSaid(text, why, session);
  const told = [warning, messageOnWords(why, words.memory)].filter((one) => one !== null);
  return told.length === 0 ? null : told.join(" ");
}

/** Without a gate too what was said goes on record: it counts once there is one again. */
export async function recordUnheard<F>(
  event: HostEvent,
  { session, words }: { readonly session: Session; readonly words: WordsAt },
  failure: F,
): Promise<F> {
  if (event.kind !== "said") return failure;
  const why = whyAgents(event.text, words);
  await session.transact((memory) => ({
    entries: [wordsEntry(memory, event.text, { at: words.now, why })],
    value: undefined,
  }));
  return failure;
}

/** What is known beside the host's own record. */
export const knownWords = (at: WordsAt): KnownWords => ({
  prompts: at.memory.prompts,
  given: at.memory.given ?? [],
  spawned: () => (at.startedBy?.() ?? null) !== null,
  isAgents: (text) => {
    try {
      return whyAgents(text, at) !== null;
    } catch {
      return true;
    }
  },
});

/** For the person, in case it was they who said it. Of a session an agent began once, of single words each time. */
function messageOnWords(why: string | null, { given = [] }: Memory): string | null {
  if (why === null) return null;
  if (why === GIVEN_BEFORE) return `Sallyport takes this for an agent's words, which consent to nothing: ${why}.`;
  return given.length > 0
    ? null
    : `Sallyport takes what is said in this session for an agent's words, which consent to nothing: ${why}. What you say in an agent that you start in a terminal of your own is yours.`;
}
