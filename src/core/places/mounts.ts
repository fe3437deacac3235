/** Where looking alone contacts somebody: network and FUSE mounts, addresses of shares, directories that are mounted when entered. */
import { keepWith } from "../../contract/kept.ts";
import type { World } from "../../contract/world.ts";

const MOUNTS = "/proc/self/mountinfo";
const MOUNTS_LIMIT_BYTES = 1 << 20;

/** File systems whose files lie with somebody else, or with a program that answers for them. */
const REMOTE =
  /^(?:nfs\d*|cifs|smb\d*|smbfs|fuse|fuse\..*|9p|autofs|davfs\d*|sshfs|afs|coda|ceph|glusterfs|lustre|gpfs|ncpfs|ncp|orangefs|pvfs2|beegfs|ocfs2|gfs2)$/;
/** Of the system itself: what is mounted there nobody is contacted for. */
const OF_SYSTEM = /^\/(?:proc|sys)(?:\/|$)/;
/** By custom, on systems that do not tell. */
const BY_NAME: Readonly<Record<World["platform"], RegExp>> = {
  linux: /^\/(?:net|afs|smb)(?:\/|$)/,
  darwin: /^\/(?:net|network|volumes|home)(?:\/|$)/i,
  win32: /(?!)/,
};

/** What is mounted where, and whether it lies with somebody else: of several at one place the last. */
type Mounts = ReadonlyMap<string, boolean>;

/** None where the system does not tell. Asked once of each disk. */
const mountsOf = keepWith((disk: World): Mounts => {
  const bytes = disk.platform === "linux" ? disk.readFile(MOUNTS, MOUNTS_LIMIT_BYTES) : undefined;
  return new Map(new TextDecoder().decode(bytes).split("\n").flatMap(readMount));
});

/** `36 35 98:0 /root /mnt options tags - type source options`; blanks of the place are written in octal. */
function readMount(line: string): readonly (readonly [place: string, isRemote: boolean])[] {
  const [before = "", behind] = line.split(" - ");
  const at = before.split(" ")[4];
  if (behind === undefined || at === undefined) return [];
  const place = at.replace(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
  // All that runs here lies on the root: looking at it contacts nobody new.
  return [[place, place !== "/" && !OF_SYSTEM.test(place) && REMOTE.test(behind.split(" ")[0] ?? "")]];
}

const isBelow = (path: string, dir: string): boolean => path === dir || path.startsWith(`${dir}/`);

/** Looking at this path would ask somebody else. `path`: absolute, without links, `.` and `..`; it is asked for each part of a way. */
export function isRemote(path: string, disk: World): boolean {
  return path.startsWith("//") || BY_NAME[disk.platform].test(path) || mountsOf(disk).get(path) === true;
}

const mountsIn = (dir: string, disk: World): readonly (readonly [place: string, isRemote: boolean])[] =>
  [...mountsOf(disk)].filter(([place]) => dir === "/" || isBelow(place, dir));

/** Something below is mounted from elsewhere: who looks through the directory would ask there. */
export const holdsRemote = (dir: string, disk: World): boolean => mountsIn(dir, disk).some(([, remote]) => remote);

/** Something is mounted there or below: what is done to the tree would be done to another place. */
export const holdsMount = (dir: string, disk: World): boolean => mountsIn(dir, disk).length > 0;
