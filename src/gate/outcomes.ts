/** What came of walled calls: folded into the session at the next event, whichever it is (§9). */
import type { Memory, RanEntry } from "../contract/session.ts";
import { remember, type Session } from "../memory/index.ts";
import type { GateParts } from "./parts.ts";

/**
 * The memory with everything in it that walled calls have left behind since, of this session and, where a sweep was cut
 * short, of any. Throws where that cannot be ended: nothing is judged over places that nobody has looked at.
 */
export async function newestMemory(session: Session, parts: Pick<GateParts, "walls" | "now">): Promise<Memory> {
  const { walls, now } = parts;
  if (walls === null) return session.memory();
  const swept = walls.finishSweeps();
  if (!swept.ok) throw new Error(swept.error);
  const known = await session.memory();
  const ended = known.tickets.size === 0 ? [] : walls.outcomes([...known.tickets.keys()]);
  if (ended.length === 0) return known;
  const at = now();
  return session.transact((memory) => {
    const entries = ended.flatMap(({ ticket, refused, swept: places, writes, creates }): readonly RanEntry[] => {
      const call = memory.tickets.get(ticket);
      return call === undefined ? [] : [{ kind: "ran", at, call, ticket, refused, swept: places, writes, creates }];
    });
    return { entries, value: entries.reduce(remember, memory) };
  });
}
