/** Programs that make, change, move and remove files. */
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
import { fixed, texts } from "./makers.ts";
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
        ["mkdir -p a/b", "write"],
        ["mkdir -m 700 a", "write"],
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
        ["touch a b", "write"],
        ["touch -r a b", "write"],
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
        ["rm a", "delete"],
        ["rm -rf a b", "delete"],
        ["rm -rf --no-preserve-root /", "delete"],
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
        ["rmdir a", "delete"],
        ["rmdir -p a/b", "delete"],
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
        ["cp a b", "write"],
        ["cp -r src dst", "write"],
        ["cp -t d a b", "write"],
        ["cp -l a b", "write"],
        ["cp -s a b", "write"],
        ["cp /dev/zero /dev/sda", "system"],
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
        ["mv a b", "write"],
        ["mv a b dir/", "write"],
        ["mv -b a b", "write"],
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
        ["ln -s /etc a", "write"],
        ["ln a b", "write"],
        ["ln -sfn ../x d/y", "write"],
        ["ln -s ../a", "write"],
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
        ["install -m 755 a bin/a", "write"],
        ["install -d x", "write"],
        ["install -m 4755 a b", "privilege"],
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
        ["chmod +x a", "write"],
        ["chmod -R 777 d", "write"],
        ["chmod u+s a", "privilege"],
        ["chmod 4755 a", "privilege"],
        ["chmod -x a", "write"],
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
        ["chown root a", "write"],
        ["chown -R me:me /", "write"],
      ],
    },
  },
  {
    names: ["chattr", "chflags", "setfacl", "setfattr", "setcap", "chcon", "restorecon"],
    operands: "write",
    always: [fixed("security", "change", "changes protection attributes of files")],
    values: { "-m": "text", "-x": "text", "-n": "text", "-v": "text", "-t": "text", "-u": "text" },
    flags: "-R -h -f",
    examples: {
      safe: [],
      unsafe: [
        ["chattr -i a", "security"],
        ["chflags hidden a", "security"],
        ["setcap cap_setuid+ep a", "security"],
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
        ["mktemp", "write"],
        ["mktemp -d -t x.XXXX", "write"],
        ["mktemp ./a.XXXXXX", "write"],
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
        ["truncate -s0 a", "write"],
        ["truncate --size=0 /var/log/syslog", "write"],
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
        ["split -l 10 a part-", "write"],
        ["split a", "write"],
        ["split --filter='rm x' a", "run"],
        ["csplit a /x/", "write"],
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
        ["ls | tee a", "write"],
        ["tee -a ~/.bashrc", "write"],
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
        ["dd if=a of=b", "write"],
        ["dd if=/dev/zero of=/dev/sda", "system"],
        ['dd "$X"', ""],
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
        ["shred a", "write"],
        ["shred -u a", "delete"],
        ["shred /dev/sda", "system"],
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
        ["mkfifo p", "write"],
        ["mknod d c 1 3", "write"],
      ],
    },
  },
  {
    names: ["rename", "prename", "file-rename"],
    // The Perl one takes code; both rename what their operands name.
    operands: { first: ["code"], rest: "write" },
    flags: "-n -v -f",
    always: [{ do: "run", program: "rename", what: "code", language: "perl" }],
    examples: { safe: [], unsafe: [["rename 's/a/b/' *.txt", "run"]] },
  },
  {
    names: ["fallocate"],
    flags: "-c -d -i -n -p -v -x -z --keep-size --punch-hole --zero-range",
    values: texts("-l -o --length --offset"),
    operands: "write",
    examples: { safe: [], unsafe: [["fallocate -l 1G a", "write"]] },
  },
];
