import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import { diskWorld } from "../machine/index.ts";
import { BUILT_IN_TOOLS, barringFields, isMcpTool, toolBox } from "../policy/tools/index.ts";
import { commandOf } from "./codex/names.ts";
import { allHosts, hostNamed, translate } from "./index.ts";
import { nameMcpTool, type ToolTable } from "./names.ts";

const hosts = allHosts().map(({ name }) => name);
const tableOf = (host: string): ToolTable => hostNamed(host)?.names.table() ?? {};
const tools = toolBox();
const safe = (name: string): boolean => tools(name).safe === true || tools(name).irrelevant !== undefined;

type Case = readonly [host: string, tool: string, input: JsonObject, expected: object];

/** Fields that name a place or an address, whatever the host calls them. */
const PLACE = /(?:path|file|dir|directory|folder|uri|url|root|cwd)s?$/i;
/** Names of agents, numbers and switches. */
const NO_PLACE = /list_agents path_prefix$| (?:max_matches_per_file|forceReadLargeFiles|includeIgnoredFiles)$/;

test("no field that names a place is of no consequence where the tool is safe whatever it is given", () => {
  const found = allHosts().flatMap(({ name: host }) =>
    Object.entries(tableOf(host)).flatMap(([tool, row]) =>
      typeof row === "function" || !safe(row.to)
        ? []
        : Object.entries(row.fields).flatMap(([field, rule]) =>
            rule === null && PLACE.test(field.replace(/_prefix$/, "")) ? [`${host} ${tool} ${field}`] : [],
          ),
    ),
  );
  expect(found.filter((one) => !NO_PLACE.test(one))).toEqual([]);
});

