import { chmodSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../../contract/key.ts";
import { decided, openSession, placeOf, record, scratchState } from "../../testing/scratch.ts";
import { LedgerError } from "../store.ts";
import { verifyLedger } from "./verify.ts";

const RECORDS = 6;

async function sample() {
  const stateDir = scratchState();
  const session = await openSession(stateDir, "s1");
  for (let n = 2; n <= RECORDS; n += 1) await record(session, decided(`d${n}`, n === 4 ? { behavior: "allow" } : {}));
  const place = placeOf(stateDir, "s1");
  const whole = readFileSync(place.file);
  const lines = whole.toString("utf8").split("\n").slice(0, -1);
  const put = (next: Buffer | readonly string[]) =>
    writeFileSync(place.file, Buffer.isBuffer(next) ? next : next.map((line) => `${line}\n`).join(""));
  const found = () => verifyLedger(stateDir).findings[0];
  return { stateDir, place, whole, lines, put, found, notes: () => verifyLedger(stateDir).notes };
}

const lineAt = (bytes: Buffer, offset: number): number =>
  bytes.subarray(0, offset).filter((byte) => byte === 0x0a).length + 1;

test("an untouched ledger is fine", async () => {
  const { stateDir } = await sample();
  expect(verifyLedger(stateDir)).toEqual({ sessions: 1, records: RECORDS, findings: [], notes: [] });
});

test("one that was emptied, without its head, is not called fine", async () => {
  const { place, put, found, notes } = await sample();
  put([]);
  rmSync(place.head);
  expect([found()?.what, ...notes()].join()).toMatch(/emptied|state file/);
  rmSync(place.snapshot, { force: true });
  expect([found(), notes()]).toEqual([undefined, [expect.stringContaining("is empty and has no head")]]);
});

describe("what whoever writes the ledger refuses is no ledger that is fine", () => {
  test.each<[string, (at: Awaited<ReturnType<typeof sample>>) => string]>([
    ["a session's file", ({ place }) => place.file],
    ["its head", ({ place }) => place.head],
    ["the folder of ledgers", ({ place }) => dirname(place.file)],
    ["the state directory", ({ stateDir }) => stateDir],
  ])("%s is a link", async (_, pick) => {
    const made = await sample();
    const path = pick(made);
    renameSync(path, `${path}.real`);
    symlinkSync(`${path}.real`, path);
    expect(made.found()?.what).toMatch(/link/);
  });
  test("others may write there", async () => {
    const { place, found } = await sample();
    chmodSync(dirname(place.file), 0o777);
    expect(found()?.what).toMatch(/others may write/);
  });
});

describe("every change is found, at the record it was made in", () => {
  test.each([1, 0x20])("each single byte, xor %i", async (bit) => {
    const { whole, put, found } = await sample();
    for (let offset = 0; offset < whole.length; offset += 1) {
      const changed = Buffer.from(whole);
      changed[offset] = (changed[offset] ?? 0) ^ bit;
      put(changed);
      expect(found()?.record, `byte ${offset}`).toBe(lineAt(whole, offset));
    }
  });
  test("each byte turned into a newline, or left out", async () => {
    const { whole, put, found } = await sample();
    for (let offset = 0; offset < whole.length; offset += 1) {
      put(Buffer.concat([whole.subarray(0, offset), whole.subarray(offset + 1)]));
      if (offset === whole.length - 1) continue;
      expect(found()?.record, `without byte ${offset}`).toBe(lineAt(whole, offset));
      if (whole[offset] === 0x0a) continue;
      const changed = Buffer.from(whole);
      changed[offset] = 0x0a;
      put(changed);
      expect(found()?.record, `newline at ${offset}`).toBe(lineAt(whole, offset));
    }
  });
  test("each removed line", async () => {
    const { lines, put, found } = await sample();
    for (let gone = 0; gone < lines.length - 1; gone += 1) {
      put(lines.filter((_line, n) => n !== gone));
      expect(found()).toMatchObject({ record: gone + 1, what: expect.stringMatching(/removed/) });
    }
  });
  test("each swapped pair", async () => {
    const { lines, put, found } = await sample();
    for (let a = 0; a < lines.length; a += 1) {
      for (let b = a + 1; b < lines.length; b += 1) {
        const swapped = lines.map((line, n) => (n === a ? lines[b] : n === b ? lines[a] : line) ?? "");
        put(swapped);
        expect(found()).toMatchObject({ record: a + 1, what: expect.stringMatching(/moved/) });
      }
    }
  });
  test("each doubled line", async () => {
    const { lines, put, found, notes } = await sample();
    for (let n = 0; n < lines.length - 1; n += 1) {
      put([...lines.slice(0, n + 1), ...lines.slice(n)]);
      expect(found()).toMatchObject({ record: n + 2 });
    }
    put([...lines, lines.at(-1) ?? ""]);
    expect([found(), notes()]).toEqual([undefined, [expect.stringMatching(/half-written line/)]]);
  });
  test("each cut tail is told, and called cut short: a power loss may do the same", async () => {
    const { whole, put, found, notes } = await sample();
    for (let length = 0; length < whole.length; length += 1) {
      put(whole.subarray(0, length));
      expect(found(), `cut at ${length}`).toBeUndefined();
      expect(notes(), `cut at ${length}`).toEqual([
        expect.stringContaining(`cut short: records ${lineAt(whole, length)} to ${RECORDS} are gone`),
      ]);
    }
  });
  test("a tail of blanks is one the disk did not get to; blanks among other bytes are a change", async () => {
    const { whole, put, found, notes } = await sample();
    const end = whole.lastIndexOf(0x0a, -2) + 1;
    put(Buffer.concat([whole.subarray(0, end), Buffer.alloc(whole.length - end)]));
    expect([found(), notes()]).toEqual([undefined, [expect.stringContaining("cut short: records 6 to 6")]]);
    put(Buffer.concat([whole.subarray(0, end), Buffer.alloc(10), whole.subarray(end + 10)]));
    expect(found()?.record).toBe(RECORDS);
  });
});

describe("the other files", () => {
  test("each single byte of the head", async () => {
    const { place, found } = await sample();
    const head = readFileSync(place.head);
    for (let offset = 0; offset < head.length; offset += 1) {
      const changed = Buffer.from(head);
      changed[offset] = (changed[offset] ?? 0) ^ 1;
      writeFileSync(place.head, changed);
      expect(found(), `byte ${offset}`).toBeDefined();
    }
  });
  test("a missing head, a missing ledger", async () => {
    const one = await sample();
    rmSync(one.place.head);
    expect(one.found()?.what).toMatch(/head is missing/);
    const other = await sample();
    rmSync(other.place.file);
    expect(other.found()?.what).toMatch(/whole file was removed/);
  });
  test("a ledger put in the place of another", async () => {
    const { stateDir, place } = await sample();
    await record(await openSession(stateDir, "s2"), decided("other"));
    const second = placeOf(stateDir, "s2");
    writeFileSync(second.file, readFileSync(place.file));
    writeFileSync(second.head, readFileSync(place.head));
    expect(verifyLedger(stateDir).findings).toMatchObject([{ name: second.name, record: 1 }]);
  });
  test("a state file that says something else, even under a good seal, is found and not believed", async () => {
    const stateDir = scratchState();
    const session = await openSession(stateDir, "s1");
    for (let n = 0; n < 40; n += 1) await record(session, decided(`d${n}`));
    const { snapshot } = placeOf(stateDir, "s1");
    const [body = ""] = readFileSync(snapshot, "utf8").split("\n");
    const forged = body.replace(/"totalDenials":\d+/, '"totalDenials":0');
    expect(forged).not.toBe(body);
    writeFileSync(snapshot, `${forged}\n${sha256(forged)}\n`);
    expect(verifyLedger(stateDir).findings).toMatchObject([{ what: expect.stringMatching(/state file/) }]);
    expect((await (await openSession(stateDir, "s1")).memory()).totalDenials).toBe(40);
  });
});

describe("nothing is decided on a ledger that was changed near its end", () => {
  const changes: readonly (readonly [string, (lines: readonly string[]) => readonly string[]])[] = [
    ["a changed record", (lines) => lines.map((line, n) => (n === 3 ? line.replace("d4", "dX") : line))],
    ["a removed record", (lines) => lines.filter((_line, n) => n !== 2)],
    ["swapped records", (lines) => [...lines.slice(0, 3), ...lines.slice(3, 5).reverse(), ...lines.slice(5)]],
    ["a line put in", (lines) => [...lines.slice(0, 3), '{"seq":7}', ...lines.slice(3)]],
    ["cut, and a line put in", (lines) => [...lines.slice(0, 3), '{"seq":4}']],
  ];
  test.each(changes)("%s", async (_name, change) => {
    const { stateDir, lines, put } = await sample();
    put(change(lines));
    await expect(openSession(stateDir, "s1")).rejects.toThrow(LedgerError);
    await expect(openSession(stateDir, "s1")).rejects.toThrow(/damaged.*log verify/);
  });
  test("also for a process that had it open", async () => {
    const { stateDir, lines, put } = await sample();
    const session = await openSession(stateDir, "s1");
    put(lines.filter((_line, n) => n !== 2));
    await expect(record(session, decided("next"))).rejects.toThrow(/does not follow/);
    await expect(session.memory()).rejects.toThrow(/damaged/);
  });
});

describe("a session that was cut goes on, says so, and is called cut short from then on", () => {
  const CUTS: readonly (readonly [string, (lines: readonly string[]) => readonly string[], number])[] = [
    ["the last record", (lines) => lines.slice(0, -1), 1],
    ["most records", (lines) => lines.slice(0, 1), 5],
    ["all of them", () => [], 6],
  ];
  test.each(CUTS)("%s", async (_name, cut, lost) => {
    for (const how of ["opened anew", "open"]) {
      const { stateDir, lines, put, place } = await sample();
      const before = how === "open" ? await openSession(stateDir, "s1") : undefined;
      put(cut(lines));
      const session = before ?? (await openSession(stateDir, "s1"));
      const denials = cut(lines).filter((line) => line.includes('"deny"')).length;
      expect((await record(session, decided("next"))).totalDenials).toBe(denials);
      const { findings, notes } = verifyLedger(stateDir);
      expect(findings).toEqual([]);
      expect(notes).toEqual([expect.stringContaining(`cut short before: ${lost} record`)]);
      expect(readFileSync(place.file, "utf8")).toContain(`"lost":${lost}`);
    }
  });
  test("with a state file that knew more, which is not believed and does not stay", async () => {
    const stateDir = scratchState();
    const session = await openSession(stateDir, "s1");
    for (let n = 0; n < 40; n += 1) await record(session, decided(`d${n}`));
    const { file, snapshot } = placeOf(stateDir, "s1");
    const state = readFileSync(snapshot, "utf8");
    const kept = readFileSync(file, "utf8").split("\n").slice(0, 11);
    writeFileSync(file, `${kept.join("\n")}\n`);
    expect(verifyLedger(stateDir)).toMatchObject({ findings: [], notes: [expect.stringMatching(/cut short/)] });
    const again = await openSession(stateDir, "s1");
    expect((await again.memory()).totalDenials).toBe(10);
    expect(readFileSync(snapshot, "utf8")).not.toBe(state);
    for (let n = 0; n < 60; n += 1) {
      await record(again, decided(`e${n}`));
      expect(verifyLedger(stateDir).findings).toEqual([]);
    }
  });
});
