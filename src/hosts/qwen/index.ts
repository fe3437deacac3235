import type { JsonObject } from "../../contract/action.ts";
import { isAllow } from "../../contract/allow.ts";
import { once } from "../../contract/kept.ts";
import type { HostPaths } from "../../contract/world.ts";
import { preToolUseOutput, readAsClaude, refuseAsClaude, warnAsClaude } from "../claude-protocol.ts";
import { answerWith, type Host, type HostProtocol } from "../host.ts";
import { claudeHooks, filesAt } from "../install/place.ts";
import { isObject, textIn } from "../json.ts";
import { messageForAgent } from "../message.ts";
import { CWD, type HostNames, row, type ToolRow, type ToolTable } from "../names.ts";
import { PLACES } from "../places.ts";
import { fileBehind } from "../spellings.ts";
import { LAST_TRIED } from "../tried.ts";
import { qwenFolder, qwenRecords } from "./records.ts";

// Qwen Code 0.24: its tools. MCP tools come as `mcp__server__tool` already.

const IGNORING = "respect_git_ignore respect_qwen_ignore file_filtering_options case_sensitive";

const TABLE: ToolTable = {
  run_shell_command: row("Bash", "command description timeout is_background:run_in_background", "", {
    fields: { directory: CWD, dir_path: CWD },
    prepare: asItRuns,
  }),
  read_file: row("Read", "file_path absolute_path:file_path offset limit pages"),
  write_file: row("Write", "file_path content", "record_as_artifact"),
  edit: row("Edit", "file_path old_string new_string replace_all", "instruction"),
  notebook_edit: row("NotebookEdit", "notebook_path cell_id cell_type edit_mode new_source"),
  glob: row("Glob", "pattern path", IGNORING),
  grep_search: row("Grep", "pattern path glob limit:head_limit", IGNORING),
  list_directory: row("LS", "path dir_path:path ignore", IGNORING),
  lsp: row("LSP", "operation filePath line character query"),
  web_fetch: row("WebFetch", "url prompt"),
  web_search: row("WebSearch", "query"),
  // Appends to a file that instructs every later session.
  save_memory: row("Write", "fact:content", "scope", { fixed: { file_path: "~/.qwen/QWEN.md" }, narrow: true }),
  todo_write: row("TodoWrite", "todos"),
  skill: row("Skill", "skill args"),
  agent: row(
    "Agent",
    "description prompt subagent_type run_in_background isolation",
    "fork_turns fork_tools fork_profile",
    { fields: { working_dir: CWD } },
  ),
  task: row("Agent", "description prompt subagent_type run_in_background isolation"),
  send_message: row("Agent", "message:prompt task_id:name to:name"),
  list_agents: row("TaskList"),
  task_stop: row("TaskStop", "task_id"),
  get_goal: row("TaskList", "", "", { narrow: true }),
  update_goal: row("TodoWrite", "", "status reason blockerKind", { narrow: true }),
  tool_search: row("ToolSearch", "query max_results"),
  ask_user_question: row("AskUserQuestion", "questions"),
  exit_plan_mode: row("ExitPlanMode", "plan"),
  enter_plan_mode: row("EnterPlanMode", "", "reason"),
};

const qwenNames: HostNames = {
  table: once(() => ({ ...TABLE, tool_call: through })),
};

/** Where it may run another command than the one we see, that stays undeclared. */
function asItRuns(input: JsonObject): JsonObject {
  return typeof input.command === "string" && mayBeMisplaced(input.command)
    ? { ...input, rewritten_by_host: true }
    : input;
}

/** A tool that calls another by its name is that other one. */
function through(input: JsonObject): ToolRow | undefined {
  const { name, arguments: given } = input;
  const inner = typeof name === "string" && Object.hasOwn(TABLE, name) ? TABLE[name] : undefined;
  if (inner === undefined || typeof inner === "function" || Object.keys(input).length > 2) return undefined;
  if (!isObject(given)) return undefined;
  const { prepare } = inner;
  return { ...inner, prepare: () => (prepare === undefined ? given : prepare(given)) };
}

// Qwen Code 0.24 puts a line with its own name into the message of `git commit` and the body of `gh pr create`, after its hooks
// were asked. It finds the message by a pattern, not by the shell's rules: a flag and a quote that stand inside another text
// lead it to put two ends of a line, and `<…>`, where the shell reads them as code (`… >"FILE"` empties any file).

const FLAGS = String.raw`(?:-[A-Za-z]*m|--message|--body|-b)[\s=]*`;
const CANDIDATE = new RegExp(`${FLAGS}["']`);
/** Inside a text, or at its end, where the closing quote follows. */
const MISTAKEN = new RegExp(`${FLAGS}(?:["']|$)`);

