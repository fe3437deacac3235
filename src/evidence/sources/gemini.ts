/** Gemini CLI's chats (`~/.gemini/tmp/PROJECT/chats`): a line is written again, under the same id, when its calls are done. */
import type { JsonObject } from "../../contract/action.ts";
import { isList, isObject, objectIn, pathIn, textIn } from "../../hosts/fields.ts";
import { fromGemini } from "../../hosts/transcripts/gemini.ts";
import {
  called,
  type FormatReader,
  NOTHING,
  type Outcome,
  outcome,
  type RecordedEvent,
  type Said,
  said,
  session,
} from "../recorded.ts";

const SILENT: ReadonlySet<string> = new Set(["info", "error", "warning", "tool_group"]);

/** `project` is the directory the chat belongs to, where somebody knows it: the chat itself does not say. */
export function geminiReader(project: string | null): FormatReader {
  const seen = new Map<string, Outcome | null>();
  const spoken = new Set<string>();

  const calls = (entry: JsonObject, line: number): readonly RecordedEvent[] =>
    (isList(entry.toolCalls) ? entry.toolCalls.filter(isObject) : []).flatMap((call): RecordedEvent[] => {
      const tool = textIn(call, "name");
      const id = textIn(call, "id") ?? `${line}`;
      if (tool === null) return [];
      const ended = outcomeOf(call);
      const known = seen.get(id);
      seen.set(id, ended);
      const first =
        known === undefined
          ? [
              called({
                id,
                tool,
                input: objectIn(call, "args") ?? {},
                cwd: project,
                at: textIn(entry, "timestamp"),
                line,
                agentModel: textIn(entry, "model"),
              }),
            ]
          : [];
      return ended === null || ended === known ? first : [...first, outcome(id, ended)];
    });

  const message = (entry: JsonObject, line: number): Said => {
    const type = textIn(entry, "type") ?? "";
    if (SILENT.has(type)) return NOTHING;
    if (type !== "user" && type !== "gemini")
      return { events: [], problem: `unknown entry type ${JSON.stringify(type.slice(0, 60))}` };
    const id = textIn(entry, "id");
    const words = id !== null && spoken.has(id) ? [] : fromGemini([entry]).turns;
    if (id !== null) spoken.add(id);
    return { events: [...words.flatMap((turn) => ("user" in turn ? [said(turn.user)] : [])), ...calls(entry, line)] };
  };

  return {
    entry: (entry, line): Said => {
      if (entry.$set !== undefined || entry.$rewindTo !== undefined) return NOTHING;
      const id = textIn(entry, "sessionId");
      if (id === null || entry.type !== undefined) return message(entry, line);
      const begun = session({
        id,
        agent: "gemini",
        host: "gemini",
        cwd: project ?? pathIn(entry, "projectRoot"),
        started: textIn(entry, "startTime"),
      });
      // Older versions wrote the whole chat as one document.
      const inside = (isList(entry.messages) ? entry.messages.filter(isObject) : []).map((one) => message(one, line));
      const problem = inside.find((one) => one.problem !== undefined)?.problem;
      const events = [begun, ...inside.flatMap((one) => one.events)];
      return problem === undefined ? { events } : { events, problem };
    },
  };
}

function outcomeOf(call: JsonObject): Outcome | null {
  switch (textIn(call, "status")) {
    case "success":
      return "ran";
    case "cancelled":
      return "refused";
    case "error":
      return JSON.stringify(call.result ?? "").includes("Tool execution blocked") ? "blocked" : "failed";
    default:
      return null;
  }
}
