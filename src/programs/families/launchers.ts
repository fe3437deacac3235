/** Programs whose operand is a program or code to run. What they run is read like a command of its own. */
import { act, type Effect } from "../../contract/effect.ts";
import { refused, understood } from "../disk-makers.ts";
import { given } from "../makers.ts";
import type { Examples, ProgramFamily, ProgramSpec } from "../spec.ts";
import {
  asWords,
  CODE,
  PRIVILEGE,
  readFlock,
  readParallel,
  readScript,
  readSu,
  readTrace,
  readWatch,
  script,
} from "./launch.ts";

interface Launcher extends Examples, Pick<ProgramSpec, "flags" | "values"> {
  readonly names: string;
  /** Words of its own before the command. */
  readonly own?: number;
  readonly effects?: readonly Effect[];
  /** Why the command may not be what it would be here. */
  readonly unsure?: string;
}

const launcher = ({ names, own = 0, effects = [], unsure, ...entry }: Launcher): ProgramSpec => ({
  ...entry,
  names,
  launcher: true,
  style: "posix",
  read: (use) => {
    const words = use.operands.slice(own);
    if (words.length === 0) return refused("no command to run", effects);
    return unsure === undefined
      ? understood(effects, [asWords(use, words)])
      : refused(unsure, effects, [asWords(use, words)]);
  },
});

/** Interpreters and starters whose use is not read: what they are given is code or a program, and that is known. */
const UNREAD = [
  "coffee fennel janet lfe joker csi gsi gosh chibi-scheme mit-scheme scheme ecl ccl abcl newlisp picolisp gforth pike rebol jjs bsh groovysh kscript truffleruby mruby rbx perl6 hhvm php-cgi mono wine wine64 tcc cling matlab scilab wolframscript spark-shell pyspark spark-submit ammonite amm m4",
  "swc-node vite-node ts-node-esm sucrase-node node-gyp zx execa shx cross-env cross-env-shell env-cmd npm-run-all run-s run-p onchange chokidar watchexec watchman-make hyperfine bench",
  "pdsh pssh parallel-ssh dsh clush cssh mpirun mpiexec srun sbatch salloc qsub bsub",
  "gosu su-exec tini dumb-init cgexec run0 runcon start-stop-daemon daemonize daemon run-parts envdir envuidgid setuidgid setlock s6-setuidgid s6-svc systemd-inhibit rlwrap trickle nocache eatmydata proot fakechroot schroot ld.so ld-linux.so ld-linux-x86-64.so.2 i386 x86_64 uname26 stdoutisatty unbuffer-pty ptyget socklog",
  "runc crun ctr crictl apptainer singularity distrobox toolbox lxc-attach lxc-execute docker-machine udocker enroot",
  "xterm uxterm urxvt rxvt gnome-terminal konsole xfce4-terminal alacritty kitty wezterm terminator tilix",
  "cscript wscript mshta rundll32 regsvr32 msiexec forfiles wmic bash.exe sh.exe cmd.exe powershell.exe pwsh.exe wsl.exe node.exe python.exe",
].join(" ");

