/** Droid's events and answers: Claude Code's, with names and modes of its own. */

import type { Held } from "../../contract/decision.ts";
import { preToolUseOutput, readAsClaude, refuseAsClaude, warnAsClaude } from "../claude-protocol.ts";
import { answerBy, answerWith, type HookAnswer, type HookAnswers, type HostProtocol } from "../host.ts";
import { messageForAgent, messageForPerson } from "../message.ts";

const IDLE: ReadonlySet<string> = new Set([
  ...["PostToolUse", "Notification", "Stop", "SubagentStop", "PreCompact", "SessionEnd"],
]);

const deny = (decision: Held): HookAnswer => answerWith(preToolUseOutput("deny", messageForAgent(decision)));

const ANSWERS: HookAnswers = {
  allow: ({ by, reason }) => answerWith(preToolUseOutput("allow", `Sallyport (${by}): ${reason}`)),
  ask: (decision) => answerWith(preToolUseOutput("ask", messageForPerson(decision))),
  deny,
  abort: deny,
};

export const droidProtocol: HostProtocol = {
  read: readAsClaude({
    host: "droid",
    events: { PreToolUse: "call", UserPromptSubmit: "said", SessionStart: "started" },
    idle: IDLE,
    // Its own name for planning.
    action: (action, input) =>
      input.permission_mode === "spec" ? { ...action, mode: "plan", onlyTighter: true } : action,
  }),
  answer: (_event, { decision }) => answerBy(ANSWERS, decision),
  refuse: refuseAsClaude,
  warn: warnAsClaude,
};
