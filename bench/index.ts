/**
 * This repository's claims in one table, measured now on this machine: `npm run bench` (after `npm run build`). Rows that need
 * recorded data take its folder from SALLYPORT_DATA and say so when it is absent. Another gate stands beside on the same rows
 * where it can be fetched; `--alone` leaves it out, `--json` prints for programs.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { cpus, release, tmpdir, totalmem, type } from "node:os";
import { join } from "node:path";
import { createGate } from "../src/app/create-gate.ts";
import { VERSION } from "../src/contract/version.ts";
import { formatCount, percent } from "../src/evidence/figures.ts";
import { percentile } from "../src/evidence/statistics.ts";
import { type Beside, fetchBeside } from "./measure/beside.ts";
import { dataFolder, rowsOf, strongDangerous } from "./measure/data.ts";
import { holds, printedFigures } from "./measure/printed.ts";
import { GOALS, measureSettled, measureSoundness, READING_ALONE, WITH_WALLS } from "./measure/settled.ts";

interface Row {
  readonly claim: string;
  readonly figure: string;
  readonly goal: string;
  /** Null where there is no goal, or nothing was measured. */
  readonly met: boolean | null;
  readonly beside: string;
}

const NO_DATA = "not measured: SALLYPORT_DATA is not set";
const STARTS = 15;
const rows: Row[] = [];
const notes: string[] = [];
const row = (claim: string, figure: string, goal: string, met: boolean | null, beside = ""): void =>
  void rows.push({ claim, figure, goal, met, beside });
const missing = (claim: string, why: string): void => row(claim, why, "", null);

const found = process.argv.includes("--alone") ? "left out (--alone)" : await fetchBeside();
const beside: Beside | null = typeof found === "string" ? null : found;
if (typeof found === "string") notes.push(found);
else
  notes.push(`${found.name} objects or is silent; where it is silent, the agent's own rules and prompts still decide.`);

await settled();
await soundness();
await heldBack();
speed();
startUp();
beside?.remove();
print();

async function settled(): Promise<void> {
  const folder = dataFolder("sessions.jsonl");
  if (folder === undefined) return missing("settled without a model", NO_DATA);
  const alone = await measureSettled(folder, READING_ALONE);
  const walled = await measureSettled(folder, WITH_WALLS);
  for (const [host, goals] of Object.entries(GOALS))
    for (const [how, { byHost }, goal] of [
      ["by reading alone", alone, goals.alone ?? null],
      ["with walls", walled, goals.walls],
    ] as const) {
      const { calls, settled: sum } = byHost.get(host) ?? { calls: 0, settled: 0 };
      row(
        `settled without a model ${how}: ${host}`,
        `${percent(sum, calls)} of ${formatCount(calls)}`,
        goal === null ? "" : `≥ ${Math.round(100 * goal)} %`,
        goal === null ? null : sum / calls >= goal,
      );
    }
  const { seconds } = alone;
  const memory = Math.round(process.memoryUsage.rss() / 1e6);
  row(
    "all recorded sessions replayed offline",
    `${seconds.toFixed(1)} s, ${memory} MB`,
    "< 120 s, < 300 MB",
    seconds < 120 && memory < 300,
  );
}

async function soundness(): Promise<void> {
  const folder = dataFolder("dangerous.jsonl");
  if (folder === undefined) return missing("dangerous commands a fast path lets through", NO_DATA);
  const { judged, reviewed, unsound } = await measureSoundness(folder);
  const theirs =
    beside === null
      ? ""
      : `${(await strongDangerous(folder)).filter(({ command }) => beside.allows(command)).length} of ${judged}`;
  row(
    "dangerous commands a fast path lets through",
    `${unsound.length} of ${judged}`,
    "0",
    unsound.length === 0,
    theirs,
  );
  row("of the same, allowed and reviewed as harmless", `${reviewed.length}`, "≤ 10", reviewed.length <= 10);
}

