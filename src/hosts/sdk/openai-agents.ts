/** OpenAI Agents SDK: `guard` runs what the gate allows or the person approved; `settle` answers the interruptions it may answer. */

import { randomUUID } from "node:crypto";
import type { Action, Json, JsonObject, Turn } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import type { Decision } from "../../contract/decision.ts";
import type { Gate } from "../../gate/index.ts";
import { PERSON_SAID_NO, refusalToRun } from "../answering.ts";
import { isObject, objectIn, parseArguments, textIn } from "../json.ts";
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
  readonly state: {
    approve(item: I): void;
    reject(item: I, options?: { readonly message?: string }): void;
  };
}

type NeedsApproval = (context: unknown, input: unknown, callId?: string) => Promise<boolean>;

/** The name the gate knows a tool by, and the SDK's own. */
export interface GuardedTool {
  readonly tool: string;
  readonly name: string;
}

/** One for each conversation: what one hears is shown with its own calls. */
export interface ApprovalGate {
  /**
   * For `tool({ name, …, ...guard({ tool: "Bash", name }, execute) })`: what the gate allows runs, what it asks about runs once
   * after `state.approve(item)`, and nothing else does. A yes to every call of a tool is no yes to one.
   */
  readonly guard: <I, R>(
    tool: GuardedTool,
    execute: (input: I, ...more: readonly unknown[]) => R | Promise<R>,
  ) => {
    readonly needsApproval: NeedsApproval;
    readonly execute: (input: I, context?: unknown, details?: unknown) => Promise<R | string>;
  };
  /** For `tool({ needsApproval })` alone, where the SDK runs what is approved; `tool` is the name the gate knows it by. */
  readonly needsApproval: (tool: string) => NeedsApproval;
  /** For `new Runner({ callModelInputFilter })`: changes nothing; without it the classifier is shown no conversation. */
  readonly callModelInputFilter: <M extends { readonly input: readonly unknown[] }>(args: {
    readonly modelData: M;
    readonly agent?: unknown;
  }) => M;
  /** The conversation as it stands, for the gate of a sub-agent. */
  readonly turns: () => readonly Turn[];
  /**
   * Answers every interruption the gate has decided, a denial with its reason, and gives back those the person must decide. One
   * it has not seen, of a state that was stored and resumed, is judged now.
   */
  readonly settle: <I extends Interruption>(result: RunResult<I>) => Promise<readonly I[]>;
  /** Rejects what the person said no to, and puts their no on record. */
  readonly refuse: <I extends Interruption>(result: RunResult<I>, item: I) => Promise<void>;
}

const DOOR = "the OpenAI Agents SDK";

export function approvalGate(gate: Gate, options: AgentsOptions = {}): ApprovalGate {
  const conversation = new Conversation(gate, options);
  const needsApproval: ApprovalGate["needsApproval"] = (tool) => async (_context, input, callId) => {
    const decision = await conversation.judge(tool, input, callId);
    return !isAllow(decision) && !gate.shadow;
  };
  return {
    turns: () => conversation.turnsBefore(undefined),
    callModelInputFilter: ({ modelData, agent }) => {
      conversation.hear(modelData.input, agent);
      return modelData;
    },
    needsApproval,
    guard: (tool, execute) => {
      conversation.know(tool);
      return {
        needsApproval: needsApproval(tool.tool),
        execute: async (input, context, details) => {
          const refusal = await conversation.refusal(tool, input, { context, details });
          if (refusal !== null) return refusal;
          const result = await execute(input, context, details);
          await conversation.probe(tool.tool, input, { details, result });
          return result;
        },
      };
    },
    settle: async (result) => {
      const left = [];
      for (const item of result.interruptions ?? []) {
        const decision = await conversation.decide(item);
        if (decision?.behavior === "ask") left.push(item);
        else if (decision !== undefined && isAllow(decision)) result.state.approve(item);
        else result.state.reject(item, { message: whyNot(decision) });
      }
      return left;
    },
    refuse: async (result, item) => {
      await conversation.recordNo(item);
      result.state.reject(item, { message: PERSON_SAID_NO });
    },
  };
}

/** What is known of one conversation: what was said and called in it, and what was decided of its calls. */
class Conversation {
  readonly #gate: Gate;
  readonly #options: AgentsOptions;
  readonly #decisions = new Map<string, Decision>();
  /** The calls so far as the gate knew them, and the names under which it knows tools. */
  readonly #calls = new Map<string, Pick<Action, "tool" | "input">>();
  readonly #tools = new Map<string, string>();
  #items: readonly unknown[] = [];
  #model: string | null = null;

  constructor(gate: Gate, options: AgentsOptions) {
    this.#gate = gate;
    this.#options = options;
  }

