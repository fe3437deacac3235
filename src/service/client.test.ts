/** The client of programs, against a service that runs. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type SallyportClient } from "./client.ts";
import { startTestService, type TestService } from "./testing/running.ts";

let service: TestService;
let client: SallyportClient;
beforeAll(async () => {
  service = await startTestService();
  client = createClient({ address: service.running.address, token: service.token("admin") });
});
afterAll(() => service.close());

test("judges, lists, approves, and tells failures as values", async () => {
  const held = await client.check({ tool: "Bash", input: { command: "git push --force" }, session: "s" });
  expect(held.ok && held.value.behavior).toBe("ask");
  const id = held.ok ? held.value.id : "";
  await service.running.service.index.catchUp();
  const listed = await client.decisions({ behavior: "ask", limit: 5 });
  expect(listed.ok && listed.value.decisions.map((row) => row.id)).toEqual([id]);
  const waiting = await client.approvals();
  expect(waiting.ok && waiting.value.waiting.map((one) => one.id)).toEqual([id]);
  const approved = await client.answer(id, "approve");
  expect(approved.ok && (approved.value.until ?? 0) > Date.now()).toBe(true);
  const again = await client.answer(id, "approve");
  expect(again).toMatchObject({ ok: false, status: 409, error: { code: "conflict" } });
  const missing = await client.decision("none/../of them");
  expect(missing).toMatchObject({ ok: false, status: 404 });
  const spent = await client.check({ tool: "Bash", input: { command: "git push --force" }, session: "s" });
  expect(spent.ok && [spent.value.behavior, spent.value.by]).toEqual(["allow", "approval"]);
  await service.running.service.index.catchUp();
  const detail = await client.decision(id);
  expect(detail.ok && detail.value.approval.state).toBe("used");
});

test("an approval that is void by now is not in the way of a new one", async () => {
  const check = (timeout: number) =>
    client.check({ tool: "Bash", input: { command: "git push --force origin x", timeout }, session: "void" });
  for (const timeout of [1_000, 2_000]) {
    const held = await check(timeout);
    expect(held.ok && held.value.behavior).toBe("ask");
    expect(await client.answer(held.ok ? held.value.id : "", "approve")).toMatchObject({ ok: true });
  }
  const [changed, used] = [await check(1_000), await check(2_000)];
  expect([changed, used].map((one) => one.ok && one.value.behavior)).toEqual(["ask", "allow"]);
});

test("events come as they are made, and go on where they were left", async () => {
  const following = client.events({ session: "live" });
  const first = following.next();
  const timer = setInterval(() => void client.check({ tool: "Bash", input: { command: "ls" }, session: "live" }), 100);
  const { value } = await first;
  clearInterval(timer);
  await following.return(undefined);
  expect([value?.event, value?.event === "decision" && value.data.call]).toEqual(["decision", "ls"]);
  await client.check({ tool: "Bash", input: { command: "pwd" }, session: "live" });
  const later = client.events({ session: "live", after: value?.id ?? "" });
  const seen: string[] = [];
  for await (const event of later) {
    if (event.event === "decision") seen.push(event.data.call);
    if (seen.at(-1) === "pwd") break;
  }
  expect(seen.at(-1)).toBe("pwd");
});
