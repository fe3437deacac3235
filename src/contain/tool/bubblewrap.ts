/** A plan as bubblewrap's words. What comes after `--` is the caller's. */
import { assertNever } from "../../contract/result.ts";
import type { Mount } from "../plan/mount.ts";
import type { WallsPlan } from "../plan/types.ts";

/** Descriptors the caller has open; bubblewrap closes both before the command starts. */
export interface WallsDescriptors {
  /** Reads `plan.seccomp`. */
  readonly seccomp: number;
  /** Where bubblewrap tells the inner process and its exit status as JSON; null: nobody asks. */
  readonly status: number | null;
}

/** The same for every wall: nothing of the machine but its files, and no way to get more. */
const ALWAYS: readonly (readonly string[])[] = [
  ["--unshare-user"],
  ["--unshare-pid"],
  ["--unshare-net"],
  ["--unshare-ipc"],
  ["--unshare-uts"],
  ["--unshare-cgroup-try"],
  ["--disable-userns"],
  ["--cap-drop", "ALL"],
  ["--die-with-parent"],
  ["--new-session"],
];

/** One option with its words a row, so that a person can read it. */
export function bubblewrapOptions(
  plan: WallsPlan,
  { seccomp, status }: WallsDescriptors,
): readonly (readonly string[])[] {
  return [
    ...ALWAYS,
    ...plan.mounts.map(mountWords),
    ["--seccomp", String(seccomp)],
    ...(status === null ? [] : [["--json-status-fd", String(status)]]),
    ["--chdir", plan.chdir],
  ];
}

export const bubblewrapArgs = (plan: WallsPlan, descriptors: WallsDescriptors): readonly string[] =>
  bubblewrapOptions(plan, descriptors).flat();

function mountWords(mount: Mount): readonly string[] {
  const { kind, place } = mount;
  switch (kind) {
    case "roBind":
    case "hideFile":
      return ["--ro-bind", mount.from, place];
    case "bind":
      return ["--bind", mount.from, place];
    case "tmpfs":
      return ["--size", String(mount.bytes), "--tmpfs", place];
    case "hideDir":
      return ["--perms", "0000", "--tmpfs", place];
    case "cover":
      return ["--ro-bind", "/dev/null", place];
    case "dev":
      return ["--dev", place];
    case "proc":
      return ["--proc", place];
    case "seal":
      return ["--remount-ro", place];
    default:
      return assertNever(kind);
  }
}
