/** Records of other versions: those before this one are read like its own, those after it are said to be newer. */
import * as fs from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatSnapshot, origin, seal } from "../../record/index.ts";
import { SAMPLE_START } from "../../testing/samples.ts";
import { decided, openSession, placeOf, record, scratchState } from "../../testing/scratch.ts";
import { LedgerError } from "../store.ts";
import { formatHead } from "./head.ts";
import { ledgerStore } from "./store.ts";

const GOLDEN = join(import.meta.dirname, "../../golden");

/** A ledger as that version left it, in a directory of its own. */
function ledgerOf(version: string): string {
  const stateDir = scratchState();
  fs.cpSync(join(GOLDEN, version), stateDir, { recursive: true });
  for (const directory of ["", "ledger", "heads"]) fs.chmodSync(join(stateDir, directory), 0o700);
  return stateDir;
}

describe("0.1.0", () => {
  const ID = "before-the-house";
  const LAST = Date.parse("2025-06-01T10:10:00Z");

  test("verifies, its state file included", async () => {
    const stateDir = ledgerOf("0.1.0");
    expect(await ledgerStore({ stateDir }).verify()).toEqual({ sessions: 1, records: 37, findings: [], notes: [] });
    const { snapshot } = placeOf(stateDir, ID);
    expect(fs.existsSync(snapshot)).toBe(true);
  });
  test("opens with what it remembered, from its state file or from its records, and goes on", async () => {
    const memories = [];
    for (const how of ["state", "records"]) {
      const stateDir = ledgerOf("0.1.0");
      if (how === "records") fs.rmSync(placeOf(stateDir, ID).snapshot);
      const session = await ledgerStore({ stateDir }).open(ID, SAMPLE_START);
      const memory = await session.memory();
      expect(memory).toMatchObject({
        start: { projectRoot: "/home/dev/app", host: "claude-code" },
        consecutiveDenials: 0,
        totalDenials: 2,
        prompts: ["Make the tests pass, then tell me."],
      });
      expect([memory.waiting.length, memory.approved.size, memory.written.size, memory.denied.size]).toEqual([
        4, 1, 23, 2,
      ]);
      memories.push(formatSnapshot({ at: origin(""), memory }));
      await record(session, decided("next"));
      expect(await ledgerStore({ stateDir }).verify()).toMatchObject({ records: 38, findings: [], notes: [] });
    }
    expect(memories[0]).toBe(memories[1]);
  });
  test("is listed, with the steps it knew", async () => {
    const store = ledgerStore({ stateDir: ledgerOf("0.1.0") });
    const { records, unreadable, newer } = await store.reader().next();
    expect([records.length, unreadable, newer]).toEqual([37, 0, 0]);
    const kinds = new Set(records.map(({ entry }) => entry.kind));
    expect([...kinds].sort()).toEqual(["approval", "decision", "joined", "notice", "prompt", "ran", "start"]);
    const steps = records.flatMap(({ entry }) => (entry.kind === "decision" ? [String(entry.decision.by)] : []));
    expect(steps).toContain("projectTask");
    expect(steps).toContain("offline");
    expect((await store.purge({ before: LAST, now: LAST, dryRun: true })).purged).toMatchObject([{ records: 37 }]);
  });
  test("what waited in it can be approved", async () => {
    const stateDir = ledgerOf("0.1.0");
    fs.utimesSync(placeOf(stateDir, ID).file, LAST / 1_000, LAST / 1_000);
    const waiting = await ledgerStore({ stateDir }).waiting(LAST);
    const open = waiting.filter(({ refusal }) => refusal === null);
    expect(open.length).toBeGreaterThan(0);
    expect(new Set(open.map(({ call }) => call)).size).toBe(open.length);
  });
});

describe("a version after this one", () => {
  const after = { consecutive: 1, total: 1 };
  const ROWS: readonly (readonly [string, object, RegExp])[] = [
    ["another version", { v: 2, what: "anything" }, /version 2/],
    ["another kind", { entry: { kind: "walled", at: 5 }, after }, /kind "walled"/],
    ["another step", { entry: decided("x", { by: "walls" as never }), after }, /by "walls"/],
    ["another behaviour", { entry: decided("x", { behavior: "contain" as never }), after }, /to "contain"/],
  ];
  /** A session of this version that a later one went on with: two records more. */
  async function continued(fields: object): Promise<string> {
    const stateDir = scratchState();
    await record(await openSession(stateDir, "s1"), { ...decided("a"), at: Date.now() });
    const { file, head } = placeOf(stateDir, "s1");
    const { seq, hash } = JSON.parse(fs.readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "");
    const one = seal({ seq, hash, length: fs.statSync(file).size }, fields);
    const two = seal(one.at, { entry: decided("b"), after });
    fs.appendFileSync(file, Buffer.concat([one.line, two.line]));
    fs.writeFileSync(head, formatHead(two.at));
    return stateDir;
  }
  test.each(ROWS)("%s is newer, not damaged", async (_name, fields, says) => {
    const stateDir = await continued(fields);
    const store = ledgerStore({ stateDir });
    const opening = store.open("s1", SAMPLE_START);
    await expect(opening).rejects.toThrow(LedgerError);
    await expect(opening).rejects.toThrow(/newer version/);
    await expect(opening).rejects.toThrow(says);
    await expect(opening).rejects.not.toThrow(/damaged/);
    const { findings, notes, records } = await store.verify();
    expect([findings, records]).toEqual([[], 4]);
    expect(notes).toEqual([expect.stringMatching(/^s1: record 3 was written by a newer version/)]);
    expect(await store.reader().next()).toMatchObject({ unreadable: 0, newer: 1 });
    const waiting = await store.waiting(Date.now());
    expect(waiting.length).toBeGreaterThan(0);
    for (const { refusal } of waiting) expect(refusal).toMatch(/newer version/);
    const purge = await store.purge({ before: Date.now() + 1e9, now: Date.now() });
    expect([purge.purged, purge.left.length]).toEqual([[], 1]);
  });
  test("its chain is checked all the same", async () => {
    const stateDir = await continued({ v: 2 });
    const { file } = placeOf(stateDir, "s1");
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("call-b", "call-c"));
    expect((await ledgerStore({ stateDir }).verify()).findings).toMatchObject([{ record: 4 }]);
  });
  test("a process that had it open decides nothing more", async () => {
    const stateDir = scratchState();
    const session = await openSession(stateDir, "s1");
    const { file, head } = placeOf(stateDir, "s1");
    const { seq, hash } = JSON.parse(fs.readFileSync(file, "utf8"));
    const next = seal({ seq, hash, length: fs.statSync(file).size }, { v: 2 });
    fs.appendFileSync(file, next.line);
    fs.writeFileSync(head, formatHead(next.at));
    await expect(session.memory()).rejects.toThrow(/newer version/);
    await expect(record(session, decided("a"))).rejects.toThrow(/newer version/);
    expect(fs.readFileSync(file, "utf8").split("\n")).toHaveLength(3);
  });
  test.each([
    { v: "2", entry: 1 },
    { entry: { kind: "prompt", at: "late" }, after },
    { entry: {}, after },
  ])("what no version writes is damaged: %j", async (fields) => {
    const stateDir = await continued(fields);
    await expect(openSession(stateDir, "s1")).rejects.toThrow(/damaged/);
    expect((await ledgerStore({ stateDir }).verify()).findings).toMatchObject([{ record: 3 }]);
  });
});
