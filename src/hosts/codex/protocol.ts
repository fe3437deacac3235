/**
 * Codex CLI's events and answers. Its schema is strict: one key too many and the answer is void, and the call runs.
 * `PreToolUse` can only deny, so nobody can be asked there; `PermissionRequest` comes where the person or a reviewer would
 * decide, and silence leaves it to them.
 */
import { isAllow } from "../../contract/allow.ts";
import type { Decision, Held } from "../../contract/decision.ts";
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
import { messageForAgent } from "../message.ts";

const IDLE: ReadonlySet<string> = new Set([
  "Stop",
  "SessionEnd",
  "SubagentStart",
  "SubagentStop",
  "PreCompact",
  "PostCompact",
]);

export const codexProtocol: HostProtocol = {
  // Its `bypassPermissions` is every run without approvals, `exec` among them: nothing to warn of.
  read: readAsClaude({
    host: "codex",
    events: {
      PreToolUse: "call",
      PermissionRequest: "call",
      PostToolUse: "ran",
      UserPromptSubmit: "said",
      SessionStart: "started",
    },
    idle: IDLE,
    action: (action) => ({ ...action, headless: action.event === "PreToolUse" || action.headless === true }),
  }),
  answer: (given, judgement) => {
    const { decision } = judgement;
    if (given.event === "PermissionRequest") return answerBy(PERMISSION_REQUEST, decision);
    const input = rewritten(given, judgement);
    return isAllow(decision) && input !== undefined
      ? answerWith(preToolUseOutput("allow", `Sallyport (${decision.by}): ${decision.reason}`, input))
      : answerPreToolUse(decision);
  },
  refuse: refuseAsClaude,
  warn: warnAsClaude,
  tellAgent: tellAt("PostToolUse"),
};

const answerPreToolUse = (decision: Decision): HookAnswer =>
  isAllow(decision) ? SILENCE : answerWith(preToolUseOutput("deny", messageForAgent(decision)));

const denyPermission = (decision: Held): HookAnswer =>
  answerWith(permissionOutput({ behavior: "deny", message: messageForAgent(decision) }));

const PERMISSION_REQUEST: HookAnswers = {
  allow: () => answerWith(permissionOutput({ behavior: "allow" })),
  ask: () => SILENCE,
  deny: denyPermission,
  abort: denyPermission,
};
