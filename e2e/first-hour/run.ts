/**
 * Five everyday sessions on the real Claude Code, driven through its terminal (tmux) with a scripted model: how often the person
 * is asked without a gate, with the gate and no model, and with walls. Every question is answered yes. `npm run first-hour`.
 *
 * SALLYPORT_E2E_CLIENTS names a folder in which the fetched client is kept between runs.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { CLIENTS, fetched } from "../hosts/clients.ts";
import { type ScriptedModel, scriptedModel } from "../hosts/scripted-model.ts";
import { DELETES_HOME, type EverydaySession, furnishProject, SESSIONS } from "./sessions.ts";

const SESSION_LIMIT_MS = 180_000;
const POLL_MS = 250;
const KEY = "sk-ant-not-a-key-at-all-000000";

type Way = "no gate" | "gate without walls" | "gate with walls";
const WAYS: readonly Way[] = ["no gate", "gate without walls", "gate with walls"];

const tmux = (...args: readonly string[]): string =>
  spawnSync("tmux", ["-L", "sallyport-first-hour", ...args], { encoding: "utf8" }).stdout ?? "";
const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

interface Stage {
  readonly program: string;
  readonly model: ScriptedModel;
  readonly way: Way;
}

/** A home in which Claude Code starts without its first questions, and the gate where there is one. */
function prepare(top: string, { way }: Stage): { readonly home: string; readonly project: string } {
  const [home, project] = [join(top, "home"), join(top, "home/app")];
  mkdirSync(project, { recursive: true });
  furnishProject(project);
  writeFileSync(
    join(home, ".npmrc"),
    "//registry.example/:_authToken=not-a-token\nfetch-retries=0\nregistry=http://127.0.0.1:1\n",
  );
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true, allowedTools: [] };
  const state = {
    ...{ hasCompletedOnboarding: true, theme: "dark", numStartups: 5, bypassPermissionsModeAccepted: true },
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    projects: { [project]: trusted },
  };
  writeFileSync(join(home, ".claude.json"), JSON.stringify(state));
  if (way === "no gate") return { home, project };
  mkdirSync(join(home, ".config/sallyport"), { recursive: true });
  const settings = { classifier: { provider: "offline" }, contain: { enabled: way === "gate with walls" } };
  writeFileSync(join(home, ".config/sallyport/settings.json"), JSON.stringify(settings));
  execFileSync(process.execPath, [resolve("dist/sallyport.cjs"), "install", "claude-code", "--yes"], {
    cwd: project,
    env: { HOME: home, PATH: process.env.PATH ?? "" },
    stdio: "pipe",
  });
  return { home, project };
}

/** The questions that came up, by the call they were about. */
async function play(session: EverydaySession, stage: Stage): Promise<readonly string[]> {
  const top = mkdtempSync(join(tmpdir(), "sallyport-first-hour-"));
  const { home, project } = prepare(top, stage);
  const calls = session.calls(project);
  stage.model.script([...calls, { text: "all done" }]);
  const path = [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(":");
  const env = {
    ...{ HOME: home, PATH: path, TERM: "xterm-256color", ANTHROPIC_API_KEY: KEY, IS_SANDBOX: "1" },
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${stage.model.port}`,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  };
  const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  tmux(
    "new-session",
    "-d",
    "-s",
    "s",
    "-x",
    "160",
    "-y",
    "50",
    "-c",
    project,
    "env",
    "-i",
    ...words,
    stage.program,
    "work on it",
  );
  const asked: string[] = [];
  const until = Date.now() + SESSION_LIMIT_MS;
  let answered = -1;
  while (Date.now() < until) {
    await wait(POLL_MS);
    const screen = tmux("capture-pane", "-p", "-t", "s");
    const at = stage.model.results().length;
    if (at >= calls.length && /all done/.test(screen)) break;
    if (!/Do you want to|❯ 1\. Yes/.test(screen) || answered === at) continue;
    answered = at;
    const { input, tool } = calls[at] ?? { input: {}, tool: "?" };
    asked.push(input.command?.split("\n")[0] ?? tool);
    // The last call of the last session would take the home away: its question is counted, and nobody says yes.
    if (input.command === DELETES_HOME) break;
    await wait(POLL_MS);
    tmux("send-keys", "-t", "s", "1");
  }
  if (process.env.FIRST_HOUR_SCREENS) process.stdout.write(tmux("capture-pane", "-p", "-t", "s"));
  tmux("kill-session", "-t", "s");
  // It writes its state on the way out.
  await wait(3_000);
  const reached = stage.model.results().length;
  rmSync(top, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 });
  return reached >= calls.length || asked.includes(DELETES_HOME)
    ? asked
    : [...asked, `STOPPED after ${reached} of ${calls.length} calls`];
}

async function main(given: readonly string[]): Promise<void> {
  const client = CLIENTS[0];
  const folder = process.env.SALLYPORT_E2E_CLIENTS ?? mkdtempSync(join(tmpdir(), "sallyport-clients-"));
  const program = client === undefined ? undefined : fetched(client, folder);
  if (program === undefined) throw new Error("Claude Code cannot be had");
  const model = await scriptedModel();
  const ways = WAYS.filter((way) => given.length === 0 || given.includes(way));
  const rows: string[] = [];
  const sums = new Map<Way, number>();
  for (const session of SESSIONS) {
    const counts: number[] = [];
    for (const way of ways) {
      const asked = await play(session, { program, model, way });
      counts.push(asked.length);
      sums.set(way, (sums.get(way) ?? 0) + asked.length);
      process.stdout.write(`${session.name}, ${way}: ${asked.join(" | ") || "nothing"}\n`);
    }
    rows.push(`| ${session.name} (${session.calls("/").length}) | ${counts.join(" | ")} |`);
  }
  const total = `| sum | ${ways.map((way) => sums.get(way) ?? 0).join(" | ")} |`;
  process.stdout.write(`\n| session (calls) | ${ways.join(" | ")} |\n|---|${ways.map(() => "---|").join("")}\n`);
  process.stdout.write(`${[...rows, total].join("\n")}\n`);
  await model.close();
  tmux("kill-server");
}

await main(process.argv.slice(2));
