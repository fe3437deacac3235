/** Cursor: its hook events as tools (`beforeShellExecution`, …) and the tool names of `preToolUse`. */

import type { JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
import { isObject, parseObject } from "../json.ts";
import {
  CWD,
  type HostNames,
  ignored,
  mcpName,
  same,
  type ToolRow,
  type ToolTable,
  type TranslatedCall,
} from "../names.ts";

const FILE = { file_path: "file_path", path: "file_path", target_file: "file_path" } as const;
const DIRECTORY = { path: "path", target_directory: "path" } as const;
const READ: ToolRow = { to: "Read", fields: { ...FILE, ...same("offset limit") } };

const TABLE = once(
  (): ToolTable => ({
    beforeShellExecution: { to: "Bash", fields: { command: "command", cwd: CWD, sandbox: { only: [true] } } },
    beforeReadFile: { to: "Read", fields: { file_path: "file_path", ...ignored("content attachments") } },
    Shell: {
      to: "Bash",
      fields: { ...same("command description timeout"), working_directory: CWD, cwd: CWD, block_until_ms: "timeout" },
    },
    Read: READ,
    Write: { to: "Write", fields: { ...FILE, content: "content", contents: "content" } },
    StrReplace: { to: "Edit", fields: { ...FILE, ...same("old_string new_string replace_all") } },
    Delete: { to: "Patch", fields: { patch: "patch" }, prepare: deletion },
    Grep: {
      to: "Grep",
      fields: same("pattern path glob output_mode -A -B -C -i type head_limit multiline offset"),
    },
    Glob: { to: "Glob", fields: { glob_pattern: "pattern", pattern: "pattern", ...DIRECTORY } },
    LS: { to: "LS", fields: { ...DIRECTORY, ignore_globs: "ignore" } },
    WebFetch: { to: "WebFetch", fields: same("url") },
    WebSearch: { to: "WebSearch", fields: { search_term: "query", query: "query", ...ignored("explanation") } },
    Task: { to: "Agent", fields: same("description prompt subagent_type model resume run_in_background") },
    TodoWrite: { to: "TodoWrite", fields: { todos: "todos", ...ignored("merge") } },
    AskQuestion: { to: "AskUserQuestion", fields: { questions: "questions", ...ignored("title") } },
  }),
);

export const cursorNames: HostNames = { table: TABLE, mcp: mcpCall };

/** A file is deleted: the patch that does just that. */
function deletion(input: JsonObject): JsonObject | undefined {
  const names = Object.keys(input);
  const path =
    names.length === 1 && names[0] !== undefined && Object.hasOwn(FILE, names[0]) ? input[names[0]] : undefined;
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
