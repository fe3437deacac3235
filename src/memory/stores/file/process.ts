/** Which process is which: a pid alone is used again, a pid with its start time is not. */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname, userInfo } from "node:os";

/** What identifies a process for as long as this machine is up. `start` is "" where it cannot be known. */
export interface ProcessId {
  readonly pid: number;
  readonly start: string;
}

export interface ProcessFacts extends ProcessId {
  readonly parent: number;
  /** The leader of its session; 0 where there is none. */
  readonly session: number;
  readonly name: string;
  /** It has ended and only waits for its parent to notice. */
  readonly ended: boolean;
}

/** A process as another process may find it: on which machine, since which boot, in which namespace of pids. */
export interface ProcessOwner extends ProcessId {
  readonly machine: string;
  readonly boot: string;
  readonly namespace: string;
}

/** `unknown`: it cannot be seen from here. Only a process that is known to be gone is dead. */
export type Life = "alive" | "dead" | "unknown";

/** Pid, start, boot, namespace, machine, and a word that makes it unique. */
export const TOKEN = /^(\d+)\.([\w-]*)\.([\w-]*)\.(\d*)\.([\w-]+)\.\w+$/;
/** `ps` tells whole seconds, and the clock it counts from may be a little off. */
const START_TOLERANCE_MS = 5_000;

const NOT_KNOWN = "-";

let known: ProcessOwner | undefined;

/** This process. Costs three small reads once. */
export function thisProcess(): ProcessOwner {
  known ??= {
    pid: process.pid,
    start: process.platform === "linux" ? (processFacts(process.pid)?.start ?? "") : approximateStart(),
    machine: word(hostname()),
    boot: word(textOf("/proc/sys/kernel/random/boot_id")).slice(0, 8),
    namespace: namespaceOfPids(),
  };
  return known;
}

/** One word that is never the same twice, and from which the owner can be told again. */
export function ownerToken(owner: ProcessOwner): string {
  const { pid, start, boot, namespace, machine } = owner;
  return `${pid}.${start}.${boot}.${namespace}.${machine}.${Math.random().toString(36).slice(2, 12)}`;
}

export function ownerOf(token: string): ProcessOwner | undefined {
  const [, pid, start, boot, namespace, machine] = TOKEN.exec(token) ?? [];
  if (pid === undefined || machine === undefined) return undefined;
  return { pid: Number(pid), start: start ?? "", boot: boot ?? "", namespace: namespace ?? "", machine };
}

export function lifeOf(owner: ProcessOwner, self: ProcessOwner = thisProcess()): Life {
  if (owner.machine !== self.machine) return "unknown";
  if (owner.boot !== self.boot) return owner.boot === NOT_KNOWN || self.boot === NOT_KNOWN ? "unknown" : "dead";
  if (owner.namespace !== self.namespace) return "unknown";
  if (!exists(owner.pid)) return "dead";
  if (owner.start === "") return "alive";
  return process.platform === "linux" ? lifeByTicks(owner) : lifeByClock(owner);
}

function lifeByTicks(owner: ProcessOwner): Life {
  const facts = processFacts(owner.pid);
  if (facts === undefined) return exists(owner.pid) ? "unknown" : "dead";
  return facts.start === owner.start && !facts.ended ? "alive" : "dead";
}

/** A pid that began clearly later than the owner belongs to another process. */
function lifeByClock(owner: ProcessOwner): Life {
  if (process.platform === "win32") return "alive";
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { stdout } = spawnSync("/bin/ps", ["-o", "lstart=", "-p", String(owner.pid)], {
    encoding: "utf8",
    env: { LC_ALL: "C" },
  });
  const began = Date.parse((stdout ?? "").trim());
  if (Number.isNaN(began)) return exists(owner.pid) ? "alive" : "dead";
  return began > Number(owner.start) + START_TOLERANCE_MS ? "dead" : "alive";
}

/** From /proc; undefined elsewhere and for a process that is not there. */
export function processFacts(pid: number): ProcessFacts | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  const close = stat.lastIndexOf(")");
  if (close < 0) return undefined;
  const fields = stat.slice(close + 2).split(" ");
  const [state, parent, start] = [fields[0], fields[1], fields[19]];
  if (parent === undefined || start === undefined) return undefined;
  const ended = state === "Z" || state === "X";
  const session = Number(fields[3] ?? 0);
  return { pid, parent: Number(parent), session, start, name: stat.slice(stat.indexOf("(") + 1, close), ended };
}

/** Whether a terminal controls it; undefined where that cannot be seen. */
export function hasTerminal(pid: number): boolean | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  const terminal = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[4];
  return terminal === undefined ? undefined : terminal !== "0";
}

