/** For tests and the long run: many processes on one session, some of them killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { stateLayout } from "../../contract/state-dir.ts";
import { ledgerStore } from "../stores/file/store.ts";
import type { LedgerFinding } from "../stores/store.ts";
import { SAMPLE_START } from "./samples.ts";
import { worker } from "./worker-build.ts";

export interface CrashPlan {
  readonly stateDir: string;
  readonly rounds: number;
  readonly processes: number;
  readonly seed: number;
}

export interface CrashOutcome {
  readonly returned: number;
  readonly killed: number;
  /** Returned by a process, and not on record. */
  readonly lost: readonly string[];
  readonly aside: number;
  readonly findings: readonly LedgerFinding[];
}

interface RunningWorker {
  readonly child: ChildProcess;
  readonly said: Promise<readonly string[]>;
}

/** What one worker printed, line by line. */
export async function judge(job: string, stateDir: string, session: string, count: number): Promise<readonly string[]> {
  return start(await worker(), [job, stateDir, session, String(count)]).said;
}

/** Every process is killed at a random moment of its work; then the next round goes on with what they left. */
export async function crashRounds(plan: CrashPlan): Promise<CrashOutcome> {
  const script = await worker();
  const random = generator(plan.seed);
  const returned: string[] = [];
  let killed = 0;
  for (let round = 0; round < plan.rounds; round += 1) {
    const crowd = Array.from({ length: plan.processes }, () => start(script, ["deny", plan.stateDir, "s1", "100000"]));
    await Promise.all(crowd.map(({ child }) => onceOutput(child)));
    for (const { child } of crowd) {
      await pause(random() * 15);
      if (child.kill("SIGKILL")) killed += 1;
    }
    const said = await Promise.all(crowd.map((one) => one.said));
    returned.push(...said.flat().map((line) => line.split(" ")[0] ?? ""));
  }
  const store = ledgerStore({ stateDir: plan.stateDir });
  await (await store.open("s1", SAMPLE_START)).memory();
  const ids = await recordedIds(plan.stateDir);
  const lost = returned.filter((id) => !ids.has(id));
  const aside = readdirSync(stateLayout(plan.stateDir).ledger).filter((name) => name.includes(".torn-")).length;
  const { findings } = await store.verify();
  await store.close();
  return { returned: returned.length, killed, lost, aside, findings };
}

/** The decisions on record, of all sessions. */
export async function recordedIds(stateDir: string): Promise<ReadonlySet<string>> {
  const { records } = await ledgerStore({ stateDir }).reader().next();
  return new Set(records.flatMap(({ entry }) => (entry.kind === "decision" ? [entry.decision.id] : [])));
}

function start(script: string, args: readonly string[]): RunningWorker {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  const said = new Promise<readonly string[]>((resolve) => {
    child.on("close", () => resolve(wholeLines(Buffer.concat(chunks).toString("utf8"))));
  });
  return { child, said };
}

/** What was not printed to its end was not returned. */
const wholeLines = (text: string): readonly string[] => text.split("\n").slice(0, -1);

const onceOutput = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    child.stdout?.once("data", () => resolve());
    child.once("close", () => resolve());
  });

/** The same moments for the same seed. */
export function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
