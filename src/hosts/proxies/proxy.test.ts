import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Action } from "../../contract/action.ts";
import { allow, ask, type Behavior, type Decision, deny, stampDecision } from "../../contract/decision.ts";
import { acpProxy, actionFor } from "./acp.ts";
import { mcpProxy } from "./mcp.ts";
import { hasKeyTwice, parseMessage } from "./message.ts";

const DRAFTS = {
  allow: allow("classifier", "fine"),
  ask: ask("prompt", "the person decides"),
  deny: deny("classifier", "it would rewrite history"),
  abort: { ...deny("denialLimit", "Agent aborted: too many classifier denials"), behavior: "abort" as const },
};
const decided = (behavior: Behavior): Decision => stampDecision(DRAFTS[behavior], "id", 0);

describe("keys that stand twice", () => {
  test.each([
    ['{"a":1,"b":{"a":1}}', false],
    ['{"a":1,"a":2}', true],
    ['{"a":1,"\\u0061":2}', true],
    ['{"x":[{"a":1},{"a":1}]}', false],
    ['{"x":[{"a":1,"b":2,"a":3}]}', true],
    ['{"a":"\\"a\\":1,\\"a\\":2"}', false],
    ['{"a":"x,\\\\","a":1}', true],
    ['{"a":["a","a"],"b":"a"}', false],
    ['{"a":{},"b":[],"a":0}', true],
  ])("%s: %s", (json, twice) => {
    expect(hasKeyTwice(json)).toBe(twice);
  });
  test("what JSON.stringify writes never has one", () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => !hasKeyTwice(JSON.stringify(value))));
  });
});

describe("MCP", () => {
  interface Bench {
    readonly client: string[];
    readonly server: string[];
    readonly actions: Action[];
    readonly send: (message: unknown) => Promise<void>;
  }
  function bench(answer: (action: Action, signal?: AbortSignal) => Promise<Decision>, shadow = false): Bench {
    const [client, server, actions]: [string[], string[], Action[]] = [[], [], []];
    const proxy = mcpProxy({
      gate: {
        shadow,
        check: (action, options) => {
          actions.push(action);
          return answer(action, options?.signal);
        },
      },
      server: "files",
      session: "s",
      cwd: "/p",
      toClient: (line) => client.push(line),
      toServer: (line) => server.push(line),
    });
    const send = (message: unknown): Promise<void> =>
      proxy.fromClient(typeof message === "string" ? message : JSON.stringify(message));
    return { client, server, actions, send };
  }
  const call = (id: number | string, name = "write", more = {}): object => ({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name, arguments: { path: "/x" }, ...more },
  });

  test("a call is judged under its server's name, and passes byte for byte", async () => {
    const here = bench(async () => decided("allow"));
    const line =
      '{ "jsonrpc":"2.0", "id":12345678901234567890, "method":"tools/call","params":{"name":"write","arguments":{"n":1e400,"path":"/x"}} }';
    await here.send(line);
    expect(here.server).toEqual([line]);
    expect(here.actions[0]).toMatchObject({ tool: "mcp__files__write", cwd: "/p", session: "s", headless: true });
  });

  test.each(["deny", "ask", "abort"] as const)("%s is a tool error the model can read", async (behavior) => {
    const here = bench(async () => decided(behavior));
    await here.send(call(7));
    expect(here.server).toEqual([]);
    const answer = JSON.parse(here.client[0] ?? "");
    expect(answer).toMatchObject({ id: 7, result: { isError: true } });
    expect(answer.result.content[0].text).toContain(DRAFTS[behavior].reason);
  });

  test("a gate that throws is a tool error", async () => {
    const here = bench(async () => Promise.reject(new Error("a bug")));
    await here.send(call(7));
    expect(here.server).toEqual([]);
    expect(here.client[0]).toContain("a bug");
  });

  test("shadow judges and passes on", async () => {
    const here = bench(async () => decided("deny"), true);
    await here.send(call(7));
    expect(here.actions).toHaveLength(1);
    expect(here.server).toHaveLength(1);
  });

  test("calls are judged side by side, and answers come as they are ready", async () => {
    const gates = new Map<string, (decision: Decision) => void>();
    const here = bench(({ tool }) => new Promise((resolve) => gates.set(tool, resolve)));
    const all = ["a", "b", "c"].map((name, i) => here.send(call(i, name)));
    await here.send({ jsonrpc: "2.0", id: 9, method: "ping" });
    expect(here.server.map((line) => JSON.parse(line).id)).toEqual([9]);
    for (const name of ["c", "a", "b"]) gates.get(`mcp__files__${name}`)?.(decided("allow"));
    await Promise.all(all);
    expect(here.server.map((line) => JSON.parse(line).id).sort()).toEqual([0, 1, 2, 9]);
  });

  test("a call that is cancelled while it is judged never reaches the server", async () => {
    const here = bench(
      (_, signal) => new Promise((resolve) => signal?.addEventListener("abort", () => resolve(decided("allow")))),
    );
    const done = here.send(call(7));
    await here.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } });
    await done;
    expect(here.server).toEqual([]);
    expect(here.client).toEqual([]);
    const later = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
    await here.send(later);
    expect(here.server).toEqual([JSON.stringify(later)]);
  });

  test.each<[string, string]>([
    [
      "another name last, for a reader that takes the first",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"},"method":"ping"}',
    ],
    [
      "the same, escaped",
      '{"jsonrpc":"2.0","id":1,"m\\u0065thod":"tools/call","params":{"name":"rm"},"method":"ping"}',
    ],
    [
      "other arguments first",
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm","arguments":{"path":"/"},"arguments":{}}}',
    ],
    ["inside a batch", '[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}]'],
    ["a batch in a batch", '[[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}}]]'],
    ["no id", '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"rm"}}'],
    ["an id that is no id", '{"jsonrpc":"2.0","id":{},"method":"tools/call","params":{"name":"rm"}}'],
    ["no name", '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}'],
    ["not JSON", '{"jsonrpc":"2.0","id":1,"method":"tools/call",'],
  ])("%s does not reach the server unjudged", async (_, line) => {
    const here = bench(async () => decided("allow"));
    await here.send(line);
    expect(here.server).toEqual([]);
    expect(here.actions).toEqual([]);
  });

  test.each([
    '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":1,"result":{"model":"x","content":{}}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/list"}]',
    '{ "jsonrpc" : "2.0", "id":1.0, "method":"resources/read","params":{"uri":"a://b"} }',
  ])("%s passes as it came", async (line) => {
    const here = bench(async () => decided("deny"));
    await here.send(line);
    expect(here.server).toEqual([line]);
  });
});

