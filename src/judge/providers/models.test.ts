import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { abilitiesOf, costUsd, defaultModel, defaultProvider, keyVariable, serves } from "./index.ts";
import { findKey } from "./keys.ts";
import { CLAUDE, GPT } from "./models.ts";
import { RANKS } from "./ranks.ts";

test.each([
  ["claude-haiku-4-5-20251001", { alwaysThinks: false, noTemperature: false, contextTokens: 200_000 }],
  ["claude-haiku-4-5", { noTemperature: false }],
  ["claude-haiku-4-5@20251001", { noTemperature: false, contextTokens: 200_000 }],
  ["global.anthropic.claude-haiku-4-5-20251001-v1:0", { noTemperature: false, contextTokens: 200_000 }],
  ["claude-opus-5-5", { alwaysThinks: true, noTemperature: true }],
  ["claude-opus-5", { alwaysThinks: false, noTemperature: true }],
  ["claude-of-the-future-9", { alwaysThinks: true, noTemperature: true, contextTokens: null, price: null }],
  ["gpt-4.1-mini", { alwaysThinks: false, noTemperature: false }],
  [
    "gpt-4.1-mini-2025-04-14",
    { alwaysThinks: false, price: { input: 0.4, output: 1.6, cacheRead: 0.1, cacheWrite: 0.4 } },
  ],
  ["gpt-9-omega", { alwaysThinks: true, noTemperature: true, contextTokens: null }],
  ["qwen3:8b", { alwaysThinks: false, noTemperature: false, contextTokens: null }],
  ["constructor", { alwaysThinks: false, contextTokens: null }],
  ["__proto__", { alwaysThinks: false, contextTokens: null }],
])("%s", (model, abilities) => {
  expect(abilitiesOf(model)).toMatchObject(abilities);
});

test("the user's word on a model stands, and only on what it says", () => {
  const models = { "qwen3:8b": { contextTokens: 32_000, price: { input: 1, output: 2 } } };
  expect(abilitiesOf("qwen3:8b", models)).toEqual({
    alwaysThinks: false,
    noTemperature: false,
    contextTokens: 32_000,
    price: { input: 1, output: 2, cacheRead: 1, cacheWrite: 1 },
  });
});

test.each([
  [{ input: 1_000_000, output: 0, cacheRead: 0, cacheWrite: 0 }, 1],
  [{ input: 0, output: 1_000_000, cacheRead: 0, cacheWrite: 0 }, 5],
  [{ input: 0, output: 0, cacheRead: 1_000_000, cacheWrite: 0 }, 0.1],
  [{ input: 0, output: 0, cacheRead: 0, cacheWrite: 1_000_000 }, 1.25],
])("cost of %j", (usage, dollars) => {
  expect(costUsd(usage, abilitiesOf(defaultModel("anthropic") ?? "").price)).toBeCloseTo(dollars, 10);
  expect(costUsd(usage, null)).toBeNull();
});

test.each([
  ["anthropic", "claude-sonnet-5-5", true],
  ["anthropic", "gpt-5", false],
  ["anthropic", "us.anthropic.claude-sonnet-5-5", false],
  ["bedrock", "us.anthropic.claude-sonnet-5-5", true],
  ["vertex", "claude-haiku-4-5@20251001", true],
  ["openai", "gpt-5.6-luna", true],
  ["openai", "claude-sonnet-5-5", false],
  ["openai-compatible", "gpt-5.6-luna", undefined],
  ["command", "claude-sonnet-5-5", undefined],
] as const)("%s serves %s: %s", (provider, model, expected) => {
  expect(serves(provider, model)).toBe(expected);
});

test.each([
  [{ provider: "anthropic" }, "ANTHROPIC_API_KEY"],
  [{ provider: "openai" }, "OPENAI_API_KEY"],
  [{ provider: "openai", apiKeyEnv: "MINE" }, "MINE"],
  [{ provider: "openai", apiKeyFile: "/k" }, undefined],
  [{ provider: "openai-compatible" }, undefined],
  [{ provider: "bedrock" }, undefined],
  [{ provider: "offline" }, undefined],
] as const)("the key of %j is in %s", (endpoint, variable) => expect(keyVariable(endpoint)).toBe(variable));

test.each([
  [{}, "offline"],
  [{ ANTHROPIC_API_KEY: "" }, "offline"],
  [{ OPENAI_API_KEY: "k" }, "openai"],
  [{ OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k" }, "anthropic"],
])("the provider of %j is %s", (env, provider) => expect(defaultProvider(env)).toBe(provider));

describe("keys", () => {
  const directory = mkdtempSync(join(tmpdir(), "keys-"));
  const file = (name: string, content: string): string => {
    writeFileSync(join(directory, name), content);
    return join(directory, name);
  };

  test.each([
    ["from a variable", { apiKeyEnv: "K" }, { K: " sk-1 \n" }, { ok: true, key: "sk-1" }],
    ["from a file", { apiKeyFile: file("good", "sk-2\n") }, {}, { ok: true, key: "sk-2" }],
    ["the file wins", { apiKeyFile: file("wins", "sk-3"), apiKeyEnv: "K" }, { K: "sk-1" }, { ok: true, key: "sk-3" }],
    ["none named", {}, { ANTHROPIC_API_KEY: "x" }, { ok: true, key: null }],
    ["a variable that is not set", { apiKeyEnv: "K" }, {}, { ok: false }],
    ["a variable that is empty", { apiKeyEnv: "K" }, { K: " " }, { ok: false }],
    ["a file that is not there", { apiKeyFile: join(directory, "none") }, {}, { ok: false }],
    ["a file that is empty", { apiKeyFile: file("empty", "\n") }, {}, { ok: false }],
    ["a directory", { apiKeyFile: directory }, {}, { ok: false }],
    ["a file far too long for a key", { apiKeyFile: file("long", "x".repeat(20_000)) }, {}, { ok: false }],
  ])("%s", (_, source, env, expected) => {
    expect(findKey(source, env)).toMatchObject(expected);
  });
});

test("every model of our tables has its rank, and no other model has one", () => {
  const known = [CLAUDE, GPT].flatMap((family) => Object.keys(family.known));
  expect(Object.keys(RANKS).sort()).toEqual(known.sort());
});
