/**
 * The events and answers of OpenCode and of the agents made from it. The plugin runs inside the agent and talks to the hook in these
 * words: `tool.execute.before` throws unless the answer is exactly an allow. Nobody can be asked from there.
 */
import type { JsonObject } from "../../contract/action.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import { type HostEvent, type HostProtocol, type Occasion, saidAt } from "../host.ts";
import { isList, objectIn, objectsIn, pathIn, textIn } from "../json.ts";
import { moduleAnswers } from "../module-protocol.ts";
import { isOfSubAgent } from "../person.ts";
import { unquote } from "./records.ts";

export const opencodeProtocol = (host: string): HostProtocol => ({
  read: (input) => read(input, host),
  // What comes back from a sub-agent the plugin also hands to the agent that takes over.
  ...moduleAnswers({ after: "tool.execute.after" }),
});

function read(input: JsonObject, host: string): Result<HostEvent> {
  const event = textIn(input, "event");
  if (event === null) return fail("the event has no name");
  const session = textIn(input, "sessionID");
  const cwd = pathIn(input, "cwd");
  if (session === null) return fail(`${event} has no sessionID`);
  if (cwd === null) return fail(`${event} has no absolute cwd`);
  const record = isList(input.messages) ? objectsIn(input, "messages") : null;
  const at: Occasion = { event, session, cwd, record, subAgent: isOfSubAgent(input) };
  if (event === "chat.message") return ok(saidAt(at, unquote(textIn(input, "text") ?? "")));
  if (event === "tool.execute.after")
    return input.tool === undefined ? readFinished(input, at) : readRan(input, at, host);
  return event === "tool.execute.before" ? readCall(input, at, host) : ok({ kind: "unknown", event });
}

function readFinished(input: JsonObject, at: Occasion): Result<HostEvent> {
  const agent = textIn(input, "agent");
  return ok({
    ...{ ...at, kind: "finished", agentRecord: objectsIn(input, "agentMessages") },
    ...(agent === null ? {} : { agent }),
  });
}

function readRan(input: JsonObject, at: Occasion, host: string): Result<HostEvent> {
  const call = readCall(input, at, host);
  if (!call.ok || call.value.kind !== "call") return call;
  return ok({ ...at, kind: "ran", action: call.value.action, result: input.result ?? null, waits: true });
}

function readCall(input: JsonObject, at: Occasion, host: string): Result<HostEvent> {
  const { event, session, cwd } = at;
  const tool = textIn(input, "tool");
  const args = objectIn(input, "args");
  if (tool === null) return fail(`${event} has no tool`);
  if (args === null) return fail(`${event} has no args`);
  const toolUseId = textIn(input, "callID");
  const id = toolUseId === null ? {} : { toolUseId };
  const action = { tool, input: args, cwd, host, session, event, headless: true, ...id };
  return ok({ ...at, kind: "call", action, ...(input.permissions === undefined ? {} : { said: input.permissions }) });
}
