/** The agents at work, as far as the record knows them: nothing that one of them started speaks for the person. */
import { APPROVABLE_FOR_MS, type SessionStart } from "../../../contract/session.ts";
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
  return [...found.values()];
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
