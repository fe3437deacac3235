/** Disks, partitions, volumes and what is mounted where. */
import { acting } from "./acting.ts";
import type { ProgramSpec } from "./spec.ts";

export const disks: readonly ProgramSpec[] = [
  acting({
    names: "mount",
    shows: /^(?:-l|-v|-V|--version|(?:-l )?-t [\w.,]+)?$/,
    acts: [
      [
        /(?:^| )(?:-B|-R|--r?bind|-o\S*bind\S*|-o \S*bind\S*)(?: |$)/,
        "system",
        "change",
        "puts one directory over another",
      ],
    ],
    otherwise: ["system", "change", "mounts a file system"],
    safe: ["mount", "mount -l -t ext4"],
    unsafe: [
      ["mount /dev/sdb1 /mnt", "system"],
      ["mount -B /a /b", "over another"],
      ["mount -o remount,rw /", "system"],
    ],
  }),
  acting({
    names: "umount fusermount fusermount3 mount.nfs mount.cifs sshfs mount_smbfs mount_nfs",
    otherwise: ["system", "change", "mounts or unmounts a file system"],
    unsafe: [["umount /mnt", "system"]],
  }),
  acting({
    names:
      "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.exfat mkfs.f2fs mke2fs mkdosfs newfs newfs_apfs newfs_msdos mkswap wipefs blkdiscard zerofree scrub",
    otherwise: ["system", "delete", "destroys what is on a disk"],
    unsafe: [
      ["mkfs.ext4 /dev/sda1", "system"],
      ["wipefs -a /dev/sda", "delete"],
      ["mkfs -t xfs /dev/sdb", "delete"],
    ],
  }),
  acting({
    names: "fdisk sfdisk gdisk sgdisk parted",
    // parted takes commands from its input when it is given none.
    shows:
      /^(?:(?:-l|--list)(?: \/dev\/[\w/-]+)?|(?:-s |--script )?\/dev\/[\w/-]+ (?:unit \w+ )?print(?: (?:free|list|all|\d+))?)$/,
    otherwise: ["system", "delete", "changes the partitions of a disk"],
    safe: ["fdisk -l", "parted -l", "parted /dev/sda print", "parted /dev/sda unit MiB print free"],
    unsafe: [
      ["fdisk /dev/sda", "system"],
      ["parted -s /dev/sda", "system"],
      ["parted --script /dev/sda mklabel gpt", "delete"],
      ["sgdisk --zap-all /dev/sda", "system"],
    ],
  }),
  acting({
    names: "cfdisk gparted partx partprobe kpartx growpart addpart delpart",
    otherwise: ["system", "delete", "changes the partitions of a disk"],
    unsafe: [["partx -d /dev/sda", "system"]],
  }),
  acting({
    names: "losetup",
    shows: /^(?:-a|-l|--all|--list)?$/,
    otherwise: ["system", "change", "changes loop devices"],
    safe: ["losetup -a"],
    unsafe: [["losetup /dev/loop0 x.img", "system"]],
  }),
  acting({
    names: "swapon",
    shows: /^(?:-s|--show(?:=\S+)?|--summary)?$/,
    otherwise: ["system", "change", "changes swap"],
    safe: ["swapon --show"],
    unsafe: [["swapon -a", "system"]],
  }),
  acting({
    names: "swapoff dmsetup zramctl",
    otherwise: ["system", "change", "changes swap or device mappings"],
    unsafe: [["swapoff -a", "system"]],
  }),
  acting({
    names: "lvs vgs pvs lvdisplay vgdisplay pvdisplay lvscan vgscan pvscan lsscsi",
    shows:
      /^(?:-[av]+|-o [\w,+]+|--units \w|--noheadings|(?!-)[\w/-]+)?(?: (?:-[av]+|-o [\w,+]+|--noheadings|(?!-)[\w/-]+))*$/,
    otherwise: ["system", "read", "shows volumes"],
    safe: ["lvs", "vgs -o vg_name,vg_size"],
    unsafe: [["pvs --config x=y", "system"]],
  }),
  acting({
    names:
      "lvcreate lvremove lvextend lvreduce lvresize lvchange vgcreate vgremove vgextend vgreduce vgchange pvcreate pvremove pvmove pvresize lvm lvconvert cryptsetup cryptdisks_start mdadm dmraid",
    otherwise: ["system", "delete", "changes volumes or what is on them"],
    unsafe: [
      ["lvremove -f vg/lv", "system"],
      ["cryptsetup luksFormat /dev/sda", "system"],
    ],
  }),
  acting({
    names: "zfs zpool btrfs bcachefs",
    shows:
      /^(?:list|status|get \S+|(?:filesystem|subvolume) (?:show|list|df|usage))(?: (?:-[rvHpLPx]+|(?!-)[\w./@-]+))*$/,
    acts: [[/^(?:destroy|rollback|labelclear|subvolume delete)/, "system", "delete", "destroys volumes"]],
    otherwise: ["system", "change", "changes volumes"],
    safe: ["zpool status", "zfs list tank", "btrfs filesystem df /"],
    unsafe: [
      ["zfs destroy tank/x", "delete"],
      ["zfs set a=b tank", "system"],
    ],
  }),
  acting({
    names: "smartctl",
    shows: /^(?:(?:-[aiHAx]+|--info|--health|--all) \/dev\/[\w/]+|--scan)$/,
    otherwise: ["system", "change", "steers a disk"],
    safe: ["smartctl -a /dev/sda"],
    unsafe: [["smartctl -t long /dev/sda", "system"]],
  }),
  acting({
    names:
      "fsck fsck.ext4 e2fsck xfs_repair xfs_growfs tune2fs resize2fs debugfs badblocks hdparm nvme fstrim e4defrag e2label xfs_admin ntfsfix",
    otherwise: ["system", "change", "changes or repairs a disk"],
    unsafe: [
      ["fsck -a /dev/sda1", "system"],
      ["tune2fs -L x /dev/sda1", "system"],
      ["debugfs -w /dev/sda1", "system"],
    ],
  }),
  acting({
    names: "diskutil hdiutil tmutil asr apfs_util",
    shows:
      /^(?:list|info|apfs list|cs list|activity|listFilesystems|status|latestbackup|listbackups|destinationinfo)(?: (?:-all|[\w./-]+))?$/,
    acts: [
      [
        /(?:^| )(?:erase\w*|partitionDisk|reformat|secureErase|zeroDisk|randomDisk|delete\w*|restore|thinlocalsnapshots)(?: |$)/i,
        "system",
        "delete",
        "destroys what is on a disk or a backup",
      ],
    ],
    otherwise: ["system", "change", "changes disks, images or backups"],
    safe: ["diskutil list", "tmutil listbackups"],
    unsafe: [
      ["diskutil eraseDisk JHFS+ X disk2", "delete"],
      ["hdiutil attach x.dmg", "system"],
      ["tmutil disable", "system"],
      ["tmutil deletelocalsnapshots 1", "delete"],
    ],
  }),
  acting({
    names: "exportfs quotaon quotaoff setquota edquota",
    otherwise: ["system", "expose", "changes what others may mount or store"],
    unsafe: [["exportfs -a", "system"]],
  }),
];
