/** Claude Code's events and answers. */
import type { JsonObject } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import type { Allow } from "../../contract/decision.ts";
import {
  permissionOutput,
  preToolUseOutput,
  readAsClaude,
  refuseAsClaude,
  tellAt,
  warnAsClaude,
} from "../claude-protocol.ts";
import {
  answerBy,
  answerWith,
  type HookAnswer,
  type HookAnswers,
  type HostProtocol,
  rewritten,
  SILENCE,
} from "../host.ts";
import { textIn } from "../json.ts";
import { messageForAgent, messageForPerson } from "../message.ts";

const BYPASS_WARNING =
  "Sallyport ignores the mode bypassPermissions and judges every call; but should its hook ever fail, nothing would stand between the agent and the machine. Run in the mode default or dontAsk.";

/** Questions to the person: an allow in their name would be an answer nobody gave. */
const PERSONS_OWN: ReadonlySet<string> = new Set(["AskUserQuestion", "ExitPlanMode"]);

/** What comes back from a sub-agent, or from outside: the agent is told with it. After other tools nobody waits for the hook. */
export const WAITED_FOR = "Agent|Task|WebFetch|WebSearch|ReadMcpResource.*|mcp__.*";

/** What 2.1 has besides (its documentation of hooks): nothing the agent calls waits for these. */
const IDLE: ReadonlySet<string> = new Set([
  ...["Setup", "Stop", "StopFailure", "Notification", "PreCompact", "PostCompact", "SubagentStart"],
  ...["PermissionDenied", "PostToolBatch", "UserPromptExpansion", "InstructionsLoaded", "ConfigChange", "CwdChanged"],
  ...["FileChanged", "TeammateIdle", "TaskCreated", "TaskCompleted", "WorktreeCreate", "WorktreeRemove"],
  ...["Elicitation", "ElicitationResult"],
]);

export const claudeCodeProtocol: HostProtocol = {
  read: readAsClaude({
    host: "claude-code",
    events: {
      PreToolUse: "call",
      PermissionRequest: "call",
      PostToolUse: "ran",
      PostToolUseFailure: "ran",
      UserPromptSubmit: "said",
      SessionStart: "started",
      SessionEnd: "ended",
      SubagentStop: "finished",
    },
    idle: IDLE,
    waitsAfter: new RegExp(`^(?:${WAITED_FOR})$`),
    warning: (input) => (textIn(input, "permission_mode") === "bypassPermissions" ? BYPASS_WARNING : null),
  }),
  answer: (given, judgement) => {
    const { event, action } = given;
    const { decision, joined } = judgement;
    if (event !== "PermissionRequest") {
      const input = rewritten(given, judgement);
      return isAllow(decision) && input !== undefined
        ? allowRewritten(decision, input)
        : answerBy(PRE_TOOL_USE, decision);
    }
    const leave = isAllow(decision) && (joined || PERSONS_OWN.has(action.tool));
    return leave ? SILENCE : answerBy(PERMISSION_REQUEST, decision);
  },
  refuse: refuseAsClaude,
  warn: warnAsClaude,
  tellAgent: tellAt("PreToolUse", "PostToolUse", "UserPromptSubmit"),
};

const allowRewritten = ({ by, reason, walls }: Allow, input: JsonObject): HookAnswer =>
  answerWith(preToolUseOutput("allow", `Sallyport (${by}, walls ${walls}): ${reason}`, input));

const PRE_TOOL_USE: HookAnswers = {
  allow: ({ by, reason }) => answerWith(preToolUseOutput("allow", `Sallyport (${by}): ${reason}`)),
  ask: (decision) => answerWith(preToolUseOutput("ask", messageForPerson(decision))),
  deny: (decision) => answerWith(preToolUseOutput("deny", messageForAgent(decision))),
  abort: (decision) => {
    const stopReason = messageForAgent(decision);
    return answerWith({ ...preToolUseOutput("deny", stopReason), continue: false, stopReason });
  },
};

/**
 * The event comes when the host is about to ask the person. Where we asked for that, or allowed and the host wants the person
 * all the same, silence leaves the question to them.
 */
const PERMISSION_REQUEST: HookAnswers = {
  allow: () => answerWith(permissionOutput({ behavior: "allow" })),
  ask: () => SILENCE,
  deny: (decision) => answerWith(permissionOutput({ behavior: "deny", message: messageForAgent(decision) })),
  abort: (decision) =>
    answerWith(permissionOutput({ behavior: "deny", message: messageForAgent(decision), interrupt: true })),
};
