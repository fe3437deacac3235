/**
 * pi's events and answers. Our extension runs inside it and talks to the hook in these words: `tool_call` blocks unless the answer is
 * exactly an allow, or the person says yes in pi's own dialog.
 */
import type { JsonObject } from "../../contract/action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { answerWith, type HostEvent, type HostProtocol, type Occasion, rewritten, saidAt } from "../host.ts";
import { isList, objectIn, objectsIn, pathIn, textIn } from "../json.ts";
import { faultMessage, messageForAgent, messageForPerson } from "../message.ts";
import { isOfSubAgent } from "../person.ts";

export const piProtocol: HostProtocol = {
  read,
  answer: (event, judgement) => {
    const { decision } = judgement;
    const input = rewritten(event, judgement);
    if (decision.behavior === "allow")
      return answerWith({
        behavior: "allow",
        reason: decision.reason,
        ...(input === undefined ? {} : { args: input }),
      });
    const reason = messageForAgent(decision);
    return answerWith(
      decision.behavior === "ask"
        ? { behavior: "ask", question: messageForPerson(decision), reason }
        : { behavior: "deny", reason },
    );
  },
  refuse: (_event, why) => {
    const reason = faultMessage(why);
    return { stdout: { behavior: "deny", reason }, stderr: reason, exit: 0 };
  },
  warn: (_event, text) => answerWith({ warning: text }),
  tellAgent: (_answer, event, text) => (event === "tool_result" ? answerWith({ warning: text }) : undefined),
};

function read(input: JsonObject): Result<HostEvent> {
  const event = textIn(input, "event");
  if (event === null) return fail("the event has no name");
  const session = textIn(input, "sessionId");
  const cwd = pathIn(input, "cwd");
  if (session === null) return fail(`${event} has no sessionId`);
  if (cwd === null) return fail(`${event} has no absolute cwd`);
  const record = isList(input.entries) ? objectsIn(input, "entries") : null;
  const model = textIn(input, "model");
  const at: Occasion = {
    ...{ event, session, cwd, record, subAgent: isOfSubAgent(input) },
    ...(model === null ? {} : { model }),
  };
  if (event === "session_start") return ok({ ...at, kind: "started" });
  if (event === "input") return ok(saidAt(at, textIn(input, "text")));
  if (event === "tool_call") return readCall(input, at);
  return event === "tool_result" ? readRan(input, at) : ok({ kind: "unknown", event });
}

function readCall(input: JsonObject, at: Occasion): Result<HostEvent> {
  const { event, session, cwd } = at;
  const tool = textIn(input, "tool");
  const args = objectIn(input, "input");
  if (tool === null) return fail(`${event} has no tool`);
  if (args === null) return fail(`${event} has no input`);
  const toolUseId = textIn(input, "toolCallId");
  const id = toolUseId === null ? {} : { toolUseId };
  const headless = input.hasUI !== true || at.subAgent === true;
  return ok({ ...at, kind: "call", action: { tool, input: args, cwd, host: "pi", session, event, headless, ...id } });
}

function readRan(input: JsonObject, at: Occasion): Result<HostEvent> {
  const call = readCall(input, at);
  if (!call.ok || call.value.kind !== "call") return call;
  const { action } = call.value;
  return ok({
    ...at,
    kind: "ran",
    action,
    ...(input.result === undefined ? {} : { result: input.result, waits: true }),
  });
}
