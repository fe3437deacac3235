import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callKey } from "../../contract/key.ts";
import type { LedgerEntry } from "../../contract/session.ts";
import { bindTargets } from "../session/index.ts";
import { SAMPLE_START, sampleEntry } from "../testing/samples.ts";
import { openSession, placeOf, record, scratchState } from "../testing/scratch.ts";
import { redactEntry } from "./redact.ts";

const TOKEN = `ghp_${"a1".repeat(18)}`;
const REMOTE = {
  name: "origin",
  urls: [`https://a:${TOKEN}@example.org/x`],
  pushUrls: [`https://example.org/${TOKEN}`],
};

const ROWS: readonly LedgerEntry[] = [
  { kind: "start", at: 1, start: { ...SAMPLE_START, remotes: [REMOTE] } },
  sampleEntry(
    { reason: TOKEN, rule: TOKEN, clearsWhen: TOKEN },
    {
      ...{ targets: TOKEN, action: { tool: TOKEN, input: { [TOKEN]: [TOKEN] } } },
      told: { does: TOKEN, why: TOKEN, settles: TOKEN, command: TOKEN },
    },
  ),
  { kind: "prompt", at: 1, text: `use ${TOKEN}` },
  { kind: "notice", at: 1, text: TOKEN },
];
test.each(ROWS)("$kind: no text of it carries a secret", (entry) => {
  expect(JSON.stringify(entry)).toContain(TOKEN);
  expect(JSON.stringify(redactEntry(entry))).not.toContain(TOKEN);
});

test.each([
  "sshpass -p Zebra77Stripe ssh h",
  "mongosh 'mongodb://h/?a=1&b=2' -u a -p Zebra77Stripe",
  `curl -d '{"user":{"pwd":"Zebra77Stripe"}}' h`,
  "x --password 'Zebra77Stripe'",
])("what is told of a call holds no secret of it: %s", (command) => {
  const told = "changes -p Zebra77Stripe, Zebra77Stripe";
  const entry = sampleEntry(
    { reason: told, clearsWhen: told },
    {
      ...{ targets: told, action: { tool: "Bash", input: { command } } },
      told: { does: told, why: told, settles: told, command: told },
    },
  );
  expect(JSON.stringify(redactEntry(entry))).not.toContain("Zebra77");
});

test("a remote keeps its place and loses who goes there", () => {
  const entry = redactEntry({ kind: "start", at: 1, start: { ...SAMPLE_START, remotes: [REMOTE] } });
  expect(entry).toMatchObject({ start: { remotes: [{ name: "origin", urls: ["https://example.org/x"] }] } });
});

test("no secret reaches the disk, and the call is still the call", async () => {
  const stateDir = scratchState();
  const token = `ghp_${"a1".repeat(18)}`;
  const input = { command: `git push https://x:${token}@github.com/a/b`, env: { T: token } };
  const call = callKey("Bash", input, "/repo");
  const more = { call, targets: `/repo/${token}`, action: { tool: "Bash", input } };
  const entry = sampleEntry(
    { behavior: "ask", by: "prompt", reason: `It sends ${token}.`, rule: token, clearsWhen: token },
    more,
  );
  const session = await openSession(stateDir, "s1");
  for (let n = 0; n < 33; n += 1) await record(session, entry, { kind: "prompt", at: 1, text: `use ${token}` });
  const place = placeOf(stateDir, "s1");
  for (const file of [place.file, place.snapshot]) {
    const text = readFileSync(file, "utf8");
    expect(text).not.toContain(token);
    expect(text).toContain("[secret, ");
    expect(text).toContain(call);
  }
  const again = await (await openSession(stateDir, "s1")).memory();
  expect(again.waiting.at(-1)).toMatchObject({ call, targets: bindTargets(`/repo/${token}`) });
});

test("an entry without secrets is recorded as it is", () => {
  const entry = sampleEntry({}, { writes: ["/repo/a"] });
  expect(JSON.stringify(redactEntry(entry))).toBe(JSON.stringify(entry));
});
