import { mkdtempSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LLMock } from "@copilotkit/aimock";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ClassifierSettings } from "../policy/settings/index.ts";
import { type ClassifierParts, createClassifier } from "./classifier.ts";
import { MAX_ERROR_FILES } from "./diagnostics.ts";
import { openEndpoints } from "./endpoint.ts";
import { MARKS_LIFE_MS, MAX_MARKS, marksInDirectory } from "./marks.ts";
import type { NetworkProvider } from "./providers/table.ts";
import { type FaultServer, faultServer, type ServerStep } from "./providers/testing/server.ts";
import { baseUrl } from "./providers/testing/wires.ts";
import { testQuestion, testRulebook, testSettings } from "./testing.ts";
import type { Question } from "./types.ts";

const rulebook = testRulebook();
const NO: ServerStep = { do: "answer", answer: { text: "<block>no</block>" } };
const yes = (label: string): ServerStep => ({
  do: "answer",
  answer: { text: `<block>yes</block><reason>[${label}] It rewrites main.</reason>` },
});

let server: FaultServer;
let other: FaultServer;
beforeAll(async () => {
  server = await faultServer();
  other = await faultServer();
});
afterAll(async () => {
  await server.close();
  await other.close();
});

const endpoint = (wire: NetworkProvider = "anthropic", to: FaultServer = server) =>
  ({ provider: wire, baseUrl: baseUrl(wire, to.url), apiKeyEnv: "KEY" }) as const;
const classifier = (settings: Partial<ClassifierSettings> = {}, parts: Partial<ClassifierParts> = {}) =>
  createClassifier({
    settings: testSettings({ ...endpoint(), ...settings }),
    rulebook,
    env: { KEY: "k" },
    now: Date.now,
    pause: async () => {},
    ...parts,
  });
const sent = (index = 0): Record<string, unknown> => JSON.parse(server.seen[index]?.body ?? "{}");

test("the exact bytes of both requests on the wire", async () => {
  server.script(yes("x"), NO);
  const short = { ...rulebook, systemPrompt: "SYSTEM" };
  await classifier({}, { rulebook: short }).classify(
    testQuestion({ instructions: "Be <careful>.", facts: [{ about: "a", says: "b" }] }),
  );
  expect(server.seen.map((seen) => seen.body)).toMatchSnapshot();
});

describe("verdicts", () => {
  test.each([
    ["git destructive", { label: "Git Destructive", hard: false }],
    ["No Such Topic", { label: null, hard: false, clearsWhen: null }],
  ])("label %s is looked up", async (label, expected) => {
    server.script(yes(label));
    const verdict = await classifier().classify(testQuestion());
    expect(verdict).toMatchObject({ block: "yes", reason: "It rewrites main.", ...expected });
  });

  test("a hard topic is hard", async () => {
    const hard = rulebook.entries.find((entry) => entry.hard);
    server.script(yes(hard?.label ?? ""));
    expect(await classifier().classify(testQuestion())).toMatchObject({
      label: hard?.label,
      hard: true,
      clearsWhen: null,
    });
  });

  test("usage and cost add up over the stages", async () => {
    server.script(yes("x"), NO);
    const verdict = await classifier().classify(testQuestion());
    expect(verdict).toMatchObject({
      model: "claude-haiku-4-5-20251001",
      stage: "thinking",
      usage: { input: 2000, output: 20, cacheRead: 18_000, cacheWrite: 1000 },
    });
    // 2000 · $1 + 20 · $5 + 18000 · $0.10 + 1000 · $1.25, a million
    expect(verdict.costUsd).toBeCloseTo((2000 + 100 + 1800 + 1250) / 1e6, 10);
  });

  test("a price nobody knows is no price", async () => {
    server.script(NO);
    expect((await classifier({ model: "claude-unheard-of-9" }).classify(testQuestion())).costUsd).toBeNull();
  });
});

