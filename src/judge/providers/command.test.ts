import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createProvider, type ModelRequest } from "./index.ts";

const REQUEST: ModelRequest = {
  model: "command",
  system: [{ text: "SYSTEM" }],
  messages: [[{ text: "<transcript>\n" }, { text: "$(touch pwned) `id` ; \n" }]],
  maxTokens: 64,
  stop: ["</block>"],
  temperature: 0,
  disableThinking: true,
  tool: null,
  cacheKey: null,
};
const directory = mkdtempSync(join(tmpdir(), "command-"));
const program = (name: string, code: string): readonly string[] => {
  const file = join(directory, `${name}.mjs`);
  writeFileSync(file, code);
  return [process.execPath, file];
};
const run = (
  command: readonly string[],
  more: { request?: Partial<ModelRequest>; timeoutMs?: number; signal?: AbortSignal } = {},
) =>
  createProvider({ provider: "command", command }, { env: { ONLY: "this" } }).complete(
    { ...REQUEST, ...more.request },
    { timeoutMs: more.timeoutMs ?? 20_000, ...(more.signal === undefined ? {} : { signal: more.signal }) },
  );
const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const gone = async (pid: number): Promise<void> => {
  while (alive(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
};

test("gets the prompt on stdin and nothing of our environment", async () => {
  const echo = program(
    "echo",
    `let s=""; for await (const c of process.stdin) s+=c; process.stdout.write(JSON.stringify([s, process.env.ONLY, process.env.HOME]))`,
  );
  const answer = await run(echo);
  if (!answer.ok) throw new Error(answer.detail);
  expect(JSON.parse(answer.text)).toEqual(["SYSTEM\n\n<transcript>\n$(touch pwned) `id` ; \n", "this", null]);
  expect(answer).toMatchObject({ stop: "end", stopSent: false });
});

test("an object is asked for by its schema, and its text stands for the call", async () => {
  const tool = { name: "classify_result", description: "", schema: { required: ["should_block"] } };
  const echo = program(
    "json",
    `let s=""; for await (const c of process.stdin) s+=c; process.stdout.write(s.includes('"should_block"') ? '{"a":1}' : "no schema")`,
  );
  expect(await run(echo, { request: { tool } })).toMatchObject({
    ok: true,
    toolCalls: [{ name: "classify_result", input: '{"a":1}' }],
  });
});

describe("failures are values", () => {
  test.each([
    ["it is not there", [join(directory, "missing")], "bad_request"],
    ["none is set", [], "bad_request"],
    [
      "it fails after answering",
      program("fail", `process.stdout.write("<block>no</block>"); process.exitCode = 3`),
      "server_error",
    ],
    [
      "it kills itself",
      program("kill", `process.stdout.write("<block>no</block>"); process.kill(process.pid, "SIGKILL")`),
      "server_error",
    ],
    [
      "it writes without end",
      program(
        "flood",
        `process.stdout.on("error", () => process.exit()); setInterval(() => process.stdout.write("x".repeat(1 << 20)), 1)`,
      ),
      "bad_response",
    ],
    ["a bad argument", [process.execPath, "a\0b"], "bad_response"],
  ] as const)("%s", async (_, command, failure) => {
    expect(await run(command)).toMatchObject({ ok: false, failure });
  });

  test("it reads nothing of a long prompt", async () => {
    const deaf = program("deaf", `process.stdin.destroy(); process.stdout.write("ok")`);
    expect(await run(deaf, { request: { system: [{ text: "x".repeat(5_000_000) }] } })).toMatchObject({
      ok: true,
      text: "ok",
    });
  });

  test("it hangs, and what it started ends with it", async () => {
    const pids = join(directory, "pids");
    const hang = program(
      "hang",
      `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
       const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
       writeFileSync(${JSON.stringify(pids)}, process.pid + " " + child.pid); setInterval(() => {}, 1000)`,
    );
    expect(await run(hang, { timeoutMs: 4000 })).toMatchObject({ failure: "timeout" });
    for (const pid of readFileSync(pids, "utf8").split(" ").map(Number)) await gone(pid);
  });

  test("a child left behind with our pipe keeps nobody waiting", async () => {
    const leave = program(
      "leave",
      `import { spawn } from "node:child_process";
       const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
       process.stdout.write(String(child.pid)); child.unref(); process.exit(0)`,
    );
    const answer = await run(leave);
    if (!answer.ok) throw new Error(answer.detail);
    await gone(Number(answer.text));
  });

  test("it is aborted", async () => {
    const hang = program("wait", `setInterval(() => {}, 1000)`);
    const caller = new AbortController();
    setTimeout(() => caller.abort(), 50);
    expect(await run(hang, { signal: caller.signal })).toMatchObject({ failure: "aborted" });
  });
});
