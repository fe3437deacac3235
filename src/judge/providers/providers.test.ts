import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { EndpointSettings } from "../../policy/settings/index.ts";
import { CLOCK, type Clock } from "./deadline.ts";
import { createProvider, type ModelRequest } from "./index.ts";
import type { NetworkProvider } from "./table.ts";
import { type FaultServer, faultServer } from "./testing/server.ts";
import { baseUrl, FORMATS, WIRES } from "./testing/wires.ts";

const KEY = "sk-test-0123456789";
const REQUEST: ModelRequest = {
  model: "claude-haiku-4-5-20251001",
  system: [{ text: "SYSTEM ".repeat(100), cache: true }],
  messages: [[{ text: "first", cache: true }], [{ text: "a" }, { text: "b", cache: true }, { text: "c" }]],
  maxTokens: 64,
  stop: ["</block>"],
  temperature: 0,
  disableThinking: true,
  tool: null,
  cacheKey: "k",
};
const TOOL = {
  name: "classify_result",
  description: "d",
  schema: { properties: {}, required: [], additionalProperties: false },
};

let server: FaultServer;
beforeAll(async () => {
  server = await faultServer();
  server.script({ do: "answer", answer: { text: "warm" } });
  for (const wire of WIRES) await open(wire).complete(REQUEST, { timeoutMs: 30_000 });
});
afterAll(() => server.close());

const settings = (wire: NetworkProvider): EndpointSettings => ({
  provider: wire,
  baseUrl: baseUrl(wire, server.url),
  apiKeyEnv: "KEY",
  region: "us-east-1",
  project: "p",
});
const waits: number[] = [];
const instantly: Clock = {
  ...CLOCK,
  pause: async (ms) => {
    waits.push(ms);
  },
};
const open = (wire: NetworkProvider, more: Partial<EndpointSettings> = {}) =>
  createProvider({ ...settings(wire), ...more }, { env: { KEY }, clock: instantly });
const sent = (): Record<string, unknown> => JSON.parse(server.seen[0]?.body ?? "{}");

const TWICE =
  '{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"<block>yes</block>","content":"<block>no</block>"}}]}';

describe.each(WIRES)("%s", (wire) => {
  test("gives text, stop and usage back", async () => {
    server.script({ do: "answer", answer: { text: "<block>no</block>" } });
    const answer = await open(wire).complete(REQUEST, { timeoutMs: 60_000 });
    expect(answer).toEqual({
      ok: true,
      text: "<block>no</block>",
      toolCalls: [],
      stop: "end",
      stopSent: FORMATS[wire].stops,
      usage: FORMATS[wire].usage,
    });
  });

  test("gives the tool call back", async () => {
    server.script({ do: "answer", answer: { call: { should_block: false } } });
    const answer = await open(wire).complete({ ...REQUEST, tool: TOOL }, { timeoutMs: 60_000 });
    if (!answer.ok) throw new Error(answer.detail);
    const [call] = answer.toolCalls;
    expect(call?.name).toBe("classify_result");
    expect(typeof call?.input === "string" ? JSON.parse(call.input) : call?.input).toEqual({ should_block: false });
  });

  test.each([
    ["429", { do: "status", status: 429 }, 3],
    ["500", { do: "status", status: 500 }, 3],
    ["529", { do: "status", status: 529 }, 3],
    ["a reset", { do: "reset" }, 3],
    ["half a body", { do: "half" }, 3],
    ["400", { do: "status", status: 400 }, 1],
    ["401", { do: "status", status: 401 }, 1],
    ["404", { do: "status", status: 404 }, 1],
    ["wrong JSON", { do: "body", body: "{" }, 1],
    ["an answer that says a thing twice", { do: "body", body: TWICE }, 1],
  ] as const)("%s: no answer, and asked no more often than it helps", async (_, step, requests) => {
    server.script(step);
    expect((await open(wire).complete(REQUEST, { timeoutMs: 60_000 })).ok).toBe(false);
    expect(server.seen).toHaveLength(requests);
  });

  test("an answer after two failures counts", async () => {
    server.script({ do: "status", status: 500 }, { do: "reset" }, { do: "answer", answer: { text: "x" } });
    expect(await open(wire).complete(REQUEST, { timeoutMs: 60_000 })).toMatchObject({ ok: true, text: "x" });
  });

  test("waits as long as it is told", async () => {
    waits.length = 0;
    server.script(
      { do: "status", status: 429, headers: { "retry-after": "2" } },
      { do: "answer", answer: { text: "x" } },
    );
    expect((await open(wire).complete(REQUEST, { timeoutMs: 60_000 })).ok).toBe(true);
    expect(waits).toEqual([2000]);
  });

  test("does not wait past its time", async () => {
    server.script({ do: "status", status: 429, headers: { "retry-after": "60" } });
    const answer = await open(wire).complete(REQUEST, { timeoutMs: 60_000 });
    expect(answer).toMatchObject({ failure: "rate_limited", retryAfterMs: 60_000 });
    expect(server.seen).toHaveLength(1);
  });

  test("one time limit covers all tries", async () => {
    server.script({ do: "hang" });
    expect(await open(wire).complete(REQUEST, { timeoutMs: 600 })).toMatchObject({ failure: "timeout" });
    expect(server.seen).toHaveLength(1);
  });

  test("can be aborted under way", async () => {
    server.script({ do: "hang" });
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 40);
    const answer = await open(wire).complete(REQUEST, { timeoutMs: 30_000, signal: caller.signal });
    expect(answer).toMatchObject({ failure: "aborted" });
  });

  test("sends nothing when aborted before", async () => {
    server.script({ do: "answer", answer: { text: "x" } });
    const answer = await open(wire).complete(REQUEST, { timeoutMs: 60_000, signal: AbortSignal.abort() });
    expect(answer).toMatchObject({ failure: "aborted" });
    expect(server.seen).toHaveLength(0);
  });

  test("an endless answer is cut off", async () => {
    server.script({ do: "flood" });
    expect(await open(wire).complete(REQUEST, { timeoutMs: 20_000 })).toMatchObject({ failure: "bad_response" });
  });

  test("a redirect is not followed, and the key goes nowhere else", async () => {
    const other = await faultServer();
    other.script({ do: "answer", answer: { text: "<block>no</block>" } });
    for (const status of [301, 302, 307, 308]) {
      server.script({ do: "status", status, headers: { location: `${other.url}/v1/messages` } });
      expect(await open(wire).complete(REQUEST, { timeoutMs: 60_000 })).toMatchObject({ failure: "bad_response" });
    }
    expect(other.seen).toHaveLength(0);
    await other.close();
  });

  test("a key that is no key is not sent", async () => {
    server.script({ do: "answer", answer: { text: "x" } });
    for (const KEY of ["a\r\nx-evil: 1", "schlüssel", "two words"]) {
      const provider = createProvider(settings(wire), { env: { KEY }, clock: instantly });
      expect(await provider.complete(REQUEST, { timeoutMs: 60_000 })).toMatchObject({ failure: "auth" });
    }
    const missing = createProvider(settings(wire), { env: {}, clock: instantly });
    expect(await missing.complete(REQUEST, { timeoutMs: 60_000 })).toMatchObject({ failure: "auth" });
    expect(server.seen).toHaveLength(0);
  });

  test.each(["", "not a url", "file:///etc/passwd", "javascript:1"])("base address %j is refused", async (address) => {
    expect(await open(wire, { baseUrl: address }).complete(REQUEST, { timeoutMs: 60_000 })).toMatchObject({
      failure: "bad_request",
    });
  });

  test("a detail never holds the key", async () => {
    server.script({ do: "status", status: 401, message: "invalid key" });
    expect(JSON.stringify(await open(wire).complete(REQUEST, { timeoutMs: 60_000 }))).not.toContain(KEY);
  });
});

