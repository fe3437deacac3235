/** Gemini CLI: its core tools, current and older names and fields. */

import type { Json, JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/once.ts";
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

const IGNORING = ignored("respect_git_ignore respect_gemini_ignore file_filtering_options no_ignore case_sensitive");
const GREP: ToolRow = {
  to: "Grep",
  fields: {
    pattern: "pattern",
    dir_path: "path",
    path: "path",
    include_pattern: "glob",
    include: "glob",
    context: "context",
    after: "-A",
    before: "-B",
    total_max_matches: "head_limit",
    ...IGNORING,
    ...ignored("exclude_pattern names_only max_matches_per_file maxResults fixed_strings"),
  },
};
const READ_MANY: ToolRow = {
  to: "Grep",
  fields: { root: "path", patterns: "pattern", ...IGNORING, ...ignored("exclude recursive useDefaultExcludes") },
  prepare: readMany,
};
const WEB_FETCH: ToolRow = { to: "WebFetch", fields: same("url prompt"), prepare: oneAddress };

const TABLE = once(
  (): ToolTable => ({
    run_shell_command: {
      to: "Bash",
      fields: { ...same("command description"), dir_path: CWD, directory: CWD, is_background: "run_in_background" },
    },
    read_file: {
      to: "Read",
      fields: {
        file_path: "file_path",
        absolute_path: "file_path",
        path: "file_path",
        start_line: "offset",
        offset: "offset",
        limit: "limit",
        ...ignored("end_line"),
      },
    },
    read_many_files: READ_MANY,
    write_file: { to: "Write", fields: same("file_path content") },
    replace: {
      to: "Edit",
      fields: {
        ...same("file_path old_string new_string"),
        allow_multiple: "replace_all",
        ...ignored("instruction expected_replacements"),
      },
    },
    glob: { to: "Glob", fields: { pattern: "pattern", dir_path: "path", path: "path", ...IGNORING } },
    grep_search: GREP,
    search_file_content: GREP,
    list_directory: { to: "LS", fields: { dir_path: "path", path: "path", ignore: "ignore", ...IGNORING } },
    web_fetch: WEB_FETCH,
    google_web_search: { to: "WebSearch", fields: same("query") },
    // Appends to the file that instructs every later session.
    save_memory: { to: "Write", fields: { fact: "content" }, fixed: { file_path: "~/.gemini/GEMINI.md" } },
    write_todos: { to: "TodoWrite", fields: same("todos") },
    update_topic: { to: "TodoWrite", fields: ignored("title summary strategic_intent") },
    activate_skill: { to: "Skill", fields: { name: "skill" } },
    invoke_agent: { to: "Agent", fields: { agent_name: "subagent_type", prompt: "prompt" } },
    ask_user: { to: "AskUserQuestion", fields: same("questions") },
    enter_plan_mode: { to: "EnterPlanMode", fields: ignored("reason") },
    exit_plan_mode: { to: "ExitPlanMode", fields: { plan_filename: "planFilePath", plan_path: "planFilePath" } },
  }),
);

export const geminiNames: HostNames = { table: TABLE, mcp: mcpCall };

/** Several files are read at once: seen as a search through the directory that holds them all. */
function readMany(input: JsonObject): JsonObject | undefined {
  const { include, paths, ...rest } = input;
  const patterns = [...strings(include), ...strings(paths)];
  const inside = patterns.every((pattern) => !/^[/\\~]|^[A-Za-z]:|\.\./.test(pattern));
  if (patterns.length === 0 || !inside || "root" in input || "patterns" in input) return undefined;
  return { ...rest, root: ".", patterns: patterns.join(" ") };
}

/** The addresses stand in the prompt. One address is a fetch of it; none or several are not what our tool does. */
function oneAddress(input: JsonObject): JsonObject | undefined {
  const said = [input.url, input.prompt].filter((part) => typeof part === "string").join(" ");
  const words = new Set(said.split(/\s+/).filter((word) => word.includes(":/")));
  const [url] = words;
  const one = words.size === 1 && url !== undefined && /^https?:\/\/[^:]+(:\d+)?[^:]*$/i.test(url) && URL.canParse(url);
  return one ? { ...input, url } : undefined;
}

/** A list of strings; anything else among them makes the call one we do not know. */
const strings = (value: Json | undefined): readonly string[] =>
  value === undefined
    ? []
    : Array.isArray(value)
      ? value.map((item) => (typeof item === "string" ? item : "/"))
      : ["/"];

/** Gemini's servers have no underscore in their names: the first one ends the server's. */
function mcpCall(tool: string, input: JsonObject): TranslatedCall | undefined {
  const [, server, name] = /^mcp_([^_]+)_(.+)$/s.exec(tool) ?? [];
  const known = server === undefined || name === undefined ? undefined : mcpName({ server, tool: name });
  return known === undefined ? undefined : { tool: known, input };
}
