/** The index is thrown away and made again by itself; it never shows what the ledger does not have, and nothing ends the service. */
import { type ChildProcess, spawn } from "node:child_process";
import * as fs from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { build } from "esbuild";
import sqlite from "node-sqlite3-wasm";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { stateLayout } from "../../contract/state-dir.ts";
import { ledgerStore } from "../../memory/index.ts";
import { generator } from "../../memory/testing/crowd.ts";
import { decided, openSession, placeOf, record, scratchState } from "../../memory/testing/scratch.ts";
import { indexThread } from "../testing/index-thread.ts";
import { readNaively } from "../testing/naive-index.ts";
import { openTestIndex, type TestIndex } from "../testing/open-index.ts";
import { generateRecord } from "../testing/record-generator.ts";
import { openIndex, type RecordIndex } from "./index.ts";

const NOW = Date.UTC(2026, 9, 1);
const fileOf = (stateDir: string): string => join(stateLayout(stateDir).service, "index.sqlite");

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

/** An index that was closed in order, of a small record. */
async function keptIndex(): Promise<string> {
  const stateDir = scratchState();
  generateRecord({ stateDir, decisions: 900, sessions: 12, now: NOW, quick: true });
  const index = await openIndex({ stateDir, thread: await indexThread() });
  await index.catchUp();
  await index.close();
  return stateDir;
}

async function expectWhole(stateDir: string): Promise<TestIndex> {
  const index = await openTestIndex(stateDir);
  expect(await idsIn(index)).toEqual(await idsOnRecord(stateDir));
  return index;
}

function makeDatabase(file: string): void {
  const database = new sqlite.Database(file);
  database.exec("CREATE TABLE head (one, two, three); CREATE TABLE rows (name TEXT); INSERT INTO rows VALUES ('x')");
  database.close();
  fs.chmodSync(file, 0o600);
}

const random = generator(7);
const anywhere = (length: number): number => Math.floor(random() * length);

/** What can have happened to the file, and whether it is made anew; undefined: either. */
const DAMAGE: readonly (readonly [what: string, damage: (file: string) => void, anew: boolean | undefined])[] = [
  ["nothing", () => undefined, false],
  ["it is gone", (file) => fs.rmSync(file), true],
  ["it is empty", (file) => fs.truncateSync(file, 0), true],
  ["cut in the middle", (file) => fs.truncateSync(file, Math.floor(fs.statSync(file).size / 2)), true],
  ["cut by a page", (file) => fs.truncateSync(file, fs.statSync(file).size - 16_384), undefined],
  ["its first bytes are others", (file) => writeAt(file, 0, Buffer.alloc(200, 7)), true],
  ["it is another kind of file", (file) => fs.writeFileSync(file, "not a database\n".repeat(5_000)), true],
  ["a database of somebody else", (file) => replace(file, () => makeDatabase(file)), true],
  ["a directory stands in its place", (file) => replace(file, () => fs.mkdirSync(file)), true],
  ["a link stands in its place", (file) => replace(file, () => fs.symlinkSync("/dev/null", file)), true],
  ["others may read it", (file) => fs.chmodSync(file, 0o644), true],
  ["the lock of a dead process is left", (file) => fs.mkdirSync(`${file}.lock`), false],
  ["a journal of nothing is left", (file) => fs.writeFileSync(`${file}-journal`, Buffer.alloc(4_096, 1)), undefined],
];

function writeAt(file: string, at: number, bytes: Buffer): void {
  const fd = fs.openSync(file, "r+");
  fs.writeSync(fd, bytes, 0, bytes.length, at);
  fs.closeSync(fd);
}

function replace(file: string, put: () => void): void {
  fs.rmSync(file, { recursive: true });
  put();
}

test.each(DAMAGE)("%s", async (_, damage, anew) => {
  const stateDir = await keptIndex();
  damage(fileOf(stateDir));
  const index = await expectWhole(stateDir);
  const { why, complete } = await index.state();
  expect(complete).toBe(true);
  if (anew !== undefined) expect(why !== null).toBe(anew);
  expect(fs.statSync(fileOf(stateDir)).mode & 0o777).toBe(0o600);
});

test("any bytes of it changed: it shows what is on record all the same", async () => {
  const stateDir = await keptIndex();
  const whole = fs.readFileSync(fileOf(stateDir));
  const expected = await readNaively(stateDir);
  for (let round = 0; round < 15; round += 1) {
    fs.writeFileSync(fileOf(stateDir), whole, { mode: 0o600 });
    for (let n = 0; n < 3; n += 1)
      writeAt(fileOf(stateDir), anywhere(whole.length - 8), Buffer.alloc(8, anywhere(256)));
    const index = await openIndex({ stateDir, thread: await indexThread() });
    await index.catchUp();
    const { decisions } = await index.decisions({ limit: 1_000 });
    expect(decisions).toEqual(expected.rows.slice(0, 1_000).map(({ seq: _, refused: __, ...row }) => row));
    await index.close();
  }
});

test("an index of another version is made anew", async () => {
  const stateDir = await keptIndex();
  const bytes = fs.readFileSync(fileOf(stateDir));
  const at = bytes.indexOf('{"version":"');
  expect(at).toBeGreaterThan(0);
  writeAt(fileOf(stateDir), at + 12, Buffer.from("0"));
  const index = await expectWhole(stateDir);
  expect((await index.state()).why).toBe("another version made it");
  expect(index.said).toEqual(["The index is made anew: another version made it."]);
});

