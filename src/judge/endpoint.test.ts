/** What an endpoint says of itself is not believed: a prompt it cut, and a key it says back. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEndpoints } from "./endpoint.ts";
import type { Exchange } from "./providers/index.ts";
import type { NetworkProvider } from "./providers/table.ts";
import { type FaultServer, faultServer } from "./providers/testing/server.ts";
import { baseUrl, FORMATS, WIRES } from "./providers/testing/wires.ts";
import { testSettings } from "./testing.ts";

const KEY = "corp-secret-key-0123456789/+";
let server: FaultServer;
beforeAll(async () => {
  server = await faultServer();
});
afterAll(() => server.close());

async function ask(provider: NetworkProvider, characters: number, seen: Exchange[] = [], more: object = {}) {
  const settings = {
    ...testSettings(),
    provider,
    baseUrl: baseUrl(provider, server.url),
    apiKeyEnv: "K",
    model: "claude-haiku-4-5-20251001",
    region: "r",
    project: "p",
    ...more,
  };
  const [endpoint] = openEndpoints({ settings, env: { K: KEY }, observe: (one) => void seen.push(one) });
  if (endpoint === undefined) throw new Error("no endpoint");
  const request = {
    system: [{ text: "x".repeat(characters) }],
    messages: [[{ text: "" }]],
    maxTokens: 64,
    stop: [],
    tool: null,
  };
  return endpoint.complete(request, { timeoutMs: 60_000, session: "s" });
}

/** An answer that allows, with another usage in it. */
function withUsage(wire: NetworkProvider, usage: string | null | undefined): unknown {
  const answer = FORMATS[wire].answer({ text: "<block>no</block>" }) as { usage: Record<string, unknown> };
  if (typeof usage !== "string") return { ...answer, usage };
  const told = Object.entries(answer.usage).flatMap(([name, value]) => {
    if (usage === "output") return /output|completion/.test(name) ? [[name, value]] : [];
    return [[name, usage === "zero" && typeof value === "number" ? 0 : null]];
  });
  return { ...answer, usage: Object.fromEntries(told) };
}

/** The parts of the answer, each with what is told of it. */
function joinLists(given: unknown, told: unknown): unknown {
  if (!Array.isArray(told) || !Array.isArray(given)) return told;
  return given.map((part: object) => ({ ...part, ...(told[0] as object) }));
}

test.each([
  ["the person said how many tokens it takes", { "qwen3:8b": { contextTokens: 32_000 } }, 10_000, { ok: true }],
  ["and it is more", { "qwen3:8b": { contextTokens: 1_000 } }, 10_000, { ok: false, failure: "too_long" }],
  ["the person said it of another", { other: { contextTokens: 32_000 } }, 10, { ok: false, failure: "bad_response" }],
  ["the person said only what it costs", { "qwen3:8b": {} }, 10, { ok: false, failure: "bad_response" }],
])("a server that never counts: %s", async (_, models, characters, expected) => {
  server.script({ do: "body", body: JSON.stringify(withUsage("openai-compatible", null)) });
  expect(await ask("openai-compatible", characters, [], { models, model: "qwen3:8b" })).toMatchObject(expected);
});

