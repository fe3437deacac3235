/** OpenAI Agents SDK: `needsApproval` stops what the gate does not allow; `settle` answers the interruptions it may answer. */
import type { Action, JsonObject, Turn } from "../../contract/action.ts";
import type { Decision } from "../../contract/decision.ts";
import type { Gate } from "../../gate/index.ts";
import { isObject, textIn } from "../json.ts";
import { messageForAgent } from "../message.ts";
import { pastOfAgentItems, turnsOfAgentItems } from "./messages.ts";

export interface AgentsOptions {
  readonly session?: string;
  readonly cwd?: string;
  /** For the tools of a sub-agent: the gate of the conversation that delegated to it. What its own items call the user is its task. */
  readonly delegatedBy?: Pick<ApprovalGate, "turns">;
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
    readonly agent?: unknown;
  }) => M;
  /** The conversation as it stands, for the gate of a sub-agent. */
  readonly turns: () => readonly Turn[];
  /** Rejects every interruption the gate denied, with the reason, and gives back those the person must decide. */
  readonly settle: <I extends Interruption>(result: RunResult<I>) => readonly I[];
}

export function approvalGate(gate: Gate, { session, cwd, delegatedBy }: AgentsOptions = {}): ApprovalGate {
  const decisions = new Map<string, Decision>();
  /** The names under which the gate knew the calls so far. */
  const names = new Map<string, string>();
  let items: readonly unknown[] = [];
  const nameOf = (tool: string, callId: string | null): string => names.get(callId ?? "") ?? tool;

  let agentModel: string | null = null;
  const turnsBefore = (callId: string | undefined): readonly Turn[] => {
    const own = turnsOfAgentItems(items, { leaveOut: callId, nameOf });
    return delegatedBy === undefined ? own : [...delegatedBy.turns(), ...own.filter((turn) => !("user" in turn))];
  };

  const actionFor = (tool: string, input: unknown, callId: string | undefined): Action => ({
    tool,
    input: isObject(input) ? input : { input: (input ?? null) as JsonObject },
    transcript: () => turnsBefore(callId),
    agentModel: () => agentModel,
    past: () => pastOfAgentItems(items, { leaveOut: callId, nameOf }),
    ...(session === undefined ? {} : { session }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(callId === undefined ? {} : { toolUseId: callId, event: "needsApproval" }),
  });

  return {
    turns: () => turnsBefore(undefined),
    callModelInputFilter: ({ modelData, agent }) => {
      agentModel = isObject(agent) ? textIn(agent, "model") : null;
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
