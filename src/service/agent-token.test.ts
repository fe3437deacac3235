/** An agent's token works in one directory, in one session, and lets nothing through twice. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestService, type TestService } from "./testing/running.ts";

let service: TestService;
const at = (...path: readonly string[]): string => join(service.root, ...path);
beforeAll(async () => {
  service = await startTestService();
  mkdirSync(join(service.home, "other"));
  mkdirSync(at("secret"));
  mkdirSync(at(".sallyport"));
  symlinkSync(join(service.home, "other"), at("out"));
  symlinkSync("/", at("top"));
  writeFileSync(at(".sallyport/settings.json"), '{"permissions":{"deny":["Edit(secret/**)","Write(secret/**)"]}}');
});
afterAll(() => service.close());

const check = (body: object) => service.ask("/v1/check", { scope: "agent", body });
const write = (file_path: string) => ({ tool: "Write", input: { file_path, content: "x" } });

test.each([
  ["another project", () => join(service.home, "other")],
  ["home", () => service.home],
  ["everything", () => "/"],
  ["a link that leads out", () => at("out")],
  ["below a link that leads out", () => at("top", "etc")],
  ["upwards", () => `${service.root}/secret/../../../other`],
  ["upwards behind a link", () => `${service.root}/out/../code`],
  ["a neighbour of the same beginning", () => `${service.root}-2`],
  ["a process's own", () => "/proc/self/cwd"],
])("a cwd outside is refused: %s", async (_what, cwd) => {
  const { status, json } = await check({ ...write("n.txt"), cwd: cwd(), session: "fresh" });
  expect([status, json.error?.message]).toEqual([403, expect.stringContaining(service.root)]);
});

describe("the project is the token's", () => {
  test.each([
    ["from above", ""],
    ["from within", "secret"],
    ["from where nothing is", "secret/none"],
  ])("its rules count, %s", async (_from, below) => {
    const { json } = await check({ ...write(at("secret/a")), cwd: at(below), session: `s ${below}` });
    expect([json.behavior, json.by]).toEqual(["deny", "denyRule"]);
  });

  test("what lies outside is no edit of it, whatever was said first", async () => {
    for (const cwd of [undefined, at("secret")]) {
      const { json } = await check({ ...write(join(service.home, "other/n.txt")), cwd, session: `n ${cwd}` });
      expect(json.behavior).not.toBe("allow");
    }
    expect((await check(write(at("src.txt")))).json.by).toBe("acceptEdits");
  });
});

test("an approval lets one call through, under whatever id and event", async () => {
  writeFileSync(at("deploy.sh"), "echo harmless\n");
  const call = { tool: "Bash", input: { command: "bash deploy.sh" }, toolUseId: "X1", event: "PreToolUse" };
  const { id } = (await check(call)).json;
  expect((await service.ask("/v1/approvals", { scope: "approver", body: { id, answer: "approve" } })).status).toBe(200);
  expect((await check(call)).json.by).toBe("approval");
  writeFileSync(at("deploy.sh"), "echo other\n");
  for (const more of [{}, { event: "PermissionRequest" }, { session: "again" }, { toolUseId: "X2" }])
    expect((await check({ ...call, ...more })).json.behavior).not.toBe("allow");
});
