/**
 * Copilot CLI 1.0: the tools it offers, and older names. A shell session that is named keeps state between calls, so `sessionId`
 * and `shellId` stay undeclared.
 */
import type { JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { type HostNames, ignored, row, type ToolRow } from "../names.ts";
import { isPlainLook, isPlainWork } from "./sql.ts";

const RUNNING = [
  "command description timeout async:run_in_background",
  "mode detach initial_wait",
  { prepare: withBackground },
] as const;
const TYPED = row("BashInput", "shellId:id sessionId:id input:chars delay:timeout");
const LOOK = row("BashOutput", "shellId:shell_id sessionId:shell_id delay:timeout");
const STOP = row("TaskStop", "shellId:shell_id sessionId:shell_id");
const VIEW = row("Read", "path:file_path", "view_range forceReadLargeFiles");
const CREATE = row("Write", "path:file_path file_text:content");
const EDIT = row("Edit", "path:file_path old_str:old_string new_str:new_string");
const GREP = row("Grep", "pattern path paths glob output_mode -A -B -C -n -i type head_limit multiline", "", {
  prepare: listed,
});
const LOOKS = row("TaskList", "", "", { narrow: true });

export const copilotNames: HostNames = {
  table: once(() => ({
    bash: row("Bash", ...RUNNING),
    powershell: row("PowerShell", ...RUNNING),
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
    apply_patch: row("Patch", "input:patch patch"),
    grep: GREP,
    rg: GREP,
    glob: row("Glob", "pattern path paths", "", { prepare: listed }),
    web_fetch: row("WebFetch", "url", "max_length start_index raw"),
    web_search: row("WebSearch", "query"),
    task: row("Agent", "description prompt model name agent_type:subagent_type", "reasoning_effort context_tier mode"),
    write_agent: row("Agent", "message:prompt agent_id:name", "agent_ids scope"),
    read_agent: row("TaskOutput", "agent_id:task_id", "wait timeout since_turn"),
    list_agents: row("TaskList", "", "include_completed scope"),
    list_bash: LOOKS,
    list_powershell: LOOKS,
    fetch_copilot_cli_documentation: LOOKS,
    // The session's own lists, in a database of its own.
    sql: row("TodoWrite", "", "query description", { prepare: insideDatabase, narrow: true }),
    // What was said and done in earlier sessions: the agent's own records, with its own vendor or on this machine.
    session_store_sql: row("TaskList", "", "query description source", { prepare: onlySelects, narrow: true }),
    update_todo: row("TodoWrite", "todos"),
    report_intent: row("TodoWrite", "", "intent", { narrow: true }),
    ask_user: row("AskUserQuestion", "question:questions", "choices allow_freeform"),
    skill: row("Skill", "skill"),
    exit_plan_mode: row("ExitPlanMode", "summary:plan", "actions recommendedAction"),
  })),
};

/** `paths` is one place or a list of them. */
function listed(input: JsonObject): JsonObject {
  const { paths, ...rest } = input;
  return paths === undefined ? rest : { ...rest, paths: Array.isArray(paths) ? paths : [paths] };
}

/** Two ways of saying that it goes on beside the agent. */
function withBackground(input: JsonObject): JsonObject {
  const { mode = "sync", detach = false } = input;
  return mode === "sync" && detach === false ? input : { ...input, async: true };
}

const insideDatabase = (input: JsonObject): JsonObject | undefined =>
  typeof input.query === "string" && isPlainWork(input.query) ? input : undefined;

const onlySelects = (input: JsonObject): JsonObject | undefined =>
  typeof input.query === "string" && isPlainLook(input.query) ? input : undefined;

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
