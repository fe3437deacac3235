/** Bytes and names on the disk: a file that was synced is found again after a power loss only if its directory was synced too. */
import type * as nodeFs from "node:fs";
import { constants } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "./failure.ts";

export type SyncFs = Pick<typeof nodeFs, "openSync" | "closeSync" | "fsyncSync">;

/** All of it, however little the system takes at once. */
export function writeAll(fs: Pick<typeof nodeFs, "writeSync">, fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += fs.writeSync(fd, bytes, done, bytes.length - done);
}

/** Puts what was written to a file on the disk while this process goes on; what failed, as a value. */
export const syncAside = (fs: Pick<typeof nodeFs, "fdatasync">, fd: number): Promise<Error | null> =>
  new Promise((done) => fs.fdatasync(fd, done));

/** File systems that cannot sync a directory say so with these; they keep names in their own way. */
const CANNOT: ReadonlySet<string | undefined> = new Set(["EINVAL", "ENOTSUP", "EISDIR", "EPERM", "EBADF"]);

/** Puts the name `path` on the disk. */
export function syncParent(fs: SyncFs, path: string): void {
  if (process.platform === "win32") return;
  const fd = fs.openSync(dirname(path), constants.O_RDONLY);
  try {
    fs.fsyncSync(fd);
  } catch (error) {
    if (!CANNOT.has(errorCode(error))) throw error;
  } finally {
    fs.closeSync(fd);
  }
}
