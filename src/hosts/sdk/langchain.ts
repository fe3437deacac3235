/**
 * LangChain and LangGraph: `wrapToolCall` for `createMiddleware`, as the last middleware of an agent, so that nothing changes a
 * call after it was judged. What the gate asks about is an interrupt in the form of their own review of tool calls.
 */
import type { Action, JsonObject, Turn } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import type { Decision } from "../../contract/decision.ts";
import type { PastEvent } from "../../contract/past.ts";
import type { Gate } from "../../gate/index.ts";
import { refusalToRun } from "../answering.ts";
import { isList, isObject, objectsIn, parseArguments, textIn } from "../json.ts";
import { messageForAgent, messageForPerson } from "../message.ts";
import { textsOf } from "../records/person.ts";
import { type MessageOptions, type SdkPiece, saidIn, turnsOf } from "./messages.ts";

export interface LangChainOptions {
  readonly session?: string;
  readonly cwd?: string;
  /** How the tools' names map to the gate's, where they are something it knows: `{ shell: "Bash" }`. */
  readonly names?: Readonly<Record<string, string>>;
  /** LangGraph's `interrupt`; the agent needs a checkpointer with it. Without it nobody can be asked, and an ask is a deny. */
  readonly interrupt?: (request: ReviewRequest) => unknown;
  /** For the tools of a sub-agent: the conversation that delegated to it. What its own messages call the user is its task. */
  readonly delegatedBy?: { readonly messages: readonly unknown[]; readonly toolCallId?: string };
  /** The model the agent runs on, for settings that say `"agent"`. */
  readonly agentModel?: string;
}

/** As LangChain's own middleware for people asks; answered with `{ decisions: [{ type: "approve" | "reject" }] }`. */
export interface ReviewRequest {
  readonly actionRequests: readonly {
    readonly name: string;
    readonly args: Record<string, unknown>;
    readonly description: string;
  }[];
  readonly reviewConfigs: readonly { readonly actionName: string; readonly allowedDecisions: readonly string[] }[];
}

interface ToolCallRequest {
  readonly toolCall: {
    readonly name: string;
    readonly args: Record<string, unknown>;
    readonly id?: string | undefined;
  };
  readonly state?: unknown;
  readonly runtime?: unknown;
}

const DOOR = "LangChain";

/** What is not run is a tool message the model can read. */
export const wrapToolCall =
  (gate: Gate, options: LangChainOptions = {}) =>
  async <Q extends ToolCallRequest, R>(request: Q, handler: (request: Q) => R | Promise<R>): Promise<R> => {
    const refusal = await refusalOf(gate, request, options);
    if (refusal !== null) return answerInstead(refusal, request, handler);
    const result = await handler(request);
    // What is found is on record, and a fact for the classifier; the result itself stays as it is.
    const content = isObject(result) ? (result.content ?? null) : null;
    await gate.probe(actionFor(request, options), content).catch(() => null);
    return result;
  };

/** Null where the call may run. Rejects only with what `interrupt` throws: that is how it waits for the person. */
async function refusalOf(gate: Gate, request: ToolCallRequest, options: LangChainOptions): Promise<string | null> {
  const action = actionFor(request, options);
  const signal = signalOf(request);
  const { interrupt } = options;
  if (interrupt === undefined || gate.shadow)
    return refusalToRun(gate, action, { through: DOOR, says: undefined, signal });
  const decision = await gate.check({ ...action, headless: false }, signal === undefined ? {} : { signal });
  if (isAllow(decision)) return null;
  if (decision.behavior !== "ask") return messageForAgent(decision);
  const says = answerIn(interrupt(reviewOf(request, decision)));
  return refusalToRun(gate, action, { through: DOOR, says, signal });
}