describe.each(WIRES)("%s", (wire) => {
  /** The server says that it read 10,000 tokens or 10,500, most of them from its cache. */
  test.each([
    [69_000, true],
    [80_000, false],
  ])("a prompt of %i characters", async (characters, ok) => {
    server.script({ do: "answer", answer: { text: "<block>no</block>" } });
    expect(await ask(wire, characters)).toMatchObject(ok ? { ok } : { ok, failure: "too_long" });
  });

  test.each([
    ["nothing", undefined],
    ["null", null],
    ["no tokens", "zero"],
    ["counts that are null", "nulls"],
    ["only what it wrote", "output"],
  ])("a server that says %s of what it read allows nothing", async (_, usage) => {
    server.script({ do: "body", body: JSON.stringify(withUsage(wire, usage)) });
    expect(await ask(wire, 10_000, [], { model: "m" })).toMatchObject({ ok: false });
  });

  test("a server that counts what it wrote and nothing of what it read has cut the prompt, whatever the model", async () => {
    const answer = FORMATS[wire].answer({ text: "<block>no</block>" }) as { usage: Record<string, unknown> };
    const usage = Object.entries(answer.usage).map(([name, value]) =>
      /output|completion/.test(name) ? [name, value] : [name, typeof value === "number" ? 0 : null],
    );
    server.script({ do: "body", body: JSON.stringify({ ...answer, usage: Object.fromEntries(usage) }) });
    expect(await ask(wire, 1_000)).toMatchObject({ ok: false, failure: "too_long" });
  });

  test.each([{}, { models: { m: { contextTokens: 100_000 } }, model: "m" }])(
    "a server that says it read nothing is believed that, whatever is known of the model: %j",
    async (more) => {
      server.script({ do: "body", body: JSON.stringify(withUsage(wire, "zero")) });
      expect(await ask(wire, 1_000, [], more)).toMatchObject({ ok: false, failure: "too_long" });
    },
  );

  test.each<[string, object]>([
    ["beside it", { error: { message: "overloaded" } }],
    ["as a text", { error: "cut off" }],
    ["as a list", { errors: [{ code: 1 }] }],
    ["as a code", { error_code: 503 }],
    ["in its parts", { choices: [{ error: { code: 502 } }], output: [{ error: "x" }], content: [{ type: "error" }] }],
  ])("an answer that allows and tells of an error allows nothing: %s", async (_, told) => {
    const answer = FORMATS[wire].answer({ text: "<block>no</block>" }) as Record<string, unknown>;
    const joined = Object.entries(told).map(([name, value]) => [name, joinLists(answer[name], value)]);
    server.script({ do: "body", body: JSON.stringify({ ...answer, ...Object.fromEntries(joined) }) });
    expect(await ask(wire, 1_000)).toMatchObject({ ok: false });
  });

  test("an answer that says there is no error is one", async () => {
    const answer = FORMATS[wire].answer({ text: "<block>no</block>" }) as Record<string, unknown>;
    server.script({ do: "body", body: JSON.stringify({ ...answer, error: null }) });
    expect(await ask(wire, 1_000)).toMatchObject({ ok: true });
  });

  test.each([400, 401])("a key that is said back with status %i is in nothing that is kept or told", async (status) => {
    const said = `wrong key ${KEY}, ${encodeURIComponent(KEY)}, ${Buffer.from(KEY).toString("base64")}`;
    server.script({ do: "status", status, message: said });
    const seen: Exchange[] = [];
    const kept = JSON.stringify([await ask(wire, 10, seen), seen]);
    expect(kept).toContain("[secret, 28 characters]");
    expect(kept).not.toContain("corp-secret");
    expect(kept).not.toContain(Buffer.from(KEY).toString("base64").slice(0, 12));
  });

  test("a key in the model's own words, or cut off by a bound", async () => {
    server.script({ do: "answer", answer: { text: `<block>yes</block><reason>${KEY}</reason>` } });
    expect(JSON.stringify(await ask(wire, 10))).not.toContain("corp-secret");
    server.script({ do: "status", status: 400, message: `${"x ".repeat(243)}${KEY}` });
    expect(JSON.stringify(await ask(wire, 10))).not.toContain("corp-sec");
  });
});

test.each(["claude-code", "codex"] as const)("%s is asked in one stage and one form, whatever is set", (provider) => {
  const settings = { ...testSettings(), provider, protocol: "tool" as const, stages: "both" as const };
  const [endpoint, next] = openEndpoints({
    settings: { ...settings, fallback: [{ provider: "anthropic" }] },
    env: {},
  });
  expect(endpoint).toMatchObject({ protocol: "xml", stages: "thinking", window: "full" });
  expect(next).toMatchObject({ protocol: "tool", stages: null, window: "compact" });
});
