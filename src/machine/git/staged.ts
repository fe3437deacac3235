/** Contents that only the index has: neither committed nor in the work tree any more. */
import { createHash } from "node:crypto";
import type { World } from "../../contract/world.ts";
import { readIndex } from "./gitindex.ts";
import type { Repo } from "./repo.ts";
import { filesIn } from "./revision.ts";

/** More staged files than this are not compared. */
const MAX_STAGED = 2_000;
const MAX_BLOB_BYTES = 16 << 20;

/** Also true where it cannot be told. */
export function hasStagedOnly(repo: Repo, world: World): boolean {
  const { workTree } = repo;
  if (workTree === null || world.stat(`${repo.gitDir}/index`).kind === "absent") return false;
  const index = readIndex(repo, world);
  if (!index.ok) return true;
  const head = filesIn(repo, "HEAD", world);
  const staged = index.value.entries.filter((entry) => head?.get(entry.path)?.oid !== entry.oid);
  if (staged.length > MAX_STAGED) return true;
  return staged.some(({ path, oid }) => blobAt(`${workTree === "/" ? "" : workTree}/${path}`, world) !== oid);
}

/** What the index has otherwise than HEAD, absolute: with the index its name goes too. All of it where that cannot be told. */
export function stagedFiles(repo: Repo, world: World): readonly string[] {
  const index = readIndex(repo, world);
  if (!index.ok || repo.workTree === null) return [];
  const head = filesIn(repo, "HEAD", world);
  const top = repo.workTree === "/" ? "" : repo.workTree;
  return index.value.entries
    .filter(({ path, oid }) => head?.get(path)?.oid !== oid)
    .map(({ path }) => `${top}/${path}`);
}

/** The name git would give to what stands there, where no filter changes it. */
export function blobAt(path: string, world: World): string | undefined {
  const bytes = world.lstat(path).kind === "file" ? world.readFile(path, MAX_BLOB_BYTES) : undefined;
  return bytes === undefined
    ? undefined
    : createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Whether a revision has the file as the index has it, or neither has it; false where it is not known. */
export function isSameIn(repo: Repo, rev: string, path: string, world: World): boolean {
  const index = readIndex(repo, world);
  const files = filesIn(repo, rev, world);
  if (!index.ok || files === undefined) return false;
  return files.get(path)?.oid === index.value.entries.find((entry) => entry.path === path)?.oid;
}
