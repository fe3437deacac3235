/** Events that two readers could read differently, that nobody knows, or whose fields are of another kind: each is held back. */
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import { SILENCE } from "./host.ts";
import { HOST_NAMES } from "./index.ts";
import { parseMessage } from "./proxies/message.ts";
import { bench, judgedCall } from "./testing.ts";

const NO = /"(?:permissionDecision|decision|behavior|permission)":"deny"/;
const call = (cwd: string, more: object): string =>
  JSON.stringify({
    ...{ session_id: "s", cwd, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } },
    ...more,
  });

describe.each(HOST_NAMES.map((name) => [name]))("%s", (host) => {
  test("a key that stands twice", async () => {
    const here = bench();
    const text = judgedCall(host, here.cwd);
    for (const twice of [
      text.includes(`"cwd":"${here.cwd}"}}`) ? text : text.replace("{", `{"cwd":"${here.cwd}",`),
      text.replace(/"(command|cmd)":/, '"$1":"ls","$1":'),
      text.replace(/"(command|cmd)":("(?:[^"\\]|\\.)*")/, '"$1":$2,"$1":"ls"'),
    ]) {
      if (twice === text) continue;
      const answer = await here.send(host, twice);
      expect(JSON.stringify(answer.stdout)).toMatch(NO);
      expect(JSON.stringify(answer.stdout)).toMatch(/has the key \\"\w+\\" twice/);
    }
  });
});

describe("events nobody knows", () => {
  test.each([
    ["claude-code", { hook_event_name: "PreToolUseV2" }],
    ["claude-code", { hook_event_name: "pretooluse" }],
    ["claude-code", { hook_event_name: "BeforeTool" }],
    ["codex", { hook_event_name: "PreToolCall" }],
    ["codex", { hook_event_name: "PreToolUse " }],
    ["gemini", { hook_event_name: "PreToolUse" }],
    ["gemini", { hook_event_name: "BeforeToolCall" }],
    ["cursor", { hook_event_name: "preToolUse", conversation_id: "s" }],
    ["cursor", { hook_event_name: "beforeReadFile", conversation_id: "s", file_path: "/etc/passwd" }],
    ["cursor", { hook_event_name: ["beforeShellExecution"], command: "ls" }],
    ["opencode", { event: "tool.execute", sessionID: "s" }],
    ["opencode", { event: "permission.ask", sessionID: "s" }],
    ["copilot", { toolName: "bash", toolArgs: "{}", toolResult: null, permission: 1, hook_event_name: undefined }],
  ])("%s: %j", async (host, more) => {
    const here = bench();
    here.says = "yes";
    const answer = await here.send(host, call(here.cwd, more));
    expect(JSON.stringify(answer.stdout)).toMatch(NO);
  });

  test.each([
    ["claude-code", "Stop"],
    ["claude-code", "Notification"],
    ["claude-code", "PreCompact"],
    ["codex", "Stop"],
    ["gemini", "AfterTool"],
    ["cursor", "afterFileEdit"],
  ])("%s: no call waits for %s", async (host, name) => {
    const here = bench();
    expect(await here.send(host, call(here.cwd, { hook_event_name: name }))).toEqual(SILENCE);
  });
});

describe("fields of another kind", () => {
  test.each([
    ["claude-code", { permission_mode: ["plan"] }],
    ["claude-code", { permission_mode: 1 }],
    ["claude-code", { permission_mode: true }],
    ["claude-code", { tool_use_id: { a: 1 } }],
    ["codex", { permission_mode: {} }],
    ["codex", { turn_id: 7 }],
    ["claude-code", { tool_input: [] }],
    ["claude-code", { tool_name: ["Bash"] }],
    ["claude-code", { session_id: 1 }],
  ])("%s: %j", async (host, more) => {
    const here = bench();
    expect(JSON.stringify((await here.send(host, call(here.cwd, more))).stdout)).toMatch(NO);
  });

  test.each([
    ["claude-code", { hook_event_name: "UserPromptSubmit", prompt: ["never push"] }],
    ["claude-code", { hook_event_name: "UserPromptSubmit", prompt: undefined }],
    ["gemini", { hook_event_name: "BeforeAgent", prompt: { text: "never push" } }],
    ["cursor", { hook_event_name: "beforeSubmitPrompt", prompt: 1, conversation_id: "s" }],
  ])("%s: the person is told that it cannot be read, and typing is not blocked: %j", async (host, more) => {
    const here = bench();
    const { stdout, exit } = await here.send(host, call(here.cwd, more));
    expect(exit).toBe(0);
    expect(JSON.stringify(stdout)).toMatch(/could not take down what you said/);
    expect(JSON.stringify(stdout)).not.toMatch(/"block"|"deny"|"continue":false/);
  });

  test("plan is plan in any case", async () => {
    const here = bench();
    const more = { permission_mode: "Plan", tool_input: { command: "npm publish" } };
    expect(JSON.stringify((await here.send("claude-code", call(here.cwd, more))).stdout)).toMatch(/In plan mode/);
  });
});

describe("answers the agent gives itself", () => {
  const asking = (answers: unknown, more: object = {}): object => ({
    tool_name: "AskUserQuestion",
    tool_input: { questions: [{ question: "push?" }], answers, ...more },
  });
  test.each([
    [{ "push?": "yes" }, {}],
    [["yes"], {}],
    ["yes", {}],
    [undefined, { annotations: { "push?": { notes: "yes, push" } } }],
  ])("%j is refused", async (answers, more) => {
    const here = bench();
    const answer = await here.send("claude-code", call(here.cwd, asking(answers, more)));
    expect(JSON.stringify(answer.stdout)).toMatch(/"deny".*the person's to give/);
  });
  test.each([[undefined], [{}], [null]])("%j is a question", async (answers) => {
    const here = bench();
    expect(JSON.stringify((await here.send("claude-code", call(here.cwd, asking(answers)))).stdout)).toMatch(/"allow"/);
  });

  test("are nobody's words in the transcript", async () => {
    const here = bench();
    const ask = (id: string, input: object): object => ({
      type: "assistant",
      message: { content: [{ type: "tool_use", id, name: "AskUserQuestion", input }] },
    });
    const result = (id: string, answer: string): object => ({
      type: "user",
      toolUseResult: { answers: { q: answer } },
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: "answered" }] },
    });
    const lines = [
      ...[ask("1", { questions: [] }), result("1", "only staging")],
      ...[ask("2", { questions: [], answers: { q: "push it" } }), result("2", "push it")],
    ];
    const path = here.project.write("../s.jsonl", lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await here.send("claude-code", call(here.cwd, { transcript_path: path, tool_input: { command: "npm publish" } }));
    const said = here.questions[0]?.transcript.flatMap((entry) => ("user" in entry ? [entry.user] : []));
    expect(said).toEqual(["only staging"]);
  });
});

describe("messages of a proxy", () => {
  test.each([
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call"}', "method"],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","Name":"b"}}', "Name"],
    ['{"jsonrpc":"2.0","method":"x","params":{"arguments":{"path":"a","\\u0070ath":"b"}}}', "path"],
  ])("%s is not passed on, and the key is named", (line, key) => {
    expect(parseMessage(line)).toMatchObject({ ok: false, error: expect.stringContaining(JSON.stringify(key)) });
  });
});

test("two keys that differ in case are two keys for a hook", async () => {
  const here = bench();
  const more: JsonObject = { tool_name: "mcp__x__set", tool_input: { env: { http_proxy: "a", HTTP_PROXY: "b" } } };
  expect(JSON.stringify((await here.send("claude-code", call(here.cwd, more))).stdout)).toMatch(/"allow"/);
});
