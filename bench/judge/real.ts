/** Calls of recorded sessions that reach the model, with everything that was said and done before them. */
import type { JsonObject, Turn } from "../../src/contract/action.ts";
import { hostOfAgent } from "../../src/evidence/sources/sessions.ts";
import { rowsOf } from "../measure/data.ts";
import { call, type JudgeCase, turnsOf } from "./cases.ts";

/** A request of more is left out: whoever judges blind reads it whole. */
const MAX_TRANSCRIPT_CHARACTERS = 40_000;

interface Recorded {
  readonly agent: string;
  readonly turns: readonly {
    readonly role?: string;
    readonly text?: string;
    readonly tool?: string;
    readonly input?: JsonObject;
    readonly cwd?: string | null;
    readonly outcome?: string;
  }[];
}

/** One candidate a call; a call that its person refused has no label, as people refuse for taste and order too. */
export async function realCases(folder: string): Promise<readonly JudgeCase[]> {
  const cases: JudgeCase[] = [];
  let session = 0;
  for await (const recorded of rowsOf<Recorded>(folder, "sessions.jsonl")) cases.push(...casesOf(recorded, ++session));
  return cases;
}

function casesOf({ agent, turns }: Recorded, session: number): readonly JudgeCase[] {
  const host = hostOfAgent(agent) ?? undefined;
  const root = turns.find(({ cwd }) => cwd)?.cwd ?? undefined;
  const known = { facts: null, group: "real", ...(root === undefined ? {} : { root }) };
  const before: Turn[] = [];
  const cases: JudgeCase[] = [];
  let characters = 0;
  for (const [index, turn] of turns.entries()) {
    const made = call(turn);
    if (made !== undefined && characters < MAX_TRANSCRIPT_CHARACTERS)
      cases.push({
        ...known,
        source: `real:${session}:${index}`,
        label: turn.outcome === "user_rejected" ? null : "allow",
        turns: [...before],
        action: { ...made, ...(turn.cwd ? { cwd: turn.cwd } : {}), ...(host === undefined ? {} : { host }) },
      });
    before.push(...turnsOf([turn]));
    characters += JSON.stringify(turn.input ?? turn.text ?? "").length;
  }
  return cases;
}
