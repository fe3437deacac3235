/** What came of walled calls: folded into the session at the next event, whichever it is (§9). */
import type { Memory, RanEntry } from "../contract/session.ts";
import { remember, type Session } from "../memory/index.ts";
import type { GateParts } from "./parts.ts";

/**
 * The memory with everything in it that walled calls have left behind since, of this session and, where a sweep was cut
 * short, of any. Throws where that cannot be ended: nothing is judged over places that nobody has looked at.
 */
export async function newestMemory(
  session: Session,
  parts: Pick<GateParts, "walls" | "now">,
  output?: string,
): Promise<Memory> {
  const { walls, now } = parts;
  if (walls === null) return session.memory();
  const known = await session.memory();
  const [pending] = walls.finishSweeps(known.start.projectRoot);
  if (pending !== undefined) throw new Error(pending);
  const ended = known.tickets.size === 0 ? [] : walls.outcomes([...known.tickets.keys()], output);
  if (ended.length === 0) return known;
  const at = now();
  return session.transact((memory) => {
    const entries = ended.flatMap((outcome): readonly RanEntry[] => {
      const { ticket, refused, swept: places, creates, complete } = outcome;
      const call = memory.tickets.get(ticket);
      // What was not compared to its end may be anything of the project.
      const writes = complete ? outcome.writes : [memory.start.projectRoot];
      return call === undefined ? [] : [{ kind: "ran", at, call, ticket, refused, swept: places, writes, creates }];
    });
    return { entries, value: entries.reduce(remember, memory) };
  });
}