function actionFor({ toolCall, state }: ToolCallRequest, options: LangChainOptions): Action {
  const { session, cwd, names = {}, delegatedBy, agentModel } = options;
  const { name, args, id } = toolCall;
  const nameOf = (tool: string): string => (Object.hasOwn(names, tool) ? (names[tool] ?? tool) : tool);
  const messages = isObject(state) && isList(state.messages) ? state.messages : [];
  return {
    tool: nameOf(name),
    input: isObject(args) ? args : { input: (args ?? null) as JsonObject },
    event: "wrapToolCall",
    transcript: () => {
      const own = turnsOfLangChain(messages, { leaveOut: id, nameOf });
      if (delegatedBy === undefined) return own;
      const until = delegatedBy.toolCallId;
      const above = turnsOfLangChain(delegatedBy.messages, { leaveOut: undefined, until, nameOf });
      return [...above, ...own.filter((turn) => !("user" in turn))];
    },
    past: () => pastOfLangChain(messages, { leaveOut: id, nameOf }),
    ...(agentModel === undefined ? {} : { agentModel }),
    ...(session === undefined ? {} : { session }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(id === undefined ? {} : { toolUseId: id }),
  };
}

const signalOf = ({ runtime }: ToolCallRequest): AbortSignal | undefined => {
  const signal = typeof runtime === "object" && runtime !== null && "signal" in runtime ? runtime.signal : undefined;
  return signal instanceof AbortSignal ? signal : undefined;
};

const reviewOf = ({ toolCall: { name, args } }: ToolCallRequest, decision: Decision): ReviewRequest => ({
  actionRequests: [{ name, args, description: messageForPerson(decision) }],
  reviewConfigs: [{ actionName: name, allowedDecisions: ["approve", "reject"] }],
});

/** Anything but a plain approval is a no: an edited call would be another one. */
function answerIn(answer: unknown): "yes" | "no" {
  const decisions = isObject(answer) && isList(answer.decisions) ? answer.decisions : [];
  const [only] = decisions;
  return decisions.length === 1 && isObject(only) && only.type === "approve" ? "yes" : "no";
}

/** The handler makes the message, from a tool that does nothing but say why; a handler that takes another is given no arguments. */
async function answerInstead<Q extends ToolCallRequest, R>(
  refusal: string,
  request: Q,
  handler: (request: Q) => R | Promise<R>,
): Promise<R> {
  const sayWhy = { name: request.toolCall.name, invoke: async (): Promise<string> => refusal };
  const message = await handler({ ...request, toolCall: { ...request.toolCall, args: {} }, tool: sayWhy });
  return typeof message === "object" && message !== null ? Object.assign(message, { status: "error" }) : message;
}

// Conversations as LangChain and LangGraph hold them, as message objects or in their plain form. Never throws.

const turnsOfLangChain = (messages: readonly unknown[], options: MessageOptions): readonly Turn[] =>
  turnsOf(messages.filter(isObject).flatMap(piecesOf), options);

/** The same with what came back, for provenance alone. */
function* pastOfLangChain(messages: readonly unknown[], options: MessageOptions): Generator<PastEvent> {
  if (messages.length === 0) yield { kind: "gap", why: "this door has no results" };
  for (const message of messages.filter(isObject)) {
    if (kindOf(message) === "human") yield* saidIn(textsOf(message.content));
    for (const { id, tool, input } of callsIn(message)) {
      if (id !== null && id === options.leaveOut) return;
      yield { kind: "call", id, tool: options.nameOf(tool, id), input };
    }
    if (kindOf(message) === "tool")
      yield { kind: "result", id: textIn(message, "tool_call_id"), result: message.content ?? null };
  }
}

function piecesOf(message: JsonObject): readonly SdkPiece[] {
  const kind = kindOf(message);
  if (kind === "human") return [{ said: textsOf(message.content) }];
  if (kind === "tool")
    return [{ id: textIn(message, "tool_call_id"), answer: textsOf(message.content).join("\n").trim() }];
  return callsIn(message);
}

type SdkCall = Extract<SdkPiece, { readonly tool: string }>;

const callsIn = (message: JsonObject): readonly SdkCall[] =>
  kindOf(message) !== "ai"
    ? []
    : objectsIn(message, "tool_calls").flatMap((call) => {
        const tool = textIn(call, "name");
        return tool === null ? [] : [{ id: textIn(call, "id"), tool, input: parseArguments(call.args) }];
      });

const KINDS: Readonly<Record<string, "human" | "ai" | "tool">> = {
  human: "human",
  user: "human",
  ai: "ai",
  assistant: "ai",
  tool: "tool",
};

/** Null for every other kind: instructions, and what some node says in its own name. */
function kindOf(message: JsonObject): "human" | "ai" | "tool" | null {
  // A summary the model wrote comes as a human message that names its maker.
  if (isObject(message.additional_kwargs) && message.additional_kwargs.lc_source !== undefined) return null;
  const kind = textIn(message, "type") ?? textIn(message, "role") ?? "";
  return Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? null) : null;
}
