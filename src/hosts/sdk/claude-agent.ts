/** Claude Agent SDK: `canUseTool` for calls the SDK would ask about, and hooks that see every call and every prompt. */
import type { JsonObject } from "../../contract/action.ts";
import type { Decision } from "../../contract/decision.ts";
import { messageOf } from "../../contract/result.ts";
import type { Gate } from "../../gate/index.ts";
import { claudeCodeProtocol } from "../claude-code/protocol.ts";
import { claudeCodeRecords } from "../claude-code/records.ts";
import { turnsBefore } from "../conversation.ts";
import { type HostEvent, unknownEvent } from "../host.ts";
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
 * For `options.hooks`: `{ PreToolUse: [{ hooks: [hook] }], UserPromptSubmit: [{ hooks: [hook] }] }`. The conversation is read from
 * the file the event names. Never rejects: an event that cannot be read is refused.
 */
export function claudeHook(
  gate: Gate,
): (input: unknown, toolUseId?: string, options?: { readonly signal?: AbortSignal }) => Promise<JsonObject> {
  const { read, answer, refuse } = claudeCodeProtocol;
  const prompts = new Map<string, readonly string[]>();

  const answerTo = async (event: HostEvent, signal: AbortSignal | undefined): Promise<JsonObject> => {
    if (event.kind === "said") {
      prompts.set(event.session, [...(prompts.get(event.session) ?? []), event.text]);
      await gate.personSaid(event.text, event.session);
    }
    if (event.kind === "ran") await gate.ran(event.action);
    if (event.kind !== "call") return {};
    const transcript = () => turnsBefore({ records: claudeCodeRecords }, event, prompts.get(event.session) ?? []);
    const judged = await gate.judge({ ...event.action, transcript }, signal === undefined ? {} : { signal });
    return gate.shadow ? {} : (answer(event, { ...judged, joined: false }).stdout ?? {});
  };

  return async (input, _toolUseId, { signal } = {}) => {
    const given = isObject(input) ? input : {};
    const refuseWith = (why: string): JsonObject => refuse(textIn(given, "hook_event_name"), why).stdout ?? {};
    try {
      const event = read(given);
      if (event.ok && event.value.kind === "unknown") return refuse(null, unknownEvent(event.value.event)).stdout ?? {};
      return event.ok ? await answerTo(event.value, signal) : refuseWith(event.error);
    } catch (error) {
      return refuseWith(messageOf(error));
    }
  };
}
