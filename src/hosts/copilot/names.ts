/**
 * Copilot CLI: tools of its documentation. A shell session that is named keeps state between calls, so `sessionId`
 * and `shellId` stay undeclared.
 */

import type { JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { type HostNames, ignored, same, type ToolRow, type ToolTable } from "../names.ts";

const RUNNING = {
  ...same("command description timeout"),
  async: "run_in_background",
  ...ignored("mode detach initial_wait"),
};
const TYPED: ToolRow = {
  to: "BashInput",
  fields: { shellId: "id", sessionId: "id", input: "chars", delay: "timeout" },
};
const LOOK: ToolRow = { to: "BashOutput", fields: { shellId: "shell_id", sessionId: "shell_id", delay: "timeout" } };
const STOP: ToolRow = { to: "TaskStop", fields: { shellId: "shell_id", sessionId: "shell_id" } };
const VIEW: ToolRow = { to: "Read", fields: { path: "file_path", ...ignored("view_range forceReadLargeFiles") } };
const CREATE: ToolRow = { to: "Write", fields: { path: "file_path", file_text: "content" } };
const EDIT: ToolRow = { to: "Edit", fields: { path: "file_path", old_str: "old_string", new_str: "new_string" } };
const GREP: ToolRow = {
  to: "Grep",
  fields: same("pattern path glob output_mode -A -B -C -n -i type head_limit multiline"),
};

const TABLE = once(
  (): ToolTable => ({
    bash: { to: "Bash", fields: RUNNING },
    powershell: { to: "PowerShell", fields: RUNNING },
    write_bash: TYPED,
    write_powershell: TYPED,
    read_bash: LOOK,
    read_powershell: LOOK,
    stop_bash: STOP,
    stop_powershell: STOP,
    view: VIEW,
    create: CREATE,
    edit: EDIT,
    str_replace_editor: editor,
    apply_patch: { to: "Patch", fields: { input: "patch", patch: "patch" } },
    grep: GREP,
    rg: GREP,
    glob: { to: "Glob", fields: same("pattern path") },
    web_fetch: { to: "WebFetch", fields: { url: "url", ...ignored("max_length start_index raw") } },
    web_search: { to: "WebSearch", fields: same("query") },
    task: { to: "Agent", fields: { ...same("description prompt model name"), agent_type: "subagent_type" } },
    read_agent: { to: "TaskOutput", fields: { agent_id: "task_id", ...ignored("wait timeout since_turn") } },
    list_agents: { to: "TaskList", fields: ignored("include_completed") },
    update_todo: { to: "TodoWrite", fields: same("todos") },
    report_intent: { to: "TodoWrite", fields: ignored("intent") },
    ask_user: { to: "AskUserQuestion", fields: { question: "questions", ...ignored("choices allow_freeform") } },
    skill: { to: "Skill", fields: same("skill") },
    exit_plan_mode: { to: "ExitPlanMode", fields: { summary: "plan", ...ignored("actions recommendedAction") } },
  }),
);

export const copilotNames: HostNames = { table: TABLE };

/** One name for four tools: its `command` says which. */
function editor(input: JsonObject): ToolRow | undefined {
  const rows: Readonly<Record<string, ToolRow>> = {
    view: VIEW,
    create: CREATE,
    str_replace: EDIT,
    insert: { ...EDIT, fields: { ...EDIT.fields, ...ignored("insert_line") } },
  };
  const command = typeof input.command === "string" ? input.command : "";
  const row = Object.hasOwn(rows, command) ? rows[command] : undefined;
  return row === undefined ? undefined : { ...row, fields: { ...row.fields, command: null } };
}
