/** Claude Code 2.1: the tools of its reference, current and older names. */
import { once } from "../../contract/once.ts";
import { type HostNames, ignored, same, type ToolTable } from "../names.ts";

const READ = same("file_path offset limit pages");
const GREP = same("pattern path glob output_mode -A -B -C -n -i -o type head_limit multiline context offset");
const AGENT = same(
  "description prompt subagent_type model mode run_in_background isolation name team_name resume max_turns",
);
const PLAN = same("plan allowedPrompts planFilePath");
const SHELL = same("command timeout description run_in_background dangerouslyDisableSandbox");
const OUTPUT = same("task_id block timeout wait_up_to agentId");
const STOP = same("task_id shell_id bash_id");

const TABLE = once(
  (): ToolTable => ({
    Bash: { to: "Bash", fields: SHELL },
    PowerShell: { to: "PowerShell", fields: same("command timeout description run_in_background") },
    Monitor: {
      to: "Bash",
      fields: { ...same("command description"), timeout_ms: "timeout", ...ignored("persistent") },
    },
    BashOutput: { to: "BashOutput", fields: same("bash_id shell_id filter block timeout wait_up_to") },
    KillShell: { to: "TaskStop", fields: STOP },
    KillBash: { to: "TaskStop", fields: STOP },
    Read: { to: "Read", fields: READ },
    NotebookRead: { to: "Read", fields: { notebook_path: "file_path", ...ignored("cell_id") } },
    Edit: { to: "Edit", fields: same("file_path old_string new_string replace_all") },
    MultiEdit: { to: "MultiEdit", fields: same("file_path edits") },
    Write: { to: "Write", fields: same("file_path content") },
    NotebookEdit: {
      to: "NotebookEdit",
      fields: same("notebook_path cell_id cell_number cell_type edit_mode new_source"),
    },
    Grep: { to: "Grep", fields: GREP },
    Glob: { to: "Glob", fields: same("pattern path") },
    LS: { to: "LS", fields: same("path ignore") },
    LSP: { to: "LSP", fields: same("operation filePath line character query") },
    WebFetch: { to: "WebFetch", fields: same("url prompt") },
    WebSearch: { to: "WebSearch", fields: same("query allowed_domains blocked_domains") },
    Agent: { to: "Agent", fields: AGENT },
    Task: { to: "Agent", fields: AGENT },
    TaskOutput: { to: "TaskOutput", fields: OUTPUT },
    AgentOutputTool: { to: "TaskOutput", fields: OUTPUT },
    TaskStop: { to: "TaskStop", fields: STOP },
    TaskCreate: { to: "TaskCreate", fields: same("subject description activeForm metadata") },
    TaskGet: { to: "TaskGet", fields: same("taskId") },
    TaskUpdate: {
      to: "TaskUpdate",
      fields: same("taskId status subject description activeForm owner metadata addBlocks addBlockedBy"),
    },
    TaskList: { to: "TaskList", fields: {} },
    TodoWrite: { to: "TodoWrite", fields: same("todos") },
    AskUserQuestion: { to: "AskUserQuestion", fields: same("questions answers metadata") },
    EnterPlanMode: { to: "EnterPlanMode", fields: {} },
    ExitPlanMode: { to: "ExitPlanMode", fields: PLAN },
    exit_plan_mode: { to: "ExitPlanMode", fields: PLAN },
    Skill: { to: "Skill", fields: same("skill args") },
    ToolSearch: { to: "ToolSearch", fields: same("query max_results") },
    ListMcpResourcesTool: { to: "ListMcpResources", fields: same("server") },
    ReadMcpResourceTool: { to: "ReadMcpResource", fields: same("server uri") },
    SendMessage: { to: "SendMessage", fields: same("to message summary type") },
    TeamCreate: { to: "TeamCreate", fields: same("team_name description agent_type") },
    TeamDelete: { to: "TeamDelete", fields: {} },
    CronCreate: { to: "CronCreate", fields: same("cron prompt recurring durable") },
    CronList: { to: "CronList", fields: {} },
    Config: { to: "Config", fields: same("setting value") },
    Sleep: { to: "Sleep", fields: same("duration ms seconds duration_ms") },
    REPL: { to: "REPL", fields: same("code language description") },
  }),
);

export const claudeCodeNames: HostNames = { table: TABLE };
