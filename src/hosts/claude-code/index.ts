import type { Host } from "../host.ts";
import { shellLine } from "../install/line.ts";
import { claudeHooks, filesAt, type HookContent, type HostFolder } from "../install/place.ts";
import { LAST_TRIED } from "../tried.ts";
import { claudeSavedRules } from "./allow-rules.ts";
import { claudeCodeNames } from "./names.ts";
import { claudeCodeProtocol, WAITED_FOR } from "./protocol.ts";
import { claudeCodeRecords } from "./records.ts";
import { claudeRules } from "./rules.ts";

const HOOKS = claudeHooks({
  host: "claude-code",
  events: [
    { event: "PreToolUse", matcher: "*", holds: true },
    { event: "PermissionRequest", matcher: "*", holds: true },
    { event: "UserPromptSubmit" },
    { event: "SessionStart" },
    // What comes back from a sub-agent or from outside is waited for: the agent is told what was found with it.
    { event: "PostToolUse", matcher: WAITED_FOR },
    { event: "PostToolUse", matcher: `^(?!(?:${WAITED_FOR})$)`, more: { async: true } },
    { event: "PostToolUseFailure", matcher: "*", more: { async: true } },
    { event: "SubagentStop" },
    // How `claude -p` ends, which prints nothing of what stopped it. The end of a session at a terminal has other names.
    { event: "SessionEnd", matcher: "other" },
  ],
});

/**
 * What the plugin starts: it has no way to pin anything itself, so the line stands in the person's own settings folder.
 * The plugin says "tell" at events for which no call waits.
 */
const PLUGIN_SCRIPT: HookContent = {
  kind: "whole",
  text: (pins) =>
    `#!/bin/sh
# Written by "sallyport install claude-code --plugin"; started by the plugin.
if [ "$1" = tell ]; then
${shellLine("claude-code", pins, "person")}
else
${shellLine("claude-code", pins, "call")}
fi
`,
};

const folder: HostFolder = ({ home, env }) => env.CLAUDE_CONFIG_DIR || `${home}/.claude`;

export const claudeCode: Host = {
  name: "claude-code",
  title: "Claude Code",
  program: "claude",
  checkedVersion: LAST_TRIED["claude-code"].version,
  failsOpen: null,
  protocol: claudeCodeProtocol,
  names: claudeCodeNames,
  rewriting: { event: "PreToolUse", tool: "Bash", rules: claudeRules },
  saved: claudeSavedRules,
  records: claudeCodeRecords,
  folder,
  install: {
    file: filesAt((at) => `${folder(at)}/settings.json`, ".claude/settings.local.json", {
      managed: ({ platform }) =>
        platform === "darwin"
          ? "/Library/Application Support/ClaudeCode/managed-settings.json"
          : "/etc/claude-code/managed-settings.json",
      plugin: ({ home }) => `${home}/.config/sallyport/hooks/claude-code.sh`,
    }),
    content: (scope) => (scope === "plugin" ? PLUGIN_SCRIPT : HOOKS),
    notes: [
      "Start Claude Code as you do: claude. Where nobody is there to answer: claude -p --permission-mode dontAsk. In both a hook that fails lets nothing run. Never start it with --dangerously-skip-permissions.",
      "A repository you have trusted can switch hooks of the person off (disableAllHooks). Where that matters, start with `claude --setting-sources user`, or install with --managed as root: managed hooks cannot be switched off.",
    ],
  },
  doctor: async (check) => (await import("./doctor.ts")).examineClaudeCode(check),
  traces: {
    variables: ["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"],
    programs: ["claude"],
    packages: ["@anthropic-ai/", "/claude/versions/"],
  },
  files: {
    directories: [".claude"],
    configDirectories: ["claude"],
    files: [".claude.json", ".mcp.json"],
    instructions: ["CLAUDE.md", "CLAUDE.local.md"],
  },
  // https://code.claude.com/docs/en/memory
  reads: {
    machine: ["/etc/claude-code/CLAUDE.md"],
    user: [[".claude/CLAUDE.md"]],
    project: [["CLAUDE.md"], [".claude/CLAUDE.md"], ["CLAUDE.local.md"]],
    above: "root",
    folders: [".claude/rules"],
    nested: ["CLAUDE.md", "CLAUDE.local.md"],
    imports: true,
  },
};
