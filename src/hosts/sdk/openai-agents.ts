/** OpenAI Agents SDK: `needsApproval` stops what the gate does not allow; `settle` answers the interruptions it may answer. */
import type { JsonObject } from "../../contract/action.ts";
import type { Decision } from "../../contract/decision.ts";
import type { Gate } from "../../gate/index.ts";
import { isObject } from "../json.ts";
import { messageForAgent } from "../message.ts";

export interface AgentsOptions {
  readonly session?: string;
  readonly cwd?: string;
}

interface Interruption {
  readonly rawItem: unknown;
}
interface RunResult<I extends Interruption> {
  readonly interruptions?: readonly I[];
  readonly state: { reject(item: I, options?: { readonly message?: string }): void };
}

export interface ApprovalGate {
  /** For `tool({ needsApproval })`; `tool` is the name the gate knows it by. */
  readonly needsApproval: (tool: string) => (context: unknown, input: unknown, callId?: string) => Promise<boolean>;
  /** Rejects every interruption the gate denied, with the reason, and gives back those the person must decide. */
  readonly settle: <I extends Interruption>(result: RunResult<I>) => readonly I[];
}

export function approvalGate(gate: Gate, { session, cwd }: AgentsOptions = {}): ApprovalGate {
  const decisions = new Map<string, Decision>();
  return {
    needsApproval: (tool) => async (_context, input, callId) => {
      const decision = await gate.check({
        tool,
        input: isObject(input) ? input : { input: (input ?? null) as JsonObject },
        ...(session === undefined ? {} : { session }),
        ...(cwd === undefined ? {} : { cwd }),
        ...(callId === undefined ? {} : { toolUseId: callId, event: "needsApproval" }),
      });
      if (callId !== undefined) decisions.set(callId, decision);
      return decision.behavior !== "allow" && !gate.shadow;
    },
    settle: (result) =>
      (result.interruptions ?? []).filter((item) => {
        const id = isObject(item.rawItem) && typeof item.rawItem.callId === "string" ? item.rawItem.callId : "";
        const decision = decisions.get(id);
        if (decision?.behavior === "ask") return true;
        result.state.reject(item, {
          message: decision === undefined ? "Sallyport has not judged this call." : messageForAgent(decision),
        });
        return false;
      }),
  };
}
