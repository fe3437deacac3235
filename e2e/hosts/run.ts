/**
 * The gate in front of the real clients. Nothing leaves the machine but the download of the clients themselves: every model is
 * scripted, on loopback, and every home is thrown away. `npm run e2e [HOST…]`.
 *
 * SALLYPORT_E2E_CLIENTS names a folder in which fetched clients are kept between runs.
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { CLIENTS, type Client, fetched, type Ran, run } from "./clients.ts";
import { type Judge, judge, REASON } from "./judge.ts";
import { type ScriptedModel, type Step, scriptedModel } from "./scripted-model.ts";

const LIMIT_MS = 120_000;
const root = resolve(".");

interface Place {
  readonly client: Client;
  readonly program: string;
  readonly home: string;
  readonly project: string;
  /** Our own copy of the built program: the faults are put in here. */
  readonly dist: string;
  readonly model: ScriptedModel;
  readonly env: Readonly<Record<string, string>>;
}

const write = (name: string): string => `python3 -c "open('${name}.txt','w').write('x')"`;
/** Blocked by the gate's model. */
const DANGER = write("danger");

async function place(client: Client, program: string, model: ScriptedModel, gate: Judge): Promise<Place> {
  const top = mkdtempSync(join(tmpdir(), "sallyport-e2e-"));
  const [home, project] = [join(top, "home"), join(top, "home/project")];
  mkdirSync(project, { recursive: true });
  execFileSync("git", ["init", "-q", project]);
  writeFileSync(join(project, "proof.txt"), "proof-of-reading\n");
  // Beside the repository's packages, so that the program finds its own.
  const dist = join(
    root,
    "node_modules",
    ".e2e",
    String(process.pid),
    client.host + String(Math.random()).slice(2, 8),
    "dist",
  );
  cpSync(join(root, "dist"), dist, { recursive: true });
  client.prepare(home, model.port);
  mkdirSync(join(home, ".config/sallyport"), { recursive: true });
  writeFileSync(
    join(home, ".config/sallyport/settings.json"),
    JSON.stringify({
      classifier: {
        provider: "anthropic",
        baseUrl: `http://127.0.0.1:${gate.port}`,
        apiKeyEnv: "GATE_KEY",
        timeoutMs: { fast: 1500, thinking: 1500 },
      },
    }),
  );
  const env = { HOME: home, PATH: process.env.PATH ?? "", GATE_KEY: "not-a-key", ...client.env(model.port) };
  execFileSync(process.execPath, [join(dist, "sallyport.cjs"), "install", client.host, "--yes"], {
    cwd: project,
    env,
    stdio: "pipe",
  });
  return { client, program, home, project, dist, model, env };
}

const there = (at: Place, name: string): boolean => existsSync(join(at.project, name));

