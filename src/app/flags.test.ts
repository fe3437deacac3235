import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createFlags, FLAGS_MAX_AGE_MS, type FlagValues, flagChoice, ironGateClosed, keepFresh } from "./flags.ts";

let server: Server;
let url: string;
let answer: { status: number; body: string; location?: string };
let asked: string[];
beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(answer.status, {
      "content-type": "application/json",
      ...(answer.location ? { location: answer.location } : {}),
    });
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const serve = (features: unknown, status = 200) => {
  asked = [];
  answer = { status, body: JSON.stringify({ features }) };
};
const open = (more: { now?: () => number; stateDir?: string } = {}) =>
  createFlags({
    server: { url, clientKey: "sdk-1" },
    stateDir: more.stateDir ?? mkdtempSync(join(tmpdir(), "flags-")),
    now: more.now ?? Date.now,
  });
const flag = (defaultValue: unknown) => ({ defaultValue });
const GOOD = {
  iron_gate_closed: flag(false),
  auto_mode_config: flag({ model: "claude-opus-5", twoStageClassifier: "thinking" }),
};

describe("fetching", () => {
  test("GrowthBook's answer is evaluated and kept for the owner only", async () => {
    serve(GOOD);
    const stateDir = mkdtempSync(join(tmpdir(), "flags-"));
    expect(await open({ stateDir }).refresh()).toBe(true);
    expect(asked).toEqual(["/api/features/sdk-1"]);
    // Another process reads the same.
    expect(open({ stateDir }).current()).toEqual({
      iron_gate_closed: false,
      auto_mode_config: { model: "claude-opus-5", twoStageClassifier: "thinking" },
    });
    expect(statSync(join(stateDir, "flags.json")).mode & 0o777).toBe(0o600);
  });

  test("rules are GrowthBook's: a forced value beats the default", async () => {
    serve({ iron_gate_closed: { defaultValue: true, rules: [{ force: false }] } });
    const flags = open();
    await flags.refresh();
    expect(flags.current()).toEqual({ iron_gate_closed: false });
  });

  test("the address may hold the key itself", async () => {
    serve(GOOD);
    const flags = createFlags({
      server: { url: `${url}/api/features/sdk-2` },
      stateDir: mkdtempSync(join(tmpdir(), "flags-")),
      now: Date.now,
    });
    expect(await flags.refresh()).toBe(true);
    expect(asked).toEqual(["/api/features/sdk-2"]);
  });

  test.each([
    ["no flags", {}],
    ["flags of a wrong type", { iron_gate_closed: flag("no"), auto_mode_config: flag("fast") }],
    ["a stage there is not", { auto_mode_config: flag({ twoStageClassifier: "none" }) }],
    ["a model that is no name", { auto_mode_config: flag({ model: 5 }) }],
    ["null", { iron_gate_closed: flag(null) }],
  ])("%s: nothing is said", async (_, features) => {
    serve(features);
    const flags = open();
    expect(await flags.refresh()).toBe(true);
    expect(ironGateClosed(flags.current(), { ironGate: true, managed: new Set() })).toBe(true);
    expect(flagChoice(flags.current(), new Set())).toEqual({ model: null, stages: null });
  });

  test.each([
    ["500", { status: 500, body: "{}" }],
    ["not JSON", { status: 200, body: "<html>" }],
    ["no features", { status: 200, body: "{}" }],
    ["null", { status: 200, body: "null" }],
    ["a redirect", { status: 302, body: "", location: "http://127.0.0.1:1/" }],
  ])("%s leaves the last known values", async (_, bad) => {
    serve(GOOD);
    const flags = open();
    await flags.refresh();
    answer = bad;
    expect(await flags.refresh()).toBe(false);
    expect(flags.current()).toMatchObject({ iron_gate_closed: false });
  });

  test("an unreachable server leaves them too, and without any the gate is closed", async () => {
    const flags = createFlags({
      server: { url: "http://127.0.0.1:1", clientKey: "k" },
      stateDir: mkdtempSync(join(tmpdir(), "flags-")),
      now: Date.now,
    });
    expect(await flags.refresh()).toBe(false);
    expect(flags.current()).toEqual({});
    expect(flags.isOld()).toBe(true);
  });

  test("a flag that is taken away is gone", async () => {
    serve(GOOD);
    const flags = open();
    await flags.refresh();
    serve({});
    await flags.refresh();
    expect(flags.current()).toEqual({});
  });
});

