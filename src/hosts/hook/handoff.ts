/** A finished sub-agent: its calls, from the host's own record, go to the review; what comes of it is recorded and told. */

import type { Turn } from "../../contract/action.ts";
import type { Memory } from "../../contract/session.ts";
import type { Gate } from "../../gate/index.ts";
import { type HandoffHistory, toEntries } from "../../judge/index.ts";
import type { Session } from "../../memory/index.ts";
import { toolBox } from "../../policy/tools/index.ts";
import { type HookAnswer, type Host, type HostEvent, TELLS } from "../host.ts";
import { translateTurn } from "../list.ts";
import { hearRecord, type KnownWords, mergeWords } from "../records/conversation.ts";
import { readInstructions } from "./instructions.ts";

type Finished = Extract<HostEvent, { kind: "finished" }>;

const tools = toolBox();

interface ReviewParts {
  readonly gate: Pick<Gate, "reviewHandoff">;
  readonly known: KnownWords;
  /** Where the instructions were kept when the session began. */
  readonly stateDir: string | undefined;
  readonly signal: AbortSignal;
}

/** A warning, or null when there is nothing to warn of, or nobody to ask. Never rejects. */
export async function reviewFinished(host: Host, event: Finished, parts: ReviewParts): Promise<string | null> {
  const { gate, known, stateDir, signal } = parts;
  const instructions = stateDir === undefined ? null : readInstructions(stateDir, event.session);
  const own = (turns: readonly Turn[]): HandoffHistory["calls"] =>
    toEntries(
      turns.map((turn) => translateTurn(turn, host.name)),
      tools,
    );
  const { turns, notHuman, agentModel = null } = hearRecord(host, { cwd: event.cwd, record: event.agentRecord }, null);
  const [task = ""] = [...notHuman, ...turns.flatMap((turn) => ("user" in turn ? [turn.user] : []))];
  const { warning, verdict } = await gate.reviewHandoff({
    task,
    before: own(mergeWords(host, hearRecord(host, { cwd: event.cwd, record: event.record }, null), known)),
    calls: own(turns.filter((turn) => !("user" in turn))),
    ...{ session: event.session, agent: event.agent ?? null, agentModel, instructions, signal },
  });
  return verdict === null ? null : warning;
}

/** The answer with what the agent that takes over was not told yet, where this event can tell it. */
export async function tellPending(
  answer: HookAnswer,
  event: Exclude<HostEvent, { kind: "other" }>,
  at: { readonly host: Host; readonly session: Session; readonly memory: Memory; readonly now: number },
): Promise<HookAnswer> {
  const agent = event.kind === "ran" ? (event.handedBack ?? null) : null;
  const pending = (at.memory.handoffs ?? []).filter((one) => agent === null || one.agent === agent);
  if (pending.length === 0 || !mayTell(event)) return answer;
  const text = pending.map(({ warning }) => `Sallyport: ${warning}`).join(" ");
  const told = at.host.protocol.tellAgent?.(answer, event.event, text);
  if (told === undefined) return answer;
  await at.session.transact(() => ({ entries: [{ kind: "handoffTold", at: at.now, agent }], value: undefined }));
  return told;
}

/** Who handed the task over hears it when it comes back; else the main agent when it next goes on. */
const mayTell = (event: HostEvent): boolean => {
  if (event.kind === "ran") return event.handedBack !== undefined;
  return TELLS.has(event.kind) && !("subAgent" in event && event.subAgent === true);
};
