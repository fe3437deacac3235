/** OpenCode 1.18: its built-in tools. A plugin or an MCP server (`server_tool`) can add any other name. */

import type { Json, JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { CWD, type HostNames, ignored, same, type ToolRow, type ToolTable } from "../names.ts";

const PATCH: ToolRow = { to: "Patch", fields: { patchText: "patch" } };
const EDIT = { oldString: "old_string", newString: "new_string", replaceAll: "replace_all" } as const;

const TABLE = once(
  (): ToolTable => ({
    bash: { to: "Bash", fields: { ...same("command description timeout"), workdir: CWD } },
    read: { to: "Read", fields: { filePath: "file_path", ...same("offset limit") } },
    write: { to: "Write", fields: { filePath: "file_path", content: "content" } },
    edit: { to: "Edit", fields: { filePath: "file_path", ...EDIT } },
    multiedit: { to: "MultiEdit", fields: { filePath: "file_path", edits: "edits" }, prepare: renameEdits },
    patch: PATCH,
    apply_patch: PATCH,
    grep: { to: "Grep", fields: { ...same("pattern path"), include: "glob" } },
    glob: { to: "Glob", fields: same("pattern path") },
    // A tree, not one directory.
    list: { to: "Glob", fields: { path: "path", ...ignored("ignore") }, fixed: { pattern: "**" } },
    lsp: { to: "LSP", fields: same("operation filePath line character") },
    webfetch: { to: "WebFetch", fields: { url: "url", ...ignored("format timeout") } },
    websearch: {
      to: "WebSearch",
      fields: { query: "query", ...ignored("numResults livecrawl type contextMaxCharacters") },
    },
    codesearch: { to: "WebSearch", fields: { query: "query", ...ignored("tokensNum") } },
    task: {
      to: "Agent",
      fields: {
        ...same("description prompt subagent_type"),
        task_id: "resume",
        background: "run_in_background",
        ...ignored("command"),
      },
    },
    todowrite: { to: "TodoWrite", fields: same("todos") },
    todoread: { to: "TaskList", fields: {} },
    skill: { to: "Skill", fields: { name: "skill" } },
    question: { to: "AskUserQuestion", fields: same("questions") },
    plan_enter: { to: "EnterPlanMode", fields: {} },
    plan_exit: { to: "ExitPlanMode", fields: {} },
  }),
);

export const opencodeNames: HostNames = { table: TABLE };

function renameEdits(input: JsonObject): JsonObject {
  const { edits } = input;
  return Array.isArray(edits) ? { ...input, edits: edits.map(renameEdit) } : input;
}

function renameEdit(edit: Json): Json {
  if (typeof edit !== "object" || edit === null || Array.isArray(edit)) return edit;
  return Object.fromEntries(
    Object.entries(edit).map(([name, value]) => [
      name === "oldString" || name === "newString" || name === "replaceAll" ? EDIT[name] : name,
      value,
    ]),
  );
}