describe("the ledger changes under a kept index", () => {
  test("sessions were purged while nobody looked: nothing of them is left, in the file neither", async () => {
    const stateDir = scratchState();
    const secretive = await openSession(stateDir, "old one", { now: () => 1 });
    await record(secretive, decided("d-old", { reason: "only in the purged one", rule: "Purged Topic" }));
    await record(await openSession(stateDir, "kept one"), decided("d-kept", { reason: "kept" }));
    const first = await openIndex({ stateDir, thread: await indexThread() });
    await first.catchUp();
    expect(await idsIn(first)).toHaveLength(2);
    await first.close();
    expect(fs.readFileSync(fileOf(stateDir)).includes("only in the purged one")).toBe(true);
    fs.rmSync(placeOf(stateDir, "old one").file);
    const index = await expectWhole(stateDir);
    expect(await idsIn(index)).toEqual(["d-kept"]);
    expect(await index.session("old one", { limit: 5 })).toBeNull();
    expect((await index.values()).topic).toEqual([]);
    await index.close();
    for (const text of ["only in the purged one", "Purged Topic", "d-old"])
      expect(fs.readFileSync(fileOf(stateDir)).includes(text)).toBe(false);
  });

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
    const stateDir = await keptIndex();
    const names = fs.readdirSync(stateLayout(stateDir).ledger).filter((name) => name.endsWith(".jsonl"));
    const [cut = "", over = "", other = ""] = names.map((name) => join(stateLayout(stateDir).ledger, name));
    fs.truncateSync(cut, Math.floor(fs.statSync(cut).size / 2));
    const lines = fs.readFileSync(over, "utf8").split("\n");
    fs.writeFileSync(over, lines.map((line) => line.replaceAll("part-", "PART_")).join("\n"));
    fs.writeFileSync(other, fs.readFileSync(over));
    const index = await expectWhole(stateDir);
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

test("two indexes of one record: one is kept, both answer", async () => {
  const stateDir = await keptIndex();
  const [first, second] = [await openTestIndex(stateDir), await openTestIndex(stateDir)];
  expect(second.said.join(" ")).toContain("The index is not kept");
  const expected = await idsOnRecord(stateDir);
  expect(await idsIn(first)).toEqual(expected);
  expect(await idsIn(second)).toEqual(expected);
  await first.close();
  await second.close();
  expect((await (await expectWhole(stateDir)).state()).why).toBeNull();
});

test("the file goes away or cannot be written while it is open: it goes on", async () => {
  const stateDir = await keptIndex();
  const index = await openTestIndex(stateDir);
  fs.rmSync(stateLayout(stateDir).service, { recursive: true });
  await record(await openSession(stateDir, "more"), decided("d-more"));
  await index.catchUp();
  expect(await idsIn(index)).toEqual(await idsOnRecord(stateDir));
});

test("the thread ends over a question: it is started again, and the others are answered", async () => {
  const stateDir = await keptIndex();
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
  expect(await idsIn(index)).toEqual(await idsOnRecord(stateDir));
});

describe("killed in the middle", () => {
  let folder = "";
  let program = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "index-killed-"));
    program = join(folder, "process.mjs");
    const entry = resolve("src/service/testing/index-process.ts");
    await build({
      entryPoints: [entry],
      outfile: program,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "error",
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const ended = (child: ChildProcess): Promise<unknown> => new Promise((done) => child.once("close", done));

  test("kill -9 while it indexes, again and again: the next start has everything, once", async () => {
    const stateDir = scratchState();
    generateRecord({ stateDir, decisions: 12_000, sessions: 60, now: NOW, quick: true });
    let killed = 0;
    for (let round = 0; round < 8; round += 1) {
      const child = spawn(process.execPath, [program, stateDir, await indexThread()], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      await new Promise<void>((done) => child.stdout?.once("data", () => done()));
      await record(await openSession(stateDir, `during ${round}`), decided(`d-during-${round}`));
      await pause(random() * 400);
      if (child.kill("SIGKILL")) killed += 1;
      await ended(child);
      if (round === 3) fs.rmSync(fileOf(stateDir), { force: true });
    }
    expect(killed).toBeGreaterThan(0);
    const index = await expectWhole(stateDir);
    expect((await index.decisions({ limit: 1 })).total).toBe(12_008);
    const { findings } = await ledgerStore({ stateDir }).verify({ newest: 8, maxBytes: 1e9 });
    expect(findings).toEqual([]);
  });
});

test("a watcher that was away is told what happened meanwhile, decisions and answers, once", async () => {
  const stateDir = scratchState();
  const session = await openSession(stateDir, "s1");
  await record(session, decided("d0", { behavior: "ask", by: "prompt" }));
  const first = await openIndex({ stateDir, thread: await indexThread() });
  await first.catchUp();
  const { cursor } = await first.tail({ limit: 10 });
  await first.close();
  await record(session, decided("d1"), { kind: "refusal", at: 2, decisionId: "d0", by: "page", toolUseId: "t" });
  await record(await openSession(stateDir, "s2"), decided("d2"));
  const index = await openTestIndex(stateDir);
  const { events, gap, more } = await index.tail({ cursor, limit: 10 });
  expect({ gap, more }).toEqual({ gap: false, more: false });
  const told = events.map((event) => (event.kind === "decision" ? event.row.id : `${event.answer} ${event.id}`));
  expect(told.sort()).toEqual(["d1", "d2", "refuse d0"]);
  const own = await index.tail({ cursor, limit: 10, session: "s2" });
  expect(own.events).toMatchObject([{ kind: "decision", row: { id: "d2" } }]);
  expect((await index.tail({ cursor: events.at(-1)?.cursor, limit: 10 })).events).toEqual([]);
  expect((await index.decision("d0"))?.later.map(({ kind }) => kind)).toEqual(["refusal"]);
});
