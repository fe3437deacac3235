/**
 * Mutations of dangerous commands through the whole gate, offline: how many of each kind, and whether any is allowed.
 * With SALLYPORT_DATA the strong dangerous shell rows of that folder are mutated too. Arguments: a seed, and how many
 * mixed mutations there are for each command.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ALL_BASES, BASES } from "../e2e/mutations/index.ts";
import { type Outcome, runMutations, stillRuns } from "../e2e/mutations/run.ts";

const [seed = 1, more = 40] = process.argv.slice(2).map(Number);
const holes: string[] = [];

console.log(`${ALL_BASES.length} commands of our own in ${Object.keys(BASES).length} families, seed ${seed}`);
report(await runMutations({ bases: ALL_BASES, seed, more }));

const file = join(process.env.SALLYPORT_DATA ?? "", "dangerous.jsonl");
if (process.env.SALLYPORT_DATA === undefined || !existsSync(file))
  console.log("SALLYPORT_DATA does not name a folder with dangerous.jsonl: its rows are left out.");
else {
  const rows = strongRows(readFileSync(file, "utf8"));
  console.log(`\n${rows.length} strong rows of ${file}`);
  report(await runMutations({ bases: rows, seed, more: 8, share: 25 }));
}
process.exitCode = holes.length === 0 ? 0 : 1;

function report({ cases, counts, allowed, plain }: Outcome): void {
  const listed = [...counts].sort(([, a], [, b]) => b - a);
  for (let i = 0; i < listed.length; i += 4)
    console.log(
      listed
        .slice(i, i + 4)
        .map(([name, count]) => `${String(count).padStart(6)} ${name.padEnd(30)}`)
        .join(""),
    );
  const still = stillRuns(allowed);
  console.log(`${plain.length} are allowed as they stand and were not mutated`);
  console.log(`${cases} cases, ${allowed.length} allowed, ${still.length} of them still run in bash`);
  for (const { base, steps, command } of (still.length > 0 ? still : allowed).slice(0, 40))
    console.log(`  ${JSON.stringify({ base, steps, command })}`);
  holes.push(...still.map(({ command }) => command));
}

/** Rows that are certain to be dangerous in a shell; harmless ones are reviewed in the benchmark of soundness. */
function strongRows(text: string): readonly string[] {
  return text
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line))
    .filter(
      (row): row is { kind: string; tier: string; command: string } =>
        typeof row === "object" && row !== null && "kind" in row && "tier" in row && "command" in row,
    )
    .filter(({ kind, tier }) => kind === "bash" && tier === "strong")
    .map(({ command }) => command);
}
