/**
 * What pathspecs of git's commands reach: the place that is named, and below a directory or by a pattern what would change there.
 * For protected places these are writes like any other. Git's own directory is git's.
 */
import { dirname } from "node:path/posix";
import { beside } from "../../contract/beside.ts";
import { exact, type Target } from "../../contract/effect.ts";
import { findRepo, openWorkTree, trackedPaths } from "../../machine/git/index.ts";
import { couldHold, isInside, isProtectedName, listEntries, type ProtectedPlace } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { protectionOf } from "../protection.ts";
import { type TreeWrite, treeWrites } from "./tree-writes.ts";

interface Reach {
  readonly targets: readonly Target[];
  /** A directory that could hold something protected is filled from where nobody can look. */
  readonly unread: boolean;
}

const found = beside<PolicyCall, Reach>();

export function pathspecReach(call: PolicyCall): Reach {
  const kept = found.get(call);
  if (kept !== undefined) return kept;
  const writes = treeWrites(call);
  const reach = {
    targets: writes.flatMap((write) => reachedBy(write, call)),
    unread: writes.some((write) => isUnread(write, call)),
  };
  found.set(call, reach);
  return reach;
}

/** 3c: what of it only the person may allow. */
export function guardedPathspec(call: PolicyCall): ProtectedPlace | undefined {
  for (const target of pathspecReach(call).targets) {
    const place = protectionOf(target, call);
    if (place?.kind === "ask" && place.name !== ".git") return place;
  }
  return undefined;
}

function reachedBy(write: TreeWrite, call: PolicyCall): readonly Target[] {
  const { target, among, brought, untracked, pattern } = write;
  const base = target.path;
  const { agentFiles } = call.places;
  const fits = (path: string): boolean =>
    (target.certainty !== "exact" || isInside(path, base)) &&
    (pattern?.test(path) ?? true) &&
    path.split("/").some((name) => isProtectedName(name, agentFiles));
  const below = [
    ...(among ?? (brought == null ? [] : trackedAt(base, call))).filter((path) => fits(path) && isChanged(path, call)),
    ...(brought ?? []).filter(fits),
    ...(untracked === true ? guardedIn(base, call).filter((path) => fits(path) || fits(`${path}/x`)) : []),
  ].map(exact);
  return pattern === undefined ? [target, ...below] : below;
}

function trackedAt(path: string, { world }: PolicyCall): readonly string[] {
  const repo = findRepo(world.stat(path).kind === "directory" ? path : dirname(path), world);
  return (repo === undefined ? undefined : trackedPaths(repo, world)) ?? [];
}

/** Otherwise than the index has it: git writes nothing where a file is as it should be. */
function isChanged(path: string, { world }: PolicyCall): boolean {
  const tree = openWorkTree(dirname(path), world);
  const content = world.lstat(path).kind === "file" ? world.readFile(path, CONTENT_MAX) : undefined;
  return tree === undefined || content === undefined || !tree.holds(path, content);
}

const CONTENT_MAX = 4 << 20;

/** What stands in the directory and holds what only the person may change, where git does not track all of it. */
function guardedIn(dir: string, call: PolicyCall): readonly string[] {
  return (listEntries(dir, call.world) ?? [])
    .map(({ name }) => `${dir === "/" ? "" : dir}/${name}`)
    .filter((path) => {
      const place = protectionOf(exact(path), call);
      return place?.kind === "ask" && place.name !== ".git" && hasUntracked(path, call);
    });
}

const ENTRIES_MAX = 200;

function hasUntracked(path: string, call: PolicyCall): boolean {
  const entries = listEntries(path, call.world);
  if (entries === undefined || entries.length > ENTRIES_MAX) return entries !== undefined || !isTracked(path, call);
  return entries.some(({ name, kind }) =>
    kind === "directory" ? hasUntracked(`${path}/${name}`, call) : !isTracked(`${path}/${name}`, call),
  );
}

const isTracked = (path: string, { projectRoot, world }: PolicyCall): boolean =>
  openWorkTree(projectRoot, world)?.names(path) === true;

function isUnread({ target, among, brought }: TreeWrite, call: PolicyCall): boolean {
  if (target.certainty !== "exact") return among === undefined;
  if (brought !== null) return false;
  const isDirectory = call.world.stat(target.path).kind !== "file";
  return isDirectory && (isInside(call.projectRoot, target.path) || couldHold(target.path, call.places));
}
