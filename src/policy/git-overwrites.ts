/**
 * Files that git does not know and overwrites or takes away: what is ignored it holds for expendable, and where another commit has a
 * file of that name, that is what stands there afterwards.
 */
import { dirname } from "node:path/posix";
import { beside } from "../contract/beside.ts";
import { onlyReads } from "../contract/effect.ts";
import type { World } from "../contract/world.ts";
import { blobAt, filesComing, findRepo, type Merging, trackedPaths } from "../machine/git/index.ts";
import type { PolicyCall } from "./call.ts";
import { bringingsOf } from "./mixed-names.ts";
import { gitFront, gitStands, isGit } from "./rules/git-base.ts";

const found = beside<PolicyCall, readonly string[]>();

/** Absolute. What cannot be read, as a remote's commits, brings nothing here. */
export function overwrittenByGit(call: PolicyCall): readonly string[] {
  const before = found.get(call) ?? findOverwritten(call);
  found.set(call, before);
  return before;
}

const findOverwritten = (call: PolicyCall): readonly string[] => {
  const paths = (call.reading?.commands ?? []).flatMap((command) => {
    const front = isGit(command) && !onlyReads(command.effects) ? gitFront(command) : undefined;
    const brings = front === undefined ? [] : bringingsOf(front);
    const from = brings.length === 0 ? undefined : gitStands(command, call.world);
    return from === undefined ? [] : brings.flatMap((merging) => standingBefore(from, merging, call.world));
  });
  return [...new Set(paths)];
};

function standingBefore(from: string, merging: Merging, world: World): readonly string[] {
  const repo = findRepo(from, world);
  const top = repo?.workTree;
  const coming = repo === undefined || top == null ? undefined : filesComing(repo, merging, world);
  if (repo === undefined || top == null || coming === undefined || coming.size === 0) return [];
  const tracked = new Set(trackedPaths(repo, world) ?? []);
  return [...coming].flatMap(([name, contents]) => {
    const path = `${top === "/" ? "" : top}/${name}`;
    if (tracked.has(path)) return [];
    const inTheWay = upTo(dirname(path), top).find(
      (dir) => /^(?:file|link)$/.test(world.lstat(dir).kind) && !tracked.has(dir),
    );
    if (inTheWay !== undefined) return [inTheWay];
    return world.lstat(path).kind === "absent" || contents.every((oid) => oid === blobAt(path, world)) ? [] : [path];
  });
}

function upTo(dir: string, top: string): readonly string[] {
  return dir === top || dir.length <= top.length ? [] : [dir, ...upTo(dirname(dir), top)];
}
