/**
 * Signing in with a browser: a code from the person's terminal, good for one use, becomes a cookie and a key. The cookie is sent
 * to every port of this machine, so that it counts only together with the key, which the page alone can read.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { serviceLayout } from "../folder.ts";
import { keptFile } from "./kept-file.ts";
import { digest } from "./tokens.ts";

export const CODE_LIFE_MS = 10 * 60_000;
export const SESSION_LIFE_MS = 12 * 3_600_000;
const SECRET_BYTES = 32;
const MAX_CODES = 20;
const MAX_SESSIONS = 100;

const codes = z.object({ codes: z.array(z.object({ hash: z.string(), until: z.number() })) });

const codesIn = (stateDir: string) => keptFile(serviceLayout(stateDir).codes, { schema: codes, empty: { codes: [] } });

/** A code for one sign-in. Whoever runs this has made sure that a person asked for it. */
export function makeSigninCode(stateDir: string, now: number): string {
  const file = codesIn(stateDir);
  const code = randomBytes(SECRET_BYTES).toString("base64url");
  const standing = file.read().codes.filter(({ until }) => until > now);
  file.write({
    codes: [...standing.slice(1 - MAX_CODES), { hash: digest(code).toString("hex"), until: now + CODE_LIFE_MS }],
  });
  return code;
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
  const file = codesIn(stateDir);
  let sessions: readonly KeptSession[] = [];
  return {
    signIn: (code, now) => {
      const given = digest(code);
      const all = file.read().codes;
      const rest = all.filter(({ hash, until }) => until > now && !equal(Buffer.from(hash, "hex"), given));
      const standing = all.filter(({ until }) => until > now);
      if (rest.length === standing.length) return undefined;
      file.write({ codes: rest });
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
