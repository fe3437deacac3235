/** One decision on record by its id, and the restore point that was made for its call. */
import type { PointHead } from "../contain/index.ts";
import { listPoints } from "../contain/undo/index.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import type { DecisionEntry } from "../contract/session.ts";
import type { LoggedRecord, RecordStore } from "../memory/index.ts";

/** Fewer characters are no start of an id. */
const MIN_ID_CHARS = 8;
/** As the gate makes them; a library may make others. */
const WHOLE_ID_CHARS = 36;
/** Between saving and deciding lies the walls' own preparation at most. */
const POINT_WINDOW_MS = 60_000;

export interface RecordedDecision extends Pick<LoggedRecord, "session" | "host" | "byHand"> {
  readonly entry: DecisionEntry;
}

/** By its id, or by the start of it. */
export async function findDecision(store: Pick<RecordStore, "newest">, id: string): Promise<Result<RecordedDecision>> {
  const begins = ({ entry }: LoggedRecord): boolean =>
    entry.kind === "decision" && (entry.decision.id === id || entry.decision.id.startsWith(id));
  if (id.length < MIN_ID_CHARS) return fail(`give at least ${MIN_ID_CHARS} characters of a decision's id`);
  const limit = id.length >= WHOLE_ID_CHARS ? 1 : 2;
  const { records } = await store.newest({ limit, since: undefined, session: undefined, matches: begins });
  const found = records.flatMap(({ session, host, byHand, entry }): readonly RecordedDecision[] =>
    entry.kind === "decision" ? [{ session, host, byHand, entry }] : [],
  );
  const exact = found.find(({ entry }) => entry.decision.id === id) ?? (found.length === 1 ? found[0] : undefined);
  if (exact !== undefined) return ok(exact);
  return fail(
    found.length === 0 ? `no decision ${id} is on record` : `more than one decision begins with ${id}: give more of it`,
  );
}

/** The point that was made for this very call, just before it. */
export function pointOfDecision(
  { session, entry }: Pick<RecordedDecision, "session" | "entry">,
  stateDir: string,
): PointHead | undefined {
  if (entry.decision.behavior !== "allow") return undefined;
  return listPoints(stateDir).find(
    ({ at, call }) => call.session === session && call.key === entry.call && Math.abs(at - entry.at) < POINT_WINDOW_MS,
  );
}
