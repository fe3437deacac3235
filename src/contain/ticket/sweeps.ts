/** What calls that were killed left undone, done before anything else happens. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fail, messageOf, ok, type Result } from "../../contract/result.ts";
import { systemProgram } from "../tool/program.ts";
import { isTicketId, TICKET_SECONDS, ticketLayout } from "./layout.ts";

const SWEEP_TIMEOUT_MS = 60_000;

/** The ids of tickets that were swept now. A failure says what still lies there: then nothing may run inside walls. */
export function finishSweeps(stateDir: string, nowMs: number): Result<readonly string[]> {
  const { live } = ticketLayout(stateDir);
  try {
    const swept: string[] = [];
    for (const id of existsSync(live) ? readdirSync(live).filter(isTicketId) : []) {
      const state = stateOf(stateDir, id, nowMs);
      if (state === "waiting") continue;
      if (state === "unswept") {
        const failure = sweep(ticketLayout(stateDir).ticket(id));
        if (failure !== undefined) return fail(failure);
        swept.push(id);
      }
      rmSync(join(live, id), { force: true });
    }
    return ok(swept);
  } catch (error) {
    return fail(`what earlier calls left behind could not be looked for: ${messageOf(error)}`);
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

/** The ticket's own engine does it: there is one sweep. What went wrong, or undefined. */
function sweep(ticket: string): string | undefined {
  const { status, stderr, error } = spawnSync(
    systemProgram("bash") ?? "bash",
    ["-p", join(ticket, "engine"), "sweep"],
    {
      env: {},
      stdio: ["ignore", "ignore", "pipe"],
      encoding: "utf8",
      timeout: SWEEP_TIMEOUT_MS,
      killSignal: "SIGKILL",
    },
  );
  if (status === 0) return undefined;
  return `what an earlier call left behind could not be moved away: ${error?.message ?? stderr.trim()}`;
}
