/** Vercel AI SDK: `guarded` for any version, `needsApproval` for version 6, `toolApproval` for version 7. */
import type { Action, JsonObject, Turn } from "../../contract/action.ts";
import type { Decision } from "../../contract/decision.ts";
import type { Gate } from "../../gate/index.ts";
import { isList, isObject, objectIn, textIn } from "../json.ts";
import { messageForAgent } from "../message.ts";

export interface AiOptions {
  readonly session?: string;
  readonly cwd?: string;
  /** How the harness's tool names map to the gate's, where they are something it knows: `{ shell: "Bash" }`. */
  readonly names?: Readonly<Record<string, string>>;
}

interface Execution {
  readonly toolCallId?: string;
  readonly messages?: readonly unknown[];
  readonly abortSignal?: AbortSignal;
}

/** The same tools, each of which runs only what the gate allows. What it does not is an error the model can read. */
export function guarded<T extends Readonly<Record<string, object>>>(gate: Gate, tools: T, options: AiOptions = {}): T {
  const wrap = (name: string, tool: object): object => {
    if (!("execute" in tool) || typeof tool.execute !== "function") return tool;
    const { execute } = tool;
    return {
      ...tool,
      execute: async (input: unknown, execution: Execution = {}) => {
        const decision = await checked(gate, name, input, execution, options, true);
        // An ask comes back here only as the answer to the approval before it: the SDK runs what the person approved.
        if (decision.behavior !== "allow" && decision.behavior !== "ask" && !gate.shadow)
          throw new Error(messageForAgent(decision));
        return execute.call(tool, input, execution) as unknown;
      },
    };
  };
  return Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, wrap(name, tool)])) as T;
}

/** Version 6, for one tool: true where the person must approve. What is denied is left to `guarded`. */
export const needsApproval =
  (gate: Gate, name: string, options: AiOptions = {}) =>
  async (input: unknown, execution: Execution = {}): Promise<boolean> =>
    !gate.shadow && (await checked(gate, name, input, execution, options, false)).behavior === "ask";

/** Version 7: one function for all tools. */
export const toolApproval =
  (gate: Gate, options: AiOptions = {}) =>
  async ({
    toolCall,
    messages,
  }: {
    readonly toolCall: { readonly toolName: string; readonly toolCallId?: string; readonly input: unknown };
    readonly messages?: readonly unknown[];
  }): Promise<"approved" | "user-approval" | { readonly type: "denied"; readonly reason: string }> => {
    const execution = {
      ...(toolCall.toolCallId === undefined ? {} : { toolCallId: toolCall.toolCallId }),
      ...(messages === undefined ? {} : { messages }),
    };
    const decision = await checked(gate, toolCall.toolName, toolCall.input, execution, options, false);
    if (decision.behavior === "allow" || gate.shadow) return "approved";
    return decision.behavior === "ask" ? "user-approval" : { type: "denied", reason: messageForAgent(decision) };
  };

function checked(
  gate: Gate,
  name: string,
  input: unknown,
  execution: Execution,
  options: AiOptions,
  headless: boolean,
): Promise<Decision> {
  const { session, cwd, names = {} } = options;
  const action: Action = {
    tool: Object.hasOwn(names, name) ? (names[name] ?? name) : name,
    input: isObject(input) ? input : { input: (input ?? null) as JsonObject },
    headless,
    event: headless ? "execute" : "approval",
    transcript: turnsIn(execution.messages ?? [], names),
    ...(session === undefined ? {} : { session }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(execution.toolCallId === undefined ? {} : { toolUseId: execution.toolCallId }),
  };
  return gate.check(action, execution.abortSignal === undefined ? {} : { signal: execution.abortSignal });
}

/** What the person said and what was called; never what the model wrote. */
function turnsIn(messages: readonly unknown[], names: Readonly<Record<string, string>>): readonly Turn[] {
  return messages.filter(isObject).flatMap((message): readonly Turn[] => {
    const parts =
      typeof message.content === "string"
        ? [{ type: "text", text: message.content }]
        : isList(message.content)
          ? message.content.filter(isObject)
          : [];
    if (message.role === "user") {
      const user = parts.flatMap((part) => (part.type === "text" ? [textIn(part, "text") ?? ""] : [])).join("\n");
      return user === "" ? [] : [{ user }];
    }
    if (message.role !== "assistant") return [];
    return parts.flatMap((part) => {
      const tool = part.type === "tool-call" ? textIn(part, "toolName") : null;
      return tool === null ? [] : [{ tool: names[tool] ?? tool, input: objectIn(part, "input") ?? {} }];
    });
  });
}
