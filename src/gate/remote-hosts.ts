/** Hosts that a program reaches without naming them: those of git's remotes. */
import type { SimpleCommand } from "../contract/simple.ts";
import type { World } from "../contract/world.ts";
import { findRepo, remotesReached } from "../machine/git/index.ts";
import { hostsOfAddress } from "../machine/index.ts";

const REACHING: ReadonlySet<string> = new Set(["push", "fetch", "pull", "ls-remote"]);

/** None where it names its own, or reaches nobody; null: one that is not known. */
export function remoteHosts(
  { name, use, cwd }: SimpleCommand,
  at: { readonly cwd: string; readonly world: World },
): readonly (string | null)[] {
  if (name !== "git" || !REACHING.has(use?.path[0] ?? "")) return [];
  const named = use?.operands[0]?.word.value ?? undefined;
  if (named !== undefined && /[:/]/.test(named)) return hostsOfAddress(named);
  const repo = findRepo(cwd ?? at.cwd, at.world);
  const remotes = repo === undefined ? [] : (remotesReached(repo, at.world) ?? []);
  const meant = remotes.filter((remote) => named === undefined || remote.name === named);
  const urls = meant.flatMap(({ urls, pushUrls, reached = [] }) => [...urls, ...pushUrls, ...reached]);
  return meant.length === 0 ? [null] : [...new Set(urls.flatMap(hostsOfAddress))];
}