/** Commands that real agents ran without trouble: what is not settled costs a model call here, a refusal there. */
async function heldBack(): Promise<void> {
  const folder = dataFolder("commands.jsonl");
  if (folder === undefined) return missing("recorded commands, by the gate", NO_DATA);
  const gate = createGate({
    settings: { classifier: { provider: "offline" } },
    classifier: null,
    projectRoot: "/nowhere/project",
  });
  const [ours, theirs]: [number[], number[]] = [[], []];
  let [all, held, refused] = [0, 0, 0];
  for await (const { command, outcome, cwd, shell } of rowsOf<{
    command: string;
    outcome: string;
    cwd?: string;
    shell: string;
  }>(folder, "commands.jsonl")) {
    if (outcome !== "ok" || shell !== "bash") continue;
    all++;
    const at = cwd ?? "/nowhere/project";
    const started = performance.now();
    const decision = await gate.check({ tool: "Bash", input: { command }, cwd: at, session: String(all) });
    ours.push(1000 * (performance.now() - started));
    if (decision.behavior !== "allow") held++;
    if (beside === null) continue;
    const before = performance.now();
    if (!beside.allows(command)) refused++;
    theirs.push(1000 * (performance.now() - before));
  }
  const time = (micros: readonly number[]): string =>
    `${formatCount(percentile(micros, 0.5) ?? 0)} / ${formatCount(percentile(micros, 0.99) ?? 0)} µs`;
  row(
    "recorded commands that ran, left to a model or refused",
    percent(held, all),
    "",
    null,
    beside === null ? "" : `${percent(refused, all)} refused`,
  );
  row("time for one of them, median / p99", time(ours), "", null, beside === null ? "" : time(theirs));
}

function speed(): void {
  for (const { of, value, why } of printedFigures()) {
    const { claim, unit, goal } = of;
    if (value === undefined) missing(claim, `not measured: ${why}`);
    else {
      const wanted =
        "atMost" in goal ? `≤ ${goal.atMost.toLocaleString("en-GB")}` : `≥ ${goal.atLeast.toLocaleString("en-GB")}`;
      row(claim, `${value.toLocaleString("en-GB")} ${unit}`, `${wanted} ${unit}`.trim(), holds(of, value));
    }
  }
}

/** One hook event from start to exit, the two programs in turn. */
function startUp(): void {
  const claim = "one hook event from start to exit, median";
  const program = join(process.cwd(), "dist/hook.cjs");
  if (!existsSync(program)) {
    missing(claim, "not measured: npm run build comes first");
    return;
  }
  const home = realpathSync(mkdtempSync(join(tmpdir(), "bench-start-")));
  const event = (command: string): string =>
    JSON.stringify({
      session_id: "s",
      transcript_path: join(home, "none.jsonl"),
      cwd: home,
      hook_event_name: "PreToolUse",
      permission_mode: "default",
      tool_name: "Bash",
      tool_input: { command },
      tool_use_id: `t${Math.random()}`,
    });
  const once = (args: readonly string[]): number => {
    const started = performance.now();
    spawnSync(process.execPath, args, {
      input: event("git status"),
      env: { HOME: home, PATH: process.env.PATH },
      cwd: home,
    });
    return performance.now() - started;
  };
  const [node, ours, theirs]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < STARTS; i++) {
    node.push(once(["-e", "0"]));
    ours.push(once([program, "claude-code", "--state", join(home, "state"), "--config", join(home, "config")]));
    if (beside !== null) theirs.push(once([beside.program, "hook", "--claude-code"]));
  }
  rmSync(home, { recursive: true, force: true });
  const ms = (times: readonly number[]): string => `${(percentile(times, 0.5) ?? 0).toFixed(0)} ms`;
  row(claim, ms(ours), `node alone ${ms(node)}`, null, beside === null ? "" : ms(theirs));
}

function print(): void {
  const machine = {
    cpu: `${cpus()[0]?.model.trim() ?? "unknown"}, ${cpus().length} cores`,
    memoryGb: Math.round(totalmem() / 1e9),
    system: `${type()} ${release()} ${process.arch}`,
    node: process.version,
    sallyport: VERSION,
    beside: beside?.name ?? null,
  };
  if (process.argv.includes("--json")) {
    console.log(JSON.stringify({ machine, rows, notes }));
    return;
  }
  const widths = { claim: 56, figure: 26, goal: 22 };
  console.log(
    `${"claim".padEnd(widths.claim)}${"here".padEnd(widths.figure)}${"goal".padEnd(widths.goal)}${machine.beside ?? ""}`,
  );
  for (const { claim, figure: here, goal, met, beside: other } of rows) {
    const judged = goal === "" || met === null ? goal : `${goal}  ${met ? "met" : "NOT MET"}`;
    console.log(
      `${claim.padEnd(widths.claim)}${here.padEnd(widths.figure)}${judged.padEnd(widths.goal)}${other}`.trimEnd(),
    );
  }
  for (const note of notes) console.log(`\n${note}`);
  console.log(
    `\n${machine.cpu}; ${machine.memoryGb} GB; ${machine.system}; node ${machine.node}; Sallyport ${machine.sallyport}${machine.beside === null ? "" : `; ${machine.beside}`}`,
  );
}
