/** What goes wrong with files, in sentences: what, where, what to do. */
import { LedgerError } from "../store.ts";

const SAYS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full. Make room, then try again",
  EDQUOT: "the disk quota is used up. Make room, then try again",
  EFBIG: "the file has reached the size limit of this process. Raise the limit, or purge old sessions",
  EACCES: "this user may not use it. Give the directory back to its owner with mode 0700",
  EPERM: "this user may not use it. Give the directory back to its owner with mode 0700",
  EROFS: "the file system is read-only. Mount it writable, or set another state directory",
  ENOTDIR: "a part of the path is a file. Remove it, or set another state directory",
  ELOOP: "it is a link. The ledger is never kept behind a link: remove it",
  EMFILE: "this process has too many files open. Raise the limit",
  ENFILE: "the machine has too many files open",
  EIO: "the disk reports an error. Check the disk",
};

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** Something was to be there and was not. */
export const isMissing = (error: unknown): boolean =>
  error instanceof LedgerError && errorCode(error.cause) === "ENOENT";

/** A failure of the file system as a `LedgerError`; a `LedgerError` as it is. */
export function ledgerFailure(doing: string, where: string, error: unknown): LedgerError {
  if (error instanceof LedgerError) return error;
  const code = errorCode(error);
  const why = (code === undefined ? undefined : SAYS[code]) ?? (error instanceof Error ? error.message : String(error));
  return new LedgerError(`The ledger could not be ${doing}: ${where}: ${why}.`, { cause: error });
}

/** Runs it; what the file system does not do fails as a `LedgerError`. */
export function guardLedger<T>(doing: string, where: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw ledgerFailure(doing, where, error);
  }
}

/** The record contradicts itself. Nothing is decided on it until a person has looked. */
export const damagedLedger = (where: string, what: string): LedgerError =>
  new LedgerError(
    `The ledger is damaged: ${where}: ${what}. Nothing is allowed in this session; ` +
      "`sallyport log verify` shows the place. Keep the file for whoever looks into it, and begin a new session.",
  );

/** The record goes on in a way that only a later version knows. Nothing is wrong with it, and nothing is decided on it here. */
export const newerLedger = (where: string, what: string): LedgerError =>
  new LedgerError(
    `The ledger is of a newer version: ${where}: ${what}. Nothing is allowed in this session by this version; ` +
      "use the newer one, or begin a new session.",
  );
