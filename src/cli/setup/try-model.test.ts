import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { scriptedAgent } from "../../judge/providers/testing/agents.ts";
import { tryModel } from "./try-model.ts";

const top = mkdtempSync(join(tmpdir(), "try-model-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const home = join(top, "home");
mkdirSync(join(home, ".claude"), { recursive: true });

const answering = (more: object): readonly string[] => {
  const bare = { type: "system", subtype: "init", tools: [], mcp_servers: [] };
  const result = {
    type: "result",
    subtype: "success",
    is_error: false,
    result: "ok",
    stop_reason: "end_turn",
    usage: {},
  };
  const says = [bare, { ...result, ...more }].map((event) => `${JSON.stringify(event)}\n`).join("");
  return scriptedAgent(top, { agent: "claude-code", says });
};
const tried = (command: readonly string[]) => tryModel({ provider: "claude-code", command }, { HOME: home });
const login = () => writeFileSync(join(home, ".claude/.credentials.json"), "{}");

test("nobody is logged in: it does not work, and the login is named", async () => {
  expect(await tried(answering({}))).toEqual({
    ok: false,
    error: "Claude Code is not logged in; run: claude, then /login.",
  });
});

test("the answer is looked at: a login that is refused, an outage, an answer", async () => {
  login();
  expect(await tried(answering({ is_error: true, api_error_status: 401, result: "expired" }))).toMatchObject({
    ok: false,
    error: expect.stringContaining("expired; run: claude, then /login"),
  });
  expect(await tried(answering({ is_error: true, api_error_status: 529, result: "busy" }))).toMatchObject({
    ok: false,
    error: expect.stringContaining("the server is overloaded just now"),
  });
  expect(await tried(answering({}))).toMatchObject({ ok: true, value: expect.stringContaining("asked just now") });
});
