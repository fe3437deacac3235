/** What the index has otherwise than HEAD. */
import { dirname } from "node:path/posix";
import { sha256 } from "../../contract/key.ts";
import type { World } from "../../contract/world.ts";
import { isTrackedClean, readIndex, readTracked } from "../../core/git/index.ts";
import type { Scene } from "../../core/index.ts";
import { findRepo, type Repo } from "./repo.ts";
import { fileInHead, filesInHead } from "./tree.ts";

/** Everything the index names, absolute; undefined where there is no work tree, or its index cannot be read. */
export const trackedPaths = (repo: Repo, world: World): readonly string[] | undefined =>
  repo.workTree === null ? undefined : readIndex(repo, world)?.map(({ path }) => absolute(repo, path));

const absolute = ({ workTree }: Repo, path: string): string => `${workTree === "/" ? "" : workTree}/${path}`;

/** Absolute: with the index its name goes too. All of it where that cannot be told. */
export function stagedFiles(repo: Repo, world: World): readonly string[] {
  const entries = repo.workTree === null ? undefined : readIndex(repo, world);
  const head = entries && filesInHead(repo, world);
  return (entries ?? [])
    .filter(({ path, oid }) => head?.get(path)?.oid !== oid)
    .map(({ path }) => absolute(repo, path));
}

/** From the top of the work tree: what a commit would change. Undefined where HEAD or the index cannot be read. */
export function stagedNames(repo: Repo, world: World): readonly string[] | undefined {
  const entries = readIndex(repo, world);
  const head = entries && filesInHead(repo, world);
  if (entries === undefined || head === undefined) return undefined;
  const kept = new Set(entries.map(({ path }) => path));
  const changed = entries.filter(({ path, oid, mode }) => head.get(path)?.oid !== oid || head.get(path)?.mode !== mode);
  return [...new Set([...changed.map(({ path }) => path), ...[...head.keys()].filter((path) => !kept.has(path))])];
}

/** What it would commit, in one hash: another time of a file, which every look refreshes, is no other index. Undefined where it cannot be read. */
export function indexStamp(repo: Repo, world: World): string | undefined {
  const entries = readIndex(repo, world);
  const lines = entries?.map(({ path, mode, oid, special }) => [path, mode, oid, special].join("\0"));
  return lines && sha256(lines.join("\n"));
}

/** It is, byte for byte, in the index and in HEAD's commit. */
export function isCommitted(path: string, scene: Scene): boolean {
  const { disk } = scene;
  const repo = isTrackedClean(path, scene) ? findRepo(dirname(path), disk) : undefined;
  const top = repo?.workTree ?? null;
  if (repo === undefined || top === null) return false;
  const name = path.slice(top === "/" ? 1 : top.length + 1);
  const [entry] = readTracked(name, repo, disk) ?? [];
  return entry !== undefined && fileInHead(name, repo, disk)?.oid === entry.oid;
}
