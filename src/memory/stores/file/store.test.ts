import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { LedgerEntry, Memory } from "../../../contract/session.ts";
import { formatSnapshot, origin, seal } from "../../record/index.ts";
import { SAMPLE_START } from "../../testing/samples.ts";
import { decided, openSession, placeOf, record, scratchState } from "../../testing/scratch.ts";
import { LedgerError } from "../store.ts";
import type { LedgerFs } from "./chained-types.ts";
import { formatHead } from "./head.ts";
import { ledgerStore } from "./store.ts";
import { verifyLedger } from "./verify.ts";

const counters = ({ consecutiveDenials, totalDenials }: Memory) => [consecutiveDenials, totalDenials];
const fine = (stateDir: string) => expect(verifyLedger(stateDir).findings).toEqual([]);
const linesOf = (file: string) => fs.readFileSync(file, "utf8").trimEnd().split("\n");

describe("what is remembered", () => {
  test("survives the process: counters, denied calls, project root", async () => {
    const stateDir = scratchState();
    const first = await openSession(stateDir, "s1");
    await record(first, decided("a"), decided("b"));
    const again = await ledgerStore({ stateDir }).open("s1", { projectRoot: "/elsewhere", host: "codex" });
    const memory = await again.memory();
    expect(counters(memory)).toEqual([2, 2]);
    expect(memory.start).toEqual(SAMPLE_START);
    expect(memory.denied.has("call-a")).toBe(true);
    fine(stateDir);
  });
  test("is one memory for two processes that have it open", async () => {
    const stateDir = scratchState();
    const [one, two] = [await openSession(stateDir, "s1"), await openSession(stateDir, "s1")];
    await record(one, decided("a"));
    expect(counters(await two.memory())).toEqual([1, 1]);
    expect(counters(await record(two, decided("b")))).toEqual([1, 1]);
    expect(counters(await one.memory())).toEqual([2, 2]);
    fine(stateDir);
  });
  test("is the same whether read from the snapshot, from the ledger, or never closed", async () => {
    const stateDir = scratchState();
    const session = await openSession(stateDir, "s1");
    for (let n = 0; n < 75; n += 1) {
      const more = {
        writes: [`/repo/${n % 9}`],
        at: n * 500,
        action: { tool: "Bash", input: {}, event: "Pre", toolUseId: `t${n}` },
      };
      await record(session, { ...decided(`d${n}`, n % 4 === 0 ? { behavior: "allow" } : {}), ...more });
      if (n % 10 === 0) await record(session, { kind: "prompt", at: n, text: `and ${n}` });
    }
    const { snapshot } = placeOf(stateDir, "s1");
    const at = origin("s1");
    const text = async (memory: Promise<Memory>) => formatSnapshot({ at, memory: await memory });
    const live = await text(session.memory());
    expect(fs.existsSync(snapshot)).toBe(true);
    expect(await text((await openSession(stateDir, "s1")).memory())).toBe(live);
    fs.rmSync(snapshot);
    expect(await text((await openSession(stateDir, "s1")).memory())).toBe(live);
    fs.writeFileSync(snapshot, "{}");
    expect(await text((await openSession(stateDir, "s1")).memory())).toBe(live);
  });
  test("sessions with odd names do not meet", async () => {
    const stateDir = scratchState();
    for (const id of ["../../x", "", "s1", "S1", "\u0000"]) await record(await openSession(stateDir, id), decided("a"));
    expect(verifyLedger(stateDir)).toMatchObject({ sessions: 5, records: 10, findings: [] });
    expect(fs.readdirSync(join(stateDir, ".."))).toEqual(["state"]);
  });
  test("a body that throws records nothing and leaves no lock", async () => {
    const stateDir = scratchState();
    const session = await openSession(stateDir, "s1");
    const thrower = session.transact(() => {
      throw new RangeError("mine");
    });
    await expect(thrower).rejects.toThrow(RangeError);
    expect(fs.existsSync(placeOf(stateDir, "s1").lock)).toBe(false);
    expect(linesOf(placeOf(stateDir, "s1").file)).toHaveLength(1);
  });
  test("more sessions than files may stay open", async () => {
    const stateDir = scratchState();
    const store = ledgerStore({ stateDir });
    const sessions = [];
    for (let n = 0; n < 140; n += 1) sessions.push(await store.open(`s${n}`, SAMPLE_START));
    for (const session of sessions) await record(session, decided("a"));
    expect(verifyLedger(stateDir)).toMatchObject({ sessions: 140, records: 280, findings: [] });
    await store.close?.();
  });
});

test("a session that was read for what waits in it is not read again to be approved", async () => {
  const stateDir = scratchState();
  const session = await openSession(stateDir, "s1");
  for (let n = 0; n < 30; n += 1) await record(session, { ...decided(`d${n}`), at: Date.now() } as LedgerEntry);
  const { file, snapshot } = placeOf(stateDir, "s1");
  fs.rmSync(snapshot, { force: true });
  let bytes = 0;
  const readSync = (fd: number, into: Buffer, offset: number, length: number, position: number) => {
    const got = fs.readSync(fd, into, offset, length, position);
    bytes += got;
    return got;
  };
  const store = ledgerStore({ stateDir, fs: Object.assign({ ...fs }, { readSync }) });
  expect(await store.waiting(Date.now())).toHaveLength(30);
  expect(counters(await (await store.open("s1", SAMPLE_START)).memory())).toEqual([30, 30]);
  expect(bytes).toBeLessThan(fs.statSync(file).size / 2);
});

