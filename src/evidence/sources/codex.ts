/** Codex's rollout files (`~/.codex/sessions`). */
import type { Json, JsonObject } from "../../contract/action.ts";
import { isObject, objectIn, pathIn, textIn } from "../../hosts/fields.ts";
import { fromCodex } from "../../hosts/transcripts/codex.ts";
import { parsedArguments } from "../../judge/sources/parts.ts";
import {
  called,
  type FormatReader,
  NOTHING,
  newerThan,
  type Outcome,
  outcome,
  type RecordedEvent,
  type Said,
  said,
  session,
} from "../recorded.ts";

const KNOWN_MAJOR = 0;
const SILENT_ENTRIES: ReadonlySet<string> = new Set(["compacted", "world_state", "inter_agent_communication"]);
/** Items that are no call of a tool on this machine. */
const SILENT_ITEMS: ReadonlySet<string> = new Set(
  `message agent_message reasoning web_search_call tool_search_call tool_search_output image_generation_call
   ghost_snapshot compaction compaction_summary compaction_trigger context_compaction other`.split(/\s+/),
);

export function codexReader(): FormatReader {
  let cwd: string | null = null;
  let model: string | null = null;
  let lastSaid = "";

  const meta = (payload: JsonObject, entry: JsonObject): Said => {
    const version = textIn(payload, "cli_version");
    cwd = pathIn(payload, "cwd");
    const newer = newerThan("Codex", version, KNOWN_MAJOR);
    return {
      events: [
        session({
          id: textIn(payload, "id") ?? "",
          agent: version === null ? "codex" : `codex ${version}`,
          host: "codex",
          cwd,
          started: textIn(payload, "timestamp") ?? textIn(entry, "timestamp"),
        }),
      ],
      ...(newer === undefined ? {} : { problem: newer }),
    };
  };

  /** A prompt may be written twice, once for each kind of event. */
  const person = (entry: JsonObject): Said => {
    const events: RecordedEvent[] = [];
    for (const turn of fromCodex([entry], null).turns) {
      if (!("user" in turn) || turn.user === lastSaid) continue;
      lastSaid = turn.user;
      events.push(said(turn.user));
    }
    return { events };
  };

  const item = (payload: JsonObject, entry: JsonObject, line: number): Said => {
    const type = textIn(payload, "type") ?? "";
    const id = textIn(payload, "call_id") ?? textIn(payload, "id");
    const at = textIn(entry, "timestamp");
    const call = (tool: string, input: JsonObject): Said => {
      lastSaid = "";
      return { events: [called({ id, tool, input, cwd, at, line, agentModel: model })] };
    };
    const name = textIn(payload, "name");
    if (type === "function_call" && name !== null) return call(name, parsedArguments(payload.arguments));
    if (type === "custom_tool_call" && name !== null) return call(name, { input: payload.input ?? null });
    if (type === "local_shell_call") return call("local_shell", objectIn(payload, "action") ?? {});
    if (type === "function_call_output" || type === "custom_tool_call_output")
      return { events: [outcome(id, outcomeOf(payload.output))] };
    if (SILENT_ITEMS.has(type)) return NOTHING;
    return { events: [], problem: `unknown item type ${JSON.stringify(type.slice(0, 60))}` };
  };

  return {
    entry: (entry, line): Said => {
      const type = textIn(entry, "type") ?? "";
      const payload = objectIn(entry, "payload");
      if (payload === null) return { events: [], problem: "an entry without a payload" };
      switch (type) {
        case "session_meta":
          return meta(payload, entry);
        case "turn_context":
          cwd = pathIn(payload, "cwd") ?? cwd;
          model = textIn(payload, "model") ?? model;
          return NOTHING;
        case "event_msg":
          return person(entry);
        case "response_item":
          return item(payload, entry, line);
        default:
          return SILENT_ENTRIES.has(type)
            ? NOTHING
            : { events: [], problem: `unknown entry type ${JSON.stringify(type.slice(0, 60))}` };
      }
    },
  };
}

const REFUSED = /rejected by (?:the )?user|denied by (?:the )?user|aborted by (?:the )?user/i;
const BLOCKED = /Rejected\(|blocked by PreToolUse hook|rejected by (?:policy|the reviewer|approval)/i;
const FAILED = /(?:exited with code|exit_code"?:|Exit code:?) ?(?!0\b)-?\d+|^(?:exec_command )?failed/i;

/** The output is a text, or a text with what the harness adds; only its beginning says how the call ended. */
function outcomeOf(output: Json | undefined): Outcome {
  const text = typeof output === "string" ? output : isObject(output) ? JSON.stringify(output) : "";
  const head = text.slice(0, 600);
  if (REFUSED.test(head)) return "refused";
  if (BLOCKED.test(head)) return "blocked";
  return text === "" ? "unknown" : FAILED.test(head) ? "failed" : "ran";
}