/** A message as agents write it, and what else a shell quotes without anything being nested in it. */
const PARTS = [
  String.raw`"\$\(cat <<'(?<end>\w+)'\n[^]*?\n\k<end>\n?\)"`,
  String.raw`"(?:[^"\\$${"`"}]|\\[^]|\$(?![({]))*"`,
  String.raw`'[^']*'(?:\\''[^']*')*`,
  String.raw`[^'"\\$${"`"}#<]|\\[^'"]|\$(?!['"])|(?<=\S)#|<(?!<)`,
];
const PART = new RegExp(PARTS.join("|"), "y");

/** True unless the line, if it is put anywhere, goes into the very text that the shell hands to the program. */
function mayBeMisplaced(command: string): boolean {
  if (!/commit|create/.test(command.replace(/[\\'"$\n]/g, "")) || !CANDIDATE.test(command)) return false;
  PART.lastIndex = 0;
  while (PART.lastIndex < command.length) {
    const part = PART.exec(command)?.[0];
    if (part === undefined) return true;
    if (/^["']/.test(part) && MISTAKEN.test(part.slice(1, -1))) return true;
  }
  return false;
}

/**
 * Qwen Code's events and answers: Claude Code's, with names of its own. An event does not say whether anybody is there, so nobody
 * is asked: what would be asked is denied, and the person approves it.
 */
const IDLE: ReadonlySet<string> = new Set([
  ...["PostToolUse", "PostToolUseFailure", "PostToolBatch", "Stop", "StopFailure", "SessionEnd", "Notification"],
  ...["SubagentStart", "SubagentStop", "PreCompact", "PostCompact", "PermissionDenied", "TodoCreated", "TodoCompleted"],
]);

const qwenProtocol: HostProtocol = {
  read: readAsClaude({
    host: "qwen",
    events: { PreToolUse: "call", UserPromptSubmit: "said", SessionStart: "started" },
    idle: IDLE,
    // Its own id of the event is made up; the call's is the one of its session file.
    action: (action, input) => {
      const toolUseId = textIn(input, "tool_call_id") ?? action.toolUseId;
      return { ...action, headless: true, ...(toolUseId === undefined ? {} : { toolUseId }) };
    },
  }),
  answer: (_event, { decision }) => {
    if (isAllow(decision))
      return answerWith(preToolUseOutput("allow", `Sallyport (${decision.by}): ${decision.reason}`));
    const reason = messageForAgent(decision);
    const ends = decision.behavior === "abort" ? { continue: false, stopReason: reason } : {};
    return answerWith({ ...preToolUseOutput("deny", reason), ...ends });
  },
  refuse: refuseAsClaude,
  warn: warnAsClaude,
};

// Qwen Code 0.24 takes blanks off both ends of a path and backslashes away before signs that a shell knows; `~\` is home too.

const ESCAPED = /\\([ \t()[\]{};|*?$`'"#&<>!~,])/g;

const qwenPaths: HostPaths = (text) => {
  const plain = unescaped(text);
  const home = plain.startsWith("~\\") ? [plain.replace(/[/\\]+/g, "/")] : [];
  // Its language server is asked by address.
  const address = /^file:/i.test(plain) ? [fileBehind(plain)] : [];
  // Its hooks are shown a path once done with, and a call within a call one that is not.
  return [plain, unescaped(plain), ...home, ...address];
};

const unescaped = (text: string): string => text.trim().replace(ESCAPED, "$1");

const HOOKS = claudeHooks({
  host: "qwen",
  comments: true,
  events: [
    { event: "PreToolUse", matcher: "*", holds: true },
    { event: "UserPromptSubmit" },
    { event: "SessionStart" },
  ],
  more: { name: "sallyport" },
});

export const qwen: Host = {
  name: "qwen",
  title: "Qwen Code",
  program: "qwen",
  checkedVersion: LAST_TRIED.qwen.version,
  failsOpen:
    "Qwen Code lets a call run when even the shell of its hook is killed or stopped; without --approval-mode yolo its own confirmation still stands.",
  protocol: qwenProtocol,
  names: qwenNames,
  paths: qwenPaths,
  records: qwenRecords,
  ...PLACES.qwen,
  install: {
    file: filesAt((at) => `${qwenFolder(at)}/settings.json`, ".qwen/settings.json"),
    content: () => HOOKS,
    notes: [
      "Run it with `--approval-mode yolo` to work without Qwen Code's own prompts: Sallyport then judges every call.",
      "Nobody is asked through Qwen Code: what would be asked is denied, and the person approves it with `sallyport approve`.",
    ],
  },
  // https://qwenlm.github.io/qwen-code-docs/en/users/configuration/settings
  reads: {
    user: [[".qwen/QWEN.md"], [".qwen/AGENTS.md"]],
    project: [["QWEN.md"], ["AGENTS.md"]],
    above: "repository",
    nested: ["QWEN.md", "AGENTS.md"],
    imports: true,
  },
};
