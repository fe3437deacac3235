/** One session a line: `{source, agent, session, turns: [{role: "user", text} | {tool, input, cwd, outcome}]}`. */
import type { JsonObject } from "../../contract/action.ts";
import {
  type EntryReading,
  HOST_NAMES,
  type HostRecords,
  isList,
  type Outcome,
  objectIn,
  objectsIn,
  pathIn,
  type RecordedEvent,
  textIn,
} from "../../hosts/index.ts";

const OUTCOME: Readonly<Record<string, Outcome>> = {
  ok: "ran",
  error: "failed",
  user_rejected: "refused",
  rule_denied: "blocked",
};

export const sessionsRecords: HostRecords = {
  recognise: (entry) => isList(entry.turns) && "session" in entry,
  reader: () => readSession,
};

function readSession(entry: JsonObject, line: number): EntryReading {
  if (!isList(entry.turns)) return { events: [], problem: "a session without turns" };
  const turns = objectsIn(entry, "turns");
  const agent = textIn(entry, "agent") ?? "";
  const first = turns.find((turn) => pathIn(turn, "cwd") !== null);
  const session = {
    id: textIn(entry, "session") ?? "",
    agent,
    host: hostOfAgent(agent),
    cwd: first === undefined ? null : pathIn(first, "cwd"),
    started: textIn(entry, "started"),
    project: textIn(entry, "source"),
  };
  const odd = entry.turns.length - turns.length + turns.filter((turn) => !isKnown(turn)).length;
  return {
    events: [{ kind: "session", session }, ...turns.flatMap((turn, index) => readTurn(turn, index, line))],
    ...(odd === 0 ? {} : { problem: `${odd} turns of no known kind` }),
  };
}

/** "claude-code 2.1.37" is the host claude-code; a name no host has is none. */
export function hostOfAgent(agent: string): string | null {
  const name = agent.split(/\s/)[0]?.toLowerCase() ?? "";
  return HOST_NAMES.includes(name) ? name : null;
}

const isKnown = (turn: JsonObject): boolean => turn.role !== undefined || textIn(turn, "tool") !== null;

function readTurn(turn: JsonObject, index: number, line: number): readonly RecordedEvent[] {
  const tool = textIn(turn, "tool");
  if (tool === null) return turn.role === "user" ? [{ kind: "said", text: textIn(turn, "text") ?? "" }] : [];
  const ended = textIn(turn, "outcome") ?? "";
  const id = String(index);
  const input = objectIn(turn, "input") ?? {};
  const outcome = Object.hasOwn(OUTCOME, ended) ? (OUTCOME[ended] ?? "unknown") : "unknown";
  return [
    { kind: "call", call: { id, tool, input, cwd: pathIn(turn, "cwd"), at: null, line, agentModel: null } },
    { kind: "outcome", id, outcome },
  ];
}
