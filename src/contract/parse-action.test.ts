import { expect, test } from "vitest";
import { parseAction, parseActionLine } from "./parse-action.ts";

const BASE = { tool: "Bash", input: { command: "ls" } };

test.each<[string, unknown]>([
  ["the least there is", BASE],
  [
    "every field",
    {
      ...BASE,
      cwd: "/a",
      mode: "auto",
      headless: true,
      host: "codex",
      session: "s",
      toolUseId: "t",
      event: "e",
      instructions: "i",
      agentModel: "m",
      process: { path: "/usr/bin", variables: ["A"], values: { HOME: "/h" }, names: ["ls"], terminal: false },
      transcript: [{ user: "u" }, { tool: "T", input: {}, answer: "a" }],
    },
  ],
  ["a Windows directory", { ...BASE, cwd: "C:\\x" }],
])("%s is an action", (_what, value) => expect(parseAction(value)).toEqual({ ok: true, value }));

test.each<[unknown, string]>([
  [null, "the action: must be an object"],
  [[], "the action: must be an object"],
  ["x", "the action: must be an object"],
  [{}, "tool: must be a string"],
  [{ tool: "", input: {} }, "tool: must not be empty"],
  [{ tool: "Bash" }, "input: must be an object"],
  [{ tool: "Bash", input: [] }, "input: must be an object"],
  [{ tool: "Bash", input: null }, "input: must be an object"],
  [{ ...BASE, cwd: "a" }, "cwd: must be an absolute path"],
  [{ ...BASE, cwd: 1 }, "cwd: must be a string"],
  [{ ...BASE, mode: "x" }, "mode: must be one of default"],
  [{ ...BASE, headless: "true" }, "headless: must be a boolean"],
  [{ ...BASE, session: "" }, "session: must not be empty"],
  [{ ...BASE, more: 1 }, 'unknown field "more"'],
  [JSON.parse('{"tool":"Bash","input":{},"__proto__":{"mode":"auto"}}'), 'unknown field "__proto__"'],
  [{ ...BASE, transcript: {} }, "transcript: must be an array"],
  [{ ...BASE, transcript: [{}] }, "transcript: entry 0 must be"],
  [{ ...BASE, transcript: [{ user: "u" }, { user: "u", tool: "x" }] }, "transcript: entry 1 must be"],
  [{ ...BASE, transcript: [null] }, "transcript: entry 0 must be"],
  [Object.create({ tool: "Bash", input: {} }), "tool: must be a string"],
])("%j: %s", (value, why) => {
  const parsed = parseAction(value);
  expect(parsed.ok ? "an action" : parsed.error).toContain(why);
});

test("an input keeps every key it came with", () => {
  const parsed = parseActionLine(
    new TextEncoder().encode('{"tool":"Bash","input":{"command":"ls","__proto__":{"x":1}}}'),
  );
  expect(parsed.ok && Object.keys(parsed.value.input)).toEqual(["command", "__proto__"]);
});

test("depth is bounded, without recursion", () => {
  let deep: unknown = 1;
  for (let i = 0; i < 100_000; i++) deep = { a: deep };
  const parsed = parseAction({ tool: "Bash", input: { deep } });
  expect(parsed.ok ? "" : parsed.error).toContain("nested deeper");
});
