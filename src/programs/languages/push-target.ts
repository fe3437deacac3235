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
  const setting: Setting = (key) => all.findLast((one) => one.key === key && one.value !== null)?.value ?? null;
  const known = remotes(repo, world).map(({ name }) => name);
  const remote = remoteOf(head.name, setting) ?? (known.length === 1 ? (known[0] ?? null) : usual(known));
  const by = setting("push.default") ?? "simple";
  const isWide = by === "matching" || setting(`remote.${remote}.push`) !== null;
  return { from: head.name, branch: isWide ? null : branchBy(by, head.name, setting), remote, isWide };
}

type Setting = (key: string) => string | null;

const usual = (known: readonly string[]): string | null => (known.includes("origin") ? "origin" : null);

const remoteOf = (branch: string, setting: Setting): string | null =>
  setting(`branch.${branch}.pushremote`) ?? setting("remote.pushdefault") ?? setting(`branch.${branch}.remote`);

/** What `push.default` makes of the branch. */
function branchBy(by: string, branch: string, setting: Setting): string | null {
  if (/^(?:simple|current)$/.test(by)) return branch;
  const upstream = setting(`branch.${branch}.merge`)?.replace(/^refs\/heads\//, "") ?? null;
  return /^(?:upstream|tracking)$/.test(by) ? upstream : null;
}
