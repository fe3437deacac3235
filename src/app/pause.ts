/** A pause: for a while the mode is `default`, so that the person is asked instead of the model. Rules and proofs hold. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stateLayout } from "../contract/state-dir.ts";

/** A pause that says it is longer was not made by us. */
export const MAX_PAUSE_MINUTES = 24 * 60;

/** When the pause ends; null where there is none. */
export function pausedUntil(stateDir: string, now: number): number | null {
  const { pause } = stateLayout(stateDir);
  // There is none nearly always, and reading what is not there costs more than asking for it.
  if (!existsSync(pause)) return null;
  try {
    const until: unknown = JSON.parse(readFileSync(pause, "utf8")).until;
    return typeof until === "number" && until > now && until <= now + MAX_PAUSE_MINUTES * 60_000 ? until : null;
  } catch {
    return null;
  }
}

export function pauseUntil(stateDir: string, until: number): void {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  writeFileSync(stateLayout(stateDir).pause, JSON.stringify({ until }), { mode: 0o600 });
}

export const endPause = (stateDir: string): void => rmSync(stateLayout(stateDir).pause, { force: true });
