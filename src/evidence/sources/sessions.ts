/** One session a line: `{source, agent, session, turns: [{role: "user", text} | {tool, input, cwd, outcome}]}`. */
import type { JsonObject } from "../../contract/action.ts";
import { isList, isObject, objectIn, pathIn, textIn } from "../../hosts/fields.ts";
import {
  called,
  type FormatReader,
  hostNamed,
  type Outcome,
  outcome,
  type RecordedEvent,
  said,
  session,
} from "../recorded.ts";

const OUTCOME: Readonly<Record<string, Outcome>> = {
  ok: "ran",
  error: "failed",
  user_rejected: "refused",
  rule_denied: "blocked",
};

export const sessionsReader = (): FormatReader => ({
  entry: (entry, line) => {
    if (!isList(entry.turns)) return { events: [], problem: "a session without turns" };
    const turns = entry.turns.filter(isObject);
    const agent = textIn(entry, "agent") ?? "";
    const first = turns.find((turn) => pathIn(turn, "cwd") !== null);
    const begun = session({
      id: textIn(entry, "session") ?? "",
      agent,
      host: hostNamed(agent),
      cwd: first === undefined ? null : pathIn(first, "cwd"),
      started: textIn(entry, "started"),
      project: textIn(entry, "source"),
    });
    const odd = entry.turns.length - turns.length + turns.filter((turn) => !isKnown(turn)).length;
    const events = [begun, ...turns.flatMap((turn, index) => turnEvents(turn, index, line))];
    return odd === 0 ? { events } : { events, problem: `${odd} turns of no known kind` };
  },
});

const isKnown = (turn: JsonObject): boolean => turn.role !== undefined || textIn(turn, "tool") !== null;

function turnEvents(turn: JsonObject, index: number, line: number): readonly RecordedEvent[] {
  const tool = textIn(turn, "tool");
  if (tool === null) return turn.role === "user" ? [said(textIn(turn, "text") ?? "")] : [];
  const ended = textIn(turn, "outcome") ?? "";
  const id = String(index);
  return [
    called({
      id,
      tool,
      input: objectIn(turn, "input") ?? {},
      cwd: pathIn(turn, "cwd"),
      at: null,
      line,
      agentModel: null,
    }),
    outcome(id, Object.hasOwn(OUTCOME, ended) ? (OUTCOME[ended] ?? "unknown") : "unknown"),
  ];
}
