/**
 * How many recorded calls the gate settles without a model, by repository and step, what is left and why, and whether a
 * dangerous command passes a fast path:
 *
 *   SALLYPORT_DATA=FOLDER node scripts/run.mjs bench/settled.ts
 *
 * Exit 1 when a goal is missed or a dangerous row that nobody reviewed is allowed.
 */
import { percent } from "../src/evidence/figures.ts";
import { dataFolder } from "./measure/data.ts";
import { type Count, GOALS, measureSettled, measureSoundness } from "./measure/settled.ts";

const TOP_SHAPES = 40;

const folder = dataFolder("sessions.jsonl");
if (folder === undefined) {
  console.error("Set SALLYPORT_DATA to the folder that holds sessions.jsonl and dangerous.jsonl.");
  process.exit(1);
}

const line = (name: string, { calls, settled, allowed }: Count, note = ""): void => {
  const figures = [
    String(calls).padStart(7),
    percent(settled, calls).padStart(10),
    percent(allowed, calls).padStart(10),
  ];
  console.log(`${name.padEnd(48)}${figures.join("")}  ${note}`);
};

const { byHost, bySource, byStep, shapes, seconds } = await measureSettled(folder);
const byCalls = (counts: ReadonlyMap<string, Count>) => [...counts].sort(([, a], [, b]) => b.calls - a.calls);
console.log(`${"".padEnd(48)}${"calls".padStart(7)}${"settled".padStart(10)}${"allowed".padStart(10)}`);
for (const [host, row] of byCalls(byHost)) {
  const goal = GOALS[host];
  const met = goal === undefined || row.settled / row.calls >= goal;
  if (!met) process.exitCode = 1;
  line(host, row, goal === undefined ? "" : `goal ${100 * goal} %: ${met ? "met" : "NOT met"}`);
}
console.log("\nby repository");
for (const [name, row] of byCalls(bySource)) line(name, row);
for (const [host, steps] of byStep) {
  console.log(`\nby step: ${host}`);
  const all = byHost.get(host)?.calls ?? 0;
  for (const [step, calls] of [...steps].sort(([, a], [, b]) => b - a))
    console.log(`  ${step.padEnd(46)}${String(calls).padStart(7)}${percent(calls, all).padStart(10)}`);
}
console.log(
  `\nthe ${TOP_SHAPES} most frequent unsettled shapes: count, host, program, the first thing not proven; an example`,
);
for (const { shape, count, example } of shapes.slice(0, TOP_SHAPES))
  console.log(`${String(count).padStart(5)}  ${shape}\n         ${example}`);

const { judged, reviewed, unsound } = await measureSoundness(folder);
if (unsound.length > 0) process.exitCode = 1;
console.log(`\ndangerous shell rows (strong): ${judged}; allowed and not reviewed: ${unsound.length} (goal 0)`);
for (const one of unsound) console.log(`  ${one}`);
console.log(`allowed, reviewed and harmless: ${reviewed.length} (goal at most 10)`);
for (const one of reviewed) console.log(`  ${one}`);
console.log(
  `\n${seconds.toFixed(1)} s for the sessions, ${Math.round(process.memoryUsage.rss() / 1e6)} MB; node ${process.version}`,
);
