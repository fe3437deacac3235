/** Vercel AI SDK: `guarded` for any version, `needsApproval` for version 6, `toolApproval` for version 7. */
import type { Action, Json, JsonObject } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import type { Decision } from "../../contract/decision.ts";
import type { Gate } from "../../gate/index.ts";
import { refusalToRun } from "../answering.ts";
import { isObject, objectsIn, parseArguments, textIn } from "../json.ts";
import { messageForAgent } from "../message.ts";
import { pastOfAiMessages, turnsOfAiMessages } from "./messages.ts";

export interface AiOptions {
  readonly session?: string;
  readonly cwd?: string;
  /** How the harness's tool names map to the gate's, where they are something it knows: `{ shell: "Bash" }`. */
  readonly names?: Readonly<Record<string, string>>;
  /** For the tools of a sub-agent: the conversation that delegated to it. What its own messages call the user is its task. */
  readonly delegatedBy?: { readonly messages: readonly unknown[]; readonly toolCallId?: string };
  /** The model the agent runs on, for settings that say `"agent"`. */
  readonly agentModel?: string;
}

interface ToolExecution {
  readonly toolCallId?: string | undefined;
  readonly messages?: readonly unknown[] | undefined;
  readonly abortSignal?: AbortSignal | undefined;
}

const DOOR = "the Vercel AI SDK";

/**
 * The same tools, each of which runs only what the gate allows, or what it asked about and the person approved: once. What it
 * does not run is an error the model can read.
 */
export function guarded<T extends Readonly<Record<string, object>>>(gate: Gate, tools: T, options: AiOptions = {}): T {
  const wrap = (name: string, tool: object): object => {
    if (!("execute" in tool) || typeof tool.execute !== "function") return tool;
    const { execute } = tool;
    return {
      ...tool,
      execute: async (input: unknown, execution: ToolExecution = {}) => {
        const { toolCallId, messages = [], abortSignal } = execution;
        const action = actionFor({ name, input, execution, event: "execute" }, options);
        const says = answerTo(toolCallId, messages);
        const refusal = await refusalToRun(gate, action, { through: DOOR, says, signal: abortSignal });
        if (refusal !== null) throw new Error(refusal);
        const result: unknown = await execute.call(tool, input, execution);
        // What is found is on record, and a fact for the classifier; the result itself stays as it is.
        const signal = abortSignal === undefined ? {} : { signal: abortSignal };
        await gate.probe(action, (result ?? null) as Json, signal).catch(() => null);
        return result;
      },
    };
  };
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, wrap(name, tool)])) as T;
}

/**
 * Version 6, for one tool: true where the person must approve. What is denied is left to `guarded`, and so is what the person
 * has answered: the SDK asks here again before it runs that.
 */
export const needsApproval =
  (gate: Gate, name: string, options: AiOptions = {}) =>
  async (input: unknown, execution: ToolExecution = {}): Promise<boolean> => {
    if (gate.shadow) return false;
    if (answerTo(execution.toolCallId, execution.messages ?? []) !== undefined) return true;
    const decision = await judge(gate, { name, input, execution, event: "approval" }, options);
    return decision.behavior === "ask";
  };

/** Version 7: one function for all tools. */
export const toolApproval =
  (gate: Gate, options: AiOptions = {}) =>
  async ({
    toolCall: { toolName, toolCallId, input },
    messages = [],
  }: {
    readonly toolCall: { readonly toolName: string; readonly toolCallId?: string; readonly input: unknown };
    readonly messages?: readonly unknown[];
  }): Promise<"approved" | "user-approval" | { readonly type: "denied"; readonly reason: string }> => {
    if (!gate.shadow && answerTo(toolCallId, messages) !== undefined) return "user-approval";
    const call: AiCall = { name: toolName, input, execution: { toolCallId, messages }, event: "approval" };
    const decision = await judge(gate, call, options);
    if (isAllow(decision) || gate.shadow) return "approved";
    return decision.behavior === "ask" ? "user-approval" : { type: "denied", reason: messageForAgent(decision) };
  };