describe("each host's names and fields", () => {
  test.each<Case>([
    ["", "Read", { file_path: "/a" }, { tool: "Read", input: { file_path: "/a" } }],
    [
      "claude-code",
      "Bash",
      { command: "ls", timeout: 5, description: "d" },
      { tool: "Bash", input: { command: "ls", timeout: 5, description: "d" } },
    ],
    [
      "claude-code",
      "Task",
      { prompt: "p", subagent_type: "x", description: "d" },
      { tool: "Agent", input: { prompt: "p", subagent_type: "x", description: "d" } },
    ],
    ["claude-code", "KillShell", { shell_id: "1" }, { tool: "TaskStop", input: { shell_id: "1" } }],
    [
      "claude-code",
      "Workflow",
      { script: "agent('x')", args: [1], resumeFromRunId: "wf_1" },
      {
        tool: "Agent",
        input: { prompt: "agent('x')\nargs: [1]", subagent_type: "workflow script", resume: "wf_1" },
      },
    ],
    [
      "claude-code",
      "Workflow",
      { scriptPath: "/w.js", name: "" },
      { tool: "Agent", input: { prompt: "/w.js", subagent_type: "workflow file", "claude-code:name": "" } },
    ],
    [
      "claude-code",
      "Workflow",
      { name: "deploy" },
      { tool: "Agent", input: { prompt: "deploy", subagent_type: "saved workflow" } },
    ],
    [
      "claude-code",
      "ScheduleWakeup",
      { delaySeconds: 60, prompt: "p", reason: "r" },
      { tool: "CronCreate", input: { cron: "once, in 60 seconds", prompt: "p" } },
    ],
    ["claude-code", "ScheduleWakeup", { stop: true }, { tool: "TaskStop", input: {} }],
    [
      "claude-code",
      "Monitor",
      { command: "tail -f x", timeout_ms: 9, persistent: true },
      { tool: "Bash", input: { command: "tail -f x", timeout: 9, run_in_background: true } },
    ],
    [
      "claude-code",
      "ReadMcpResourceTool",
      { server: "s", uri: "u" },
      { tool: "ReadMcpResource", input: { server: "s", uri: "u" } },
    ],
    [
      "claude-code",
      "Monitor",
      { ws: { url: "wss://example.com/x" }, description: "d", timeout_ms: 9 },
      { tool: "WebFetch", input: { url: "https://example.com/x" } },
    ],
    [
      "claude-code",
      "Monitor",
      { ws: { url: "ws://example.com/x", protocols: ["p"] }, command: "ls" },
      { tool: "WebFetch", input: { url: "http://example.com/x", protocols: ["p"], command: "ls" } },
    ],
    ["claude-code", "Monitor", { ws: { url: "file:///x" } }, { tool: "Monitor", input: { ws: { url: "file:///x" } } }],
    ["claude-code", "WebFetch", { url: "u", offset: 5 }, { tool: "WebFetch", input: { url: "u" } }],
    [
      "claude-code",
      "SendMessage",
      { to: "a", message: "m", notify_when_idle: true },
      { tool: "SendMessage", input: { to: "a", message: "m" } },
    ],
    ["claude-code", "EnterWorktree", { path: "/w" }, { tool: "EnterWorktree", input: { path: "/w" } }],
    ["codex", "exec_command", { cmd: "ls", prefix_rule: ["ls"] }, { tool: "Bash", input: { command: "ls" } }],
    ["codex", "multi_agent_v1resume_agent", { id: "a" }, { tool: "TaskGet", input: { taskId: "a" } }],
    [
      "codex",
      "spawn_agent",
      {
        items: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
        fork_context: true,
      },
      { tool: "Agent", input: { prompt: "a\nb" } },
    ],
    [
      "codex",
      "multi_agent_v1send_input",
      { target: "t", message: "m", items: [{ type: "local_image", path: "/x.png" }] },
      { tool: "Agent", input: { prompt: "m", name: "t", items: [{ type: "local_image", path: "/x.png" }] } },
    ],
    [
      "copilot",
      "session_store_sql",
      { query: "SELECT id FROM sessions LIMIT 5", description: "d", source: "local" },
      { tool: "TaskList", input: {} },
    ],
    ...[
      "DELETE FROM turns",
      "WITH x AS (SELECT 1) DELETE FROM turns",
      "SELECT 1; DROP TABLE turns",
      "SELECT * FROM read_csv('https://example.com/?k')",
      "ATTACH 'x' AS y",
      "SELECT load_extension('x')",
      "WITH x AS (SELECT 1) REPLACE INTO turns SELECT 1",
    ].map(
      (query): Case => ["copilot", "session_store_sql", { query }, { tool: "session_store_sql", input: { query } }],
    ),
    ["vscode", "get_changed_files", { repositoryPath: "/p" }, { tool: "Grep", input: { path: "/p", pattern: "." } }],
    ["vscode", "get_errors", { filePaths: ["/p/a.ts"] }, { tool: "Grep", input: { path: "/p/a.ts", pattern: "." } }],
    ["vscode", "get_errors", {}, { tool: "Grep", input: { pattern: "." } }],
    ["codex", "Bash", { command: "ls" }, { tool: "Bash", input: { command: "ls" } }],
    [
      "codex",
      "exec_command",
      { cmd: "ls", workdir: "/w", yield_time_ms: 1000, max_output_tokens: 10 },
      { tool: "Bash", input: { command: "ls", timeout: 1000 }, cwd: "/w" },
    ],
    [
      "codex",
      "exec_command",
      { cmd: "ls", shell: "/bin/bash", login: true, tty: false },
      { tool: "Bash", input: { command: "ls" } },
    ],
    [
      "codex",
      "shell",
      { command: ["bash", "-lc", "ls | wc -l"], workdir: "w", timeout_ms: 5 },
      { tool: "Bash", input: { command: "ls | wc -l", timeout: 5 }, cwd: "w" },
    ],
    ["codex", "shell", { command: ["rm", "a b"] }, { tool: "Bash", input: { command: "rm 'a b'" } }],
    ["codex", "shell_command", { command: "ls" }, { tool: "Bash", input: { command: "ls" } }],
    [
      "codex",
      "write_stdin",
      { session_id: 7, chars: "y\n", yield_time_ms: 1 },
      { tool: "BashInput", input: { id: 7, chars: "y\n", timeout: 1 } },
    ],
    ["codex", "apply_patch", { input: "*** Begin Patch" }, { tool: "Patch", input: { patch: "*** Begin Patch" } }],
    ["codex", "apply_patch", { command: "*** Begin Patch" }, { tool: "Patch", input: { patch: "*** Begin Patch" } }],
    [
      "codex",
      "update_plan",
      { plan: [], explanation: "e" },
      { tool: "update_plan", input: { plan: [], explanation: "e" } },
    ],
    ["codex", "view_image", { path: "a.png" }, { tool: "Read", input: { file_path: "a.png" } }],
    [
      "codex",
      "spawn_agent",
      { message: "m", agent_type: "worker" },
      { tool: "Agent", input: { prompt: "m", subagent_type: "worker" } },
    ],
    [
      "codex",
      "collaborationspawn_agent",
      { message: "m", task_name: "t" },
      { tool: "Agent", input: { prompt: "m", name: "t" } },
    ],
    ["codex", "multi_agent_v1wait_agent", { ids: ["a"] }, { tool: "TaskOutput", input: {} }],
    ["codex", "collaborationinterrupt_agent", { target: "a" }, { tool: "TaskStop", input: { task_id: "a" } }],
    ["codex", "clockcurr_time", {}, { tool: "TaskList", input: {} }],
    ["codex", "send_input", { target: "a", message: "m" }, { tool: "Agent", input: { prompt: "m", name: "a" } }],
    [
      "gemini",
      "run_shell_command",
      { command: "ls", dir_path: "sub", is_background: false },
      { tool: "Bash", input: { command: "ls", run_in_background: false }, cwd: "sub" },
    ],
    [
      "gemini",
      "read_file",
      { file_path: "a", start_line: 3, end_line: 9 },
      { tool: "Read", input: { file_path: "a", offset: 3 } },
    ],
    [
      "gemini",
      "replace",
      { file_path: "a", old_string: "x", new_string: "y", instruction: "i", allow_multiple: true },
      { tool: "Edit", input: { file_path: "a", old_string: "x", new_string: "y", replace_all: true } },
    ],
    [
      "gemini",
      "search_file_content",
      { pattern: "x", path: "src", include: "*.ts" },
      { tool: "Grep", input: { pattern: "x", path: "src", glob: "*.ts" } },
    ],
    [
      "gemini",
      "read_many_files",
      { include: ["src/**", "README.md"], recursive: true },
      { tool: "Grep", input: { paths: ["src/**", "README.md"], pattern: "" } },
    ],
    [
      "gemini",
      "web_fetch",
      { prompt: "Summarise https://example.org/a please" },
      { tool: "WebFetch", input: { url: "https://example.org/a", prompt: "Summarise https://example.org/a please" } },
    ],
    [
      "gemini",
      "save_memory",
      { fact: "f" },
      { tool: "Write", input: { file_path: "~/.gemini/GEMINI.md", content: "f" } },
    ],
    [
      "opencode",
      "bash",
      { command: "ls", workdir: "/w", description: "d" },
      { tool: "Bash", input: { command: "ls", description: "d" }, cwd: "/w" },
    ],
    [
      "opencode",
      "edit",
      { filePath: "a", oldString: "x", newString: "y", replaceAll: false },
      { tool: "Edit", input: { file_path: "a", old_string: "x", new_string: "y", replace_all: false } },
    ],
    [
      "opencode",
      "multiedit",
      { filePath: "a", edits: [{ oldString: "x", newString: "y" }] },
      { tool: "MultiEdit", input: { file_path: "a", edits: [{ old_string: "x", new_string: "y" }] } },
    ],
    ["opencode", "apply_patch", { patchText: "p" }, { tool: "Patch", input: { patch: "p" } }],
    ["opencode", "list", { path: "src" }, { tool: "Glob", input: { pattern: "**", path: "src" } }],
    [
      "copilot",
      "bash",
      { command: "ls", description: "d", mode: "sync", initial_wait: 3 },
      { tool: "Bash", input: { command: "ls", description: "d" } },
    ],
    ["copilot", "bash", { command: "ls", mode: "sync" }, { tool: "Bash", input: { command: "ls" } }],
    ...[{ mode: "async" }, { mode: "sync", detach: true }, { mode: "other" }].map(
      (how): [string, string, JsonObject, { tool: string; input: JsonObject }] => [
        "copilot",
        "bash",
        { command: "ls", ...how },
        { tool: "Bash", input: { command: "ls", run_in_background: true } },
      ],
    ),
    ["copilot", "view", { path: "/a", view_range: [1, 2] }, { tool: "Read", input: { file_path: "/a" } }],
    ["copilot", "create", { path: "/a", file_text: "t" }, { tool: "Write", input: { file_path: "/a", content: "t" } }],
    [
      "copilot",
      "str_replace_editor",
      { command: "str_replace", path: "/a", old_str: "x", new_str: "y" },
      { tool: "Edit", input: { file_path: "/a", old_string: "x", new_string: "y" } },
    ],
    ["copilot", "str_replace_editor", { command: "view", path: "/a" }, { tool: "Read", input: { file_path: "/a" } }],
    [
      "cursor",
      "beforeShellExecution",
      { command: "ls", cwd: "/w" },
      { tool: "Bash", input: { command: "ls" }, cwd: "/w" },
    ],
    [
      "cursor",
      "Delete",
      { path: "a/b" },
      { tool: "Patch", input: { patch: "*** Begin Patch\n*** Delete File: a/b\n*** End Patch" } },
    ],
    [
      "cursor",
      "beforeMCPExecution",
      { tool_name: "query", tool_input: '{"q":1}', url: "http://x" },
      { tool: "mcp__cursor__query", input: { q: 1, "cursor:url": "http://x" } },
    ],
  ])("%s %s %j", (host, tool, input, expected) => {
    expect(translate(host, tool, input)).toEqual(expected);
  });
});

