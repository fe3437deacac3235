/**
 * How many calls the service judges in a second, beside a bare handler of the same HTTP library, in one run and in turns:
 * `node scripts/run.mjs bench/service-rate.ts [--seconds N] [--connections N]`. The record is on, and each answer is on the disk
 * before it is given. Agents repeat themselves: three calls in turn, and beside them calls of which each is a new one. The bare handler gets the same requests, parses their bodies and answers with a decision of the same length;
 * it knows nobody, judges nothing and keeps nothing. Node is started with the same flags for both.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { completeDraft } from "../src/contract/decision.ts";
import { ENGINE_FLAGS, startService, tokenBook } from "../src/service/index.ts";
import type { RecordIndex } from "../src/service/index-store/index.ts";

const SESSIONS = 4;
const ROUNDS = 5;
const WARM_CALLS = 80_000;
const MAX_WARM_SECONDS = 30;
const numberAfter = (flag: string, usual: number): number =>
  Number(process.argv[process.argv.indexOf(flag) + 1]) || usual;
const seconds = numberAfter("--seconds", 2);
/** Kept alive, each with one request at a time: as many callers as wait at once. */
const connections = numberAfter("--connections", 128);

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
let root = "";
let fresh = 1;

const role = process.env.BENCH_ROLE;
// What a round cost in processor time is asked for with a line on standard input.
if (role !== undefined)
  process.stdin.on("data", () => {
    const { user, system } = process.cpuUsage();
    console.log(JSON.stringify({ cpu: user + system }));
  });
if (role === "bare") await serveBare();
else if (role === "service") await serveReal();
else await measure();

/** As long as the service's own. */
const DECISION = {
  ...completeDraft({ by: "safeTool", reason: "" }, { id: "", ms: 0.123 }),
  behavior: "allow",
};

async function serveBare(): Promise<void> {
  const app = new Hono();
  app.post("/v1/check", async (c) => {
    const body: { tool?: string } = await c.req.json();
    return c.json({ ...DECISION, reason: `${body.tool} only reads or keeps the agent's own notes.`, id: randomUUID() });
  });
  const server = createServer(getRequestListener(app.fetch));
  server.listen(0, "127.0.0.1", () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })));
}

/** Nobody asks it anything here: what is measured is judging and the record. */
async function noIndex(): Promise<RecordIndex> {
  return { close: async () => undefined } as unknown as RecordIndex;
}

async function serveReal(): Promise<void> {
  process.once("SIGTERM", () => process.exit(0));
  const context = { env: process.env, cwd: process.cwd(), now: Date.now };
  const started = await startService(context, {
    ...{
      port: 0,
      pageDir: "/nowhere",
      openIndex: noIndex,
    },
    report: (sentence) => console.error(sentence),
  });
  if (!started.ok) throw new Error(started.error);
  const token = await tokenBook(started.value.service.stateDir).add({ name: "bench", scope: "admin", at: Date.now() });
  console.log(JSON.stringify({ port: started.value.port, token: token.ok ? token.value : "" }));
}

interface Target {
  readonly child: ChildProcess;
  readonly port: number;
  readonly token: string;
}

async function start(name: "bare" | "service", env: NodeJS.ProcessEnv): Promise<Target> {
  const more = name === "service" ? (process.env.BENCH_FLAGS?.split(" ") ?? []) : [];
  const flags = [...ENGINE_FLAGS, ...more.filter((flag) => flag !== "")];
  const child = spawn(process.execPath, [...flags, process.argv[1] ?? ""], {
    env: { ...env, BENCH_ROLE: name },
    stdio: ["pipe", "pipe", "inherit"],
    cwd: env.BENCH_ROOT,
  });
  const line = await new Promise<string>((resolve) => child.stdout?.once("data", (data) => resolve(String(data))));
  const { port, token = "" } = JSON.parse(line) as { port: number; token?: string };
  return { child, port, token };
}

function cpuOf({ child }: Target): Promise<number> {
  return new Promise((resolve) => {
    child.stdout?.once("data", (data) => resolve((JSON.parse(String(data)) as { cpu: number }).cpu));
    child.stdin?.write("\n");
  });
}

interface Round {
  readonly perSecond: number;
  /** Of the server, in microseconds. */
  readonly cpu: number;
}

async function round(target: Target, calls: Calls, ms: number): Promise<Round> {
  const before = await cpuOf(target);
  const perSecond = await rate(target, calls, ms);
  return { perSecond, cpu: ((await cpuOf(target)) - before) / ((perSecond * ms) / 1000) };
}

type Call = { readonly tool: string; readonly input: object };
/** A call, or one that was never made before. */
type Calls = readonly (Call | ((nth: number) => Call))[];

