/** The agents at work, as far as the record knows them: nothing that one of them started speaks for the person. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { APPROVABLE_FOR_MS, type SessionStart } from "../../../contract/session.ts";
import { stateLayout } from "../../../contract/state-dir.ts";
import { parseFields, parseRecord } from "../../record/index.ts";
import { LedgerError } from "../store.ts";
import { linesFromStart, sessionsByTime } from "./files.ts";
import { sessionPlace } from "./place.ts";
import { isRunning, type ProcessId } from "./process.ts";

/** Those of the sessions used lately whose process still runs, each once. Trusts no chain. */
export function runningAgents(stateDir: string, now: number): readonly ProcessId[] {
  const found = new Map<number, ProcessId>();
  for (const { name, touched } of sessionsByTime(stateDir)) {
    if (touched < now - APPROVABLE_FOR_MS) break;
    const agent = startOf(sessionPlace(stateDir, name).file)?.agent;
    if (agent !== undefined && !found.has(agent.pid) && isRunning(agent)) found.set(agent.pid, agent);
  }
  for (const agent of noted(stateDir)) found.set(agent.pid, agent);
  return [...found.values()];
}

/** An agent goes on with a session that another process began. Throws where it cannot be written. */
export function noteAgent(stateDir: string, { pid, start }: ProcessId): void {
  const folder = stateLayout(stateDir).tookUp;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, `${pid}-${start}`), "", { mode: 0o600 });
}

/** Those that still run; the others' files go. */
function noted(stateDir: string): readonly ProcessId[] {
  const folder = stateLayout(stateDir).tookUp;
  return namesIn(folder).flatMap((name) => {
    const [pid = "", start = ""] = name.split("-");
    const agent = { pid: Number(pid), start };
    if (isRunning(agent)) return [agent];
    rmSync(join(folder, name), { force: true });
    return [];
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** What the first record says; undefined where it cannot be read. */
function startOf(file: string): SessionStart | undefined {
  try {
    for (const line of linesFromStart(file)) {
      const fields = parseFields(line.toString("utf8"));
      const parsed = fields === undefined ? undefined : parseRecord(fields, 0);
      return parsed?.kind === "record" && parsed.record.entry.kind === "start" ? parsed.record.entry.start : undefined;
    }
    return undefined;
  } catch (error) {
    if (error instanceof LedgerError) return undefined;
    throw error;
  }
}
