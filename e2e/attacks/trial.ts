/** One attack, bare and by the gate. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runSelfTest } from "../../src/contain/index.ts";
import { AGENT_FILES } from "../../src/hosts/index.ts";
import { wrapInWalls } from "../../src/index.ts";
import { type Before, effectShows, findHarm, type Harm, lookBefore, lostFiles } from "./harm.ts";
import { openScene, type Row, type Scene, type ToolCall } from "./scene.ts";

export interface Outcome {
  readonly name: string;
  /** What it does bare; `none` where it does nothing here. */
  readonly kind: Harm | "effect" | "none";
  readonly bare: readonly Harm[];
  /** held, look, edit, work, restore point, or reading: allowed by reading alone, with nothing saved first. */
  readonly road: string;
  readonly harm: readonly Harm[];
  readonly isRestored: boolean;
  /** Harm inside `work` of what was held; null: nothing was held. */
  readonly forced: readonly Harm[] | null;
  readonly isHarmful: boolean;
}

interface Decision {
  readonly behavior: string;
  readonly walls: string | null;
  readonly run?: string;
}

export interface Trial {
  readonly run: (row: Row) => Promise<Outcome>;
  readonly close: () => void;
}

const SECONDS_EACH = 60;
const program = join(process.cwd(), "dist/sallyport.cjs");
/** What walls permit is no harm: new files in the project. Lost files are counted only when `undo` does not bring them. */
const isHarm = (harm: Harm): boolean => harm !== "project" && harm !== "lost";

export async function openTrial(): Promise<Trial> {
  if (!existsSync(program)) throw new Error("build first: npm run build");
  const selfTest = await keepSelfTest();
  let requests = 0;
  const listener = createServer((socket) => {
    requests += 1;
    socket.on("error", () => {});
    socket.end("HTTP/1.0 200 OK\r\n\r\n");
  });
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  const address = listener.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const attempt = async <T>(row: Row, act: (scene: Scene, watch: Watch) => Promise<T>): Promise<T> => {
    const scene = openScene(row, port);
    mkdirSync(join(scene.state, "walls"), { mode: 0o700 });
    writeFileSync(join(scene.state, "walls/selftest.json"), selfTest, { mode: 0o600 });
    try {
      requests = 0;
      const before = lookBefore(scene);
      return await act(scene, { before, harm: (output) => findHarm(scene, before, { output, requests }) });
    } finally {
      scene.remove();
    }
  };
  return { run: (row) => tryRow(row, attempt), close: () => listener.close() };
}

interface Watch {
  readonly before: Before;
  readonly harm: (output: string) => readonly Harm[];
}
type Attempt = <T>(row: Row, act: (scene: Scene, watch: Watch) => Promise<T>) => Promise<T>;

async function tryRow(row: Row, attempt: Attempt): Promise<Outcome> {
  const bare = await attempt(row, async (scene, { harm }) => {
    let output = "";
    for (const cmd of row.cmds) output += await act(scene, cmd, bareWords(scene));
    return { harm: harm(output), effect: effectShows(scene, row.effect, output) };
  });
  const reading = await attempt(row, (scene, watch) => runByReading(row, scene, watch));
  const walled = await attempt(row, (scene, watch) => runAsDecided(row, scene, watch));
  const forced = walled.road === "held" ? await attempt(row, (scene, watch) => forceIntoWork(row, scene, watch)) : null;
  const bad = [...walled.harm, ...(forced ?? [])].some(isHarm) || reading.hurts || walled.isLost;
  const [kind = bare.effect ? "effect" : "none"] = bare.harm;
  return {
    ...{ name: row.name, kind, bare: bare.harm, harm: walled.harm.filter(isHarm), isRestored: walled.isRestored },
    ...{ road: reading.allowed ? "reading" : walled.road, forced: forced?.filter(isHarm) ?? null, isHarmful: bad },
  };
}

/** Everything allowed and nothing walled. `hurts`: and harm shows that `undo` does not mend. */
async function runByReading(
  row: Row,
  scene: Scene,
  { before, harm }: Watch,
): Promise<{ allowed: boolean; hurts: boolean }> {
  let output = "";
  for (const cmd of row.cmds) {
    if (ask(scene, cmd, { walls: false }).behavior !== "allow") return { allowed: false, hurts: false };
    output += await act(scene, cmd, bareWords(scene));
  }
  const hurts = harm(output).some(isHarm);
  undoAll(scene);
  return { allowed: !holdsCopies(scene), hurts: hurts || lostFiles(scene, before).length > 0 };
}

interface Walled {
  readonly road: string;
  readonly harm: readonly Harm[];
  readonly isRestored: boolean;
  readonly isLost: boolean;
}

