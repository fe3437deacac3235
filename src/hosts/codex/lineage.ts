/** A sub-agent of Codex is a thread with a file of its own, whose first line names the thread that began it. */
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JsonObject } from "../../contract/action.ts";
import { objectIn, textIn } from "../json.ts";
import { linesOfFile } from "../lines.ts";
import type { RecordPiece } from "../records.ts";

/** Sub-agents within sub-agents go no deeper than this. */
const MAX_DEPTH = 8;
/** Files lie below the year, the month and the day they were begun on. */
const DAY_DEPTH = 3;

/** The person's thread up to the call that began the sub-agent, and so on down to its own. Nothing where one is missing. Never throws. */
export function codexLineage(record: string, agent: string): readonly RecordPiece[] {
  const pieces: RecordPiece[] = [];
  let [file, id, until]: [string, string, string | null] = [record, agent, null];
  while (pieces.length < MAX_DEPTH) {
    const parent = parentOf(file);
    pieces.unshift({ source: file, until, delegated: parent !== null });
    if (parent === null) return pieces;
    const above = fileOf(parent, record);
    const by = above === undefined ? null : delegationOf(above, id);
    if (above === undefined || by === null) return [];
    [file, id, until] = [above, parent, by];
  }
  return [];
}

function parentOf(file: string): string | null {
  const [first] = linesOfFile(file);
  const meta = first?.type === "session_meta" ? objectIn(first, "payload") : null;
  const spawn = objectIn(objectIn(objectIn(meta ?? {}, "source") ?? {}, "subagent") ?? {}, "thread_spawn") ?? {};
  return meta === null ? null : (textIn(meta, "parent_thread_id") ?? textIn(spawn, "parent_thread_id"));
}

/** Begun on the same day, or on another. */
function fileOf(thread: string, record: string): string | undefined {
  const sessions = Array.from({ length: DAY_DEPTH + 1 }).reduce<string>((path) => dirname(path), record);
  try {
    const ending = `-${thread}.jsonl`;
    const beside = readdirSync(dirname(record)).find((name) => name.endsWith(ending));
    if (beside !== undefined) return join(dirname(record), beside);
    const found = readdirSync(sessions, { recursive: true, encoding: "utf8" }).find((name) => name.endsWith(ending));
    return found === undefined ? undefined : join(sessions, found);
  } catch {
    return undefined;
  }
}

/** The call whose result, or whose note, names the thread it began. */
function delegationOf(file: string, thread: string): string | null {
  for (const entry of linesOfFile(file)) {
    const payload = objectIn(entry, "payload") ?? {};
    const call = namesThread(payload, thread);
    if (call !== null) return call;
  }
  return null;
}

function namesThread(payload: JsonObject, thread: string): string | null {
  const item = payload.type === "item_completed" ? objectIn(payload, "item") : null;
  if (item?.type === "CollabAgentToolCall" && JSON.stringify(item.receiver_thread_ids ?? null).includes(thread))
    return textIn(item, "id");
  const isResult = payload.type === "function_call_output" && JSON.stringify(payload.output ?? null).includes(thread);
  return isResult ? textIn(payload, "call_id") : null;
}
