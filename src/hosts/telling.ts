/** What waits to be told to the agent, put into the next answer that reaches it. */
import type { Memory } from "../contract/session.ts";
import type { Session } from "../memory/index.ts";
import type { HookAnswer, Host, HostEvent } from "./host.ts";
import { tellFinds } from "./probe.ts";

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
