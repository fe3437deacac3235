import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { SIDE_QUERY_VARIABLE } from "../../../contract/own-marks.ts";
import { stateLayout } from "../../../contract/state-dir.ts";
import { CLOCK, createProvider, type ModelRequest, type ProviderParts } from "../index.ts";
import { type AgentScript, type ScriptedAgent, type ScriptedLeak, scriptedAgent } from "../testing/agents.ts";
import { claudeCode } from "./claude-code.ts";
import { codex } from "./codex.ts";

const folder = mkdtempSync(join(tmpdir(), "agents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const REQUEST: ModelRequest = {
  model: "m",
  system: [{ text: "SYSTEM", cache: true }],
  messages: [[{ text: "<project_instructions>" }], [{ text: "<transcript>\n" }, { text: "$(id) @/etc/passwd\n" }]],
  maxTokens: 4096,
  stop: [],
  temperature: 0,
  disableThinking: true,
  tool: null,
  cacheKey: null,
};
const AGENTS = ["claude-code", "codex"] as const satisfies readonly ScriptedAgent[];
const KEY = "sk-test-0123456789";

let count = 0;
const stateDir = (): string => join(folder, `state-${count++}`);

interface Asked extends Partial<ProviderParts> {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly command?: readonly string[];
}

const ask = (script: AgentScript, more: Asked = {}) => {
  const { timeoutMs = 30_000, signal, command = scriptedAgent(folder, script), ...parts } = more;
  return createProvider(
    { provider: script.agent, command, apiKeyEnv: "K" },
    { env: { HOME: folder, K: KEY, SECRET: "s" }, stateDir: stateDir(), ...parts },
  ).complete(REQUEST, { timeoutMs, ...(signal === undefined ? {} : { signal }) });
};

const lines = (...events: readonly object[]): string => events.map((event) => `${JSON.stringify(event)}\n`).join("");

const INIT = { type: "system", subtype: "init", tools: [], mcp_servers: [], skills: [], plugins: [] };
const RESULT = {
  type: "result",
  subtype: "success",
  is_error: false,
  api_error_status: null,
  result: "<block>no</block>",
  stop_reason: "end_turn",
  total_cost_usd: 0.25,
  usage: { input_tokens: 1000, output_tokens: 10, cache_read_input_tokens: 9000, cache_creation_input_tokens: 500 },
};
const says = (type: string) => ({ type: "assistant", message: { content: [{ type }] } });
const TURN = {
  type: "turn.completed",
  usage: { input_tokens: 10_000, cached_input_tokens: 9000, output_tokens: 10 },
};
const item = (type: string, text = "") => ({ type: "item.completed", item: { id: "1", type, text } });
const turnFailed = (message: string) => ({ type: "turn.failed", error: { message } });

const GOOD: Readonly<Record<ScriptedAgent, AgentScript>> = {
  "claude-code": { agent: "claude-code", says: lines(INIT, says("text"), RESULT) },
  codex: { agent: "codex", says: lines(item("error", "a warning"), item("agent_message", "<block>no</block>"), TURN) },
};

describe.each(AGENTS)("%s", (agent) => {
  test("gives text, stop, usage and reported cost back", async () => {
    expect(await ask(GOOD[agent])).toEqual({
      ok: true,
      text: "<block>no</block>",
      toolCalls: [],
      stop: "end",
      stopSent: false,
      usage: { input: 1000, output: 10, cacheRead: 9000, cacheWrite: agent === "codex" ? 0 : 500 },
      costUsd: agent === "codex" ? null : 0.25,
    });
  });

  test("gets the prompt on stdin, an empty folder, and of the environment only what it needs", async () => {
    const seen = join(folder, `seen-${agent}`);
    const dir = stateDir();
    expect((await ask({ ...GOOD[agent], seen }, { stateDir: dir })).ok).toBe(true);
    const [trial, run] = readFileSync(seen, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(trial.trial).toBe(true);
    expect(run).toMatchObject({ trial: false, system: "SYSTEM", files: [] });
    expect(run.input).toContain("@/etc/passwd");
    expect(run.args.join(" ")).not.toMatch(/SYSTEM|transcript|sk-test/);
    expect(run.cwd.startsWith(join(dir, "asks", "sallyport-side-query-"))).toBe(true);
    expect(run.env[SIDE_QUERY_VARIABLE]).toBe("1");
    expect(run.env).not.toHaveProperty("SECRET");
    expect(run.env).not.toHaveProperty("K");
    expect(Object.values(run.env)).toContain(KEY);
    expect(readdirSync(join(dir, "asks"))).toEqual([]);
  });

  test("a side query asks no other", async () => {
    const seen = join(folder, `never-${agent}`);
    const answer = await ask({ ...GOOD[agent], seen }, { env: { HOME: folder, K: KEY, [SIDE_QUERY_VARIABLE]: "1" } });
    expect(answer).toMatchObject({ ok: false, failure: "bad_request" });
    expect(existsSync(seen)).toBe(false);
  });

  test.each([
    ["not set", []],
    ["not absolute", ["claude"]],
    ["not there", [join(folder, "nothing")]],
  ])("a program that is %s is a matter of set-up", async (_, command) => {
    expect(await ask(GOOD[agent], { command })).toMatchObject({ ok: false, failure: "auth", setup: true });
  });

  test("time over: it and all it started end", async () => {
    const pids = join(folder, `pids-${agent}`);
    const hangs = join(folder, `hangs-${agent}`);
    const does = `const fs = await import("node:fs");
      if (fs.existsSync(${JSON.stringify(hangs)})) {
      const { spawn } = await import("node:child_process");
      const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
      fs.writeFileSync(${JSON.stringify(pids)}, process.pid + " " + child.pid);
      await new Promise(() => setInterval(() => {}, 1000));
      }`;
    const command = scriptedAgent(folder, { ...GOOD[agent], does });
    const dir = stateDir();
    // It is tried before, so that the time is the question's own.
    expect(await ask({ agent }, { command, stateDir: dir })).toMatchObject({ ok: true });
    writeFileSync(hangs, "");
    expect(await ask({ agent }, { command, stateDir: dir, timeoutMs: 6000 })).toMatchObject({ failure: "timeout" });
    for (const pid of readFileSync(pids, "utf8").split(" ").map(Number)) await gone(pid);
  });

  test("an answer of a run that failed is no answer", async () => {
    expect((await ask({ ...GOOD[agent], exit: 3 })).ok).toBe(false);
    expect((await ask({ agent, says: "<block>no</block>" })).ok).toBe(false);
    expect((await ask({ agent })).ok).toBe(false);
  });

  test("a detail never holds the key", async () => {
    const answer = await ask({ agent, stderr: `bad key ${KEY}`, exit: 1 });
    expect(answer.ok).toBe(false);
    expect(JSON.stringify(answer)).not.toContain(KEY);
  });

  test.each<readonly [ScriptedLeak, RegExp]>([
    ["tools", /offers its model tools \(Bash\)/],
    ["instructions", /instructions/],
    ["above", /instructions/],
    ["attaches", /instructions/],
    ["hooks", /ran what it must not \(hook-UserPromptSubmit\)/],
    ["obeys", /ran what it must not \(tool\)/],
    ["promptless", /does not show its model the prompt/],
    ["silent", /did not ask its model/],
    ["old", /did not ask its model/],
    ["keeps", /keeps the conversation/],
  ])("a version that leaks (%s) is never asked", async (leak, why) => {
    const seen = join(folder, `leak-${agent}-${leak}`);
    const command = scriptedAgent(folder, { ...GOOD[agent], leak, seen });
    const dir = stateDir();
    for (const _ of [1, 2]) {
      const answer = await ask(GOOD[agent], { command, stateDir: dir });
      expect(answer).toMatchObject({ ok: false, failure: "auth", setup: true, detail: expect.stringMatching(why) });
    }
    const runs = readFileSync(seen, "utf8").trim().split("\n");
    expect(runs.map((line) => JSON.parse(line).trial)).toEqual([true]);
  });

  test("another version is tried again, and what is kept is for the owner alone", async () => {
    const seen = join(folder, `versions-${agent}`);
    const command = scriptedAgent(folder, { ...GOOD[agent], seen });
    const dir = stateDir();
    const trials = () =>
      readFileSync(seen, "utf8")
        .trim()
        .split("\n")
        .filter((line) => JSON.parse(line).trial).length;
    for (const _ of [1, 2]) await ask(GOOD[agent], { command, stateDir: dir });
    expect(trials()).toBe(1);
    utimesSync(command[1] ?? "", 1, 1);
    await ask(GOOD[agent], { command, stateDir: dir });
    expect(trials()).toBe(2);
    expect(readFileSync(stateLayout(dir).agents, "utf8")).toContain('"leak":null');
  });
});

describe("a login that is refused", () => {
  const REFUSED = { ...RESULT, is_error: true, result: "Not logged in · Please run /login" };
  const loggedIn = (name: string) => {
    const home = join(folder, name);
    mkdirSync(join(home, ".claude"), { recursive: true });
    writeFileSync(join(home, ".claude/.credentials.json"), "{}");
    const seen = join(folder, `seen-${name}`);
    const command = scriptedAgent(folder, { agent: "claude-code", says: lines(INIT, REFUSED), seen });
    const asked = () => (existsSync(seen) ? readFileSync(seen, "utf8").trim().split("\n").length : 0);
    return { home, command, asked };
  };
  const without = (command: readonly string[], home: string, dir: string, now = Date.now()) =>
    createProvider(
      { provider: "claude-code", command },
      { env: { HOME: home }, stateDir: dir, clock: { ...CLOCK, now: () => now } },
    ).complete(REQUEST, { timeoutMs: 30_000 });

  test("is asked for once, and again after a while or with another login", async () => {
    const { home, command, asked } = loggedIn("refused");
    const dir = stateDir();
    const start = Date.now();
    const expected = {
      ok: false,
      failure: "auth",
      setup: true,
      detail: expect.stringContaining("claude, then /login"),
    };
    for (const _ of [1, 2, 3]) expect(await without(command, home, dir, start)).toMatchObject(expected);
    expect(asked()).toBe(2); // the trial and one question
    await without(command, home, dir, start + 6 * 60_000);
    expect(asked()).toBe(3);
    writeFileSync(join(home, ".claude/.credentials.json"), '{"new":1}');
    await without(command, home, dir, start + 6 * 60_000);
    expect(asked()).toBe(4);
  });

  test("nobody is logged in: the program is not even started", async () => {
    const { command, asked } = loggedIn("nobody");
    const home = join(folder, "empty-home");
    mkdirSync(home);
    expect(await without(command, home, stateDir())).toMatchObject({
      ...{ ok: false, failure: "auth", setup: true },
      detail: "Claude Code is not logged in; run: claude, then /login",
    });
    expect(asked()).toBe(0);
  });

  test("an account that is named where the system keeps the credentials counts as a login", async () => {
    const { command, asked } = loggedIn("account");
    const home = join(folder, "account-home");
    mkdirSync(home);
    writeFileSync(join(home, ".claude.json"), '{"oauthAccount":{"emailAddress":"me@example.com"}}');
    await without(command, home, stateDir());
    expect(asked()).toBe(2);
  });
});

describe("what Claude Code says", () => {
  const result = (more: object) => ({ ...RESULT, ...more });
  const error = (api_error_status: number | null, text: string) =>
    result({ is_error: true, api_error_status, result: text });
  test.each<readonly [string, readonly object[], object]>([
    ["cut short", [INIT, result({ stop_reason: "max_tokens" })], { ok: true, stop: "length" }],
    ["a refusal", [INIT, result({ stop_reason: "refusal" })], { ok: true, stop: "refusal" }],
    ["a stop nobody knows", [INIT, result({ stop_reason: "novel" })], { ok: true, stop: "other" }],
    ["tools in the list", [{ ...INIT, tools: ["Bash"] }, RESULT], { failure: "bad_response" }],
    ["a server in the list", [{ ...INIT, mcp_servers: [{}] }, RESULT], { failure: "bad_response" }],
    ["a plugin in the list", [{ ...INIT, plugins: [{}] }, RESULT], { failure: "bad_response" }],
    ["no list", [RESULT], { failure: "bad_response" }],
    ["a tool used", [INIT, says("tool_use"), RESULT], { failure: "bad_response" }],
    ["a server's tool used", [INIT, says("server_tool_use"), RESULT], { failure: "bad_response" }],
    ["turns used up", [INIT, result({ subtype: "error_max_turns" })], { failure: "bad_response" }],
    ["not logged in", [error(null, "Not logged in · Please run /login")], { failure: "auth", setup: true }],
    ["a login that ended", [error(401, "OAuth token has expired")], { failure: "auth", setup: true }],
    [
      "no such model",
      [error(404, "There's an issue with the selected model")],
      { failure: "bad_request", setup: true },
    ],
    ["no right to it", [error(403, "forbidden")], { failure: "auth" }],
    ["the plan's limit", [error(429, "You've hit your limit")], { failure: "rate_limited" }],
    ["the plan's limit in words", [error(null, "Claude usage limit reached")], { failure: "rate_limited" }],
    ["too long", [error(400, "Prompt is too long")], { failure: "too_long" }],
    ["an outage", [error(529, "Overloaded")], { failure: "overloaded" }],
    ["another outage", [error(500, "oops")], { failure: "server_error" }],
  ])("%s", (_, events, expected) => {
    expect(claudeCode.read({ ok: true, trouble: null, stdout: lines(...events), stderr: "" })).toMatchObject(expected);
  });
});

describe("what Codex says", () => {
  test.each<readonly [string, readonly object[], object]>([
    ["two messages are no answer", [item("agent_message", "a"), item("agent_message", "b"), TURN], { text: "a\nb" }],
    ["a command run", [item("command_execution"), item("agent_message", "a"), TURN], { failure: "bad_response" }],
    ["a server's tool", [item("mcp_tool_call"), item("agent_message", "a"), TURN], { failure: "bad_response" }],
    ["an item nobody knows", [item("novel"), item("agent_message", "a"), TURN], { failure: "bad_response" }],
    ["no end of the turn", [item("agent_message", "<block>no</block>")], { failure: "bad_response" }],
    ["a failed turn with an answer", [item("agent_message", "a"), TURN, turnFailed("x")], { failure: "server_error" }],
    ["not logged in", [turnFailed("unexpected status 401 Unauthorized: x")], { failure: "auth", setup: true }],
    ["the plan's limit", [turnFailed("You've hit your usage limit.")], { failure: "rate_limited" }],
    ["429", [turnFailed("exceeded retry limit, last status: 429 Too Many Requests")], { failure: "rate_limited" }],
    ["too long", [turnFailed('{"error":{"code":"context_length_exceeded"}}')], { failure: "too_long" }],
    ["an outage", [turnFailed("We’re currently experiencing high demand")], { failure: "overloaded" }],
    ["no such model", [turnFailed("unexpected status 404 Not Found: model")], { failure: "bad_request", setup: true }],
  ])("%s", (_, events, expected) => {
    expect(codex.read({ ok: true, trouble: null, stdout: lines(...events), stderr: "" })).toMatchObject(expected);
  });

  test("without a login it is not even started", async () => {
    const seen = join(folder, "no-login");
    const command = scriptedAgent(folder, { ...GOOD.codex, seen });
    const provider = createProvider({ provider: "codex", command }, { env: { HOME: folder }, stateDir: stateDir() });
    const answer = await provider.complete(REQUEST, { timeoutMs: 5000 });
    expect(answer).toMatchObject({ failure: "auth", setup: true, detail: expect.stringContaining("codex login") });
    expect(existsSync(seen)).toBe(false);
  });
});

const gone = async (pid: number): Promise<void> => {
  while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
};
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