/** One request after the other on each connection, as programs do; the client is as lean as can be. */
async function rate({ port, token }: Target, calls: Calls, ms: number): Promise<number> {
  let done = 0;
  const end = performance.now() + ms;
  await Promise.all(
    Array.from({ length: connections }, (_, n) => {
      const auth = token === "" ? "" : `Authorization: Bearer ${token}\r\n`;
      const head = `POST /v1/check HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${auth}`;
      const request = (call: Call): string => {
        const body = JSON.stringify({ ...call, cwd: process.env.BENCH_ROOT ?? root, session: `s${n % SESSIONS}` });
        return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
      };
      const known = calls.map((call) => (typeof call === "function" ? call : request(call)));
      return new Promise<void>((resolve, reject) => {
        const socket = connect(port, "127.0.0.1");
        socket.setNoDelay(true);
        let at = n;
        let got = "";
        const next = (): void => {
          const one = known[at++ % known.length] ?? "";
          socket.write(typeof one === "string" ? one : request(one(fresh++)));
        };
        socket.on("connect", next).on("error", reject);
        socket.on("data", (data: Buffer) => {
          got += data.toString("latin1");
          const head = got.indexOf("\r\n\r\n");
          const length = Number(/content-length: (\d+)/i.exec(got)?.[1] ?? -1);
          if (head < 0 || got.length < head + 4 + length) return;
          if (!got.startsWith("HTTP/1.1 200")) return reject(new Error(got.slice(0, 500)));
          if (token !== "" && !got.includes('"behavior":"allow"')) return reject(new Error(got.slice(head)));
          got = "";
          done++;
          if (performance.now() < end) next();
          else {
            socket.destroy();
            resolve();
          }
        });
      });
    }),
  );
  return (done / ms) * 1000;
}

async function measure(): Promise<void> {
  const top = realpathSync(mkdtempSync(join(tmpdir(), "bench-service-")));
  root = join(top, "home/code/app");
  mkdirSync(join(root, "src/deep"), { recursive: true });
  writeFileSync(join(root, "src/deep/a.ts"), "a\n");
  const env = {
    HOME: join(top, "home"),
    SALLYPORT_STATE_DIR: join(top, "state"),
    PATH: process.env.PATH,
    BENCH_ROOT: root,
  };
  const kinds: Readonly<Record<string, Calls>> = {
    "safe tools": [
      { tool: "TodoWrite", input: { todos: [] } },
      { tool: "TaskUpdate", input: { taskId: "1", status: "done" } },
      { tool: "BashOutput", input: { bash_id: "1" } },
    ],
    "reading files": [
      { tool: "Read", input: { file_path: join(root, "src/deep/a.ts") } },
      { tool: "Grep", input: { pattern: "x", path: join(root, "src") } },
      { tool: "Glob", input: { pattern: "**/*.ts" } },
    ],
    "reading commands": [
      { tool: "Bash", input: { command: "cat src/deep/a.ts | head -5" } },
      { tool: "Bash", input: { command: "ls -la src" } },
      { tool: "Bash", input: { command: "git status --short" } },
    ],
    "files, each new": [
      (nth) => ({ tool: "Read", input: { file_path: join(root, `src/deep/${nth}.ts`) } }),
      (nth) => ({ tool: "Grep", input: { pattern: `x${nth}`, path: join(root, "src") } }),
    ],
    "commands, each new": [
      (nth) => ({ tool: "Bash", input: { command: `head -n ${nth} src/deep/a.ts` } }),
      (nth) => ({ tool: "Bash", input: { command: `grep -n x${nth} src/deep/a.ts | head -5` } }),
      (nth) => ({ tool: "Bash", input: { command: `git log --oneline -n ${nth}` } }),
    ],
  };
  const [bare, service] = [await start("bare", env), await start("service", env)];
  try {
    const heads = ["bare/s", "service/s", "share", "bare µs", "service µs", "share"];
    console.log("".padEnd(20) + heads.map((head) => head.padStart(11)).join(""));
    for (const [kind, calls] of Object.entries(kinds).filter(([kind]) => kind.includes(process.env.BENCH_ONLY ?? ""))) {
      // Until the engine has compiled what it will: so many calls, or as long as is reasonable.
      for (const target of [bare, service])
        for (let done = 0, times = 0; done < WARM_CALLS && times < MAX_WARM_SECONDS; times++)
          done += await rate(target, calls, 1_000);
      const rounds: { readonly bare: Round; readonly service: Round }[] = [];
      for (let i = 0; i < ROUNDS; i++)
        rounds.push({
          bare: await round(bare, calls, seconds * 500),
          service: await round(service, calls, seconds * 500),
        });
      const of = (pick: (one: (typeof rounds)[number]) => number): number => median(rounds.map(pick));
      const [b, s] = [of((one) => one.bare.perSecond), of((one) => one.service.perSecond)];
      const [bc, sc] = [of((one) => one.bare.cpu), of((one) => one.service.cpu)];
      const cells = [
        b.toFixed(0),
        s.toFixed(0),
        `${((s / b) * 100).toFixed(0)} %`,
        bc.toFixed(0),
        sc.toFixed(0),
        `${((bc / sc) * 100).toFixed(0)} %`,
      ];
      console.log(kind.padEnd(20) + cells.map((cell) => cell.padStart(11)).join(""));
    }
  } finally {
    bare.child.kill();
    service.child.kill();
    rmSync(top, { recursive: true, force: true });
  }
  console.log(`goal 50 %; ${connections} connections, ${SESSIONS} sessions; node ${process.version}`);
}
