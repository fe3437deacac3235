import { sha256 } from "../../contract/key.ts";
import type { World } from "../../contract/world.ts";
import { readIndex } from "./gitindex.ts";
import type { Repo } from "./repo.ts";
import { filesIn } from "./revision.ts";

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