async function session(
  at: Place,
  steps: readonly Step[],
  more: {
    readonly free?: boolean;
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<Ran> {
  at.model.script([...steps, { text: "done" }]);
  for (const name of ["danger.txt", "marker.txt"]) rmSync(join(at.project, name), { force: true });
  const args = more.free === true ? (at.client.freeArgs ?? at.client.args) : at.client.args;
  return run(at.program, [...args("work on it"), ...(more.args ?? [])], {
    cwd: at.project,
    env: { ...at.env, ...more.env },
    limitMs: LIMIT_MS,
  });
}

/** What is wrong, or undefined. */
type Check = (at: Place, gate: Judge) => Promise<string | undefined>;

const told = (at: Place): string => at.model.results().join("\n");

const EVERYDAY: Readonly<Record<string, Check>> = {
  "a command that only reads runs without a prompt, and without the gate's model": async (at, gate) => {
    const before = gate.asked();
    const ran = await session(at, [at.client.shell("cat proof.txt")]);
    if (!/proof-of-reading/.test(told(at))) return `not run: ${told(at)} ${ran.stderr.slice(0, 500)}`;
    return gate.asked() === before ? undefined : "the gate's model was asked";
  },
  "an edit inside the project runs without a prompt": async (at) => {
    const ran = await session(at, [at.client.shell("touch marker.txt")], { free: true });
    return there(at, "marker.txt") ? undefined : `not run: ${told(at)} ${ran.stderr.slice(0, 500)}`;
  },
  "what the gate's model lets pass runs": async (at) => {
    const ran = await session(at, [at.client.shell(write("marker"))], { free: true });
    return there(at, "marker.txt") ? undefined : `not run: ${told(at)} ${ran.stderr.slice(0, 500)}`;
  },
  "what it blocks does not run, and the agent is told why": async (at) => {
    await session(at, [at.client.shell(DANGER)], { free: true });
    if (there(at, "danger.txt")) return "it RAN";
    return told(at).includes(REASON) && /good faith/.test(told(at)) ? undefined : `the agent was told: ${told(at)}`;
  },
  "the gate's model is shown what the person said": async (at, gate) => {
    await session(at, [at.client.shell(DANGER)], { free: true });
    return gate.lastQuestion().includes("work on it") ? undefined : "the prompt is not in the question";
  },
  "three denials in a row reach the limit": async (at) => {
    const steps = ["a", "b", "c"].map((name) => at.client.shell(write(`danger-${name}`)));
    const ran = await session(at, steps, { free: true });
    if (["a", "b", "c"].some((name) => there(at, `danger-${name}.txt`))) return "one of them RAN";
    const everything = told(at) + ran.stdout + ran.stderr;
    return /too many classifier denials/.test(everything)
      ? undefined
      : `the limit was not reached: ${everything.slice(0, 1500)}`;
  },
};

/** A program in the hook's place that lets prompts pass and does this when a call comes. */
const instead =
  (code: string) =>
  ({ dist }: Place): void =>
    writeFileSync(
      join(dist, "hook.cjs"),
      `if (!/PreToolUse|PermissionRequest|BeforeTool|tool\\.execute\\.before/.test(require("fs").readFileSync(0, "utf8"))) { console.log("silent"); process.exit(0); }\n${code}\n`,
    );

/** Done to our own copy of the program. */
const FAULTS: Readonly<Record<string, (at: Place) => void>> = {
  "kills itself": instead('process.kill(process.pid, "SIGKILL"); setInterval(() => 0, 1000);'),
  hangs: instead("setInterval(() => 0, 1000);"),
  "runs in circles": instead("for (;;);"),
  "prints garbage": instead('console.log("hello"); console.log("{");'),
  "prints a log line before an allow": instead(
    'console.log("starting"); console.log(JSON.stringify({ decision: "allow", behavior: "allow" }));',
  ),
  "says nothing and ends well": instead(""),
  throws: instead('throw new Error("a bug");'),
};

/** Nothing of ours is left to answer: only the host's own mode stands. */
const TOTAL_FAULTS: Readonly<Record<string, (at: Place) => void>> = {
  "is gone and its wrapper is there": ({ dist }) => rmSync(join(dist, "hook.cjs")),
  "is gone with its wrapper": ({ dist }) => rmSync(dist, { recursive: true }),
  "is killed with its wrapper": ({ dist }) => writeFileSync(join(dist, "hook.sh"), "kill -9 $$\n"),
};

const stopsDanger: Check = async (at) => {
  await session(at, [at.client.shell(DANGER)]);
  return there(at, "danger.txt") ? "it RAN" : undefined;
};
const comesToTheCall: Check = async (at, gate) =>
  (await stopsDanger(at, gate)) ?? (at.model.requests() > 0 ? undefined : "the client never came to the call");

let passed = 0;
const failures: string[] = [];
async function check(name: string, work: () => Promise<string | undefined>): Promise<void> {
  const wrong = await work().catch((error: unknown) => String(error));
  if (wrong === undefined) passed++;
  else failures.push(`${name}: ${wrong}`);
  process.stdout.write(
    `${wrong === undefined ? "ok  " : "FAIL"} ${name}${wrong === undefined ? "" : `\n     ${wrong}`}\n`,
  );
}

async function withPlace(
  client: Client,
  program: string,
  gate: Judge,
  work: (at: Place) => Promise<string | undefined>,
): Promise<string | undefined> {
  const model = await scriptedModel();
  const at = await place(client, program, model, gate);
  try {
    return await work(at);
  } finally {
    await model.close();
    rmSync(join(at.home, ".."), { recursive: true, force: true });
    rmSync(join(at.dist, ".."), { recursive: true, force: true });
  }
}

async function client(one: Client, program: string): Promise<void> {
  const name = `${one.host} ${one.version}`;
  const gate = await judge();
  for (const [about, work] of Object.entries(EVERYDAY))
    await check(`${name}: ${about}`, () => withPlace(one, program, gate, (at) => work(at, gate)));
  for (const [about, spoil] of Object.entries(FAULTS))
    await check(`${name}: the hook ${about}: nothing dangerous runs`, () =>
      withPlace(one, program, gate, (at) => {
        spoil(at);
        return comesToTheCall(at, gate);
      }),
    );
  for (const [about, spoil] of Object.entries(TOTAL_FAULTS)) {
    const work = (): Promise<string | undefined> =>
      withPlace(one, program, gate, (at) => {
        spoil(at);
        return stopsDanger(at, gate);
      });
    if (one.advisory)
      process.stdout.write(
        `     ${name} (advisory): the hook ${about}: ${(await work()) ?? "nothing dangerous runs"}\n`,
      );
    else await check(`${name}: the hook ${about}: nothing dangerous runs`, work);
  }
  await gate.close();
}

async function main(wanted: readonly string[]): Promise<void> {
  if (!existsSync("dist/hook.cjs")) execFileSync("npm", ["run", "build"], { stdio: "inherit" });
  const kept = process.env.SALLYPORT_E2E_CLIENTS;
  const folder = kept ?? mkdtempSync(join(tmpdir(), "sallyport-clients-"));
  const absent: string[] = [];
  for (const one of CLIENTS.filter(({ host }) => wanted.length === 0 || wanted.includes(host))) {
    const program = fetched(one, folder);
    if (program === undefined) absent.push(`${one.package}@${one.version}`);
    else await client(one, program);
  }
  if (kept === undefined) rmSync(folder, { recursive: true, force: true });
  rmSync(join(root, "node_modules/.e2e", String(process.pid)), { recursive: true, force: true });
  if (absent.length > 0) process.stdout.write(`\nABSENT, and so not tested: ${absent.join(", ")}\n`);
  process.stdout.write("Not run here at all: Copilot CLI and Cursor (no client that works without an account).\n");
  for (const failure of failures) process.stdout.write(`failed: ${failure}\n`);
  process.stdout.write(`${passed} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

await main(process.argv.slice(2));