describe("stages and tokens", () => {
  test.each([
    ["both", {}, 64, ["</block>"]],
    ["fast", { stages: "fast" }, 256, undefined],
    ["thinking", { stages: "thinking" }, 4096, undefined],
    ["tool", { protocol: "tool" }, 256, undefined],
    ["a model that always thinks", { model: "claude-opus-5-5" }, 64 + 2048, ["</block>"]],
    [
      "one that thinks by the user's word",
      { models: { "claude-haiku-4-5-20251001": { alwaysThinks: true } } },
      64 + 2048,
      ["</block>"],
    ],
  ] as const)("%s", async (_, settings, tokens, stop) => {
    server.script(NO);
    await classifier(settings).classify(testQuestion());
    expect(sent().max_tokens).toBe(tokens);
    expect(sent().stop_sequences).toEqual(stop);
  });
});

describe("which model", () => {
  const choose = (more: {
    settings?: Partial<ClassifierSettings>;
    env?: Record<string, string>;
    hook?: boolean;
    flag?: string;
    agent?: string;
  }) =>
    openEndpoints({
      settings: testSettings(more.settings),
      env: more.env ?? {},
      hook: more.hook ?? false,
      flags: { model: more.flag ?? null, stages: null },
      agentModel: more.agent ?? null,
    }).map(({ model }) => model);

  test.each([
    ["the default", {}, ["claude-haiku-4-5-20251001"]],
    ["OpenAI's default", { settings: { provider: "openai" } }, ["gpt-4.1-mini"]],
    ["not the agent's own by itself", { agent: "claude-sonnet-5-5" }, ["claude-haiku-4-5-20251001"]],
    ["the agent's own", { settings: { model: "agent" }, agent: "claude-sonnet-5-5" }, ["claude-sonnet-5-5"]],
    ["as Claude Code writes it", { settings: { model: "agent" }, agent: "claude-opus-4-8[1m]" }, ["claude-opus-4-8"]],
    [
      "one no table of ours lists",
      { settings: { model: "agent" }, agent: "claude-of-the-future-9" },
      ["claude-haiku-4-5-20251001"],
    ],
    ["another maker's", { settings: { model: "agent" }, agent: "gpt-5" }, ["claude-haiku-4-5-20251001"]],
    [
      "one that is a worse judge than the default",
      { settings: { provider: "openai", model: "agent" }, agent: "gpt-4.1-nano" },
      ["gpt-4.1-mini"],
    ],
    ["a better one", { settings: { provider: "openai", model: "agent" }, agent: "gpt-5" }, ["gpt-5"]],
    ["the host says nothing", { settings: { model: "agent" } }, ["claude-haiku-4-5-20251001"]],
    ["a name from a prototype", { settings: { model: "agent" }, agent: "constructor" }, ["claude-haiku-4-5-20251001"]],
    ["the agent's own only where it is served", { agent: "gpt-5.6-sol" }, ["claude-haiku-4-5-20251001"]],
    [
      "the agent's own never for a compatible server",
      { agent: "claude-sonnet-5-5", settings: { provider: "openai-compatible" } },
      [null],
    ],
    [
      "settings before the agent's",
      { agent: "claude-sonnet-5-5", settings: { model: "claude-opus-5" } },
      ["claude-opus-5"],
    ],
    ["a flag before settings", { flag: "claude-opus-5-5", settings: { model: "claude-opus-5" } }, ["claude-opus-5-5"]],
    [
      "a flag for another vendor is passed over",
      { flag: "gpt-5.6-sol", settings: { model: "claude-opus-5" } },
      ["claude-opus-5"],
    ],
    [
      "the variable before all",
      { env: { SALLYPORT_MODEL: "m" }, flag: "claude-opus-5", settings: { model: "x" } },
      ["m"],
    ],
    ["but not in a hook", { env: { SALLYPORT_MODEL: "m" }, hook: true, settings: { model: "x" } }, ["x"]],
    [
      "a fallback has its own",
      {
        env: { SALLYPORT_MODEL: "m" },
        settings: { fallback: [{ provider: "openai" }, { provider: "anthropic", model: "b" }] },
      },
      ["m", "gpt-4.1-mini", "b"],
    ],
    [
      "offline is no endpoint",
      { settings: { provider: "offline", fallback: [{ provider: "openai" }] } },
      ["gpt-4.1-mini"],
    ],
  ] as const)("%s", (_, more, models) => {
    expect(choose(more)).toEqual(models);
  });
});

