/** What is written down for debugging: every exchange on request, every failure always. Bodies only, redacted, 0600. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stateLayout } from "../contract/state-dir.ts";
import type { Exchange, Failed } from "./providers/index.ts";

export const MAX_ERROR_FILES = 50;
const MAX_DUMP_FILES = 500;

export interface Diagnostics {
  /** The exchanges of one call. */
  readonly exchange: (exchange: Exchange) => void;
  readonly failure: (failure: Failed, endpoint: { readonly provider: string; readonly model: string }) => void;
}

export const NO_DIAGNOSTICS: Diagnostics = { exchange: () => {}, failure: () => {} };

interface DiagnosticsOptions {
  readonly stateDir: string;
  readonly dump: () => boolean;
  readonly redact: (text: string) => string;
  readonly now: () => number;
}

/** A hook takes no variable for it: the person switches it on for a while. */
export const DUMP_LIFE_MS = 3_600_000;

/** Until when exchanges are written down; 0 where they are not. Never throws. */
export const dumpUntil = (stateDir: string): number => {
  try {
    return Number(readFileSync(stateLayout(stateDir).dumpUntil, "utf8").trim()) || 0;
  } catch {
    return 0;
  }
};

/** No later than it could have been switched on for: a clock that was set back does not keep it on. */
export const dumpIsOn = (stateDir: string, now: number): boolean => {
  const left = dumpUntil(stateDir) - now;
  return left > 0 && left <= DUMP_LIFE_MS;
};

/** Null switches it off. May throw: the person is told. */
export const setDump = (stateDir: string, until: number | null): void => {
  mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  if (until === null) rmSync(stateLayout(stateDir).dumpUntil, { force: true });
  else writeFileSync(stateLayout(stateDir).dumpUntil, `${until}\n`, { mode: 0o600 });
};

export const diagnosticsIn = ({ stateDir, dump, redact, now }: DiagnosticsOptions): Diagnostics => {
  let count = 0;
  /** Never throws: a debug file must not decide anything. */
  const write = (directory: string, limit: number, content: unknown): void => {
    try {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const time = new Date(now()).toISOString().replace(/[:.]/g, "-");
      const name = `${time}-${process.pid}-${String(count++).padStart(4, "0")}.json`;
      writeFileSync(join(directory, name), `${redact(JSON.stringify(content, null, 2))}\n`, {
        mode: 0o600,
        flag: "wx",
      });
      const files = readdirSync(directory).sort();
      for (const old of files.slice(0, Math.max(0, files.length - limit)))
        rmSync(join(directory, old), { force: true });
    } catch {
      // No room or no right to write.
    }
  };
  return {
    exchange: (exchange) => {
      if (!dump()) return;
      write(stateLayout(stateDir).dump, MAX_DUMP_FILES, {
        ...exchange,
        request: parseBody(exchange.request),
        response: parseBody(exchange.response),
      });
    },
    failure: (failure, endpoint) => {
      if (failure.failure !== "aborted")
        write(stateLayout(stateDir).errors, MAX_ERROR_FILES, {
          at: new Date(now()).toISOString(),
          ...endpoint,
          ...failure,
        });
    },
  };
};

/** JSON as JSON, to be read; anything else as text. */
const parseBody = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};
