/** Calls of one session that come together are recorded together: each on the newest memory, none told before the disk has it. */
import * as fs from "node:fs";
import { expect, test } from "vitest";
import { recordStart } from "../../record/index.ts";
import { SAMPLE_START } from "../../testing/samples.ts";
import { decided, scratchState } from "../../testing/scratch.ts";
import type { LedgerFs } from "./chained-types.ts";
import { ledgerStore } from "./store.ts";
import { TogetherQueue } from "./together.ts";

const COUNT = 40;
const { memory: EMPTY } = recordStart("s", SAMPLE_START, 0);

/** Files as they are, but for how a write is put on the disk. */
const withSync = (fdatasync: (fd: number, done: fs.NoParamCallback) => void): LedgerFs => ({
  ...fs,
  fdatasync: Object.assign(fdatasync, { __promisify__: fs.fdatasync.__promisify__ }),
});

test("forty at once are one sync, in order, each seeing the one before", async () => {
  const stateDir = scratchState();
  let syncs = 0;
  const counting = withSync((fd, done) => {
    syncs++;
    fs.fdatasync(fd, done);
  });
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

test("a lock that cannot be had fails all of them, and the next ones that can have it go on", async () => {
  let [tries, isFree] = [0, false];
  const queue = new TogetherQueue({
    whileLocked: async (work) => {
      await new Promise((turn) => setImmediate(turn));
      // A queue that tries for ever is held here, so that the test ends.
      if (!isFree && ++tries > 10) return new Promise(() => undefined);
      if (!isFree) throw new Error("no lock");
      return work();
    },
    commit: async (gather) => gather(EMPTY).tell(),
    mayGoOn: () => true,
  });
  const transact = () => queue.add(() => ({ entries: [], value: "told" })).catch(({ message }: Error) => message);
  const late = new Promise((tell) => setTimeout(tell, 60_000, "hung").unref());
  expect(await Promise.race([Promise.all([transact(), transact()]), late])).toEqual(["no lock", "no lock"]);
  isFree = true;
  expect(await Promise.race([transact(), late])).toBe("told");
});

test("a disk that is full fails all of them, and nothing of it stays", async () => {
  const stateDir = scratchState();
  let full = false;
  const filling = withSync((fd, done) => {
    if (full) setImmediate(done, Object.assign(new Error("no space"), { code: "ENOSPC" }));
    else fs.fdatasync(fd, done);
  });
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

/** A disk that takes its time: each sync waits until it is let go. */
function slowDisk() {
  const held: (() => void)[] = [];
  const slow = withSync((fd, done) => void held.push(() => fs.fdatasync(fd, done)));
  const reached = async (count: number): Promise<void> => {
    while (held.length < count) await new Promise((next) => setImmediate(next));
  };
  const goOn = (): void => {
    for (const go of held.splice(0)) go();
  };
  return { slow, reached, goOn };
}

test("while the disk works nobody is told, nobody sees it, and others are judged on what was there before", async () => {
  const stateDir = scratchState();
  const { slow, reached, goOn } = slowDisk();
  const session = await ledgerStore({ stateDir, together: true, fs: slow }).open("s", SAMPLE_START);
  const told: string[] = [];
  const tell = (name: string) => () => void told.push(name);
  const first = session.transact(() => ({ entries: [decided("a")], value: "a" })).then(tell("a"));
  await reached(1);
  expect((await session.memory()).waiting).toEqual([]);
  const second = session
    .transact((memory) => ({ entries: [decided("b")], value: memory.waiting.length }))
    .then((seen) => told.push(`b after ${seen}`));
  await new Promise((next) => setTimeout(next, 5));
  expect(told).toEqual([]);
  goOn();
  await first;
  await reached(1);
  goOn();
  await second;
  expect(told).toEqual(["a", "b after 1"]);
  expect((await session.memory()).waiting.map(({ decisionId }) => decisionId)).toEqual(["a", "b"]);
  const { findings } = await ledgerStore({ stateDir }).verify();
  expect(findings).toEqual([]);
});

test("another process waits for the lock until the disk is done", async () => {
  const stateDir = scratchState();
  const { slow, reached, goOn } = slowDisk();
  const session = await ledgerStore({ stateDir, together: true, fs: slow }).open("s", SAMPLE_START);
  const other = await ledgerStore({ stateDir }).open("s", SAMPLE_START);
  const order: string[] = [];
  const ours = session.transact(() => ({ entries: [decided("a")], value: null })).then(() => order.push("ours"));
  await reached(1);
  const theirs = other
    .transact((memory) => ({ entries: [decided("b")], value: memory.waiting.length }))
    .then((seen) => order.push(`theirs after ${seen}`));
  await new Promise((next) => setTimeout(next, 20));
  expect(order).toEqual([]);
  goOn();
  await Promise.all([ours, theirs]);
  expect(order).toEqual(["ours", "theirs after 1"]);
});

test("a store that is closed while the disk works closes afterwards, and opens again", async () => {
  const stateDir = scratchState();
  const { slow, reached, goOn } = slowDisk();
  const store = ledgerStore({ stateDir, together: true, fs: slow });
  const session = await store.open("s", SAMPLE_START);
  const done = session.transact(() => ({ entries: [decided("a")], value: "a" }));
  await reached(1);
  await store.close();
  goOn();
  expect(await done).toBe("a");
  const again = await store.open("s", SAMPLE_START);
  expect((await again.memory()).waiting.map(({ decisionId }) => decisionId)).toEqual(["a"]);
});
