/** Cursor: its hook events as tools (`beforeShellExecution`, …) and the tool names of `preToolUse`. */
import type { JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { isObject, parseObject } from "../json.ts";
import { CWD, fields, type HostNames, mcpName, row, type TranslatedCall } from "../names.ts";

const FILE = "file_path path:file_path target_file:file_path";
const DIRECTORY = "path target_directory:path";

export const cursorNames: HostNames = {
  table: once(() => ({
    beforeShellExecution: row("Bash", "command", "", { fields: { cwd: CWD, sandbox: { only: [true] } } }),
    beforeReadFile: row("Read", "file_path", "content attachments"),
    Shell: row("Bash", "command description timeout block_until_ms:timeout", "", {
      fields: { working_directory: CWD, cwd: CWD },
    }),
    Read: row("Read", `${FILE} offset limit`),
    Write: row("Write", `${FILE} content contents:content`),
    StrReplace: row("Edit", `${FILE} old_string new_string replace_all`),
    Delete: row("Patch", "patch", "", { prepare: deletion, narrow: true }),
    Grep: row("Grep", "pattern path glob output_mode -A -B -C -i type head_limit multiline offset"),
    Glob: row("Glob", `glob_pattern:pattern pattern ${DIRECTORY}`),
    LS: row("LS", `${DIRECTORY} ignore_globs:ignore`),
    WebFetch: row("WebFetch", "url"),
    WebSearch: row("WebSearch", "search_term:query query", "explanation"),
    Task: row("Agent", "description prompt subagent_type model resume run_in_background"),
    TodoWrite: row("TodoWrite", "todos", "merge"),
    AskQuestion: row("AskUserQuestion", "questions", "title"),
  })),
  mcp: mcpCall,
};

/** A file is deleted: the patch that does just that. */
function deletion(input: JsonObject): JsonObject | undefined {
  const [name = "", ...others] = Object.keys(input);
  const path = others.length === 0 && Object.hasOwn(fields(FILE), name) ? input[name] : undefined;
  if (typeof path !== "string" || path.trim() !== path || /[\r\n]/.test(path)) return undefined;
  return { patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch` };
}

/** Cursor names the tool and how its server is reached, not the server. */
function mcpCall(tool: string, input: JsonObject): TranslatedCall | undefined {
  if (tool.startsWith("MCP:")) {
    const known = mcpName({ server: "cursor", tool: tool.slice("MCP:".length) });
    return known === undefined ? undefined : { tool: known, input };
  }
  if (tool !== "beforeMCPExecution") return undefined;
  const { tool_name: name, tool_input: given, ...server } = input;
  const known = typeof name === "string" ? mcpName({ server: "cursor", tool: name }) : undefined;
  if (known === undefined) return undefined;
  const inner = typeof given === "string" ? parseObject(given) : given;
  const fields = isObject(inner) ? Object.entries(inner) : [["tool_input", given ?? null] as const];
  const reached = Object.entries(server).map(([key, value]) => [`cursor:${key}`, value] as const);
  return { tool: known, input: Object.fromEntries([...fields, ...reached]) };
}