describe("when the first is out", () => {
  const withFallback = (more: Partial<ClassifierSettings> = {}) =>
    classifier({ fallback: [endpoint("openai", other)], ...more });

  test("the next is asked", async () => {
    server.script({ do: "status", status: 500 });
    other.script(NO);
    expect(await withFallback().classify(testQuestion())).toMatchObject({ block: "no", model: "gpt-4.1-mini" });
  });

  test("a verdict is not asked about twice", async () => {
    server.script(yes("x"));
    other.script(NO);
    expect(await withFallback({ stages: "fast" }).classify(testQuestion())).toMatchObject({ block: "yes" });
    expect(other.seen).toHaveLength(0);
  });

  test("after a yes of the first stage, the next goes on with the second", async () => {
    server.script(yes("x"), { do: "status", status: 500 });
    other.script(NO);
    expect(await withFallback().classify(testQuestion())).toMatchObject({ block: "no", stage: "thinking" });
    expect(other.seen).toHaveLength(1);
    expect(other.seen[0]?.body).toContain("<thinking>");
  });

  test.each([
    [
      "both out: the first that is no matter of length",
      { do: "status", status: 413 },
      { do: "status", status: 500 },
      "server_error",
    ],
    ["both out", { do: "status", status: 401 }, { do: "status", status: 413 }, "auth"],
    ["too long for both", { do: "status", status: 413 }, { do: "status", status: 413 }, "too_long"],
  ] as const)("%s", async (_, first, second, why) => {
    server.script(first);
    other.script(second);
    const verdict = await withFallback().classify(testQuestion());
    expect(verdict).toMatchObject({ block: "unavailable", why });
    expect(verdict.block === "unavailable" && verdict.detail).toMatch(/anthropic .*; openai /);
  });

  test("aborted is the end of it", async () => {
    server.script({ do: "hang" });
    other.script(NO);
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 30);
    expect(await withFallback().classify(testQuestion({ signal: caller.signal }))).toMatchObject({
      block: "unavailable",
      why: "aborted",
    });
    expect(other.seen).toHaveLength(0);
  });

  test("no model, no provider, no key", async () => {
    expect(await classifier({ provider: "openai-compatible" }).classify(testQuestion())).toMatchObject({
      why: "bad_request",
      setup: true,
    });
    expect(await classifier({ provider: "offline" }).classify(testQuestion())).toMatchObject({ why: "bad_request" });
    expect(await classifier({ apiKeyEnv: "NONE" }).classify(testQuestion())).toMatchObject({
      why: "auth",
      setup: true,
    });
  });

  const own = (type: string) => JSON.stringify({ type: "error", error: { type, message: "x" } });
  test.each<[string, number, string, boolean]>([
    ["a key the provider does not know", 401, own("authentication_error"), true],
    ["a model it does not know", 404, own("not_found_error"), true],
    ["a gateway's 401", 401, "<html>sign in</html>", false],
    ["a gateway's 401 in JSON", 401, '{"error":"unauthorized"}', false],
    ["another page's 404", 404, '{"error":{"message":"no such route"}}', false],
    ["a provider that forbids", 403, own("permission_error"), false],
    ["one that is out", 500, own("authentication_error"), false],
  ])("%s", async (_, status, body, setup) => {
    server.script({ do: "body", status, body });
    const verdict = await classifier().classify(testQuestion());
    expect(verdict.block === "unavailable" && (verdict.setup ?? false)).toBe(setup);
  });

  test("an endpoint that is out beside one that is not set up is an outage", async () => {
    server.script({ do: "body", status: 401, body: own("authentication_error") });
    other.script({ do: "status", status: 500 });
    expect(await withFallback().classify(testQuestion())).not.toHaveProperty("setup");
  });
});

