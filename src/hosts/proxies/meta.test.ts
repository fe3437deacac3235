/** What stands beside a request is judged with it, but for what the protocols themselves say there. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../contract/action.ts";
import { type Project, project } from "../../testing/index.ts";
import { NO_PINS } from "../testing.ts";
import { acpProxy } from "./acp.ts";
import { mcpProxy } from "./mcp.ts";

let here: Project;
beforeEach(() => {
  here = project();
});
afterEach(() => here.remove());

const line = (method: string, params: object): string => JSON.stringify({ jsonrpc: "2.0", id: 7, method, params });

/** What reaches the server of a message of its client's, where a rule names a place that may stand beside the request. */
async function toServer(sent: string): Promise<readonly string[]> {
  const server: string[] = [];
  const settings = { permissions: { allow: ["mcp__s"], deny: ["Read(//etc/passwd)"] } };
  const proxy = mcpProxy({
    gate: here.gate({ classifier: null, settings }),
    ...{ server: "s", session: "s", cwd: here.root, pins: NO_PINS, toClient: () => undefined },
    toServer: (one) => server.push(one),
  });
  await proxy.fromClient(sent);
  return server;
}

/** What reaches the editor of a message of its agent's. */
async function toEditor(sent: string): Promise<readonly string[]> {
  const [editor, gate]: [string[], ReturnType<Project["gate"]>] = [[], here.gate({ classifier: null })];
  let hear = (): void => undefined;
  const proxy = acpProxy({
    gateAt: () => gate,
    cwd: here.root,
    toAgent: () => hear(),
    toEditor: (one) => {
      editor.push(one);
      hear();
    },
  });
  await proxy.fromEditor(line("session/load", { sessionId: "a", cwd: here.root }));
  editor.length = 0;
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  // Where the person is asked it goes on with their answer.
  await Promise.race([proxy.fromAgent(sent), heard]);
  return editor;
}

