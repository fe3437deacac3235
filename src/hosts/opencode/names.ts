/** OpenCode 1.18: its built-in tools. A plugin or an MCP server (`server_tool`) can add any other name. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { isObject } from "../json.ts";
import { CWD, fields, type HostNames, row } from "../names.ts";

const PATCH = row("Patch", "patchText:patch");
const EDIT = "oldString:old_string newString:new_string replaceAll:replace_all";

export const opencodeNames: HostNames = {
  table: once(() => ({
    bash: row("Bash", "command description timeout", "", { fields: { workdir: CWD } }),
    read: row("Read", "filePath:file_path offset limit"),
    write: row("Write", "filePath:file_path content"),
    edit: row("Edit", `filePath:file_path ${EDIT}`),
    multiedit: row("MultiEdit", "filePath:file_path edits", "", { prepare: renameEdits }),
    patch: PATCH,
    apply_patch: PATCH,
    grep: row("Grep", "pattern path include:glob"),
    glob: row("Glob", "pattern path"),
    // A tree, not one directory.
    list: row("Glob", "path", "ignore", { fixed: { pattern: "**" }, narrow: true }),
    lsp: row("LSP", "operation filePath line character"),
    webfetch: row("WebFetch", "url", "format timeout"),
    websearch: row("WebSearch", "query", "numResults livecrawl type contextMaxCharacters"),
    codesearch: row("WebSearch", "query", "tokensNum", { narrow: true }),
    task: row("Agent", "description prompt subagent_type task_id:resume background:run_in_background", "command"),
    todowrite: row("TodoWrite", "todos"),
    todoread: row("TaskList"),
    skill: row("Skill", "name:skill"),
    question: row("AskUserQuestion", "questions"),
    plan_enter: row("EnterPlanMode"),
    plan_exit: row("ExitPlanMode"),
  })),
};

function renameEdits(input: JsonObject): JsonObject {
  const { edits } = input;
  return Array.isArray(edits)
    ? { ...input, edits: edits.map((edit) => renameEdit(edit, input.filePath ?? null)) }
    : input;
}

/** Its elements name the file once more; another file than the call's stays, as a field nobody declares. */
function renameEdit(edit: Json, file: Json): Json {
  if (!isObject(edit)) return edit;
  const ours = fields(EDIT);
  const rename = (name: string): string => (Object.hasOwn(ours, name) ? (ours[name] ?? name) : name);
  const own = Object.entries(edit).filter(([name, value]) => name !== "filePath" || value !== file);
  return Object.fromEntries(own.map(([name, value]) => [rename(name), value]));
}
