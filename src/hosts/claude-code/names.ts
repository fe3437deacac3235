/** Claude Code 2.1: the tools of its reference, current and older names. */
import { once } from "../../contract/once.ts";
import { type HostNames, row } from "../names.ts";

const AGENT = "description prompt subagent_type model mode run_in_background isolation name team_name resume max_turns";
const PLAN = "plan allowedPrompts planFilePath";
const OUTPUT = "task_id block timeout wait_up_to agentId";
const STOP = "task_id shell_id bash_id";

export const claudeCodeNames: HostNames = {
  table: once(() => ({
    Bash: row("Bash", "command timeout description run_in_background dangerouslyDisableSandbox"),
    PowerShell: row("PowerShell", "command timeout description run_in_background"),
    Monitor: row("Bash", "command description timeout_ms:timeout", "persistent", {
      narrow: true,
      fixed: { run_in_background: true },
    }),
    BashOutput: row("BashOutput", "bash_id shell_id filter block timeout wait_up_to"),
    KillShell: row("TaskStop", STOP),
    KillBash: row("TaskStop", STOP),
    Read: row("Read", "file_path offset limit pages", "allow_large"),
    NotebookRead: row("Read", "notebook_path:file_path", "cell_id", { narrow: true }),
    Edit: row("Edit", "file_path old_string new_string replace_all"),
    MultiEdit: row("MultiEdit", "file_path edits"),
    Write: row("Write", "file_path content"),
    NotebookEdit: row("NotebookEdit", "notebook_path cell_id cell_number cell_type edit_mode new_source"),
    Grep: row("Grep", "pattern path glob output_mode -A -B -C -n -i -o type head_limit multiline context offset"),
    Glob: row("Glob", "pattern path"),
    LS: row("LS", "path ignore"),
    LSP: row("LSP", "operation filePath line character query"),
    WebFetch: row("WebFetch", "url prompt"),
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
    ListAgents: row("TaskList", "", "", { narrow: true }),
    TodoWrite: row("TodoWrite", "todos"),
    AskUserQuestion: row("AskUserQuestion", "questions answers annotations metadata"),
    EnterPlanMode: row("EnterPlanMode"),
    ExitPlanMode: row("ExitPlanMode", PLAN),
    exit_plan_mode: row("ExitPlanMode", PLAN),
    Skill: row("Skill", "skill args"),
    ToolSearch: row("ToolSearch", "query max_results"),
    ListMcpResourcesTool: row("ListMcpResources", "server"),
    ReadMcpResourceTool: row("ReadMcpResource", "server uri"),
    SendMessage: row("SendMessage", "to message summary type"),
    TeamCreate: row("TeamCreate", "team_name description agent_type"),
    TeamDelete: row("TeamDelete"),
    CronCreate: row("CronCreate", "cron prompt recurring durable"),
    CronList: row("CronList"),
    Config: row("Config", "setting value"),
    Sleep: row("Sleep", "duration ms seconds duration_ms"),
    REPL: row("REPL", "code language description"),
  })),
};
