/** For tests and the long run: many processes on one session, some of them killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { ledgerDirectory, sessionName, sessionPlace } from "../stores/file/place.ts";
import { ledgerStore } from "../stores/file/store.ts";
import { type Finding, verifyLedger } from "../stores/file/verify.ts";
import { SAMPLE_START } from "./samples.ts";
import { worker } from "./worker-build.ts";

export interface Rounds {
  readonly stateDir: string;
  readonly rounds: number;
  readonly processes: number;
  readonly seed: number;
}

export interface Outcome {
  readonly returned: number;
  readonly killed: number;
  /** Returned by a process, and not on record. */
  readonly lost: readonly string[];
  readonly aside: number;
  readonly findings: readonly Finding[];
}

interface Running {
  readonly child: ChildProcess;
  readonly said: Promise<readonly string[]>;
}

/** What one worker printed, line by line. */
export async function judge(job: string, stateDir: string, session: string, count: number): Promise<readonly string[]> {
  return start(await worker(), [job, stateDir, session, String(count)]).said;
}

/** Every process is killed at a random moment of its work; then the next round goes on with what they left. */
export async function crashRounds(plan: Rounds): Promise<Outcome> {
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
  await (await ledgerStore({ stateDir: plan.stateDir }).open("s1", SAMPLE_START)).memory();
  const ids = recordedIds(plan.stateDir, "s1");
  const lost = returned.filter((id) => !ids.has(id));
  const aside = readdirSync(ledgerDirectory(plan.stateDir)).filter((name) => name.includes(".torn-")).length;
  return { returned: returned.length, killed, lost, aside, findings: verifyLedger(plan.stateDir).findings };
}

export function recordedIds(stateDir: string, session: string): ReadonlySet<string> {
  const { file } = sessionPlace(stateDir, sessionName(session));
  const ids = readFileSync(file, "utf8").matchAll(/"decision":\{"id":"([^"]+)"/g);
  return new Set([...ids].map(([, id = ""]) => id));
}

function start(script: string, args: readonly string[]): Running {
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
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
