/** The file of the session a call belongs to, for callers that are told neither: it is the one that holds the call. */
import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { Occasion } from "../host.ts";
import type { RecordHome } from "../records.ts";
import { claudeCodeRecords, holdsCall } from "./records.ts";

/** Only the newest sessions of the directory are looked through. */
const MAX_SESSIONS = 8;

interface Wanted {
  /** The directory the agent runs in. */
  readonly cwd: string;
  readonly toolUseId: string;
  /** The sub-agent whose call it is. */
  readonly agent?: string | undefined;
}

/** Null where no file holds it: then nobody knows what went before. Never throws. */
export function findRecord(at: RecordHome, { cwd, toolUseId, agent }: Wanted): Pick<Occasion, "record" | "agent"> {
  const folder = join(claudeCodeRecords.place?.(at).directory ?? "", cwd.replace(/[^a-zA-Z0-9]/g, "-"));
  const holder = (session: string): string =>
    agent === undefined ? session : join(folder, basename(session, ".jsonl"), "subagents", `agent-${agent}.jsonl`);
  const record = newestIn(folder).find((session) => holdsCall(holder(session), toolUseId)) ?? null;
  return { record, ...(agent === undefined ? {} : { agent }) };
}

function newestIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name)).mtimeMs }))
      .sort((a, b) => b.at - a.at)
      .slice(0, MAX_SESSIONS)
      .map(({ path }) => path);
  } catch {
    return [];
  }
}
