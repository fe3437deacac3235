/** Programs that make, change, move and remove files. */
import { act } from "../contract/effect.ts";
import {
  readCopy,
  readDd,
  readInstall,
  readLink,
  readMktemp,
  readMode,
  readMove,
  readOwner,
  readShred,
  readSplit,
  readTee,
} from "./files-read.ts";
import { texts } from "./makers.ts";
import type { ProgramSpec } from "./spec.ts";

const GNU = "--help --version";

export const files: readonly ProgramSpec[] = [
  {
    names: ["mkdir", "gmkdir"],
    edits: "mkdir",
    flags: `-p -v --parents --verbose ${GNU}`,
    values: texts("-m --mode"),
    operands: "makeDir",
    examples: {
      safe: [],
      unsafe: [
        ["mkdir -p a/b", ["file.directory"]],
        ["mkdir -m 700 a", ["file.directory"]],
      ],
    },
  },
  {
    names: ["touch", "gtouch"],
    edits: "touch",
    flags: `-a -c -f -h -m --no-create --no-dereference ${GNU}`,
    values: { ...texts("-A -d -t --date --time"), "-r": "look", "--reference": "look" },
    operands: "write",
    examples: {
      safe: [],
      unsafe: [
        ["touch a b", ["file.write", "file.write"]],
        ["touch -r a b", ["file.look", "file.write"]],
      ],
    },
  },
  {
    names: ["rm", "grm", "unlink", "srm"],
    edits: "rm",
    flags: `-d -f -i -I -P -v -x --dir --force --interactive --one-file-system --preserve-root --verbose -r -R --recursive ${GNU}`,
    attached: texts("--interactive --preserve-root"),
    operands: "delete",
    roleWhen: { "-r": "deleteTree", "-R": "deleteTree", "--recursive": "deleteTree" },
    examples: {
      safe: [],
      unsafe: [
        ["rm a", ["file.delete"]],
        ["rm -rf a b", ["file.delete", "file.delete"]],
        ["rm -rf --no-preserve-root /", ["file.delete", "unknown.use"]],
      ],
    },
  },
  {
    names: ["rmdir"],
    edits: "rmdir",
    flags: `-v --ignore-fail-on-non-empty --verbose ${GNU}`,
    operands: "delete",
    examples: {
      safe: [],
      unsafe: [
        ["rmdir a", ["file.delete"]],
        ["rmdir -p a/b", ["file.delete", "unknown.use"]],
      ],
    },
  },
  {
    names: ["cp", "gcp"],
    edits: "cp",
    flags:
      "-a -c -d -f -H -i -l -L -n -N -p -P -r -R -s -T -u -v -x -X --archive --attributes-only --copy-contents --debug --dereference --force --interactive " +
      "--link --no-clobber --no-dereference --no-target-directory --one-file-system --parents --preserve --recursive --reflink --remove-destination " +
      `--strip-trailing-slashes --symbolic-link --update --verbose ${GNU}`,
    values: { "-t": "text", "--target-directory": "text", "--no-preserve": "text", "--sparse": "text" },
    attached: texts("--preserve --reflink --update"),
    read: readCopy,
    examples: {
      safe: [],
      unsafe: [
        ["cp a b", ["file.read", "file.copy", "file.copy"]],
        ["cp -r src dst", ["file.read", "file.copy", "file.copy"]],
        ["cp -t d a b", ["file.read", "file.copy", "file.read", "file.copy"]],
        ["cp -l a b", ["file.read", "file.hardlink", "file.hardlink"]],
        ["cp -s a b", ["file.read", "file.link", "file.link"]],
        ["cp /dev/zero /dev/sda", ["file.copy", "file.copy", "disk.raw-write"]],
      ],
    },
  },
  {
    names: ["mv", "gmv"],
    edits: "mv",
    flags: `-f -h -i -n -T -u -v --debug --force --interactive --no-clobber --no-copy --no-target-directory --strip-trailing-slashes --update --verbose ${GNU}`,
    values: { "-t": "text", "--target-directory": "text" },
    attached: texts("--update"),
    read: readMove,
    examples: {
      safe: [],
      unsafe: [
        ["mv a b", ["file.delete", "file.move", "file.move"]],
        ["mv a b dir/", ["file.delete", "file.move", "file.delete", "file.move"]],
        ["mv -b a b", ["file.delete", "file.move", "file.move", "unknown.use"]],
      ],
    },
  },
  {
    names: ["ln", "gln", "link"],
    flags: `-f -h -i -L -n -P -r -s -T -v --force --interactive --logical --no-dereference --no-target-directory --physical --relative --symbolic --verbose ${GNU}`,
    values: { "-t": "text", "--target-directory": "text" },
    read: readLink,
    examples: {
      safe: [],
      unsafe: [
        ["ln -s /etc a", ["file.link", "file.link"]],
        ["ln a b", ["file.hardlink", "file.hardlink"]],
        ["ln -sfn ../x d/y", ["file.link", "file.link"]],
        ["ln -s ../a", ["file.link"]],
      ],
    },
  },
  {
    names: ["install", "ginstall"],
    // Not here: -s runs strip, --strip-program names it.
    flags: `-c -C -d -D -p -T -v --compare --directory --no-target-directory --preserve-timestamps --verbose ${GNU}`,
    values: { ...texts("-g -m -o -t --group --mode --owner --target-directory") },
    runsCode: "-s --strip --strip-program",
    read: readInstall,
    examples: {
      safe: [],
      unsafe: [
        ["install -m 755 a bin/a", ["file.read", "file.copy", "file.copy"]],
        ["install -d x", ["file.directory"]],
        ["install -m 4755 a b", ["file.read", "file.copy", "file.copy", "privilege.set-id", "unknown.use"]],
      ],
    },
  },
  {
    names: ["chmod", "gchmod"],
    flags: `-c -f -h -H -L -P -r -R -v -w -x -X --changes --quiet --recursive --silent --verbose ${GNU}`,
    values: { "--reference": "look" },
    read: readMode,
    examples: {
      safe: [],
      unsafe: [
        ["chmod +x a", ["file.mode"]],
        ["chmod -R 777 d", ["file.mode"]],
        ["chmod u+s a", ["file.mode", "privilege.set-id", "unknown.use"]],
        ["chmod 4755 a", ["file.mode", "privilege.set-id", "unknown.use"]],
        ["chmod -x a", ["file.mode"]],
      ],
    },
  },
  {
    names: ["chown", "chgrp", "gchown"],
    flags: `-c -f -h -H -L -n -P -R -v -x --changes --dereference --no-dereference --preserve-root --quiet --recursive --silent --verbose ${GNU}`,
    values: { "--reference": "look", "--from": "text" },
    read: readOwner,
    examples: {
      safe: [],
      unsafe: [
        ["chown root a", ["file.mode"]],
        ["chown -R me:me /", ["file.mode"]],
      ],
    },
  },
  {
    names: ["chattr", "chflags", "setfacl", "setfattr", "setcap", "chcon", "restorecon"],
    operands: "write",
    always: [act("guard.file-attributes")],
    values: { "-m": "text", "-x": "text", "-n": "text", "-v": "text", "-t": "text", "-u": "text" },
    flags: "-R -h -f",
    examples: {
      safe: [],
      unsafe: [
        ["chattr -i a", ["guard.file-attributes", "file.write", "unknown.use"]],
        ["chflags hidden a", ["guard.file-attributes", "file.write", "file.write"]],
        ["setcap cap_setuid+ep a", ["guard.file-attributes", "file.write", "file.write"]],
      ],
    },
  },
  {
    names: ["mktemp", "gmktemp"],
    flags: `-d -q -t -u --directory --dry-run --quiet --tmpdir ${GNU}`,
    values: { "-p": "text", "--suffix": "text" },
    attached: texts("--tmpdir"),
    read: readMktemp,
    examples: {
      safe: ["mktemp -u"],
      unsafe: [
        ["mktemp", ["file.write"]],
        ["mktemp -d -t x.XXXX", ["file.directory"]],
        ["mktemp ./a.XXXXXX", ["file.write"]],
      ],
    },
  },
  {
    names: ["truncate", "gtruncate"],
    flags: `-c -o --no-create --io-blocks ${GNU}`,
    values: { ...texts("-s --size"), "-r": "look", "--reference": "look" },
    operands: "write",
    examples: {
      safe: [],
      unsafe: [
        ["truncate -s0 a", ["file.write"]],
        ["truncate --size=0 /var/log/syslog", ["file.write"]],
      ],
    },
  },
  {
    names: ["split", "csplit", "gsplit"],
    flags: `-d -e -x -k -q -s -u -z --elide-empty-files --keep-files --numeric-suffixes --hex-suffixes --quiet --silent --suppress-matched --unbuffered --verbose ${GNU}`,
    values: texts(
      "-a -b -C -f -l -n -p -t --additional-suffix --bytes --digits --filter --line-bytes --lines --number --prefix --separator --suffix-format --suffix-length",
    ),
    attached: texts("--numeric-suffixes --hex-suffixes"),
    digits: true,
    read: readSplit,
    examples: {
      safe: [],
      unsafe: [
        ["split -l 10 a part-", ["file.write", "file.read"]],
        ["split a", ["file.write", "file.read"]],
        ["split --filter='rm x' a", ["file.write", "file.read", "run.code", "unknown.use"]],
        ["csplit a /x/", ["file.write", "file.read"]],
      ],
    },
  },
  {
    names: ["tee", "gtee"],
    flags: `-a -i -p --append --ignore-interrupts --output-error ${GNU}`,
    attached: texts("--output-error"),
    read: readTee,
    examples: {
      safe: ["ls | tee", "ls | tee /dev/null"],
      unsafe: [
        ["ls | tee a", ["file.look", "file.write"]],
        ["tee -a ~/.bashrc", ["file.append"]],
      ],
    },
  },
  {
    names: ["dd", "gdd"],
    style: "words",
    read: readDd,
    examples: {
      safe: ["dd if=a bs=1 count=4", "dd if=/dev/zero of=/dev/null count=1"],
      unsafe: [
        ["dd if=a of=b", ["file.read", "file.write"]],
        ["dd if=/dev/zero of=/dev/sda", ["file.write", "disk.raw-write"]],
        ['dd "$X"', ["unknown.use"]],
      ],
    },
  },
  {
    names: ["shred", "gshred"],
    flags: `-f -u -v -x -z --exact --force --remove --verbose --zero ${GNU}`,
    values: { ...texts("-n -s --iterations --size"), "--random-source": "read" },
    attached: texts("--remove"),
    read: readShred,
    examples: {
      safe: [],
      unsafe: [
        ["shred a", ["file.write"]],
        ["shred -u a", ["file.write", "file.delete"]],
        ["shred /dev/sda", ["file.write", "disk.raw-write"]],
      ],
    },
  },
  {
    names: ["mkfifo", "mknod"],
    values: texts("-m --mode"),
    operands: { first: ["write"], rest: "text" },
    examples: {
      safe: [],
      unsafe: [
        ["mkfifo p", ["file.write"]],
        ["mknod d c 1 3", ["file.write"]],
      ],
    },
  },
  {
    names: ["rename", "prename", "file-rename"],
    // The Perl one takes code; both rename what their operands name.
    operands: { first: ["code"], rest: "write" },
    flags: "-n -v -f",
    always: [{ do: "run", program: "rename", what: "code", language: "perl" }],
    examples: { safe: [], unsafe: [["rename 's/a/b/' *.txt", ["run.code", "run.code", "file.write"]]] },
  },
  {
    names: ["fallocate"],
    flags: "-c -d -i -n -p -v -x -z --keep-size --punch-hole --zero-range",
    values: texts("-l -o --length --offset"),
    operands: "write",
    examples: { safe: [], unsafe: [["fallocate -l 1G a", ["file.write"]]] },
  },
];
