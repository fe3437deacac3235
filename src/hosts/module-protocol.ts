/**
 * What hosts share that load a module of ours (a plugin, an extension): the module hands an event to the hook and lets a call run
 * only where the answer is exactly an allow.
 */

import type { JsonObject } from "../contract/action.ts";
import { isAllow } from "../contract/allow.ts";
import type { Decision } from "../contract/decision.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import { answerWith, type CallEvent, type HostProtocol, type Occasion, rewritten } from "./host.ts";
import { objectIn, textIn } from "./json.ts";
import { faultMessage, messageForAgent, messageForPerson } from "./message.ts";

interface ModuleWords {
  /** The event that tells what a call returned: what the agent is to know goes with its answer. */
  readonly after: string;
  /** The host has a dialog in which the person can say yes. */
  readonly asks?: true;
  /** One call of it holds several: the module is told of which it is proven that they only read. */
  readonly lists?: true;
}

export const moduleAnswers = ({ after, asks, lists }: ModuleWords): Omit<HostProtocol, "read"> => ({
  answer: (event, judgement) => {
    const { decision } = judgement;
    const input = rewritten(event, judgement);
    if (isAllow(decision))
      return answerWith({
        behavior: "allow",
        reason: decision.reason,
        ...(input === undefined ? {} : { args: input }),
        ...(lists === true && isReadingAlone(decision) ? { reads: true } : {}),
      });
    const reason = messageForAgent(decision);
    return answerWith(
      asks === true && decision.behavior === "ask"
        ? { behavior: "ask", question: messageForPerson(decision), reason }
        : { behavior: "deny", reason },
    );
  },
  refuse: (_event, why) => {
    const reason = faultMessage(why);
    return { stdout: { behavior: "deny", reason }, stderr: reason, exit: 0 };
  },
  // The module shows it to the person.
  warn: (_event, text) => answerWith({ warning: text }),
  tellAgent: (_answer, event, text) => (event === after ? answerWith({ warning: text }) : undefined),
});

/** By reading alone: where walls make it harmless, it may do more than read. */
const isReadingAlone = ({ by, walls = null }: Decision): boolean =>
  walls === null && (by === "readOnly" || by === "safeTool");

/** A call in the words our own modules use: `tool`, `input`, `toolCallId`. */
export function moduleCall(
  input: JsonObject,
  at: Occasion,
  { host, headless }: { readonly host: string; readonly headless: boolean },
): Result<CallEvent> {
  const { event, session, cwd } = at;
  const tool = textIn(input, "tool");
  const args = objectIn(input, "input");
  if (tool === null) return fail(`${event} has no tool`);
  if (args === null) return fail(`${event} has no input`);
  const toolUseId = textIn(input, "toolCallId");
  const id = toolUseId === null ? {} : { toolUseId };
  return ok({ ...at, kind: "call", action: { tool, input: args, cwd, host, session, event, headless, ...id } });
}
