import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { APPROVAL_LIFE_MS } from "../../../contract/session.ts";
import { stateLayout } from "../../../contract/state-dir.ts";
import { bindTargets } from "../../session/index.ts";
import { crashRounds, judge, recordedIds } from "../../testing/crowd.ts";
import { openSession, placeOf, record, scratchState } from "../../testing/scratch.ts";
import { guardOf, withLock } from "./lock.ts";
import { lifeOf, ownerOf, ownerToken, type ProcessOwner, processFacts, thisProcess } from "./process.ts";
import { verifyLedger } from "./verify.ts";

const PROCESSES = 8;

describe("eight processes on one session", () => {
  test("200 denials each: none lost, every limit seen, one valid chain", async () => {
    const stateDir = scratchState();
    const said = await Promise.all(Array.from({ length: PROCESSES }, () => judge("deny", stateDir, "s1", 200)));
    const returned = said.flatMap((lines) => lines.map((line) => line.split(" ")));
    const memory = await (await openSession(stateDir, "s1")).memory();
    expect(returned).toHaveLength(1_600);
    expect([memory.consecutiveDenials, memory.totalDenials]).toEqual([1_600, 1_600]);
    expect(returned.filter(([, behavior]) => behavior === "deny")).toHaveLength(2);
    expect(await recordedIds(stateDir)).toEqual(new Set(returned.map(([id]) => id)));
    expect(verifyLedger(stateDir)).toMatchObject({ records: 1_601, findings: [] });
  });
  test("one approval is spent once", async () => {
    const stateDir = scratchState();
    const approval = {
      id: "a1",
      call: "call-x",
      targets: bindTargets("/repo/x"),
      expiresAt: Date.now() + APPROVAL_LIFE_MS,
    };
    const session = await openSession(stateDir, "s1");
    await record(session, { kind: "approval", at: Date.now(), approval, decisionId: "d0", by: "terminal" });
    const said = await Promise.all(Array.from({ length: PROCESSES }, () => judge("approve", stateDir, "s1", 25)));
    expect(said.flat()).toEqual(["used"]);
    expect(verifyLedger(stateDir).findings).toEqual([]);
  });
  test("killed at random moments: every returned decision is on record", async () => {
    const outcome = await crashRounds({ stateDir: scratchState(), rounds: 8, processes: 3, seed: 7 });
    expect(outcome).toMatchObject({ lost: [], findings: [] });
    expect(outcome.killed).toBeGreaterThan(8);
    expect(outcome.returned).toBeGreaterThan(0);
  });
});

describe("killed at each use of a file in turn", () => {
  const POINTS = 15;
  test.each([1, 2, 3])("every returned decision is on record (run %i of 3)", async (run) => {
    const stateDir = scratchState();
    const returned: string[] = [];
    for (let point = run; point <= POINTS * 3; point += 3) {
      const said = await judge("crash", stateDir, "s1", point);
      returned.push(...said.map((line) => line.split(" ")[0] ?? ""));
      expect(verifyLedger(stateDir).findings, `killed at ${point}`).toEqual([]);
    }
    await openSession(stateDir, "s1");
    const ids = await recordedIds(stateDir);
    expect(returned.filter((id) => !ids.has(id))).toEqual([]);
    expect(returned.length).toBeGreaterThan(POINTS);
    expect(verifyLedger(stateDir)).toMatchObject({ findings: [], notes: [] });
    const torn = readdirSync(stateLayout(stateDir).ledger).filter((name) => name.includes(".torn-"));
    expect(torn.length).toBeGreaterThan(1);
  });
});

describe("the lock", () => {
  const dead: ProcessOwner = { ...thisProcess(), start: "1" };
  const held = async (owner: ProcessOwner) => {
    const stateDir = scratchState();
    await openSession(stateDir, "s1");
    writeFileSync(placeOf(stateDir, "s1").lock, ownerToken(owner));
    return stateDir;
  };
  test.each([
    ["a pid that is not there", { ...thisProcess(), pid: 4_194_303, start: "5" }],
    ["a pid that began at another time", dead],
    ["a process from before the machine started", { ...thisProcess(), boot: "00000000" }],
  ])("of %s is broken", async (_name, owner) => {
    const stateDir = await held(owner);
    const session = await openSession(stateDir, "s1", { lockWaitMs: 2_000 });
    expect((await session.memory()).totalDenials).toBe(0);
    expect(existsSync(placeOf(stateDir, "s1").lock)).toBe(false);
  });
  test.each([
    ["a process that is alive", thisProcess()],
    ["a process of another machine", { ...dead, machine: "elsewhere" }],
    ["a process of another container", { ...dead, namespace: "1" }],
    ["a process that could not tell when the machine started", { ...dead, boot: "-" }],
    ["a process that could not tell when it started", { ...dead, start: "" }],
  ])("of %s is waited for, and never broken", async (_name, owner) => {
    const stateDir = await held(owner);
    await expect(openSession(stateDir, "s1", { lockWaitMs: 60 })).rejects.toThrow(/locked: .* held by process \d+/);
  });
  test("that is no lock of ours is never broken", async () => {
    const stateDir = scratchState();
    await openSession(stateDir, "s1");
    writeFileSync(placeOf(stateDir, "s1").lock, "nobody knows");
    await expect(openSession(stateDir, "s1", { lockWaitMs: 60 })).rejects.toThrow(/locked/);
  });
  test("is broken through a breaker that died at it", async () => {
    const stateDir = await held(dead);
    const { lock } = placeOf(stateDir, "s1");
    writeFileSync(guardOf(lock, readFileSync(lock, "latin1")), ownerToken({ ...dead, start: "2" }));
    await openSession(stateDir, "s1", { lockWaitMs: 2_000 });
    expect(existsSync(lock)).toBe(false);
  });
  test("survives a cleaner that takes this process's own file, and sweeps up after the dead", async () => {
    const stateDir = scratchState();
    const session = await openSession(stateDir, "s1");
    const directory = dirname(placeOf(stateDir, "s1").lock);
    for (const name of readdirSync(directory)) rmSync(join(directory, name));
    writeFileSync(join(directory, ownerToken(dead)), "");
    expect((await record(session)).totalDenials).toBe(0);
    expect(readdirSync(directory).map((name) => ownerOf(name)?.start)).toEqual([thisProcess().start]);
  });
  test("is released when the work throws", async () => {
    const stateDir = scratchState();
    await openSession(stateDir, "s1");
    const { lock } = placeOf(stateDir, "s1");
    const work = () => {
      throw new Error("mine");
    };
    await expect(withLock(lock, work)).rejects.toThrow("mine");
    expect(existsSync(lock)).toBe(false);
  });
});

describe("processes", () => {
  test("a token tells its owner", () => {
    expect(ownerOf(ownerToken(thisProcess()))).toEqual(thisProcess());
    expect(ownerToken(thisProcess())).not.toBe(ownerToken(thisProcess()));
    expect(ownerOf("nonsense")).toBeUndefined();
  });
  test("this process is alive, and knows its parent", () => {
    expect(lifeOf(thisProcess())).toBe("alive");
    if (process.platform === "linux")
      expect(processFacts(process.pid)).toMatchObject({ parent: process.ppid, ended: false });
  });
});
