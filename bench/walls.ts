/**
 * What walls cost, in one run: `bash -c :` bare, in bubblewrap with nothing but the machine read-only, and in each wall with
 * its plan, its filter and its guard; and how long a plan takes, for a small project and for one of 50,000 files.
 * `node scripts/run.mjs bench/walls.ts`. Compare the ratios, not the milliseconds. Needs bubblewrap.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planWalls, type WallsPlan } from "../src/contain/index.ts";
import { prepareWalls } from "../src/contain/prepare.ts";
import { runInside } from "../src/contain/run.ts";
import { findTools } from "../src/contain/standing.ts";
import { WALLS, type Walls } from "../src/contract/walls.ts";
import { AGENT_FILES } from "../src/hosts/index.ts";
import { diskWorld, viewOnce } from "../src/machine/index.ts";

const ROUNDS = 60;
const PLANS = 5;
const found = findTools();
if ("missing" in found) throw new Error("bubblewrap is needed: sallyport doctor says how to get it");
const { tool, bash } = found.tools;
const top = realpathSync(mkdtempSync(join(tmpdir(), "bench-walls-")));
const home = process.env.HOME ?? "/";

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
/** One after the other in each round, so that whatever else the machine does falls on all of them alike. */
function timeEach(runs: ReadonlyMap<string, () => unknown>, rounds: number): ReadonlyMap<string, number> {
  const times = new Map([...runs.keys()].map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of runs) {
      const start = performance.now();
      run();
      times.get(name)?.push(performance.now() - start);
    }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}

function makeProject(name: string, directories: number): string {
  const root = join(top, name);
  for (let d = 0; d < directories; d++) {
    mkdirSync(join(root, `d${d}`), { recursive: true });
    for (let f = 0; f < 100; f++) writeFileSync(join(root, `d${d}/f${f}`), "");
  }
  for (const dir of [".git/hooks", ".github/workflows", "node_modules/x"])
    mkdirSync(join(root, dir), { recursive: true });
  return root;
}

function plan(walls: Walls, root: string): WallsPlan {
  const stateDir = join(top, "state");
  const planned = planWalls(
    {
      ...{ walls, cwd: root, projectRoot: root, home, writable: [], hidden: [], readOnly: [], gitWrites: false },
      ...{
        envFiles: false,
        env: [],
        sessionTmp: join(top, "tmp"),
        cacheDir: join(top, "state/walls/cache/p"),
        stateDir,
      },
      ...{ gateDirectories: [stateDir], movedPlaces: [], agentFiles: AGENT_FILES },
    },
    viewOnce(diskWorld({ home, path: process.env.PATH ?? "" })),
  );
  if (!planned.ok) throw new Error(planned.error);
  const prepared = prepareWalls(planned.value, stateDir);
  if (!prepared.ok) throw new Error(prepared.error);
  return planned.value;
}

try {
  const [small, large] = [makeProject("small", 5), makeProject("large", 500)];
  const run = { tool, bash, command: [bash, "-c", ":"], env: process.env, timeoutMs: 60_000 };
  const runs = new Map<string, () => unknown>([
    ["bash -c :", () => spawnSync(bash, ["-c", ":"])],
    ["bubblewrap, the machine read-only", () => spawnSync(tool, ["--ro-bind", "/", "/", bash, "-c", ":"])],
    ...WALLS.map((walls): [string, () => unknown] => {
      const made = plan(walls, small);
      return [`${walls}, ${made.mounts.length} mounts, filter and guard`, () => runInside(made, run)];
    }),
    ["planning work, 500 files", () => plan("work", small)],
  ]);
  const seen = new Map([
    ...timeEach(runs, ROUNDS),
    ...timeEach(new Map([["planning work, 50,000 files", () => plan("work", large)]]), PLANS),
  ]);
  const bare = seen.get("bash -c :") ?? 1;
  for (const [what, ms] of seen)
    console.log(`${what.padEnd(44)} ${ms.toFixed(1).padStart(7)} ms  ${(ms / bare).toFixed(1).padStart(6)} x`);
} finally {
  rmSync(top, { recursive: true, force: true });
}
