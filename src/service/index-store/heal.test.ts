/** The index follows the record whatever becomes of it; it never shows what the ledger does not have, and nothing ends the service. */
import * as fs from "node:fs";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { stateLayout } from "../../contract/state-dir.ts";
import { ledgerStore } from "../../memory/index.ts";
import { decided, openSession, placeOf, record, scratchState } from "../../memory/testing/scratch.ts";
import { indexThread } from "../testing/index-thread.ts";
import { readNaively } from "../testing/naive-index.ts";
import { openTestIndex } from "../testing/open-index.ts";
import { generateRecord } from "../testing/record-generator.ts";
import { openIndex, type RecordIndex } from "./index.ts";

const NOW = Date.UTC(2026, 9, 1);

async function idsIn(index: RecordIndex): Promise<readonly string[]> {
  const ids: string[] = [];
  let before: string | undefined;
  do {
    const page = await index.decisions({ limit: 1_000, before });
    ids.push(...page.decisions.map(({ id }) => id));
    before = page.next ?? undefined;
  } while (before !== undefined);
  return ids;
}

const idsOnRecord = async (stateDir: string): Promise<readonly string[]> =>
  (await readNaively(stateDir)).rows.map(({ id }) => id);

function madeRecord(): string {
  const stateDir = scratchState();
  generateRecord({ stateDir, decisions: 900, sessions: 12, now: NOW, quick: true });
  return stateDir;
}

describe("the ledger changes under the index", () => {
  test("purge while it is open: it is told, and they are gone", async () => {
    const stateDir = scratchState();
    generateRecord({ stateDir, decisions: 300, sessions: 10, now: NOW, days: 10 });
    const index = await openTestIndex(stateDir);
    const before = await idsIn(index);
    const store = ledgerStore({ stateDir });
    const { purged } = await store.purge({ before: NOW - 5 * 86_400_000, now: NOW });
    expect(purged.length).toBeGreaterThan(3);
    await index.catchUp();
    const left = await idsIn(index);
    expect(left).toEqual(await idsOnRecord(stateDir));
    expect(left.length).toBeLessThan(before.length);
  });

  test("a session was cut, written over, or is another one now", async () => {
    const stateDir = madeRecord();
    const index = await openTestIndex(stateDir);
    const names = fs.readdirSync(stateLayout(stateDir).ledger).filter((name) => name.endsWith(".jsonl"));
    const [cut = "", over = "", other = ""] = names.map((name) => join(stateLayout(stateDir).ledger, name));
    fs.truncateSync(cut, Math.floor(fs.statSync(cut).size / 2));
    const lines = fs.readFileSync(over, "utf8").split("\n");
    fs.writeFileSync(over, lines.map((line) => line.replaceAll("part-", "PART_")).join("\n"));
    fs.writeFileSync(other, fs.readFileSync(over));
    await index.catchUp();
    const { rows } = await readNaively(stateDir);
    const { decisions } = await index.decisions({ limit: 1_000 });
    expect(decisions.map(({ call }) => call)).toEqual(rows.slice(0, 1_000).map(({ call }) => call));
  });

  test("a decision that is not on record any more is not told, before the index knows", async () => {
    const stateDir = scratchState();
    await record(await openSession(stateDir, "s1"), decided("d1"));
    const index = await openTestIndex(stateDir);
    expect((await index.decision("d1"))?.entry.decision.id).toBe("d1");
    const { file } = placeOf(stateDir, "s1");
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replaceAll('"d1"', '"d2"'));
    expect(await index.decision("d1")).toBeNull();
    await index.catchUp();
    expect(await idsIn(index)).toEqual(["d2"]);
  });
});

test("what is appended is seen without asking, and told once, in order", async () => {
  const stateDir = scratchState();
  const session = await openSession(stateDir, "s1");
  await record(session, decided("d0"));
  const index = await openTestIndex(stateDir);
  let { cursor } = await index.tail({ limit: 10 });
  const told: string[] = [];
  for (let n = 1; n <= 5; n += 1) {
    const changed = new Promise<void>((done) => {
      const stop = index.onChange(() => {
        stop();
        done();
      });
    });
    await record(session, decided(`d${n}`));
    await changed;
    const page = await index.tail({ cursor, limit: 10 });
    told.push(...page.events.flatMap((event) => (event.kind === "decision" ? [event.row.id] : [])));
    cursor = page.cursor;
  }
  await index.catchUp();
  const last = await index.tail({ cursor, limit: 10 });
  told.push(...last.events.flatMap((event) => (event.kind === "decision" ? [event.row.id] : [])));
  expect(told).toEqual(["d1", "d2", "d3", "d4", "d5"]);
  expect(await index.tail({ cursor: "of another index", limit: 10 })).toMatchObject({ events: [], gap: true });
});

test("two indexes of one record: both answer", async () => {
  const stateDir = madeRecord();
  const expected = await idsOnRecord(stateDir);
  for (const index of [await openTestIndex(stateDir), await openTestIndex(stateDir)])
    expect(await idsIn(index)).toEqual(expected);
});

test("the thread ends over a question: it is started again, and the others are answered", async () => {
  const stateDir = madeRecord();
  const thread = join(mkdtempSync(join(stateDir, "thread-")), "ends.cjs");
  fs.writeFileSync(
    thread,
    `require("node:worker_threads").parentPort.on("message", ({ method }) => method === "newest" && process.exit(1));
     require(${JSON.stringify(await indexThread())});`,
  );
  const index = await openIndex({ stateDir, thread });
  onTestFinished(() => index.close());
  await index.catchUp();
  await expect(index.newest({ limit: 1 })).rejects.toThrow("The index ended twice over this question.");
  await expect(index.decisions({ limit: 1, session: [Symbol.iterator as never] })).rejects.toThrow("cloned");
  await index.catchUp();
  expect(await idsIn(index)).toEqual(await idsOnRecord(stateDir));
});

test("a watcher that was away is told what happened meanwhile, decisions and answers, once", async () => {
  const stateDir = scratchState();
  const session = await openSession(stateDir, "s1");
  await record(session, decided("d0", { behavior: "ask", by: "prompt" }));
  const index = await openTestIndex(stateDir);
  const { cursor } = await index.tail({ limit: 10 });
  await record(session, decided("d1"), { kind: "refusal", at: 2, decisionId: "d0", by: "page", toolUseId: "t" });
  await record(await openSession(stateDir, "s2"), decided("d2"));
  await index.catchUp();
  const { events, gap, more } = await index.tail({ cursor, limit: 10 });
  expect({ gap, more }).toEqual({ gap: false, more: false });
  const told = events.map((event) => (event.kind === "decision" ? event.row.id : `${event.answer} ${event.id}`));
  expect(told.sort()).toEqual(["d1", "d2", "refuse d0"]);
  const own = await index.tail({ cursor, limit: 10, session: "s2" });
  expect(own.events).toMatchObject([{ kind: "decision", row: { id: "d2" } }]);
  expect((await index.tail({ cursor: events.at(-1)?.cursor, limit: 10 })).events).toEqual([]);
  expect((await index.decision("d0"))?.later.map(({ kind }) => kind)).toEqual(["refusal"]);
});
