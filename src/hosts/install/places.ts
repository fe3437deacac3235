/** Where each host keeps its hooks, what stands there for us, and what the person has to know. Data. */
import type { JsonObject } from "../../contract/action.ts";
import type { HostName } from "../host.ts";
import type { Entry } from "./edit.ts";
import { hostTimeoutSeconds, type Pins, shellLine } from "./line.ts";
import { pluginSource } from "./opencode-plugin.ts";

export const SCOPES = ["user", "project", "managed", "plugin"] as const;
export type Scope = (typeof SCOPES)[number];

export interface Surroundings {
  readonly home: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
}

export interface Placement {
  readonly title: string;
  /** The program whose version is asked for. */
  readonly program: string;
  /** Undefined where the host has no such scope. */
  readonly file: (scope: Scope, at: Surroundings) => string | undefined;
  /** Entries among others in a JSON file, or a file that is all ours. */
  readonly content: (
    scope: Scope,
  ) =>
    | { readonly kind: "entries"; readonly entries: (pins: Pins) => readonly Entry[]; readonly start: JsonObject }
    | { readonly kind: "whole"; readonly text: (pins: Pins) => string };
  /** Why a failing hook may let a call run; null where it cannot, in the mode named. */
  readonly advisory: string | null;
  /** What the person must know or do, in order. */
  readonly notes: readonly string[];
}

type At = (at: Surroundings) => string;

const under =
  (user: At, project: string, more: Partial<Record<Scope, At>> = {}): Placement["file"] =>
  (scope, at) =>
    scope === "user" ? user(at) : scope === "project" ? `${at.cwd}/${project}` : more[scope]?.(at);

/** `[event, matcher]`; Claude Code's shape, which Codex and Gemini share. */
const events =
  (
    host: HostName,
    list: readonly (readonly [string, string | null, JsonObject?])[],
    timeout: (pins: Pins) => number,
    more: JsonObject = {},
  ) =>
  (pins: Pins): readonly Entry[] =>
    list.map(([event, matcher, own = {}]) => ({
      at: ["hooks", event],
      value: {
        ...(matcher === null ? {} : { matcher }),
        hooks: [{ type: "command", ...more, command: shellLine(host, pins), timeout: timeout(pins), ...own }],
      },
    }));

const CLAUDE_ENTRIES = {
  kind: "entries",
  start: {},
  entries: events(
    "claude-code",
    [
      ["PreToolUse", "*"],
      ["PermissionRequest", "*"],
      ["UserPromptSubmit", null],
      ["SessionStart", null],
      ["PostToolUse", "*", { async: true }],
      ["SubagentStop", null],
    ],
    hostTimeoutSeconds,
  ),
} as const;

/** What the plugin starts: it has no way to pin anything itself, so the line stands in the person's own settings folder. */
const PLUGIN_SCRIPT = {
  kind: "whole",
  text: (pins: Pins) =>
    `#!/bin/sh\n# Written by "sallyport install claude-code --plugin"; started by the plugin.\n${shellLine("claude-code", pins)}\n`,
} as const;

