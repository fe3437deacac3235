/** Gemini CLI: its core tools, current and older names and fields. */
import type { Json, JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/kept.ts";
import { CWD, type HostNames, mcpName, row, type TranslatedCall } from "../names.ts";

const IGNORING = "respect_git_ignore respect_gemini_ignore file_filtering_options no_ignore case_sensitive";
const GREP = row(
  "Grep",
  "pattern dir_path:path path include_pattern:glob include:glob context after:-A before:-B total_max_matches:head_limit",
  `${IGNORING} exclude_pattern names_only max_matches_per_file maxResults fixed_strings`,
);

export const geminiNames: HostNames = {
  table: once(() => ({
    run_shell_command: row(
      "Bash",
      "command description is_background:run_in_background",
      "delay_ms wait_for_previous",
      {
        fields: { dir_path: CWD, directory: CWD },
        prepare: asItRuns,
      },
    ),
    list_background_processes: row("TaskList", "", "wait_for_previous", { narrow: true }),
    read_background_output: row("BashOutput", "pid:shell_id", "lines delay_ms wait_for_previous"),
    read_file: row(
      "Read",
      "file_path absolute_path:file_path path:file_path start_line:offset offset limit",
      "end_line",
    ),
    read_many_files: row("Grep", "paths text:pattern", `${IGNORING} exclude recursive useDefaultExcludes`, {
      prepare: readMany,
      narrow: true,
    }),
    write_file: row("Write", "file_path content"),
    replace: row(
      "Edit",
      "file_path old_string new_string allow_multiple:replace_all",
      "instruction expected_replacements",
    ),
    glob: row("Glob", "pattern dir_path:path path", IGNORING),
    grep_search: GREP,
    search_file_content: GREP,
    list_directory: row("LS", "dir_path:path path ignore", IGNORING),
    web_fetch: row("WebFetch", "url prompt", "", { prepare: oneAddress }),
    google_web_search: row("WebSearch", "query"),
    // Appends to the file that instructs every later session.
    save_memory: row("Write", "fact:content", "", { fixed: { file_path: "~/.gemini/GEMINI.md" }, narrow: true }),
    write_todos: row("TodoWrite", "todos"),
    update_topic: row("TodoWrite", "", "title summary strategic_intent wait_for_previous", { narrow: true }),
    activate_skill: row("Skill", "name:skill"),
    invoke_agent: row("Agent", "agent_name:subagent_type prompt", "wait_for_previous"),
    ask_user: row("AskUserQuestion", "questions"),
    enter_plan_mode: row("EnterPlanMode", "", "reason"),
    exit_plan_mode: row("ExitPlanMode", "plan_filename:planFilePath plan_path:planFilePath"),
  })),
  mcp: mcpCall,
};

/** The command that runs; where nobody can say which, that stays undeclared. */
function asItRuns(input: JsonObject): JsonObject {
  if (typeof input.command !== "string") return input;
  const { command, isExact } = unwrapped(input.command);
  return { ...input, command, ...(isExact ? {} : { rewritten_by_host: true }) };
}

/** All there is, which as a search would show what matches, and here is shown whole. */
const EVERY_FILE = /^(?:\.\/)?(?:\*+\/)*\*+(?:\.\*+)?$|^\.?\/?$/;

/** Several files are read at once: seen as a search that finds every line of what its patterns name. */
function readMany(input: JsonObject): JsonObject | undefined {
  const { include, paths, ...rest } = input;
  const patterns = [...strings(include), ...strings(paths)];
  if (patterns.some((pattern) => EVERY_FILE.test(pattern))) return undefined;
  const inside = patterns.every((pattern) => !/^[/\\~]|^[A-Za-z]:|\.\.|[{,|(][/\\~]|\s.*[\])}]/.test(pattern));
  if (patterns.length === 0 || !inside || "text" in input || liftsExclusions(input)) return undefined;
  return { ...rest, paths: patterns, text: "" };
}

/** What it leaves out unasked (`.env`, what git ignores) it would show. */
const liftsExclusions = ({
  useDefaultExcludes,
  respect_git_ignore,
  respect_gemini_ignore,
  ...rest
}: JsonObject): boolean =>
  [
    useDefaultExcludes,
    respect_git_ignore,
    respect_gemini_ignore,
    ...Object.values(rest.file_filtering_options ?? {}),
  ].some((kept) => kept !== undefined && kept !== true) || (rest.no_ignore ?? false) !== false;

/** The addresses stand in the prompt. One address is a fetch of it; none or several are not what our tool does. */
function oneAddress(input: JsonObject): JsonObject | undefined {
  const said = [input.url, input.prompt].filter((part) => typeof part === "string").join(" ");
  const words = new Set(said.split(/\s+/).filter((word) => word.includes(":/")));
  const [url] = words;
  const one = words.size === 1 && url !== undefined && /^https?:\/\/[^:]+(:\d+)?[^:]*$/i.test(url) && URL.canParse(url);
  return one ? { ...input, url } : undefined;
}

/** A list of strings; anything else among them makes the call one we do not know. */
const strings = (value: Json = []): readonly string[] =>
  Array.isArray(value) ? value.map((item) => (typeof item === "string" ? item : "/")) : ["/"];

/** Gemini's servers have no underscore in their names: the first one ends the server's. */
function mcpCall(tool: string, input: JsonObject): TranslatedCall | undefined {
  const [, server, name] = /^mcp_([^_]+)_(.+)$/s.exec(tool) ?? [];
  const known = server === undefined || name === undefined ? undefined : mcpName({ server, tool: name });
  return known === undefined ? undefined : { tool: known, input };
}

// Gemini CLI 0.61 takes a shell and its `-c` off the front of a command, and the first and last quote with them, and runs what is
// left: of `bash -c 'echo hi' '; date; echo '` the middle is code.

const WRAPPER =
  /^\s*(?:(?:(?:\S+\/)?(?:sh|bash|zsh))\s+-c|cmd\.exe\s+\/c|powershell(?:\.exe)?\s+(?:-NoProfile\s+)?-Command|pwsh(?:\.exe)?\s+(?:-NoProfile\s+)?-Command)\s+/i;
/** Between double quotes, what means the same with the quotes taken off. */
const SAME_INSIDE = /^(?:[^"\\$`]|\$(?=[A-Za-z_]))*$/;

/** The command that runs; not exact where a library takes the quotes off by rules of its own. */
function unwrapped(command: string): { readonly command: string; readonly isExact: boolean } {
  const wrapper = WRAPPER.exec(command)?.[0];
  if (wrapper === undefined) return { command, isExact: true };
  const rest = command.slice(wrapper.length).trim();
  const isQuoted = rest.length >= 2 && /^(["'])[\s\S]*\1$/.test(rest);
  const inside = isQuoted ? rest.slice(1, -1) : rest;
  return { command: inside, isExact: !isQuoted || rest.startsWith("'") || SAME_INSIDE.test(inside) };
}
