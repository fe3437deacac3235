/** What is asked for most is answered without the library: by the same rules, with the same words, as any other spelling of it is. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AskOptions, startTestService, type TestService } from "./testing/running.ts";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const CALL = { tool: "Bash", input: { command: "ls" } };

test.each<[string, AskOptions]>([
  ["a call", { scope: "agent", body: CALL }],
  ["a call of an admin", { scope: "admin", body: CALL }],
  ["nobody", { body: CALL }],
  ["a token that is none", { body: CALL, headers: { authorization: "Bearer x" } }],
  ["a token that may only look", { scope: "viewer", body: CALL }],
  ["a token that may approve", { scope: "approver", body: CALL }],
  ["another origin", { scope: "admin", body: CALL, headers: { origin: "https://evil.example" } }],
  ["a page elsewhere", { scope: "admin", body: CALL, headers: { "sec-fetch-site": "cross-site" } }],
  ["no JSON", { scope: "admin", body: "{" }],
  ["a key twice", { scope: "admin", body: '{"tool":"Bash","tool":"Read","input":{}}' }],
  ["no call", { scope: "admin", body: {} }],
  ["text", { scope: "admin", body: "x", headers: { "content-type": "text/plain" } }],
  ["something compressed", { scope: "admin", body: "x", headers: { "content-encoding": "gzip" } }],
  ["a body that is too long", { scope: "admin", body: "x".repeat((8 << 20) + 1) }],
  ["a looser mode", { scope: "agent", body: { ...CALL, mode: "bypassPermissions" } }],
  ["another method", { scope: "admin", method: "PUT", body: CALL }],
])("%s", async (_what, options) => {
  const [directly, around] = [await service.ask("/v1/check", options), await service.ask("/v1/check?", options)];
  const { id, ms, ...said } = directly.json;
  const { id: otherId, ms: otherMs, ...other } = around.json;
  expect([directly.status, said]).toEqual([around.status, other]);
  const [names, others] = [directly, around].map(({ headers }) =>
    [...headers].filter(([name]) => !/^(?:date|content-length|keep-alive)$/.test(name)),
  );
  expect(names).toEqual(others);
});

test("another host than ours", async () => {
  const body = JSON.stringify(CALL);
  const answer = await service.raw(
    `POST /v1/check HTTP/1.1\r\nHost: evil.example\r\nAuthorization: Bearer ${service.token("admin")}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 421 /);
});

test("who leaves in the middle stops nothing", async () => {
  const head = `POST /v1/check HTTP/1.1\r\nHost: 127.0.0.1:${service.port}\r\nAuthorization: Bearer ${service.token("admin")}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{`;
  for (let n = 0; n < 20; n += 1) await service.raw(head, { forMs: 5 });
  expect((await service.ask("/v1/check", { scope: "admin", body: CALL })).status).toBe(200);
  expect(service.said).toEqual([]);
});
