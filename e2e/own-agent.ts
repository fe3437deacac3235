/**
 * The person's own agent as the classifier, with the real clients: the gate is installed in the agent, and asks that same agent
 * for its verdict. Nothing leaves the machine but the download of the clients. `npm run e2e:agents [HOST…]` after a build.
 *
 * SALLYPORT_E2E_CLIENTS names a folder in which fetched clients are kept between runs.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { CLIENTS, type Client, fetched, run } from "./hosts/clients.ts";
import { type ScriptedModel, scriptedModel } from "./hosts/scripted-model.ts";

const LIMIT_MS = 120_000;
const CANARY = "canary-of-the-person";
const SYSTEM_PATH = [...new Set([dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"])].join(":");
const gate = resolve("dist/sallyport.cjs");

interface Place {
  readonly client: Client;
  readonly program: string;
  readonly top: string;
  readonly home: string;
  readonly project: string;
  readonly state: string;
  readonly model: ScriptedModel;
  readonly env: Readonly<Record<string, string>>;
}

function place(client: Client, program: string, model: ScriptedModel): Place {
  const top = mkdtempSync(join(tmpdir(), "sallyport-own-agent-"));
  const [home, project] = [join(top, "home"), join(top, "home/project")];
  for (const folder of [project, join(top, "temporary"), join(home, ".config/sallyport"), join(home, ".claude")])
    mkdirSync(folder, { recursive: true });
  execFileSync("git", ["init", "-q", project]);
  client.prepare(home, model.port);
  mkdirSync(join(home, ".codex"), { recursive: true });
  for (const file of [".claude/CLAUDE.md", ".codex/AGENTS.md", "CLAUDE.md", "AGENTS.md"])
    writeFileSync(join(home, file), CANARY);
  const env = {
    HOME: home,
    TMPDIR: join(top, "temporary"),
    PATH: SYSTEM_PATH,
    GATE_KEY: "sk-not-a-key",
    ...client.env(model.port),
  };
  const at = { client, program, top, home, project, state: join(home, ".local/state/sallyport"), model, env };
  settle(at, 30_000);
  execFileSync(process.execPath, [gate, "install", client.host, "--yes", "--no-service"], {
    cwd: project,
    env,
    stdio: "pipe",
  });
  return at;
}

function settle({ client, program, home, model }: Place, thinking: number): void {
  const baseUrl = `http://127.0.0.1:${model.port}${client.host === "codex" ? "/v1" : ""}`;
  const classifier = { provider: client.host, command: [program], baseUrl, apiKeyEnv: "GATE_KEY" };
  const settings = {
    contain: { enabled: false },
    classifier: { ...classifier, timeoutMs: { fast: 1000, thinking } },
  };
  writeFileSync(join(home, ".config/sallyport/settings.json"), JSON.stringify(settings));
}

const write = (name: string): string => `python3 -c "open('${name}.txt','w').write('x')"`;

/** The agent makes one call that only a model can judge; whether it ran. */
async function work(at: Place): Promise<boolean> {
  rmSync(join(at.project, "marker.txt"), { force: true });
  at.model.script([at.client.shell(write("marker")), { text: "done" }]);
  const { freeArgs = at.client.args } = at.client;
  await run(at.program, freeArgs("write the marker"), { cwd: at.project, env: at.env, limitMs: LIMIT_MS });
  return existsSync(join(at.project, "marker.txt"));
}

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });

/** Processes that were started for an answer and are still there. */
const leftRunning = (): number =>
  readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "utf8").includes("SALLYPORT_SIDE_QUERY=1");
    } catch {
      return false;
    }
  }).length;

type Check = (at: Place) => Promise<string | undefined>;

const CHECKS: Readonly<Record<string, Check>> = {
  "what its own model lets pass runs, and the question was asked once": async (at) => {
    at.model.judging("<thinking>fine</thinking><block>no</block>");
    const before = at.model.misled();
    if (!(await work(at))) return `not run: ${at.model.results().join(" ").slice(0, 600)}`;
    return at.model.misled() - before === 1 ? undefined : `asked ${at.model.misled() - before} times`;
  },
  "the question had no tools, no instructions of the person's, and our prompt": async (at) => {
    const body = at.model.asides().at(-1) ?? "";
    const { tools = [] } = JSON.parse(body) as { tools?: unknown[] };
    if (tools.length > 0) return `tools: ${JSON.stringify(tools).slice(0, 300)}`;
    if (body.includes(CANARY)) return "instructions of the person's are in it";
    return body.includes("write the marker") && body.includes("<block>") ? undefined : "the prompt is not in it";
  },
  "no hook knows of the question, and no record or file of it is left": async (at) => {
    const ledger = join(at.state, "ledger");
    const sessions = readdirSync(ledger).filter((name) => name.endsWith(".jsonl"));
    if (sessions.length !== 1) return `${sessions.length} sessions are in the ledger, not one`;
    if (readdirSync(join(at.state, "asks")).length > 0) return "a folder is left";
    const kept = filesBelow(at.home).filter((file) => readFileSync(file).includes("<transcript>"));
    return kept.length === 0 ? undefined : `kept in ${kept.join(", ")}`;
  },
  "what its own model blocks does not run": async (at) => {
    at.model.judging("<block>yes</block><reason>[Irreversible Local Destruction] not this</reason>");
    return (await work(at)) ? "it ran" : undefined;
  },
  "an answer that is none does not let it run": async (at) => {
    at.model.judging("Sure, go ahead: <block>no</block>");
    return (await work(at)) ? "it ran" : undefined;
  },
  "time over: it does not run, and nothing is left running": async (at) => {
    settle(at, 3000);
    at.model.judging("<block>no</block>", 20_000);
    const ran = await work(at);
    settle(at, 30_000);
    if (ran) return "it ran";
    return leftRunning() === 0 ? undefined : "a process is left";
  },
  "doctor says that this version is closed": async (at) => {
    const { stdout } = await run(process.execPath, [gate, "doctor", "--json"], {
      cwd: at.project,
      env: at.env,
      limitMs: LIMIT_MS,
    });
    const findings = JSON.parse(stdout) as { about: string; state: string; says: string }[];
    const agent = findings.find(({ about }) => about === "agent");
    return agent?.state === "ok" ? undefined : JSON.stringify(agent ?? findings);
  },
};

const wanted = process.argv.slice(2);
const folder = process.env.SALLYPORT_E2E_CLIENTS ?? mkdtempSync(join(tmpdir(), "sallyport-clients-"));
for (const client of CLIENTS.filter(({ host }) => host === "claude-code" || host === "codex")) {
  if (wanted.length > 0 && !wanted.includes(client.host)) continue;
  const program = fetched(client, folder);
  if (program === undefined) {
    console.log(`${client.host}: cannot be fetched`);
    process.exitCode = 1;
    continue;
  }
  const model = await scriptedModel();
  const at = place(client, program, model);
  for (const [name, check] of Object.entries(CHECKS)) {
    const wrong = await check(at).catch((error: unknown) => String(error));
    console.log(
      `${client.host} ${client.version}: ${wrong === undefined ? "ok  " : "FAIL"} ${name}${wrong === undefined ? "" : `: ${wrong}`}`,
    );
    if (wrong !== undefined) process.exitCode = 1;
  }
  await model.close();
  if (process.env.SALLYPORT_E2E_KEEP === undefined) rmSync(at.top, { recursive: true, force: true });
  else console.log(at.top);
}
if (process.env.SALLYPORT_E2E_CLIENTS === undefined) rmSync(folder, { recursive: true, force: true });
