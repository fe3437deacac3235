/** Programs whose operand is a program or code to run. What they run is read like a command of its own. */
import type { Effect } from "../../effect.ts";
import type { KnownWord } from "../reading.ts";
import { known, opening, refused, understood, writes } from "./disk.ts";
import { fixed, given, texts, valuesOf, word } from "./makers.ts";
import type { Inner, ProgramSpec, ReadAnswer, Use } from "./spec.ts";

interface Launcher {
  readonly names: string;
  readonly flags?: string;
  readonly values?: ProgramSpec["values"];
  /** Words of its own before the command. */
  readonly own?: number;
  readonly effects?: readonly Effect[];
  /** Why the command may not be what it would be here. */
  readonly unsure?: string;
  readonly examples: ProgramSpec["examples"];
}

const launcher = (entry: Launcher): ProgramSpec => ({
  names: entry.names.split(" "),
  launcher: true,
  style: "posix",
  flags: entry.flags ?? "",
  values: entry.values ?? {},
  read: (use) => {
    const words = use.operands.slice(entry.own ?? 0);
    const effects = entry.effects ?? [];
    if (words.length === 0) return refused("no command to run", effects);
    return entry.unsure === undefined
      ? understood(effects, [asWords(use, words)])
      : refused(entry.unsure, effects, [asWords(use, words)]);
  },
  examples: entry.examples,
});

const asWords = (use: Use, words: readonly KnownWord[], moreWords = false): Inner => ({
  kind: "words",
  words,
  via: use.program,
  moreWords,
});

/** Words a shell would get joined by spaces; undefined when one is not known. */
function asScript(use: Use, words: readonly KnownWord[]): Inner | undefined {
  const values = words.map(known);
  return values.every((value) => value !== undefined)
    ? { kind: "script", code: values.join(" "), via: use.program }
    : undefined;
}

const CODE = (use: Use): Effect => ({ do: "run", program: use.program, what: "code" });
const PRIVILEGE = fixed("privilege", "run", "runs as another user");

const script = (use: Use, words: readonly KnownWord[], effects: readonly Effect[], sure: boolean): ReadAnswer => {
  const inner = words.length === 0 ? undefined : asScript(use, words);
  if (inner === undefined) return refused("the command is not known", [...effects, CODE(use)]);
  return sure
    ? understood(effects, [inner])
    : refused("how the command is put together is not known", [...effects, CODE(use)], [inner]);
};

/** watch gives its words to a shell, or with -x runs them as they are. */
const readWatch = (use: Use): ReadAnswer =>
  given(use, "-x --exec")
    ? use.operands.length === 0
      ? refused("no command")
      : understood([], [asWords(use, use.operands)])
    : script(use, use.operands, [], true);

/** `su [-] [user] -c command`; without -c a shell reads standard input. */
function readSu(use: Use): ReadAnswer {
  const commands = valuesOf(use, "-c --command --session-command");
  return commands.length === 0
    ? refused("a shell as another user", [PRIVILEGE, CODE(use)])
    : script(use, commands, [PRIVILEGE], false);
}

/** `flock file command…`, `flock file -c 'command'`, `flock fd`. */
function readFlock(use: Use): ReadAnswer {
  const [file, ...rest] = use.operands;
  if (file === undefined) return refused("no lock");
  const effects: Effect[] = /^\d+$/.test(known(file) ?? "") ? [] : [writes(use.target(file))];
  if (rest.length === 0) return understood(effects);
  if (known(rest[0]) === "-c" || known(rest[0]) === "--command")
    return script(use, rest.slice(1, 2), effects, rest.length === 2);
  return understood(effects, [asWords(use, rest)]);
}

/** An output that begins with `|` or `!` is a command. */
function readTrace(use: Use): ReadAnswer {
  const output = valuesOf(use, "-o --output")[0];
  const effects: Effect[] =
    output === undefined ? [] : /^[^|!]/.test(opening(output)) ? [writes(use.target(output))] : [CODE(use)];
  if (given(use, "-p --attach")) effects.push(fixed("security", "read", "reads the memory of another process"));
  if (use.operands.length === 0) return refused("no command to run", effects);
  const odd = effects.some((effect) => effect.do === "run");
  return odd
    ? refused("the output is a command", effects, [asWords(use, use.operands)])
    : understood(effects, [asWords(use, use.operands)]);
}

