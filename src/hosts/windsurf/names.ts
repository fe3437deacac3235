/** Windsurf: its events as tools, from its documentation. A reading may be of a whole directory. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { isObject } from "../json.ts";
import { CWD, type HostNames, mcpName, row, type TranslatedCall } from "../names.ts";

const EVERYTHING = { fixed: { pattern: ".*" }, narrow: true } as const;

export const windsurfNames: HostNames = {
  table: once(() => ({
    pre_run_command: row("Bash", "command_line:command", "", { fields: { cwd: CWD } }),
    pre_read_code: row("Grep", "file_path:path", "", EVERYTHING),
    pre_write_code: row("MultiEdit", "file_path edits", "", { prepare: plainEdits }),
    // The names its model knows them by, in its prompts and rules.
    run_command: row("Bash", "command_line:command", "", { fields: { cwd: CWD } }),
    view_file: row("Grep", "file_path:path", "", EVERYTHING),
    write_to_file: row("MultiEdit", "file_path edits", "", { prepare: plainEdits }),
  })),
  mcp: mcpCall,
};

function plainEdits(input: JsonObject): JsonObject | undefined {
  const { edits } = input;
  return Array.isArray(edits) && edits.every(isEdit) ? input : undefined;
}

const isEdit = (edit: Json): boolean =>
  isObject(edit) && Object.keys(edit).every((name) => name === "old_string" || name === "new_string");

function mcpCall(tool: string, input: JsonObject): TranslatedCall | undefined {
  const { mcp_server_name: server, mcp_tool_name: name, mcp_tool_arguments: given, ...rest } = input;
  if (tool !== "pre_mcp_tool_use" || typeof server !== "string" || typeof name !== "string") return undefined;
  const known = mcpName({ server, tool: name });
  if (known === undefined) return undefined;
  const fields = isObject(given) ? given : { mcp_tool_arguments: given ?? null };
  return { tool: known, input: { ...fields, ...rest } };
}
