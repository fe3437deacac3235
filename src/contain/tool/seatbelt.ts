/**
 * A plan as a profile of macOS's sandbox, in which the last rule that matches decides. Written without a Mac: there only
 * the self-test says whether it holds. What cannot be mounted there is not there: home in `work` has no private caches,
 * and the loopback of the machine is closed, because a call has none of its own.
 */
import { assertNever } from "../../contract/result.ts";
import type { Mount } from "../plan/mount.ts";
import type { WallsPlan } from "../plan/types.ts";

/** What any program needs to start. */
const PREAMBLE: readonly string[] = [
  "(version 1)",
  "(deny default)",
  "(allow process-exec)",
  "(allow process-fork)",
  "(allow process-info* (target same-sandbox))",
  "(allow signal (target same-sandbox))",
  "(allow sysctl-read)",
  '(allow file-ioctl (literal "/dev/null"))',
  '(allow mach-lookup (global-name "com.apple.system.notification_center"))',
  '(allow mach-lookup (global-name "com.apple.system.opendirectoryd.libinfo"))',
  "(allow ipc-posix-sem)",
  "(allow ipc-posix-shm)",
];

const EPILOGUE: readonly string[] = [
  ...["/dev/null", "/dev/zero", "/dev/dtracehelper"].map((path) => `(allow file-write-data ${literal(path)})`),
  "(deny network*)",
  "(deny mach-register)",
  "(deny system-socket)",
];

export const seatbeltProfile = (plan: WallsPlan): string =>
  [...PREAMBLE, ...plan.mounts.flatMap(mountRules), ...EPILOGUE, ""].join("\n");

function mountRules(mount: Mount): readonly string[] {
  const { kind, place } = mount;
  switch (kind) {
    case "roBind":
      return [`(allow file-read* ${subpath(place)})`, `(deny file-write* ${subpath(place)})`];
    case "bind":
      // A private directory cannot stand in for another place here.
      return mount.from === place
        ? [`(allow file-read* file-write* ${subpath(place)})`, `(deny file-write-unlink ${literal(place)})`]
        : [`(deny file-read* file-write* ${subpath(place)})`];
    case "tmpfs":
    case "hideDir":
    case "hideFile":
    case "cover":
      return place.startsWith("/dev") ? [] : [`(deny file-read* file-write* ${subpath(place)})`];
    case "dev":
    case "proc":
    case "seal":
      return [];
    default:
      return assertNever(kind);
  }
}

function literal(path: string): string {
  return `(literal ${quote(path)})`;
}
const subpath = (path: string): string => `(subpath ${quote(path)})`;
function quote(path: string): string {
  return `"${path.replace(/[\\"]/g, "\\$&")}"`;
}
