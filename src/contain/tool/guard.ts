/**
 * The first thing that runs inside: bash compares the kernel's own table of mounts with the plan and only then starts
 * the command, and looks for sockets of other programs. Nothing that ran before, here or in another call, has a say in it. A mount of the machine's below a directory
 * that this user may not enter cannot be made read-only, and cannot be reached either.
 */
import { shellWord } from "../../contract/shell-word.ts";
import type { WallsPlan } from "../plan/types.ts";

/** The status of a call that was not started because the walls were not those of the plan. */
export const GUARD_STATUS = 125;

/** For `bash -c TEXT NAME COMMAND…`: ends in that command, or in `GUARD_STATUS` with one line that says why. */
export function guardScript({ expected }: WallsPlan): string {
  const list = (items: readonly string[]): string => shellWord(["", ...items, ""].join("\n"));
  return `set -f; IFS=' '
written=${list(expected.written)} fresh=${list(expected.fresh)} devices=${list(expected.devices)} host=${list(expected.host)} seen=$'\\n'
fixed=(${expected.fixed.map(shellWord).join(" ")}) silent=(${expected.silent.map(shellWord).join(" ")})
refuse() { printf 'sallyport: the walls are not as planned (%s); nothing was run\\n' "$1" >&2; exit ${GUARD_STATUS}; }
mapfile -t table </proc/self/mountinfo; [ "\${#table[@]}" -gt 0 ] || refuse 'no table of mounts'
command=("$@")
for line in "\${table[@]}"; do
  set -- $line
  seen+=$5$'\\n'
  case $5 in /dev|/dev/*|/proc) continue;; esac
  case $6 in ro|ro,*) continue;; esac
  case $written in *$'\\n'"$3 $4 $5"$'\\n'*) continue;; esac
  case $host in *$'\\n'"$3 $4 $5"$'\\n'*) printf -v place %b "$5"; [ -e "$place" ] || [ -L "$place" ] || continue;; esac
  case $line in *' - tmpfs '*) ;; *) refuse "$5";; esac
  case $fresh in *$'\\n'"$5"$'\\n'*) ;; *) refuse "$5";; esac
  case $devices in *$'\\n'"$3"$'\\n'*) refuse "$5";; esac
done
for place in "\${fixed[@]}"; do
  case $seen in *$'\\n'"$place"$'\\n'*) ;; *) refuse "$place";; esac
done
for place in "\${silent[@]}"; do [ ! -S "$place" ] || refuse "$place"; done
unset IFS written fresh devices host fixed silent seen table line place
set +f
exec "\${command[@]}"
`;
}
