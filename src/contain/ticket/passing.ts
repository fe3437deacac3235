/** Sockets of the machine come and go, and lie where only their owner may enter: neither may stop a call. */
import { lstatSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { isInside } from "../../machine/index.ts";
import { escapeMount } from "../mounts-on-host.ts";
import type { WallsPlan } from "../types.ts";

export interface PassingPlan {
  readonly plan: WallsPlan;
  /** Covered only if they are still there when the call starts: no walled call can have moved them. */
  readonly passing: readonly string[];
}

/** Inside there are no capabilities: what lies in a directory shut for this user cannot be reached, nor covered. */
export function letSocketsPass(plan: WallsPlan): PassingPlan {
  const sockets = plan.mounts
    .filter(({ kind, place }) => kind === "cover" && !plan.writable.some((root) => isInside(place, root)))
    .map(({ place }) => place);
  const shut = new Set(sockets.filter(isShut));
  const names = new Set(sockets.map(escapeMount));
  return {
    plan: {
      ...plan,
      mounts: plan.mounts.filter(({ place }) => !shut.has(place)),
      expected: { ...plan.expected, fixed: plan.expected.fixed.filter((place) => !names.has(place)) },
    },
    passing: sockets.filter((place) => !shut.has(place)),
  };
}

const isShut = (path: string): boolean => {
  for (let at = dirname(path); at !== "/"; at = dirname(at)) {
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found !== undefined && !mayEnter(found)) return true;
  }
  return false;
};

function mayEnter({ uid, gid, mode }: Stats): boolean {
  if (uid === process.geteuid?.()) return (mode & 0o100) !== 0;
  return (mode & (process.getgroups?.().includes(gid) === true ? 0o010 : 0o001)) !== 0;
}
