/**
 * How many recorded calls the core alone proves, beside today's proofs, and what it costs:
 *
 *   SALLYPORT_DATA=FOLDER node scripts/run.mjs bench/core.ts [FILE]
 *
 * With FILE today's proofs are asked beside, which takes many minutes; it gets one JSON line for each call about which they differ. Assumed as in bench/settled.ts: the projects are not here (directories that are entered are), a glob of a
 * plain command matches one ordinary file, a command the record cut is unsettled; a process with nothing set, restore points that hold.
 */
import { writeFileSync } from "node:fs";
import { type Differing, measureCore } from "./measure/core.ts";
import { dataFolder } from "./measure/data.ts";

const MEDIAN_GOAL_MS = 0.5;
const P99_GOAL_MS = 10;
const SHARE_GOAL = 0.77;

const folder = dataFolder("sessions.jsonl");
if (folder === undefined) {
  console.error("Set SALLYPORT_DATA to the folder that holds sessions.jsonl.");
  process.exit(1);
}
const [file] = process.argv.slice(2);
const { groups, differing, costs } = await measureCore(folder, file !== undefined);

const percent = (part: number, all: number): string => `${((100 * part) / Math.max(1, all)).toFixed(1)} %`;
console.log(
  "agent".padEnd(28),
  "calls".padStart(8),
  "core alone".padStart(12),
  "today".padStart(10),
  "both".padStart(10),
);
for (const [name, { calls, core, old, both }] of [...groups].sort(([, a], [, b]) => b.calls - a.calls)) {
  const shares = [
    percent(core, calls).padStart(12),
    percent(old, calls).padStart(10),
    percent(both, calls).padStart(10),
  ];
  console.log(name.padEnd(28), String(calls).padStart(8), ...shares);
}
const claude = groups.get("claude-code");
if (claude !== undefined && claude.core / claude.calls < SHARE_GOAL) process.exitCode = 1;

if (file !== undefined) {
  const count = (kind: Differing["kind"]): number => differing.filter((one) => one.kind === kind).length;
  console.log(`\nproven by the core alone: ${count("new")}; by today's proofs alone: ${count("lost")}`);
  writeFileSync(file, differing.map((one) => `${JSON.stringify(one)}\n`).join(""));
}

for (const [name, times] of costs) {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  const [median, high] = [at(0.5), at(0.99)];
  const met = median <= MEDIAN_GOAL_MS && high <= P99_GOAL_MS ? "met" : "NOT met";
  console.log(
    `${name}: ${times.length} calls, median ${median.toFixed(2)} ms, p99 ${high.toFixed(2)} ms, most ${at(1).toFixed(1)} ms (${met})`,
  );
}
