/** A scripted agent for tests: takes the real options, asks its model over the real wire, and leaks on request. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** What it does wrong; `closed` does nothing wrong. */
export type ScriptedLeak =
  | "closed"
  | "tools"
  | "instructions"
  | "above"
  | "attaches"
  | "hooks"
  | "obeys"
  | "keeps"
  | "silent"
  | "promptless"
  | "old";

export type ScriptedAgent = "claude-code" | "codex";

/** In earnest it writes `says` and ends with `exit`; in the trial it behaves as `leak` has it. */
export interface AgentScript {
  readonly agent: ScriptedAgent;
  readonly leak?: ScriptedLeak;
  readonly says?: string;
  readonly stderr?: string;
  readonly exit?: number;
  /** JavaScript that runs in earnest in place of writing. */
  readonly does?: string;
  /** A file it adds what it was given to, a line a run. */
  readonly seen?: string;
}

let count = 0;

/** The command that runs it. */
export const scriptedAgent = (folder: string, script: AgentScript): readonly string[] => {
  const file = join(folder, `${script.agent}-${count++}.mjs`);
  writeFileSync(file, `const script = ${JSON.stringify(script)};\n${PROGRAM}`);
  return [process.execPath, file];
};

const PROGRAM = String.raw`
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { execSync } from "node:child_process";
import { dirname, join } from "node:path";
const args = process.argv.slice(2);
const { env } = process;
const after = (name) => args[args.indexOf(name) + 1];
const settings = args.filter((_, i) => args[i - 1] === "-c");
const setting = (name) => settings.find((one) => one.startsWith(name + "="))?.slice(name.length + 1);
const isClaude = script.agent === "claude-code";
const system = readFileSync(isClaude ? after("--system-prompt-file") : JSON.parse(setting("model_instructions_file")), "utf8");
let input = "";
for await (const chunk of process.stdin) input += chunk;
const base = isClaude ? env.ANTHROPIC_BASE_URL : /base_url="([^"]*)"/.exec(settings.join(" "))?.[1];
const trial = base?.includes("127.0.0.1") && /prompt-/.test(input);
if (script.seen) appendFileSync(script.seen, JSON.stringify({ trial: Boolean(trial), args, env, input, system, cwd: process.cwd(), files: readdirSync(".") }) + "\n");
const { leak = "closed" } = script;
if (leak === "old") {
  console.error(isClaude ? "error: unknown option '--safe-mode'" : "Error loading config.toml: unknown configuration field");
  process.exit(1);
}
if (!trial) {
  if (script.does) await (0, eval)("(async () => {" + script.does + "})()");
  process.stdout.write(script.says ?? "");
  process.stderr.write(script.stderr ?? "");
  process.exitCode = script.exit ?? 0;
} else if (leak !== "silent") {
  const home = isClaude ? env.HOME : join(process.cwd(), "../person");
  const more = {
    instructions: () => readFileSync(join(home, isClaude ? ".claude/CLAUDE.md" : ".codex/AGENTS.md"), "utf8"),
    above: () => readFileSync(join("..", isClaude ? "CLAUDE.md" : "AGENTS.md"), "utf8"),
    attaches: () => readFileSync(/@(\/[^\s"]+)/.exec(input)[1], "utf8"),
  };
  const text = leak === "promptless" ? "hello" : input + (more[leak]?.() ?? "");
  const tools = leak === "tools" ? [{ name: "Bash" }] : [];
  if (leak === "hooks") {
    const { hooks } = JSON.parse(readFileSync(join(home, isClaude ? ".claude/settings.json" : ".codex/hooks.json"), "utf8"));
    execSync(hooks.UserPromptSubmit[0].hooks[0].command);
  }
  if (leak === "keeps") writeFileSync(join(home, "session.jsonl"), input);
  const body = isClaude ? { system, messages: [{ role: "user", content: text }], tools } : { input: [system, text], tools };
  const answer = await (await fetch(base + (isClaude ? "/v1/messages" : "/responses"), { method: "POST", body: JSON.stringify(body) })).text();
  const command = /: > '[^']*'/.exec(answer)?.[0];
  if (leak === "obeys") execSync(command);
}
`;
