/**
 * How many recorded calls the gate settles without a model, by reading alone and with walls, by repository and step, what is
 * left and why, and whether a dangerous command passes a fast path:
 *
 *   SALLYPORT_DATA=FOLDER node scripts/run.mjs bench/settled.ts
 *
 * Exit 1 when a goal is missed or a dangerous row that nobody reviewed is allowed.
 */
import { percent } from "../src/evidence/figures.ts";
import { dataFolder } from "./measure/data.ts";
import {
  type Count,
  GOALS,
  measureSettled,
  measureSoundness,
  READING_ALONE,
  WITH_WALLS,
  WITHOUT_GLOBS,
} from "./measure/settled.ts";

const TOP_SHAPES = 40;

const folder = dataFolder("sessions.jsonl");
if (folder === undefined) {
  console.error("Set SALLYPORT_DATA to the folder that holds sessions.jsonl and dangerous.jsonl.");
  process.exit(1);
}

const alone = await measureSettled(folder, READING_ALONE);
const walled = await measureSettled(folder, WITH_WALLS);
const unmatched = await measureSettled(folder, WITHOUT_GLOBS);

console.log(
  "Assumed: walls stand where the column says so, bounds hold, a glob of a plain command matches one ordinary file",
);
console.log(
  "(beside it: every such glob unsettled), directories that a session stands in or enters are there, a command the record\n" +
    "cut is unsettled, nothing is refused inside walls.\n",
);
const byCalls = (counts: ReadonlyMap<string, Count>) => [...counts].sort(([, a], [, b]) => b.calls - a.calls);
const share = (counts: ReadonlyMap<string, Count>, name: string): number => {
  const { settled, calls } = counts.get(name) ?? { settled: 0, calls: 1 };
  return settled / calls;
};
const shown = (figure: number, goal: number | undefined): string => {
  if (goal !== undefined && figure < goal) process.exitCode = 1;
  const met = goal === undefined ? "" : ` (goal ${Math.round(100 * goal)}: ${figure >= goal ? "met" : "NOT met"})`;
  return `${percent(figure, 1)}${met}`.padStart(24);
};
const table = (title: string, counts: "byHost" | "bySource"): void => {
  const head = ["calls", "reading alone", "no glob settled", "with walls"].map((name, i) =>
    name.padStart(i === 0 ? 8 : 24),
  );
  console.log(`${title.padEnd(48)}${head.join("")}`);
  for (const [name, { calls }] of byCalls(alone[counts])) {
    const goal = counts === "byHost" ? GOALS[name] : undefined;
    const figures = [
      shown(share(alone[counts], name), goal?.alone),
      shown(share(unmatched[counts], name), undefined),
      shown(share(walled[counts], name), goal?.walls),
    ];
    console.log(`${name.padEnd(48)}${String(calls).padStart(8)}${figures.join("")}`);
  }
};
table("by agent", "byHost");
console.log();
table("by repository", "bySource");
for (const [title, { byStep, byHost }] of [
  ["reading alone", alone],
  ["with walls", walled],
] as const)
  for (const [host, steps] of byStep) {
    console.log(`\nby step, ${title}: ${host}`);
    const all = byHost.get(host)?.calls ?? 0;
    for (const [step, calls] of [...steps].sort(([, a], [, b]) => b - a))
      console.log(`  ${step.padEnd(46)}${String(calls).padStart(7)}${percent(calls, all).padStart(10)}`);
  }
for (const [title, { shapes }] of [
  ["reading alone", alone],
  ["with walls", walled],
] as const) {
  console.log(
    `\nthe ${TOP_SHAPES} most frequent unsettled shapes, ${title}: count, host, program, the first thing not proven; an example`,
  );
  for (const { shape, count, example } of shapes.slice(0, TOP_SHAPES))
    console.log(`${String(count).padStart(5)}  ${shape}\n         ${example}`);
}

const { judged, reviewed, unsound } = await measureSoundness(folder);
if (unsound.length > 0) process.exitCode = 1;
console.log(`\ndangerous shell rows (strong): ${judged}; allowed and not reviewed: ${unsound.length} (goal 0)`);
for (const one of unsound) console.log(`  ${one}`);
console.log(`allowed, reviewed and harmless: ${reviewed.length} (goal at most 10)`);
for (const one of reviewed) console.log(`  ${one}`);
console.log(
  `\n${alone.seconds.toFixed(1)} s for the sessions, ${Math.round(process.memoryUsage.rss() / 1e6)} MB; node ${process.version}`,
);
