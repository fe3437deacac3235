/** Sockets of the machine come and go, and lie where only their owner may enter: neither may stop a call. */
import { lstatSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { isInside } from "../../machine/index.ts";
import { escapeMount } from "../plan/mounts-on-host.ts";
import type { WallsPlan } from "../plan/types.ts";

export interface PassingPlan {
  readonly plan: WallsPlan;
  /** Covered only if they are still there when the call starts: no walled call can have moved them. */
  readonly passing: readonly string[];
}

/** Who is inside. */
export interface Insider {
  readonly uid: number | undefined;
  readonly groups: readonly number[];
}

const thisUser = (): Insider => ({ uid: process.geteuid?.(), groups: process.getgroups?.() ?? [] });

/**
 * Inside there are no capabilities: what lies in a directory shut for this user cannot be reached, nor covered. Whatever is left
 * without a cover, the guard proves first of all that no socket is to be found there.
 */
export function letSocketsPass(plan: WallsPlan, user: Insider = thisUser()): PassingPlan {
  const sockets = plan.mounts
    .filter(({ kind, place }) => kind === "cover" && !plan.writable.some((root) => isInside(place, root)))
    .map(({ place }) => place);
  const shut = new Set(sockets.filter((place) => isShut(place, user)));
  return {
    plan: withoutCovers(
      { ...plan, expected: { ...plan.expected, silent: [...plan.expected.silent, ...sockets] } },
      sockets,
      shut,
    ),
    passing: sockets.filter((place) => !shut.has(place)),
  };
}

/** None of the sockets has to show among the mounts, and these have no cover. */
function withoutCovers(plan: WallsPlan, sockets: readonly string[], left: ReadonlySet<string>): WallsPlan {
  const names = new Set(sockets.map(escapeMount));
  return {
    ...plan,
    mounts: plan.mounts.filter(({ place }) => !left.has(place)),
    expected: { ...plan.expected, fixed: plan.expected.fixed.filter((place) => !names.has(place)) },
  };
}

const isShut = (path: string, user: Insider): boolean => {
  for (let at = dirname(path); at !== "/"; at = dirname(at)) {
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found !== undefined && !mayEnter(found, user)) return true;
  }
  return false;
};

function mayEnter({ uid, gid, mode }: Stats, user: Insider): boolean {
  if (uid === user.uid) return (mode & 0o100) !== 0;
  return (mode & (user.groups.includes(gid) ? 0o010 : 0o001)) !== 0;
}
