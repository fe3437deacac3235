/** How to get walls to stand: bubblewrap on the usual systems, and past what keeps it from working. */
import { readFileSync } from "node:fs";

export const NOT_HERE = {
  why: "there are no walls on this system",
  mend: "none: they need Linux or macOS; what is plain is still proven, and the rest is judged",
} as const;

export const UNPROVEN = {
  why: "on this Mac the walls pass their test, but no call is put into them yet: they were written without a Mac",
  mend: "none yet; what is plain is still proven, and the rest is judged",
} as const;

/** By `ID` and `ID_LIKE` of `/etc/os-release`. */
const INSTALL: readonly { readonly systems: readonly string[]; readonly command: string }[] = [
  { systems: ["debian", "ubuntu", "linuxmint", "pop", "raspbian"], command: "sudo apt-get install bubblewrap" },
  { systems: ["fedora", "rhel", "centos", "rocky", "almalinux"], command: "sudo dnf install bubblewrap" },
  { systems: ["arch", "manjaro", "endeavouros"], command: "sudo pacman -S bubblewrap" },
  { systems: ["alpine"], command: "doas apk add bubblewrap bash" },
  { systems: ["opensuse", "suse", "opensuse-tumbleweed", "opensuse-leap"], command: "sudo zypper install bubblewrap" },
  { systems: ["nixos"], command: "add pkgs.bubblewrap to environment.systemPackages, then sudo nixos-rebuild switch" },
];

export function adviseInstall(osRelease = readOr("/etc/os-release", "")): string {
  const named = [...osRelease.matchAll(/^ID(?:_LIKE)?="?([^"\n]*)"?$/gm)].flatMap(([, ids = ""]) => ids.split(" "));
  const row = named.flatMap((id) => INSTALL.filter(({ systems }) => systems.includes(id)))[0];
  const command = row?.command ?? "install the package bubblewrap of your system";
  return `${command}, then sallyport doctor --full`;
}

const APPARMOR = `let AppArmor give bubblewrap user namespaces, then sallyport doctor --full:
printf '%s\\n' 'abi <abi/4.0>,' 'include <tunables/global>' 'profile bwrap /usr/bin/bwrap flags=(unconfined) {' '  userns,' '}' | sudo tee /etc/apparmor.d/bwrap && sudo apparmor_parser -r /etc/apparmor.d/bwrap
or, for the whole machine until it restarts: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`;

/** Switches of the kernel that keep an ordinary user from making namespaces, as they are read and as they are set. */
const SWITCHES: readonly { readonly file: string; readonly keeps: string; readonly mend: string }[] = [
  { file: "/proc/sys/kernel/apparmor_restrict_unprivileged_userns", keeps: "1", mend: APPARMOR },
  {
    file: "/proc/sys/kernel/unprivileged_userns_clone",
    keeps: "0",
    mend: "sudo sysctl -w kernel.unprivileged_userns_clone=1, then sallyport doctor --full",
  },
  {
    file: "/proc/sys/user/max_user_namespaces",
    keeps: "0",
    mend: "sudo sysctl -w user.max_user_namespaces=15000, then sallyport doctor --full",
  },
];

/** What to do when bubblewrap itself fails, by what it said and by what the kernel's switches say. */
export function adviseFailure(said: string, read: (file: string) => string = (file) => readOr(file, "")): string {
  if (/unknown option/i.test(said))
    return "bubblewrap 0.8 or newer is needed: take it from a newer release of your system";
  const [, place] = /Can't (?:create file at|mkdir) (?:\/newroot)?(\/[^\s:]*)/.exec(said) ?? [];
  if (place !== undefined) return `see who may enter the folder of ${place}, then sallyport doctor --full`;
  if (!/permi|permitted|namespace|uid map|denied/i.test(said))
    return "sallyport doctor --full shows what bubblewrap says";
  const found = SWITCHES.find(({ file, keeps }) => read(file).trim() === keeps);
  if (found !== undefined) return found.mend;
  return "this system, or the container this runs in, lets nobody make namespaces; run the agent outside of it, or allow them there";
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return otherwise;
  }
}