test.each([
  ["too long for the model is seen before it is sent", { encoding: "x".repeat(900_000) }, {}, "too_long", 0],
  [
    "a window the user names counts",
    { encoding: "x".repeat(90_000) },
    { models: { "claude-haiku-4-5-20251001": { contextTokens: 20_000 } } },
    "too_long",
    0,
  ],
])("%s", async (_, question: Partial<Question>, settings, why, requests) => {
  server.script(NO);
  expect(await classifier(settings).classify(testQuestion(question))).toMatchObject({ block: "unavailable", why });
  expect(server.seen).toHaveLength(requests);
});

test("a broken rulebook or question is a verdict, not a throw", async () => {
  const broken = {
    ...rulebook,
    wrapFacts: () => {
      throw new Error("boom");
    },
  };
  const verdict = await classifier({}, { rulebook: broken }).classify(
    testQuestion({ facts: [{ about: "a", says: "b" }] }),
  );
  expect(verdict).toMatchObject({ block: "unavailable", detail: "internal: boom" });
});

describe("the cache", () => {
  const sequence = async (stateDir?: string) => {
    server.script(NO);
    const transcript: { tool: string; encoding: string }[] = [];
    for (let n = 0; n < 4; n++) {
      for (let i = 0; i < 30; i++) transcript.push({ tool: "Read", encoding: `f${n}.${i}` });
      await classifier({}, stateDir === undefined ? {} : { stateDir }).classify(
        testQuestion({ transcript: [...transcript], encoding: `call ${n}` }),
      );
      transcript.push({ tool: "Bash", encoding: `call ${n}` });
    }
    return server.seen.map((seen) => {
      const content: readonly { text: string; cache_control?: unknown }[] = JSON.parse(seen.body).messages[0].content;
      return content.slice(0, content.findIndex((block) => block.cache_control) + 1).map((block) => block.text);
    });
  };

  test("a new process finds the marks of the one before", async () => {
    const requests = await sequence(mkdtempSync(join(tmpdir(), "marks-")));
    for (const [index, blocks] of requests.entries()) {
      const before = requests[index - 1];
      if (before === undefined) continue;
      expect(blocks.slice(0, before.length)).toEqual(before);
      expect(blocks.length - before.length).toBeLessThan(20);
    }
  });
});

describe("marks in a directory", () => {
  test("are those of the session, in order, and outlive the process", () => {
    const directory = mkdtempSync(join(tmpdir(), "marks-"));
    const mark = (lines: number) => ({ lines, hash: "0123456789abcdef" });
    marksInDirectory(directory).add("a", mark(1));
    marksInDirectory(directory).add("a", mark(2));
    marksInDirectory(directory).add("b", mark(9));
    expect(marksInDirectory(directory).of("a")).toEqual([mark(1), mark(2)]);
    expect(marksInDirectory(directory).of("c")).toEqual([]);
  });

  test("do not grow without end, and garbage is passed over", () => {
    const directory = mkdtempSync(join(tmpdir(), "marks-"));
    const store = marksInDirectory(directory);
    store.add("a", { lines: 1, hash: "0123456789abcdef" });
    const [name = ""] = readdirSync(directory);
    writeFileSync(join(directory, name), `x\n-1 0\n${"7 0123456789abcdef\n".repeat(MAX_MARKS)}`);
    store.add("a", { lines: 8, hash: "0123456789abcdef" });
    expect(store.of("a")).toHaveLength(MAX_MARKS / 2 + 1);
    expect(store.of("a").at(-1)?.lines).toBe(8);
  });

  test("of sessions long gone are removed when a new one begins", () => {
    const directory = mkdtempSync(join(tmpdir(), "marks-"));
    const store = marksInDirectory(directory);
    store.add("old", { lines: 1, hash: "0123456789abcdef" });
    const long = new Date(Date.now() - MARKS_LIFE_MS - 1000);
    utimesSync(join(directory, readdirSync(directory)[0] ?? ""), long, long);
    store.add("new", { lines: 1, hash: "0123456789abcdef" });
    expect(store.of("old")).toEqual([]);
    expect(readdirSync(directory)).toHaveLength(1);
  });
});

