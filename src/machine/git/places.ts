import type { World } from "../../contract/world.ts";
import { isInside, realPath } from "../index.ts";
import { perView } from "../view.ts";
import { readConfig } from "./config.ts";
import { hookDirs } from "./hooks.ts";
import { includedFiles } from "./includes.ts";
import { objectStore } from "./objects.ts";
import { discoverRepo, type Repo } from "./repo.ts";

/** The git and common directory, the hooks, the object stores and the included configuration of the repository around `dir`, wherever they lie. */
export const gitDirectories = perView((dir: string, world: World): readonly string[] => {
  const found = discoverRepo(dir, world);
  if (found.found === "none") return includedFiles(undefined, world);
  if (found.found === "unknown")
    return [...(found.at === undefined ? [] : [found.at]), ...includedFiles(undefined, world)];
  const { repo } = found;
  const places = [repo.gitDir, repo.commonDir, ...hooksOf(repo, dir, world), ...alternatesOf(repo, world)];
  return [...places.flatMap((place) => [place, realPath(place, world).path]), ...includedFiles(repo, world)];
});

/** A hooks path that holds the work tree itself would make every file a hook: then only git's names are. */
function hooksOf(repo: Repo, dir: string, world: World): readonly string[] {
  const dirs = hookDirs(repo, dir, readConfig(repo, world), world) ?? [];
  return dirs.flatMap((place) =>
    isInside(repo.workTree ?? dir, place) ? HOOK_NAMES.map((name) => `${place}/${name}`) : [place],
  );
}

function alternatesOf(repo: Repo, world: World): readonly string[] {
  const store = objectStore(repo, world);
  return store.ok ? store.value.dirs : [];
}

const HOOK_NAMES: readonly string[] = [
  "applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit",
  "pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive post-update",
  "reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman",
  "p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit post-index-change",
].flatMap((names) => names.split(" "));