describe("a table says all there is", () => {
  const rows = hosts.flatMap((host) =>
    Object.entries(tableOf(host)).flatMap(([tool, row]) => (typeof row === "function" ? [] : [{ host, tool, row }])),
  );
  test.each(rows)("$host $tool leads to a tool of ours and to fields it declares", ({ row }) => {
    const target = BUILT_IN_TOOLS.find(({ name }) => name === row.to);
    if (target === undefined) return expect(row.to).toBe("Skill");
    const named = Object.values(row.fields).filter((rule) => typeof rule === "string");
    const all = [...named, ...Object.keys(row.fixed ?? {})];
    return expect(all.filter((field) => !Object.hasOwn(target.fields, field))).toEqual([]);
  });
});

describe("what no table holds is never ours", () => {
  const ours = BUILT_IN_TOOLS.map(({ name }) => name);
  test.each([...hosts, "some-new-host"])("%s", (host) => {
    for (const name of [
      ...ours,
      ...ours.map((one) => one.toLowerCase()),
      " Read",
      "Ｒead",
      "constructor",
      "__proto__",
    ]) {
      const known = Object.hasOwn(tableOf(host), name);
      if (!known) expect([name, safe(translate(host, name, {}).tool)]).toEqual([name, false]);
    }
  });
  test.each([
    ["gemini", "Read", "gemini:Read"],
    ["codex", "Read", "codex:Read"],
    ["opencode", "TodoWrite", "opencode:TodoWrite"],
    ["claude-code", "update_plan", "claude-code:update_plan"],
    ["claude-code", "classify_result", "claude-code:classify_result"],
    ["claude-code", "EnterWorktree", "EnterWorktree"],
    ["opencode", "github_list_issues", "github_list_issues"],
    ["copilot", "str_replace_editor", "str_replace_editor"],
  ])("%s %s", (host, name, expected) => {
    expect(translate(host, name, { a: 1 })).toEqual({ tool: expected, input: { a: 1 } });
  });
});

