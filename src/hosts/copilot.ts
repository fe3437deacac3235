/** Copilot CLI, from its documentation (not run here). Its events carry no name: their fields tell them apart. */
import type { Json, JsonObject } from "../contract/action.ts";
import type { Decision } from "../contract/decision.ts";
import { assertNever, fail, ok, type Result } from "../contract/result.ts";
import { parsedArguments, personsWords } from "../judge/sources/parts.ts";
import { isObject, pathIn, textIn } from "./fields.ts";
import { type Answer, type Host, type HostEvent, NOTHING_HEARD, type Occasion, SILENCE, said } from "./host.ts";
import { toldAgent, toldFault, toldPerson } from "./message.ts";

export const copilot: Host = {
  name: "copilot",
  title: "Copilot CLI",
  read,
  answer: (_event, decision) => preToolUse(decision),
  refuse: (event, why) => {
    const reason = toldFault(why);
    if (event === "userPromptSubmitted") return SILENCE;
    return { stdout: output("deny", reason), stderr: event === null ? reason : null, exit: event === null ? 2 : 0 };
  },
  warn: () => SILENCE,
  transcript: () => NOTHING_HEARD,
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
  if (tool === null) {
    const words = personsWords(text ?? "");
    return ok(words === "" ? { kind: "other", event } : { ...at, kind: "said", text: words, warning: null });
  }
  // After the call the same fields come again, with its result.
  if (input.toolResult !== undefined) return ok({ kind: "other", event: "postToolUse" });
  const args = argumentsOf(input.toolArgs);
  if (args === undefined) return fail(`${event} has no toolArgs`);
  return ok({ ...at, kind: "call", action: { tool, input: args, cwd, host: "copilot", session, event } });
}

/** An object, or the same as text. */
const argumentsOf = (value: Json | undefined): JsonObject | undefined =>
  isObject(value) || typeof value === "string" ? parsedArguments(value) : undefined;

function preToolUse(decision: Decision): Answer {
  switch (decision.behavior) {
    case "allow":
      return said(output("allow", decision.reason));
    case "ask":
      return said(output("ask", toldPerson(decision)));
    case "deny":
    case "abort":
      return said(output("deny", toldAgent(decision)));
    default:
      return assertNever(decision.behavior);
  }
}

const output = (permissionDecision: "allow" | "deny" | "ask", permissionDecisionReason: string): JsonObject => ({
  permissionDecision,
  permissionDecisionReason,
});
