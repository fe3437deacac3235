/** What calls that were killed left undone, done before anything else happens. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ticks } from "../../contract/clock.ts";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { isInside } from "../../machine/index.ts";
import { systemProgram } from "../tool/program.ts";
import { isTicketId, TICKET_SECONDS, ticketLayout } from "./layout.ts";

/** All of them at one event; where a call is to be made in the same places, it may wait longer. */
const ALL_MS = 10_000;
const OWN_MS = 20_000;

/**
 * The ids of tickets that were swept now: all that can be, or those that wrote where this project lies. Only what is still pending
 * there is a failure: elsewhere it holds nobody.
 */
export function finishSweeps(stateDir: string, nowMs: number, project: string | null): Result<readonly string[]> {
  try {
    const { swept, pending } = sweepAll(stateDir, nowMs, project && realOf(project));
    return project === null || pending[0] === undefined ? ok(swept) : fail(pending[0]);
  } catch (error) {
    return fail(`what earlier calls left behind could not be looked for: ${messageOf(error)}`);
  }
}

/** What cannot be swept, after one more attempt: a sentence for each, with the project and the way out. Never throws. */
export function pendingSweeps(stateDir: string, nowMs: number): readonly string[] {
  try {
    return sweepAll(stateDir, nowMs, null).pending;
  } catch (error) {
    return [`what earlier calls left behind could not be looked for: ${messageOf(error)}`];
  }
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function sweepAll(stateDir: string, nowMs: number, project: string | null) {
  const { live, ticket } = ticketLayout(stateDir);
  const [swept, pending]: [string[], string[]] = [[], []];
  const end = ticks() + (project === null ? ALL_MS : OWN_MS);
  for (const id of existsSync(live) ? readdirSync(live).filter(isTicketId) : []) {
    const state = stateOf(stateDir, id, nowMs);
    if (state === "waiting") continue;
    if (state === "unswept") {
      const roots = readFileSync(join(ticket(id), "roots"), "utf8")
        .split("\0")
        .slice(0, -1);
      if (project !== null && !roots.some((root) => isInside(root, project) || isInside(project, root))) continue;
      const why = sweep(ticket(id), roots[0] ?? "", Math.ceil(end - ticks()));
      if (why !== undefined) {
        pending.push(why);
        continue;
      }
      swept.push(id);
    }
    rmSync(join(live, id), { force: true });
  }
  return { swept, pending };
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