/** The control group it is in; undefined where that cannot be read. */
export function controlGroup(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cgroup`, "utf8");
  } catch {
    return undefined;
  }
}

/** The very process, not another one of its number. */
export function isRunning({ pid, start }: ProcessId): boolean {
  if (process.platform !== "linux") return exists(pid);
  const facts = processFacts(pid);
  return facts !== undefined && !facts.ended && facts.start === start;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function namespaceOfPids(): string {
  try {
    return /\d+/.exec(readlinkSync("/proc/self/ns/pid"))?.[0] ?? "";
  } catch {
    return "";
  }
}

const approximateStart = (): string => String(Math.round(performance.timeOrigin));
const word = (text: string): string => text.replace(/[^\w-]/g, "-") || NOT_KNOWN;

/** Who runs this, for the record. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "unknown";
  }
}

/** A process above another one, with the words it was started with. */
export interface Ancestor extends ProcessId {
  readonly words: readonly string[];
}

const MAX_ANCESTORS = 64;
const SHELLS = /^-?(?:ba|da|z|k|fi|a|c|tc)?sh$/;

/** From the parent upwards, as far as this user can see. Undefined where processes cannot be looked at. */
export function ancestors(pid = process.pid): readonly Ancestor[] | undefined {
  const found = isSeenAs(pid) ? [...upwardsFrom(pid)] : [];
  return found.length === 0 ? undefined : found;
}

/** In a namespace of its own that shows the processes of another one, a number is somebody else's. */
function isSeenAs(pid: number): boolean {
  if (process.platform !== "linux" || pid !== process.pid) return true;
  try {
    return readlinkSync("/proc/self") === String(pid);
  } catch {
    return false;
  }
}

interface Step extends Ancestor {
  readonly parent: number;
}

/** One by one: most of the time the first few are enough. */
function* upwardsFrom(pid: number): Generator<Ancestor> {
  if (process.platform === "win32") return;
  const { parentOf, lookAt } = process.platform === "linux" ? FROM_PROC : fromPs();
  let parent = parentOf(pid);
  for (let n = 0; parent !== undefined && n < MAX_ANCESTORS; n++) {
    const step = lookAt(parent);
    if (step === undefined) return;
    yield step;
    parent = step.parent;
  }
}

export interface HookLine {
  /** The agent that started the hook: what only passes a command on (`sh -c`, the wrapper of the installed line) is looked through. */
  readonly agent: ProcessId | undefined;
  /** When the wrapper of the installed line that waits was started, in ms since 1970 and never too early; undefined where none is seen. */
  readonly began: number | undefined;
}

/**
 * What stands above a host's hook; `pid` is its own process, or the shell of the installed line that speaks for it. Not for commands a
 * person types: there the agent would be the person's terminal.
 */
export function hookLine(pid = process.pid): HookLine {
  let ticks: number | undefined;
  for (const { pid: found, start, words } of upwardsFrom(pid)) {
    if (!passesOn(words)) return { agent: found <= 1 ? undefined : { pid: found, start }, began: timeOf(ticks) };
    if (words.some((word) => word.endsWith("/hook.sh"))) ticks = Number(start);
  }
  return { agent: undefined, began: timeOf(ticks) };
}

/** The kernel counts in these whatever its own clock does, and tells each moment rounded down. */
const TICK_MS = 10;

function timeOf(ticks: number | undefined): number | undefined {
  if (process.platform !== "linux" || ticks === undefined) return undefined;
  const upMs = Number.parseFloat(textOf("/proc/uptime")) * 1_000;
  return Number.isNaN(ticks + upMs) ? undefined : Date.now() - (upMs - ticks * TICK_MS) + 2 * TICK_MS;
}

const passesOn = ([program = "", ...more]: readonly string[]): boolean => {
  const name = program.split("/").at(-1) ?? "";
  return name === "timeout" || (SHELLS.test(name) && more.some((word) => /^-[a-z]*c$|\/hook\.sh$/.test(word)));
};

interface ProcessTable {
  readonly parentOf: (pid: number) => number | undefined;
  readonly lookAt: (pid: number) => Step | undefined;
}

const FROM_PROC: ProcessTable = {
  parentOf: (pid) => processFacts(pid)?.parent,
  lookAt: (pid) => {
    const facts = pid === 0 ? undefined : processFacts(pid);
    if (facts === undefined) return undefined;
    const { start, parent, name } = facts;
    const words = textOf(`/proc/${pid}/cmdline`).split("\0").slice(0, -1);
    return { pid, start, parent, words: words.length === 0 ? [name] : words };
  },
};

function fromPs(): ProcessTable {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const { stdout } = spawnSync("/bin/ps", ["-axo", "pid=,ppid=,command="], { encoding: "utf8", env: { LC_ALL: "C" } });
  const rows = new Map<number, Step>();
  for (const line of (stdout ?? "").split("\n")) {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (command === undefined) continue;
    rows.set(Number(pid), { pid: Number(pid), start: "", parent: Number(parent), words: command.split(" ") });
  }
  return { parentOf: (pid) => rows.get(pid)?.parent, lookAt: (pid) => rows.get(pid) };
}