  hear(items: readonly unknown[], agent: unknown): void {
    this.#items = items;
    this.#model = isObject(agent) ? textIn(agent, "model") : null;
  }

  know({ tool, name }: GuardedTool): void {
    this.#tools.set(name, tool);
  }

  turnsBefore(callId: string | undefined): readonly Turn[] {
    const { delegatedBy } = this.#options;
    const own = turnsOfAgentItems(this.#items, { leaveOut: callId, nameOf: this.#nameOf });
    return delegatedBy === undefined ? own : [...delegatedBy.turns(), ...own.filter((turn) => !("user" in turn))];
  }

  async judge(tool: string, input: unknown, callId: string | undefined): Promise<Decision> {
    const action = this.#actionFor(tool, input, callId);
    if (callId !== undefined) this.#calls.set(callId, { tool, input: action.input });
    const decision = await this.#gate.check(action);
    if (callId !== undefined) this.#decisions.set(callId, decision);
    return decision;
  }

  /** Undefined for what cannot be told to be a call. */
  async decide(item: Interruption): Promise<Decision | undefined> {
    const call = callOf(item);
    if (call === undefined) return undefined;
    return this.#decisions.get(call.id) ?? this.judge(this.#nameOf(call.name, call.id), call.input, call.id);
  }

  /** Null where a call that is about to run may run. */
  async refusal({ tool, name }: GuardedTool, input: unknown, { context, details }: Execution): Promise<string | null> {
    const callId = callIdIn(details);
    const action = { ...this.#actionFor(tool, input, callId), event: "execute" };
    const isAnswered = callId !== undefined && isApproved({ context, name }, callId);
    // In a gate that has not seen the call the person was asked by the SDK, which keeps their yes with the exact call.
    const decision = isAnswered ? (this.#decisions.get(callId) ?? (await this.judge(tool, input, callId))) : undefined;
    const says = decision?.behavior === "ask" ? "yes" : undefined;
    return refusalToRun(this.#gate, action, { through: DOOR, says });
  }

  /** What is found in a result is on record, and a fact for the classifier; the result itself stays as it is. */
  async probe(tool: string, input: unknown, { details, result }: { details: unknown; result: unknown }): Promise<void> {
    const action = this.#actionFor(tool, input, callIdIn(details));
    await this.#gate.probe(action, (result ?? null) as Json).catch(() => null);
  }

  async recordNo(item: Interruption): Promise<void> {
    const call = callOf(item);
    if (call === undefined) return;
    const { tool, input } = this.#calls.get(call.id) ?? { tool: this.#nameOf(call.name, call.id), input: call.input };
    await this.#gate.answered(this.#actionFor(tool, input, call.id), { says: "no", through: DOOR });
  }

  readonly #nameOf = (tool: string, callId: string | null): string =>
    this.#calls.get(callId ?? "")?.tool ?? this.#tools.get(tool) ?? tool;

  #actionFor(tool: string, input: unknown, callId: string | undefined): Action {
    const { session, cwd } = this.#options;
    return {
      tool,
      input: isObject(input) ? input : { input: (input ?? null) as JsonObject },
      transcript: () => this.turnsBefore(callId),
      agentModel: () => this.#model,
      past: () => pastOfAgentItems(this.#items, { leaveOut: callId, nameOf: this.#nameOf }),
      ...(session === undefined ? {} : { session }),
      ...(cwd === undefined ? {} : { cwd }),
      ...(callId === undefined ? {} : { toolUseId: callId, event: "needsApproval" }),
    };
  }
}

interface Execution {
  readonly context: unknown;
  readonly details: unknown;
}

const whyNot = (decision: Decision | undefined): string =>
  decision === undefined ? "Sallyport cannot tell which call this is." : messageForAgent(decision);

interface SeenCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonObject;
}

function callOf({ rawItem }: Interruption): SeenCall | undefined {
  if (!isObject(rawItem)) return undefined;
  const [id, name] = [textIn(rawItem, "callId"), textIn(rawItem, "name")];
  return id === null || name === null ? undefined : { id, name, input: parseArguments(rawItem.arguments) };
}

const callIdIn = (details: unknown): string | undefined => {
  const call = isObject(details) ? objectIn(details, "toolCall") : null;
  return call === null ? undefined : (textIn(call, "callId") ?? undefined);
};

/** Approved by itself: where a call nobody ever made counts as approved too, the person was asked about none of them. */
function isApproved({ context, name }: { context: unknown; name: string }, callId: string): boolean {
  if (callId === "" || typeof context !== "object" || context === null) return false;
  if (!("isToolApproved" in context) || typeof context.isToolApproved !== "function") return false;
  const ask = (id: string): unknown =>
    (context.isToolApproved as (call: object) => unknown)({ toolName: name, callId: id });
  return ask(callId) === true && ask(randomUUID()) !== true;
}
