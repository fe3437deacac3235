/**
 * What a service that hooks started takes up: `node scripts/run.mjs bench/service-memory.ts [DECISIONS] [CALLS] [SECONDS]` (after
 * `npm run build`). A record of 1,000,000 decisions in 10,000 sessions, the installed line, 1,000 calls of everyday kinds in five
 * sessions, nobody at the page, and after 60 seconds the memory of its whole process tree, as the system counts it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { commandEvent, Scene } from "../e2e/service/scene.ts";
import { percentile } from "../src/evidence/statistics.ts";
import { findServing } from "../src/service/index.ts";
import { generateRecord } from "../src/service/testing/record-generator.ts";

const [DECISIONS = 1_000_000, CALLS = 1_000, SECONDS = 60] = process.argv.slice(2).map(Number);
const DECISIONS_A_SESSION = 100;
const GOAL_MB = 100;
const COMMANDS = [
  ...["git status", "ls -la src", "cat package.json | head -5", "npm test", "rg -n foo src | head", "git diff --stat"],
  ...["sed -n '1,40p' src/a.ts", "npm publish", "git push origin main", "mkdir -p out && touch out/x", "node a.mjs"],
];

interface ProcessMemory {
  readonly rssMb: number;
  readonly ownMb: number;
}

const say = (what: string, figure: string): void => console.log(`${what.padEnd(58)}${figure}`);

function parentOf(pid: string): number {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, "utf8")
        .replace(/^.*\) \S /s, "")
        .split(" ")[0],
    );
  } catch {
    return 0; // It has ended.
  }
}

function treeOf(pid: number): readonly number[] {
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return [pid, ...children.flatMap((child) => treeOf(Number(child)))];
}

function memoryOf(pid: number): ProcessMemory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const figure = (name: string): number =>
    (Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1]) * 1024) / 1e6;
  return { rssMb: figure("Rss"), ownMb: figure("Private_Clean") + figure("Private_Dirty") };
}

async function measure(scene: Scene): Promise<void> {
  generateRecord({
    ...{ stateDir: scene.state, decisions: DECISIONS, sessions: Math.ceil(DECISIONS / DECISIONS_A_SESSION) },
    ...{ now: Date.now(), quick: true },
  });
  scene.agree();
  const began = Date.now();
  const times: number[] = [];
  let alone = 0;
  for (let nth = 0; nth < CALLS || findServing(scene.state) === undefined; nth++) {
    const event = commandEvent(scene.app, COMMANDS[nth % COMMANDS.length] ?? "", { session_id: `s${nth % 5}` });
    const before = performance.now();
    if (scene.run("dash", event).alone) alone++;
    else times.push(performance.now() - before);
  }
  await pause(Math.max(0, began + SECONDS * 1_000 - Date.now()));
  const tree = treeOf(findServing(scene.state)?.pid ?? 0).map(memoryOf);
  const sum = (of: keyof ProcessMemory): number => tree.reduce((all, one) => all + one[of], 0);
  say("the record", `${DECISIONS.toLocaleString("en")} decisions`);
  say("calls answered by it, and by a hook alone", `${times.length}, ${alone}`);
  say("an answer, whole line, median", `${(percentile(times, 0.5) ?? 0).toFixed(0)} ms`);
  say("processes", String(tree.length));
  say("its own pages alone", `${sum("ownMb").toFixed(0)} MB`);
  say("memory of the tree (RSS), page closed", `${sum("rssMb").toFixed(0)} MB; the goal is under ${GOAL_MB} MB`);
  if (sum("rssMb") >= GOAL_MB) process.exitCode = 1;
}

const scene = new Scene();
try {
  await measure(scene);
} finally {
  await scene.close();
}
