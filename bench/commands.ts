/**
 * What a recorded command costs the gate, warm, by processor time:
 *
 *   SALLYPORT_DATA=FOLDER node scripts/run.mjs bench/commands.ts [EVERY]
 *
 * Each EVERYth command (all without it), with the assumptions of bench/settled.ts, no walls and no model. The dearest are listed.
 */
import { createGate } from "../src/app/create-gate.ts";
import { CLEAN } from "../src/testing/index.ts";
import { dataFolder, rowsOf } from "./measure/data.ts";
import { NOWHERE } from "./measure/recorded.ts";

const MEDIAN_GOAL_MS = 0.5;
const P99_GOAL_MS = 10;
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
for await (const { command, cwd, shell } of rowsOf<Recorded>(folder, "commands.jsonl")) {
  if (shell !== "bash" || seen++ % every !== 0) continue;
  const began = process.cpuUsage();
  await gate.check({ tool: "Bash", input: { command }, cwd: cwd ?? NOWHERE, session: String(seen) });
  const { user, system } = process.cpuUsage(began);
  if (judged++ >= WARM) costs.push({ ms: (user + system) / 1000, command });
}
costs.sort((a, b) => a.ms - b.ms);
const at = (share: number): number => costs[Math.min(costs.length - 1, Math.floor(share * costs.length))]?.ms ?? 0;
const [half, high] = [at(0.5), at(0.99)];
const met = half <= MEDIAN_GOAL_MS && high <= P99_GOAL_MS;
console.log(
  `${costs.length} recorded commands, warm: median ${half.toFixed(2)} of ${MEDIAN_GOAL_MS} ms, p99 ${high.toFixed(1)} of ${P99_GOAL_MS} ms, most ${at(1).toFixed(1)} ms (${met ? "met" : "NOT met"})`,
);
for (const { ms, command } of costs.slice(-SHOWN).reverse())
  console.log(`${ms.toFixed(1).padStart(8)} ms  ${command.replace(/\s+/g, " ").slice(0, 120)}`);
process.exitCode = met ? 0 : 1;
