/** Why a restore point could not be made, in sentences: what, where, what to do. */
import { fail, messageOf } from "../../contract/result.ts";
import type { RestoreFailure } from "./point.ts";

const SAYS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full; make room",
  EDQUOT: "the disk quota is used up; make room",
  EACCES: "this user may not use it",
  EPERM: "this user may not use it",
  EROFS: "the file system is read-only",
  ELOOP: "it is a link, or lies behind one",
  ENOTDIR: "a part of the way is no directory, or a link",
  EMFILE: "this process has too many files open",
};

export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";

export const refuse = (why: string, credentials: readonly string[] = []): { ok: false; error: RestoreFailure } =>
  fail({ why, credentials });

/** The error of a system call, with the place it was about. */
export const failureAt = (path: string, error: unknown): { ok: false; error: RestoreFailure } =>
  refuse(`${path}: ${SAYS[codeOf(error)] ?? messageOf(error)}`);

const MIB = 1 << 20;

export const tooMany = (files: number): ReturnType<typeof refuse> =>
  refuse(`more than ${files} files would have to be saved (restore.maxFiles)`);
export const tooLarge = (bytes: number): ReturnType<typeof refuse> =>
  refuse(`more than ${Math.round((bytes / MIB) * 10) / 10} MB would have to be saved (restore.maxBytes)`);
export const tooSlow = (ms: number): ReturnType<typeof refuse> =>
  refuse(`saving it takes longer than ${ms} ms (restore.maxMs)`);
