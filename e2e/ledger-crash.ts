/**
 * The long run against `kill -9`: `node scripts/run.mjs e2e/ledger-crash.ts [ROUNDS]`. In each round eight processes judge
 * against one session and are killed at random moments; the next round goes on with what they left. Afterwards every decision
 * that was returned must be in the ledger, and the chain must hold. Exit 0 if so.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crashRounds } from "../src/memory/testing/crowd.ts";

const rounds = Number(process.argv[2] ?? 300);
const top = mkdtempSync(join(tmpdir(), "ledger-crash-"));
const seed = Date.now() % 1_000_000;
const outcome = await crashRounds({ stateDir: join(top, "state"), rounds, processes: 8, seed });
console.log(`seed ${seed}: ${rounds} rounds, ${outcome.killed} killed, ${outcome.returned} decisions returned`);
console.log(
  `lost: ${outcome.lost.length}; half-written lines kept aside: ${outcome.aside}; findings: ${outcome.findings.length}`,
);
for (const finding of outcome.findings) console.log(`record ${finding.record}: ${finding.what}`);
const fine = outcome.lost.length === 0 && outcome.findings.length === 0;
if (fine) rmSync(top, { recursive: true, force: true });
else console.log(`kept: ${top}`);
process.exitCode = fine ? 0 : 1;