describe("MCP tools stay MCP tools", () => {
  test.each<readonly [host: string, tool: string, mcp: { server: string; tool: string } | undefined, expected: string]>(
    [
      ["claude-code", "mcp__fs__Read", undefined, "mcp__fs__Read"],
      ["codex", "mcp__github__list_issues", undefined, "mcp__github__list_issues"],
      ["gemini", "mcp_github_list_issues", undefined, "mcp__github__list_issues"],
      ["gemini", "mcp_my_server_list", { server: "my_server", tool: "list" }, "mcp__my_server__list"],
      ["gemini", "mcp_a", undefined, "gemini:mcp_a"],
      ["gemini", "read_file", { server: "evil", tool: "read_file" }, "mcp__evil__read_file"],
      ["gemini", "mcp_x", { server: "good__x", tool: "y" }, "mcp__good_x__y"],
      ["gemini", "mcp_x", { server: "a (b)", tool: "c d" }, "mcp__a_b__c%20d"],
      ["gemini", "Read", { server: "", tool: "" }, "gemini:Read"],
      ["cursor", "MCP:Read", undefined, "mcp__cursor__Read"],
    ],
  )("%s %s %j", (host, tool, mcp, expected) => {
    const input = { a: 1 };
    const got = mcp === undefined ? translate(host, tool, input) : { tool: nameMcpTool(host, tool, mcp), input };
    expect(got).toEqual({ tool: expected, input: { a: 1 } });
    expect(safe(got.tool)).toBe(false);
    expect(tools(got.tool).name).toBe(expected);
    expect(isMcpTool(expected)).toBe(expected.startsWith("mcp__"));
  });
});

