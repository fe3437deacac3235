/** Codex CLI: the tools the model calls, and `Bash` and `apply_patch` as its hooks name them (text in `command`). */
import { once } from "../../contract/once.ts";
import { CWD, type FieldRule, type HostNames, ignored, same, type ToolRow, type ToolTable } from "../names.ts";
import { withCommand } from "./argv.ts";

const SHELLS = { only: ["bash", "/bin/bash", "/usr/bin/bash", "sh", "/bin/sh", "/usr/bin/sh"] };
const RUNNING: Readonly<Record<string, FieldRule>> = {
  workdir: CWD,
  timeout_ms: "timeout",
  yield_time_ms: "timeout",
  ...same("sandbox_permissions with_escalated_permissions"),
  justification: "description",
  shell: SHELLS,
  ...ignored("max_output_tokens login tty"),
};
const SHELL: ToolRow = { to: "Bash", fields: { command: "command", ...RUNNING }, prepare: withCommand("command") };
/** Text that makes another agent work is a hand-off, however it is delivered. */
const HAND_OFF: ToolRow = {
  to: "Agent",
  fields: {
    message: "prompt",
    agent_type: "subagent_type",
    task_name: "name",
    target: "name",
    ...same("model"),
    ...ignored("interrupt reasoning_effort"),
  },
};
const CODE: ToolRow = { to: "REPL", fields: { code: "code", input: "code" } };

const TABLE = once(
  (): ToolTable => ({
    Bash: { to: "Bash", fields: same("command description") },
    exec_command: { to: "Bash", fields: { cmd: "command", ...RUNNING } },
    shell: SHELL,
    "container.exec": SHELL,
    shell_command: { to: "Bash", fields: { command: "command", ...RUNNING } },
    local_shell: { ...SHELL, fields: { ...SHELL.fields, working_directory: CWD } },
    write_stdin: {
      to: "BashInput",
      fields: { session_id: "id", chars: "chars", yield_time_ms: "timeout", ...ignored("max_output_tokens") },
    },
    apply_patch: { to: "Patch", fields: { input: "patch", command: "patch", patch: "patch" } },
    update_plan: { to: "update_plan", fields: same("plan explanation") },
    view_image: { to: "Read", fields: { path: "file_path", ...ignored("detail") } },
    read_file: { to: "Read", fields: { ...same("file_path offset limit"), ...ignored("mode indentation") } },
    list_dir: { to: "LS", fields: { dir_path: "path", ...ignored("offset limit"), depth: { only: [1] } } },
    grep_files: { to: "Grep", fields: { ...same("pattern path"), include: "glob", limit: "head_limit" } },
    web_search: { to: "WebSearch", fields: same("query") },
    js_repl: CODE,
    exec: CODE,
    spawn_agent: HAND_OFF,
    send_input: HAND_OFF,
    assign_task: HAND_OFF,
    followup_task: HAND_OFF,
    send_message: { to: "SendMessage", fields: { target: "to", message: "message" } },
    wait_agent: { to: "TaskOutput", fields: ignored("ids targets timeout_ms") },
    close_agent: { to: "TaskStop", fields: { target: "task_id", id: "task_id" } },
    list_agents: { to: "TaskList", fields: ignored("path_prefix") },
    request_user_input: { to: "AskUserQuestion", fields: same("questions") },
    tool_search: { to: "ToolSearch", fields: same("query limit") },
    list_mcp_resources: { to: "ListMcpResources", fields: { server: "server", ...ignored("cursor") } },
    list_mcp_resource_templates: { to: "ListMcpResources", fields: { server: "server", ...ignored("cursor") } },
    read_mcp_resource: { to: "ReadMcpResource", fields: same("server uri") },
  }),
);

export const codexNames: HostNames = { table: TABLE };
