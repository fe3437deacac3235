/** Cursor's events and answers. */
import type { JsonObject } from "../../contract/action.ts";
import type { Held } from "../../contract/decision.ts";
import { fail, ok, type Result } from "../../contract/result.ts";
import {
  answerBy,
  answerWith,
  eventBeside,
  type HookAnswer,
  type HookAnswers,
  type HostEvent,
  type HostProtocol,
  NO_PROJECT,
  type Occasion,
  refuseEvent,
  SILENCE,
  saidAt,
} from "../host.ts";
import { isList, isObject, parseObject, pathIn, textIn } from "../json.ts";
import { messageForAgent, messageForPerson, messageWhileAsked, unheardMessage } from "../message.ts";
import { isOfSubAgent } from "../person.ts";

export const cursorProtocol: HostProtocol = {
  read,
  answer: (_event, { decision }) => answerBy(ANSWERS, decision),
  refuse: (event, why) =>
    event === "beforeSubmitPrompt"
      ? answerWith({ continue: true, user_message: unheardMessage(why) })
      : refuseEvent(event, why, (reason) => output("deny", reason)),
  warn: () => SILENCE,
};

/**
 * `preToolUse` comes before every tool. Commands and servers' tools have an event of their own after it, at which the person can be
 * asked: they are decided there. For every other tool nobody can be asked.
 */
function readToolUse(input: JsonObject, at: Occasion, cwd: string): Result<HostEvent> {
  const tool = textIn(input, "tool_name");
  const given = typeof input.tool_input === "string" ? parseObject(input.tool_input) : input.tool_input;
  if (tool === null) return fail(`${at.event} has no tool_name`);
  if (tool === "Shell" || tool.startsWith("MCP:")) return ok({ kind: "other", event: at.event });
  if (!isObject(given)) return fail(`${at.event} has no tool_input`);
  const [toolUseId, model] = [textIn(input, "tool_use_id"), textIn(input, "model")];
  const { event, session } = at;
  const id = toolUseId === null ? {} : { toolUseId };
  const action = { tool, input: given, cwd, host: "cursor", session, event, headless: true, ...id };
  return ok({ ...at, kind: "call", action, ...(model === null ? {} : { model }) });
}

/** The table of Cursor's names takes an event for a tool and these fields for its input; the first must be there. */
const CALLS: ReadonlyMap<string, readonly [string, ...string[]]> = new Map([
  ["beforeShellExecution", ["command", "sandbox"]],
  ["beforeMCPExecution", ["tool_name", "tool_input", "url", "command"]],
]);

/** Events no call waits for. Those before a read file or a sub-agent are not read here, and so not let pass. */
const IDLE: ReadonlySet<string> = new Set([
  ...["afterShellExecution", "afterMCPExecution", "afterFileEdit", "afterAgentResponse", "afterAgentThought"],
  ...["postToolUse", "postToolUseFailure", "subagentStop", "afterTabFileEdit"],
  ...["sessionStart", "sessionEnd", "preCompact", "stop"],
]);

function read(input: JsonObject): Result<HostEvent> {
  if (input.hook_event_name !== undefined && textIn(input, "hook_event_name") === null)
    return fail("the event has a hook_event_name that is no text");
  const event = textIn(input, "hook_event_name") ?? eventByFields(input);
  if (event === null) return fail("the event has no hook_event_name");
  const root = workspaceRoot(input);
  const cwd = pathIn(input, "cwd") ?? root;
  if (cwd === null) return fail(`${event} has neither an absolute cwd nor a workspace root`);
  // Its cwd is the call's, which the agent chooses: no session begins there.
  const project = root ?? NO_PROJECT;
  const session = textIn(input, "conversation_id") ?? `cursor in ${project}`;
  const at = { event, session, cwd: project, record: null, subAgent: isOfSubAgent(input) };
  if (event === "beforeSubmitPrompt")
    return typeof input.prompt === "string" ? ok(saidAt(at, input.prompt)) : fail(`${event} has no prompt in words`);
  if (event === "preToolUse") return readToolUse(input, at, cwd);
  const names = CALLS.get(event);
  if (names === undefined) return ok(eventBeside(event, IDLE));
  if (textIn(input, names[0]) === null) return fail(`${event} has no ${names[0]}`);
  const action = { tool: event, input: pick(input, names), cwd, host: "cursor", session, event };
  return ok({ ...at, kind: "call", action });
}

function eventByFields(input: JsonObject): string | null {
  if (textIn(input, "tool_name") !== null) return "beforeMCPExecution";
  if (textIn(input, "command") !== null) return "beforeShellExecution";
  return textIn(input, "prompt") === null ? null : "beforeSubmitPrompt";
}

const pick = (input: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));

function workspaceRoot(input: JsonObject): string | null {
  const [root] = isList(input.workspace_roots) ? input.workspace_roots : [];
  return typeof root === "string" && root.startsWith("/") ? root : null;
}

/** Both spellings the documentation has had. What would settle it for good is for the person alone. */
const output = (permission: "deny" | "ask", user: string, agent = user): JsonObject => ({
  permission,
  user_message: user,
  agent_message: agent,
  userMessage: user,
  agentMessage: agent,
});

const deny = (decision: Held): HookAnswer => answerWith(output("deny", messageForAgent(decision)));

const ANSWERS: HookAnswers = {
  allow: () => answerWith({ permission: "allow" }),
  ask: (decision) => answerWith(output("ask", messageForPerson(decision), messageWhileAsked(decision))),
  deny,
  abort: deny,
};
