/** Deletes and writes that end the system, a home or a disk. */
import { holdsAllLogs, holdsMachine, holdsSystem, searchedName } from "../offline/index.ts";
import { powershell, topics } from "./build.ts";
import ROWS from "./rows/system-destruction.json" with { type: "json" };

/** A name that few files have. */
const isNarrow = (name: string): boolean => name.replace(/[*?.[\]]/g, "").length >= 3;

export const SYSTEM_DESTRUCTION = topics(ROWS, {
  "System Destruction": [
    {
      would: "destroy backups, boot data or a disk of this machine",
      clue: { act: ["backup.destroy", "disk.destroy-here"] },
      match: [
        powershell("vssadmin delete shadows /all /quiet"),
        powershell("Remove-Item -Recurse -Force C:\\"),
        powershell("bcdedit /set {default} recoveryenabled no"),
      ],
      notMatch: [powershell("vssadmin list shadows"), powershell("Remove-Item -Recurse -Force node_modules")],
    },
    {
      would: "delete {} with everything in it",
      clue: {
        do: "delete",
        recursive: true,
        when: (subject, view, command) =>
          holdsSystem(subject, view) &&
          !holdsAllLogs(subject) &&
          !(command?.name === "find" && isNarrow(searchedName(command))),
      },
      match: [
        "rm -rf /",
        "sudo rm -rf --no-preserve-root /*",
        "rm -r ~",
        "rm -rf $HOME/*",
        'sh -c "rm -rf /usr"',
        "find / -delete",
      ],
      notMatch: [
        "rm -rf node_modules",
        "rm -rf /tmp/build",
        "rm -rf ~/app/dist",
        "rm -rf /var/lib/apt/lists/*",
        "rm -rf ./*",
      ],
    },
    {
      would: "move {} away with everything in it",
      clue: {
        do: "write",
        as: ["move"],
        when: (subject, view) =>
          subject.do === "write" &&
          subject.from !== undefined &&
          holdsSystem({ do: "delete", target: subject.from, recursive: true }, view),
      },
      match: ["mv /etc /tmp/x", "mv ~ /dev/null"],
      notMatch: ["mv a b", "mv ~/app/a ~/app/b"],
    },
    {
      would: "change owner or mode of {} and of everything below it",
      clue: { do: "write", recursive: true, as: ["mode"], when: holdsMachine },
      match: ["chmod -R 777 /", "sudo chown -R me /usr"],
      notMatch: [
        "sudo chown -R www-data:www-data /var/www",
        "chmod -R u+w .",
        "chown -R me:me ~/app/build",
        "chmod 755 /usr/local/bin/x",
      ],
    },
    {
      would: "write over the disk {}",
      clue: { do: ["write", "delete"], at: "device" },
      match: ["dd if=/dev/zero of=/dev/sda bs=1M", "cat x.img > /dev/nvme0n1", "shred /dev/sdb"],
      notMatch: ["dd if=/dev/zero of=disk.img bs=1M count=10", "echo a > /dev/null"],
    },
    {
      would: "destroy what is on {}",
      clue: {
        act: ["disk.destroy", "disk.destroy-here", "disk.raw-write", "disk.partitions", "volume.destroy"],
        line: /^(?:mkfs\S*|mke2fs|mkntfs|newfs\S*|mkswap|blkdiscard|dd|badblocks -w|hdparm --security|nvme format)\b.*\/dev\/(?!loop)|^wipefs .*(?:-a|--all|-o|--offset)|^(?:sgdisk|gdisk|sfdisk|fdisk|delpart)\b(?! (?:-l|-d|--list|--dump|-J|--json)).*\/dev\/(?!loop)|^parted .*(?:mklabel|mktable|mkpart|resizepart| rm )|^(?:zfs|zpool) (?:destroy|labelclear)|^(?:lv|vg|pv)remove|^cryptsetup .*(?:luksFormat|erase|luksErase)|^diskutil (?:erase|partition|zero|secureErase|reformat|apfs (?:delete|erase))/i,
      },
      match: [
        "mkfs.ext4 /dev/sda1",
        "wipefs -a /dev/sdb",
        "zfs destroy tank/home",
        "diskutil eraseDisk JHFS+ X disk2",
        "sgdisk --zap-all /dev/sda",
      ],
      notMatch: [
        "mkfs.ext4 image.img",
        "fdisk -l",
        "wipefs /dev/sda",
        "mdadm --detail /dev/md0",
        "cryptsetup open /dev/sdb1 x",
      ],
    },
    {
      would: "delete {}, without which the machine does not start or nobody can log in",
      clue: { do: "delete", at: "vital" },
      match: ["rm /etc/passwd", "rm -f /boot/vmlinuz", 'F=/etc/shadow; rm -f "$F"'],
      notMatch: ["rm /etc/motd", "cat /etc/passwd"],
    },
    {
      would: "start processes without end",
      clue: { act: "process.multiply" },
      match: [":(){ :|:& };:", "bomb() { bomb | bomb & }; bomb"],
      notMatch: ["f() { f2 | f2 & }; f", "down() { down; down; }; down"],
    },
  ],
});
