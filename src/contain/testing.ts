/** Walls for tests: whether they can be tried here, and a small machine to try them on, as root and as an ordinary user. */

import { spawnSync } from "node:child_process";
import {
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { diskWorld, joinAgentFiles } from "../machine/index.ts";
import { planWalls, type Standing, type WallsPlan, type WallsRequest } from "./index.ts";
import { NOTHING_AROUND } from "./plan/around.ts";
import { findTools } from "./standing/standing.ts";
import { prepareWalls } from "./tool/prepare.ts";
import { runInside } from "./tool/run.ts";

/** The marker by which the end of a test run counts what did not run. */
const INSIDE = "inside walls";
const required = process.env.SALLYPORT_WALLS === "required";

function whyNot(): string | undefined {
  if (process.platform !== "linux") return "walls are tried on Linux";
  const found = findTools();
  if ("missing" in found) return "why" in found.missing ? found.missing.why : "no tools";
  const line = ["--unshare-user", "--disable-userns", "--ro-bind", "/", "/", "true"];
  const run = spawnSync(found.tools.tool, line, { encoding: "utf8" });
  return run.status === 0 ? undefined : `bubblewrap fails: ${run.stderr.trim()}`;
}

const missing = required ? undefined : whyNot();
export const canTryWalls = missing === undefined;
export const insideWalls = canTryWalls ? INSIDE : `${INSIDE} (not run: ${missing})`;

/** Who a test runs as. Only root can become somebody else. */
export interface TestUser {
  readonly name: string;
  readonly uid: number;
}
const ORDINARY: TestUser = { name: "an ordinary user", uid: 23456 };
export const testUsers: readonly TestUser[] =
  process.getuid?.() === 0
    ? [{ name: "root", uid: 0 }, ORDINARY]
    : [{ name: "this user", uid: process.getuid?.() ?? 0 }];

export interface TestMachine {
  readonly base: string;
  readonly project: string;
  readonly home: string;
  at(path: string): string;
  write(path: string, text?: string): void;
  plan(request?: Partial<WallsRequest>): WallsPlan;
  /** Plans, prepares and runs; or runs a plan made before. */
  run(
    script: string,
    how?: Partial<WallsRequest> | WallsPlan,
  ): { status: number | null; stdout: string; stderr: string };
  remove(): void;
}

export const TEST_AGENTS = joinAgentFiles([
  {
    directories: [".claude", ".codex"],
    configDirectories: ["opencode"],
    files: [".claude.json"],
    instructions: ["CLAUDE.md"],
  },
]);

export function testMachine(user: TestUser): TestMachine {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "sallyport-fence-")));
  const at = (path: string): string => join(base, path);
  const machine: TestMachine = {
    base,
    project: at("project"),
    home: at("home"),
    at,
    write: (path, text = "") => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), text);
    },
    plan: (request) => asUser(user, base, () => planHere(machine, request)),
    run: (script, how = {}) => {
      const plan = "mounts" in how ? how : machine.plan(how);
      return runAs(user, plan, script);
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
  for (const dir of ["project", "home", "outside", "tmp", "state"]) mkdirSync(at(dir));
  return machine;
}

function planHere(machine: TestMachine, request: Partial<WallsRequest> = {}): WallsPlan {
  const { base, project, home, at } = machine;
  const plan = planWalls(
    {
      ...{
        walls: "work",
        cwd: project,
        projectRoot: project,
        home,
        writable: [],
        around: NOTHING_AROUND,
        hidden: [],
        readOnly: [],
        hiddenObjects: [],
        unmade: [],
      },
      ...{
        gitWrites: false,
        envFiles: false,
        env: [],
        sessionTmp: at("tmp"),
        cacheDir: join(base, "state/walls/cache/p"),
      },
      ...{
        stateDir: at("state"),
        gateDirectories: [at("state")],
        movedPlaces: [],
        gatePrograms: [],
        agentFiles: TEST_AGENTS,
      },
      ...request,
    },
    diskWorld({ home, path: process.env.PATH ?? "" }),
  );
  if (!plan.ok) throw new Error(plan.error);
  const prepared = prepareWalls(plan.value, at("state"));
  if (!prepared.ok) throw new Error(prepared.error);
  return plan.value;
}

/** The disk as that user sees it: a plan made by root names places a user cannot reach. */
function asUser<T>({ uid }: TestUser, base: string, run: () => T): T {
  if (uid === process.geteuid?.()) return run();
  own(base, uid);
  process.setegid?.(uid);
  process.seteuid?.(uid);
  try {
    return run();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

function own(path: string, uid: number): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  chownSync(path, uid, uid);
  if (found.isDirectory()) for (const name of readdirSync(path)) own(join(path, name), uid);
}

function runAs({ uid }: TestUser, plan: WallsPlan, script: string) {
  const found = findTools();
  if ("missing" in found) throw new Error("why" in found.missing ? found.missing.why : "no tools");
  const { tool, bash } = found.tools;
  const env = { PATH: process.env.PATH, HOME: "/", LANG: "C.UTF-8", SECRET_OF_OUTSIDE: "sings" };
  const command = [bash, "-c", script];
  const other = uid === process.getuid?.() ? {} : { uid, gid: uid };
  return runInside(plan, { tool, bash, command, env, timeoutMs: 60_000, ...other });
}

/** For the self-test in tests. */
export const stands = (standing: Standing): string => (standing.stand ? "stand" : standing.why);
