/** Tries every wall on this machine, for real, and keeps what came of it. One failure: no walls. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { WALLS, type Walls } from "../../contract/decision.ts";
import { messageOf } from "../../contract/result.ts";
import { type AgentFiles, diskWorld } from "../../machine/index.ts";
import { NOTHING_AROUND } from "../plan/around.ts";
import { planWalls } from "../plan/plan.ts";
import { credentialPlaces } from "../plan/stores.ts";
import type { WallsPlan } from "../plan/types.ts";
import { prepareWalls } from "../tool/prepare.ts";
import { runInside } from "../tool/run.ts";
import { adviseFailure } from "./advice.ts";
import { tryEveryday } from "./everyday.ts";
import { PROBE, type ProbeQuestions } from "./probe.ts";
import { findTools, keepResult, type Standing, type WallsTools, wallsStand } from "./standing.ts";

const PROBE_LIMIT_MS = 30_000;

export interface SelfTest {
  readonly stateDir: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly gateDirectories: readonly string[];
  readonly agentFiles: AgentFiles;
}

/** Takes a second or two. Leaves nothing behind but its result. */
export async function runSelfTest(test: SelfTest): Promise<Standing> {
  const found = findTools();
  if ("missing" in found) return found.missing;
  const { tools } = found;
  const failed = await tryWalls(test, tools);
  try {
    keepResult(test.stateDir, { key: tools.key, failed });
  } catch (error) {
    const mend = `make ${test.stateDir} writable for yourself`;
    return { stand: false, why: `the result cannot be kept: ${messageOf(error)}`, mend };
  }
  return wallsStand(test.stateDir);
}

type Failure = { readonly why: string; readonly mend: string } | null;

async function tryWalls(test: SelfTest, tools: WallsTools): Promise<Failure> {
  const scene = await buildScene(test);
  try {
    for (const walls of WALLS) {
      let wrong = tryOne(walls, { scene, tools, test });
      for (let again = 1; again < TRIES && wrong !== null && isSetUp(wrong); again++)
        wrong = tryOne(walls, { scene, tools, test });
      if (wrong !== null) return { ...wrong, why: `${walls}: ${wrong.why}` };
    }
    return scene.stranger.exitCode === null && scene.stranger.signalCode === null
      ? null
      : { why: "a process outside was ended from inside", mend: REPORT };
  } catch (error) {
    return { why: messageOf(error), mend: "sallyport doctor --full, after that is fixed" };
  } finally {
    scene.close();
  }
}

function tryOne(walls: Walls, at: ProbeScene): Failure {
  const plan = planScene(walls, at.scene, at.test);
  if (!plan.ok) return { why: plan.error, mend: "sallyport doctor --full, after that is fixed" };
  return probe(walls, plan.value, at) ?? tryEveryday(plan.value, at.tools, at.test.env);
}

/** Nothing ran: a socket or a directory that was planned for went away meanwhile, as they do. That is tried again. */
const isSetUp = ({ why }: { readonly why: string }): boolean => /bwrap: |not as planned/.test(why);
const TRIES = 4;

const REPORT = "nothing is walled here; please report it with the output of sallyport doctor --full";

interface Scene {
  readonly base: string;
  readonly sockets: readonly string[];
  readonly port: number;
  readonly stranger: ChildProcess;
  close(): void;
}

const LEAVING = ["SIGINT", "SIGTERM"] as const;
/** As a shell tells of an interrupt. */
const leave = (): never => process.exit(130);

/** A project, a canary, sockets in each kind of place, a server and a process that must not notice anything. */
async function buildScene({ home }: SelfTest): Promise<Scene> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "sallyport-walls-")));
  for (const dir of ["project/.git/hooks", "project/.github/workflows", "hidden", "outside", "tmp"])
    mkdirSync(join(base, dir), { recursive: true });
  writeFileSync(join(base, "hidden/canary"), CANARY);
  const name = `.sallyport-walls-${process.pid}.sock`;
  const places = [base, join(base, "project"), home, "/run", `/run/user/${process.getuid?.() ?? 0}`];
  const servers = await Promise.all(places.map((dir) => listen(join(dir, name))));
  const open = servers.flatMap((server, i) =>
    server === undefined ? [] : [{ server, path: join(places[i] ?? "", name) }],
  );
  const tcp = await listen(0);
  const address = tcp?.address();
  const stranger = spawn(process.execPath, ["-e", "setTimeout(() => {}, 600000)"], { stdio: "ignore" });
  const close = (): void => {
    process.off("exit", close);
    for (const signal of LEAVING) process.off(signal, leave);
    for (const { server } of open) server.close();
    tcp?.close();
    stranger.kill("SIGKILL");
    for (const { path } of open) rmSync(path, { force: true });
    rmSync(base, { recursive: true, force: true });
  };
  // A person who leaves in the middle leaves nothing of it behind.
  process.once("exit", close);
  for (const signal of LEAVING) process.once(signal, leave);
  return {
    base,
    sockets: open.map(({ path }) => path),
    port: typeof address === "object" && address !== null ? address.port : 0,
    stranger,
    close,
  };
}

