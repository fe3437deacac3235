/** What a check found. `mend` says what to do about it, in words a person can follow. */
export interface Finding {
  readonly about: string;
  readonly state: "ok" | "warn" | "bad";
  readonly says: string;
  readonly mend?: string;
}

export const good = (about: string, says: string): Finding => ({ about, state: "ok", says });
export const warn = (about: string, says: string, mend: string): Finding => ({ about, state: "warn", says, mend });
export const bad = (about: string, says: string, mend: string): Finding => ({ about, state: "bad", says, mend });
