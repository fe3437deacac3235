/** A command that writes a block device, makes a file system on one, or ends a pool or volume. Loop devices are files, and no disks. */
import type { Effect, Target } from "../../contract/effect.ts";
import { type CallCommand, type CallView, lineOf } from "../offline/index.ts";
import { devicesInWords } from "./disk-words.ts";
import { feedersOf } from "./feeders.ts";
import { madeDisks } from "./made-disks.ts";

const DISK =
  /^\/dev\/(?:[shv]d[a-z*?]|xvd[a-z*?]|nvme|mmcblk|r?disk[\d*?]|r?(?:[sw]d|ada|da|nvd|nda|vtbd)\d|ubd[a-z]|dm-|md[\d_*?]|mtd|ubi\d|sg\d|(?:n|r|dr)bd\d|zd\d|bcache\d|pmem\d|dasd|sr\d|root$|mapper\/(?!control$)|disk\/|block\/|zvol\/|cciss\/)/i;
/** Directories below /dev that hold no disks; a volume group's name is any other. */
const NO_DISKS =
  /^\/dev\/(?:pts|shm|fd|input|snd|dri|net|bus|char|cpu|cpu_dma_latency|mqueue|hugepages|tcp|udp|vfio|usb|serial|v4l|virtio-ports|dvb|infiniband|mapper\/control|loop)(?:\/|$)/;
const RAW_DRIVE = /^(?:\\\\|\/\/)[.?][\\/](?:physicaldrive\d|[a-z]:$|harddisk)/i;

export const isDisk = (path: string): boolean =>
  DISK.test(path) || RAW_DRIVE.test(path) || (/^\/dev\/[\w.-]+\/[\w.-]+$/.test(path) && !NO_DISKS.test(path));

/** Uses that end what is on the device they name, by the words of the command. */
const ENDS_IT: readonly RegExp[] = [
  // File systems, swap and labels made anew.
  /^(?:mkfs\S*|mke2fs|mkntfs|mkdosfs|mkexfatfs|newfs\S*|mkswap|make-bcache|bcachefs (?:format|device add)|btrfs (?:device add|replace start))/i,
  /^wipefs .*(?:-\w*a|--all|-o|--offset)/i,
  // Everything on it written over, discarded or forgotten by the drive.
  /^(?:blkdiscard|(?:nwipe|scrub|wipe|sg_format|sg_sanitize|sg_unmap|sg_write\w*|flash_erase\w*|flashcp|nandwrite)(?= )|badblocks .*-\w*w)/i,
  /^(?:blkzone (?:reset|finish)|fio .*(?:rw|readwrite)[= ](?:rand)?(?:write|rw|readwrite|trim))/i,
  /^hdparm .*--(?:security-erase|trim-sector|write-sector|repair-sector|dco-restore|sanitize)/i,
  /^nvme (?:format|sanitize|write|write-zeroes|write-uncor|dsm|delete-ns)/i,
  // Written where they are told, or in place.
  /^(?:sponge|hexedit|hexer|bvi|dhex|hte?|shed|objcopy|xfs_copy|usbimager|rpi-imager|etcher\S*|balena (?:local )?flash)(?= )|^(?:perl|ruby) (?:.* )?-\w*i/i,
  // Partition tables.
  /^(?:sgdisk|gdisk|sfdisk|fdisk|cfdisk|delpart|addpart)(?! (?:-l|-d|-p|-i|-v|-V|-s|--list|--dump|--print|--json|-J|--show-\S+|--verify|--help|--version))/i,
  /^parted .*(?:mklabel|mktable|mkpart|resizepart|rescue| rm )/i,
  /^(?:gpart (?:create|destroy|delete|restore)|systemd-repart .*--empty=(?:force|create|require)|(?:bsd|disk)label .*-\w*[wER])/i,
  // Volumes, arrays and encryption.
  /^(?:lvm )?(?:pvcreate|pvremove|vgcreate|vgextend)/i,
  /^cryptsetup .*(?:luksFormat|erase|luksErase|reencrypt|luksHeaderRestore)|^geli (?:init|kill|restore)|^systemd-cryptenroll .*--wipe-slot=all/i,
  /^mdadm .*(?:--create|-C|--zero-superblock)|^ceph-volume .*(?:zap|create|prepare)/i,
  /^zpool (?:create|add|attach|replace|labelclear)/i,
  // Of macOS and Windows.
  /^(?:diskutil (?:erase|partition|zero|random|secureErase|reformat|apfs (?:delete|erase|create))|asr restore|format-volume|clear-disk|initialize-disk)/i,
];