const CANARY = "the canary sings";
const VARIABLE = "SALLYPORT_SELF_TEST_CANARY";

/** Undefined where nobody may listen. */
function listen(at: string | 0): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", () => resolve(undefined));
    server.unref();
    if (at === 0) server.listen(0, "127.0.0.1", () => resolve(server));
    else server.listen(at, () => resolve(server));
  });
}

function planScene(walls: Walls, { base }: Scene, { home, stateDir, env, gateDirectories, agentFiles }: SelfTest) {
  const project = join(base, "project");
  const path = [dirname(process.execPath), env.PATH ?? ""].join(":");
  return planWalls(
    {
      walls,
      cwd: project,
      projectRoot: project,
      home,
      writable: [],
      around: NOTHING_AROUND,
      hidden: [join(base, "hidden")],
      readOnly: [],
      hiddenObjects: [],
      unmade: [],
      gitWrites: false,
      envFiles: false,
      env: [],
      sessionTmp: join(base, "tmp"),
      cacheDir: join(base, "cache"),
      stateDir,
      gateDirectories,
      movedPlaces: [],
      gatePrograms: [],
      agentFiles,
    },
    diskWorld({ home, path }),
  );
}

interface ProbeScene {
  readonly scene: Scene;
  readonly tools: WallsTools;
  readonly test: SelfTest;
}

function probe(walls: Walls, plan: WallsPlan, { scene, tools, test }: ProbeScene): Failure {
  const prepared = prepareWalls(plan, test.stateDir);
  if (!prepared.ok) return { why: prepared.error, mend: `make ${test.stateDir} writable for yourself` };
  const run = runInside(plan, {
    ...tools,
    command: [process.execPath, "-e", PROBE, JSON.stringify(questionsFor(walls, scene, test))],
    env: { ...test.env, [VARIABLE]: VARIABLE },
    timeoutMs: PROBE_LIMIT_MS,
  });
  if (run.status !== 0) {
    const said = run.stderr.trim().split("\n").slice(0, 3).join(" ") || String(run.error ?? `status ${run.status}`);
    return { why: said, mend: adviseFailure(said) };
  }
  const wrong: unknown = JSON.parse(run.stdout);
  if (Array.isArray(wrong) && wrong.length === 0) return null;
  return { why: Array.isArray(wrong) ? wrong.map(String).join("; ") : "no answer from inside", mend: REPORT };
}

function questionsFor(walls: Walls, { base, sockets, port, stranger }: Scene, { home }: SelfTest): ProbeQuestions {
  const project = join(base, "project");
  const ownFile = join(project, "made");
  return {
    canary: { path: join(base, "hidden/canary"), text: CANARY },
    stores: credentialPlaces(diskWorld({ home })),
    writes: [
      ...["outside/made", "project/.git/hooks/pre-commit", "project/.github/workflows/made.yml"].map((name) =>
        join(base, name),
      ),
      ...[join(home, ".sallyport-walls-made"), "/run/sallyport-walls-made", "/proc/sys/kernel/core_pattern"],
      ...(walls === "look" ? [ownFile] : []),
    ],
    mayWrite: [
      join(base, "tmp/made"),
      ...(process.platform === "linux" ? ["/dev/shm/made"] : []),
      ...(walls === "look" ? [] : [ownFile]),
    ],
    moves: [join(project, ".git"), join(project, ".github"), join(project, ".github/workflows")],
    sockets,
    port,
    process: stranger.pid ?? 0,
    variable: VARIABLE,
  };
}