describe("what a killed writer leaves", () => {
  test("a half-written line is kept aside, reported, and work goes on", async () => {
    const stateDir = scratchState();
    await record(await openSession(stateDir, "s1"), decided("a"));
    const place = placeOf(stateDir, "s1");
    fs.appendFileSync(place.file, '{"seq":3,"prev":"half');
    expect(verifyLedger(stateDir)).toMatchObject({
      findings: [],
      notes: [expect.stringMatching(/half-written line of 21/)],
    });
    const again = await openSession(stateDir, "s1");
    expect(counters(await record(again, decided("b")))).toEqual([1, 1]);
    expect(fs.readFileSync(`${place.aside}-1`, "utf8")).toBe('{"seq":3,"prev":"half');
    expect(linesOf(place.file).map((line) => JSON.parse(line).entry.kind)).toEqual([
      "start",
      "decision",
      "notice",
      "decision",
    ]);
    fine(stateDir);
    fs.appendFileSync(place.file, "x");
    await openSession(stateDir, "s1");
    expect(fs.readFileSync(`${place.aside}-2`, "utf8")).toBe("x");
  });
  test("whole records the head has not heard of happened", async () => {
    const stateDir = scratchState();
    await record(await openSession(stateDir, "s1"), decided("a"));
    const place = placeOf(stateDir, "s1");
    const head = fs.readFileSync(place.head);
    await record(await openSession(stateDir, "s1"), decided("b"));
    fs.writeFileSync(place.head, head);
    fine(stateDir);
    expect(counters(await (await openSession(stateDir, "s1")).memory())).toEqual([2, 2]);
    expect(fs.readFileSync(place.head)).not.toEqual(head);
  });
  test.each(["no head", "nothing", "empty", "half"])("a birth that was interrupted: %s", async (left) => {
    const stateDir = scratchState();
    await openSession(stateDir, "other");
    const place = placeOf(stateDir, "s1");
    fs.writeFileSync(place.head, left === "no head" ? "" : formatHead(origin(place.name)));
    if (left !== "nothing" && left !== "no head") fs.writeFileSync(place.file, left === "half" ? '{"seq":1' : "");
    await record(await openSession(stateDir, "s1"), decided("a"));
    fine(stateDir);
  });
  test("an unlocked reader does not see half of a line, and nobody loses the other half", async () => {
    const stateDir = scratchState();
    const session = await openSession(stateDir, "s1");
    const place = placeOf(stateDir, "s1");
    const before = JSON.parse(linesOf(place.file).at(-1) ?? "");
    const { line } = seal(
      { seq: 1, hash: before.hash, length: fs.statSync(place.file).size },
      { entry: decided("a"), after: { consecutive: 1, total: 1 } },
    );
    fs.appendFileSync(place.file, line.subarray(0, 50));
    expect(counters(await session.memory())).toEqual([0, 0]);
    fs.appendFileSync(place.file, line.subarray(50));
    expect(counters(await session.memory())).toEqual([1, 1]);
    fine(stateDir);
  });
});

test("a line that an unlocked reader saw and its writer took back never happened", async () => {
  const stateDir = scratchState();
  const reader = await openSession(stateDir, "s1");
  const place = placeOf(stateDir, "s1");
  const size = fs.statSync(place.file).size;
  const { hash } = JSON.parse(linesOf(place.file).at(-1) ?? "");
  const fields = { entry: decided("phantom"), after: { consecutive: 1, total: 1 } };
  fs.appendFileSync(place.file, seal({ seq: 1, hash, length: size }, fields).line);
  expect(counters(await reader.memory())).toEqual([1, 1]);
  fs.truncateSync(place.file, size);
  await record(await openSession(stateDir, "s1"), decided("one"), decided("two"), decided("three"));
  expect(counters(await reader.memory())).toEqual([3, 3]);
  expect((await reader.memory()).denied.has("call-phantom")).toBe(false);
  fine(stateDir);
});

