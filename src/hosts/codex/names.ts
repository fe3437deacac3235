/** Codex CLI: the tools the model calls, and `Bash` and `apply_patch` as its hooks name them (text in `command`). */

import type { Json, JsonObject } from "../../contract/action.ts";
import { once } from "../../contract/kept.ts";
import { inQuotes } from "../../contract/shell-word.ts";
import { isObject } from "../json.ts";
import { CWD, type HostNames, row, type ToolRow } from "../names.ts";

const SHELLS = { only: ["bash", "/bin/bash", "/usr/bin/bash", "sh", "/bin/sh", "/usr/bin/sh"] };
/** At a terminal more can be typed, for which Codex has no event: nothing is proven of such a call. */
const TYPED = { only: [false] };
const WHERE = { fields: { workdir: CWD, shell: SHELLS, tty: TYPED } };
const RUNNING =
  "timeout_ms:timeout yield_time_ms:timeout sandbox_permissions with_escalated_permissions justification:description";
/** `prefix_rule` is the wish for a rule, where a call wants out of the sandbox: only the person can make one of it. */
const UNSEEN = "max_output_tokens login prefix_rule";
const SHELL = row("Bash", `command ${RUNNING}`, UNSEEN, { ...WHERE, prepare: withCommand });
/** Text that makes another agent work is a hand-off, however it is delivered. */
const HAND_OFF = row(
  "Agent",
  "message:prompt agent_type:subagent_type task_name:name target:name model",
  "interrupt reasoning_effort fork_context",
  { prepare: withItems },
);
const CODE = row("REPL", "code input:code");

const ONLY_LOOKS = row("TaskList", "", "", { narrow: true });

/** What works with other agents stands in a space of its own, whose name its hooks put right in front. */
const AGENTS: Readonly<Record<string, ToolRow>> = {
  spawn_agent: HAND_OFF,
  send_input: HAND_OFF,
  assign_task: HAND_OFF,
  followup_task: HAND_OFF,
  send_message: row("SendMessage", "target:to message"),
  wait_agent: row("TaskOutput", "", "ids targets timeout_ms"),
  close_agent: row("TaskStop", "target:task_id id:task_id"),
  interrupt_agent: row("TaskStop", "target:task_id id:task_id"),
  // It can be given work again, and does none by that.
  resume_agent: row("TaskGet", "id:taskId", "", { narrow: true }),
  list_agents: row("TaskList", "", "path_prefix"),
};
const SPACES = ["", "collaboration", "multi_agent_v1"];

export const codexNames: HostNames = {
  table: once(() => ({
    Bash: row("Bash", "command description", "", { fields: { tty: TYPED } }),
    exec_command: row("Bash", `cmd:command ${RUNNING}`, UNSEEN, WHERE),
    shell: SHELL,
    "container.exec": SHELL,
    shell_command: row("Bash", `command ${RUNNING}`, UNSEEN, WHERE),
    local_shell: { ...SHELL, fields: { ...SHELL.fields, working_directory: CWD } },
    write_stdin: row("BashInput", "session_id:id chars yield_time_ms:timeout", "max_output_tokens"),
    apply_patch: row("Patch", "input:patch command:patch patch"),
    update_plan: row("update_plan", "plan explanation"),
    view_image: row("Read", "path:file_path", "detail", { narrow: true }),
    read_file: row("Read", "file_path offset limit", "mode indentation"),
    list_dir: row("LS", "dir_path:path", "offset limit", { fields: { depth: { only: [1] } } }),
    grep_files: row("Grep", "pattern path include:glob limit:head_limit"),
    web_search: row("WebSearch", "query"),
    js_repl: CODE,
    exec: CODE,
    ...Object.fromEntries(
      SPACES.flatMap((space) => Object.entries(AGENTS).map(([name, agent]) => [space + name, agent])),
    ),
    // A goal is the session's own note of what it works at; the clock only tells the time or waits.
    create_goal: row("TodoWrite", "", "objective token_budget", { narrow: true }),
    update_goal: row("TodoWrite", "", "status", { narrow: true }),
    get_goal: ONLY_LOOKS,
    clockcurr_time: ONLY_LOOKS,
    clocksleep: row("Sleep", "", "duration_ms seconds until", { narrow: true }),
    request_user_input: row("AskUserQuestion", "questions"),
    tool_search: row("ToolSearch", "query limit"),
    list_mcp_resources: row("ListMcpResources", "server", "cursor"),
    list_mcp_resource_templates: row("ListMcpResources", "server", "cursor", { narrow: true }),
    read_mcp_resource: row("ReadMcpResource", "server uri"),
  })),
};

const BASH = new Set(["bash", "/bin/bash", "/usr/bin/bash"]);
const SCRIPT_OPTIONS = new Set(["-lc", "-c"]);
const PLAIN = /^[A-Za-z0-9_@+:,./-]+$/;
/** Words that mean something else to a shell when they come first. */
const RESERVED = new Set(
  "if then else elif fi do done case esac while until for in function select coproc time".split(" "),
);

/** An argument list as one command with the same meaning. `["bash","-lc",SCRIPT]` is its script; anything else is quoted word by word. undefined unless all are strings. */
export function commandOf(argv: Json | undefined): string | undefined {
  if (!isStrings(argv) || argv.length === 0) return undefined;
  const [program = "", option = "", script] = argv;
  if (argv.length === 3 && script !== undefined && BASH.has(program) && SCRIPT_OPTIONS.has(option)) return script;
  return argv
    .map((word, i) => (PLAIN.test(word) && !(i === 0 && RESERVED.has(word)) ? word : inQuotes(word)))
    .join(" ");
}

/** What is said in pieces as one text; a piece that is not text stays undeclared, and shown. */
function withItems(input: JsonObject): JsonObject {
  const { items, ...rest } = input;
  if (!Array.isArray(items)) return input;
  const said = items.flatMap((item) => (isObject(item) && typeof item.text === "string" ? [item.text] : []));
  const plain = items.every((item) => isObject(item) && Object.keys(item).every((key) => /^(?:type|text)$/.test(key)));
  const message = [rest.message, ...said].filter((text) => typeof text === "string").join("\n");
  return { ...rest, message, ...(plain ? {} : { items }) };
}

/** The input with a command string where it was an argument list. */
function withCommand(input: JsonObject): JsonObject {
  const command = commandOf(input.command);
  return command === undefined ? input : { ...input, command };
}

const isStrings = (value: Json | undefined): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
