import type { JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/kept.ts";
import type { Host } from "../host.ts";
import { shellLine } from "../install/line.ts";
import { claudeHooks, filesAt, type HookContent } from "../install/place.ts";
import { isObject } from "../json.ts";
import { type HostNames, row, type ToolRow, type ToolTable } from "../names.ts";
import { PLACES } from "../places.ts";
import { LAST_TRIED } from "../tried.ts";
import { claudeMirror } from "./mirror.ts";
import { claudeCodeProtocol, WAITED_FOR } from "./protocol.ts";
import { claudeCodeRecords } from "./records.ts";
import { claudeRules, claudeSavedRules } from "./rules.ts";

// Claude Code 2.1: the tools of its reference, current and older names.

const AGENT =
  "description prompt subagent_type model effort mode run_in_background isolation name team_name resume max_turns";
const PLAN = "plan allowedPrompts planFilePath";
const OUTPUT = "task_id block timeout wait_up_to agentId";
const STOP = "task_id shell_id bash_id";

const claudeCodeNames: HostNames = {
  table: once(() => ({
    ...newer(),
    Bash: row("Bash", "command timeout description run_in_background dangerouslyDisableSandbox allowed_domains"),
    PowerShell: row("PowerShell", "command timeout description run_in_background allowed_domains"),
    Monitor: (input) => (input.ws === undefined ? WATCHING : LISTENING),
    BashOutput: row("BashOutput", "bash_id shell_id filter block timeout wait_up_to"),
    KillShell: row("TaskStop", STOP),
    KillBash: row("TaskStop", STOP),
    Read: row("Read", "file_path offset limit pages", "allow_large"),
    NotebookRead: row("Read", "notebook_path:file_path", "cell_id", { narrow: true }),
    Edit: row("Edit", "file_path old_string new_string replace_all"),
    MultiEdit: row("MultiEdit", "file_path edits"),
    Write: row("Write", "file_path content"),
    NotebookEdit: row("NotebookEdit", "notebook_path cell_id cell_number cell_type edit_mode new_source"),
    Grep: row("Grep", "pattern path glob output_mode -A -B -C -n -i -o type head_limit multiline context offset", "", {
      prepare: dashAsText,
    }),
    Glob: row("Glob", "pattern path"),
    LS: row("LS", "path ignore"),
    LSP: row("LSP", "operation filePath line character query"),
    WebFetch: row("WebFetch", "url prompt", "offset"),
    WebSearch: row("WebSearch", "query allowed_domains blocked_domains"),
    Agent: row("Agent", AGENT),
    Task: row("Agent", AGENT),
    TaskOutput: row("TaskOutput", OUTPUT),
    AgentOutputTool: row("TaskOutput", OUTPUT),
    TaskStop: row("TaskStop", STOP),
    TaskCreate: row("TaskCreate", "subject description activeForm metadata"),
    TaskGet: row("TaskGet", "taskId"),
    TaskUpdate: row("TaskUpdate", "taskId status subject description activeForm owner metadata addBlocks addBlockedBy"),
    TaskList: row("TaskList"),
    TodoWrite: row("TodoWrite", "todos"),
    AskUserQuestion: row("AskUserQuestion", "questions answers annotations metadata"),
    EnterPlanMode: row("EnterPlanMode"),
    ExitPlanMode: row("ExitPlanMode", PLAN),
    exit_plan_mode: row("ExitPlanMode", PLAN),
    Skill: row("Skill", "skill args"),
    ToolSearch: row("ToolSearch", "query max_results"),
    ListMcpResourcesTool: row("ListMcpResources", "server"),
    ReadMcpResourceTool: row("ReadMcpResource", "server uri"),
    SendMessage: row("SendMessage", "to message summary type", "notify_when_idle"),
    TeamCreate: row("TeamCreate", "team_name description agent_type"),
    TeamDelete: row("TeamDelete"),
    CronCreate: row("CronCreate", "cron prompt recurring durable"),
    CronDelete: row("CronDelete", "id"),
    CronList: row("CronList"),
    EnterWorktree: row("EnterWorktree", "name path"),
    ExitWorktree: row("ExitWorktree", "action discard_changes"),
    Config: row("Config", "setting value"),
    Sleep: row("Sleep", "duration ms seconds duration_ms"),
    REPL: row("REPL", "code language description"),
  })),
};

/** What a command says, line by line. */
const WATCHING = row("Bash", "command description timeout_ms:timeout allowed_domains", "persistent", {
  narrow: true,
  fixed: { run_in_background: true },
});
/** What a socket of the web says, frame by frame: nothing is sent but the greeting. */
const LISTENING = row("WebFetch", "url", "description timeout_ms persistent", {
  narrow: true,
  prepare: ({ ws, ...rest }) =>
    isObject(ws) && typeof ws.url === "string" && /^wss?:/i.test(ws.url)
      ? { ...rest, ...ws, url: ws.url.replace(/^ws/i, "http") }
      : undefined,
});

/** What came with 2.1.197 and later. */
const newer = (): ToolTable => ({
  // Its two fields are "not available": what they would do is not known.
  ListAgents: row("TaskList", "", "cursor", { narrow: true, fields: { channel: UNSET, q: UNSET } }),
  // Shown to the person, and nothing else.
  ReportFindings: row("TodoWrite", "findings:todos", "level", { narrow: true }),
  Workflow: row("Agent", "prompt subagent_type resume", "description title", { narrow: true, prepare: workflow }),
  ScheduleWakeup: wakeup,
  // Keeps the loading of tools going; never to be called, and nothing happens if it is.
  DeferredToolPlaceholder: row("ToolSearch", "", "", { narrow: true }),
});

const UNSET = { only: ["", null] } as const;

/** What a workflow runs, by Claude Code's own order: the field that names it, and how it is shown. */
const WORKFLOWS: readonly (readonly [field: string, kind: string])[] = [
  ["scriptPath", "workflow file"],
  ["script", "workflow script"],
  ["name", "saved workflow"],
];

/** Agents started by a program: a delegation like any other. What is given besides what is run stays undeclared, and shown. */
function workflow({ resumeFromRunId, ...input }: JsonObject): JsonObject | undefined {
  const found = WORKFLOWS.find(([field]) => (input[field] ?? "") !== "");
  if (found === undefined || "prompt" in input || "subagent_type" in input || "resume" in input) return undefined;
  const { [found[0]]: runs = null, args, ...rest } = input;
  if (typeof runs !== "string") return undefined;
  return {
    ...rest,
    prompt: args === undefined ? runs : `${runs}\nargs: ${JSON.stringify(args)}`,
    subagent_type: found[1],
    ...(resumeFromRunId === undefined ? {} : { resume: resumeFromRunId }),
  };
}

/** Ending the loop is all that `stop` does where it stands alone; everything else is work for later. */
function wakeup(input: JsonObject): ToolRow | undefined {
  if (input.stop === true && Object.keys(input).length === 1) return row("TaskStop", "", "stop", { narrow: true });
  return row("CronCreate", "prompt cron", "reason noop", {
    fields: { stop: { only: [false] } },
    prepare: ({ delaySeconds, ...rest }) =>
      typeof delaySeconds === "number" && !("cron" in rest)
        ? { ...rest, cron: `once, in ${delaySeconds} seconds` }
        : undefined,
  });
}

/** Claude Code hands a pattern with a dash in front to its program as a pattern (`-e`): the same, in a form that is no option anywhere. */
function dashAsText(input: JsonObject): JsonObject {
  const { pattern } = input;
  return typeof pattern === "string" && pattern.startsWith("-")
    ? { ...input, pattern: `[-]${pattern.slice(1)}` }
    : input;
}

const HOOKS = claudeHooks({
  host: "claude-code",
  events: [
    { event: "PreToolUse", matcher: "*", holds: true },
    { event: "PermissionRequest", matcher: "*", holds: true },
    // What a session begins with is noted with its first prompt.
    { event: "UserPromptSubmit" },
    // What comes back from a sub-agent or from outside is waited for: the agent is told what was found with it.
    { event: "PostToolUse", matcher: WAITED_FOR, quiet: true },
    { event: "PostToolUse", matcher: `^(?!(?:${WAITED_FOR})$)`, quiet: true, more: { async: true } },
    // A call that was asked about and failed was let run all the same.
    { event: "PostToolUseFailure", matcher: "*", quiet: true, more: { async: true } },
    { event: "SubagentStop", quiet: true },
    // How `claude -p` ends, which prints nothing of what stopped it. The end of a session at a terminal has other names.
    { event: "SessionEnd", matcher: "other", quiet: true },
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

const { folder } = PLACES["claude-code"];

export const claudeCode: Host = {
  name: "claude-code",
  title: "Claude Code",
  program: "claude",
  checkedVersion: LAST_TRIED["claude-code"].version,
  faults: [
    {
      before: "2.1.222",
      says: "agents in the background may run what a hook has not let pass",
    },
    { before: "2.1.321", says: "a question that a hook wants asked may get lost, and the call then runs" },
  ],
  failsOpen: null,
  protocol: claudeCodeProtocol,
  names: claudeCodeNames,
  rewriting: { event: "PreToolUse", tool: "Bash", rules: claudeRules },
  saved: claudeSavedRules,
  get records() {
    return claudeCodeRecords;
  },
  ...PLACES["claude-code"],
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
  mirror: claudeMirror(() => claudeCodeNames.table()),
  doctor: async (check) => (await import("./doctor.ts")).examineClaudeCode(check),
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
