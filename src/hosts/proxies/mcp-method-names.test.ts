/** A method of a server's is none of its tools: what a rule lets a tool do, no method does under its name. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Project, project } from "../../testing/index.ts";
import { NO_PINS } from "../testing.ts";
import { mcpProxy } from "./mcp.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

async function passes(method: string, params: object, permissions: { allow?: string[]; deny?: string[] }) {
  const server: string[] = [];
  const proxy = mcpProxy({
    gate: here.gate({ classifier: null, settings: { permissions } }),
    ...{ server: "fake", session: "s", cwd: here.root, pins: NO_PINS, toClient: () => undefined },
    toServer: (one) => server.push(one),
  });
  await proxy.fromClient(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
  return server.length > 0;
}

const PARAMS = { x: 1 };

test.each([
  ["run/tests", "mcp__fake__run_tests"],
  ["run_tests", "mcp__fake__run_tests"],
  ["run.tests", "mcp__fake__run_tests"],
  ["run/tests", "mcp__fake__run*"],
  ["run/tests", "mcp__fake__*tests"],
  ["run/tests", "mcp__fake__*_tests*"],
  ["method/run_tests", "mcp__fake__method_run_tests"],
])("%s is not covered by %s", async (method, rule) => {
  expect(await passes(method, PARAMS, { allow: [rule] })).toBe(false);
});

test.each([
  ["completion/complete", { ref: {}, argument: {} }, "mcp__fake__completion_complete"],
  ["prompts/get", { name: "p", arguments: { a: "b" } }, "mcp__fake__prompts_get"],
  ["prompts/get", { name: "p", arguments: { a: "b" } }, "mcp__fake__prompts*"],
])("%s %j is not covered by %s", async (method, params, rule) => {
  expect(await passes(method, params, { allow: [rule] })).toBe(false);
});

test.each(["run_tests", "method_run_tests"])("a tool called %s is no method", async (name) => {
  const allow = [`mcp__fake__${name}`];
  expect(await passes("tools/call", { name: `%${name}`, arguments: PARAMS }, { allow })).toBe(false);
});

test.each(["mcp__fake__run_tests", "mcp__fake__run*", "mcp__fake"])(
  "what is denied by %s is denied by either name",
  async (rule) => {
    const permissions = { allow: ["mcp__fake"], deny: [rule] };
    expect(await passes("run/tests", PARAMS, permissions)).toBe(false);
    expect(await passes("run_tests", PARAMS, permissions)).toBe(false);
  },
);

test.each([
  ["tools/call", { name: "run_tests", arguments: PARAMS }, "mcp__fake__run_tests"],
  ["tools/call", { name: "run_tests", arguments: PARAMS }, "mcp__fake__run*"],
  ["tools/call", { name: "run_tests", arguments: PARAMS }, "mcp__fake"],
  ["run/tests", PARAMS, "mcp__fake"],
  ["run/tests", PARAMS, "mcp__fake__*"],
  ["prompts/get", { name: "p", arguments: { a: "b" } }, "mcp__fake"],
  ["prompts/get", { name: "p" }, "mcp__fake__x"],
])("everyday: %s %j under %s", async (method, params, rule) => {
  expect(await passes(method, params, { allow: [rule] })).toBe(true);
});
