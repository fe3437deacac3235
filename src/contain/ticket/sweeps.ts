/** What calls that were killed left undone, done before anything else happens. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ticks } from "../../contract/clock.ts";
import { messageOf } from "../../contract/result.ts";
import { isInside } from "../../machine/index.ts";
import { systemProgram } from "../tool/program.ts";
import { isTicketId, TICKET_SECONDS, ticketLayout } from "./layout.ts";

/** All of them at one event; where a call is to be made in the same places, it may wait longer. */
const ALL_MS = 3_000;
const OWN_MS = 20_000;

/**
 * Sweeps what can be swept of all tickets, or of those that wrote where this project lies: what is pending elsewhere holds nobody here.
 * Never throws. What cannot be done: a sentence for each, with the folder and the way out; then no call runs there.
 */
export function finishSweeps(stateDir: string, nowMs: number, project: string | null): readonly string[] {
  try {
    const here = project && realOf(project);
    const isHere = (root: string): boolean => here === null || isInside(root, here) || isInside(here, root);
    const end = ticks() + (here === null ? ALL_MS : OWN_MS);
    const { live } = ticketLayout(stateDir);
    const ids = existsSync(live) ? readdirSync(live).filter(isTicketId) : [];
    return ids.flatMap((id) => {
      const pending = finishOne(id, { stateDir, nowMs, isHere, end });
      if (pending === undefined) rmSync(join(live, id), { force: true });
      return pending ?? [];
    });
  } catch (error) {
    return [`what earlier calls left behind could not be looked for: ${messageOf(error)}`];
  }
}

interface Finishing {
  readonly stateDir: string;
  readonly nowMs: number;
  readonly isHere: (root: string) => boolean;
  readonly end: number;
}

/** Undefined: it is over. */
function finishOne(id: string, { stateDir, nowMs, isHere, end }: Finishing): readonly string[] | undefined {
  const state = stateOf(stateDir, id, nowMs);
  if (state !== "unswept") return state === "over" ? undefined : [];
  const ticket = ticketLayout(stateDir).ticket(id);
  const roots = readFileSync(join(ticket, "roots"), "utf8").split("\0").slice(0, -1);
  if (!roots.some(isHere)) return [];
  const why = sweep(ticket, roots[0] ?? "", Math.ceil(end - ticks()));
  return why === undefined ? undefined : [why];
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** `waiting`: it runs, or may still be run. An engine that was killed while it claimed its ticket ran nothing. */
function stateOf(stateDir: string, id: string, nowMs: number): "over" | "waiting" | "unswept" {
  const ticket = ticketLayout(stateDir).ticket(id);
  if (!existsSync(ticket) || existsSync(join(ticket, "done"))) return "over";
  const claim = existsSync(join(ticket, "claim")) ? readFileSync(join(ticket, "claim"), "utf8") : "";
  const [, pid, beginning] = /^(\d+) (\d+)\n$/.exec(claim) ?? [];
  if (pid === undefined) {
    const written = Number.parseInt(id.slice(0, 8), 16);
    return written + TICKET_SECONDS < nowMs / 1000 ? "over" : "waiting";
  }
  return beginningOf(pid) === beginning ? "waiting" : "unswept";
}

/** Undefined of a process that is over, also where nobody has asked for its status yet. */
function beginningOf(pid: string): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(") ") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

/** The ticket's own engine does it: there is one sweep. What went wrong, or undefined. What was moved when its time is over stays moved. */
function sweep(ticket: string, project: string, timeout: number): string | undefined {
  const late = `what a call inside walls left in ${project} is still being moved away: make the call again, it goes on from there`;
  if (timeout <= 0) return late;
  const { status, stderr, error, signal } = spawnSync(
    systemProgram("bash") ?? "bash",
    ["-p", join(ticket, "engine"), "sweep"],
    { env: {}, stdio: ["ignore", "ignore", "pipe"], encoding: "utf8", timeout, killSignal: "SIGKILL" },
  );
  if (status === 0) return undefined;
  if (signal === "SIGKILL") return late;
  return error?.message ?? stderr.trim().replace(/^sallyport: /, "");
}
