/** A session that is open already, for a gate. */
import type { Memory } from "../contract/session.ts";
import type { Session, SessionStore } from "../memory/index.ts";

/** The gate takes the session as it was opened for this event, with the memory as it was just read; renewed, as it is then. */
export function alreadyOpen(
  session: Session,
  memory: Memory,
): { readonly store: SessionStore; readonly renew: () => void } {
  let known: Memory | undefined = memory;
  const opened: Session = {
    id: session.id,
    memory: async () => known ?? session.memory(),
    transact: (body) => session.transact(body),
  };
  return {
    store: { open: async () => opened },
    renew: () => {
      known = undefined;
    },
  };
}
