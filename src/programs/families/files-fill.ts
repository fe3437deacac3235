import { GNU } from "../makers.ts";
import type { ProgramSpec } from "../spec.ts";
import { readDd, readMktemp, readShred, readSplit, readTee } from "./files-read.ts";

export const filesFill: readonly ProgramSpec[] = [
  {
    names: "mktemp gmktemp",
    flags: `-d -q -t -u --directory --dry-run --quiet --tmpdir ${GNU}`,
    values: { text: "-p --suffix" },
    attached: { text: "--tmpdir" },
    read: readMktemp,
    safe: ["mktemp -u"],
    unsafe: [
      ["mktemp", ["file.write"]],
      ["mktemp -d -t x.XXXX", ["file.directory"]],
      ["mktemp ./a.XXXXXX", ["file.write"]],
    ],
  },
  {
    names: "truncate gtruncate",
    flags: `-c -o --no-create --io-blocks ${GNU}`,
    values: { text: "-s --size", look: "-r --reference" },
    operands: "write",
    unsafe: [
      ["truncate -s0 a", ["file.write"]],
      ["truncate --size=0 /var/log/syslog", ["file.write"]],
    ],
  },
  {
    names: "split csplit gsplit",
    flags: `-d -e -x -k -q -s -u -z --elide-empty-files --keep-files --numeric-suffixes --hex-suffixes --quiet --silent --suppress-matched --unbuffered --verbose ${GNU}`,
    values: {
      text: "-a -b -C -f -l -n -p -t --additional-suffix --bytes --digits --filter --line-bytes --lines --number --prefix --separator --suffix-format --suffix-length",
    },
    attached: { text: "--numeric-suffixes --hex-suffixes" },
    digits: true,
    read: readSplit,
    unsafe: [
      ["split -l 10 a part-", ["file.write", "file.read"]],
      ["split a", ["file.write", "file.read"]],
      ["split --filter='rm x' a", ["file.write", "file.read", "run.code", "unknown.use"]],
      ["csplit a /x/", ["file.write", "file.read"]],
    ],
  },
  {
    names: "tee gtee",
    edits: "tee",
    flags: `-a -i -p --append --ignore-interrupts --output-error ${GNU}`,
    attached: { text: "--output-error" },
    read: readTee,
    safe: ["ls | tee", "ls | tee /dev/null"],
    unsafe: [
      ["ls | tee a", ["file.look", "file.write"]],
      ["tee -a ~/.bashrc", ["file.append"]],
    ],
  },
  {
    names: "dd gdd",
    style: "words",
    read: readDd,
    safe: ["dd if=a bs=1 count=4", "dd if=/dev/zero of=/dev/null count=1"],
    unsafe: [
      ["dd if=a of=b", ["file.read", "file.write"]],
      ["dd if=/dev/zero of=/dev/sda", ["file.write", "disk.raw-write"]],
      ['dd "$X"', ["unknown.use"]],
    ],
  },
  {
    names: "shred gshred",
    flags: `-f -u -v -x -z --exact --force --remove --verbose --zero ${GNU}`,
    values: { text: "-n -s --iterations --size", read: "--random-source" },
    attached: { text: "--remove" },
    read: readShred,
    unsafe: [
      ["shred a", ["file.write"]],
      ["shred -u a", ["file.write", "file.delete"]],
      ["shred /dev/sda", ["file.write", "disk.raw-write"]],
    ],
  },
  {
    names: "mkfifo mknod",
    values: { text: "-m --mode" },
    operands: { first: ["write"], rest: "text" },
    unsafe: [
      ["mkfifo p", ["file.write"]],
      ["mknod d c 1 3", ["file.write"]],
    ],
  },
  {
    names: "rename prename file-rename",
    // The Perl one takes code; both rename what their operands name.
    operands: { first: ["code"], rest: "write" },
    flags: "-n -v -f",
    always: [{ do: "run", program: "rename", what: "code", language: "perl" }],
    unsafe: [["rename 's/a/b/' *.txt", ["run.code", "run.code", "file.write"]]],
  },
  {
    names: "fallocate",
    flags: "-c -d -i -n -p -v -x -z --keep-size --punch-hole --zero-range",
    values: { text: "-l -o --length --offset" },
    operands: "write",
    unsafe: [["fallocate -l 1G a", ["file.write"]]],
  },
];
