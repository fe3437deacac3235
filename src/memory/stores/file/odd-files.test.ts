/** What may stand where a file of the record should: nobody waits for it, and it keeps nobody from the other sessions. */
import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { SAMPLE_START } from "../../testing/samples.ts";
import { decided, openSession, placeOf, record, scratchState } from "../../testing/scratch.ts";
import { LedgerError } from "../store.ts";
import type { LedgerFs } from "./chained-types.ts";
import { linesFromEnd } from "./files.ts";
import { ledgerStore } from "./store.ts";

const LATER = Date.now() + 1e9;

async function twoSessions() {
  const stateDir = scratchState();
  for (const id of ["s1", "s2"]) await record(await openSession(stateDir, id), { ...decided("a"), at: Date.now() });
  return { stateDir, place: placeOf(stateDir, "s1"), store: ledgerStore({ stateDir }) };
}

const makeFifo = (path: string): void => {
  fs.rmSync(path, { force: true });
  execFileSync("/bin/sh", ["-c", `mkfifo "$0"`, path]);
};

describe("a FIFO", () => {
  test.each(["file", "head"] as const)("in place of the %s is an error, and other sessions go on", async (which) => {
    const { stateDir, place, store } = await twoSessions();
    makeFifo(place[which]);
    await expect(openSession(stateDir, "s1")).rejects.toThrow(/not a file/);
    const { findings } = await store.verify();
    expect(findings).toMatchObject([{ name: place.name, what: expect.stringMatching(/not a file/) }]);
    const records = [
      (await store.reader().next()).records,
      (await store.newest({ limit: 9, matches: () => true })).records,
    ];
    for (const one of records) expect(one.filter(({ session }) => session === "s2")).toHaveLength(2);
    expect((await store.waiting(Date.now())).some(({ session }) => session === "s2")).toBe(true);
    const { purged, left } = await store.purge({ before: LATER, now: LATER });
    expect([purged.map(({ session }) => session), left.length]).toEqual([["s2"], 1]);
  });
  test.each(["snapshot", "lock"] as const)("in place of the %s is passed over", async (which) => {
    const { stateDir, place } = await twoSessions();
    makeFifo(place[which]);
    expect((await record(await openSession(stateDir, "s1"), decided("b"))).totalDenials).toBe(1);
  });
  test("in place of the next state file is passed over", async () => {
    const { stateDir, place } = await twoSessions();
    makeFifo(`${place.snapshot}.new`);
    const session = await openSession(stateDir, "s1");
    for (let n = 0; n < 40; n += 1) await record(session, decided(`d${n}`));
    expect((await ledgerStore({ stateDir }).verify()).findings).toEqual([]);
  });
});

describe("a lock nobody can have taken is broken", () => {
  test.each(["", "\0\0\0\0"])("%j", async (content) => {
    const { stateDir, place } = await twoSessions();
    fs.writeFileSync(place.lock, content);
    expect((await record(await openSession(stateDir, "s1"), decided("b"))).totalDenials).toBe(1);
    expect(fs.existsSync(place.lock)).toBe(false);
  });
  test("one that says something else is waited for", async () => {
    const { stateDir, place } = await twoSessions();
    fs.writeFileSync(place.lock, "somebody of another kind");
    await expect(openSession(stateDir, "s1", { lockWaitMs: 30 })).rejects.toThrow(/locked.*another process/);
  });
});

describe("a state directory that disappears is made again", () => {
  test.each(["all of it", "ledger", "heads", "locks"])("%s", async (part) => {
    const stateDir = scratchState();
    const store = ledgerStore({ stateDir });
    const session = await store.open("s1", SAMPLE_START);
    await record(session, decided("a"));
    fs.rmSync(part === "all of it" ? stateDir : join(stateDir, part), { recursive: true });
    if (part === "ledger") await expect(record(session, decided("b"))).rejects.toThrow(/removed, but its head knows 2/);
    else if (part === "heads") await expect(record(session, decided("b"))).rejects.toThrow(/head is missing/);
    else await record(session, decided("b"));
    await store.open("s2", SAMPLE_START);
    const ids = (await store.newest({ limit: 9, session: "s1", matches: ({ entry }) => entry.kind === "decision" }))
      .records;
    expect(ids.length).toBe(part === "locks" ? 2 : part === "ledger" ? 0 : 1);
    expect(fs.statSync(stateDir).mode & 0o777).toBe(0o700);
  });
});

describe("what cannot be kept is said", () => {
  const failingWith = (code: string, name: "fdatasyncSync" | "openSync"): LedgerFs => ({
    ...fs,
    [name]: () => {
      throw Object.assign(new Error(code), { code });
    },
  });
  test.each([
    ["ENOSPC", "fdatasyncSync", /disk is full/],
    ["EIO", "fdatasyncSync", /disk reports an error/],
    ["EROFS", "openSync", /read-only/],
    ["EACCES", "openSync", /may not use it/],
  ] as const)("%s of %s, also by a rehearsal", async (code, name, says) => {
    const { stateDir } = await twoSessions();
    const store = ledgerStore({ stateDir, fs: failingWith(code, name) });
    await expect(store.rehearse()).rejects.toThrow(LedgerError);
    await expect(store.rehearse()).rejects.toThrow(says);
    await expect(store.open("s3", SAMPLE_START)).rejects.toThrow(says);
  });
});

describe("lines from the end", () => {
  const rows: readonly (readonly [string, string, readonly number[]])[] = [
    ["nothing", "", []],
    ["a half line", "abc", []],
    ["a long half line", "x".repeat(100_000), []],
    ["whole lines", "a\nbb\nccc\n", [3, 2, 1]],
    ["and a half one", "a\nbb\nccc", [2, 1]],
    ["and a long half one", `a\nbb\n${"c".repeat(70_000)}`, [2, 1]],
    ["long ones", `${"a".repeat(70_000)}\n${"b".repeat(300_000)}\nc\n`, [1, 300_000, 70_000]],
    ["exactly a piece", `${"a".repeat(8_191)}\n${"b".repeat(8_191)}\n`, [8_191, 8_191]],
  ];
  test.each(rows)("%s", (_name, text, lengths) => {
    const file = scratchState();
    fs.mkdirSync(dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
    expect([...linesFromEnd(file)].map(({ length }) => length)).toEqual(lengths);
  });
});