describe("fields the host does not declare bar every proof", () => {
  test.each<readonly [host: string, tool: string, input: JsonObject, barring: readonly string[]]>([
    // The host runs `cmd`: a `command` beside it must neither be judged instead nor vanish.
    ["codex", "exec_command", { command: "ls", cmd: "rm -rf x" }, ["codex:command"]],
    ["codex", "exec_command", { cmd: "ls", shell: "python3" }, ["shell"]],
    ["codex", "exec_command", { cmd: "ls", sandbox_permissions: "require_escalated" }, ["sandbox_permissions"]],
    ["claude-code", "Read", { file_path: "a", allow_large: true }, []],
    ["claude-code", "ListAgents", {}, []],
    ["claude-code", "ListAgents", { channel: "", q: "" }, []],
    ["claude-code", "ListAgents", { channel: "ops" }, ["channel"]],
    ["claude-code", "ListAgents", { q: "secret" }, ["q"]],
    ["claude-code", "Agent", { prompt: "p", effort: "low" }, []],
    ["claude-code", "ReportFindings", { level: "high", findings: [] }, []],
    ["claude-code", "ReportFindings", { findings: [], upload: true }, ["upload"]],
    ["claude-code", "DeferredToolPlaceholder", {}, []],
    ["claude-code", "DeferredToolPlaceholder", { query: "x" }, ["claude-code:query"]],
    ["claude-code", "Workflow", { script: "s", title: "t", description: "d" }, []],
    ["claude-code", "Workflow", { scriptPath: "w.js", script: "s", name: "n" }, ["script", "claude-code:name"]],
    ["claude-code", "Workflow", { script: "s", mode: "bypassPermissions" }, ["claude-code:mode"]],
    ["claude-code", "ScheduleWakeup", { delaySeconds: 60, prompt: "p", reason: "r", noop: true, stop: false }, []],
    ["claude-code", "ScheduleWakeup", { delaySeconds: 60, prompt: "p", stop: true }, ["stop"]],
    ["claude-code", "ScheduleWakeup", { delaySeconds: 60, prompt: "p", durable: true }, ["claude-code:durable"]],
    ["gemini", "update_topic", { title: "t", wait_for_previous: true }, []],
    ["gemini", "run_shell_command", { command: "ls", delay_ms: 5 }, []],
    ["gemini", "read_background_output", { pid: 7, lines: 10 }, []],
    ["copilot", "grep", { pattern: "x", paths: ["src", "lib"] }, []],
    ["copilot", "list_bash", {}, []],
    ["copilot", "sql", { query: "SELECT * FROM todos", description: "x" }, []],
    ["codex", "exec_command", { cmd: "git log", tty: true }, ["tty"]],
    ["codex", "Bash", { command: "git log", tty: true }, ["tty"]],
    ["codex", "shell_command", { command: "gh pr view 1", tty: 1 }, ["tty"]],
    ["codex", "exec_command", { cmd: "ls", additional_permissions: {} }, ["additional_permissions"]],
    ["codex", "exec_command", { cmd: "ls", prefix_rule: ["ls"] }, []],
    [
      "codex",
      "exec_command",
      { cmd: "ls", prefix_rule: ["ls"], sandbox_permissions: "require_escalated" },
      ["sandbox_permissions"],
    ],
    ["codex", "exec_command", { cmd: "ls", workdir: 5 }, ["workdir"]],
    ["codex", "exec_command", { cmd: "ls", "": "/etc" }, [""]],
    ["codex", "local_shell", { command: ["ls"], env: { PATH: "." } }, ["env"]],
    ["codex", "apply_patch", { input: "a", command: "b" }, ["command"]],
    ["codex", "list_dir", { dir_path: "/", depth: 9 }, ["depth"]],
    ["gemini", "run_shell_command", { command: "ls", dir_path: "a", directory: "b" }, ["directory"]],
    ["gemini", "read_file", { file_path: "a", path: "b" }, ["path"]],
    ["gemini", "read_file", { file_path: "a", pages: "1" }, ["gemini:pages"]],
    ["opencode", "read", { file_path: "/etc/shadow", filePath: "a" }, ["opencode:file_path"]],
    ["opencode", "list", { pattern: "x" }, ["opencode:pattern"]],
    ["opencode", "multiedit", { filePath: "a", edits: [{ filePath: "a", oldString: "b", newString: "c" }] }, []],
    ["opencode", "multiedit", { filePath: "a", edits: [{ filePath: "x", oldString: "b", newString: "c" }] }, ["edits"]],
    [
      "claude-code",
      "MultiEdit",
      { file_path: "a", edits: [{ old_string: "b", new_string: "c", run: "x" }] },
      ["edits"],
    ],
    ["gemini", "write_todos", { todos: [{ description: "a", status: "pending" }] }, []],
    ["vscode", "manage_todo_list", { todoList: [{ id: 1, title: "a", description: "b", status: "not-started" }] }, []],
    ["cursor", "TodoWrite", { merge: true, todos: [{ id: "1", content: "a", status: "pending" }] }, []],
    ["copilot", "bash", { command: "ls", sessionId: "main" }, ["sessionId"]],
    ["cursor", "beforeShellExecution", { command: "ls", sandbox: false }, ["sandbox"]],
    ["claude-code", "Bash", { command: "ls", surprise: 1 }, ["surprise"]],
    ["claude-code", "Bash", JSON.parse('{"command":"ls","__proto__":{"x":1}}'), ["__proto__"]],
  ])("%s %s %j", (host, tool, input, barring) => {
    const got = translate(host, tool, input);
    expect(barringFields(tools(got.tool), got.input)).toEqual(barring);
  });
});

