/**
 * OpenCode's messages: a session as `opencode export` writes it is one document that holds them; its plugin hands them over one
 * by one. `run` puts a prompt that has spaces in quotes.
 */
import type { JsonObject } from "../../contract/action.ts";
import { isList, objectIn, objectsIn, pathIn, textIn, timeOf } from "../json.ts";
import { isOfSubAgent } from "../person.ts";
import {
  type EntryReading,
  type HostRecords,
  isHeldByUs,
  newerThan,
  type Outcome,
  type RecordedEvent,
  saidIn,
} from "../records.ts";

const KNOWN_MAJOR = 1;

export const opencodeRecords: HostRecords = {
  recognise: isExport,
  reader: () => (entry, line) =>
    isExport(entry) ? readExport(entry, line) : { events: readMessage(entry, null, line) },
  isDocument: true,
};

function isExport(entry: JsonObject): boolean {
  return objectIn(entry, "info") !== null && isList(entry.messages);
}

function readExport(document: JsonObject, line: number): EntryReading {
  const info = objectIn(document, "info") ?? {};
  const version = textIn(info, "version");
  const cwd = pathIn(info, "directory");
  const session = {
    id: textIn(info, "id") ?? "",
    agent: version === null ? "opencode" : `opencode ${version}`,
    host: "opencode",
    cwd,
    started: timeOf(objectIn(info, "time")?.created),
  };
  const subAgent = isOfSubAgent(info);
  const events = objectsIn(document, "messages").flatMap((message) =>
    readMessage(subAgent ? { ...message, subAgent } : message, cwd, line),
  );
  return { events: [{ kind: "session", session }, ...events], ...newerThan("OpenCode", version, KNOWN_MAJOR) };
}

function readMessage(message: JsonObject, root: string | null, line: number): readonly RecordedEvent[] {
  const info = objectIn(message, "info") ?? {};
  const parts = objectsIn(message, "parts");
  // The plugin marks what a sub-agent was told: that is its task, in the agent's words.
  const words = info.role === "user" && message.subAgent !== true ? saidIn(parts.flatMap(personsText)) : [];
  const cwd = pathIn(objectIn(info, "path") ?? {}, "cwd") ?? root;
  const calls = parts.flatMap((part): readonly RecordedEvent[] => {
    const tool = textIn(part, "tool");
    if (part.type !== "tool" || tool === null) return [];
    const state = objectIn(part, "state") ?? {};
    const id = textIn(part, "callID");
    const input = objectIn(state, "input") ?? {};
    const agentModel = textIn(info, "modelID");
    return [
      { kind: "call", call: { id, tool, input, cwd, at: null, line, agentModel } },
      { kind: "outcome", id, outcome: outcomeOf(state), result: [state.output ?? null, state.error ?? null] },
    ];
  });
  return [...words, ...calls];
}

/** Parts the harness made (a file's text, a reminder) are marked. */
function personsText(part: JsonObject): readonly string[] {
  const text = textIn(part, "text");
  if (part.type !== "text" || text === null || part.synthetic === true || part.ignored === true) return [];
  return [unquote(text)];
}

export const unquote = (text: string): string => /^"([^"]*)"\s*$/.exec(text)?.[1] ?? text;

function outcomeOf(state: JsonObject): Outcome {
  const error = textIn(state, "error") ?? "";
  if (/user (?:has )?rejected permission|rejected permission to use/i.test(error)) return "refused";
  if (/specified a rule which prevents|permission denied by/i.test(error) || isHeldByUs(error)) return "blocked";
  if (state.status === "completed") return "ran";
  return state.status === "error" ? "failed" : "unknown";
}
