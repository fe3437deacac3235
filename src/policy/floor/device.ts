/** A command that writes a block device, or makes a file system on one. Loop devices are files, and no disks. */
import type { Effect, Target } from "../../contract/effect.ts";
import { type CallCommand, type CallView, lineOf } from "../offline/index.ts";

const DISK =
  /^\/dev\/(?:[shv]d[a-z*?]|xvd[a-z*?]|nvme|mmcblk|r?disk[\d*?]|dm-|md[\d_*?]|nbd\d|zd\d|bcache\d|pmem\d|dasd|sr\d|root$|mapper\/(?!control$)|disk\/|block\/|zvol\/|cciss\/)/i;
/** Directories below /dev that hold no disks; a volume group's name is any other. */
const NO_DISKS =
  /^\/dev\/(?:pts|shm|fd|input|snd|dri|net|bus|char|cpu|cpu_dma_latency|mqueue|hugepages|tcp|udp|vfio|usb|serial|v4l|virtio-ports|dvb|infiniband|mapper\/control|loop)(?:\/|$)/;
const RAW_DRIVE = /^(?:\\\\|\/\/)[.?][\\/](?:physicaldrive\d|[a-z]:$|harddisk)/i;

export const isDisk = (path: string): boolean =>
  DISK.test(path) || RAW_DRIVE.test(path) || (/^\/dev\/[\w.-]+\/[\w.-]+$/.test(path) && !NO_DISKS.test(path));

/** Uses that end what is on the device they name, by the words of the command. */
const ENDS_IT =
  /^(?:mkfs\S*|mke2fs|mkntfs|mkdosfs|mkexfatfs|newfs\S*|mkswap|blkdiscard|pvcreate|vgcreate|vgextend|(?:nwipe|scrub|wipe|sg_format)(?= )|badblocks .*-\w*w|hdparm .*--(?:security-erase|trim-sector|write-sector|repair-sector|dco-restore)|nvme (?:format|sanitize|write|write-zeroes|dsm)|wipefs .*(?:-\w*a|--all|-o|--offset)|(?:sgdisk|gdisk|sfdisk|fdisk|cfdisk|delpart|addpart)(?! (?:-l|-d|-p|-i|-v|-V|-s|--list|--dump|--print|--json|-J|--show-\S+|--verify|--help|--version))|parted .*(?:mklabel|mktable|mkpart|resizepart|rescue| rm )|cryptsetup .*(?:luksFormat|erase|luksErase|reencrypt)|mdadm .*(?:--create|-C|--zero-superblock)|zpool (?:create|add|attach|replace|labelclear)|btrfs (?:device add|replace start)|bcachefs (?:format|device add)|diskutil (?:erase|partition|zero|random|secureErase|reformat|apfs (?:delete|erase|create))|newfs_\w+|asr restore|format-volume|clear-disk|initialize-disk)/i;

/** Copies one thing onto another: the second word is written. */
const COPIES_ONTO =
  /^(?:g?ddrescue|dd_rescue|dd_rhelp|bmaptool copy|qemu-img (?:convert|dd)|partclone\S*|ntfsclone|e2image|partimage)(?: |$)/;

/** The device that is written; undefined where none is. */
export function writtenDevice(command: CallCommand, view: CallView): string | undefined {
  const written = command.effects.flatMap(writtenTo).find((target) => leadsToDisk(target, view));
  if (written !== undefined) return written.path;
  const line = lineOf(command);
  const named = command.words.slice(1).flatMap(({ value }) => (value === null ? [] : [value.replace(/^\w+=/, "")]));
  // dd and its kin, whichever of them.
  const onto = command.words.slice(1).flatMap(({ value }) => /^h?(?:of|wipe)=(.+)$/.exec(value ?? "")?.[1] ?? []);
  if (onto.some(isDisk)) return onto.find(isDisk);
  if (ENDS_IT.test(line)) return named.find((one) => isDisk(one) || isDiskByName(one, line));
  return COPIES_ONTO.test(line)
    ? named
        .filter((one) => !one.startsWith("-"))
        .slice(1)
        .find(isDisk)
    : undefined;
}

const writtenTo = (effect: Effect): readonly Target[] =>
  (effect.do === "write" && !KEEPS.has(effect.as ?? "")) || effect.do === "delete" ? [effect.target] : [];

/** A new mode, owner or name leaves the contents. */
const KEEPS: ReadonlySet<string> = new Set(["mode", "directory", "link", "hardlink"]);

const leadsToDisk = (target: Target, { look }: CallView): boolean =>
  target.path !== "" && (isDisk(target.path) || look(target).ways.some((way) => isDisk(`/${way.join("/")}`)));

/** Tools of macOS, ZFS and Windows take a disk by its bare name. */
const isDiskByName = (word: string, line: string): boolean =>
  (/^diskutil |^asr /.test(line) && /^disk\d/.test(word)) ||
  (/^zpool /.test(line) && /^(?:[shv]d[a-z]|nvme\d)/.test(word)) ||
  (/^(?:format|format-volume|clear-disk|initialize-disk)\b/i.test(line) && /^(?:[a-z]:?|\d+)$/i.test(word));
