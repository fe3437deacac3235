/**
 * Cline's events and answers. Our plugin runs beside it and talks to the hook in these words: `beforeTool` skips the call unless the
 * answer is exactly an allow. A plugin has three seconds, so nobody is asked there.
 */
import type { JsonObject } from "../../contract/action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { type CallEvent, type HostEvent, type HostProtocol, type Occasion, saidAt } from "../host.ts";
import { isList, objectsIn, pathIn, textIn } from "../json.ts";
import { moduleAnswers, moduleCall } from "../module-protocol.ts";
import { isOfSubAgent } from "../person.ts";
import { personsInput } from "./records.ts";

export const clineProtocol: HostProtocol = { read, ...moduleAnswers({ after: "afterTool", lists: true }) };

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

const readCall = (input: JsonObject, at: Occasion): Result<CallEvent> =>
  moduleCall(input, at, { host: "cline", headless: true });

function readRan(input: JsonObject, at: Occasion): Result<HostEvent> {
  const call = readCall(input, at);
  if (!call.ok) return call;
  return ok({ ...at, kind: "ran", action: call.value.action, result: input.result ?? null, waits: true });
}
