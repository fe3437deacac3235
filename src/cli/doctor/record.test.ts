import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { isSweepDue } from "../../app/index.ts";
import { seal } from "../../memory/record/index.ts";
import { decided, openSession, placeOf, record, scratchState } from "../../memory/testing/index.ts";
import { refresh } from "../commands/refresh.ts";
import { fakeIo, runCommand } from "../testing.ts";
import { examineRecord } from "./record.ts";

const DAY_MS = 86_400_000;
const envOf = (stateDir: string) => ({ SALLYPORT_STATE_DIR: stateDir, HOME: dirname(stateDir) });
const doctor = async (stateDir: string, full = false) =>
  (await examineRecord(fakeIo({ env: envOf(stateDir) }).io, { full })).map(
    ({ state, says, fix }) => `${state}: ${says} ${fix ?? ""}`,
  );

async function filled() {
  const stateDir = scratchState();
  for (const id of ["s1", "s2"]) await record(await openSession(stateDir, id), decided("a"));
  return stateDir;
}

describe("doctor", () => {
  test("finds nothing, and leaves nothing", async () => {
    const stateDir = await filled();
    const before = fs.readdirSync(join(stateDir, "ledger"));
    expect(await doctor(stateDir)).toEqual([
      expect.stringMatching(/^ok: a decision can be recorded; the newest 2 sessions, 4 rec/),
    ]);
    expect(await doctor(stateDir, true)).toEqual([
      expect.stringMatching(/^ok: a decision can be recorded; 2 sessions, 4 rec/),
    ]);
    expect(fs.readdirSync(join(stateDir, "ledger"))).toEqual(before);
  });

  type Row = readonly [string, (stateDir: string) => unknown, RegExp];
  const rows: readonly Row[] = [
    ["no directory yet", (dir) => fs.rmSync(dir, { recursive: true }), /^ok: .* does not exist yet/],
    ["a mode that is too wide", (dir) => fs.chmodSync(dir, 0o755), /^bad: .* open to other users/],
    ["a part others may write", (dir) => fs.chmodSync(join(dir, "ledger"), 0o777), /^bad: .*others may write/],
    [
      "a file for a directory",
      (dir) => remade(join(dir, "heads"), (path) => fs.writeFileSync(path, "")),
      /^bad: .*not a directory/,
    ],
    [
      "a link for a directory",
      (dir) => remade(join(dir, "ledger"), (path) => fs.symlinkSync("/tmp", path)),
      /^bad: .*is a link/,
    ],
    ["a FIFO", (dir) => remade(placeOf(dir, "s1").file, makeFifo), /^bad: .*not a file/],
    ["a FIFO for a head", (dir) => remade(placeOf(dir, "s1").head, makeFifo), /^bad: .*not a file/],
    [
      "a changed record",
      (dir) => rewrite(placeOf(dir, "s1").file, (text) => text.replace("call-a", "call-b")),
      /^bad: session s1, record 2/,
    ],
    ["a removed file", (dir) => fs.rmSync(placeOf(dir, "s1").file), /^bad: .*whole file was removed/],
    ["a cut record", (dir) => rewrite(placeOf(dir, "s1").file, (text) => text.slice(0, -9)), /^warn: s1: cut short/],
    ["a newer version", continueNewer, /^warn: s1: record 3 was written by a newer version/],
  ];
  test.each(rows)("%s", async (_name, spoil, says) => {
    const stateDir = await filled();
    spoil(stateDir);
    expect(await doctor(stateDir)).toContainEqual(expect.stringMatching(says));
  });

  test.runIf(process.getuid?.() === 0)("somebody else's", async () => {
    const stateDir = await filled();
    fs.chownSync(join(stateDir, "heads"), 12_345, 0);
    expect(await doctor(stateDir)).toEqual([expect.stringMatching(/^bad: .*belongs to user 12345/)]);
  });

  test.each(["call-a", "gone"])("its advice for a damaged session works: %s", async (how) => {
    const stateDir = await filled();
    const { file } = placeOf(stateDir, "s1");
    if (how === "gone") fs.writeFileSync(`${file}`, "");
    rewrite(file, (text) => (how === "gone" ? '{"seq":1}\n{}\n' : text.replace(how, "call-b")));
    const [found = ""] = await doctor(stateDir);
    const command = found.slice(found.indexOf("mkdir -p"));
    execFileSync("/bin/sh", ["-c", command]);
    expect(await doctor(stateDir)).toEqual([expect.stringMatching(/^ok/)]);
    expect((await record(await openSession(stateDir, "s1"), decided("b"))).totalDenials).toBe(0);
  });
});

describe("what is kept no longer goes by itself", () => {
  const aged = async (keepDays?: number) => {
    const stateDir = scratchState();
    const days = (n: number) => Date.now() - n * DAY_MS;
    for (const age of [10, 89, 91])
      await record(await openSession(stateDir, `${age}`, { now: () => days(age) }), { ...decided("a"), at: days(age) });
    const { name } = placeOf(stateDir, "91");
    for (const [corner, file] of [
      ["instructions", `${name}.md`],
      ["marks", `${name.slice(0, 32)}.marks`],
    ] as const) {
      fs.mkdirSync(join(stateDir, corner));
      fs.writeFileSync(join(stateDir, corner, file), "x");
      fs.writeFileSync(join(stateDir, corner, "other"), "x");
    }
    const settings = keepDays === undefined ? [] : [`--settings=${JSON.stringify({ record: { keepDays } })}`];
    const { code } = await runCommand(refresh, settings, { env: envOf(stateDir) });
    return { stateDir, code, left: [10, 89, 91].filter((age) => fs.existsSync(placeOf(stateDir, `${age}`).file)) };
  };
  test.each([
    [undefined, [10, 89]],
    [30, [10]],
    [5, []],
    [365, [10, 89, 91]],
  ])("record.keepDays %s", async (keepDays, expected) => {
    const { code, left, stateDir } = await aged(keepDays);
    expect([code, left]).toEqual([0, expected]);
    const beside = ["instructions", "marks"].map((corner) => fs.readdirSync(join(stateDir, corner)).length);
    expect(beside).toEqual(expected.includes(91) ? [2, 2] : [1, 1]);
  });
  test("once a day, for whoever asks first", async () => {
    const stateDir = await filled();
    const now = Date.now();
    const asked = [now, now + 1_000, now + DAY_MS + 5_000, now + DAY_MS + 6_000].map((at) => isSweepDue(stateDir, at));
    expect(asked).toEqual([false, false, true, false]);
    expect(isSweepDue("/dev/null/state", now)).toBe(false);
  });
});

function remade(path: string, make: (path: string) => unknown): void {
  fs.rmSync(path, { recursive: true });
  make(path);
}

function makeFifo(path: string): void {
  execFileSync("/bin/sh", ["-c", `mkfifo "$0"`, path]);
}

const rewrite = (file: string, change: (text: string) => string): void =>
  fs.writeFileSync(file, change(fs.readFileSync(file, "utf8")));

/** As a later version would go on; its head is not there yet. */
function continueNewer(stateDir: string): void {
  const { file } = placeOf(stateDir, "s1");
  const { seq, hash } = JSON.parse(fs.readFileSync(file, "utf8").trimEnd().split("\n").at(-1) ?? "");
  fs.appendFileSync(file, seal({ seq, hash, length: fs.statSync(file).size }, { v: 2 }).line);
}
