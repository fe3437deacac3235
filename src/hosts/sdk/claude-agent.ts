/** Claude Agent SDK: `canUseTool` for calls the SDK would ask about, and hooks that see every call and every prompt. */
import type { JsonObject } from "../../contract/action.ts";
import type { Decision } from "../../contract/decision.ts";
import type { Gate } from "../../gate/index.ts";
import { claudeCodeProtocol } from "../claude-code/protocol.ts";
import { isObject, textIn } from "../json.ts";
import { messageForAgent } from "../message.ts";

export interface CanUseToolOptions {
  readonly session?: string;
  readonly cwd?: string;
  /** Asks the person; true lets the call run. Without it nobody is there, and an ask is a deny. */
  readonly ask?: (decision: Decision, call: { readonly tool: string; readonly input: JsonObject }) => Promise<boolean>;
}

type Permission =
  | { readonly behavior: "allow"; readonly updatedInput: Record<string, unknown> }
  | { readonly behavior: "deny"; readonly message: string; readonly interrupt?: boolean };

/** For `options.canUseTool`. */
export const canUseTool =
  (gate: Gate, { session, cwd, ask }: CanUseToolOptions = {}) =>
  async (
    tool: string,
    input: Record<string, unknown>,
    { signal, toolUseID }: { readonly signal?: AbortSignal; readonly toolUseID?: string } = {},
  ): Promise<Permission> => {
    const call = { tool, input: input as JsonObject };
    const decision = await gate.check(
      {
        ...call,
        host: "claude-code",
        event: "canUseTool",
        headless: ask === undefined,
        ...(session === undefined ? {} : { session }),
        ...(cwd === undefined ? {} : { cwd }),
        ...(toolUseID === undefined ? {} : { toolUseId: toolUseID }),
      },
      signal === undefined ? {} : { signal },
    );
    const yes =
      decision.behavior === "allow" || (decision.behavior === "ask" && (await ask?.(decision, call)) === true);
    if (yes || gate.shadow) return { behavior: "allow", updatedInput: input };
    return { behavior: "deny", message: messageForAgent(decision), interrupt: decision.behavior === "abort" };
  };

/**
 * For `options.hooks`: `{ PreToolUse: [{ hooks: [hook] }], UserPromptSubmit: [{ hooks: [hook] }] }`. Never rejects: an event that
 * cannot be read is refused.
 */
export const claudeHook =
  (gate: Gate) =>
  async (
    input: unknown,
    _toolUseId?: string,
    { signal }: { readonly signal?: AbortSignal } = {},
  ): Promise<JsonObject> => {
    const given = isObject(input) ? input : {};
    const refused = (why: string): JsonObject =>
      claudeCodeProtocol.refuse(textIn(given, "hook_event_name"), why).stdout ?? {};
    try {
      const event = claudeCodeProtocol.read(given);
      if (!event.ok) return refused(event.error);
      if (event.value.kind === "said") await gate.personSaid(event.value.text, event.value.session);
      if (event.value.kind === "ran") await gate.ran(event.value.action);
      if (event.value.kind !== "call") return {};
      const decision = await gate.check(event.value.action, signal === undefined ? {} : { signal });
      return gate.shadow ? {} : (claudeCodeProtocol.answer(event.value, decision, false).stdout ?? {});
    } catch (error) {
      return refused(error instanceof Error ? error.message : String(error));
    }
  };
