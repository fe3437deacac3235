/** A decision without a call: everything that could keep the next one from being recorded is tried. */
import { randomUUID } from "node:crypto";
import { sessionName } from "../../record/index.ts";
import { LedgerError } from "../store.ts";
import type { LedgerFs } from "./chained-types.ts";
import { withLock } from "./lock.ts";
import { preparePlace, sessionPlace } from "./place.ts";
import { removeSession } from "./purge.ts";
import { type LedgerOptions, LedgerSession } from "./session.ts";

const TEXT = "Tried out: this session does not stay.";

/** Opens a session, locks it, appends and syncs, and reads it back as another process would. */
export async function rehearseDecision(options: LedgerOptions & { readonly fs: LedgerFs }): Promise<void> {
  preparePlace(options.stateDir);
  const id = `rehearsal ${randomUUID()}`;
  const place = sessionPlace(options.stateDir, sessionName(id));
  const open = () => new LedgerSession({ id, start: { projectRoot: "/", host: null } }, options);
  const [writer, reader] = [open(), open()];
  try {
    await writer.transact(() => ({ entries: [{ kind: "prompt", at: 0, text: TEXT }], value: undefined }));
    const { prompts } = await reader.memory();
    if (prompts.at(-1) !== TEXT)
      throw new LedgerError(`The ledger does not keep what is written: ${place.file} reads otherwise. Check the disk.`);
  } finally {
    writer.close();
    reader.close();
    await withLock(place.lock, () => removeSession(options.fs, place, [])).catch(() => undefined);
  }
}
