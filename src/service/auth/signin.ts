/**
 * Signing in with a browser: a code from the person's terminal, good for one use, becomes a cookie and a key. The cookie is sent
 * to every port of this machine, so that it counts only together with the key, which the page alone can read.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serviceLayout } from "../folder.ts";
import { digest } from "./tokens.ts";

export const CODE_LIFE_MS = 10 * 60_000;
export const SESSION_LIFE_MS = 12 * 3_600_000;
const SECRET_BYTES = 32;
const MAX_CODES = 20;
const MAX_SESSIONS = 100;

const CODE_FILE = /^[0-9a-f]{64}$/;

/** Each code is a file, named by its hash: whoever takes the file away has used the code, and nobody can after that. */
const codeFile = (stateDir: string, code: string): string =>
  join(serviceLayout(stateDir).codes, digest(code).toString("hex"));

/** A code for one sign-in. Whoever runs this has made sure that a person asked for it. */
export function makeSigninCode(stateDir: string, now: number): string {
  const { codes } = serviceLayout(stateDir);
  mkdirSync(codes, { recursive: true, mode: 0o700 });
  dropCodes(codes, now);
  const code = randomBytes(SECRET_BYTES).toString("base64url");
  writeFileSync(codeFile(stateDir, code), `${now + CODE_LIFE_MS}\n`, { mode: 0o600, flag: "wx" });
  return code;
}

/** Those whose time is over, and the oldest where there are too many. */
function dropCodes(codes: string, now: number): void {
  const files = readdirSync(codes).filter((name) => CODE_FILE.test(name));
  const known = files.map((name) => ({ path: join(codes, name), until: untilIn(join(codes, name)) ?? 0 }));
  const standing = known.filter(({ until }) => until > now).sort((a, b) => b.until - a.until);
  const kept = new Set(standing.slice(0, MAX_CODES - 1).map(({ path }) => path));
  for (const { path } of known) if (!kept.has(path)) rmSync(path, { force: true });
}

/** Undefined where there is no such code. */
function untilIn(path: string): number | undefined {
  try {
    const text = readFileSync(path, "utf8");
    return /^\d{1,16}\n$/.test(text) ? Number(text) : 0;
  } catch {
    return undefined;
  }
}

/** Spends the code. Of any number of processes that try, one is told true. */
function spendCode(stateDir: string, code: string, now: number): boolean {
  const path = codeFile(stateDir, code);
  const until = untilIn(path);
  if (until === undefined) return false;
  try {
    unlinkSync(path);
  } catch {
    return false;
  }
  return until > now;
}

export interface BrowserSession {
  readonly cookie: string;
  readonly key: string;
  readonly until: number;
}

export interface Signins {
  /** Undefined: no such code, or not any more. A code is spent before anybody is let in. */
  readonly signIn: (code: string, now: number) => BrowserSession | undefined;
  /** Until when cookie and key let in; undefined: they do not. */
  readonly find: (cookie: string, key: string, now: number) => number | undefined;
  readonly signOut: (cookie: string) => void;
}

interface KeptSession {
  readonly cookie: Buffer;
  readonly key: Buffer;
  readonly until: number;
}

export function openSignins(stateDir: string): Signins {
  let sessions: readonly KeptSession[] = [];
  return {
    signIn: (code, now) => {
      if (!spendCode(stateDir, code, now)) return undefined;
      const made = { cookie: secret(), key: secret(), until: now + SESSION_LIFE_MS };
      const kept = { cookie: digest(made.cookie), key: digest(made.key), until: made.until };
      sessions = [...sessions.filter(({ until }) => until > now).slice(1 - MAX_SESSIONS), kept];
      return made;
    },
    find: (cookie, key, now) => {
      const [one, other] = [digest(cookie), digest(key)];
      let found: number | undefined;
      for (const session of sessions)
        if (equal(session.cookie, one) && equal(session.key, other) && session.until > now) found = session.until;
      return found;
    },
    signOut: (cookie) => {
      const given = digest(cookie);
      sessions = sessions.filter((session) => !equal(session.cookie, given));
    },
  };
}

const secret = (): string => randomBytes(SECRET_BYTES).toString("base64url");
const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