describe("bad days deny with a clear sentence", () => {
  /** Writes fail with `code` after the first `from` of them. */
  const failing = (code: string, from = 0): LedgerFs => {
    let calls = 0;
    const writeSync = (fd: number, bytes: Buffer, offset: number, length: number, position?: number) => {
      calls += 1;
      if (calls > from) throw Object.assign(new Error(`${code}: no`), { code });
      return fs.writeSync(fd, bytes, offset, length, position);
    };
    return Object.assign({ ...fs }, { writeSync });
  };
  test.each([
    ["ENOSPC", /could not be written: .*jsonl: the disk is full\. Make room/],
    ["EDQUOT", /quota/],
    ["EIO", /disk reports an error/],
    ["EROFS", /read-only/],
    ["EWHATEVER", /EWHATEVER/],
  ])("%s", async (code, says) => {
    const stateDir = scratchState();
    await record(await openSession(stateDir, "s1"), decided("a"));
    const broken = await openSession(stateDir, "s1", { fs: failing(code) });
    await expect(record(broken, decided("b"))).rejects.toThrow(LedgerError);
    await expect(record(broken, decided("b"))).rejects.toThrow(says);
    expect(counters(await (await openSession(stateDir, "s1")).memory())).toEqual([1, 1]);
    fine(stateDir);
  });
  test("a line that only half fits is taken back", async () => {
    const stateDir = scratchState();
    await record(await openSession(stateDir, "s1"), decided("a"));
    const { file } = placeOf(stateDir, "s1");
    const size = fs.statSync(file).size;
    let left = 60;
    const tight: LedgerFs = Object.assign(
      { ...fs },
      {
        writeSync: (fd: number, bytes: Buffer, offset: number, length: number, position?: number) => {
          if (left === 0) throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
          const fits = Math.min(left, length);
          left -= fits;
          return fs.writeSync(fd, bytes, offset, fits, position);
        },
      },
    );
    const session = await openSession(stateDir, "s1", { fs: tight });
    await expect(record(session, decided("b"))).rejects.toThrow(/disk is full/);
    expect(fs.statSync(file).size).toBe(size);
    left = 1e9;
    expect(counters(await record(session, decided("b")))).toEqual([1, 1]);
    expect(counters(await session.memory())).toEqual([2, 2]);
    fine(stateDir);
  });
  test("a line that was on record before the head failed is counted, once", async () => {
    const stateDir = scratchState();
    await openSession(stateDir, "s1");
    const session = await openSession(stateDir, "s1", { fs: failing("EIO", 1) });
    await expect(record(session, decided("a"))).rejects.toThrow(/disk reports an error/);
    expect(counters(await (await openSession(stateDir, "s1")).memory())).toEqual([1, 1]);
    fine(stateDir);
  });
  test("a real limit on the file's size", async () => {
    const stateDir = scratchState();
    await openSession(stateDir, "s1");
    const { worker } = await import("../../testing/worker-build.ts");
    const script = await worker();
    const run = `ulimit -f 8; exec "$0" "$@"`;
    const args = ["-c", run, process.execPath, script, "fill", stateDir, "s1"];
    const said = JSON.parse(execFileSync("/bin/bash", args, { encoding: "utf8" }));
    expect(said).toMatchObject({ name: "LedgerError", message: expect.stringMatching(/size limit/) });
    fine(stateDir);
    expect(counters(await (await openSession(stateDir, "s1")).memory())[1]).toBe(said.returned);
  });
  test("files that are not there to be opened", async () => {
    const stateDir = scratchState();
    await openSession(stateDir, "s1");
    const { file } = placeOf(stateDir, "s1");
    fs.renameSync(file, `${file}.real`);
    fs.symlinkSync(`${file}.real`, file);
    await expect(openSession(stateDir, "s1")).rejects.toThrow(/it is a link now/);
  });
});

describe("a place that others could change is refused", () => {
  const made = (prepare: (stateDir: string) => string | undefined) => {
    const stateDir = scratchState();
    return openSession(prepare(stateDir) ?? stateDir, "s1");
  };
  const rows: readonly (readonly [string, (dir: string) => string | undefined, RegExp])[] = [
    ["a link", (dir) => fs.symlinkSync(fs.mkdtempSync(`${dir}-real`), dir) ?? undefined, /it is a link/],
    ["group-writable", (dir) => fs.chmodSync(made0700(dir), 0o770) ?? undefined, /others may write/],
    ["world-writable", (dir) => fs.chmodSync(made0700(dir), 0o702) ?? undefined, /others may write/],
    ["a file", (dir) => fs.writeFileSync(dir, "") ?? undefined, /./],
    ["a linked ledger", (dir) => fs.symlinkSync("/tmp", join(made0700(dir), "ledger")) ?? undefined, /link/],
    ["somebody else's", somebodyElses, /belongs to user/],
  ];
  test.each(rows)("%s", async (_name, prepare, says) => {
    await expect(made(prepare)).rejects.toThrow(LedgerError);
    await expect(made(prepare)).rejects.toThrow(says);
  });
  function made0700(dir: string): string {
    return fs.mkdirSync(dir, { recursive: true, mode: 0o700 }) ?? dir;
  }
  function somebodyElses(dir: string): string {
    if (process.getuid?.() !== 0) return "/usr";
    fs.chownSync(made0700(dir), 12_345, 0);
    return dir;
  }
  test("everything made is this user's alone", async () => {
    const stateDir = scratchState();
    const session = await openSession(stateDir, "s1");
    for (let n = 0; n < 40; n += 1) await record(session, decided(`d${n}`));
    const place = placeOf(stateDir, "s1");
    const modes = [stateDir, join(stateDir, "ledger"), join(stateDir, "heads"), place.file, place.head, place.snapshot];
    expect(modes.map((path) => (fs.statSync(path).mode & 0o777).toString(8))).toEqual([
      "700",
      "700",
      "700",
      "600",
      "600",
      "600",
    ]);
  });
});