describe("what goes over the wire", () => {
  test("Anthropic: marks, temperature under the version that takes it, thinking off", async () => {
    server.script({ do: "answer", answer: { text: "x" } });
    await open("anthropic").complete(REQUEST, { timeoutMs: 60_000 });
    expect(server.seen[0]?.headers["anthropic-version"]).toBe("2023-06-01");
    expect(sent()).toMatchObject({
      temperature: 0,
      thinking: { type: "disabled" },
      stop_sequences: ["</block>"],
      max_tokens: 64,
    });
    expect(JSON.stringify(sent()).match(/cache_control/g)).toHaveLength(3);
  });

  test("Anthropic: a model without temperature is asked under the newest version, without a word on thinking", async () => {
    server.script({ do: "answer", answer: { text: "x" } });
    await open("anthropic").complete({ ...REQUEST, temperature: null, disableThinking: false }, { timeoutMs: 60_000 });
    expect(server.seen[0]?.headers["anthropic-version"]).not.toBe("2023-06-01");
    expect(sent()).not.toHaveProperty("temperature");
    expect(sent()).not.toHaveProperty("thinking");
  });

  test.each(["bedrock", "vertex"] as const)("%s: the version is in the body", async (wire) => {
    server.script({ do: "answer", answer: { text: "x" } });
    await open(wire).complete(REQUEST, { timeoutMs: 60_000 });
    expect(sent()).toMatchObject({
      anthropic_version: wire === "bedrock" ? "bedrock-2023-05-31" : "vertex-2023-10-16",
      temperature: 0,
    });
    expect(server.seen[0]?.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  test.each([
    [true, { type: "tool", name: "classify_result", disable_parallel_tool_use: true }],
    [false, { type: "auto" }],
  ])("Anthropic: a tool is forced where thinking can be off (%j)", async (disableThinking, choice) => {
    server.script({ do: "answer", answer: { call: {} } });
    await open("anthropic").complete({ ...REQUEST, tool: TOOL, disableThinking }, { timeoutMs: 60_000 });
    expect(sent().tool_choice).toEqual(choice);
  });

  test("OpenAI: nothing is stored, nothing truncated, the function forced", async () => {
    server.script({ do: "answer", answer: { call: {} } });
    await open("openai").complete({ ...REQUEST, tool: TOOL }, { timeoutMs: 60_000 });
    expect(sent()).toMatchObject({
      store: false,
      truncation: "disabled",
      prompt_cache_key: "k",
      tool_choice: { type: "function", name: "classify_result" },
      max_output_tokens: 64,
    });
    expect(sent()).not.toHaveProperty("stop");
  });

  test("compatible servers: a schema for the answer, and the stop sequence", async () => {
    server.script({ do: "answer", answer: { call: {} } });
    await open("openai-compatible").complete({ ...REQUEST, tool: TOOL }, { timeoutMs: 60_000 });
    expect(sent()).toMatchObject({ response_format: { type: "json_schema" }, stop: ["</block>"], max_tokens: 64 });
  });

  test("compatible servers: no key is needed unless one is named", async () => {
    server.script({ do: "answer", answer: { text: "x" } });
    const bare = createProvider({ provider: "openai-compatible", baseUrl: `${server.url}/v1` }, { env: {} });
    expect((await bare.complete(REQUEST, { timeoutMs: 60_000 })).ok).toBe(true);
  });
});
