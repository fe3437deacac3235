/** Bytes that a killed writer left at the end of a file: nobody was told what they say, and they are kept aside. */
import { constants } from "node:fs";
import type { LedgerFs, TornLine } from "./chained-types.ts";
import { errorCode } from "./failure.ts";
import { writeAll } from "./sync.ts";

export const MAX_ASIDE = 1_000;
const MODE = 0o600;
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

/** In the first of `<aside>-1`, `<aside>-2`, … that is not there yet; undefined where all are. */
export function keepTorn(fs: LedgerFs, aside: string, rest: Buffer): TornLine | undefined {
  for (let n = 1; n <= MAX_ASIDE; n += 1) {
    const keptIn = `${aside}-${n}`;
    const fd = openNew(fs, keptIn);
    if (fd === undefined) continue;
    try {
      writeAll(fs, fd, rest);
    } finally {
      fs.closeSync(fd);
    }
    return { bytes: rest.length, keptIn };
  }
  return undefined;
}

function openNew(fs: LedgerFs, path: string): number | undefined {
  try {
    return fs.openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW, MODE);
  } catch (error) {
    if (errorCode(error) === "EEXIST") return undefined;
    throw error;
  }
}
