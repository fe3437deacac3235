/** Programs that look at files, names, the clock, the user and the machine, and print. */
import { act, type Effect } from "../../contract/effect.ts";
import { opening, reads, refused, understood } from "../disk-makers.ts";
import { given } from "../makers.ts";
import type { ProgramFamily, ReadAnswer, Use } from "../spec.ts";

const GNU = "--help --version";

/** A bare operand, `-s` and BSD's `-f` without `-j` set the clock; everything else prints a time. */
function readDate(use: Use): ReadAnswer {
  const formats = use.operands.every((word) => opening(word).startsWith("+"));
  const sets = given(use, "-s --set") || (!given(use, "-j") && (!formats || given(use, "-f")));
  const effects: Effect[] = sets ? [act("machine.clock")] : [];
  return sets ? refused("it may set the clock", effects) : understood(effects);
}

/** Operands are files, but `@list` would name further files and options. */
function readStrings(use: Use): ReadAnswer {
  const lists = use.operands.some((word) => opening(word) === "" || opening(word).startsWith("@"));
  const effects = use.operands.map((word) => reads(use.target(word)));
  return lists ? refused("an operand may be a list of further arguments", effects) : understood(effects);
}

export const inspect: ProgramFamily = () => [
  {
    names: "ls gls dir vdir",
    // -D -I -T -w take a value in one world only: as flags their value counts as a name that is looked at.
    flags:
      "-a -A -b -B -c -C -d -D -e -f -F -g -G -h -H -i -I -k -l -L -m -n -N -o -O -p -P -q -Q -r -s -S -t -T -u -U -v -w -W -x -X -y -Z -1 -@ -% -, " +
      "--all --almost-all --author --escape --color --directory --dired --classify --full-time --group-directories-first --no-group " +
      "--human-readable --si --dereference --dereference-command-line --dereference-command-line-symlink-to-dir --inode --kibibytes " +
      "--literal --hide-control-chars --show-control-chars --quote-name --reverse --recursive --size --context --zero --hyperlink " +
      `--numeric-uid-gid --ignore-backups --file-type -R ${GNU}`,
    values: {
      text: "--block-size --format --hide --ignore --quoting-style --sort --time --time-style --tabsize --width --indicator-style",
    },
    attached: { text: "--color --classify --hyperlink" },
    operands: { rest: "look", none: { role: "look", path: "." } },
    roleWhen: { lookTree: "-R --recursive" },
    safe: ["ls", "ls -la src", "ls -lahR src", "ls --color=never *.ts"],
    unsafe: [
      ["ls > list", ["file.look", "file.write"]],
      ["ls --frobnicate", ["file.look", "unknown.use"]],
    ],
  },
  {
    names: "stat gstat",
    // -f and -t take a value for BSD only.
    flags: `-f -F -l -L -n -q -r -s -t -x --dereference --file-system --terse ${GNU}`,
    values: { text: "-c --format --printf --cached" },
    operands: "look",
    safe: ["stat a", "stat -c %s a", "stat -f %m a"],
    unsafe: [["stat a > b", ["file.look", "file.write"]]],
  },
  {
    names: "readlink realpath greadlink grealpath",
    flags:
      "-f -e -m -n -q -s -v -z -E -L -P --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent " +
      `--verbose --zero --strip --no-symlinks --logical --physical ${GNU}`,
    values: { look: "--relative-to --relative-base" },
    operands: "look",
    safe: ["readlink -f a", "realpath --relative-to=. a"],
    unsafe: [["readlink a > b", ["file.look", "file.write"]]],
  },
  {
    names: "basename",
    flags: `-a -z --multiple --zero ${GNU}`,
    values: { text: "-s --suffix" },
    operands: "text",
    safe: ["basename a/b.ts .ts", "basename -a x/y z"],
    unsafe: [["basename a > b", ["file.write"]]],
  },
  {
    names: "dirname",
    flags: `-z --zero ${GNU}`,
    operands: "text",
    safe: ["dirname a/b"],
    unsafe: [["dirname a > b", ["file.write"]]],
  },
  {
    names: "du gdu",
    flags:
      "-0 -a -A -b -c -D -g -h -H -k -l -L -m -n -P -r -s -S -x --all --apparent-size --bytes --count-links --dereference --dereference-args " +
      `--human-readable --inodes --no-dereference --null --one-file-system --separate-dirs --si --summarize --time --total ${GNU}`,
    values: {
      text: "-B -d -t -I --block-size --exclude --max-depth --threshold --time-style --files0-from",
      read: "-X --exclude-from",
    },
    attached: { text: "--time" },
    operands: { rest: "lookTree", none: { role: "lookTree", path: "." } },
    safe: ["du -sh .", "du -xhd1", "du -h --max-depth=1 src"],
    unsafe: [
      ["du > x", ["file.look", "file.write"]],
      ["du --files0-from=x", ["file.look", "file.read", "file.read", "unknown.use"]],
    ],
  },
  {
    names: "df gdf",
    // -t and -T take a value in one world only.
    flags: `-a -b -c -g -h -H -i -I -k -l -m -n -P -t -T -v -Y --all --human-readable --si --inodes --local --no-sync --portability --print-type --total --output ${GNU}`,
    values: { text: "-B -x --block-size --exclude-type --type" },
    attached: { text: "--output" },
    operands: "look",
    safe: ["df -h", "df -hT /"],
    unsafe: [
      ["df --sync", ["unknown.use"]],
      ["df > x", ["file.write"]],
    ],
  },
  {
    names: "file",
    // Not here: -C writes a compiled magic file, -z may start decompressors, -f and -m name further files.
    flags:
      "-0 -b -d -D -E -h -i -I -k -L -l -n -N -p -r -s --apple --brief --extension --keep-going --mime --mime-encoding --mime-type " +
      "--no-buffer --no-dereference --dereference --no-pad --preserve-date --print0 --raw --special-files --help --version -v",
    values: { text: "-e -F -P --exclude --exclude-quiet --separator --parameter" },
    runsCode: "-z -Z --uncompress --uncompress-noreport",
    operands: "read",
    safe: ["file a b", "file -b --mime-type a"],
    unsafe: [
      ["file -C -m x", ["file.read", "unknown.use", "unknown.use"]],
      ["file -z a", ["run.helper", "file.read"]],
    ],
  },
  {
    names: "strings gstrings",
    flags: "-a -f -h -o -v -V -w --all --data --help --include-all-whitespace --print-file-name --version",
    values: { text: "-e -n -s -t -T -U --bytes --encoding --output-separator --radix --target --unicode" },
    digits: true,
    read: readStrings,
    safe: ["strings a", "strings -n 8 a", "strings -t x -e l a"],
    unsafe: [
      ["strings @list", ["file.read", "unknown.use"]],
      ["strings a > b", ["file.read", "file.write"]],
    ],
  },
  {
    names: "date gdate",
    flags: `-j -u -R -I -n --utc --universal --rfc-email --rfc-2822 --iso-8601 --debug --resolution ${GNU}`,
    values: { text: "-d -v -z -s --date --rfc-3339 --set", look: "-r --reference", read: "-f --file" },
    attached: { text: "-I --iso-8601" },
    read: readDate,
    safe: [
      "date",
      "date +%s",
      "date -u +%Y-%m-%dT%H:%M:%SZ",
      "date -d yesterday +%F",
      "date -j -f %s 0 +%F",
      "date -v-1d",
      'date "+%s $X"',
    ],
    unsafe: [
      ["date -s tomorrow", ["machine.clock", "unknown.use"]],
      ["date 010112002030", ["machine.clock", "unknown.use"]],
      ["date -f %s 0", ["file.read", "machine.clock", "unknown.use"]],
      ['date "$X"', ["machine.clock", "unknown.use", "unknown.use"]],
    ],
  },
  {
    names: "uuidgen clear lsb_release",
    flags:
      "-a -c -d -h -i -r -s -t -x --all --codename --description --id --release --short --random --time --help --version",
    operands: { max: 0 },
    safe: ["uuidgen", "clear", "lsb_release -a"],
    unsafe: [["uuidgen > x", ["file.write"]]],
  },
  {
    names: "cal ncal",
    flags: "-1 -3 -b -h -j -J -m -M -p -s -w -y -S",
    values: { text: "-A -B -d -H -n" },
    operands: "text",
    safe: ["cal", "cal -3", "cal 2024"],
    unsafe: [["cal > x", ["file.write"]]],
  },
  {
    names: "seq gseq",
    flags: `-w --equal-width ${GNU}`,
    values: { text: "-f -s -t --format --separator" },
    digits: true,
    operands: "text",
    safe: ["seq 1 10", "seq -s, 3", "seq -5 5"],
    unsafe: [["seq 3 > x", ["file.write"]]],
  },
  {
    names: "yes",
    flags: GNU,
    operands: "text",
    safe: ["yes | head -1", "yes no"],
    unsafe: [["yes > x", ["file.write"]]],
  },
  {
    names: "sync",
    flags: `-d -f --data --file-system ${GNU}`,
    operands: "look",
    safe: ["sync"],
    unsafe: [["sync > x", ["file.write"]]],
  },
  {
    names: "expr",
    style: "words",
    operands: "text",
    safe: ["expr 1 + 2", "expr a : 'x.*'"],
    unsafe: [["expr 1 > x", ["file.write"]]],
  },
  {
    names: "bc",
    // Its language reads standard input and prints; it has no way to open, write or start anything.
    flags: "-i -l -q -s -w -h -v --interactive --mathlib --quiet --standard --warn --help --version",
    operands: "read",
    safe: ["bc -l", "echo 1+1 | bc"],
    unsafe: [["bc > x", ["file.write"]]],
  },
  {
    names: "dc",
    // `!` in its language runs a command.
    stdin: "code",
    launcher: true,
    values: { code: "-e --expression", never: "-f --file" },
    always: [{ do: "run", program: "dc", what: "code", wording: "dc can run commands" }],
    operands: "never",
    unsafe: [
      ["dc -e '1 1 + p'", ["run.code", "run.code"]],
      ["echo '!ls' | dc", ["run.code", "run.code"]],
    ],
  },
];
