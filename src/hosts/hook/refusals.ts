/** The person types again: what they refused in the agent before goes on record, as far as the agent's own record tells. */
import type { Memory, Waiting } from "../../contract/session.ts";
import { refuse, type Session, saidTo } from "../../memory/index.ts";
import type { Host, Occasion } from "../host.ts";
import { refusedCalls } from "../records/refusals.ts";

/** Never throws: what cannot be read is no answer, and the call waits on. */
export async function takeRefusals(
  { record }: Pick<Occasion, "record">,
  { records, title }: Pick<Host, "records" | "title">,
  session: Session,
): Promise<void> {
  try {
    const open = openQuestions(await session.memory());
    if (open.length === 0 || typeof record !== "string" || records === undefined) return;
    const refused = refusedCalls(records, record);
    for (const { decisionId, askedAs } of open)
      if (refused.has(askedAs ?? ""))
        await session.transact(refuse({ decisionId, by: `the person in ${title}`, at: Date.now() }));
  } catch {
    return;
  }
}

const openQuestions = (memory: Memory): readonly Waiting[] =>
  memory.waiting.filter(
    ({ askedAs, refusal, decisionId }) =>
      askedAs !== undefined && refusal === null && saidTo(memory, decisionId) === undefined,
  );
