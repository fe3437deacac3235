/** Droid: its tools, from its documentation. MCP tools come as `mcp__server__tool`, or as `server___tool`. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { isObject } from "../json.ts";
import { CWD, type HostNames, mcpName, row } from "../names.ts";

const RISK = "riskLevel riskLevelReason";

export const droidNames: HostNames = {
  table: once(() => ({
    Execute: row("Bash", "command summary:description timeout fireAndForget:run_in_background", RISK, {
      fields: { cwd: CWD },
    }),
    Read: row("Read", "file_path offset limit"),
    LS: row("LS", "directory_path:path path ignorePatterns:ignore"),
    Grep: row(
      "Grep",
      "pattern path glob_pattern:glob output_mode type case_insensitive:-i context:-C head_limit",
      "line_numbers context_before context_after multiline",
    ),
    Glob: row("Glob", "pattern folder:path", "excludePatterns", { prepare: onePattern }),
    Create: row("Write", "file_path content"),
    Edit: row("Edit", "file_path old_str:old_string new_str:new_string change_all:replace_all"),
    MultiEdit: row("MultiEdit", "file_path edits", "", { prepare: renameChanges }),
    ApplyPatch: row("Patch", "input:patch patch"),
    FetchUrl: row("WebFetch", "url"),
    WebSearch: row("WebSearch", "query", "category numResults includeDomains excludeDomains text"),
    Task: row("Agent", "description prompt subagent_type"),
    TodoWrite: row("TodoWrite", "todos"),
    AskUser: row("AskUserQuestion", "questionnaire:questions questions"),
    ExitSpecMode: row("ExitPlanMode", "plan", "title optionNames"),
  })),
  mcp: (tool, input) => {
    const [server = "", ...rest] = tool.split("___");
    const known = rest.length === 0 ? undefined : mcpName({ server, tool: rest.join("___") });
    return known === undefined ? undefined : { tool: known, input };
  },
};

function onePattern(input: JsonObject): JsonObject | undefined {
  const { patterns, ...rest } = input;
  const [pattern, ...others] = Array.isArray(patterns) ? patterns : [patterns];
  return typeof pattern === "string" && others.length === 0 ? { ...rest, pattern } : undefined;
}

function renameChanges(input: JsonObject): JsonObject | undefined {
  const { changes, ...rest } = input;
  if (!Array.isArray(changes)) return undefined;
  const edits = changes.map(renameChange);
  return edits.includes(null) ? undefined : { ...rest, edits };
}

const renameChange = (change: Json): Json =>
  isObject(change) && Object.keys(change).every((name) => ["old_str", "new_str", "change_all"].includes(name))
    ? { old_string: change.old_str ?? null, new_string: change.new_str ?? null }
    : null;
