/**
 * What walls cost, in one run: `bash -c :` bare, in bubblewrap with nothing but the machine read-only, in each wall with its
 * plan, its filter and its guard, and as a whole ticket, as a host runs it; and how long a plan takes, for a small project
 * and for one of 50,000 files. The rounds of all rows are taken in turn, so that a busy moment falls on
 * all of them; the fastest round is what a quiet machine would show.
 * `node scripts/run.mjs bench/walls.ts`. Compare the ratios, not the milliseconds. Needs bubblewrap.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { planWalls, type WallsPlan, wrapCommand } from "../src/contain/index.ts";
import { findTools } from "../src/contain/standing/standing.ts";
import { prepareWalls } from "../src/contain/tool/prepare.ts";
import { runInside } from "../src/contain/tool/run.ts";
import { WALLS, type Walls } from "../src/contract/decision.ts";
import { AGENT_FILES } from "../src/hosts/index.ts";
import { diskWorld, viewOnce } from "../src/machine/index.ts";

const ROUNDS = 40;
const PLANS = 5;
const found = findTools();
if ("missing" in found) throw new Error("bubblewrap is needed: sallyport doctor says how to get it");
const { tool, bash } = found.tools;
const top = realpathSync(mkdtempSync(join(tmpdir(), "bench-walls-")));
const home = process.env.HOME ?? "/";

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
function clock(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
const time = (run: () => unknown, rounds: number): readonly number[] =>
  Array.from({ length: rounds }, () => clock(run));

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
      ...{
        walls,
        cwd: root,
        projectRoot: root,
        home,
        writable: [],
        around: { workTree: null, gitDirectories: [] },
        hidden: [],
        readOnly: [],
        hiddenObjects: [],
        unmade: [],
        gitWrites: false,
      },
      ...{
        envFiles: false,
        env: [],
        sessionTmp: join(top, "tmp"),
        cacheDir: join(top, "state/walls/cache/p"),
        stateDir,
      },
      ...{ gateDirectories: [stateDir], movedPlaces: [], gatePrograms: [], agentFiles: AGENT_FILES },
    },
    viewOnce(diskWorld({ home, path: process.env.PATH ?? "" })),
  );
  if (!planned.ok) throw new Error(planned.error);
  const prepared = prepareWalls(planned.value, stateDir);
  if (!prepared.ok) throw new Error(prepared.error);
  return planned.value;
}

/** A ticket serves one call: each round has its own, written before the clock runs. */
function ticketRuns(made: WallsPlan): () => unknown {
  const nowMs = Date.now();
  const request = { plan: made, command: ":", callId: "c", stateDir: join(top, "state"), tool, home, nowMs };
  const lines = Array.from({ length: ROUNDS }, () => {
    const wrapped = wrapCommand(request);
    if (!wrapped.ok) throw new Error(wrapped.error);
    return wrapped.value.line;
  });
  return () => {
    const { status, stderr } = spawnSync(bash, ["-c", lines.pop() ?? "exit 1"], { encoding: "utf8" });
    if (status !== 0) throw new Error(`the ticket failed: ${stderr}`);
  };
}

try {
  const [small, large] = [makeProject("small", 5), makeProject("large", 500)];
  const inside = { tool, bash, command: [bash, "-c", ":"], env: process.env, timeoutMs: 60_000 };
  const rows: readonly (readonly [string, () => unknown])[] = [
    ["bash -c :", () => spawnSync(bash, ["-c", ":"])],
    ["bubblewrap, the machine read-only", () => spawnSync(tool, ["--ro-bind", "/", "/", bash, "-c", ":"])],
    ...WALLS.flatMap((walls) => {
      const made = plan(walls, small);
      return [
        [`${walls}, ${made.mounts.length} mounts, filter and guard`, () => runInside(made, inside)],
        [`${walls}, the whole ticket, 500 files`, ticketRuns(made)],
      ] as const;
    }),
    ["work, the whole ticket, 50,000 files", ticketRuns(plan("work", large))],
  ];
  const times = rows.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) for (const [n, [, run]] of rows.entries()) times[n]?.push(clock(run));
  const bare = Math.min(...(times[0] ?? []));
  const print = (what: string, all: readonly number[]): void => {
    const fastest = Math.min(...all);
    const figures = [`${fastest.toFixed(1)} ms`, `${median(all).toFixed(1)} ms`, `${(fastest / bare).toFixed(1)} x`];
    console.log(what.padEnd(44) + figures.map((figure) => figure.padStart(12)).join(""));
  };
  console.log("".padEnd(44) + ["fastest", "median", "of bash"].map((word) => word.padStart(12)).join(""));
  for (const [n, [what]] of rows.entries()) print(what, times[n] ?? []);
  print(
    "planning work, 500 files",
    time(() => plan("work", small), ROUNDS),
  );
  print(
    "planning work, 50,000 files",
    time(() => plan("work", large), PLANS),
  );
} finally {
  rmSync(top, { recursive: true, force: true });
}
