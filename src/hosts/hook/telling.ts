/** What waits to be told to the agent, put into the next answer that reaches it. */
import type { Memory } from "../../contract/session.ts";
import type { Gate } from "../../gate/index.ts";
import type { Session } from "../../memory/index.ts";
import { type HookAnswer, type Host, type HostEvent, SILENCE, TELLS } from "../host.ts";
import { messageOnFinds } from "../message.ts";

// What the probe found in results, told to the agent: with the result where the host waits for it, else at its next call or prompt.

type Ran = Extract<HostEvent, { kind: "ran" }>;

interface RanParts {
  readonly gate: Pick<Gate, "probe" | "shadow">;
  readonly protocol: Pick<Host["protocol"], "tellAgent">;
  readonly signal?: AbortSignal | undefined;
}

/** The answer to an event after a call. */
export async function answerRan(event: Ran, { gate, protocol, signal }: RanParts): Promise<HookAnswer> {
  if (event.result === undefined || event.result === null) return SILENCE;
  const tells = event.waits === true && !gate.shadow && protocol.tellAgent?.(SILENCE, event.event, "") !== undefined;
  const find = await gate.probe(event.action, event.result, { tells, ...(signal === undefined ? {} : { signal }) });
  if (find === null || !tells) return SILENCE;
  return protocol.tellAgent?.(SILENCE, event.event, messageOnFinds([find])) ?? SILENCE;
}

/** The answer with what the agent does not know yet, where this event can tell it. */
async function tellFinds(
  answer: HookAnswer,
  event: Exclude<HostEvent, { kind: "other" }>,
  at: { readonly host: Host; readonly session: Session; readonly memory: Memory; readonly now: number },
): Promise<HookAnswer> {
  const untold = (at.memory.finds ?? []).filter(({ told }) => !told);
  if (untold.length === 0 || !TELLS.has(event.kind)) return answer;
  const told = at.host.protocol.tellAgent?.(answer, event.event, messageOnFinds(untold));
  if (told === undefined) return answer;
  await at.session.transact(() => ({ entries: [{ kind: "probeTold", at: at.now }], value: undefined }));
  return told;
}

/** The answer with what the agent has not been told yet: what the probe found, and what a review did. */
export async function tellUntold(
  answer: HookAnswer,
  event: Exclude<HostEvent, { readonly kind: "other" | "unknown" }>,
  at: { readonly host: Host; readonly session: Session; readonly memory: Memory },
): Promise<HookAnswer> {
  const now = Date.now();
  const found = at.memory.finds === undefined ? answer : await tellFinds(answer, event, { ...at, now });
  if ((at.memory.handoffs ?? []).length === 0) return found;
  const { tellPending } = await import("./handoff.ts");
  return tellPending(found, event, { ...at, now });
}
