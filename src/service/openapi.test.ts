/** The OpenAPI document says what the service does: it is valid, every route is in it, and answers are what it describes. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { safeParse } from "zod/mini";
import { pauseUntil } from "../app/index.ts";
import { openApiDocument } from "./openapi.ts";
import { ROUTES } from "./routes/index.ts";
import { startTestService, type TestService } from "./testing/running.ts";

let service: TestService;
/** How far its clock is ahead. */
let ahead = 0;
beforeAll(async () => {
  service = await startTestService({ now: () => Date.now() + ahead });
});
afterAll(() => service.close());

test("it validates, and names every route", async () => {
  const { json } = await service.ask("/v1/openapi.json");
  const result = await new Validator().validate(json);
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  expect(json).toEqual(JSON.parse(JSON.stringify(openApiDocument(ROUTES))));
  const named = Object.entries<object>(json.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  expect(named.sort()).toEqual(
    ROUTES.map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, "{$1}")}`).sort(),
  );
});

test("what the routes answer is what their schemas say", async () => {
  const check = (command: string) =>
    service.ask("/v1/check", { scope: "agent", body: { tool: "Bash", input: { command }, session: "s" } });
  const [allowed, held] = [await check("ls"), await check("git push --force origin main")];
  expect([allowed.json.behavior, held.json.behavior]).toEqual(["allow", "ask"]);
  await service.running.service.index.catchUp();
  const session = encodeURIComponent((await service.ask("/v1/sessions", { scope: "viewer" })).json.sessions[0].session);
  const asked: Readonly<Record<string, string>> = {
    "/v1/decisions/:id": `/v1/decisions/${held.json.id}`,
    "/v1/sessions/:id": `/v1/sessions/${session}`,
    "/v1/sessions/:id/seen": `/v1/sessions/${session}/seen?decision=${held.json.id}`,
  };
  const wrong: string[] = [];
  for (const { method, path, answer } of ROUTES) {
    if (method !== "GET" || ["/metrics", "/v1/events", "/v1/restore/:id", "/v1/openapi.json"].includes(path)) continue;
    const { status, json } = await service.ask(asked[path] ?? path, { scope: "admin" });
    const parsed = safeParse(answer, json);
    if (status !== 200 || !parsed.success)
      wrong.push(`${path}: ${status} ${JSON.stringify(parsed.error?.issues ?? json)}`);
  }
  expect(wrong).toEqual([]);
  const { json } = await service.ask(`/v1/decisions/${held.json.id}`, { scope: "viewer" });
  expect([json.behavior, json.approval, json.help.why !== ""]).toEqual([
    "ask",
    { state: "can", why: null, until: null },
    true,
  ]);
});

test("metrics are text that Prometheus reads, without anything that was said", async () => {
  const { text, headers } = await service.ask("/metrics", { scope: "viewer" });
  expect(headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(text).toMatch(/^sallyport_decisions_total\{by="\w+",behavior="\w+"\} \d+$/m);
  expect(
    text
      .split("\n")
      .filter((line) => line !== "" && !/^(?:# (?:HELP|TYPE) \w+ .+|\w+(?:\{[^{}]*\})? -?[\d.e+-]+)$/.test(line)),
  ).toEqual([]);
});

test("rules: in force, tried on the record, added and taken out, and the gate follows at once", async () => {
  const rule = "Bash(git push:*)";
  const tried = await service.ask("/v1/rules/try", { scope: "admin", body: { behavior: "deny", rule } });
  expect([tried.json.counted > 0, tried.json.would[0]?.now]).toEqual([true, "deny"]);
  expect((await service.ask("/v1/rules", { scope: "viewer" })).json.rules).toEqual([]);
  const added = await service.ask("/v1/rules", { scope: "admin", body: { behavior: "deny", rule } });
  expect(added.json).toMatchObject({ ok: true, changed: true });
  const check = () =>
    service.ask("/v1/check", { scope: "agent", body: { tool: "Bash", input: { command: "git push origin main" } } });
  expect((await check()).json).toMatchObject({ behavior: "deny", by: "denyRule", rule });
  expect((await service.ask("/v1/rules", { scope: "viewer" })).json.rules).toMatchObject([
    { rule, behavior: "deny", editable: true, source: { kind: "user" } },
  ]);
  const removed = await service.ask("/v1/rules", { scope: "admin", body: { behavior: "deny", rule, remove: true } });
  expect(removed.json).toMatchObject({ ok: true, changed: true });
  expect((await check()).json.by).not.toBe("denyRule");
});

test("a pause holds for the next call, and ends", async () => {
  const state = async () => (await service.ask("/v1/status", { scope: "viewer" })).json.state;
  expect(await state()).toBe("live");
  expect((await service.ask("/v1/pause", { scope: "admin", body: { minutes: 5 } })).status).toBe(200);
  expect(await state()).toBe("paused");
  const { json } = await service.ask("/v1/check", {
    scope: "agent",
    body: { tool: "Bash", input: { command: "npm publish" }, session: "p" },
  });
  expect(json.by).toBe("prompt");
  expect((await service.ask("/v1/resume", { scope: "admin", body: {} })).status).toBe(200);
  expect(await state()).toBe("live");
});

test("a project's own rules count as soon as they are written, and a pause ends by itself", async () => {
  const check = () =>
    service.ask("/v1/check", { scope: "agent", body: { tool: "Bash", input: { command: "ls -a" }, session: "r" } });
  const later = () => new Promise((resolve) => setTimeout(resolve, 50));
  expect((await check()).json.by).toBe("readOnly");
  mkdirSync(join(service.root, ".sallyport"), { recursive: true });
  writeFileSync(join(service.root, ".sallyport/settings.json"), '{"permissions":{"deny":["Bash(ls:*)"]}}');
  await later();
  expect((await check()).json.by).toBe("denyRule");
  rmSync(join(service.root, ".sallyport"), { recursive: true });
  await later();
  expect((await check()).json.by).toBe("readOnly");
  const publish = (session: string) =>
    service.ask("/v1/check", { scope: "agent", body: { tool: "Bash", input: { command: "npm publish" }, session } });
  pauseUntil(service.running.service.stateDir, Date.now() + 600_000);
  await later();
  expect((await publish("p1")).json.by).toBe("prompt");
  ahead = 600_001;
  await later();
  expect((await publish("p2")).json.by).not.toBe("prompt");
});