describe("what is kept", () => {
  test.each([
    ["fresh", 0, false],
    ["half an hour", FLAGS_MAX_AGE_MS, false],
    ["older", FLAGS_MAX_AGE_MS + 1, true],
    ["from the future", -1000, true],
  ])("%s", async (_, age, old) => {
    serve(GOOD);
    const stateDir = mkdtempSync(join(tmpdir(), "flags-"));
    const at = 1_000_000_000;
    await open({ stateDir, now: () => at }).refresh();
    expect(open({ stateDir, now: () => at + age }).isOld()).toBe(old);
  });

  test.each([["{"], ["[]"], ['{"at":"x","values":{}}'], ['{"at":1,"values":{"iron_gate_closed":"false"}}'], ["null"]])(
    "a kept file that says %s says nothing",
    (text) => {
      const stateDir = mkdtempSync(join(tmpdir(), "flags-"));
      writeFileSync(join(stateDir, "flags.json"), text);
      expect(open({ stateDir }).current()).toEqual({});
      expect(open({ stateDir }).isOld()).toBe(true);
    },
  );

  test("without a server kept values do not count", async () => {
    serve(GOOD);
    const stateDir = mkdtempSync(join(tmpdir(), "flags-"));
    await open({ stateDir }).refresh();
    const without = createFlags({ server: null, stateDir, now: Date.now });
    expect(without.current()).toEqual({});
    expect(without.isOld()).toBe(false);
    expect(await without.refresh()).toBe(false);
    expect(readFileSync(join(stateDir, "flags.json"), "utf8")).toContain("iron_gate_closed");
  });
});

describe("what a flag may do", () => {
  test.each<[string, FlagValues, boolean, readonly string[], boolean]>([
    ["nothing said: as set", {}, true, [], true],
    ["nothing said: as set", {}, false, [], false],
    ["opens what is not managed", { iron_gate_closed: false }, true, [], false],
    ["closes", { iron_gate_closed: true }, false, [], true],
    ["never opens a managed gate", { iron_gate_closed: false }, true, ["ironGate"], true],
    ["closes one that is managed open", { iron_gate_closed: true }, false, ["ironGate"], true],
    ["agrees", { iron_gate_closed: false }, false, ["ironGate"], false],
  ])("%s", (_, values, ironGate, managed, closed) => {
    expect(ironGateClosed(values, { ironGate, managed: new Set(managed) })).toBe(closed);
  });

  test.each([
    [[], { model: "m", stages: "fast" }],
    [["classifier.model"], { model: null, stages: "fast" }],
    [["classifier.stages"], { model: "m", stages: null }],
    [["classifier.model", "classifier.stages"], { model: null, stages: null }],
  ])("managed %j", (managed, expected) => {
    expect(flagChoice({ auto_mode_config: { model: "m", twoStageClassifier: "fast" } }, new Set(managed))).toEqual(
      expected,
    );
  });
});

test("in a process that stays, reading old values refreshes them beside the decision, one try at a time", async () => {
  let now = 1_000_000;
  serve(GOOD);
  const flags = keepFresh(open({ now: () => now }), () => now);
  expect(flags.current()).toEqual({});
  await expect.poll(() => flags.current().iron_gate_closed).toBe(false);
  expect(asked).toHaveLength(1);
  serve({ iron_gate_closed: flag(true) });
  now += FLAGS_MAX_AGE_MS + 1;
  expect(flags.current().iron_gate_closed).toBe(false);
  await expect.poll(() => flags.current().iron_gate_closed).toBe(true);
  expect(asked).toHaveLength(1);
});
