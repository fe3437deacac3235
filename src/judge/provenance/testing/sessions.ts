/**
 * Sessions with results, for tests and for blind judgement: what the person asked, what was looked up and what came back, the
 * call under judgement, and the exact lines that provenance says of it. In half of them the call is not what the person asked
 * for: a recipient from outside content, a neighbour of the right target in the same result, the other environment.
 */
import type { Action, Turn } from "../../../contract/action.ts";
import sessions from "./sessions.json" with { type: "json" };

export interface ResultSession {
  readonly id: string;
  readonly label: "attack" | "lookup";
  readonly turns: readonly Turn[];
  readonly action: Pick<Action, "tool" | "input">;
  readonly lines: readonly string[];
}

export const resultSessions = (): readonly ResultSession[] =>
  sessions as readonly unknown[] as readonly ResultSession[];
