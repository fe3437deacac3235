/**
 * For tests of several processes: one that judges against a session of a ledger. `worker.mjs JOB STATE SESSION [COUNT]`
 * - `deny`: records COUNT denials; prints `ID BEHAVIOR` as soon as each is returned, as a hook would.
 * - `approve`: tries to use the approval of `call-x` COUNT times; prints `used` for each time it held.
 * - `fill`: records until it fails; prints the error and how many were returned.
 */
import { writeSync } from "node:fs";
import { atLimit, DEFAULT_LIMITS, type LedgerEntry, type Session, usableApproval } from "../../session/index.ts";
import { SAMPLE_START, sampleDecision, sampleEntry } from "../../session/samples.ts";
import { ledgerStore } from "../store.ts";

const [, , job, stateDir = "", id = "", count = "1"] = process.argv;
const say = (line: string) => writeSync(1, `${line}\n`);

const session = await ledgerStore({ stateDir }).open(id, SAMPLE_START);
if (job === "deny") for (let n = 0; n < Number(count); n += 1) say(await denyOne(session, `${process.pid}-${n}`));
if (job === "approve") for (let n = 0; n < Number(count); n += 1) if (await useApproval(session, n)) say("used");
if (job === "fill") await fill(session);

function denyOne(on: Session, decisionId: string): Promise<string> {
  return on.transact((memory) => {
    const draft = atLimit(memory, { behavior: "deny", by: "classifier", reason: "no" }, DEFAULT_LIMITS, false);
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