const PROTOCOLS: readonly JsonObject[] = [
  {},
  { progressToken: 1 },
  { progressToken: "a", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", tracestate: "a=b" },
  {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
    "io.modelcontextprotocol/clientInfo": { name: "a", version: "1" },
  },
  { "io.modelcontextprotocol/related-task": { taskId: "t" } },
  { "claudecode/toolUseId": "toolu_01AbC" },
];
const STRANGE: readonly JsonObject[] = [
  { path: "/etc/passwd" },
  { exec: "cat /etc/passwd" },
  { progressToken: { path: "/etc/passwd" } },
  { traceparent: "/etc/passwd" },
  { "io.modelcontextprotocol/related-task": { taskId: "t", path: "/etc/passwd" } },
  { "claudecode/toolUseId": "cat /etc/passwd" },
];

describe("MCP", () => {
  const sayings = (_meta: object): readonly string[] => [
    line("tools/call", { name: "read", arguments: { path: "a" }, _meta }),
    line("resources/read", { uri: "note://a", _meta }),
    line("prompts/get", { name: "p", _meta }),
    line("tools/list", { _meta }),
  ];

  test.each(PROTOCOLS)("%j passes as it came", async (meta) => {
    for (const sent of sayings(meta)) expect(await toServer(sent)).toEqual([sent]);
  });

  test.each(STRANGE)("%j is no part of the protocol", async (meta) => {
    for (const sent of sayings(meta)) expect([sent, await toServer(sent)]).toEqual([sent, []]);
  });

  test("what a rule covers may say more beside it, as it may in its arguments", async () => {
    const sent = line("tools/call", { name: "read", arguments: {}, _meta: { "acme/thread": "t-1" } });
    expect(await toServer(sent)).toEqual([sent]);
    const listed = line("tools/list", { _meta: { "acme/thread": "t-1" } });
    expect(await toServer(listed)).toEqual([listed]);
  });

  test.each([
    line("tools/call", { name: "read", arguments: {}, _meta: "cat /etc/passwd" }),
    line("tools/call", { name: "read", arguments: { _meta: 1 }, _meta: { "acme/thread": "t-1" } }),
    line("tools/call", { name: "read", arguments: {}, task: { path: "/etc/passwd" } }),
    line("tools/call", { name: "read", arguments: {}, task: "x" }),
  ])("%s is refused", async (sent) => {
    expect(await toServer(sent)).toEqual([]);
  });

  test("a call may be kept as a task", async () => {
    const sent = line("tools/call", { name: "read", arguments: {}, task: { ttl: 60_000 } });
    expect(await toServer(sent)).toEqual([sent]);
  });

  test("what is nested deeper than anything real is refused for good", async () => {
    const deep = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"read","arguments":{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}}}`;
    const told: string[] = [];
    const proxy = mcpProxy({
      gate: here.gate({ classifier: null }),
      ...{ server: "s", session: "s", cwd: here.root, pins: NO_PINS, toServer: (one: string) => told.push(one) },
      toClient: (one) => told.push(one),
    });
    await proxy.fromClient(deep);
    expect(told.join()).toContain("nested deeper");
    expect(told.join()).not.toContain("tried again");
  });
});

describe("ACP", () => {
  const create = (more: object) => line("terminal/create", { sessionId: "a", command: "ls", ...more });

  test.each([
    { _meta: {} },
    { _meta: { traceparent: "00-a-b-01" } },
    { outputByteLimit: 1000 },
    { outputByteLimit: null },
  ])("%j passes as it came", async (more) => {
    expect(await toEditor(create(more))).toEqual([create(more)]);
  });

  test.each([
    { _meta: { command: "touch mm" } },
    { _meta: "touch mm" },
    { outputByteLimit: "x; rm" },
    { outputByteLimit: [1] },
  ])("%j does not", async (more) => {
    expect(await toEditor(create(more))).not.toContain(create(more));
  });

  test("nor does it beside what passes unjudged; what the agent shows may carry anything", async () => {
    const output = line("terminal/output", { sessionId: "a", terminalId: "t", _meta: { command: "touch mm" } });
    const update = line("session/update", {
      sessionId: "a",
      update: { sessionUpdate: "plan" },
      _meta: { a: { b: "c d" } },
    });
    expect(await toEditor(output)).toEqual([]);
    expect(await toEditor(update)).toEqual([update]);
  });

  /** What the agent is told at once of a command that only reads; undefined where the person is asked, or told no. */
  async function saidOf(params: object): Promise<unknown> {
    const [agent, gate]: [string[], ReturnType<Project["gate"]>] = [[], here.gate({ classifier: null })];
    const proxy = acpProxy({
      gateAt: () => gate,
      cwd: here.root,
      toAgent: (one) => agent.push(one),
      toEditor: () => undefined,
    });
    await proxy.fromEditor(line("session/load", { sessionId: "a", cwd: here.root }));
    agent.length = 0;
    await proxy.fromAgent(line("session/request_permission", { sessionId: "a", options: OPTIONS, ...params }));
    return JSON.parse(agent[0] ?? "{}").result?.outcome?.optionId;
  }
  const OPTIONS = [
    { optionId: "yes", name: "Yes", kind: "allow_once" },
    { optionId: "no", name: "No", kind: "reject_once" },
  ];
  const toolCall = { toolCallId: "c", title: "ls", kind: "execute", rawInput: { command: "ls" } };

  test.each([
    {},
    { _meta: { traceparent: "00-a-b-01" } },
    { _meta: { "acme/thread": "t-1", turn: 3 } },
    { toolCall: { ...toolCall, _meta: { claudeCode: { toolName: "Bash", parentToolUseId: null } } } },
  ])("a permission request with %j gets its yes", async (more) => {
    expect(await saidOf({ toolCall, ...more })).toBe("yes");
  });

  test.each([
    { _meta: { command: "git push" } },
    { _meta: { command: "reboot" } },
    { _meta: { acme: { note: "then git push" } } },
    { _meta: "git push" },
    { _meta: { claudeCode: { toolName: "Bash", args: ["push"] } } },
    { toolCall: { ...toolCall, _meta: { command: "git push" } } },
    { toolCall: { ...toolCall, _meta: { claudeCode: { toolName: "Bash", input: "git push" } } } },
  ])("and with %j none", async (more) => {
    expect(await saidOf({ toolCall, ...more })).not.toBe("yes");
  });
});
