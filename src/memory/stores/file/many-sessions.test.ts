/** Many sessions in one process: what is kept, what is given back, and no descriptors left. */
import * as fs from "node:fs";
import { describe, expect, test } from "vitest";
import { SAMPLE_START } from "../../testing/samples.ts";
import { decided, placeOf, record, scratchState } from "../../testing/scratch.ts";
import { LedgerError } from "../store.ts";
import type { LedgerFs } from "./chained-types.ts";
import { ledgerStore } from "./store.ts";
import { verifyLedger } from "./verify.ts";

/** The real files, with so many descriptors; what was read and how many were open at once. */
function limited(most: number): {
  readonly fs: LedgerFs;
  readonly seen: { reads: number; open: number; peak: number };
} {
  const seen = { reads: 0, open: 0, peak: 0 };
  const openSync: LedgerFs["openSync"] = (...how) => {
    if (seen.open >= most) throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
    const fd = fs.openSync(...how);
    seen.open += 1;
    seen.peak = Math.max(seen.peak, seen.open);
    return fd;
  };
  const closeSync: LedgerFs["closeSync"] = (fd) => {
    seen.open -= 1;
    fs.closeSync(fd);
  };
  const readSync = ((...how: Parameters<typeof fs.readSync>) => {
    seen.reads += 1;
    return fs.readSync(...how);
  }) as LedgerFs["readSync"];
  return { fs: { ...fs, openSync, closeSync, readSync }, seen };
}

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `s${i}`);

describe("more sessions than files may stay open", () => {
  test("are used in turn without being read again", async () => {
    const stateDir = scratchState();
    const { fs: counted, seen } = limited(10_000);
    const store = ledgerStore({ stateDir, fs: counted });
    for (const id of names(140)) await record(await store.open(id, SAMPLE_START), decided("a"), decided("b"));
    expect(seen.open).toBeLessThanOrEqual(2 * 128);
    const before = seen.reads;
    for (const id of names(140)) expect((await (await store.open(id, SAMPLE_START)).memory()).totalDenials).toBe(2);
    expect(seen.reads - before).toBe(0);
    for (const id of names(140)) await record(await store.open(id, SAMPLE_START), decided("c"));
    for (const id of names(140)) expect((await (await store.open(id, SAMPLE_START)).memory()).totalDenials).toBe(3);
    await store.close();
    expect(seen.open).toBe(0);
    expect(verifyLedger(stateDir).findings).toEqual([]);
  });

  test("with few descriptors others are given back, and nothing is lost or written twice", async () => {
    const stateDir = scratchState();
    const { fs: counted, seen } = limited(7);
    const store = ledgerStore({ stateDir, fs: counted });
    for (let round = 1; round <= 3; round += 1)
      for (const id of names(20)) {
        await record(await store.open(id, SAMPLE_START), decided(`r${round}`));
        expect((await (await store.open(id, SAMPLE_START)).memory()).totalDenials).toBe(round);
      }
    expect(seen.peak).toBeLessThanOrEqual(7);
    expect(verifyLedger(stateDir)).toMatchObject({ sessions: 20, findings: [] });
  });

  test("without any descriptor at all it says so", async () => {
    const store = ledgerStore({ stateDir: scratchState(), fs: limited(0).fs });
    await expect(store.open("s1", SAMPLE_START)).rejects.toThrow(LedgerError);
  });
});

test("a session that rests sees what others wrote, and a file that was replaced", async () => {
  const stateDir = scratchState();
  const store = ledgerStore({ stateDir });
  const other = ledgerStore({ stateDir });
  const session = await store.open("s0", SAMPLE_START);
  await record(session, decided("a"));
  for (const id of names(140)) await store.open(id, SAMPLE_START);
  await record(await other.open("s0", SAMPLE_START), decided("b"));
  expect((await (await store.open("s0", SAMPLE_START)).memory()).totalDenials).toBe(2);
  for (const id of names(140)) await store.open(id, SAMPLE_START);
  const { file } = placeOf(stateDir, "s0");
  const text = fs.readFileSync(file, "utf8");
  fs.writeFileSync(`${file}.new`, text.replace("call-a", "call-x"));
  fs.renameSync(`${file}.new`, file);
  await expect(store.open("s0", SAMPLE_START).then((one) => one.memory())).rejects.toThrow(LedgerError);
});
