/** An agent's token only tightens the mode of the settings, whatever mode it names. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestService, type TestService } from "./testing/running.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
  const file = join(service.home, ".config/sallyport/settings.json");
  mkdirSync(dirname(file), { recursive: true });
  const allow = ["Bash(npm test:*)", "Bash(git push:*)", "Edit(src/**)"];
  writeFileSync(file, JSON.stringify({ mode: "plan", permissions: { allow } }));
});
afterAll(() => service.close());

const bash = (command: string) => ({ tool: "Bash", input: { command } });
const write = () => ({ tool: "Write", input: { file_path: join(service.root, "src/q.js"), content: "x" } });

test.each([
  ["npm test", undefined, () => bash("npm test")],
  ["npm test", "default", () => bash("npm test")],
  ["npm test", "dontAsk", () => bash("npm test")],
  ["git push", "default", () => bash("git push")],
  ["an edit", "default", write],
  ["an edit", "dontAsk", write],
])("settings in plan: %s, asked for in %s, is denied", async (_what, mode, call) => {
  const { json } = await service.ask("/v1/check", { scope: "agent", body: { ...call(), mode } });
  expect([json.behavior, json.by]).toEqual(["deny", "planMode"]);
});

test("reading stays allowed, and an administrator's token chooses", async () => {
  const look = await service.ask("/v1/check", { scope: "agent", body: { ...bash("ls"), mode: "default" } });
  expect(look.json.behavior).toBe("allow");
  const chosen = await service.ask("/v1/check", {
    scope: "admin",
    body: { ...bash("npm test"), cwd: service.root, mode: "default" },
  });
  expect(chosen.json.behavior).toBe("allow");
});
