// `npm test`, and with `all` `npm run test:all`: says first what will run and how long that takes on two cores, runs what can run
// beside something else beside it, ends everything where one step fails, and closes with a line that counts.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LANES } from "./test-steps.mjs";

const AGAIN_MS = 5_000;
const all = process.argv[2] === "all";
const known = JSON.parse(readFileSync("package.json", "utf8")).scripts;
const lanes = LANES.map((lane) => lane.filter((step) => (all || step.all !== true) && isKnown(step)));
const scratch = mkdtempSync(join(tmpdir(), "sallyport-tests-"));
const counts = join(scratch, "counts.json");
const running = new Set();
/** What waits for another step waits for this. */
for (const step of lanes.flat()) step.ended = new Promise((resolve) => Object.assign(step, { end: resolve }));
const done = { passed: 0, failed: 0, skipped: 0 };
const began = Date.now();
let failed;

/** A script that this checkout has. */
function isKnown({ words: [first, script] }) {
  return first !== "run" || script in known;
}

const say = (text) => process.stdout.write(`${text}\n`);
const seconds = (of) => `${Math.floor(of / 60)}:${String(Math.round(of % 60)).padStart(2, "0")}`;
const nameOf = ({ words, short, allShort }) =>
  (all ? allShort : undefined) ?? short ?? words.filter((word) => word !== "run").join(" ");
const takes = (lane) => lane.reduce((sum, step) => sum + (all ? (step.allSeconds ?? step.seconds) : step.seconds), 0);

/** The step's status; its output at once, or at its end where another step speaks. */
function run(step) {
  const words = all ? (step.allWords ?? step.words) : step.words;
  const started = Date.now();
  const stdio = step.aside === true ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"];
  const env = { ...process.env, SALLYPORT_TEST_COUNTS: counts };
  const child = spawn("npm", ["--silent", ...words], { stdio, env, detached: true });
  running.add(child);
  const said = [];
  child.stdout?.on("data", (part) => said.push(part));
  child.stderr?.on("data", (part) => said.push(part));
  return new Promise((resolve) => {
    child.on("error", (error) => {
      said.push(Buffer.from(`${error.message}\n`));
      resolve(1);
    });
    child.on("close", (code) => {
      running.delete(child);
      const stopped = failed !== undefined;
      if (!stopped || code === 0) {
        process.stdout.write(Buffer.concat(said));
        say(`${code === 0 ? "ok" : "FAILED"}  ${nameOf(step)}, ${seconds((Date.now() - started) / 1000)}`);
        count(code === 0);
      }
      resolve(code ?? 1);
    });
  });
}

/** Where a step counts its tests it has told; any other is one. */
function count(passed) {
  const told = existsSync(counts) ? JSON.parse(readFileSync(counts, "utf8")) : undefined;
  rmSync(counts, { force: true });
  for (const name of Object.keys(done)) done[name] += told?.[name] ?? 0;
  if (told === undefined) done[passed ? "passed" : "failed"]++;
  else if (!passed && told.failed === 0) done.failed++;
}

function endAll(signal) {
  for (const child of running)
    try {
      process.kill(-child.pid, signal);
    } catch {
      // It ended by itself.
    }
}
function stop(status) {
  failed ??= status;
  for (const step of lanes.flat()) step.end();
  endAll("SIGTERM");
  setTimeout(endAll, AGAIN_MS, "SIGKILL").unref();
}
for (const [signal, status] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
])
  process.on(signal, () => stop(status));

async function walk(lane) {
  for (const step of lane) {
    await lanes.flat().find((other) => nameOf(other) === step.after)?.ended;
    if (failed !== undefined) return;
    const status = await run(step);
    step.end();
    if (status !== 0 && failed === undefined) stop(status);
  }
}

say(`${all ? "npm run test:all" : "npm test"}: about ${seconds(Math.max(...lanes.map(takes)))} minutes on two cores.`);
for (const lane of lanes) say(`  ${lane.map(nameOf).join(", then ")}`);
await Promise.all(lanes.map(walk));
rmSync(scratch, { recursive: true, force: true });
say(`${seconds((Date.now() - began) / 1000)} minutes${failed === undefined ? "" : ", ended by what failed"}`);
say(`${done.passed} passed, ${done.failed} failed, ${done.skipped} skipped`);
process.exitCode = failed ?? 0;
