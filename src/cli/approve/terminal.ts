/** A terminal at which a person approves, and why one may not serve for a call. */
import { obstacleTo, type ShownScript } from "../../app/index.ts";
import { type RecordStore, userName, type WaitingDecision } from "../../memory/index.ts";
import type { CliIo } from "../terminal/io.ts";
import type { TerminalFacts } from "../terminal/person.ts";
import type { AnswerReader } from "../terminal/prompt.ts";
import type { Page } from "../terminal/style.ts";

export interface ApprovingTerminal {
  readonly io: CliIo;
  readonly store: RecordStore;
  readonly answers: AnswerReader;
  readonly page: Page;
  readonly orphan: TerminalFacts["orphan"];
  readonly isAgentAbove: (agent: WaitingDecision["start"]["agent"]) => boolean;
}

/** Why this call cannot be approved here; null where it can. */
export function obstacleHere(
  chosen: WaitingDecision,
  scripts: readonly ShownScript[],
  { isAgentAbove, orphan }: ApprovingTerminal,
): string | null {
  const { agent } = chosen.start;
  if (isAgentAbove(agent)) return "this terminal was started by the agent of that session: an agent cannot approve";
  const why = orphan(agent);
  return why === null ? obstacleTo(chosen, scripts) : `${why}: an agent cannot approve. Open a terminal of your own`;
}

/** A person tried the call, each in a session of its own: no agent will make it again. */
export const isTriedByHand = ({ start }: WaitingDecision): boolean => start.byHand === true;

/** Who answers, for the record. */
export const wordAt = ({ now }: CliIo): { readonly by: string; readonly at: number } => ({
  by: `${userName()} at a terminal`,
  at: now(),
});