describe("ACP", () => {
  const OPTIONS = [
    { optionId: "aa", name: "Always", kind: "allow_always" },
    { optionId: "a1", name: "Once", kind: "allow_once" },
    { optionId: "r1", name: "No", kind: "reject_once" },
    { optionId: "rr", name: "Never", kind: "reject_always" },
  ];
  function bench(behavior: Behavior, shadow = false) {
    const [editor, agent, actions, heard]: [string[], string[], Action[], string[]] = [[], [], [], []];
    const proxy = acpProxy({
      gate: {
        shadow,
        check: async (action) => {
          actions.push(action);
          return decided(behavior);
        },
        personSaid: async (text) => void heard.push(text),
      },
      cwd: "/start",
      toEditor: (line) => editor.push(line),
      toAgent: (line) => agent.push(line),
    });
    return { editor, agent, actions, heard, proxy };
  }
  const request = (
    options: readonly object[] = OPTIONS,
    toolCall: object = { toolCallId: "t", kind: "execute", rawInput: { command: "ls" } },
  ): string =>
    JSON.stringify({
      jsonrpc: "2.0",
      id: 5,
      method: "session/request_permission",
      params: { sessionId: "s", toolCall, options },
    });

  test.each<[Behavior, readonly object[], unknown]>([
    ["allow", OPTIONS, { outcome: { outcome: "selected", optionId: "a1" } }],
    ["deny", OPTIONS, { outcome: { outcome: "selected", optionId: "r1" } }],
    ["abort", OPTIONS, { outcome: { outcome: "cancelled" } }],
    ["deny", OPTIONS.filter(({ kind }) => kind !== "reject_once"), { outcome: { outcome: "cancelled" } }],
    ["ask", OPTIONS, undefined],
    ["allow", OPTIONS.filter(({ kind }) => kind !== "allow_once"), undefined],
    ["allow", [], undefined],
  ])("%s with %j", async (behavior, options, result) => {
    const here = bench(behavior);
    await here.proxy.fromAgent(request(options));
    if (result === undefined) {
      expect(here.editor).toEqual([request(options)]);
      expect(here.agent).toEqual([]);
    } else {
      expect(here.editor).toEqual([]);
      expect(JSON.parse(here.agent[0] ?? "")).toMatchObject({ jsonrpc: "2.0", id: 5, result: result as object });
      expect(here.agent[0]).not.toMatch(/"optionId":"(?:aa|rr)"/);
    }
  });

  test("shadow leaves the question to the editor", async () => {
    const here = bench("deny", true);
    await here.proxy.fromAgent(request());
    expect(here.actions).toHaveLength(1);
    expect(here.editor).toHaveLength(1);
  });

  test("the session's directory, what the person said and what was done before", async () => {
    const here = bench("allow");
    const update = (update: object): string =>
      JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId: "s", update } });
    await here.proxy.fromEditor(
      '{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}',
    );
    await here.proxy.fromAgent('{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s"}}');
    await here.proxy.fromEditor(
      '{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s","prompt":[{"type":"text","text":"never push"}]}}',
    );
    await here.proxy.fromAgent(
      update({
        sessionUpdate: "tool_call",
        toolCallId: "o",
        kind: "execute",
        rawInput: { command: "ls" },
        status: "pending",
      }),
    );
    await here.proxy.fromAgent(update({ sessionUpdate: "tool_call_update", toolCallId: "o", status: "completed" }));
    await here.proxy.fromAgent(
      update({
        sessionUpdate: "tool_call",
        toolCallId: "t",
        kind: "execute",
        rawInput: { command: "git push" },
        status: "pending",
      }),
    );
    await here.proxy.fromAgent(request(OPTIONS, { toolCallId: "t" }));
    expect(here.heard).toEqual(["never push"]);
    expect(here.actions[0]).toMatchObject({
      tool: "Bash",
      input: { command: "git push" },
      cwd: "/work",
      session: "s",
      transcript: [{ user: "never push" }, { tool: "Bash", input: { command: "ls" } }],
    });
    expect(here.editor).toHaveLength(4);
    expect(here.agent).toHaveLength(3);
  });

  test.each<[string, object, string | undefined, Partial<Action>]>([
    [
      "a command",
      { kind: "execute", rawInput: { command: "ls", description: "x" } },
      undefined,
      { tool: "Bash", input: { command: "ls" } },
    ],
    [
      "a command with a field nobody knows",
      { kind: "execute", rawInput: { command: "ls", container: "prod" } },
      undefined,
      { tool: "acp:execute" },
    ],
    [
      "an edit",
      { kind: "edit", content: [{ type: "diff", path: "/p/a", oldText: null, newText: "x" }] },
      undefined,
      { tool: "Write", input: { file_path: "/p/a", content: "x" } },
    ],
    [
      "two edits",
      {
        kind: "edit",
        content: [
          { type: "diff", path: "/a" },
          { type: "diff", path: "/b" },
        ],
      },
      undefined,
      { tool: "acp:edit" },
    ],
    [
      "a kind proves nothing",
      { kind: "read", title: "read", rawInput: { path: "/etc/shadow" } },
      undefined,
      { tool: "acp:read" },
    ],
    [
      "a name its host knows",
      { kind: "read", rawInput: { file_path: "/a" }, _meta: { claudeCode: { toolName: "Read" } } },
      "claude-code",
      { tool: "Read", host: "claude-code" },
    ],
    [
      "a name without a host proves nothing",
      { kind: "read", rawInput: { file_path: "/a" }, _meta: { claudeCode: { toolName: "Read" } } },
      undefined,
      { tool: "acp:read" },
    ],
  ])("%s", (_, call, host, expected) => {
    expect(actionFor(call as never, host, "/p")).toMatchObject(expected);
  });
});

test("no line makes the reader throw", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (line) => void parseMessage(line)));
});
