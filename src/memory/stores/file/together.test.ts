/** Calls of one session that come together are recorded together: each on the newest memory, none told before the disk has it. */
import * as fs from "node:fs";
import { expect, test } from "vitest";
import { SAMPLE_START } from "../../testing/samples.ts";
import { decided, scratchState } from "../../testing/scratch.ts";
import { ledgerStore } from "./store.ts";

const COUNT = 40;

test("forty at once are one sync, in order, each seeing the one before", async () => {
  const stateDir = scratchState();
  let syncs = 0;
  const counting = {
    ...fs,
    fdatasyncSync: (fd: number) => {
      syncs++;
      fs.fdatasyncSync(fd);
    },
  };
  const store = ledgerStore({ stateDir, together: true, fs: counting });
  const session = await store.open("s", SAMPLE_START);
  syncs = 0;
  const seen = await Promise.all(
    Array.from({ length: COUNT }, (_, i) =>
      session.transact((memory) => ({ entries: [decided(`d${i}`)], value: memory.waiting.length })),
    ),
  );
  expect(seen).toEqual(Array.from({ length: COUNT }, (_, i) => i));
  expect(syncs).toBeLessThan(4);
  const { findings, records } = await ledgerStore({ stateDir }).verify();
  expect(findings).toEqual([]);
  expect(records).toBe(COUNT + 1);
});

test("one that throws records nothing and spoils nobody else's", async () => {
  const stateDir = scratchState();
  const session = await ledgerStore({ stateDir, together: true }).open("s", SAMPLE_START);
  const results = await Promise.allSettled([
    session.transact(() => ({ entries: [decided("a")], value: "a" })),
    session.transact(() => {
      throw new Error("no");
    }),
    session.transact(() => ({ entries: [decided("b")], value: "b" })),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const { records } = await ledgerStore({ stateDir }).reader().next();
  expect(records.flatMap(({ entry }) => (entry.kind === "decision" ? [entry.decision.id] : []))).toEqual(["a", "b"]);
});

test("a disk that is full fails all of them, and nothing of it stays", async () => {
  const stateDir = scratchState();
  let full = false;
  const filling = {
    ...fs,
    fdatasyncSync: (fd: number) => {
      if (full) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
      fs.fdatasyncSync(fd);
    },
  };
  const session = await ledgerStore({ stateDir, together: true, fs: filling }).open("s", SAMPLE_START);
  full = true;
  const both = await Promise.allSettled(
    ["a", "b"].map((id) => session.transact(() => ({ entries: [decided(id)], value: id }))),
  );
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  full = false;
  expect(await session.transact(() => ({ entries: [decided("c")], value: "c" }))).toBe("c");
  const { findings } = await ledgerStore({ stateDir }).verify();
  expect(findings).toEqual([]);
});
