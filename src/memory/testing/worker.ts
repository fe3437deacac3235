/**
 * For tests of several processes: one that judges against a session of a ledger. `worker.mjs JOB STATE SESSION [COUNT]`
 * - `deny`: records COUNT denials; prints `ID BEHAVIOR` as soon as each is returned, as a hook would.
 * - `approve`: tries to use the approval of `call-x` COUNT times; prints `used` for each time it held.
 * - `crash`: like `deny` without end, and kills itself at its COUNTth use of a file; a write is half done by then.
 * - `unsynced`: like `deny`, and nothing is synced: what the disk would lose then.
 * - `fill`: records until it fails; prints the error and how many were returned.
 */
import * as fs from "node:fs";
import type { LedgerEntry } from "../../contract/session.ts";
import { applyLimits, DEFAULT_LIMITS, usableApproval } from "../session/index.ts";
import type { LedgerFs } from "../stores/file/chained-types.ts";
import { ledgerStore } from "../stores/file/store.ts";
import type { Session } from "../stores/store.ts";
import { SAMPLE_START, sampleDecision, sampleEntry } from "./samples.ts";

const [, , job, stateDir = "", id = "", count = "1"] = process.argv;
const say = (line: string) => fs.writeSync(1, `${line}\n`);

const unsynced: LedgerFs = { ...fs, fdatasyncSync: () => undefined, fsyncSync: () => undefined };
const disk = job === "crash" ? dyingAt(Number(count)) : job === "unsynced" ? unsynced : fs;
const session = await ledgerStore({ stateDir, fs: disk }).open(id, SAMPLE_START);
if (job === "crash") for (let n = 0; ; n += 1) say(await denyOne(session, `${process.pid}-${n}`));
if (job === "deny" || job === "unsynced")
  for (let n = 0; n < Number(count); n += 1) say(await denyOne(session, `${process.pid}-${n}`));
if (job === "approve") for (let n = 0; n < Number(count); n += 1) if (await useApproval(session, n)) say("used");
if (job === "fill") await fill(session);

function denyOne(on: Session, decisionId: string): Promise<string> {
  return on.transact((memory) => {
    const draft = applyLimits(
      memory,
      { behavior: "deny", by: "classifier", reason: "no" },
      {
        limits: DEFAULT_LIMITS,
        headless: false,
      },
    );
    const decision = sampleDecision({ ...draft, id: decisionId });
    const entry = sampleEntry(decision, { call: `call-${decisionId}`, at: Date.now() });
    return { entries: [entry], value: `${decisionId} ${decision.behavior}` };
  });
}

function useApproval(on: Session, n: number): Promise<boolean> {
  return on.transact((memory) => {
    const approval = usableApproval(memory, "call-x", "/repo/x", Date.now());
    if (approval === undefined) return { entries: [], value: false };
    const more = { call: "call-x", approval: approval.id, at: Date.now() };
    const used: LedgerEntry = sampleEntry({ id: `${process.pid}-${n}`, by: "approval" }, more);
    return { entries: [used], value: true };
  });
}

async function fill(on: Session): Promise<void> {
  for (let n = 0; ; n += 1) {
    try {
      await denyOne(on, `${n}`);
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      return void say(JSON.stringify({ name, message, returned: n }));
    }
  }
}

/**
 * Files as they are, up to use `last`. A line is half written by then; the head is not, for no kernel leaves a write within
 * one page half done when it kills.
 */
function dyingAt(last: number): LedgerFs {
  let uses = 0;
  const step = (die = () => process.kill(process.pid, "SIGKILL")) => {
    uses += 1;
    if (uses === last) die();
  };
  const writeSync = (fd: number, bytes: Buffer, offset: number, length: number, position?: number) => {
    step(() => {
      if (position === undefined) fs.writeSync(fd, bytes, offset, Math.floor(length / 2));
      return process.kill(process.pid, "SIGKILL");
    });
    return fs.writeSync(fd, bytes, offset, length, position);
  };
  const openSync = (path: fs.PathLike, flags: fs.OpenMode, mode?: fs.Mode) => {
    step();
    return fs.openSync(path, flags, mode);
  };
  const renameSync = (from: fs.PathLike, to: fs.PathLike) => {
    step();
    fs.renameSync(from, to);
  };
  const ftruncateSync = (fd: number, length?: number) => {
    step();
    fs.ftruncateSync(fd, length);
  };
  return Object.assign({ ...fs }, { writeSync, openSync, renameSync, ftruncateSync });
}
