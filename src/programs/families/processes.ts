/** Looking at processes, and ending them. */
import { act, type Effect, exact } from "../../contract/effect.ts";
import { acting } from "../acting.ts";
import { known, looks, refused, shows, understood, writes } from "../disk-makers.ts";
import { given, network, valuesOf } from "../makers.ts";
import type { ProgramFamily, ReadAnswer, Use } from "../spec.ts";

/** Options whose value is the next word, dash or not. */
const PS_VALUES =
  /^(?:-?[A-Za-z]*[oOpuUCGgtskq]|--(?:sort|pid|ppid|format|user|User|group|Group|sid|tty|cols|columns|width|rows|lines))$/;
const PS_WORDS = /^(?:-?[A-Za-z]+|--[a-z-]+(?:=\S*)?|-?\d[\d,]*)$/;

/** A bare cluster with `e` adds the environment of each process, and so does macOS's -E. */
function readPs(use: Use): ReadAnswer {
  const words = use.operands.map(known);
  let environment = false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === undefined || !PS_WORDS.test(word))
      return refused("an argument of ps that is not known", environment ? [shows("secret.process-environments")] : []);
    environment ||= (/^[A-Za-z]+$/.test(word) && word.includes("e")) || /^-[A-Za-z]*E/.test(word);
    if (PS_VALUES.test(word)) {
      environment ||= /environ/i.test(words[i + 1] ?? "environ");
      i++;
    }
    environment ||= /environ/i.test(word);
  }
  return understood(environment ? [shows("secret.process-environments")] : []);
}

/** `-l` lists signals and `-0` only asks whether a process is there. */
function readKill(use: Use): ReadAnswer {
  const words = use.operands.map(known);
  if (/^-[lL]$/.test(words[0] ?? "") || words[0] === "--list" || words[0] === "--table") return understood([]);
  if (words[0] === "-0" && words.slice(1).every((word) => word !== undefined && /^\d+$/.test(word)))
    return understood([]);
  const targets = use.operands.filter(
    (word, index) =>
      !(index === 0 && /^-\D/.test(known(word) ?? "")) && !/^-\d+$/.test(index === 0 ? (known(word) ?? "") : ""),
  );
  return understood(targets.map((word) => ended(known(word) ?? null)));
}

function ended(target: string | null): Effect {
  const id =
    target === null
      ? "process.end-unknown"
      : target.startsWith("%")
        ? "process.end-job"
        : target === "-1"
          ? "process.end-every"
          : "process.end";
  return act(id, { on: target });
}

/** An empty directory, and nothing where it is there already; the others also write what they were last set to. */
function makesSettings({ program, context: { world } }: Use): readonly Effect[] {
  const place = `${world.home}/.config${program === "top" ? "/procps" : ""}`;
  return program === "top" && world.stat(place).kind === "directory" ? [] : [writes(exact(place), { as: "directory" })];
}

