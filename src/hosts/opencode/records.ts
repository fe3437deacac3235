/**
 * The messages of OpenCode and of the agents made from it: a session as `export` writes it is one document that holds them; the
 * plugin hands them over one by one. `run` puts a prompt that has spaces in quotes.
 */
import type { JsonObject } from "../../contract/action.ts";
import { isList, objectIn, objectsIn, pathIn, textIn, timeOf } from "../json.ts";
import { isOfSubAgent } from "../records/person.ts";
import {
  type EntryReading,
  type HostRecords,
  isHeldByUs,
  newerThan,
  type Outcome,
  type RecordedEvent,
  saidIn,
} from "../records/records.ts";
import { SaidSoFar } from "../records/taken-back.ts";

/** Exports of one family look alike: the versions tell whose one is. */
export interface RecordProduct {
  readonly host: string;
  readonly title: string;
  /** The lowest first number of its versions, and the highest this reader knows. */
  readonly majors: readonly [lowest: number, known: number];
}

export const opencodeRecords = (product: RecordProduct): HostRecords => ({
  recognise: (entry) => isExport(entry) && isOf(product, entry),
  reader: () => (entry, line) =>
    isExport(entry) ? readExport(entry, line, product) : { events: readMessage(entry, null, line) },
  isDocument: true,
});

const isExport = (entry: JsonObject): boolean => objectIn(entry, "info") !== null && isList(entry.messages);

/** What names no version is OpenCode's. */
function isOf({ majors: [lowest] }: RecordProduct, entry: JsonObject): boolean {
  const major = Number(/^v?(\d+)\./.exec(textIn(objectIn(entry, "info") ?? {}, "version") ?? "")?.[1] ?? 0);
  return major >= KILO_FROM ? lowest === KILO_FROM : lowest < KILO_FROM;
}
/** Kilo took the code over when it was at this version itself. */
export const KILO_FROM = 5;

function readExport(document: JsonObject, line: number, { host, title, majors }: RecordProduct): EntryReading {
  const info = objectIn(document, "info") ?? {};
  const version = textIn(info, "version");
  const cwd = pathIn(info, "directory");
  const session = {
    id: textIn(info, "id") ?? "",
    agent: version === null ? host : `${host} ${version}`,
    host,
    cwd,
    started: timeOf(objectIn(info, "time")?.created),
  };
  const subAgent = isOfSubAgent(info);
  const said = new SaidSoFar();
  const read = objectsIn(document, "messages").flatMap((message) =>
    said.add(idOf(message), readMessage(subAgent ? { ...message, subAgent } : message, cwd, line)),
  );
  // What was reverted stays in the document until the next prompt.
  const back = textIn(objectIn(info, "revert") ?? {}, "messageID");
  const events = [...read, ...(back === null ? [] : said.since(back))];
  return { events: [{ kind: "session", session }, ...events], ...newerThan(title, version, majors[1]) };
}

const idOf = (message: JsonObject): string | null => textIn(objectIn(message, "info") ?? {}, "id");

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
