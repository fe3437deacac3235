import { type Host, NO_PROJECT } from "../host.ts";
import { claudeHooks, filesAt, type HostFolder } from "../install/place.ts";
import { LAST_TRIED } from "../tried.ts";
import { codexNames } from "./names.ts";
import { codexPaths } from "./paths.ts";
import { codexProtocol } from "./protocol.ts";
import { begunIn, codexRecords, isSpawnedThread } from "./records.ts";
import { codexRules } from "./rules.ts";
import { codexSandbox, codexTerminal } from "./sandbox.ts";

const HOOKS = claudeHooks({
  host: "codex",
  events: [
    { event: "PreToolUse", matcher: "*", holds: true },
    { event: "PermissionRequest", matcher: "*", holds: true },
    { event: "UserPromptSubmit" },
    { event: "SessionStart" },
    // Only what a server returned is waited for: the agent is told what the probe found in it.
    { event: "PostToolUse", matcher: "mcp__.*" },
  ],
});

const HOLDS = { held: "host", writable: "hostWritable", off: undefined, unknown: undefined } as const;

const folder: HostFolder = ({ home, env }) => env.CODEX_HOME || `${home}/.codex`;

export const codex: Host = {
  name: "codex",
  title: "Codex CLI",
  program: "codex",
  checkedVersion: LAST_TRIED.codex.version,
  failsOpen: null,
  protocol: codexProtocol,
  names: codexNames,
  paths: codexPaths,
  rewriting: { event: "PreToolUse", tool: "Bash", rules: codexRules },
  holds: (event) => HOLDS[codexSandbox(event)],
  leavesOut: codexTerminal,
  locate: ({ record, event, kind }) => {
    const file = typeof record === "string" ? record : null;
    // An agent's own thread has the same events as the person's: only its file tells them apart.
    if (event === "UserPromptSubmit") return file !== null && isSpawnedThread(file) ? { subAgent: true } : {};
    // The event of a call names the directory the call chose: no session begins there.
    return kind === "call" ? { cwd: (file === null ? null : begunIn(file)) ?? NO_PROJECT } : {};
  },
  records: codexRecords,
  folder,
  install: {
    file: filesAt((at) => `${folder(at)}/hooks.json`, ".codex/hooks.json"),
    content: () => HOOKS,
    notes: [
      "Codex runs no hook you have not trusted, and says nothing about it in `exec`: start `codex` once and review the hooks, then check with `sallyport doctor codex`. After an update of Sallyport that changes the line, do it again.",
      "Run it with the sandbox read-only and approvals on request (`codex -s read-only -a on-request`, or `codex exec -s read-only --approve-for-me`): there a hook that fails lets nothing write. With workspace-write or without the sandbox a failing hook lets the call run: there the gate is advisory.",
      "What is typed into a running program (write_stdin) has no event: a call at a terminal (tty) is never proven harmless, and only the sandbox holds what is typed later.",
      "Nobody can be asked before a call runs inside the sandbox: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  doctor: async (check) => (await import("./doctor.ts")).examineCodex(check),
  traces: {
    variables: ["CODEX_SANDBOX", "CODEX_SANDBOX_NETWORK_DISABLED", "CODEX_THREAD_ID", "CODEX_CI"],
    programs: ["codex"],
    packages: ["@openai/codex"],
  },
  files: {
    directories: [".codex"],
    configDirectories: ["codex"],
    files: [],
    instructions: ["AGENTS.md", "AGENTS.override.md"],
  },
  // https://developers.openai.com/codex/guides/agents-md
  reads: {
    user: [[".codex/AGENTS.override.md", ".codex/AGENTS.md"]],
    project: [["AGENTS.override.md", "AGENTS.md"]],
    above: "repository",
    nested: [],
  },
};
