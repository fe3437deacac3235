/**
 * The order against a second model of it: `npm run order -- [COUNT] [--seed N] [--faults]`. Each situation is made real and decided by the
 * gate's own steps; `--faults` plants one fault after the other into them and says which are found.
 */
import { parseArgs } from "node:util";
import { runPlanted } from "../planted.ts";
import { type Compared, compare, type Difference } from "./compare.ts";
import { UNREAL } from "./draw.ts";
import { FAULTS } from "./faults.ts";
import type { Outcome } from "./model.ts";
import { nameOf, PAIRS, wishesFor } from "./pairs.ts";

const SLICE = 20_000;
/** Of each pair: as many as a million situations are held to have, less in a slice. */
const LEAST = { of: 1_000, each: 1_000 };
const MAX_TOLD = 40;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string", default: "1" }, faults: { type: "boolean", default: false } },
});
const count = Number(positionals[0] ?? SLICE);
const seed = Number(values.seed);
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  process.stderr.write("usage: npm run order -- [COUNT] [--seed N] [--faults]\n");
  process.exit(1);
}
const say = (text: string): void => void process.stdout.write(`${text}\n`);
process.exitCode = (await (values.faults ? findFaults() : runOnce())) ? 0 : 1;

async function runOnce(): Promise<boolean> {
  const least = Math.min(LEAST.each, Math.ceil(count / LEAST.of));
  const done = await compare({ count, seed, least, most: MAX_TOLD });
  const isWhole = tellPairs(done, least);
  for (const [why] of UNREAL) say(`not made: ${why}`);
  for (const one of done.differences) tellDifference(one);
  say(`${done.situations} situations, seed ${seed}: ${done.differences.length} differ`);
  return isWhole && done.differences.length === 0;
}

/** Whether each pair that can be met often enough. */
function tellPairs({ pairs }: Compared, least: number): boolean {
  const open = PAIRS.filter((pair) => typeof wishesFor(pair) !== "string");
  for (const pair of PAIRS) {
    const why = wishesFor(pair);
    if (typeof why === "string") say(`apart: ${nameOf(pair)} (${why})`);
  }
  const met = open.map((pair) => pairs.get(nameOf(pair)) ?? 0);
  const few = open.filter((_, i) => (met[i] ?? 0) < least);
  for (const pair of few) say(`too few: ${nameOf(pair)}: ${pairs.get(nameOf(pair)) ?? 0}`);
  const apart = PAIRS.length - open.length;
  say(`${PAIRS.length} pairs: ${apart} apart, ${open.length} met, each ${Math.min(...met)} times or more`);
  return few.length === 0;
}

function tellDifference({ gate, model, situation, command }: Difference): void {
  say(`the gate: ${inWords(gate)}; the model: ${inWords(model)}`);
  say(`  ${JSON.stringify(command)} ${JSON.stringify(situation)}`);
}

function inWords({ behavior, by, walls, unavailable, ...more }: Outcome): string {
  const also = Object.entries(more).map(([name, is]) => (is ? name : null));
  return [behavior, by, walls, unavailable, ...also].filter((word) => word !== null).join(" ");
}

/** Each in a process of its own, in which the fault stands; found is one that makes a difference. */
async function findFaults(): Promise<boolean> {
  let found = 0;
  for (const fault of FAULTS) {
    const { status, output } = await runPlanted("e2e/order-model/planted.ts", fault, [String(count), String(seed)]);
    const isFound = status === 1 && output.startsWith("differs ");
    if (isFound) found++;
    say(`${isFound ? "found" : "NOT FOUND"}: ${fault.name}${isFound ? "" : ` (${status}) ${output.slice(0, 500)}`}`);
  }
  say(`${found} of ${FAULTS.length} planted faults found`);
  return found === FAULTS.length;
}
