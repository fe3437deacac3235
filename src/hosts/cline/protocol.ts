/**
 * Cline's events and answers. Our plugin runs beside it and talks to the hook in these words: `beforeTool` skips the call unless the
 * answer is exactly an allow. A plugin has three seconds, so nobody is asked there.
 */
import type { JsonObject } from "../../contract/action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { answerWith, type HostEvent, type HostProtocol, type Occasion, rewritten, saidAt } from "../host.ts";
import { isList, objectIn, objectsIn, pathIn, textIn } from "../json.ts";
import { faultMessage, messageForAgent } from "../message.ts";
import { isOfSubAgent } from "../person.ts";
import { personsInput } from "./records.ts";

export const clineProtocol: HostProtocol = {
  read,
  answer: (event, judgement) => {
    const { decision } = judgement;
    const input = rewritten(event, judgement);
    return answerWith(
      decision.behavior === "allow"
        ? { behavior: "allow", reason: decision.reason, ...(input === undefined ? {} : { args: input }) }
        : { behavior: "deny", reason: messageForAgent(decision) },
    );
  },
  refuse: (_event, why) => {
    const reason = faultMessage(why);
    return { stdout: { behavior: "deny", reason }, stderr: reason, exit: 0 };
  },
  warn: (_event, text) => answerWith({ warning: text }),
  tellAgent: (_answer, event, text) => (event === "afterTool" ? answerWith({ warning: text }) : undefined),
};

function read(input: JsonObject): Result<HostEvent> {
  const event = textIn(input, "event");
  if (event === null) return fail("the event has no name");
  const session = textIn(input, "sessionId");
  const cwd = pathIn(input, "cwd");
  if (session === null) return fail(`${event} has no sessionId`);
  if (cwd === null) return fail(`${event} has no absolute cwd`);
  const record = isList(input.messages) ? objectsIn(input, "messages") : null;
  const at: Occasion = { event, session, cwd, record, subAgent: isOfSubAgent(input) };
  if (event === "beforeRun") return ok(saidAt(at, personsInput(textIn(input, "text") ?? "")));
  if (event === "beforeTool") return readCall(input, at);
  return event === "afterTool" ? readRan(input, at) : ok({ kind: "unknown", event });
}

function readCall(input: JsonObject, at: Occasion): Result<HostEvent> {
  const { event, session, cwd } = at;
  const tool = textIn(input, "tool");
  const args = objectIn(input, "input");
  if (tool === null) return fail(`${event} has no tool`);
  if (args === null) return fail(`${event} has no input`);
  const toolUseId = textIn(input, "toolCallId");
  const id = toolUseId === null ? {} : { toolUseId };
  return ok({
    ...at,
    kind: "call",
    action: { tool, input: args, cwd, host: "cline", session, event, headless: true, ...id },
  });
}

function readRan(input: JsonObject, at: Occasion): Result<HostEvent> {
  const call = readCall(input, at);
  if (!call.ok || call.value.kind !== "call") return call;
  return ok({ ...at, kind: "ran", action: call.value.action, result: input.result ?? null, waits: true });
}