describe("a program as the model", () => {
  const answers = (...texts: readonly string[]) => {
    const file = join(mkdtempSync(join(tmpdir(), "program-")), "model.mjs");
    writeFileSync(
      file,
      `import { existsSync, writeFileSync } from "node:fs"; let s = ""; for await (const c of process.stdin) s += c;
       const second = existsSync(import.meta.filename + ".ran"); writeFileSync(import.meta.filename + ".ran", "");
       process.stdout.write(${JSON.stringify(texts)}[second ? ${texts.length - 1} : 0])`,
    );
    return { provider: "command", baseUrl: undefined, command: [process.execPath, file] } as const;
  };
  const YES = "<block>yes</block><reason>[Git Destructive] x</reason>";
  const OBJECT = JSON.stringify({ thinking: "", label: "", should_block: false, reason: "" });

  test.each([
    ["allows", {}, ["<block>no</block>"], { block: "no", stage: "fast", model: "command", costUsd: null }],
    ["is asked again", {}, [YES, "<thinking>ok</thinking><block>no</block>"], { block: "no", stage: "thinking" }],
    ["blocks", {}, [YES, YES], { block: "yes", label: "Git Destructive" }],
    ["has no stop sequence to cut it", { stages: "fast" }, ["<block>no"], { block: "unparseable" }],
    ["says something else", {}, ["fine by me"], { block: "unparseable" }],
    ["says nothing", { stages: "fast" }, [""], { block: "unparseable" }],
    ["gives an object", { protocol: "tool" }, [OBJECT], { block: "no" }],
    ["gives an object and more", { protocol: "tool" }, [`${OBJECT} ok`], { block: "unparseable" }],
    ["gives the other protocol's answer", { protocol: "tool" }, ["<block>no</block>"], { block: "unparseable" }],
  ] as const)("%s", async (_, settings, texts, expected) => {
    expect(await classifier({ ...answers(...texts), ...settings }).classify(testQuestion())).toMatchObject(expected);
  });

  test("that is not there is out", async () => {
    expect(await classifier({ provider: "command", command: ["/nonexistent"] }).classify(testQuestion())).toMatchObject(
      { block: "unavailable", why: "bad_request" },
    );
  });
});

describe("a free question", () => {
  test("goes to the first endpoint that answers", async () => {
    server.script({ do: "status", status: 500 });
    other.script({ do: "answer", answer: { text: "hello" } });
    const answer = await classifier({ fallback: [endpoint("openai", other)] }).ask("hi", { maxTokens: 10 });
    expect(answer).toMatchObject({ ok: true, text: "hello" });
    expect(JSON.parse(other.seen[0]?.body ?? "")).not.toHaveProperty("instructions");
  });

  test("without a provider fails", async () => {
    expect(await classifier({ provider: "offline" }).ask("hi", { maxTokens: 10 })).toMatchObject({
      failure: "bad_request",
    });
  });
});

