/** VS Code's events and answers: Claude Code's, in either spelling its documents have had. */
import type { JsonObject } from "../../contract/action.ts";
import type { Held } from "../../contract/decision.ts";
import { preToolUseOutput, readAsClaude, refuseAsClaude, warnAsClaude } from "../claude-protocol.ts";
import { answerBy, answerWith, type HookAnswer, type HookAnswers, type HostProtocol } from "../host.ts";
import { messageForAgent, messageForPerson } from "../message.ts";

const IDLE: ReadonlySet<string> = new Set([
  ...["PostToolUse", "Stop", "SessionEnd", "SubagentStart", "SubagentStop", "PreCompact", "Notification"],
]);

const readSnake = readAsClaude({
  host: "vscode",
  events: { PreToolUse: "call", UserPromptSubmit: "said", SessionStart: "started" },
  idle: IDLE,
});

const deny = (decision: Held): HookAnswer => answerWith(preToolUseOutput("deny", messageForAgent(decision)));

const ANSWERS: HookAnswers = {
  allow: ({ by, reason }) => answerWith(preToolUseOutput("allow", `Sallyport (${by}): ${reason}`)),
  ask: (decision) => answerWith(preToolUseOutput("ask", messageForPerson(decision))),
  deny,
  abort: deny,
};

export const vscodeProtocol: HostProtocol = {
  read: (input) => readSnake(inSnake(input)),
  answer: (_event, { decision }) => answerBy(ANSWERS, decision),
  refuse: refuseAsClaude,
  warn: warnAsClaude,
};

/** Copilot CLI reads the same files and has events of its own: VS Code's name themselves. */
export const isOfVscode = (input: JsonObject): boolean =>
  input.hook_event_name !== undefined || input.hookEventName !== undefined || input.tool_name !== undefined;

const SPELLINGS: Readonly<Record<string, string>> = { hookEventName: "hook_event_name", sessionId: "session_id" };

/** Where both are there, the one in snake case counts. */
const inSnake = (input: JsonObject): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(SPELLINGS).flatMap(([camel, snake]) => (input[camel] === undefined ? [] : [[snake, input[camel]]])),
  ),
  ...input,
});
