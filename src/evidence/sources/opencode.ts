/** A session as `opencode export` writes it: one document. */
import type { JsonObject } from "../../contract/action.ts";
import { isList, isObject, objectIn, pathIn, textIn } from "../../hosts/fields.ts";
import { fromOpenCode } from "../../hosts/transcripts/opencode.ts";
import {
  called,
  type FormatReader,
  newerThan,
  type Outcome,
  outcome,
  type RecordedEvent,
  said,
  session,
} from "../recorded.ts";

const KNOWN_MAJOR = 1;

export const openCodeReader = (): FormatReader => ({
  entry: (document, line) => {
    const info = objectIn(document, "info") ?? {};
    const version = textIn(info, "version");
    const cwd = pathIn(info, "directory");
    const messages = isList(document.messages) ? document.messages.filter(isObject) : [];
    const created = objectIn(info, "time")?.created;
    const begun = session({
      id: textIn(info, "id") ?? "",
      agent: version === null ? "opencode" : `opencode ${version}`,
      host: "opencode",
      cwd,
      started: typeof created === "number" ? new Date(created).toISOString() : null,
    });
    const newer = newerThan("OpenCode", version, KNOWN_MAJOR);
    const events = [begun, ...messages.flatMap((message) => messageEvents(message, cwd, line))];
    return newer === undefined ? { events } : { events, problem: newer };
  },
});

function messageEvents(message: JsonObject, cwd: string | null, line: number): readonly RecordedEvent[] {
  const info = objectIn(message, "info") ?? {};
  const words = fromOpenCode([message], null).turns.flatMap((turn) => ("user" in turn ? [said(turn.user)] : []));
  const directory = pathIn(objectIn(info, "path") ?? {}, "cwd") ?? cwd;
  const parts = isList(message.parts) ? message.parts.filter(isObject) : [];
  const calls = parts.flatMap((part): RecordedEvent[] => {
    const tool = textIn(part, "tool");
    if (part.type !== "tool" || tool === null) return [];
    const state = objectIn(part, "state") ?? {};
    const id = textIn(part, "callID");
    const input = objectIn(state, "input") ?? {};
    const agentModel = textIn(info, "modelID");
    return [called({ id, tool, input, cwd: directory, at: null, line, agentModel }), outcome(id, outcomeOf(state))];
  });
  return [...words, ...calls];
}

function outcomeOf(state: JsonObject): Outcome {
  const error = textIn(state, "error") ?? "";
  if (/user (?:has )?rejected permission|rejected permission to use/i.test(error)) return "refused";
  if (/specified a rule which prevents|permission denied by/i.test(error)) return "blocked";
  if (state.status === "completed") return "ran";
  return state.status === "error" ? "failed" : "unknown";
}
