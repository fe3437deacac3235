/** Programs that tell who is here and what this machine is. */
import { act } from "../../contract/effect.ts";
import { looks, refused, shows, understood } from "../disk-makers.ts";
import type { ProgramFamily } from "../spec.ts";

const GNU = "--help --version";

export const machine: ProgramFamily = () => [
  {
    names: "id gid",
    flags: `-a -A -c -F -g -G -M -n -p -P -r -u -z -Z --context --group --groups --name --real --user --zero ${GNU}`,
    operands: "text",
    safe: ["id", "id -u", "id -un root"],
    unsafe: [["id > x", ["file.write"]]],
  },
  {
    names: "whoami logname users groups",
    flags: GNU,
    operands: "text",
    safe: ["whoami", "groups root"],
    unsafe: [["whoami > x", ["file.write"]]],
  },
  {
    names: "uname",
    flags: `-a -s -n -r -v -m -p -i -o -K -U --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system ${GNU}`,
    operands: { max: 0 },
    safe: ["uname", "uname -a", "uname -sm"],
    unsafe: [["uname -a > x", ["file.write"]]],
  },
  // On macOS `arch -x86_64 program` runs the program.
  {
    names: "arch",
    operands: { max: 0 },
    safe: ["arch"],
    unsafe: [
      ["arch -x86_64 rm a", ["unknown.use", "unknown.use", "unknown.use", "unknown.use"]],
      ["arch ./x", ["unknown.use", "unknown.use"]],
    ],
  },
  {
    names: "nproc",
    flags: `--all ${GNU}`,
    values: { text: "--ignore" },
    operands: { max: 0 },
    safe: ["nproc --all"],
    unsafe: [["nproc > x", ["file.write"]]],
  },
  {
    names: "uptime",
    flags: "-p -s -c -r -h -V --pretty --since --help --version",
    operands: { max: 0 },
    safe: ["uptime -p"],
    unsafe: [["uptime > x", ["file.write"]]],
  },
  {
    names: "tty",
    flags: `-s --silent --quiet ${GNU}`,
    operands: { max: 0 },
    safe: ["tty"],
    unsafe: [["tty > x", ["file.write"]]],
  },
  {
    names: "hostname",
    flags:
      "-a -A -d -f -i -I -s -y --alias --all-fqdns --all-ip-addresses --domain --fqdn --help --ip-address --long --short --version -V",
    runsCode: "-F -b --file --boot",
    operands: "text",
    read: (use) =>
      use.operands.length === 0 ? understood([]) : refused("it sets the host name", [act("machine.clock")]),
    safe: ["hostname", "hostname -f"],
    unsafe: [
      ["hostname evil", ["machine.clock", "unknown.use"]],
      ["hostname -F f", ["run.helper", "machine.clock", "unknown.use"]],
    ],
  },
  {
    names: "hostid",
    flags: GNU,
    operands: { max: 0 },
    safe: ["hostid"],
    unsafe: [["hostid > x", ["file.write"]]],
  },
  {
    names: "domainname nisdomainname ypdomainname",
    operands: { max: 0 },
    safe: ["domainname"],
    unsafe: [["domainname evil", ["unknown.use", "unknown.use"]]],
  },
  {
    names: "who w pinky",
    live: true,
    flags: `-a -b -d -H -l -m -p -q -r -s -t -T -u -w -f -h -i -o --all --boot --count --heading --ips --lookup --no-header --short --users ${GNU} -V`,
    operands: "read",
    safe: ["who", "w -h", "who -b"],
    unsafe: [["who > x", ["file.write"]]],
  },
  {
    names: "last lastb lastlog",
    flags: "-a -d -F -i -R -w -x -y -T --help --version",
    values: { text: "-n -p -s -t -u -b --limit --since --until --user --time --before", read: "-f --file" },
    digits: true,
    operands: "text",
    safe: ["last -n 5", "last -20 root"],
    unsafe: [
      ["lastlog -S -u root", ["unknown.use"]],
      ["last > x", ["file.write"]],
    ],
  },
  {
    names: "printenv",
    flags: `-0 --null ${GNU}`,
    // Variables that hold no secret by their nature may be printed by name.
    read: (use) =>
      use.operands.length > 0 && use.operands.every((word) => PLAIN_VARIABLES.has(word.value ?? ""))
        ? understood([])
        : understood([shows("secret.environment")]),
    safe: ["printenv HOME", "printenv PATH SHELL"],
    unsafe: [
      ["printenv", ["secret.environment"]],
      ["printenv GITHUB_TOKEN", ["secret.environment"]],
    ],
  },
  {
    names: "getconf",
    flags: "-a",
    values: { text: "-v" },
    operands: "text",
    safe: ["getconf PAGE_SIZE", "getconf -a"],
    unsafe: [["getconf -a > x", ["file.write"]]],
  },
  {
    names: "locale",
    flags: "-a -c -k -m -v --all-locales --charmaps --category-name --keyword-name --help --version",
    operands: "text",
    safe: ["locale -a"],
    unsafe: [["locale > x", ["file.write"]]],
  },
  {
    names: "getent",
    // Password hashes are the shadow databases; host lookups go out to name servers.
    values: { text: "-s --service" },
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
      if (database === "shadow" || database === "gshadow") return understood([shows("secret.password-hashes")]);
      return refused("a database that is not known to be local");
    },
    safe: ["getent passwd root"],
    unsafe: [
      ["getent shadow", ["secret.password-hashes"]],
      ["getent hosts x.example", ["unknown.use"]],
    ],
  },
  {
    names: "lscpu lsblk lsmem lsmod lsns lslocks lsipc lslogins findmnt",
    live: true,
    flags:
      "-a -b -d -e -f -i -J -k -l -m -n -p -P -r -S -t -v -V -x -y --all --bytes --json --list --raw --noheadings --pairs --paths --fs --tree -h --help --version",
    values: { text: "-o --output" },
    operands: "text",
    safe: ["lsblk -o NAME,SIZE", "lscpu", "lsmod"],
    unsafe: [
      ["findmnt -F x", ["unknown.use"]],
      ["lscpu -s x", ["unknown.use"]],
    ],
  },
  {
    names: "lspci lsusb lshw dmidecode sw_vers kextstat",
    // Hardware lists and serial numbers. Options that name a file to read or write are left out.
    flags:
      "-v -vv -k -n -nn -t -q -short -json -listDataTypes --quiet -productName -productVersion -buildVersion --help --version",
    operands: "text",
    style: "go",
    safe: ["lspci -k", "sw_vers -productVersion"],
    unsafe: [
      ["lspci -i x", ["unknown.use"]],
      ["dmidecode --dump-bin x", ["unknown.use"]],
    ],
  },
  {
    names: "free vmstat iostat mpstat numastat",
    flags:
      "-a -b -d -D -f -g -h -k -l -m -n -N -p -s -S -t -u -v -V -w -x -y -z -c --human --si --total --wide --mega --giga --kilo --bytes --help --version",
    operands: "text",
    safe: ["free -h", "vmstat 1 3", "iostat -x 1 2"],
    unsafe: [["free > x", ["file.write"]]],
  },
  {
    names: "tput",
    values: { text: "-T" },
    flags: "-V",
    operands: "text",
    safe: ["tput cols", "tput setaf 1"],
    unsafe: [["tput -S", ["unknown.use"]]],
  },
  {
    names: "stty",
    flags: "-a -g --all --save",
    operands: { max: 0 },
    safe: ["stty -a"],
    unsafe: [["stty raw", ["unknown.use", "unknown.use"]]],
  },
  {
    names: "namei pathchk",
    flags: "-l -m -o -v -x -p -P --long --modes --owners --vertical --help --version",
    operands: "look",
    safe: ["namei -l a"],
    unsafe: [["namei a > x", ["file.look", "file.write"]]],
  },
  {
    names: "getfacl lsattr getcap getfattr",
    flags:
      "-a -c -d -e -E -h -l -n -p -P -s -v -V --absolute-names --numeric --omit-header --help --version -R -r --recursive",
    operands: "look",
    roleWhen: { lookTree: "-R -r --recursive" },
    always: [(use) => (use.operands.length === 0 ? [looks(use.cwd)] : [])],
    safe: ["getfacl a", "lsattr -d ."],
    unsafe: [["getfattr --dump a", ["file.look", "unknown.use"]]],
  },
];

/** Environment variables whose values are paths, names and settings of the terminal. */
const PLAIN_VARIABLES: ReadonlySet<string> = new Set(
  "HOME PATH SHELL USER LOGNAME PWD OLDPWD LANG LC_ALL LC_CTYPE TERM TERM_PROGRAM COLORTERM EDITOR VISUAL PAGER TMPDIR TZ HOSTNAME SHLVL DISPLAY CI NODE_ENV GOPATH GOROOT GOBIN JAVA_HOME VIRTUAL_ENV CONDA_PREFIX PYTHONPATH NVM_DIR CARGO_HOME RUSTUP_HOME XDG_CONFIG_HOME XDG_STATE_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR".split(
    " ",
  ),
);
