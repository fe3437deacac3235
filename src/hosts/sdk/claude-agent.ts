/** Claude Agent SDK: `canUseTool` for calls the SDK would ask about, and hooks that see every call and every prompt. */

import { homedir } from "node:os";
import type { Action, JsonObject } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import type { Decision } from "../../contract/decision.ts";
import { once } from "../../contract/kept.ts";
import { messageOf } from "../../contract/result.ts";
import type { Gate } from "../../gate/index.ts";
import { PERSON_SAID_NO, refusalToRun } from "../answering.ts";
import { claudeCodeProtocol } from "../claude-code/protocol.ts";
import { claudeCodeRecords, findRecord } from "../claude-code/records.ts";
import { answerRan } from "../hook/telling.ts";
import { type CallEvent, type HostEvent, unknownEvent } from "../host.ts";
import { isObject, textIn } from "../json.ts";
import { messageForAgent } from "../message.ts";
import { conversationBefore } from "../records/conversation.ts";
import { pastBefore } from "../records/past.ts";

export interface CanUseToolOptions {
  readonly session?: string;
  readonly cwd?: string;
  /** Asks the person; true lets the call run. Without it nobody is there, and an ask is a deny. */
  readonly ask?: (decision: Decision, call: { readonly tool: string; readonly input: JsonObject }) => Promise<boolean>;
}

type Permission =
  | { readonly behavior: "allow"; readonly updatedInput: Record<string, unknown> }
  | { readonly behavior: "deny"; readonly message: string; readonly interrupt?: boolean };

interface CanUseToolContext {
  readonly signal?: AbortSignal;
  readonly toolUseID?: string;
  /** The sub-agent whose call it is. */
  readonly agentID?: string;
}

/** For `options.canUseTool`. The conversation is read from the session file that holds the call. */
export const canUseTool =
  (gate: Gate, { session, cwd, ask }: CanUseToolOptions = {}) =>
  async (tool: string, asked: Record<string, unknown>, context: CanUseToolContext = {}): Promise<Permission> => {
    const { signal, toolUseID } = context;
    // What is judged is what is given back, whatever becomes of the caller's own object meanwhile.
    const input = structuredClone(asked);
    const call = { tool, input: input as JsonObject };
    const action: Action = {
      ...{ ...call, host: "claude-code", event: "canUseTool", headless: ask === undefined },
      ...given({ session, cwd, toolUseId: toolUseID }),
    };
    const event = eventOf(action, context);
    const before = once(() =>
      conversationBefore({ records: claudeCodeRecords }, event(), () => ({ prompts: NOBODY_SAID() }))(),
    );
    const told = {
      transcript: () => before().turns,
      past: () => pastBefore({ records: claudeCodeRecords }, event(), { prompts: NOBODY_SAID() }),
      agentModel: () => before().agentModel,
    };
    const decision = await gate.check({ ...action, ...told }, signal === undefined ? {} : { signal });
    if (isAllow(decision) || gate.shadow) return { behavior: "allow", updatedInput: input };
    if (decision.behavior !== "ask" || ask === undefined)
      return { behavior: "deny", message: messageForAgent(decision), interrupt: decision.behavior === "abort" };
    const says = (await ask(decision, call)) === true ? "yes" : "no";
    const refusal = await refusalAfter(gate, { ...action, ...told }, { decision, says, signal });
    return refusal === null
      ? { behavior: "allow", updatedInput: input }
      : { behavior: "deny", message: refusal, interrupt: false };
  };

/** Only what is there. */
const given = (fields: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

interface Answered {
  readonly decision: Decision;
  readonly says: "yes" | "no";
  readonly signal: AbortSignal | undefined;
}

/** Null where the call may run. A yes is put on record and spent, where the SDK says which call it was given for. */
function refusalAfter(gate: Gate, action: Action, { decision, says, signal }: Answered): Promise<string | null> {
  const onRecord = action.toolUseId !== undefined && decision.by !== "userInteraction";
  if (onRecord) return refusalToRun(gate, action, { through: "the Claude Agent SDK", says, signal });
  return Promise.resolve(says === "yes" ? null : PERSON_SAID_NO);
}

const NOBODY_SAID = (): readonly string[] => [];

/** The event names no file: the one that holds the call is looked for when the conversation is asked for. */
const eventOf = (action: Action, { toolUseID, agentID }: CanUseToolContext): (() => CallEvent) =>
  once(() => {
    const cwd = action.cwd ?? process.cwd();
    const place = { home: homedir(), env: process.env };
    const at =
      toolUseID === undefined ? { record: null } : findRecord(place, { cwd, toolUseId: toolUseID, agent: agentID });
    return { kind: "call", event: "canUseTool", session: action.session ?? "", cwd, action, ...at };
  });

/**
 * For `options.hooks`: `{ PreToolUse: [{ hooks: [hook] }], PostToolUse: [{ hooks: [hook] }], UserPromptSubmit: [{ hooks: [hook] }] }`. The conversation is read from
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
    if (event.kind === "ran") {
      await gate.ran(event.action);
      return (await answerRan({ ...event, waits: true }, { gate, protocol: claudeCodeProtocol, signal })).stdout ?? {};
    }
    if (event.kind !== "call") return {};
    const said = (): readonly string[] => prompts.get(event.session) ?? [];
    const before = conversationBefore({ records: claudeCodeRecords }, event, () => ({ prompts: said() }));
    const told = {
      transcript: () => before().turns,
      past: () => pastBefore({ records: claudeCodeRecords }, event, { prompts: said() }),
      agentModel: () => before().agentModel,
    };
    const judged = await gate.judge({ ...event.action, ...told }, signal === undefined ? {} : { signal });
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
