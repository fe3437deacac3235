/** Programs that make, change, move and remove files. */
import { act } from "../../contract/effect.ts";
import { GNU } from "../makers.ts";
import type { ProgramFamily } from "../spec.ts";
import { filesFill } from "./files-fill.ts";
import { readCopy, readInstall, readLink, readMode, readMove, readOwner } from "./files-read.ts";

export const files: ProgramFamily = () => [
  {
    names: "mkdir gmkdir",
    edits: "mkdir",
    flags: `-p -v --parents --verbose ${GNU}`,
    values: { text: "-m --mode" },
    operands: "makeDir",
    unsafe: [
      ["mkdir -p a/b", ["file.directory"]],
      ["mkdir -m 700 a", ["file.directory"]],
    ],
  },
  {
    names: "touch gtouch",
    edits: "touch",
    flags: `-a -c -f -h -m --no-create --no-dereference ${GNU}`,
    values: { text: "-A -d -t --date --time", look: "-r --reference" },
    operands: "write",
    unsafe: [
      ["touch a b", ["file.write", "file.write"]],
      ["touch -r a b", ["file.look", "file.write"]],
    ],
  },
  {
    names: "rm grm unlink srm",
    edits: "rm",
    flags: `-d -f -i -I -P -v -x --dir --force --interactive --one-file-system --preserve-root --verbose -r -R --recursive ${GNU}`,
    attached: { text: "--interactive --preserve-root" },
    operands: "delete",
    roleWhen: { deleteTree: "-r -R --recursive" },
    unsafe: [
      ["rm a", ["file.delete"]],
      ["rm -rf a b", ["file.delete", "file.delete"]],
      ["rm -rf --no-preserve-root /", ["file.delete", "unknown.use"]],
    ],
  },
  {
    names: "rmdir",
    edits: "rmdir",
    flags: `-v --ignore-fail-on-non-empty --verbose ${GNU}`,
    operands: "delete",
    unsafe: [
      ["rmdir a", ["file.delete"]],
      ["rmdir -p a/b", ["file.delete", "unknown.use"]],
    ],
  },
  {
    names: "cp gcp",
    edits: "cp",
    flags:
      "-a -b -c -d -f -H -i -l -L -n -N -p -P -r -R -s -T -u -v -x -X --archive --attributes-only --backup --copy-contents --debug --dereference --force --interactive " +
      "--link --no-clobber --no-dereference --no-target-directory --one-file-system --parents --preserve --recursive --reflink --remove-destination " +
      `--strip-trailing-slashes --symbolic-link --update --verbose ${GNU}`,
    values: { text: "-t --target-directory --no-preserve --sparse -S --suffix" },
    attached: { text: "--preserve --reflink --update --backup" },
    read: readCopy,
    unsafe: [
      ["cp a b", ["file.read", "file.copy", "file.copy"]],
      ["cp -r src dst", ["file.read", "file.copy", "file.copy"]],
      ["cp -t d a b", ["file.read", "file.copy", "file.read", "file.copy"]],
      ["cp -l a b", ["file.read", "file.hardlink", "file.hardlink"]],
      ["cp -s a b", ["file.read", "file.link", "file.link"]],
      ["cp /dev/zero /dev/sda", ["file.copy", "file.copy", "disk.raw-write"]],
    ],
  },
  {
    names: "mv gmv",
    edits: "mv",
    flags: `-b -f -h -i -n -T -u -v --backup --debug --force --interactive --no-clobber --no-copy --no-target-directory --strip-trailing-slashes --update --verbose ${GNU}`,
    values: { text: "-t --target-directory -S --suffix" },
    attached: { text: "--update --backup" },
    read: readMove,
    unsafe: [
      ["mv a b", ["file.delete", "file.move", "file.move"]],
      ["mv a b dir/", ["file.delete", "file.move", "file.delete", "file.move"]],
      ["mv -T -b a b", ["file.delete", "file.move", "file.copy", "file.copy", "unknown.use"]],
    ],
  },
  {
    names: "ln gln link",
    flags: `-b -f -h -i -L -n -P -r -s -T -v --backup --force --interactive --logical --no-dereference --no-target-directory --physical --relative --symbolic --verbose ${GNU}`,
    values: { text: "-t --target-directory -S --suffix" },
    attached: { text: "--backup" },
    read: readLink,
    unsafe: [
      ["ln -s /etc a", ["file.link", "file.link"]],
      ["ln a b", ["file.hardlink", "file.hardlink"]],
      ["ln -sfn ../x d/y", ["file.link", "file.link"]],
      ["ln -s ../a", ["file.link"]],
    ],
  },
  {
    names: "install ginstall",
    // Not here: -s runs strip, --strip-program names it.
    flags: `-b -c -C -d -D -p -T -v --backup --compare --directory --no-target-directory --preserve-timestamps --verbose ${GNU}`,
    values: { text: "-g -m -o -t --group --mode --owner --target-directory -S --suffix" },
    attached: { text: "--backup" },
    runsCode: "-s --strip --strip-program",
    read: readInstall,
    unsafe: [
      ["install -m 755 a bin/a", ["file.read", "file.copy", "file.copy"]],
      ["install -d x", ["file.directory"]],
      ["install -m 4755 a b", ["file.read", "file.copy", "file.copy", "privilege.set-id", "unknown.use"]],
    ],
  },
  {
    names: "chmod gchmod",
    flags: `-c -f -h -H -L -P -r -R -v -w -x -X --changes --quiet --recursive --silent --verbose ${GNU}`,
    values: { look: "--reference" },
    read: readMode,
    unsafe: [
      ["chmod +x a", ["file.mode"]],
      ["chmod -R 777 d", ["file.mode"]],
      ["chmod u+s a", ["file.mode", "privilege.set-id", "unknown.use"]],
      ["chmod 4755 a", ["file.mode", "privilege.set-id", "unknown.use"]],
      ["chmod -x a", ["file.mode"]],
    ],
  },
  {
    names: "chown chgrp gchown",
    flags: `-c -f -h -H -L -n -P -R -v -x --changes --dereference --no-dereference --preserve-root --quiet --recursive --silent --verbose ${GNU}`,
    values: { look: "--reference", text: "--from" },
    read: readOwner,
    unsafe: [
      ["chown root a", ["file.mode"]],
      ["chown -R me:me /", ["file.mode"]],
    ],
  },
  {
    names: "chattr chflags setfacl setfattr setcap chcon restorecon",
    operands: "write",
    always: [act("guard.file-attributes")],
    values: { text: "-m -x -n -v -t -u" },
    flags: "-R -h -f",
    unsafe: [
      ["chattr -i a", ["guard.file-attributes", "file.write", "unknown.use"]],
      ["chflags hidden a", ["guard.file-attributes", "file.write", "file.write"]],
      ["setcap cap_setuid+ep a", ["guard.file-attributes", "file.write", "file.write"]],
    ],
  },
  ...filesFill,
];
