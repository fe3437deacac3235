/** Disks, partitions, volumes and what is mounted where. */
import { acting } from "../acting.ts";
import type { ProgramFamily } from "../spec.ts";

export const disks: ProgramFamily = () => [
  acting({
    names: "mount",
    live: true,
    shows: /^(?:-l|-v|-V|--version|(?:-l )?-t [\w.,]+)?$/,
    acts: [[/(?:^| )(?:-B|-R|--r?bind|-o\S*bind\S*|-o \S*bind\S*)(?: |$)/, "disk.mount"]],
    otherwise: "disk.mount",
    safe: ["mount", "mount -l -t ext4"],
    unsafe: [
      ["mount /dev/sdb1 /mnt", ["disk.mount"]],
      ["mount -B /a /b", ["disk.mount"]],
      ["mount -o remount,rw /", ["disk.mount"]],
    ],
  }),
  acting({
    names: "umount fusermount fusermount3 mount.nfs mount.cifs sshfs mount_smbfs mount_nfs",
    otherwise: "disk.mount",
    unsafe: [["umount /mnt", ["disk.mount"]]],
  }),
  acting({
    names:
      "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.exfat mkfs.f2fs mke2fs mkdosfs newfs newfs_apfs newfs_msdos mkswap wipefs blkdiscard zerofree scrub",
    otherwise: "disk.destroy",
    unsafe: [
      ["mkfs.ext4 /dev/sda1", ["disk.destroy"]],
      ["wipefs -a /dev/sda", ["disk.destroy"]],
      ["mkfs -t xfs /dev/sdb", ["disk.destroy"]],
    ],
  }),
  acting({
    names: "fdisk sfdisk gdisk sgdisk parted",
    // parted takes commands from its input when it is given none.
    shows:
      /^(?:(?:-l|--list)(?: \/dev\/[\w/-]+)?|(?:-s |--script )?\/dev\/[\w/-]+ (?:unit \w+ )?print(?: (?:free|list|all|\d+))?)$/,
    otherwise: "disk.partitions",
    safe: ["fdisk -l", "parted -l", "parted /dev/sda print", "parted /dev/sda unit MiB print free"],
    unsafe: [
      ["fdisk /dev/sda", ["disk.partitions"]],
      ["parted -s /dev/sda", ["disk.partitions"]],
      ["parted --script /dev/sda mklabel gpt", ["disk.partitions"]],
      ["sgdisk --zap-all /dev/sda", ["disk.partitions"]],
    ],
  }),
  acting({
    names: "cfdisk gparted partx partprobe kpartx growpart addpart delpart",
    otherwise: "disk.partitions",
    unsafe: [["partx -d /dev/sda", ["disk.partitions"]]],
  }),
  acting({
    names: "losetup",
    shows: /^(?:-a|-l|--all|--list)?$/,
    otherwise: "disk.mapping",
    safe: ["losetup -a"],
    unsafe: [["losetup /dev/loop0 x.img", ["disk.mapping"]]],
  }),
  acting({
    names: "swapon",
    shows: /^(?:-s|--show(?:=\S+)?|--summary)?$/,
    otherwise: "disk.mapping",
    safe: ["swapon --show"],
    unsafe: [["swapon -a", ["disk.mapping"]]],
  }),
  acting({
    names: "swapoff dmsetup zramctl",
    otherwise: "disk.mapping",
    unsafe: [["swapoff -a", ["disk.mapping"]]],
  }),
  acting({
    names: "lvs vgs pvs lvdisplay vgdisplay pvdisplay lvscan vgscan pvscan lsscsi",
    shows:
      /^(?:-[av]+|-o [\w,+]+|--units \w|--noheadings|(?!-)[\w/-]+)?(?: (?:-[av]+|-o [\w,+]+|--noheadings|(?!-)[\w/-]+))*$/,
    otherwise: "volume.show",
    safe: ["lvs", "vgs -o vg_name,vg_size"],
    unsafe: [["pvs --config x=y", ["volume.show"]]],
  }),
  acting({
    names:
      "lvcreate lvremove lvextend lvreduce lvresize lvchange vgcreate vgremove vgextend vgreduce vgchange pvcreate pvremove pvmove pvresize lvm lvconvert cryptsetup cryptdisks_start mdadm dmraid",
    otherwise: "volume.destroy",
    unsafe: [
      ["lvremove -f vg/lv", ["volume.destroy"]],
      ["cryptsetup luksFormat /dev/sda", ["volume.destroy"]],
    ],
  }),
  acting({
    names: "zfs zpool btrfs bcachefs",
    shows:
      /^(?:list|status|get \S+|(?:filesystem|subvolume) (?:show|list|df|usage))(?: (?:-[rvHpLPx]+|(?!-)[\w./@-]+))*$/,
    acts: [[/^(?:destroy|rollback|labelclear|subvolume delete)/, "volume.destroy"]],
    otherwise: "volume.change",
    safe: ["zpool status", "zfs list tank", "btrfs filesystem df /"],
    unsafe: [
      ["zfs destroy tank/x", ["volume.destroy"]],
      ["zfs set a=b tank", ["volume.change"]],
    ],
  }),
  acting({
    names: "smartctl",
    shows: /^(?:(?:-[aiHAx]+|--info|--health|--all) \/dev\/[\w/]+|--scan)$/,
    otherwise: "disk.change",
    safe: ["smartctl -a /dev/sda"],
    unsafe: [["smartctl -t long /dev/sda", ["disk.change"]]],
  }),
  acting({
    names:
      "fsck fsck.ext4 e2fsck xfs_repair xfs_growfs tune2fs resize2fs debugfs badblocks hdparm nvme fstrim e4defrag e2label xfs_admin ntfsfix",
    otherwise: "disk.repair",
    unsafe: [
      ["fsck -a /dev/sda1", ["disk.repair"]],
      ["tune2fs -L x /dev/sda1", ["disk.repair"]],
      ["debugfs -w /dev/sda1", ["disk.repair"]],
    ],
  }),
  acting({
    names: "diskutil hdiutil tmutil asr apfs_util",
    shows:
      /^(?:list|info|apfs list|cs list|activity|listFilesystems|status|latestbackup|listbackups|destinationinfo)(?: (?:-all|[\w./-]+))?$/,
    acts: [
      [
        /(?:^| )(?:erase\w*|partitionDisk|reformat|secureErase|zeroDisk|randomDisk|delete\w*|restore|thinlocalsnapshots)(?: |$)/i,
        "disk.destroy",
      ],
    ],
    otherwise: "disk.change",
    safe: ["diskutil list", "tmutil listbackups"],
    unsafe: [
      ["diskutil eraseDisk JHFS+ X disk2", ["disk.destroy"]],
      ["hdiutil attach x.dmg", ["disk.change"]],
      ["tmutil disable", ["disk.change"]],
      ["tmutil deletelocalsnapshots 1", ["disk.destroy"]],
    ],
  }),
  acting({
    names: "exportfs quotaon quotaoff setquota edquota",
    otherwise: "door.share",
    unsafe: [["exportfs -a", ["door.share"]]],
  }),
];