describe("calls that only look like ours are left to the classifier", () => {
  test.each<readonly [host: string, tool: string, input: JsonObject]>([
    ["gemini", "web_fetch", { prompt: "compare https://a.example and https://b.example" }],
    ["gemini", "web_fetch", { url: "https://a.example", prompt: "fetch https://b.example" }],
    ["gemini", "web_fetch", { prompt: "https://a.example,https://b.example" }],
    ["gemini", "web_fetch", { prompt: "no address" }],
    ["gemini", "web_fetch", { prompt: "file:///etc/passwd" }],
    ["gemini", "read_many_files", { include: ["../other/**"] }],
    ["gemini", "read_many_files", { include: ["/etc/*"] }],
    ["gemini", "read_many_files", { include: ["~/.ssh/*"] }],
    ["gemini", "read_many_files", { include: [["a"]] }],
    ["gemini", "read_many_files", { include: "a", root: "/" }],
    ["cursor", "Delete", { path: "a\n*** Add File: b" }],
    ["cursor", "Delete", { path: "a", force: true }],
    ["claude-code", "Workflow", {}],
    ["claude-code", "Workflow", { script: 5 }],
    ["claude-code", "Workflow", { script: "s", prompt: "harmless" }],
    ["claude-code", "ScheduleWakeup", { prompt: "p" }],
    ["claude-code", "ScheduleWakeup", { delaySeconds: 60, cron: "never", prompt: "p" }],
    ["copilot", "str_replace_editor", { command: "undo_edit", path: "a" }],
    ["copilot", "str_replace_editor", { command: "constructor", path: "a" }],
  ])("%s %s %j", (host, tool, input) => {
    expect(translate(host, tool, input)).toEqual({ tool, input });
    expect(tools(tool).safe).toBeUndefined();
  });
});

describe("an argument list becomes a command that means the same", () => {
  test.each([
    [["bash", "-lc", "a && b"], "a && b"],
    [["/bin/bash", "-c", "x"], "x"],
    [["bash", "-lc", "x", "y"], "bash -lc x y"],
    [["sh", "-c", "x y"], "sh -c 'x y'"],
    [["zsh", "-lc", "x"], "zsh -lc x"],
    [["A=1", "b"], "'A=1' b"],
    [["if", "x"], "'if' x"],
    [["echo", "$HOME", "*", "~", "it's", ""], "echo '$HOME' '*' '~' 'it'\\''s' ''"],
    [["ls", 1], undefined],
    [[], undefined],
    ["ls", undefined],
  ])("%j", (argv, command) => {
    expect(commandOf(argv)).toBe(command);
  });
  test("an argument list that is no list of strings is left for the tool's own check to refuse", () => {
    const got = translate("codex", "shell", { command: ["ls", 1] });
    expect(tools("Bash").check?.(got.input, { cwd: "/", projectRoot: "/", world: diskWorld() })).toContain(
      "must be a string",
    );
  });
  test("any words, with bash as the referee", () => {
    const word = fc.string({ unit: fc.constantFrom(..."ab =$'\"\\`*?[]{}()<>|&;!#~%^\n\té-"), maxLength: 8 });
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { minLength: 40, maxLength: 40 }),
        (lists) => {
          const script = lists.map((list) => commandOf(["printf", "%s\\0", ...list, "END"])).join("\n");
          const out = execFileSync("bash", ["--norc", "-c", script], { encoding: "utf8" });
          expect(out.split("\0").slice(0, -1)).toEqual(lists.flatMap((list) => [...list, "END"]));
        },
      ),
      { numRuns: 20 },
    );
  });
});
