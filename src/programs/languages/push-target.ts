/** Where a push goes whose words do not say it: by the branch the repository stands on and by its settings. */
import type { World } from "../../contract/world.ts";
import { findRepo, readHead, remotes, settingsOf } from "../../machine/git/index.ts";

export interface PushTarget {
  /** The branch that is pushed; null: not known. */
  readonly from: string | null;
  /** What it is called there; null: not known. */
  readonly branch: string | null;
  readonly remote: string | null;
  /** By settings more than one branch goes. */
  readonly isWide: boolean;
}

const NOWHERE: PushTarget = { from: null, branch: null, remote: null, isWide: false };

export function pushTarget(cwd: string | null, world: World): PushTarget {
  const repo = cwd === null ? undefined : findRepo(cwd, world);
  const head = repo && readHead(repo, world);
  if (repo === undefined || head === undefined || !("name" in head)) return NOWHERE;
  const all = settingsOf(repo, world);
  const setting = (key: string): string | null =>
    all.findLast((one) => one.key === key && one.value !== null)?.value ?? null;
  const { name } = head;
  const known = remotes(repo, world).map((remote) => remote.name);
  const remote =
    setting(`branch.${name}.pushremote`) ??
    setting("remote.pushdefault") ??
    setting(`branch.${name}.remote`) ??
    (known.length === 1 ? (known[0] ?? null) : known.includes("origin") ? "origin" : null);
  const by = setting("push.default") ?? "simple";
  const isWide = by === "matching" || setting(`remote.${remote}.push`) !== null;
  const upstream = setting(`branch.${name}.merge`)?.replace(/^refs\/heads\//, "") ?? null;
  const branch = /^(?:upstream|tracking)$/.test(by) ? upstream : /^(?:simple|current)$/.test(by) ? name : null;
  return { from: name, branch: isWide ? null : branch, remote, isWide };
}
