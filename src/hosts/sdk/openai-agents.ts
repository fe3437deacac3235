/** OpenAI Agents SDK: `needsApproval` stops what the gate does not allow; `settle` answers the interruptions it may answer. */
import type { Action, JsonObject } from "../../contract/action.ts";
import type { Decision } from "../../contract/decision.ts";
import type { Gate } from "../../gate/index.ts";
import { isObject, textIn } from "../json.ts";
import { messageForAgent } from "../message.ts";
import { pastOfAgentItems, turnsOfAgentItems } from "./messages.ts";

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

/** One for each conversation: what one hears is shown with its own calls. */
export interface ApprovalGate {
  /** For `tool({ needsApproval })`; `tool` is the name the gate knows it by. */
  readonly needsApproval: (tool: string) => (context: unknown, input: unknown, callId?: string) => Promise<boolean>;
  /** For `new Runner({ callModelInputFilter })`: changes nothing; without it the classifier is shown no conversation. */
  readonly callModelInputFilter: <M extends { readonly input: readonly unknown[] }>(args: {
    readonly modelData: M;
  }) => M;
  /** Rejects every interruption the gate denied, with the reason, and gives back those the person must decide. */
  readonly settle: <I extends Interruption>(result: RunResult<I>) => readonly I[];
}

export function approvalGate(gate: Gate, { session, cwd }: AgentsOptions = {}): ApprovalGate {
  const decisions = new Map<string, Decision>();
  /** The names under which the gate knew the calls so far. */
  const names = new Map<string, string>();
  let items: readonly unknown[] = [];
  const nameOf = (tool: string, callId: string | null): string => names.get(callId ?? "") ?? tool;

  const actionFor = (tool: string, input: unknown, callId: string | undefined): Action => ({
    tool,
    input: isObject(input) ? input : { input: (input ?? null) as JsonObject },
    transcript: () => turnsOfAgentItems(items, { leaveOut: callId, nameOf }),
    past: () => pastOfAgentItems(items, { leaveOut: callId, nameOf }),
    ...(session === undefined ? {} : { session }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(callId === undefined ? {} : { toolUseId: callId, event: "needsApproval" }),
  });

  return {
    callModelInputFilter: ({ modelData }) => {
      items = modelData.input;
      return modelData;
    },
    needsApproval: (tool) => async (_context, input, callId) => {
      if (callId !== undefined) names.set(callId, tool);
      const decision = await gate.check(actionFor(tool, input, callId));
      if (callId !== undefined) decisions.set(callId, decision);
      return decision.behavior !== "allow" && !gate.shadow;
    },
    settle: (result) =>
      (result.interruptions ?? []).filter((item) => {
        const decision = decisions.get((isObject(item.rawItem) ? textIn(item.rawItem, "callId") : null) ?? "");
        if (decision?.behavior === "ask") return true;
        const message = decision === undefined ? "Sallyport has not judged this call." : messageForAgent(decision);
        result.state.reject(item, { message });
        return false;
      }),
  };
}
