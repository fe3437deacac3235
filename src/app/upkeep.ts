/** What falls due beside decisions: flags are fetched, old sessions removed, walls tried again. Nobody waits for it. */
import { isRetryDue } from "../contain/index.ts";
import { type AppContext, stateDir } from "./paths.ts";
import { isSweepDue } from "./sweep.ts";

export interface Upkeep {
  /** `--settings`: a file, or JSON. */
  readonly settings: string | undefined;
  readonly flagsAreOld: boolean;
}

/** Never rejects. */
export async function keepUp(context: AppContext, { settings, flagsAreOld }: Upkeep): Promise<void> {
  const [state, now] = [stateDir(context.env), context.now()];
  if (![isSweepDue(state, now), isRetryDue(state, now), flagsAreOld].includes(true)) return;
  await import("./refresh-later.ts").then((own) => own.refreshLater(context, settings)).catch(() => undefined);
}