/** `script -c command file`; BSD: `script file command…`. The session is written down. */
function readScript(use: Use): ReadAnswer {
  const [file, ...rest] = use.operands;
  const effects = [writes(use.target(file ?? word("typescript")))];
  const commands = valuesOf(use, "-c --command");
  if (commands.length > 0) return script(use, commands, effects, true);
  return rest.length > 0
    ? understood(effects, [asWords(use, rest)])
    : refused("a shell that reads standard input", [...effects, CODE(use)]);
}

/** parallel puts arguments into a command line that a shell reads. */
function readParallel(use: Use): ReadAnswer {
  const end = use.operands.findIndex((operand) => /^:::/.test(opening(operand)));
  const words = end < 0 ? use.operands : use.operands.slice(0, end);
  if (words.length === 1) return script(use, words, [], false);
  return refused(
    "its arguments come from elsewhere",
    [CODE(use)],
    words.length === 0 ? [] : [asWords(use, words, true)],
  );
}

export const launchers: readonly ProgramSpec[] = [
  {
    names: ["watch", "gwatch"],
    launcher: true,
    style: "posix",
    flags:
      "-b -c -C -d -e -f -g -p -r -t -w -x --beep --color --differences --errexit --chgexit --precise --no-title --no-wrap --exec",
    values: texts("-n -q --interval --equexit"),
    read: readWatch,
    examples: {
      safe: ["watch -n 1 ls", "watch 'ls | wc -l'", "watch -x ls -la"],
      unsafe: [
        ["watch rm a", "delete"],
        ["watch 'ls; rm a'", "delete"],
        ['watch "$X"', ""],
      ],
    },
  },
  {
    names: ["parallel", "sem", "rush"],
    launcher: true,
    style: "posix",
    flags:
      "-0 -k -u -v -t --keep-order --bar --progress --ungroup --verbose --dry-run --no-notice --will-cite --halt-on-error",
    values: texts("-j -n -N -d -I --jobs --max-args --delimiter --colsep --halt"),
    read: readParallel,
    examples: {
      safe: [],
      unsafe: [
        ["parallel rm -f ::: a b", "delete"],
        ["parallel -j4 gzip {} ::: *.log", "run"],
        ["ls | parallel", "run"],
      ],
    },
  },
  {
    names: ["su", "runuser"],
    launcher: true,
    flags: "- -l -m -p -P -f --login --preserve-environment --pty --fast",
    values: texts("-c -s -g -G -u -w --command --session-command --shell --group --user"),
    read: readSu,
    examples: {
      safe: [],
      unsafe: [
        ["su root", "privilege"],
        ["su - x -c 'rm a'", "delete"],
        ["su -c id x", "privilege"],
      ],
    },
  },
  launcher({
    names: "pkexec gksudo kdesudo sudo-rs dzdo pfexec please",
    values: texts("--user"),
    effects: [PRIVILEGE],
    examples: {
      safe: [],
      unsafe: [
        ["pkexec rm a", "delete"],
        ["pkexec id", "privilege"],
      ],
    },
  }),
  launcher({
    names: "chronic fakeroot setarch linux32 linux64 catchsegv chpst softlimit",
    examples: { safe: ["chronic ls"], unsafe: [["fakeroot rm a", "delete"]] },
  }),
  launcher({
    names: "taskset chrt numactl cpulimit prlimit",
    unsure: "its own words are not told from the command's",
    own: 1,
    effects: [fixed("process", "change", "runs with another priority or limit")],
    examples: {
      safe: [],
      unsafe: [
        ["taskset 1 rm a", "delete"],
        ["chrt 1 ls", "process"],
      ],
    },
  }),
  launcher({
    names: "faketime",
    own: 1,
    effects: [],
    unsure: "it loads a library into the program",
    examples: { safe: [], unsafe: [["faketime yesterday rm a", "delete"]] },
  }),
  launcher({
    names: "xvfb-run dbus-run-session dbus-launch valgrind rr heaptrack ltrace perf",
    unsure: "its own options are not known",
    examples: {
      safe: [],
      unsafe: [
        ["xvfb-run rm a", "delete"],
        ["valgrind ./a", "run"],
      ],
    },
  }),
  launcher({
    names: "chroot",
    own: 1,
    effects: [fixed("privilege", "run", "runs in another root directory")],
    unsure: "programs in another root are not known",
    examples: { safe: [], unsafe: [["chroot /mnt rm a", "privilege"]] },
  }),
  launcher({
    names: "unshare nsenter setpriv capsh firejail bwrap systemd-nspawn",
    effects: [fixed("privilege", "run", "runs in other namespaces or with other rights")],
    unsure: "its own options are not known",
    examples: {
      safe: [],
      unsafe: [
        ["nsenter -t 1 -m sh", "privilege"],
        ["unshare rm a", "delete"],
      ],
    },
  }),
  launcher({
    names: "proxychains proxychains4 torsocks torify tsocks",
    flags: "-q",
    effects: [fixed("security", "change", "sends traffic through another network")],
    examples: { safe: [], unsafe: [["torsocks ls", "security"]] },
  }),
  launcher({
    names: "busybox toybox",
    unsure: "its programs differ from those of the same name",
    examples: {
      safe: [],
      unsafe: [
        ["busybox rm a", "delete"],
        ["busybox sh", ""],
      ],
    },
  }),
  {
    names: ["flock"],
    launcher: true,
    style: "posix",
    flags: "-n -s -x -e -u -o -F -v --nonblock --nb --shared --exclusive --unlock --close --no-fork --verbose",
    values: texts("-w -E --timeout --wait --conflict-exit-code"),
    read: readFlock,
    examples: {
      safe: ["flock 9"],
      unsafe: [
        ["flock lock ls", "write"],
        ["flock lock rm a", "delete"],
        ["flock lock -c 'rm a'", "delete"],
      ],
    },
  },
  {
    names: ["strace", "dtruss", "truss"],
    launcher: true,
    style: "posix",
    flags:
      "-c -C -d -f -ff -F -h -i -k -q -qq -r -t -tt -ttt -T -v -V -w -x -xx -y -yy -z -Z --follow-forks --summary-only",
    values: texts("-a -b -e -I -o -O -p -P -s -S -U -X --trace --output --attach --string-limit"),
    read: readTrace,
    examples: {
      safe: ["strace -f -e trace=file ls"],
      unsafe: [
        ["strace rm a", "delete"],
        ["strace -o log ls", "write"],
        ["strace -o '|sh' ls", "run"],
        ["strace -p 1", "security"],
      ],
    },
  },
  {
    names: ["gdb", "lldb", "expect", "autoexpect", "cgdb", "dtrace", "bpftrace", "stap"],
    launcher: true,
    stdin: "code",
    operands: "text",
    always: [(use) => [CODE(use)]],
    examples: {
      safe: [],
      unsafe: [
        ["gdb -batch -ex 'shell id'", "run"],
        ["expect -c 'spawn sh'", "run"],
        ["gdb -p 1", "run"],
      ],
    },
  },
  {
    names: ["script"],
    launcher: true,
    style: "posix",
    flags: "-a -d -e -f -F -k -p -q -r -v --append --return --flush --force --quiet",
    values: texts("-c -E -I -m -o -O -T -t -B --command --echo --log-in --log-out --log-io --log-timing"),
    read: readScript,
    examples: {
      safe: [],
      unsafe: [
        ["script -c 'rm a' log", "delete"],
        ["script -q /dev/null rm a", "delete"],
        ["script", "write"],
      ],
    },
  },
  {
    names: ["entr"],
    launcher: true,
    style: "posix",
    flags: "-a -c -d -n -p -r -s -x -z",
    read: (use) =>
      given(use, "-s")
        ? script(use, use.operands, [], false)
        : use.operands.length === 0
          ? refused("no command")
          : refused("its operand is run again and again", [], [asWords(use, use.operands)]),
    examples: {
      safe: [],
      unsafe: [
        ["ls | entr rm a", "delete"],
        ["ls | entr -s 'rm a'", "delete"],
      ],
    },
  },
];
