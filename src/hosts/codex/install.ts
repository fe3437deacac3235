import { hostTimeoutSeconds } from "../install/line.ts";
import { claudeHooks, filesAt, type HostInstall } from "../install/place.ts";

const HOOKS = claudeHooks({
  host: "codex",
  events: [
    { event: "PreToolUse", matcher: "*" },
    { event: "PermissionRequest", matcher: "*" },
    { event: "UserPromptSubmit" },
    { event: "SessionStart" },
  ],
  timeout: hostTimeoutSeconds,
});

export const codexInstall: HostInstall = {
  file: filesAt(({ home, env }) => `${env.CODEX_HOME || `${home}/.codex`}/hooks.json`, ".codex/hooks.json"),
  content: () => HOOKS,
  notes: [
    "Codex runs no hook you have not trusted, and says nothing about it in `exec`: start `codex` once and review the hooks, then check with `sallyport doctor codex`. After an update of Sallyport that changes the line, do it again.",
    "Run it with the sandbox read-only and approvals on request (`codex -s read-only -a on-request`, or `codex exec -s read-only --approve-for-me`): there a hook that fails lets nothing write. With workspace-write or without the sandbox a failing hook lets the call run: there the gate is advisory.",
    "Nobody can be asked before a call runs inside the sandbox: what would be asked is denied, and the person approves it with `sallyport approve`.",
  ],
};