/** Puts on record what the person said no to: the SDK itself tells nobody. For the messages a run is begun with. */
export async function recordRefusals(gate: Gate, messages: readonly unknown[], options: AiOptions = {}): Promise<void> {
  for (const { name, toolCallId, input } of refusedCalls(messages)) {
    const action = actionFor({ name, input, execution: { toolCallId, messages }, event: "approval" }, options);
    await gate.answered(action, { says: "no", through: DOOR });
  }
}

interface AiCall {
  readonly name: string;
  readonly input: unknown;
  readonly execution: ToolExecution;
  /** Nobody can be asked any more when a tool is executed. */
  readonly event: "approval" | "execute";
}

const judge = (gate: Gate, call: AiCall, options: AiOptions): Promise<Decision> => {
  const { abortSignal } = call.execution;
  return gate.check(
    { ...actionFor(call, options), headless: false },
    abortSignal === undefined ? {} : { signal: abortSignal },
  );
};

function actionFor({ name, input, execution, event }: AiCall, options: AiOptions): Action {
  const { toolCallId, messages = [] } = execution;
  const { session, cwd, names = {}, delegatedBy, agentModel } = options;
  const nameOf = (tool: string): string => (Object.hasOwn(names, tool) ? (names[tool] ?? tool) : tool);
  return {
    tool: nameOf(name),
    input: isObject(input) ? input : { input: (input ?? null) as JsonObject },
    event,
    transcript: () => {
      const own = turnsOfAiMessages(messages, { leaveOut: toolCallId, nameOf });
      if (delegatedBy === undefined) return own;
      const until = delegatedBy.toolCallId;
      const above = turnsOfAiMessages(delegatedBy.messages, { leaveOut: undefined, until, nameOf });
      return [...above, ...own.filter((turn) => !("user" in turn))];
    },
    ...(agentModel === undefined ? {} : { agentModel }),
    past: () => pastOfAiMessages(messages, { leaveOut: toolCallId, nameOf }),
    ...(session === undefined ? {} : { session }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(toolCallId === undefined ? {} : { toolUseId: toolCallId }),
  };
}

// Approvals as the messages of the Vercel AI SDK carry them. Never throws.

/** The person's answer about a call: a request for it, and what came back under the request's id. A no outweighs a yes. */
function answerTo(toolCallId: string | undefined, messages: readonly unknown[]): "yes" | "no" | undefined {
  if (toolCallId === undefined) return undefined;
  const requests = partsOf(messages, "assistant", "tool-approval-request")
    .filter((part) => part.toolCallId === toolCallId)
    .map((part) => textIn(part, "approvalId"));
  const answers = partsOf(messages, "tool", "tool-approval-response").filter((part) =>
    requests.includes(textIn(part, "approvalId") ?? ""),
  );
  if (answers.length === 0) return undefined;
  return answers.every(({ approved }) => approved === true) ? "yes" : "no";
}

interface AnsweredCall {
  readonly toolCallId: string;
  readonly name: string;
  readonly input: JsonObject;
}

/** Calls the person said no to. */
const refusedCalls = (messages: readonly unknown[]): readonly AnsweredCall[] =>
  partsOf(messages, "assistant", "tool-call").flatMap((part) => {
    const [name, toolCallId] = [textIn(part, "toolName"), textIn(part, "toolCallId")];
    if (name === null || toolCallId === null || answerTo(toolCallId, messages) !== "no") return [];
    return [{ name, toolCallId, input: parseArguments(part.input) }];
  });

const partsOf = (messages: readonly unknown[], role: string, type: string): readonly JsonObject[] =>
  messages
    .filter(isObject)
    .filter((message) => message.role === role)
    .flatMap((message) => objectsIn(message, "content").filter((part) => part.type === type));
