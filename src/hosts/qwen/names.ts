/** Qwen Code 0.24: its tools. MCP tools come as `mcp__server__tool` already. */
import type { JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { isObject } from "../json.ts";
import { CWD, type HostNames, row, type ToolRow, type ToolTable } from "../names.ts";
import { mayBeMisplaced } from "./trailer.ts";

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

export const qwenNames: HostNames = {
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
