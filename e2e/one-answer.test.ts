/** The same call at six doors: hook, `check`, `explain`, page, library, service. One answer, one step, one reason, walls included. */
import { type ChildProcess, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runSelfTest } from "../src/contain/index.ts";
import { canTryWalls, insideWalls } from "../src/contain/testing.ts";
import { AGENT_FILES } from "../src/hosts/index.ts";
import { serviceLayout, tokenBook } from "../src/service/index.ts";
import { type Project, project } from "../src/testing/index.ts";
import { startServing } from "./hosts/serving.ts";
import { HAS_SCRIPT } from "./terminal.ts";

const DIST = resolve("dist");
const PATH = "/usr/bin:/bin";
const SETTINGS = {
  classifier: { provider: "offline" },
  permissions: { deny: ["Bash(git push --force:*)"], ask: ["Bash(npm publish:*)"], allow: ["Bash(npm run lint)"] },
};
const bash = (command: string) => ({ tool: "Bash", input: { command } });
const CALLS = [
  "git status",
  "cat package.json | head -3",
  "npm test",
  "mkdir -p lib && cp package.json lib/",
  "npm run lint",
  "npm publish",
  "git push --force origin main",
  "git push origin main",
  "rm -rf ~",
  "cat ~/.ssh/id_ed25519",
  "npm install left-pad",
  "echo x > .git/hooks/pre-commit",
];

interface Answer {
  readonly behavior: unknown;
  readonly by: unknown;
  readonly reason: unknown;
  readonly walls: unknown;
}
const answerOf = ({ behavior, by, step, reason, walls }: Record<string, unknown>): Answer => ({
  ...{ behavior, by: by ?? step, reason, walls: walls ?? null },
});

let here: Project;
let service: ChildProcess;
let address = "";
let token = "";
let calls = 0;
const environment = () => ({ HOME: here.home, PATH });
const state = () => join(here.home, ".local/state/sallyport");

beforeAll(async () => {
  if (!existsSync(join(DIST, "hook.cjs"))) throw new Error("dist/hook.cjs is not there: run npm run build first");
  here = project();
  here.write("package.json", '{"scripts":{"test":"node --test","lint":"true"}}');
  spawnSync("git", ["init", "-q"], { cwd: here.root });
  mkdirSync(state(), { recursive: true, mode: 0o700 });
  const atHome = { ".config/sallyport/settings.json": JSON.stringify(SETTINGS), ".ssh/id_ed25519": "not a key\n" };
  for (const [path, text] of Object.entries(atHome)) {
    mkdirSync(dirname(join(here.home, path)), { recursive: true });
    writeFileSync(join(here.home, path), text);
  }
  const machine = { stateDir: state(), home: here.home, env: environment(), agentFiles: AGENT_FILES };
  if (canTryWalls) await runSelfTest({ ...machine, gateDirectories: [state()] });
  service = await startServing({ dist: DIST, project: here.root, env: environment() });
  const { port } = JSON.parse(readFileSync(serviceLayout(state()).serving, "utf8"));
  address = `http://127.0.0.1:${port}`;
  const made = await tokenBook(state()).add({ name: "six", scope: "admin", at: Date.now() });
  if (!made.ok) throw new Error(made.error);
  token = made.value;
});
afterAll(() => {
  service?.kill("SIGKILL");
  here?.remove();
});

function run(program: string, args: readonly string[], input: string): string {
  const words = [join(DIST, program), ...args];
  return spawnSync(process.execPath, words, { cwd: here.root, env: environment(), input, encoding: "utf8" }).stdout;
}

const ask = async (path: string, body?: object): Promise<Record<string, unknown>> => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  return (await (await fetch(`${address}/v1/${path}`, { headers, ...sent })).json()) as Record<string, unknown>;
};

/** What the record says of it, as the page shows it; the page's index follows the record within a moment. */
async function shown(session: string): Promise<Answer> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const { decisions } = await ask(`decisions?session=${encodeURIComponent(session)}`);
    const [newest] = decisions as readonly { readonly id: string }[];
    if (newest !== undefined) return answerOf(await ask(`decisions/${newest.id}`));
    await sleep(LOOK_MS);
  }
  throw new Error(`the page shows no decision of ${session}`);
}
const MOST_LOOKS = 100;
const LOOK_MS = 100;

const DOORS: Readonly<Record<string, (command: string, session: string) => Promise<Answer> | Answer>> = {
  hook: async (command, session) => {
    const event = { session_id: session, cwd: here.root, permission_mode: "default", hook_event_name: "PreToolUse" };
    const call = { tool_name: "Bash", tool_input: { command }, tool_use_id: session };
    run("hook.cjs", ["claude-code"], JSON.stringify({ ...event, ...call }));
    return shown(session);
  },
  check: (command, session) => {
    const line = JSON.stringify({ ...bash(command), walls: true, session });
    return answerOf(JSON.parse(run("sallyport.cjs", ["check", "--stream"], `${line}\n`)));
  },
  explain: (command) => answerOf(JSON.parse(run("sallyport.cjs", ["explain", "--json", command], ""))),
  library: async (command, session) => {
    const { createGate, diskWorld, isAllow } = await import(join(DIST, "index.js"));
    const shell = { path: PATH.split(":"), variables: new Set(), values: {}, names: new Set(), terminal: false };
    const world = diskWorld({ home: here.home, path: PATH });
    const place = { settings: SETTINGS, projectRoot: here.root, env: environment(), world, process: shell };
    const { decision } = await createGate(place).judge({ ...bash(command), cwd: here.root, session, walls: true });
    expect(isAllow(decision)).toBe(decision.behavior === "allow");
    return answerOf(decision);
  },
  service: async (command, session) => {
    const asked = { ...bash(command), cwd: here.root, session, walls: true, process: { variables: [], path: PATH } };
    return answerOf(await ask("check", asked));
  },
};

/** Where a rule was written down is no part of why; each door names its own settings. */
const withoutPlaces = (answer: Answer): Answer => ({
  ...answer,
  reason: String(answer.reason).replace(/ (?:It stands in|Only taking that rule out).*$/, ""),
});

test.skipIf(!canTryWalls).each(CALLS)(`${insideWalls}: %s`, async (command) => {
  const answers: Record<string, Answer> = {};
  for (const [door, answer] of Object.entries(DOORS))
    answers[door] = withoutPlaces(await answer(command, `${door}-${calls++}`));
  const { hook } = answers;
  expect(answers).toEqual(Object.fromEntries(Object.keys(DOORS).map((door) => [door, hook])));
});

test.skipIf(!canTryWalls || !HAS_SCRIPT)(
  `${insideWalls}: a call tried at a terminal is answered as the hook answers it, and its exit code promises no bare run`,
  () => {
    const line = `${process.execPath} ${join(DIST, "sallyport.cjs")} check`;
    const tried = (command: string) =>
      spawnSync("script", ["-qec", `${line} '${command}'`, "/dev/null"], {
        ...{ cwd: here.root, env: { ...environment(), NO_COLOR: "1", TERM: "xterm" }, encoding: "utf8" },
      });
    const walled = tried("npm test");
    expect([walled.status, walled.stdout]).toEqual([5, expect.stringMatching(/^allow[\s\S]*inside\s+walls/)]);
    expect(tried("git status").status).toBe(0);
    expect(tried("npm publish").status).toBe(3);
  },
);