/** Uses that end a pool, a volume or an array by its name, and what makes of each only a trial. */
const ENDS_NAMED: readonly (readonly [use: RegExp, trial?: RegExp])[] = [
  [/^zpool destroy /],
  // Not a snapshot, and not one file system below others alone.
  [/^zfs destroy (?!.*[@#])(?:(?:.* )?-\w*[rR]\w* |(?:-\w+ )*[^\s/-][^\s/]*$)/, / -\w*n/],
  [/^(?:lvm )?(?:lv|vg|pv)remove /, / (?:-t|--test)(?: |$)/],
  [
    /^dmsetup (?:.* )?(?:wipe_table |remove_all|remove (?:.* )?(?:-\w*f|--force))|^dmsetup (?:.* )?(?:-\w*f|--force) (?:.* )?remove/,
  ],
  [
    /^(?:stratis (?:pool|filesystem|fs) destroy|vdo remove|drbdadm (?:.* )?wipe-md|g(?:mirror|raid\d?|stripe|concat) (?:destroy|clear)|gluster volume delete|ceph osd (?:pool (?:rm|delete)|purge|destroy)) /,
  ],
  [
    /^(?:(?:stor|perc)cli\d* .*(?:delete|erase)|megacli\d* .*-cfg(?:clr|\w*del)|(?:ssacli|hpssacli|hpacucli) .*delete|arcconf (?:delete|uninit))/i,
  ],
  [/^diskutil (?:apfs|cs|corestorage|appleraid) delete\w* /i],
];

/** An option that says where to write, whichever program it is. */
const OUTPUT = /^(?:-o|-O|-of|-out|--out(?:put|file)?(?:-\w+)?|--overwrite|--drive)$/;
/** Opened to be written, in the languages that say so beside the name. */
const OPENED_TO_WRITE =
  /open\w*\s*\(\s*["'](\/dev\/[^"']+)["']\s*,\s*(?:(?:mode\s*=\s*)?["'][rbt]*[wax+][rwaxbt+]*["']|[^)"']*O_(?:WRONLY|RDWR))/gi;

/** The same in Perl, where the sign stands before the name or apart from it. */
const OPENED_BY_SIGN = /\bopen\b[^;"'\n]{0,60}["']\s*\+?>{1,2}\s*(?:["']\s*,\s*["'])?(\/dev\/[^"'\s]+)["']/gi;

/** Copies one thing onto another: the second word is written. */
const COPIES_ONTO =
  /^(?:g?ddrescue|dd_rescue|dd_rhelp|bmaptool copy|qemu-img (?:convert|dd)|partclone\S*|ntfsclone|e2image|partimage)(?: |$)/;

/** The device that is written; undefined where none is. */
export function writtenDevice(command: CallCommand, view: CallView): string | undefined {
  const made = madeDisks(view, isDisk);
  const isOne = (path: string): boolean => isDisk(path) || made.has(path, command);
  const targets = command.effects.flatMap(writtenTo);
  const written = targets.find((target) => leadsToDisk(target, view) || made.has(target.path, command));
  if (written !== undefined) return written.path;
  const line = lineOf(command);
  const values = command.words.slice(1).flatMap(({ value }) => value ?? []);
  const named = values.map((value) => value.replace(/^--?\w+=|^\w+=/, ""));
  const onto = [...outputsIn(values, command), ...codeOf(command), ...devicesInWords(command)].find(isOne);
  if (onto !== undefined) return onto;
  // The loop whose name a command before it printed.
  const ends = ENDS_IT.some((use) => use.test(line));
  const open = ends || targets.some(({ certainty }) => certainty === "unknown") || / h?of=/.test(line);
  if (open && feedersOf(command, view).some(made.loops)) return "/dev/loop";
  if (ends) return named.find((one) => isOne(one) || isDiskByName(one, line));
  return COPIES_ONTO.test(line)
    ? named
        .filter((one) => !one.startsWith("-"))
        .slice(1)
        .find(isOne)
    : undefined;
}

/** The pool, volume or array that is ended; undefined where none is. */
export function endedVolume(command: CallCommand): string | undefined {
  const line = lineOf(command);
  const ends = ENDS_NAMED.some(([use, trial]) => use.test(line) && trial?.test(line) !== true);
  return ends && !/ (?:-h|--help|--version)$/.test(line) ? command.words.at(-1)?.text : undefined;
}

/** dd and its kin, and options for output. What only reads has other uses for these. */
const outputsIn = (values: readonly string[], { effects }: CallCommand): readonly string[] =>
  values.flatMap((value, i) => {
    const set = /(?:^|,)(?:h?of|wipe|dest)=([^,]+)/.exec(value)?.[1];
    if (set !== undefined) return [set];
    if (effects.every((effect) => effect.do === "read")) return [];
    if (OUTPUT.test(values[i - 1] ?? "")) return [value];
    const [, option = "", attached = ""] = /^(--?[a-z-]+)=(.+)$/.exec(value) ?? /^(-[oO])(\/.+)$/.exec(value) ?? [];
    return OUTPUT.test(option) ? [attached] : [];
  });

const codeOf = ({ effects }: CallCommand): readonly string[] =>
  effects.flatMap((effect) =>
    effect.do === "run"
      ? [OPENED_TO_WRITE, OPENED_BY_SIGN].flatMap((way) =>
          [...(effect.code ?? "").matchAll(way)].map(([, path = ""]) => path),
        )
      : [],
  );

const writtenTo = (effect: Effect): readonly Target[] =>
  (effect.do === "write" && !KEEPS.has(effect.as ?? "")) || effect.do === "delete" ? [effect.target] : [];

/** A new mode, owner or name leaves the contents. */
const KEEPS: ReadonlySet<string> = new Set(["mode", "directory", "link", "hardlink"]);

const leadsToDisk = (target: Target, { look }: CallView): boolean =>
  target.path !== "" && (isDisk(target.path) || look(target).ways.some((way) => isDisk(`/${way.join("/")}`)));

/** Tools of macOS, BSD, ZFS and Windows take a disk by its bare name. */
const isDiskByName = (word: string, line: string): boolean =>
  (/^diskutil |^asr /.test(line) && /^disk\d/.test(word)) ||
  (/^(?:gpart|geli|newfs\S*|fdisk|(?:bsd|disk)label) /.test(line) && /^r?(?:[sw]d|ada|da|nvd|nda|vtbd)\d/.test(word)) ||
  (/^zpool /.test(line) && /^(?:[shv]d[a-z]|nvme\d)/.test(word)) ||
  (/^(?:format|format-volume|clear-disk|initialize-disk)\b/i.test(line) && /^(?:[a-z]:?|\d+)$/i.test(word));
