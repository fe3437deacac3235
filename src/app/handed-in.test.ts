/** What a harness hands in: its own tools, one of them a shell, and its own classifier. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { supposeWalls } from "../contain/index.ts";
import { createGate } from "../index.ts";
import type { Classifier, Verdict } from "../judge/index.ts";
import type { Tool } from "../policy/tools/index.ts";
import { CLEAN, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  here.write("package.json", '{"scripts":{"test":"true"}}');
});
afterEach(() => here.remove());

const Shell: Tool = {
  name: "Terminal",
  fields: { line: "executed", wait: "harmless" },
  encode: ({ line }) => String(line),
  shell: { dialect: "bash", command: ({ line }) => String(line) },
};
const RULES = {
  deny: ["Terminal(git push:*)"],
  ask: ["Terminal(npm publish:*)"],
  allow: ["Terminal(make lint)", "Terminal(python3:*)"],
};
const gateOf = (more: object = {}) =>
  createGate({
    ...{ projectRoot: here.root, env: {}, process: CLEAN, classifier: null, tools: [Shell], walls: supposeWalls() },
    ...{ restore: null, settings: { permissions: RULES }, ...more },
  });
const call = (line: string, more: object = {}) => ({ tool: "Terminal", input: { line }, cwd: here.root, ...more });

describe("a shell tool of the harness's own", () => {
  test.each([
    ["ls -la", "allow readOnly null"],
    ["git push origin main", "deny denyRule null"],
    ["npm publish", "ask askRule null"],
    ["rm -rf ~", "deny floor null"],
    ["echo x > .git/hooks/pre-commit", "ask safetyCheck null"],
    ["npm test", "allow contained work"],
    // An interpreter's rule rests in auto mode.
    ["python3 a.py", "allow contained work"],
    ["curl https://example.com", "ask offline null"],
  ])("%s", async (line, said) => {
    const { behavior, by, walls } = (await gateOf().judge(call(line, { walls: true }))).decision;
    expect(`${behavior} ${by} ${walls}`).toBe(said);
  });

  test("its rule covers what it names", async () => {
    const { behavior, by } = await gateOf({ walls: null }).check(call("make lint"));
    expect([behavior, by]).toEqual(["allow", "allowRule"]);
  });
});

test("check never allows what only walls would hold: the line to run is in what judge answers", async () => {
  const gate = gateOf();
  const decision = await gate.check(call("npm test", { walls: true }));
  expect(decision).toMatchObject({ behavior: "ask", walls: null });
  expect(decision.reason).toContain("check gives no line to run there; judge does");
  expect((await gate.check(call("ls", { walls: true }))).behavior).toBe("allow");
  expect(await gate.judge(call("npm test", { walls: true }))).toMatchObject({ run: expect.any(String) });
  expect([gate.mode, gate.shadow]).toEqual(["auto", false]);
});

test("a field that nobody declared is named as the cause", async () => {
  const { behavior, reason } = await gateOf().check({ ...call("ls"), input: { line: "ls", elevated: true } });
  expect([behavior, reason]).toEqual(["ask", expect.stringContaining("elevated")]);
});

test.each<[object, RegExp]>([
  [{ ...Shell, fields: undefined }, /tools\[0\] \("Terminal"\): it needs fields/],
  [{ ...Shell, encode: undefined }, /needs encode/],
  [{ ...Shell, name: "" }, /has no name/],
  [{ ...Shell, name: "mcp__a__b" }, /has the name of an MCP server's tool/],
  [{ ...Shell, fields: { line: "run" } }, /says "run" of the field line/],
  [{ ...Shell, shell: { dialect: "zsh", command: () => "" } }, /dialect "zsh"/],
  [{ ...Shell, shell: { dialect: "bash" } }, /a shell without command/],
  [{ ...Shell, check: "no" }, /has check, which is no function/],
])("a tool that is declared wrongly is told at once: %j", (tool, said) => {
  expect(() => gateOf({ tools: [tool] })).toThrow(said);
});
test("so is one that stands there twice", () => {
  expect(() => gateOf({ tools: [Shell, Shell] })).toThrow(/tools\[1\] \("Terminal"\): it stands twice/);
});

describe("a classifier of the harness's own", () => {
  const answered = (classifier: Classifier) =>
    gateOf({ classifier, walls: null, settings: { classifier: { timeoutMs: { fast: 20, thinking: 30 } } } });
  const NO: Verdict = { block: "no", model: null, usage: null, costUsd: null, stage: null };

  test("answers", async () => {
    expect((await answered({ classify: async () => NO }).check(call("python3 a.py"))).behavior).toBe("allow");
  });

  test("that does not answer is an outage after its time, and is told to stop", async () => {
    let stopped = false;
    const hangs: Classifier = {
      classify: ({ signal }) =>
        new Promise(() => {
          signal?.addEventListener("abort", () => {
            stopped = true;
          });
        }),
    };
    const decision = await answered(hangs).check(call("python3 a.py"));
    expect(decision).toMatchObject({ behavior: "deny", by: "classifier", unavailable: "timeout" });
    expect(decision.reason).toContain("has not answered in 50 ms");
    expect(stopped).toBe(true);
  });

  test("keeps its own this", async () => {
    class Own implements Classifier {
      readonly #verdict = NO;
      async classify() {
        return this.#verdict;
      }
    }
    expect((await answered(new Own()).check(call("python3 a.py"))).behavior).toBe("allow");
  });
});