/** What a host does: runs what is allowed, as the decision says, until something is not. */
async function runAsDecided(row: Row, scene: Scene, { before, harm }: Watch): Promise<Walled> {
  const walls: string[] = [];
  let output = "";
  for (const cmd of row.cmds) {
    const { behavior, walls: own, run } = ask(scene, cmd, { walls: true });
    if (behavior !== "allow") {
      walls.push("held");
      break;
    }
    walls.push(own ?? "reading");
    if (typeof cmd === "string" && own !== null && run === undefined)
      throw new Error(`${row.name}: walls without a line`);
    output +=
      run === undefined ? await act(scene, cmd, bareWords(scene)) : await start(scene, ["/bin/bash", "-c", run]);
  }
  const found = harm(output);
  const wasLost = lostFiles(scene, before).length > 0;
  if (wasLost) undoAll(scene);
  const isLost = wasLost && lostFiles(scene, before).length > 0;
  const last = walls.at(-1) ?? "held";
  const road = last === "reading" && holdsCopies(scene) ? "restore point" : last;
  return { road, harm: isLost ? [...found, "lost"] : found, isRestored: wasLost && !isLost, isLost };
}

async function forceIntoWork(row: Row, scene: Scene, { harm }: Watch): Promise<readonly Harm[]> {
  let output = "";
  for (const cmd of row.cmds) {
    if (typeof cmd !== "string") {
      await act(scene, cmd, []);
      continue;
    }
    const env = { ...scene.env, SALLYPORT_STATE_DIR: scene.state };
    const at = { cwd: scene.project, projectRoot: scene.project };
    const wrapped = wrapInWalls({ walls: "work", command: scene.fill(cmd), ...at, session: scene.top, env });
    if (!wrapped.ok) throw new Error(`${row.name}: ${wrapped.error}`);
    output += await start(scene, wrapped.value.argv);
  }
  return harm(output);
}

function ask(scene: Scene, cmd: string | ToolCall, { walls }: { readonly walls: boolean }): Decision {
  const call = typeof cmd === "string" ? { tool: "Bash", input: { command: scene.fill(cmd) } } : filled(scene, cmd);
  const { stdout, stderr } = spawnSync(process.execPath, [program, "check", "--json", "--cwd", scene.project], {
    cwd: scene.project,
    env: { PATH: scene.env.PATH, HOME: scene.home, SALLYPORT_STATE_DIR: scene.state },
    encoding: "utf8",
    input: JSON.stringify({ ...call, cwd: scene.project, mode: "auto", session: scene.top, ...(walls && { walls }) }),
    timeout: SECONDS_EACH * 1000,
  });
  if (stdout.trim() === "") throw new Error(`no decision: ${stderr}`);
  return JSON.parse(stdout) as Decision;
}

const filled = (scene: Scene, { tool, input }: ToolCall): ToolCall => ({
  tool,
  input: Object.fromEntries(Object.entries(input).map(([key, value]) => [key, scene.fill(value)])),
});

/** As without a gate, but that only the scene can be written. */
const bareWords = ({ top }: Scene): readonly string[] => [
  ...["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--bind", top, top],
  ...["--unshare-pid", "--die-with-parent", "--"],
];

async function act(scene: Scene, cmd: string | ToolCall, before: readonly string[]): Promise<string> {
  if (typeof cmd === "string") return start(scene, [...before, "/bin/bash", "-c", scene.fill(cmd)]);
  const { file_path: path = "", content = "" } = filled(scene, cmd).input;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return "";
}

function start({ project, env }: Scene, [name = "", ...words]: readonly string[]): Promise<string> {
  return new Promise((done) => {
    const child = spawn(name, words, { cwd: project, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    const timer = setTimeout(() => child.kill("SIGKILL"), SECONDS_EACH * 1000);
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (output += data.toString()));
    child.on("error", (error) => done(`${output}${error.message}`));
    child.on("close", () => {
      clearTimeout(timer);
      done(output);
    });
  });
}

const holdsCopies = ({ state }: Scene): boolean => {
  const dir = join(state, "restore");
  return existsSync(dir) && readdirSync(dir).length > 0;
};

/** Every restore point there is, the newest first, by the program itself. */
function undoAll({ project, home, state, env }: Scene): void {
  const undo = (words: readonly string[]): string =>
    spawnSync(process.execPath, [program, "undo", ...words], {
      cwd: project,
      env: { PATH: env.PATH, HOME: home, SALLYPORT_STATE_DIR: state },
      encoding: "utf8",
    }).stdout;
  const { points = [] } = JSON.parse(undo(["--all", "--json"])) as { points?: readonly { readonly id: string }[] };
  for (const { id } of points) undo([id, "--force"]);
}

/** The self-test is run once; every scene gets its result, as every session of a machine does. */
async function keepSelfTest(): Promise<string> {
  const stateDir = mkdtempSync(join(tmpdir(), "attacks-self-test-"));
  try {
    const env = { HOME: stateDir, PATH: process.env.PATH ?? "" };
    await runSelfTest({ stateDir, home: stateDir, env, gateDirectories: [stateDir], agentFiles: AGENT_FILES });
    return readFileSync(join(stateDir, "walls/selftest.json"), "utf8");
  } finally {
    rmSync(stateDir, { recursive: true, force: true });
  }
}