describe("what is written down", () => {
  const redact = (text: string) => text.replaceAll("hunter2", "[redacted]");
  const files = (directory: string) => {
    try {
      return readdirSync(directory).map((name) => join(directory, name));
    } catch {
      return [];
    }
  };

  test("exchanges on request, redacted, for the owner only, without the key", async () => {
    const stateDir = mkdtempSync(join(tmpdir(), "dump-"));
    server.script(NO);
    const env = { KEY: "key-value-never-written", SALLYPORT_DUMP: "1" };
    await classifier({}, { stateDir, redact, env }).classify(testQuestion({ encoding: "login hunter2" }));
    const [dump = ""] = files(join(stateDir, "dump"));
    const text = readFileSync(dump, "utf8");
    expect(text).toContain("login [redacted]");
    expect(text).toContain("<block>no</block>");
    expect(text).not.toContain("key-value-never-written");
    expect(statSync(dump).mode & 0o777).toBe(0o600);
    expect(statSync(join(stateDir, "dump")).mode & 0o777).toBe(0o700);
  });

  test("nothing unless asked, or without a redactor", async () => {
    const stateDir = mkdtempSync(join(tmpdir(), "dump-"));
    server.script(NO);
    await classifier({}, { stateDir, redact }).classify(testQuestion());
    await classifier({}, { stateDir, env: { KEY: "k", SALLYPORT_DUMP: "1" } }).classify(testQuestion());
    expect(files(join(stateDir, "dump"))).toEqual([]);
  });

  test("failures always, and not without end", async () => {
    const stateDir = mkdtempSync(join(tmpdir(), "errors-"));
    server.script({ do: "status", status: 400, message: "bad hunter2" });
    const failing = classifier({}, { stateDir, redact });
    for (let n = 0; n < MAX_ERROR_FILES + 3; n++) await failing.classify(testQuestion());
    const found = files(join(stateDir, "errors"));
    expect(found).toHaveLength(MAX_ERROR_FILES);
    expect(JSON.parse(readFileSync(found[0] ?? "", "utf8"))).toMatchObject({
      provider: "anthropic",
      failure: "bad_request",
      detail: expect.stringContaining("bad [redacted]"),
    });
  });

  test("a state directory that cannot be written changes no verdict", async () => {
    server.script(NO);
    const verdict = await classifier(
      {},
      { stateDir: "/dev/null/x", redact, env: { KEY: "k", SALLYPORT_DUMP: "1" } },
    ).classify(testQuestion());
    expect(verdict.block).toBe("no");
  });
});

const KNOWN_MODEL = "gpt-4.1-mini";
/** Of itself the mock says on two of the wires that it read nothing, and is not believed. */
const USAGE = { input_tokens: 20_000, output_tokens: 10, prompt_tokens: 20_000, completion_tokens: 10 };

describe("against a third party's mock of the APIs", () => {
  let mock: LLMock;
  beforeAll(async () => {
    mock = new LLMock({ port: 0, host: "127.0.0.1" });
    await mock.start();
  });
  afterAll(() => mock.stop());

  test.each(["anthropic", "openai", "openai-compatible"] as const)("%s, protocol xml", async (wire) => {
    const ask = (text: string) => {
      mock.clearFixtures();
      mock.addFixture({ match: { predicate: () => true }, response: { content: text, usage: USAGE } });
      return classifier({
        provider: wire,
        baseUrl: baseUrl(wire, mock.url),
        model: KNOWN_MODEL,
        stages: "fast",
      }).classify(testQuestion());
    };
    expect(await ask("<block>no</block>")).toMatchObject({ block: "no" });
    expect(await ask("<block>yes</block><reason>[Git Destructive] x</reason>")).toMatchObject({
      block: "yes",
      label: "Git Destructive",
    });
    expect(await ask("It is fine.")).toMatchObject({ block: "unparseable" });
  });

  test.each(["anthropic", "openai"] as const)("%s, protocol tool", async (wire) => {
    const ask = (call: unknown) => {
      mock.clearFixtures();
      mock.addFixture({
        match: { predicate: () => true },
        response: { toolCalls: [{ name: "classify_result", arguments: JSON.stringify(call) }], usage: USAGE },
      });
      return classifier({
        provider: wire,
        baseUrl: baseUrl(wire, mock.url),
        model: KNOWN_MODEL,
        protocol: "tool",
      }).classify(testQuestion());
    };
    expect(await ask({ thinking: "", label: "", should_block: false, reason: "" })).toMatchObject({ block: "no" });
    expect(await ask({ thinking: "", label: "Git Destructive", should_block: true, reason: "x" })).toMatchObject({
      block: "yes",
      label: "Git Destructive",
    });
    expect(await ask({ should_block: false })).toMatchObject({ block: "unparseable" });
  });
});
