/** Copilot CLI's events and answers. Its events carry no name: their fields tell them apart. */
import type { JsonObject } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import type { Held } from "../../contract/decision.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import type { Judgement } from "../../gate/index.ts";
import {
  answerBy,
  answerWith,
  type CallEvent,
  type HookAnswer,
  type HookAnswers,
  type HostEvent,
  type HostProtocol,
  refuseEvent,
  rewritten,
  SILENCE,
  saidAt,
} from "../host.ts";
import { isObject, parseArguments, pathIn, textIn } from "../json.ts";
import { messageForAgent, messageForPerson } from "../message.ts";
import { isOfSubAgent } from "../person.ts";
import { isOfVscode, vscodeProtocol } from "../vscode/protocol.ts";

/** VS Code runs the same hooks with events of its own, and is answered in its own words. */
export const copilotProtocol: HostProtocol = {
  read: (input) => (isOfVscode(input) ? vscodeProtocol.read(input) : read(input)),
  answer: (event, judgement) =>
    event.action.host === "copilot" ? answerCopilot(event, judgement) : vscodeProtocol.answer(event, judgement),
  refuse: (event, why) => {
    if (event === "userPromptSubmitted") return SILENCE;
    if (event !== null && event !== CALL_EVENT) return vscodeProtocol.refuse(event, why);
    return refuseEvent(event, why, (reason) => output("deny", reason));
  },
  warn: () => SILENCE,
};

/** VS Code's has a capital. */
export const CALL_EVENT = "preToolUse";

function answerCopilot(event: CallEvent, judgement: Judgement): HookAnswer {
  const { decision } = judgement;
  const modifiedArgs = rewritten(event, judgement);
  return isAllow(decision) && modifiedArgs !== undefined
    ? answerWith({ ...output("allow", decision.reason), modifiedArgs })
    : answerBy(ANSWERS, decision);
}

function read(input: JsonObject): Result<HostEvent> {
  const cwd = pathIn(input, "cwd");
  if (cwd === null) return fail("the event has no absolute cwd");
  const session = textIn(input, "sessionId") ?? `copilot in ${cwd}`;
  const agent = textIn(input, "agentId");
  const at = { session, cwd, record: null, subAgent: isOfSubAgent(input), ...(agent === null ? {} : { agent }) };
  const tool = textIn(input, "toolName");
  const prompt = textIn(input, "prompt");
  if (tool === null && prompt === null)
    return textIn(input, "source") === null
      ? fail("the event has neither a toolName nor a prompt")
      : ok({ ...at, event: "sessionStart", kind: "started" });
  if (tool === null) return ok(saidAt({ ...at, event: "userPromptSubmitted" }, prompt));
  // After the call the same fields come again, with its result.
  if (isObject(input.toolResult) || typeof input.toolResult === "string")
    return ok({ kind: "other", event: "postToolUse" });
  const event = CALL_EVENT;
  const { toolArgs } = input;
  if (!isObject(toolArgs) && typeof toolArgs !== "string") return fail(`${event} has no toolArgs`);
  const action = { tool, input: parseArguments(toolArgs), cwd, host: "copilot", session, event };
  return ok({ ...at, event, kind: "call", action });
}

const output = (permissionDecision: "allow" | "deny" | "ask", permissionDecisionReason: string): JsonObject => ({
  permissionDecision,
  permissionDecisionReason,
});

const deny = (decision: Held): HookAnswer => answerWith(output("deny", messageForAgent(decision)));

const ANSWERS: HookAnswers = {
  allow: ({ reason }) => answerWith(output("allow", reason)),
  ask: (decision) => answerWith(output("ask", messageForPerson(decision))),
  deny,
  abort: deny,
};
