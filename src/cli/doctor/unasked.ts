/** Calls that were judged without the model that is set up, because it could not be asked: what the record says of it. */
import { type AppContext, openStore } from "../../app/index.ts";
import type { DecisionEntry } from "../../contract/session.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** When the model could not be asked the last time; undefined where it answered since, or nothing is on record of the last day. */
export async function lastUnasked(io: AppContext): Promise<number | undefined> {
  const { records } = await openStore(io).newest({
    ...{ limit: 1, since: io.now() - DAY_MS, session: undefined },
    matches: ({ entry }) => entry.kind === "decision" && concernsModel(entry),
  });
  const [newest] = records;
  return newest?.entry.kind === "decision" && isUnasked(newest.entry) ? newest.entry.at : undefined;
}

const isUnasked = ({ decision }: DecisionEntry): boolean => (decision.degraded ?? null) !== null;

const concernsModel = (entry: DecisionEntry): boolean => isUnasked(entry) || entry.decision.by === "classifier";