export const launchers: ProgramFamily = () => [
  // `|command` and `@list` for a file, formats that are programs, scripts (ImageMagick).
  {
    names: "convert magick mogrify identify composite montage compare display animate stream conjure",
    unread: true,
    unsafe: [["identify a.png", ["run.unknown-program", "unknown.use"]]],
    orders:
      /^(?:[\w+-]+:)?[|@]|^(?:msl|ephemeral|mvg|show|win|x|url|https?|ftp|file|text|label|caption):|^-(?:script|write)$/i,
  },
  {
    names: UNREAD,
    unread: true,
    launcher: true,
    unsafe: [
      ["watchexec rm a", ["run.unknown-program", "unknown.use"]],
      ["gosu x rm a", ["run.unknown-program", "unknown.use"]],
    ],
  },
  {
    names: "watch gwatch",
    launcher: true,
    style: "posix",
    flags:
      "-b -c -C -d -e -f -g -p -r -t -w -x --beep --color --differences --errexit --chgexit --precise --no-title --no-wrap --exec",
    values: { text: "-n -q --interval --equexit" },
    read: readWatch,
    safe: ["watch -n 1 ls", "watch 'ls | wc -l'", "watch -x ls -la"],
    unsafe: [
      ["watch rm a", ["file.delete"]],
      ["watch 'ls; rm a'", ["file.look", "file.delete"]],
      ['watch "$X"', ["run.code", "unknown.use", "unknown.use"]],
    ],
  },
  {
    names: "parallel sem rush",
    launcher: true,
    style: "posix",
    flags:
      "-0 -k -u -v -t --keep-order --bar --progress --ungroup --verbose --dry-run --no-notice --will-cite --halt-on-error",
    values: { text: "-j -n -N -d -I --jobs --max-args --delimiter --colsep --halt" },
    read: readParallel,
    unsafe: [
      ["parallel rm -f ::: a b", ["run.code", "unknown.use", "file.delete", "unknown.use"]],
      [
        "parallel -j4 gzip {} ::: *.log",
        [
          "run.code",
          "unknown.use",
          "file.read",
          "file.read",
          "file.write",
          "file.write",
          "file.delete",
          "file.delete",
          "unknown.use",
        ],
      ],
      ["ls | parallel", ["file.look", "run.code", "file.read", "unknown.use"]],
    ],
  },
  {
    names: "su runuser",
    launcher: true,
    flags: "- -l -m -p -P -f --login --preserve-environment --pty --fast",
    values: { text: "-c -s -g -G -u -w --command --session-command --shell --group --user" },
    read: readSu,
    unsafe: [
      ["su root", ["privilege.as-other", "run.code", "unknown.use"]],
      ["su - x -c 'rm a'", ["privilege.as-other", "run.code", "unknown.use", "file.delete"]],
      ["su -c id x", ["privilege.as-other", "run.code", "unknown.use"]],
    ],
  },
  launcher({
    names: "pkexec gksudo kdesudo sudo-rs dzdo pfexec please",
    values: { text: "--user" },
    effects: [PRIVILEGE],
    unsafe: [
      ["pkexec rm a", ["privilege.as-other", "file.delete"]],
      ["pkexec id", ["privilege.as-other"]],
    ],
  }),
  launcher({
    names: "chronic fakeroot setarch linux32 linux64 catchsegv chpst softlimit",
    safe: ["chronic ls"],
    unsafe: [["fakeroot rm a", ["file.delete"]]],
  }),
  launcher({
    names: "taskset chrt numactl cpulimit prlimit",
    unsure: "its own words are not told from the command's",
    own: 1,
    effects: [act("process.priority")],
    unsafe: [
      ["taskset 1 rm a", ["process.priority", "unknown.use", "file.delete"]],
      ["chrt 1 ls", ["process.priority", "unknown.use", "file.look"]],
    ],
  }),
  launcher({
    names: "faketime",
    own: 1,
    unsure: "it loads a library into the program",
    unsafe: [["faketime yesterday rm a", ["unknown.use", "file.delete"]]],
  }),
  launcher({
    names: "xvfb-run dbus-run-session dbus-launch valgrind rr heaptrack ltrace perf",
    unsure: "its own options are not known",
    unsafe: [
      ["xvfb-run rm a", ["unknown.use", "file.delete"]],
      ["valgrind ./a", ["unknown.use", "run.script", "unknown.use", "unknown.use"]],
    ],
  }),
  launcher({
    names: "chroot",
    own: 1,
    effects: [act("privilege.other-root")],
    unsure: "programs in another root are not known",
    unsafe: [["chroot /mnt rm a", ["privilege.other-root", "unknown.use", "file.delete"]]],
  }),
  launcher({
    names: "unshare nsenter setpriv capsh firejail bwrap systemd-nspawn",
    effects: [act("privilege.other-namespaces")],
    unsure: "its own options are not known",
    unsafe: [
      [
        "nsenter -t 1 -m sh",
        ["privilege.other-namespaces", "unknown.use", "unknown.use", "run.unknown-program", "unknown.use"],
      ],
      ["unshare rm a", ["privilege.other-namespaces", "unknown.use", "file.delete"]],
    ],
  }),
  launcher({
    names: "proxychains proxychains4 torsocks torify tsocks",
    flags: "-q",
    effects: [act("route.other-network")],
    unsafe: [["torsocks ls", ["route.other-network", "file.look"]]],
  }),
  launcher({
    names: "busybox toybox",
    unsure: "its programs differ from those of the same name",
    unsafe: [
      ["busybox rm a", ["unknown.use", "file.delete"]],
      ["busybox sh", ["unknown.use", "run.code"]],
    ],
  }),
  {
    names: "flock",
    launcher: true,
    style: "posix",
    flags: "-n -s -x -e -u -o -F -v --nonblock --nb --shared --exclusive --unlock --close --no-fork --verbose",
    values: { text: "-w -E --timeout --wait --conflict-exit-code" },
    read: readFlock,
    safe: ["flock 9"],
    unsafe: [
      ["flock lock ls", ["file.write", "file.look"]],
      ["flock lock rm a", ["file.write", "file.delete"]],
      ["flock lock -c 'rm a'", ["file.write", "file.delete"]],
    ],
  },
  {
    names: "strace dtruss truss",
    launcher: true,
    style: "posix",
    flags:
      "-c -C -d -f -ff -F -h -i -k -q -qq -r -t -tt -ttt -T -v -V -w -x -xx -y -yy -z -Z --follow-forks --summary-only",
    values: { text: "-a -b -e -I -o -O -p -P -s -S -U -X --trace --output --attach --string-limit" },
    read: readTrace,
    safe: ["strace -f -e trace=file ls"],
    unsafe: [
      ["strace rm a", ["file.delete"]],
      ["strace -o log ls", ["file.write", "file.look"]],
      ["strace -o '|sh' ls", ["run.code", "unknown.use", "file.look"]],
      ["strace -p 1", ["spy.memory", "unknown.use"]],
    ],
  },
  {
    names: "gdb lldb expect autoexpect cgdb dtrace bpftrace stap",
    launcher: true,
    stdin: "code",
    operands: "text",
    always: [(use) => [CODE(use)]],
    unsafe: [
      ["gdb -batch -ex 'shell id'", ["run.code", "unknown.use", "unknown.use"]],
      ["expect -c 'spawn sh'", ["run.code", "unknown.use"]],
      ["gdb -p 1", ["run.code", "unknown.use"]],
    ],
  },
  {
    names: "script",
    launcher: true,
    style: "posix",
    flags: "-a -d -e -f -F -k -p -q -r -v --append --return --flush --force --quiet",
    values: { text: "-c -E -I -m -o -O -T -t -B --command --echo --log-in --log-out --log-io --log-timing" },
    read: readScript,
    unsafe: [
      ["script -c 'rm a' log", ["file.write", "file.delete"]],
      ["script -q /dev/null rm a", ["file.delete"]],
      ["script", ["file.write", "run.code", "unknown.use"]],
    ],
  },
  {
    names: "entr",
    launcher: true,
    style: "posix",
    flags: "-a -c -d -n -p -r -s -x -z",
    read: (use) =>
      given(use, "-s")
        ? script(use, use.operands, [], false)
        : use.operands.length === 0
          ? refused("no command")
          : refused("its operand is run again and again", [], [asWords(use, use.operands)]),
    unsafe: [
      ["ls | entr rm a", ["file.look", "unknown.use", "file.delete"]],
      ["ls | entr -s 'rm a'", ["file.look", "run.code", "unknown.use", "file.delete"]],
    ],
  },
];
