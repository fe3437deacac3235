/** Records in each agent's own format, made up: one question, one edit that ran, one command the person refused. */

export const ROOT = "/home/me/app";
export const REFUSAL =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";

const lines = (...entries: readonly unknown[]): string => entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");

const claudeLine = { sessionId: "c-1", cwd: ROOT, version: "2.1.197", isSidechain: false };
const claudeUser = (content: unknown, more: object = {}) => ({
  ...claudeLine,
  type: "user",
  uuid: "u",
  timestamp: "2026-11-15T10:00:00.000Z",
  message: { role: "user", content },
  ...more,
});
const claudeCall = (id: string, name: string, input: object) => ({
  ...claudeLine,
  type: "assistant",
  uuid: "a",
  timestamp: "2026-11-15T10:00:01.000Z",
  message: { role: "assistant", model: "claude-opus-4-8", content: [{ type: "tool_use", id, name, input }] },
});
const claudeResult = (tool_use_id: string, content: string, is_error = false, more: object = {}) =>
  claudeUser([{ type: "tool_result", tool_use_id, content, is_error }], more);

export const CLAUDE_CODE = lines(
  { type: "summary", summary: "A title", leafUuid: "x" },
  { type: "file-history-snapshot", messageId: "m", snapshot: {} },
  claudeUser("fix the bug"),
  claudeUser("<system-reminder>not the person</system-reminder>", { isMeta: true }),
  claudeCall("t1", "Edit", { file_path: `${ROOT}/src/a.ts`, old_string: "a", new_string: "b" }),
  claudeResult("t1", "The file was updated."),
  claudeCall("t2", "Bash", { command: "git push --force", description: "push" }),
  claudeResult("t2", REFUSAL, true, { toolUseResult: "User rejected tool use" }),
  claudeCall("t1", "Edit", { file_path: `${ROOT}/src/a.ts`, old_string: "a", new_string: "b" }),
  {
    ...claudeLine,
    type: "attachment",
    uuid: "q",
    attachment: { type: "queued_command", prompt: "and the tests", commandMode: "prompt" },
  },
);

const codex = (type: string, payload: object) => ({ timestamp: "2026-11-15T10:00:00.000Z", type, payload });
export const CODEX = lines(
  codex("session_meta", { id: "x-1", cwd: ROOT, cli_version: "0.166.0", timestamp: "2026-11-15T10:00:00.000Z" }),
  codex("turn_context", { cwd: ROOT, model: "gpt-5.6-sol" }),
  codex("response_item", {
    type: "message",
    role: "user",
    content: [{ type: "input_text", text: "<environment_context>not the person</environment_context>" }],
  }),
  codex("event_msg", { type: "user_message", message: "fix the bug" }),
  codex("event_msg", {
    type: "item_completed",
    item: { type: "UserMessage", content: [{ type: "text", text: "fix the bug" }] },
  }),
  codex("response_item", { type: "reasoning", summary: [] }),
  codex("response_item", {
    type: "custom_tool_call",
    name: "apply_patch",
    call_id: "p1",
    input: `*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch`,
  }),
  codex("response_item", { type: "custom_tool_call_output", call_id: "p1", output: "Exit code: 0\nSuccess." }),
  codex("response_item", {
    type: "function_call",
    name: "exec_command",
    call_id: "c1",
    arguments: JSON.stringify({ cmd: "git push --force" }),
  }),
  codex("response_item", {
    type: "function_call_output",
    call_id: "c1",
    output: 'exec_command failed: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
  }),
);

const geminiCall = (id: string, name: string, args: object, status: string) => ({ id, name, args, status });
const geminiEdit = { file_path: `${ROOT}/src/a.ts`, old_string: "a", new_string: "b" };
export const GEMINI = lines(
  { sessionId: "g-1", projectHash: "h", startTime: "2026-11-15T10:00:00.000Z", lastUpdated: "x" },
  { $set: { messages: [{ type: "user", content: "<session_context>not the person</session_context>" }] } },
  { id: "1", timestamp: "2026-11-15T10:00:00.000Z", type: "user", content: [{ text: "fix the bug" }] },
  { id: "2", type: "gemini", content: "", toolCalls: [geminiCall("e1", "replace", geminiEdit, "executing")] },
  { id: "2", type: "gemini", content: "", toolCalls: [geminiCall("e1", "replace", geminiEdit, "success")] },
  {
    id: "3",
    type: "gemini",
    content: "",
    toolCalls: [geminiCall("s1", "run_shell_command", { command: "git push --force" }, "cancelled")],
  },
  { $set: { lastUpdated: "x" } },
);

const openCodeTool = (callID: string, tool: string, state: object) => ({ type: "tool", tool, callID, state });
export const OPENCODE = `${JSON.stringify(
  {
    info: { id: "ses_1", directory: ROOT, version: "1.18.33", time: { created: 1_794_738_730_754 } },
    messages: [
      { info: { role: "user" }, parts: [{ type: "text", text: '"fix the bug"' }] },
      {
        info: { role: "assistant", modelID: "m", path: { cwd: ROOT } },
        parts: [
          openCodeTool("e1", "edit", {
            status: "completed",
            input: { filePath: `${ROOT}/src/a.ts`, oldString: "a", newString: "b" },
          }),
          openCodeTool("b1", "bash", {
            status: "error",
            input: { command: "git push --force", description: "push" },
            error: "Error: The user rejected permission to use this specific tool call.",
          }),
        ],
      },
    ],
  },
  null,
  2,
)}\n`;

