/** What a check found. `fix` says what to do about it, in words a person can follow. */
import { execFile } from "node:child_process";
import type { Pins } from "../install/line.ts";
import type { HostEnvironment } from "../install/place.ts";

export interface HealthFinding {
  readonly about: string;
  readonly state: "ok" | "warn" | "bad";
  readonly says: string;
  readonly fix?: string;
}

export const good = (about: string, says: string): HealthFinding => ({ about, state: "ok", says });
export const warn = (about: string, says: string, fix: string): HealthFinding => ({ about, state: "warn", says, fix });
export const bad = (about: string, says: string, fix: string): HealthFinding => ({ about, state: "bad", says, fix });

export interface HostCheck {
  readonly at: HostEnvironment;
  readonly pins: Pins;
  /** The host is there and the hook stands in one of its files: it can be started for a moment where only that tells. */
  readonly isLive: boolean;
}

export type HostDoctor = (check: HostCheck) => Promise<readonly HealthFinding[]>;

const VERSION_LIMIT_MS = 15_000;
/** How long a host may take to say something of itself. */
export const ASK_LIMIT_MS = 30_000;

/** The version a program tells, or undefined when it is not there or does not answer. */
export function versionOf(program: string, env: HostEnvironment["env"]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const done = (error: Error | null, stdout: string): void =>
      resolve(error === null ? (/\d+\.\d+[\w.+-]*/.exec(stdout)?.[0] ?? "unknown") : undefined);
    const child = execFile(program, ["--version"], { env: { ...env }, timeout: VERSION_LIMIT_MS }, done);
    child.stdin?.end();
  });
}
