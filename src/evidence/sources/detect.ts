/** Which format is this? Told by the shape of an entry, never by the file's name. */
import type { JsonObject } from "../../contract/action.ts";
import { isList, objectIn, textIn } from "../../hosts/fields.ts";
import type { Format, FormatReader } from "../recorded.ts";
import { claudeCodeReader } from "./claude-code.ts";
import { codexReader } from "./codex.ts";
import { geminiReader } from "./gemini.ts";
import { ledgerReader } from "./ledger.ts";
import { openCodeReader } from "./opencode.ts";
import { sessionsReader } from "./sessions.ts";

interface Known {
  readonly format: Format;
  readonly is: (entry: JsonObject) => boolean;
  readonly reader: (project: string | null) => FormatReader;
}

const CODEX_TYPES: ReadonlySet<string> = new Set(["session_meta", "response_item", "event_msg", "turn_context"]);

/** The first that fits; the most telling shapes stand first. */
const KNOWN: readonly Known[] = [
  {
    format: "ledger",
    is: (entry) => typeof entry.seq === "number" && objectIn(entry, "entry") !== null && entry.hash !== undefined,
    reader: ledgerReader,
  },
  { format: "sessions", is: (entry) => isList(entry.turns) && "session" in entry, reader: sessionsReader },
  {
    format: "codex",
    is: (entry) => CODEX_TYPES.has(textIn(entry, "type") ?? "") && objectIn(entry, "payload") !== null,
    reader: codexReader,
  },
  {
    format: "opencode",
    is: (entry) => objectIn(entry, "info") !== null && isList(entry.messages),
    reader: openCodeReader,
  },
  {
    format: "gemini",
    is: (entry) => ("projectHash" in entry && "sessionId" in entry) || entry.type === "gemini",
    reader: geminiReader,
  },
  {
    format: "claude-code",
    is: (entry) =>
      typeof entry.type === "string" &&
      ("sessionId" in entry || "uuid" in entry || "leafUuid" in entry || "messageId" in entry),
    reader: claudeCodeReader,
  },
];

export interface Detected {
  readonly format: Format;
  readonly reader: (project: string | null) => FormatReader;
}

export const formatOf = (entry: JsonObject): Detected | undefined => KNOWN.find(({ is }) => is(entry));
