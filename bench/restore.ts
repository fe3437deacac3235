/** A restore point on a repository of 50,000 files, beside `git status` there: `node scripts/run.mjs bench/restore.ts`. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRestorePoints } from "../src/contain/index.ts";
import { AGENT_FILES } from "../src/hosts/index.ts";
import { diskWorld } from "../src/machine/index.ts";

const FILES = 50_000;
const A_DIRECTORY = 50;
/** Changed since the commit, and never added. */
const CHANGED = 200;
const UNTRACKED = 800;
const BYTES = 4_000;
const ROUNDS = 7;

const top = realpathSync(mkdtempSync(join(tmpdir(), "bench-restore-")));
const root = join(top, "home/app");
const stateDir = join(top, "state");
const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=b", "-c", "user.email=b@example.com", ...args], {
    cwd: root,
    encoding: "utf8",
  });

try {
  makeRepository();
  const world = diskWorld({ home: join(top, "home"), path: "/usr/bin:/bin" });
  const limits = { maxBytes: 64 << 20, maxFiles: 5_000, maxMs: 60_000, keepDays: 7, keepBytes: 2 ** 31 };
  const points = openRestorePoints({ stateDir, limits, world, now: Date.now });
  const call = { session: "b", key: "k", toolUseId: null, tool: "Bash", text: "bench" };
  const places = {
    projectRoot: root,
    home: world.home,
    gateDirectories: [stateDir],
    movedPlaces: [],
    gatePrograms: [],
    agentFiles: AGENT_FILES,
  };
  const save = (): void => {
    const saved = points.saveProject({ call, roots: [root], places, held: [] });
    if (!saved.ok) throw new Error(saved.error.why);
  };
  const status = median(() => void git("status", "--porcelain"));
  const first = median(save, () => rmSync(stateDir, { recursive: true, force: true }));
  const again = median(save);
  const one = median(() => {
    const saved = points.save({ call, paths: [join(root, "d0/f0.txt")], creates: [], expected: new Map() });
    if (!saved.ok) throw new Error(saved.error.why);
  });
  say(`git status, ${FILES.toLocaleString("en")} files`, status, "");
  say(`restore point of ${CHANGED + UNTRACKED} files, the first`, first, ratio(first, status));
  say("the next one, nothing changed since", again, ratio(again, status));
  say("before an edit of one file", one, ratio(one, status));
} finally {
  rmSync(top, { recursive: true, force: true });
}

function makeRepository(): void {
  const content = "x".repeat(BYTES - 10);
  for (let n = 0; n < FILES; n++) {
    const dir = join(root, `d${Math.floor(n / A_DIRECTORY)}`);
    if (n % A_DIRECTORY === 0) mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, `f${n}.txt`), `${n}\n`);
  }
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "all");
  for (let n = 0; n < CHANGED; n++) writeFileSync(join(root, `d${n}/f${n * A_DIRECTORY}.txt`), `${n}${content}\n`);
  for (let n = 0; n < UNTRACKED; n++) writeFileSync(join(root, `d${n}/new.txt`), `${n}${content}\n`);
}

function median(work: () => void, before: () => void = () => undefined): number {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    before();
    const from = performance.now();
    work();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

function ratio(ms: number, status: number): string {
  return `${(ms / status).toFixed(2)} × git status`;
}

function say(what: string, ms: number, note: string): void {
  console.log(`${what.padEnd(48)}${ms.toFixed(1).padStart(9)} ms   ${note}`);
}
