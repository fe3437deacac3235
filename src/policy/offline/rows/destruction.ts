/** Things that would be gone. */
import {
  exists,
  holdsMachine,
  holdsSystem,
  isForeign,
  isOutside,
  isRebuilt,
  isUnknownPlace,
  losesWork,
  sweepsTemp,
} from "../conditions.ts";
import { isForkBomb } from "../hidden.ts";
import type { Row } from "../row.ts";
import type { Part } from "../sources.ts";

/** A name that few files have. */
const isNarrow = (name: string): boolean => name.replace(/[*?.[\]]/g, "").length >= 3;

/** What a search looks for. */
const wanted = (part: Part | undefined): string =>
  part?.words.find((_, i, words) => /^-i?(?:name|path|regex)$/.test(words[i - 1]?.value ?? ""))?.value ?? "";

export const DESTRUCTION: readonly Row[] = [
  {
    label: "System Destruction",
    would: "delete {} with everything in it",
    clue: {
      do: "delete",
      recursive: true,
      when: (subject, scene, part) => holdsSystem(subject, scene) && !(part?.name === "find" && isNarrow(wanted(part))),
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
    label: "System Destruction",
    would: "move {} away with everything in it",
    clue: {
      do: "write",
      as: ["move"],
      when: (subject, scene) =>
        subject.do === "write" &&
        subject.from !== undefined &&
        holdsSystem({ do: "delete", target: subject.from, recursive: true }, scene),
    },
    match: ["mv /etc /tmp/x", "mv ~ /dev/null"],
    notMatch: ["mv a b", "mv ~/app/a ~/app/b"],
  },
  {
    label: "System Destruction",
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
    label: "System Destruction",
    would: "write over the disk {}",
    clue: { do: ["write", "delete"], at: "device" },
    match: ["dd if=/dev/zero of=/dev/sda bs=1M", "cat x.img > /dev/nvme0n1", "shred /dev/sdb"],
    notMatch: ["dd if=/dev/zero of=disk.img bs=1M count=10", "echo a > /dev/null"],
  },
  {
    label: "System Destruction",
    would: "destroy what is on {}",
    clue: {
      do: "system",
      op: "delete",
      says: /destroys what is on|overwrites a raw device|partitions of a disk|destroys volumes|changes volumes or what/,
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
    label: "System Destruction",
    would: "delete {}, without which the machine does not start or nobody can log in",
    clue: { do: "delete", at: "vital" },
    match: ["rm /etc/passwd", "rm -f /boot/vmlinuz", 'F=/etc/shadow; rm -f "$F"'],
    notMatch: ["rm /etc/motd", "cat /etc/passwd"],
  },
  {
    label: "System Destruction",
    would: "start processes without end",
    clue: { do: "unknown", when: (_, scene) => isForkBomb(scene.text) },
    match: [":(){ :|:& };:", "bomb() { bomb | bomb & }; bomb"],
    notMatch: ["f() { f2 | f2 & }; f"],
  },
  {
    label: "Unseen Delete Target",
    would: "delete something that cannot be seen from the command",
    clue: { do: "delete", recursive: true, when: isUnknownPlace },
    match: ['rm -rf "$X"', "rm -rf $(cat list)/*", 'rm -rf "$DIR"/*'],
    notMatch: ["D=build; rm -rf $D", "rm -rf build"],
  },
  {
    label: "Shared Temp Sweep",
    would: "clear {}, which others use too",
    clue: { do: "delete", when: sweepsTemp },
    match: ["rm -rf /tmp/*", "find /tmp -mtime +1 -delete"],
    notMatch: ["rm -rf /tmp/my-build", "rm /tmp/a.log"],
  },
  {
    label: "Irreversible Local Destruction",
    would: "delete {} and everything below it, outside the project",
    clue: { do: "delete", recursive: true, when: isForeign },
    match: ["rm -rf ~/Documents", "rm -rf ../other-project", "rm -rf /opt/data", "rm -rf ../other/*"],
    notMatch: ["rm -rf dist", "rm -rf /tmp/x", "rm -rf ~/.cache/pip"],
  },
  {
    label: "Irreversible Local Destruction",
    would: "delete {}, which belongs to the system or to the person",
    clue: { do: "delete", when: isForeign },
    match: ["rm /etc/timezone", "rm ~/notes.txt", "find ~/Mail -name '*.eml' -delete"],
    notMatch: ["rm src/a.ts", "rm /tmp/a"],
  },
  {
    label: "Irreversible Local Destruction",
    would: "make files unreadable or unrecoverable",
    clue: { do: ["write", "delete", "security"], program: /^(?:shred|srm|wipe|scrub|secure-delete|ccrypt|bcwipe)$/ },
    match: ["shred -u a.txt", "srm -r dir"],
    notMatch: ["rm a.txt"],
  },
  {
    label: "Irreversible Local Destruction",
    would: "delete files of the project by a pattern",
    clue: {
      do: "delete",
      when: (subject, scene) =>
        losesWork(subject, scene) && subject.do === "delete" && subject.target.certainty !== "exact",
    },
    match: ["rm -rf ./*", "rm -rf src/*"],
    notMatch: ["rm -rf dist/*", "rm a.ts"],
  },
  {
    label: "Irreversible Local Destruction",
    would: "delete every file of the project that fits a search",
    clue: {
      do: "delete",
      program: /^find$/,
      when: (subject, scene, part) => losesWork(subject, scene) && !isRebuilt(wanted(part)),
    },
    match: ["find . -name '*.ics' -delete", "find . -type f -delete"],
    notMatch: ["find . -name '*.pyc' -delete", "find . -name __pycache__ -exec rm -rf {} +", "find . -name '*.ts'"],
  },
  {
    label: "Irreversible Local Destruction",
    would: "delete the project's history or the project itself",
    clue: {
      do: "delete",
      recursive: true,
      program: /^(?!find$)/,
      when: (subject, scene) =>
        subject.do === "delete" && (subject.target.path === scene.projectRoot || /\/\.git$/.test(subject.target.path)),
    },
    match: ["rm -rf ../app"],
    notMatch: ["rm -rf build"],
  },
  {
    label: "Irreversible Local Destruction",
    would: "delete data of a database, a machine or volumes",
    clue: {
      do: ["database", "container"],
      op: "delete",
      says: /drop|truncate|delete|reset|flush|volumes|everything|machine|database/i,
    },
    match: [
      "dropdb prod",
      "docker volume rm data",
      "docker system prune -af --volumes",
      "sqlite3 a.db 'drop table x'",
      "redis-cli flushall",
    ],
    notMatch: ["docker rm web", "psql -c 'select 1'"],
  },
  {
    label: "Irreversible Local Destruction",
    would: "write over {}, a file of the system or of the person",
    clue: {
      do: "write",
      as: [false, "copy", "move", "link"],
      at: ["system", "home"],
      notAt: ["temp", "cache"],
      when: (subject, scene) => isForeign(subject, scene) && exists(subject, scene),
    },
    match: ["echo x > /etc/hostname"],
    notMatch: ["echo x > a.txt", "echo x > /tmp/a"],
  },
  {
    label: "Shared Resource Change",
    would: "write among the system's own files ({})",
    clue: {
      do: "write",
      as: [false, "append", "copy", "move", "link", "hardlink"],
      at: "system",
      notAt: ["temp", "cache"],
      when: isForeign,
    },
    match: ["cp a /usr/share/a", "echo x >> /etc/motd"],
    notMatch: ["echo x > /tmp/a", "echo x > /dev/null", "cp a ~/b", "echo a > /dev/stderr"],
  },
  {
    label: "Shared Resource Change",
    would: "change or delete data of a database on another machine",
    clue: {
      do: "network",
      says: /a database/,
      when: (subject, _, part) =>
        isOutside(subject) &&
        part?.effects.some((effect) => effect.do === "database" && effect.op !== "read") === true &&
        subject.do === "network" &&
        subject.host !== null,
    },
    match: ["psql -h db.example.com -c 'drop table users'", "mysql -h db.example.com -e 'delete from a'"],
    notMatch: ["psql -h localhost -c 'insert into a values (1)'", "psql -h db.example.com -c 'select 1'"],
  },
];
