/**
 * OpenCode (checked against 1.18.33). Its plugin runs inside it and talks to the hook in these words: `tool.execute.before`
 * throws unless the answer is exactly an allow. Nobody can be asked from there.
 */
import type { JsonObject } from "../contract/action.ts";
import { fail, ok, type Result } from "../contract/result.ts";
import { personsWords } from "../judge/sources/parts.ts";
import { isList, isObject, objectIn, pathIn, textIn } from "./fields.ts";
import { type Host, type HostEvent, type Occasion, SILENCE, said } from "./host.ts";
import { toldAgent, toldFault } from "./message.ts";
import { fromOpenCode, unquoted } from "./transcripts/opencode.ts";

export const opencode: Host = {
  name: "opencode",
  title: "OpenCode",
  read,
  answer: (_event, decision) =>
    said(
      decision.behavior === "allow"
        ? { behavior: "allow", reason: decision.reason }
        : { behavior: "deny", reason: toldAgent(decision) },
    ),
  refuse: (_event, why) => {
    const reason = toldFault(why);
    return { stdout: { behavior: "deny", reason }, stderr: reason, exit: 0 };
  },
  warn: () => SILENCE,
  transcript: fromOpenCode,
};

function read(input: JsonObject): Result<HostEvent> {
  const event = textIn(input, "event");
  if (event === null) return fail("the event has no name");
  const session = textIn(input, "sessionID");
  const cwd = pathIn(input, "cwd");
  if (session === null) return fail(`${event} has no sessionID`);
  if (cwd === null) return fail(`${event} has no absolute cwd`);
  const messages = isList(input.messages) ? input.messages.filter(isObject) : null;
  const at: Occasion = { event, session, cwd, record: messages };
  if (event === "chat.message") {
    const text = personsWords(unquoted(textIn(input, "text") ?? ""));
    return ok(text === "" ? { kind: "other", event } : { ...at, kind: "said", text, warning: null });
  }
  if (event !== "tool.execute.before") return ok({ kind: "other", event });
  const tool = textIn(input, "tool");
  const args = objectIn(input, "args");
  if (tool === null) return fail(`${event} has no tool`);
  if (args === null) return fail(`${event} has no args`);
  const toolUseId = textIn(input, "callID");
  const id = toolUseId === null ? {} : { toolUseId };
  return ok({
    ...at,
    kind: "call",
    action: { tool, input: args, cwd, host: "opencode", session, event, headless: true, ...id },
  });
}
