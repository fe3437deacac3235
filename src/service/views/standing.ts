/** Whether what the index answers is the whole. */
import type { IndexStanding } from "../api.ts";
import { type HttpProblem, notFound, notYet } from "../http/problem.ts";
import type { IndexState, RecordIndex } from "../index-store/index.ts";

export const standingOf = ({ complete, reading }: Pick<IndexState, "complete" | "reading">): IndexStanding =>
  complete ? "complete" : reading ? "reading" : "full";

/** The standing is asked for first: what is found after the index was complete is complete. */
export async function withStanding<T>(
  index: Pick<RecordIndex, "state">,
  ask: () => Promise<T>,
): Promise<{ readonly found: T; readonly standing: IndexStanding }> {
  const state = index.state();
  const found = await ask();
  return { found, standing: standingOf(await state) };
}

/** What was not found is not there only where all of the record was read. */
export const missing = (standing: IndexStanding, what: string): HttpProblem =>
  standing === "reading"
    ? notYet(`the record is still being read, and this ${what} was not found so far`, "try again in a moment")
    : notFound(`the record has no such ${what}`);
