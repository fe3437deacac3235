/**
 * The real programs as referees of the core: `npm run referee` (a slice: each level of each factor), `npm run referee:full` (every pair).
 * Calls are made of every row and of worlds to stand in; those the core proves are run in a sandbox under strace, and what they did is held
 * against what the proof says. `--faults`: the slice against each planted fault (`--fault NAME`, `--from N`). `--row NAME`, `--share N`: of these runs alone, each Nth.
 */
import * as core from "./core.ts";
import { huntFaults } from "./hunt.ts";
import { type Finding, type House, isRun, type Made, openHouse, proveAll, runAll, runTexts } from "./referee.ts";
import { textRuns } from "./texts.ts";

const SEED = 1;
const SLOTS = 2;
const LEAST_RUNS = 20;

const args = process.argv.slice(2);
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const valueBehind = (name: string): string | undefined =>
  args.includes(name) ? args[args.indexOf(name) + 1] : undefined;

async function main(): Promise<number> {
  const began = Date.now();
  const seconds = (): string => `${((Date.now() - began) / 1000).toFixed(0)} s`;
  const house = openHouse(SLOTS);
  try {
    if (args.includes("--faults"))
      return await huntFaults(house, {
        seed: SEED,
        say,
        only: valueBehind("--fault"),
        from: Number(valueBehind("--from") ?? 0),
      });
    const [row, share = "1"] = [valueBehind("--row"), valueBehind("--share")];
    const made = proveAll(core, house, { whole: args.includes("--full"), seed: SEED, row });
    const chosen = made.proven
      .filter((one) => row === undefined || one.row === row)
      .filter((_, i) => i % Number(share) === 0);
    say(
      `${house.plain.length + house.odd.length} worlds, ${made.calls.length} calls, ${chosen.length} to run, ${seconds()}`,
    );
    const findings = [...(await runAll(chosen, house)), ...(row === undefined ? await refereeTexts(house) : [])];
    tellRows(made, chosen.filter(isRun));
    tellFindings(findings);
    say(`${chosen.filter(isRun).length} runs of ${made.uses.length} rows, ${findings.length} findings, ${seconds()}`);
    return findings.length === 0 ? 0 : 1;
  } finally {
    house.close();
  }
}

async function refereeTexts(house: House): Promise<readonly Finding[]> {
  const texts = textRuns(core, SEED);
  const findings = await runTexts(texts, house);
  say(`${texts.length} texts in three shells`);
  return findings;
}

function tellRows({ uses, calls, proven }: Made, ran: Made["proven"]): void {
  for (const { name } of [...uses, { name: "texts" }, { name: "tools" }]) {
    const count = (all: readonly { readonly row: string }[]): string =>
      String(all.filter((one) => one.row === name).length);
    const few =
      Number(count(ran)) >= LEAST_RUNS
        ? ""
        : Number(count(proven)) === 0
          ? "  nothing of it is proven"
          : Number(count(ran)) === 0
            ? "  not run here"
            : "  fewer than twenty";
    say(
      `${name.padEnd(18)} made ${count(calls).padStart(6)}  proven ${count(proven).padStart(6)}  run ${count(ran).padStart(6)}${few}`,
    );
  }
}

function tellFindings(findings: readonly Finding[]): void {
  for (const { call, why } of findings) {
    const where = call.world === undefined ? call.place : `${call.world.factor}, ${call.world.name}`;
    say(`FOUND ${where}: ${JSON.stringify(call.text)}\n      ${why.join("\n      ")}`);
  }
}

process.exitCode = await main();
