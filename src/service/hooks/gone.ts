/** A store for whom somebody waits: once nobody does, nothing more is opened or recorded for them. */
import type { Session, SessionStore } from "../../memory/index.ts";

/** The line that asked has gone, and decides by itself. */
export class CallerGone extends Error {
  override readonly name = "CallerGone";
}

/** Whether the caller has gone is asked last of all under the lock, where what it decided by itself is on record already. */
export const whileWaited = (store: SessionStore, gone: AbortSignal): SessionStore => ({
  open: async (id, start) => {
    await stillWaited(gone);
    return sessionWhileWaited(await store.open(id, start), gone);
  },
});

const sessionWhileWaited = (session: Session, gone: AbortSignal): Session => ({
  id: session.id,
  memory: () => session.memory(),
  transact: async (body) => {
    await stillWaited(gone);
    return session.transact((memory) => {
      stopIf(gone);
      return body(memory);
    });
  },
});

/** What the sockets have to say is heard first: twice around the loop, because the first turn may end before they are looked at. */
export async function stillWaited(gone: AbortSignal): Promise<void> {
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  stopIf(gone);
}

function stopIf(gone: AbortSignal): void {
  if (gone.aborted) throw new CallerGone("the hook has gone");
}
