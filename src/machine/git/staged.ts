/** What the index holds: as it stands, otherwise than HEAD, and what only it has, neither committed nor in the work tree any more. */
import { createHash } from "node:crypto";
import { sha256 } from "../../contract/key.ts";
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

/** What it would commit, in one hash: another time of a file, which every look refreshes, is no other index. Undefined where it cannot be read. */
export function indexStamp(repo: Repo, world: World): string | undefined {
  const index = readIndex(repo, world);
  if (!index.ok) return undefined;
  const entries = index.value.entries.map(({ path, mode, oid, stage, special, intentToAdd }) =>
    [path, mode, oid, stage, special, intentToAdd].join("\0"),
  );
  return sha256(entries.join("\n"));
}

/** From the top of the work tree: what a commit would change. Undefined where HEAD or the index cannot be read. */
export function stagedNames(repo: Repo, world: World): readonly string[] | undefined {
  const index = readIndex(repo, world);
  const head = index.ok ? filesIn(repo, "HEAD", world) : undefined;
  if (!index.ok || head === undefined) return undefined;
  const { entries } = index.value;
  const kept = new Set(entries.map(({ path }) => path));
  const changed = entries.filter(({ path, oid, mode }) => head.get(path)?.oid !== oid || head.get(path)?.mode !== mode);
  return [...new Set([...changed.map(({ path }) => path), ...[...head.keys()].filter((path) => !kept.has(path))])];
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
