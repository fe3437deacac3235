/**
 * Cline 3: its tools. Several of them take a list; our plugin asks about each element by itself, so that here a list has one.
 * MCP tools come as `server__tool`.
 */
import type { Json, JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { isObject } from "../json.ts";
import { type HostNames, mcpName, row, type ToolRow } from "../names.ts";

const LOOKS = row("TaskList", "", "status agentId includeCompleted runId unreadOnly", { narrow: true });
const NOTES = row("TodoWrite", "", "title requiredSections outcomeId section sourceRunId content fragmentId approved", {
  narrow: true,
});

export const clineNames: HostNames = {
  table: once(() => ({
    run_commands: row("Bash", "command", "", { prepare: only("commands", (command) => ({ command })) }),
    read_files: row("Read", "path:file_path", "start_line end_line", { prepare: only("files", pathOf) }),
    search_codebase: row("Grep", "pattern", "", { prepare: only("queries", (pattern) => ({ pattern })) }),
    fetch_web_content: row("WebFetch", "url prompt", "", { prepare: only("requests", (one) => one) }),
    editor,
    apply_patch: row("Patch", "input:patch patch"),
    ask_question: row("AskUserQuestion", "question:questions", "options"),
    skills: row("Skill", "skill name:skill args"),
    spawn_agent: row("Agent", "task:prompt systemPrompt:mode"),
    team_spawn_teammate: row("Agent", "rolePrompt:prompt agentId:name", "", { narrow: true }),
    team_run_task: row("Agent", "task:prompt agentId:name", "taskId runMode continueConversation", { narrow: true }),
    team_send_message: row("SendMessage", "toAgentId:to body:message subject:summary", "taskId"),
    team_broadcast: row("SendMessage", "body:message subject:summary", "taskId", { fixed: { to: "all" } }),
    team_task: row("TodoWrite", "", "action title description dependsOn assignee status taskId summary reason", {
      narrow: true,
    }),
    team_mission_log: row("TodoWrite", "", "kind summary taskId evidence nextAction", { narrow: true }),
    team_shutdown_teammate: row("TaskStop", "agentId:task_id", "reason", { narrow: true }),
    team_cancel_run: row("TaskStop", "runId:task_id", "reason", { narrow: true }),
    team_status: LOOKS,
    team_list_runs: LOOKS,
    team_await_runs: LOOKS,
    team_read_mailbox: LOOKS,
    team_list_outcomes: LOOKS,
    team_cleanup: row("TeamDelete"),
    team_create_outcome: NOTES,
    team_attach_outcome_fragment: NOTES,
    team_review_outcome_fragment: NOTES,
    team_finalize_outcome: NOTES,
    submit_and_exit: row("TodoWrite", "", "summary verified", { narrow: true }),
  })),
  mcp: (tool, input) => {
    const [server = "", ...rest] = tool.split("__");
    const known = rest.length === 0 ? undefined : mcpName({ server, tool: rest.join("__") });
    return known === undefined ? undefined : { tool: known, input };
  },
};

/** The one element of a list, and nothing beside it. */
const only =
  (name: string, shape: (element: Json) => Json | undefined) =>
  (input: JsonObject): JsonObject | undefined => {
    const list = input[name];
    const [element, ...others] = Array.isArray(list) ? list : [];
    if (element === undefined || others.length > 0 || Object.keys(input).length > 1) return undefined;
    const shaped = shape(element);
    return isObject(shaped) ? shaped : undefined;
  };

const pathOf = (one: Json): Json | undefined => (typeof one === "string" ? { path: one } : one);

/** With a text to replace it edits, with a line it inserts; else it makes the file. */
function editor({ old_text, insert_line }: JsonObject): ToolRow | undefined {
  if ((insert_line ?? null) !== null) return row("Edit", "path:file_path new_text:new_string", "old_text insert_line");
  return (old_text ?? null) === null
    ? row("Write", "path:file_path new_text:content", "old_text insert_line")
    : row("Edit", "path:file_path old_text:old_string new_text:new_string", "insert_line");
}
