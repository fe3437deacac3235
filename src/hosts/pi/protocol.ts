/**
 * pi's events and answers. Our extension runs inside it and talks to the hook in these words: `tool_call` blocks unless the answer is
 * exactly an allow, or the person says yes in pi's own dialog.
 */
import type { JsonObject } from "../../contract/action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { type CallEvent, type HostEvent, type HostProtocol, type Occasion, saidAt } from "../host.ts";
import { isList, objectsIn, pathIn, textIn } from "../json.ts";
import { moduleAnswers, moduleCall } from "../module-protocol.ts";
import { isOfSubAgent } from "../person.ts";

export const piProtocol: HostProtocol = { read, ...moduleAnswers({ after: "tool_result", asks: true }) };

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

const readCall = (input: JsonObject, at: Occasion): Result<CallEvent> =>
  moduleCall(input, at, { host: "pi", headless: input.hasUI !== true || at.subAgent === true });

function readRan(input: JsonObject, at: Occasion): Result<HostEvent> {
  const call = readCall(input, at);
  if (!call.ok) return call;
  const { action } = call.value;
  return ok({
    ...at,
    kind: "ran",
    action,
    ...(input.result === undefined ? {} : { result: input.result, waits: true }),
  });
}