export const SESSIONS = lines({
  source: "me/app",
  agent: "claude-code 2.1.197",
  session: "s-1",
  started: "2026-11-15T10:00:00.000Z",
  turns: [
    { role: "user", text: "fix the bug" },
    {
      tool: "Edit",
      input: { file_path: `${ROOT}/src/a.ts`, old_string: "a", new_string: "b" },
      cwd: ROOT,
      outcome: "ok",
    },
    { tool: "Bash", input: { command: "git push --force" }, cwd: ROOT, outcome: "user_rejected" },
  ],
});

const copilotEntry = (type: string, data: object) => ({ id: "i", timestamp: "t", parentId: null, type, data });
export const COPILOT = lines(
  copilotEntry("session.start", { sessionId: "c-1", copilotVersion: "1.0.102", context: { cwd: ROOT } }),
  copilotEntry("user.message", { content: "fix the bug", source: "user" }),
  copilotEntry("tool.execution_start", {
    toolCallId: "e1",
    toolName: "edit",
    arguments: { path: `${ROOT}/src/a.ts`, old_str: "a", new_str: "b" },
  }),
  copilotEntry("tool.execution_complete", { toolCallId: "e1", success: true }),
  copilotEntry("tool.execution_start", {
    toolCallId: "b1",
    toolName: "bash",
    arguments: { command: "git push --force" },
  }),
  copilotEntry("tool.execution_complete", { toolCallId: "b1", success: false, error: { code: "rejected" } }),
);

const qwenEntry = (more: object) => ({
  ...{ uuid: "u", sessionId: "q-1", timestamp: "t", cwd: ROOT, version: "0.24.4" },
  ...more,
});
const qwenParts = (type: string, part: object, more: object = {}) =>
  qwenEntry({ type, message: { role: type, parts: [part] }, ...more });
export const QWEN = lines(
  qwenParts("user", { text: "fix the bug" }, { provenance: "real_user" }),
  qwenParts("assistant", {
    functionCall: {
      id: "e1",
      name: "edit",
      args: { file_path: `${ROOT}/src/a.ts`, old_string: "a", new_string: "b" },
    },
  }),
  qwenParts(
    "tool_result",
    { functionResponse: { id: "e1", response: { output: "ok" } } },
    { toolCallResult: { status: "success" } },
  ),
  qwenParts("assistant", {
    functionCall: { id: "s1", name: "run_shell_command", args: { command: "git push --force" } },
  }),
  qwenParts(
    "tool_result",
    { functionResponse: { id: "s1", response: { error: "cancelled" } } },
    { toolCallResult: { status: "cancelled" } },
  ),
);

const piEntry = (message: object) => ({ type: "message", id: "i", parentId: null, timestamp: "t", message });
const piCall = (id: string, name: string, args: object) =>
  piEntry({ role: "assistant", model: "m", content: [{ type: "toolCall", id, name, arguments: args }] });
const piResult = (toolCallId: string, text: string, isError: boolean) =>
  piEntry({ role: "toolResult", toolCallId, content: [{ type: "text", text }], isError });
export const PI = lines(
  { type: "session", version: 3, id: "p-1", timestamp: "t", cwd: ROOT },
  piEntry({ role: "user", content: [{ type: "text", text: "fix the bug" }] }),
  piCall("e1", "edit", { path: "src/a.ts", edits: [{ oldText: "a", newText: "b" }] }),
  piResult("e1", "ok", false),
  piCall("b1", "bash", { command: "git push --force" }),
  piResult("b1", "Denied by Sallyport: no.", true),
);

const clineUse = (id: string, name: string, input: object) => ({
  ...{ role: "assistant", content: [{ type: "tool_use", id, name, input }], modelInfo: { id: "m" } },
});
const clineResult = (tool_use_id: string, content: unknown, is_error: boolean) => ({
  ...{ role: "user", content: [{ type: "tool_result", tool_use_id, content, is_error }] },
});
export const CLINE = `${JSON.stringify(
  {
    version: 1,
    sessionId: "l-1",
    origin: { source: "cli", mode: "user", version: "3.0.65" },
    messages: [
      { role: "user", content: [{ type: "text", text: '<user_input mode="act">fix the bug</user_input>' }] },
      clineUse("e1", "editor", { path: `${ROOT}/src/a.ts`, old_text: "a", new_text: "b" }),
      clineResult("e1", "ok", false),
      clineUse("b1", "run_commands", { commands: ["git push --force"] }),
      clineResult("b1", { error: "NOT a tool or system failure. Clarify with user before proceeding." }, true),
    ],
  },
  null,
  2,
)}\n`;

/** Made from OpenCode, and known by its version. */
export const KILO = OPENCODE.replace('"1.18.33"', '"7.7.7"');