export const processes: ProgramFamily = () => [
  {
    names: "ps",
    live: true,
    style: "words",
    read: readPs,
    safe: ["ps", "ps aux", "ps -ef", "ps -p 1 -o pid,cmd", "ps -eo pid,args --sort=-rss", "ps axo pid,ppid"],
    unsafe: [
      ["ps e", ["secret.process-environments"]],
      ["ps auxe", ["secret.process-environments"]],
      ["ps eww 1", ["secret.process-environments"]],
      ["ps -E", ["secret.process-environments"]],
      ['ps "$X"', ["unknown.use"]],
    ],
  },
  {
    names: "top htop btop atop iotop",
    live: true,
    // Starting it makes the directory of its settings, where there is none.
    flags: "-b -c -H -i -S -1 -B -V -h --batch-mode",
    values: { text: "-d -e -E -l -n -o -p -s -u -U -w -stats -pid -O -F" },
    operands: { max: 0 },
    always: [makesSettings],
    unsafe: [["top -b -n 1", ["file.directory"]]],
  },
  {
    names: "pgrep pidof pidwait",
    live: true,
    flags:
      "-a -A -c -f -i -I -l -L -n -o -q -s -v -w -x -z --count --full --list-full --list-name --newest --oldest --exact --inverse --ignore-case --help --version",
    values: {
      text: "-d -g -G -j -N -O -P -t -u -U -M --delimiter --parent --euid --uid --terminal --session --runstates",
      read: "-F --pidfile",
    },
    operands: "text",
    safe: ["pgrep -fl node", "pidof sshd"],
    unsafe: [["pgrep x > y", ["file.write"]]],
  },
  {
    names: "pstree pmap pwdx prtstat",
    live: true,
    flags: "-a -A -c -g -h -H -l -n -N -p -s -S -t -T -u -U -x -X -d -q --help --version",
    operands: "text",
    safe: ["pstree -p", "pmap 1"],
    unsafe: [["pmap -n x > y", ["file.write"]]],
  },
  {
    names: "lsof",
    live: true,
    flags: "-a -b -C -h -H -i -l -n -N -O -P -Q -R -t -U -v -V -w -x -X",
    values: { text: "-c -d -g -p -s -T -u -S" },
    attached: { text: "-i -F -r -o" },
    plus: true,
    read: (use) => {
      const effects = use.operands.map((word) => looks(use.target(word), true));
      // `-i @name` looks the name up: the name itself leaves.
      const asks = [...use.operands, ...valuesOf(use, "-i")].some((word) =>
        /^[^/]*@|^[\w-]+\.[\w.-]*[A-Za-z]/.test(word.value ?? "@"),
      );
      return given(use, "-i") && asks
        ? refused("an address that is looked up", [...effects, network(null, true)])
        : understood(effects);
    },
    safe: ["lsof -i :3000", "lsof -nP -iTCP -sTCP:LISTEN", "lsof -ti:8080", "lsof +D ."],
    unsafe: [
      ["lsof -D b", ["file.look", "unknown.use"]],
      ["kill $(lsof -ti:80)", ["process.end-unknown"]],
    ],
  },
  {
    names: "kill",
    style: "words",
    read: readKill,
    safe: ["kill -l", "kill -0 123"],
    unsafe: [
      ["kill 123", ["process.end"]],
      ["kill -9 123", ["process.end"]],
      ["kill -9 -1", ["process.end-every"]],
      ["kill %1", ["process.end-job"]],
      ["kill $PID", ["process.end-unknown"]],
      ["kill -s TERM 5", ["process.end", "process.end"]],
    ],
  },
  acting({
    names: "pkill killall skill snice killall5 xkill slay",
    shows: /^(?:-l|--list)$/,
    acts: [[/(?:^| )-(?:KILL|SIGKILL|9)(?: |$)/, "process.end-by-name"]],
    otherwise: "process.end-by-name",
    safe: ["killall -l"],
    unsafe: [
      ["pkill -f node", ["process.end-by-name"]],
      ["killall -9 node", ["process.end-by-name"]],
    ],
  }),
  acting({
    names: "fuser",
    live: true,
    shows: /^(?:-[vamunic]+ )*[\w./:-]+$/,
    otherwise: "process.end-by-use",
    safe: ["fuser -v 80/tcp"],
    unsafe: [["fuser -k 80/tcp", ["process.end-by-use"]]],
  }),
  acting({
    names: "renice",
    otherwise: "process.priority",
    unsafe: [["renice -n 5 1", ["process.priority"]]],
  }),
  acting({
    names: "stress stress-ng memtester",
    otherwise: "process.exhaust",
    unsafe: [["stress --cpu 8", ["process.exhaust"]]],
  }),
  acting({
    names: "gcore gdbserver reptyr",
    otherwise: "spy.memory",
    unsafe: [["gcore 1", ["spy.memory"]]],
  }),
];
