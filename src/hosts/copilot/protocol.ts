/** Copilot CLI's events and answers. Its events carry no name: their fields tell them apart. */
import type { Json, JsonObject } from "../../contract/action.ts";
import type { Decision } from "../../contract/decision.ts";
import { assertNever, fail, ok, type Result } from "../../contract/result.ts";
import {
  answerWith,
  blockWith,
  type HookAnswer,
  type HostEvent,
  type HostProtocol,
  type Occasion,
  SILENCE,
  saidAt,
} from "../host.ts";
import { isObject, parseArguments, pathIn, textIn } from "../json.ts";
import { faultMessage, messageForAgent, messageForPerson } from "../message.ts";
import { personsWords } from "../person.ts";

export const copilotProtocol: HostProtocol = {
  read,
  answer: (_event, decision) => answer(decision),
  refuse: (event, why) => {
    const reason = faultMessage(why);
    if (event === "userPromptSubmitted") return SILENCE;
    return event === null ? blockWith(output("deny", reason), reason) : answerWith(output("deny", reason));
  },
  warn: () => SILENCE,
};

function read(input: JsonObject): Result<HostEvent> {
  const cwd = pathIn(input, "cwd");
  if (cwd === null) return fail("the event has no absolute cwd");
  const tool = textIn(input, "toolName");
  const text = textIn(input, "prompt");
  const event = tool !== null ? "preToolUse" : text !== null ? "userPromptSubmitted" : null;
  if (event === null) return fail("the event has neither a toolName nor a prompt");
  const session = textIn(input, "sessionId") ?? `copilot in ${cwd}`;
  const at: Occasion = { event, session, cwd, record: null };
  if (tool === null) return ok(saidAt(at, personsWords(text ?? "")));
  // After the call the same fields come again, with its result.
  if (input.toolResult !== undefined) return ok({ kind: "other", event: "postToolUse" });
  const args = argumentsOf(input.toolArgs);
  if (args === undefined) return fail(`${event} has no toolArgs`);
  return ok({ ...at, kind: "call", action: { tool, input: args, cwd, host: "copilot", session, event } });
}

/** An object, or the same as text. */
const argumentsOf = (value: Json | undefined): JsonObject | undefined =>
  isObject(value) || typeof value === "string" ? parseArguments(value) : undefined;

function answer(decision: Decision): HookAnswer {
  switch (decision.behavior) {
    case "allow":
      return answerWith(output("allow", decision.reason));
    case "ask":
      return answerWith(output("ask", messageForPerson(decision)));
    case "deny":
    case "abort":
      return answerWith(output("deny", messageForAgent(decision)));
    default:
      return assertNever(decision.behavior);
  }
}

const output = (permissionDecision: "allow" | "deny" | "ask", permissionDecisionReason: string): JsonObject => ({
  permissionDecision,
  permissionDecisionReason,
});
