/** Programs that look at files, names, the clock, the user and the machine, and print. */
import type { Effect } from "../../effect.ts";
import { looks, opening, reads, refused, shows, understood } from "./disk.ts";
import { fixed, given, texts } from "./makers.ts";
import type { ProgramSpec, ReadAnswer, Use } from "./spec.ts";

const GNU = "--help --version";

/** A bare operand, `-s` and BSD's `-f` without `-j` set the clock; everything else prints a time. */
function readDate(use: Use): ReadAnswer {
  const formats = use.operands.every((word) => opening(word).startsWith("+"));
  const sets = given(use, "-s --set") || (!given(use, "-j") && (!formats || given(use, "-f")));
  const effects: Effect[] = sets ? [fixed("system", "change", "sets the clock")] : [];
  return sets ? refused("it may set the clock", effects) : understood(effects);
}

/** Operands are files, but `@list` would name further files and options. */
function readStrings(use: Use): ReadAnswer {
  const lists = use.operands.some((word) => opening(word) === "" || opening(word).startsWith("@"));
  const effects = use.operands.map((word) => reads(use.target(word)));
  return lists ? refused("an operand may be a list of further arguments", effects) : understood(effects);
}

export const inspect: readonly ProgramSpec[] = [
  {
    names: ["ls", "gls", "dir", "vdir"],
    // -D -I -T -w take a value in one world only: as flags their value counts as a name that is looked at.
    flags:
      "-a -A -b -B -c -C -d -D -e -f -F -g -G -h -H -i -I -k -l -L -m -n -N -o -O -p -P -q -Q -r -s -S -t -T -u -U -v -w -W -x -X -y -Z -1 -@ -% -, " +
      "--all --almost-all --author --escape --color --directory --dired --classify --full-time --group-directories-first --no-group " +
      "--human-readable --si --dereference --dereference-command-line --dereference-command-line-symlink-to-dir --inode --kibibytes " +
      "--literal --hide-control-chars --show-control-chars --quote-name --reverse --recursive --size --context --zero --hyperlink " +
      `--numeric-uid-gid --ignore-backups --file-type -R ${GNU}`,
    values: texts(
      "--block-size --format --hide --ignore --quoting-style --sort --time --time-style --tabsize --width --indicator-style",
    ),
    attached: texts("--color --classify --hyperlink"),
    operands: { rest: "look", none: { role: "look", path: "." } },
    roleWhen: { "-R": "lookTree", "--recursive": "lookTree" },
    examples: {
      safe: ["ls", "ls -la src", "ls -lahR src", "ls --color=never *.ts"],
      unsafe: [
        ["ls > list", "write"],
        ["ls --frobnicate", ""],
      ],
    },
  },
  {
    names: ["stat", "gstat"],
    // -f and -t take a value for BSD only.
    flags: `-f -F -l -L -n -q -r -s -t -x --dereference --file-system --terse ${GNU}`,
    values: texts("-c --format --printf --cached"),
    operands: "look",
    examples: { safe: ["stat a", "stat -c %s a", "stat -f %m a"], unsafe: [["stat a > b", "write"]] },
  },
  {
    names: ["readlink", "realpath", "greadlink", "grealpath"],
    flags:
      "-f -e -m -n -q -s -v -z -E -L -P --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --quiet --silent " +
      `--verbose --zero --strip --no-symlinks --logical --physical ${GNU}`,
    values: { "--relative-to": "look", "--relative-base": "look" },
    operands: "look",
    examples: { safe: ["readlink -f a", "realpath --relative-to=. a"], unsafe: [["readlink a > b", "write"]] },
  },
  {
    names: ["basename"],
    flags: `-a -z --multiple --zero ${GNU}`,
    values: texts("-s --suffix"),
    operands: "text",
    examples: { safe: ["basename a/b.ts .ts", "basename -a x/y z"], unsafe: [["basename a > b", "write"]] },
  },
  {
    names: ["dirname"],
    flags: `-z --zero ${GNU}`,
    operands: "text",
    examples: { safe: ["dirname a/b"], unsafe: [["dirname a > b", "write"]] },
  },
  {
    names: ["du", "gdu"],
    flags:
      "-0 -a -A -b -c -D -g -h -H -k -l -L -m -n -P -r -s -S -x --all --apparent-size --bytes --count-links --dereference --dereference-args " +
      `--human-readable --inodes --no-dereference --null --one-file-system --separate-dirs --si --summarize --time --total ${GNU}`,
    values: {
      ...texts("-B -d -t -I --block-size --exclude --max-depth --threshold --time-style"),
      "-X": "read",
      "--exclude-from": "read",
      "--files0-from": "never",
    },
    attached: texts("--time"),
    operands: { rest: "lookTree", none: { role: "lookTree", path: "." } },
    examples: {
      safe: ["du -sh .", "du -xhd1", "du -h --max-depth=1 src"],
      unsafe: [
        ["du > x", "write"],
        ["du --files0-from=x", ""],
      ],
    },
  },
  {
    names: ["df", "gdf"],
    // -t and -T take a value in one world only.
    flags: `-a -b -c -g -h -H -i -I -k -l -m -n -P -t -T -v -Y --all --human-readable --si --inodes --local --no-sync --portability --print-type --total --output ${GNU}`,
    values: texts("-B -x --block-size --exclude-type --type"),
    attached: texts("--output"),
    operands: "look",
    examples: {
      safe: ["df -h", "df -hT /"],
      unsafe: [
        ["df --sync", ""],
        ["df > x", "write"],
      ],
    },
  },
  {
    names: ["file"],
    // Not here: -C writes a compiled magic file, -z may start decompressors, -f and -m name further files.
    flags:
      "-0 -b -d -D -E -h -i -I -k -L -l -n -N -p -r -s --apple --brief --extension --keep-going --mime --mime-encoding --mime-type " +
      "--no-buffer --no-dereference --dereference --no-pad --preserve-date --print0 --raw --special-files --help --version -v",
    values: texts("-e -F -P --exclude --exclude-quiet --separator --parameter"),
    runsCode: "-z -Z --uncompress --uncompress-noreport",
    operands: "read",
    examples: {
      safe: ["file a b", "file -b --mime-type a"],
      unsafe: [
        ["file -C -m x", ""],
        ["file -z a", ""],
      ],
    },
  },
  {
    names: ["strings", "gstrings"],
    flags: "-a -f -h -o -v -V -w --all --data --help --include-all-whitespace --print-file-name --version",
    values: texts("-e -n -s -t -T -U --bytes --encoding --output-separator --radix --target --unicode"),
    digits: true,
    read: readStrings,
    examples: {
      safe: ["strings a", "strings -n 8 a", "strings -t x -e l a"],
      unsafe: [
        ["strings @list", ""],
        ["strings a > b", "write"],
      ],
    },
  },
  {
    names: ["date", "gdate"],
    flags: `-j -u -R -I -n --utc --universal --rfc-email --rfc-2822 --iso-8601 --debug --resolution ${GNU}`,
    values: {
      ...texts("-d -v -z -s --date --rfc-3339 --set"),
      "-r": "look",
      "--reference": "look",
      "-f": "read",
      "--file": "read",
    },
    attached: texts("-I --iso-8601"),
    read: readDate,
    examples: {
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
        ["date -s tomorrow", "system"],
        ["date 010112002030", "system"],
        ["date -f %s 0", "system"],
        ['date "$X"', ""],
      ],
    },
  },
  {
    names: ["uuidgen", "clear", "lsb_release"],
    flags:
      "-a -c -d -h -i -r -s -t -x --all --codename --description --id --release --short --random --time --help --version",
    operands: { max: 0 },
    examples: { safe: ["uuidgen", "clear", "lsb_release -a"], unsafe: [["uuidgen > x", "write"]] },
  },
  {
    names: ["cal", "ncal"],
    flags: "-1 -3 -b -h -j -J -m -M -p -s -w -y -S",
    values: texts("-A -B -d -H -n"),
    operands: "text",
    examples: { safe: ["cal", "cal -3", "cal 2024"], unsafe: [["cal > x", "write"]] },
  },
  {
    names: ["seq", "gseq"],
    flags: `-w --equal-width ${GNU}`,
    values: texts("-f -s -t --format --separator"),
    digits: true,
    operands: "text",
    examples: { safe: ["seq 1 10", "seq -s, 3", "seq -5 5"], unsafe: [["seq 3 > x", "write"]] },
  },
  {
    names: ["yes"],
    flags: GNU,
    operands: "text",
    examples: { safe: ["yes | head -1", "yes no"], unsafe: [["yes > x", "write"]] },
  },
  {
    names: ["sync"],
    flags: `-d -f --data --file-system ${GNU}`,
    operands: "look",
    examples: { safe: ["sync"], unsafe: [["sync > x", "write"]] },
  },
  {
    names: ["expr"],
    style: "words",
    operands: "text",
    examples: { safe: ["expr 1 + 2", "expr a : 'x.*'"], unsafe: [["expr 1 > x", "write"]] },
  },
  {
    names: ["bc"],
    // Its language reads standard input and prints; it has no way to open, write or start anything.
    flags: "-i -l -q -s -w -h -v --interactive --mathlib --quiet --standard --warn --help --version",
    operands: "read",
    examples: { safe: ["bc -l", "echo 1+1 | bc"], unsafe: [["bc > x", "write"]] },
  },
  {
    names: ["dc"],
    // `!` in its language runs a command.
    stdin: "code",
    launcher: true,
    values: { "-e": "code", "--expression": "code", "-f": "never", "--file": "never" },
    always: [{ do: "run", program: "dc", what: "code", detail: "dc can run commands" }],
    operands: "never",
    examples: {
      safe: [],
      unsafe: [
        ["dc -e '1 1 + p'", "run"],
        ["echo '!ls' | dc", "run"],
      ],
    },
  },
  {
    names: ["id", "gid"],
    flags: `-a -A -c -F -g -G -M -n -p -P -r -u -z -Z --context --group --groups --name --real --user --zero ${GNU}`,
    operands: "text",
    examples: { safe: ["id", "id -u", "id -un root"], unsafe: [["id > x", "write"]] },
  },
  {
    names: ["whoami", "logname", "users", "groups"],
    flags: GNU,
    operands: "text",
    examples: { safe: ["whoami", "groups root"], unsafe: [["whoami > x", "write"]] },
  },
  {
    names: ["uname"],
    flags: `-a -s -n -r -v -m -p -i -o -K -U --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system ${GNU}`,
    operands: { max: 0 },
    examples: { safe: ["uname", "uname -a", "uname -sm"], unsafe: [["uname -a > x", "write"]] },
  },
  // On macOS `arch -x86_64 program` runs the program.
  {
    names: ["arch"],
    operands: { max: 0 },
    examples: {
      safe: ["arch"],
      unsafe: [
        ["arch -x86_64 rm a", ""],
        ["arch ./x", ""],
      ],
    },
  },
  {
    names: ["nproc"],
    flags: `--all ${GNU}`,
    values: texts("--ignore"),
    operands: { max: 0 },
    examples: { safe: ["nproc --all"], unsafe: [["nproc > x", "write"]] },
  },
  {
    names: ["uptime"],
    flags: "-p -s -c -r -h -V --pretty --since --help --version",
    operands: { max: 0 },
    examples: { safe: ["uptime -p"], unsafe: [["uptime > x", "write"]] },
  },
  {
    names: ["tty"],
    flags: `-s --silent --quiet ${GNU}`,
    operands: { max: 0 },
    examples: { safe: ["tty"], unsafe: [["tty > x", "write"]] },
  },
  {
    names: ["hostname"],
    flags:
      "-a -A -d -f -i -I -s -y --alias --all-fqdns --all-ip-addresses --domain --fqdn --help --ip-address --long --short --version -V",
    runsCode: "-F -b --file --boot",
    operands: "text",
    read: (use) =>
      use.operands.length === 0
        ? understood([])
        : refused("it sets the host name", [fixed("system", "change", "sets the host name")]),
    examples: {
      safe: ["hostname", "hostname -f"],
      unsafe: [
        ["hostname evil", "system"],
        ["hostname -F f", ""],
      ],
    },
  },
  {
    names: ["hostid"],
    flags: GNU,
    operands: { max: 0 },
    examples: { safe: ["hostid"], unsafe: [["hostid > x", "write"]] },
  },
  {
    names: ["domainname", "nisdomainname", "ypdomainname"],
    operands: { max: 0 },
    examples: { safe: ["domainname"], unsafe: [["domainname evil", ""]] },
  },
  {
    names: ["who", "w", "pinky"],
    flags: `-a -b -d -H -l -m -p -q -r -s -t -T -u -w -f -h -i -o --all --boot --count --heading --ips --lookup --no-header --short --users ${GNU} -V`,
    operands: "read",
    examples: { safe: ["who", "w -h", "who -b"], unsafe: [["who > x", "write"]] },
  },
  {
    names: ["last", "lastb", "lastlog"],
    flags: "-a -d -F -i -R -w -x -y -T --help --version",
    values: {
      ...texts("-n -p -s -t -u -b --limit --since --until --user --time --before"),
      "-f": "read",
      "--file": "read",
    },
    digits: true,
    operands: "text",
    examples: {
      safe: ["last -n 5", "last -20 root"],
      unsafe: [
        ["lastlog -S -u root", ""],
        ["last > x", "write"],
      ],
    },
  },
  {
    names: ["printenv"],
    flags: `-0 --null ${GNU}`,
    // Variables that hold no secret by their nature may be printed by name.
    read: (use) =>
      use.operands.length > 0 && use.operands.every((word) => PLAIN_VARIABLES.has(word.value ?? ""))
        ? understood([])
        : understood([shows("environment")]),
    examples: {
      safe: ["printenv HOME", "printenv PATH SHELL"],
      unsafe: [
        ["printenv", "secret"],
        ["printenv GITHUB_TOKEN", "secret"],
      ],
    },
  },
  {
    names: ["getconf"],
    flags: "-a",
    values: texts("-v"),
    operands: "text",
    examples: { safe: ["getconf PAGE_SIZE", "getconf -a"], unsafe: [["getconf -a > x", "write"]] },
  },
  {
    names: ["locale"],
    flags: "-a -c -k -m -v --all-locales --charmaps --category-name --keyword-name --help --version",
    operands: "text",
    examples: { safe: ["locale -a"], unsafe: [["locale > x", "write"]] },
  },
  {
    names: ["getent"],
    // Password hashes are the shadow databases; host lookups go out to name servers.
    values: texts("-s --service"),
    flags: "-i --no-idn --help --version",
    read: (use) => {
      const database = use.operands[0]?.value;
      if (
        database === "passwd" ||
        database === "group" ||
        database === "services" ||
        database === "protocols" ||
        database === "netgroup"
      )
        return understood([]);
      if (database === "shadow" || database === "gshadow") return understood([shows("password hashes")]);
      return refused("a database that is not known to be local");
    },
    examples: {
      safe: ["getent passwd root"],
      unsafe: [
        ["getent shadow", "secret"],
        ["getent hosts x.example", ""],
      ],
    },
  },
  {
    names: ["lscpu", "lsblk", "lsmem", "lsmod", "lsns", "lslocks", "lsipc", "lslogins", "findmnt"],
    flags:
      "-a -b -d -e -f -i -J -k -l -m -n -p -P -r -S -t -v -V -x -y --all --bytes --json --list --raw --noheadings --pairs --paths --fs --tree -h --help --version",
    values: texts("-o --output"),
    operands: "text",
    examples: {
      safe: ["lsblk -o NAME,SIZE", "lscpu", "lsmod"],
      unsafe: [
        ["findmnt -F x", ""],
        ["lscpu -s x", ""],
      ],
    },
  },
  {
    names: ["lspci", "lsusb", "lshw", "dmidecode", "sw_vers", "kextstat"],
    // Hardware lists and serial numbers. Options that name a file to read or write are left out.
    flags:
      "-v -vv -k -n -nn -t -q -short -json -listDataTypes --quiet -productName -productVersion -buildVersion --help --version",
    operands: "text",
    style: "go",
    examples: {
      safe: ["lspci -k", "sw_vers -productVersion"],
      unsafe: [
        ["lspci -i x", ""],
        ["dmidecode --dump-bin x", ""],
      ],
    },
  },
  {
    names: ["free", "vmstat", "iostat", "mpstat", "numastat"],
    flags:
      "-a -b -d -D -f -g -h -k -l -m -n -N -p -s -S -t -u -v -V -w -x -y -z -c --human --si --total --wide --mega --giga --kilo --bytes --help --version",
    operands: "text",
    examples: { safe: ["free -h", "vmstat 1 3", "iostat -x 1 2"], unsafe: [["free > x", "write"]] },
  },
  {
    names: ["tput"],
    values: texts("-T"),
    flags: "-V",
    operands: "text",
    examples: { safe: ["tput cols", "tput setaf 1"], unsafe: [["tput -S", ""]] },
  },
  {
    names: ["stty"],
    flags: "-a -g --all --save",
    operands: { max: 0 },
    examples: { safe: ["stty -a"], unsafe: [["stty raw", ""]] },
  },
  {
    names: ["namei", "pathchk"],
    flags: "-l -m -o -v -x -p -P --long --modes --owners --vertical --help --version",
    operands: "look",
    examples: { safe: ["namei -l a"], unsafe: [["namei a > x", "write"]] },
  },
  {
    names: ["getfacl", "lsattr", "getcap", "getfattr"],
    flags:
      "-a -c -d -e -E -h -l -n -p -P -s -v -V --absolute-names --numeric --omit-header --help --version -R -r --recursive",
    operands: "look",
    roleWhen: { "-R": "lookTree", "-r": "lookTree", "--recursive": "lookTree" },
    always: [(use) => (use.operands.length === 0 ? [looks(use.cwd)] : [])],
    examples: { safe: ["getfacl a", "lsattr -d ."], unsafe: [["getfattr --dump a", ""]] },
  },
];

/** Environment variables whose values are paths, names and settings of the terminal. */
const PLAIN_VARIABLES: ReadonlySet<string> = new Set(
  "HOME PATH SHELL USER LOGNAME PWD OLDPWD LANG LC_ALL LC_CTYPE TERM TERM_PROGRAM COLORTERM EDITOR VISUAL PAGER TMPDIR TZ HOSTNAME SHLVL DISPLAY CI NODE_ENV GOPATH GOROOT GOBIN JAVA_HOME VIRTUAL_ENV CONDA_PREFIX PYTHONPATH NVM_DIR CARGO_HOME RUSTUP_HOME XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR".split(
    " ",
  ),
);
