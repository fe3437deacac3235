/**
 * What a recorded command costs the gate, warm, by processor time:
 *
 *   SALLYPORT_DATA=FOLDER node scripts/run.mjs bench/commands.ts [EVERY]
 *
 * Each EVERYth command (all without it), with the assumptions of bench/settled.ts, no walls and no model; the dearest are listed.
 * Then a search of the whole project on four disks.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGate } from "../src/app/create-gate.ts";
import { CLEAN } from "../src/testing/index.ts";
import { dataFolder, rowsOf } from "./measure/data.ts";
import { buildDisks } from "./measure/disks.ts";
import { median } from "./measure/processor.ts";
import { NOWHERE } from "./measure/recorded.ts";

const MEDIAN_GOAL_MS = 0.5;
const P99_GOAL_MS = 10;
const SEARCH_GOAL_MS = 60;
const SEARCH = "grep -rn needle .";
const SEARCH_ROUNDS = 7;
const WARM = 200;
const SHOWN = 8;

interface Recorded {
  readonly command: string;
  readonly cwd?: string;
  readonly shell: string;
}
interface Cost {
  readonly ms: number;
  readonly command: string;
}

const folder = dataFolder("commands.jsonl");
if (folder === undefined) {
  console.error("Set SALLYPORT_DATA to the folder that holds commands.jsonl.");
  process.exit(1);
}
const every = Number(process.argv[2] ?? 1);
const gate = createGate({ process: CLEAN, settings: { mode: "auto" }, classifier: null, walls: null, restore: null });
const costs: Cost[] = [];
let [seen, judged] = [0, 0];
async function costOf(command: string, cwd: string, session: string) {
  const began = process.cpuUsage();
  const { behavior } = await gate.check({ tool: "Bash", input: { command }, cwd, session });
  const { user, system } = process.cpuUsage(began);
  return { ms: (user + system) / 1000, behavior };
}

for await (const { command, cwd, shell } of rowsOf<Recorded>(folder, "commands.jsonl")) {
  if (shell !== "bash" || seen++ % every !== 0) continue;
  const { ms } = await costOf(command, cwd ?? NOWHERE, String(seen));
  if (judged++ >= WARM) costs.push({ ms, command });
}
costs.sort((a, b) => a.ms - b.ms);
const at = (share: number): number => costs[Math.min(costs.length - 1, Math.floor(share * costs.length))]?.ms ?? 0;
let missed = 0;
function tell(what: string, ms: number, goal: number): void {
  if (ms > goal) missed++;
  console.log(`${what.padEnd(60)}${ms.toFixed(2).padStart(8)} of ${goal} ms ${ms > goal ? "over" : "ok"}`);
}
tell(`${costs.length} recorded commands, warm: median`, at(0.5), MEDIAN_GOAL_MS);
tell("p99", at(0.99), P99_GOAL_MS);
for (const { ms, command } of costs.slice(-SHOWN).reverse())
  console.log(`${ms.toFixed(1).padStart(8)} ms  ${command.replace(/\s+/g, " ").slice(0, 120)}`);
const top = realpathSync(mkdtempSync(join(tmpdir(), "bench-commands-")));
try {
  for (const { name, root } of buildDisks(top, 4)) {
    const rounds: number[] = [];
    let said = "";
    for (let round = 0; round <= SEARCH_ROUNDS; round++) {
      const { ms, behavior } = await costOf(SEARCH, root, `search ${round}`);
      if (round > 0) rounds.push(ms);
      said = behavior;
    }
    tell(`${SEARCH}: ${name} (${said})`, median(rounds), SEARCH_GOAL_MS);
  }
} finally {
  rmSync(top, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;