export const PLACEMENTS: Readonly<Record<HostName, Placement>> = {
  "claude-code": {
    title: "Claude Code",
    program: "claude",
    file: under(
      ({ home, env }) => `${env.CLAUDE_CONFIG_DIR || `${home}/.claude`}/settings.json`,
      ".claude/settings.local.json",
      {
        managed: ({ platform }) =>
          platform === "darwin"
            ? "/Library/Application Support/ClaudeCode/managed-settings.json"
            : "/etc/claude-code/managed-settings.json",
        plugin: ({ home }) => `${home}/.config/sallyport/hooks/claude-code.sh`,
      },
    ),
    content: (scope) => (scope === "plugin" ? PLUGIN_SCRIPT : CLAUDE_ENTRIES),
    advisory: null,
    notes: [
      "Run it in the mode default (a person is there) or dontAsk (nobody is): there a hook that fails lets nothing run. Never with bypassPermissions.",
      "A repository you have trusted can switch hooks of the person off (disableAllHooks). Where that matters, start with `claude --setting-sources user`, or install with --managed as root: managed hooks cannot be switched off.",
    ],
  },
  codex: {
    title: "Codex CLI",
    program: "codex",
    file: under(({ home, env }) => `${env.CODEX_HOME || `${home}/.codex`}/hooks.json`, ".codex/hooks.json"),
    content: () => ({
      kind: "entries",
      start: {},
      entries: events(
        "codex",
        [
          ["PreToolUse", "*"],
          ["PermissionRequest", "*"],
          ["UserPromptSubmit", null],
          ["SessionStart", null],
        ],
        hostTimeoutSeconds,
      ),
    }),
    advisory: null,
    notes: [
      "Codex runs no hook you have not trusted, and says nothing about it in `exec`: start `codex` once and review the hooks, then check with `sallyport doctor codex`. After an update of Sallyport that changes the line, do it again.",
      "Run it with the sandbox read-only and approvals on request (`codex -s read-only -a on-request`, or `codex exec -s read-only --approve-for-me`): there a hook that fails lets nothing write. With workspace-write or without the sandbox a failing hook lets the call run: there the gate is advisory.",
      "Nobody can be asked before a call runs inside the sandbox: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  gemini: {
    title: "Gemini CLI",
    program: "gemini",
    file: under(({ home }) => `${home}/.gemini/settings.json`, ".gemini/settings.json"),
    content: () => ({
      kind: "entries",
      start: {},
      entries: events(
        "gemini",
        [
          ["BeforeTool", "*"],
          ["BeforeAgent", "*"],
        ],
        (pins) => hostTimeoutSeconds(pins) * 1000,
        { name: "sallyport" },
      ),
    }),
    advisory:
      "Gemini CLI lets a call run when its hook cannot be started or is killed, and its own confirmation is off in every mode that works without prompts.",
    notes: [
      "A hook's allow does not skip Gemini's own confirmation: to work without prompts, let its policy allow (for example a rule in ~/.gemini/policies) and leave the refusing to Sallyport.",
      "Nobody is asked through Gemini, because that hangs where nobody is there: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  opencode: {
    title: "OpenCode",
    program: "opencode",
    file: under(
      ({ home, env }) => `${env.XDG_CONFIG_HOME || `${home}/.config`}/opencode/plugins/sallyport.js`,
      ".opencode/plugins/sallyport.js",
    ),
    content: () => ({ kind: "whole", text: pluginSource }),
    advisory:
      "OpenCode goes on without a word when a plugin does not load, and a repository's own plugins run inside it, unasked.",
    notes: [
      "Check with `sallyport doctor opencode` that the plugin is live.",
      "Nobody can be asked from the plugin: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  copilot: {
    title: "Copilot CLI",
    program: "copilot",
    file: under(({ home }) => `${home}/.copilot/hooks/sallyport.json`, ".github/hooks/sallyport.json"),
    content: () => ({
      kind: "whole",
      text: (pins) => {
        const hook = { type: "command", bash: shellLine("copilot", pins), timeoutSec: hostTimeoutSeconds(pins) };
        return `${JSON.stringify({ version: 1, hooks: { preToolUse: [hook], userPromptSubmitted: [hook] } }, null, 2)}\n`;
      },
    }),
    advisory: "By its documentation Copilot CLI denies when a hook crashes but lets the call run when it times out.",
    notes: ["Written from Copilot's documentation and not yet run against it: watch it with `shadow: true` first."],
  },
  cursor: {
    title: "Cursor",
    program: "cursor",
    file: under(({ home }) => `${home}/.cursor/hooks.json`, ".cursor/hooks.json"),
    content: () => ({
      kind: "entries",
      start: { version: 1 },
      entries: (pins) => {
        const hook = { command: shellLine("cursor", pins), timeout: hostTimeoutSeconds(pins) };
        return [
          { at: ["hooks", "beforeShellExecution"], value: { ...hook, failClosed: true } },
          { at: ["hooks", "beforeMCPExecution"], value: { ...hook, failClosed: true } },
          { at: ["hooks", "beforeSubmitPrompt"], value: hook },
        ];
      },
    }),
    advisory: "Cursor's own edits and reads do not come to these events: only commands and MCP calls are judged.",
    notes: ["Written from Cursor's documentation and not yet run against it: watch it with `shadow: true` first."],
  },
};
