/** Whose agent is it? Real processes under other names, as the kernel shows them; only the record is handed in. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { type Ancestor, ancestors, type ProcessId, processFacts } from "../memory/index.ts";
import { agentLine } from "./own-rules.ts";
import { startedByAgent } from "./started-by.ts";
import { bench, known } from "./testing.ts";

const started: ChildProcess[] = [];
const leftBehind: number[] = [];
afterEach(() => {
  for (const { pid } of started.splice(0)) if (pid !== undefined) end(-pid);
  for (const pid of leftBehind.splice(0)) end(-pid);
});
const end = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    return;
  }
};

/** A bash under each name in turn, the first one topmost; the last one tells its number and waits. */
const nested = ([name = "", ...below]: readonly string[]): string => {
  const inner = below.length === 0 ? "echo $$; read -r _; :" : `${nested(below)}; :`;
  return `(exec -a ${quote(name)} bash --norc -c ${quote(inner)})`;
};
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

interface Tree {
  readonly pid: number;
  readonly above: readonly Ancestor[];
}

async function grow(names: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Tree> {
  const child = spawn("bash", ["--norc", "-c", `${nested(names)}; :`], {
    detached: true,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  started.push(child);
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const pid = Number(line.toString());
  const all = ancestors(pid) ?? [];
  // Whoever runs these tests is no part of them.
  return {
    pid,
    above: all.slice(
      0,
      all.findIndex((one) => one.pid === process.pid),
    ),
  };
}

const idOf = (pid: number): ProcessId => ({ pid, start: processFacts(pid)?.start ?? "" });

const why = (host: string, { pid, above }: Tree, running: readonly ProcessId[] = []): string | null =>
  startedByAgent({
    host: known(host),
    agent: idOf(pid),
    env: agentLine(pid)?.env ?? {},
    above: () => above,
    running: () => running,
  });

const onLinux = process.platform === "linux";

describe.runIf(onLinux)("by the processes above", () => {
  test.each([
    ["claude-code", ["claude"], null],
    ["claude-code", ["zsh", "claude"], null],
    ["claude-code", ["tmux", "zsh", "claude"], null],
    ["claude-code", ["code", "bash", "claude"], null],
    // A launcher of its own program, a service of it that nobody speaks to.
    ["codex", ["codex", "codex"], null],
    ["claude-code", ["claude", "claude"], null],
    ["claude-code", ["claude", "sh", "claude"], "claude"],
    ["claude-code", ["claude", "sh", "claude", "claude"], "claude"],
    ["claude-code", ["codex", "bash", "claude"], "codex"],
    ["claude-code", ["codex", "claude"], "codex"],
    ["codex", ["claude", "zsh", "timeout", "codex", "codex"], "claude"],
    ["gemini", ["opencode", "sh", "gemini"], "opencode"],
    ["qwen", ["goose", "sh", "qwen"], "goose"],
    ["opencode", ["/opt/claude/versions/2.1.9", "sh", "opencode"], "2.1.9"],
    ["cline", ["/x/node_modules/@openai/codex-linux-x64/bin/engine", "python3", "sh", "cline"], "engine"],
  ])("%s below %j", async (host, names, by) => {
    const said = why(host, await grow(names));
    if (by === null) expect(said).toBeNull();
    else expect(said).toMatch(new RegExp(`process \\d+, ${by}\\) started this one`));
  });

  test("an agent of the record, whatever its name; and its own program, directly below it", async () => {
    for (const names of [
      ["my-agent", "sh", "claude"],
      ["claude", "claude"],
    ]) {
      const tree = await grow(names);
      const top = tree.above.at(names.length - 2);
      expect(why("claude-code", tree)).toBeNull();
      expect(why("claude-code", tree, [{ pid: top?.pid ?? 0, start: top?.start ?? "" }])).toContain(`${top?.pid}`);
      // Another process that had its number before.
      expect(why("claude-code", tree, [{ pid: top?.pid ?? 0, start: "1" }])).toBeNull();
    }
  });

  test("an editor is full of terminals of the person's own", async () => {
    const tree = await grow(["cursor", "zsh", "claude"]);
    const top = tree.above.at(1);
    expect(why("claude-code", tree, [{ pid: top?.pid ?? 0, start: top?.start ?? "" }])).toBeNull();
  });

  test("one that was left in the background, after an agent had begun", async () => {
    const other = await grow(["claude"]);
    const shell = spawn("bash", ["-c", `(setsid bash -c "exec -a claude bash -c 'echo \\$\\$; sleep 60; :'" &)`], {
      env: { PATH: process.env.PATH },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(shell.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    leftBehind.push(pid);
    while (processFacts(pid)?.parent === shell.pid) await new Promise((resolve) => setTimeout(resolve, 10));
    const tree = { pid, above: ancestors(pid) ?? [] };
    const reaped = tree.above[0]?.pid === 1 || tree.above[0]?.words[0]?.endsWith("systemd") === true;
    expect(why("claude-code", tree)).toBeNull();
    expect(why("claude-code", tree, [idOf(pid)])).toBeNull();
    if (reaped) expect(why("claude-code", tree, [idOf(other.pid)])).toContain("left in the background");
  });
});

describe.runIf(onLinux)("by what it was started with", () => {
  test.each([
    [{ CLAUDECODE: "1" }, "CLAUDECODE"],
    [{ GEMINI_CLI: "1" }, "GEMINI_CLI"],
    [{ CODEX_THREAD_ID: "x" }, "CODEX_THREAD_ID"],
    [{ AI_AGENT: "x" }, "AI_AGENT"],
    [{ AGENT: "goose" }, "AGENT"],
    [{ AGENT: "build-7" }, null],
    [{ CLAUDE_CODE_ENTRYPOINT: "claude-vscode" }, null],
    [{ CLAUDECODE: "" }, null],
  ])("%j", async (env, mark) => {
    const said = why("claude-code", await grow(["zsh", "claude"], env));
    if (mark === null) expect(said).toBeNull();
    else expect(said).toContain(`${mark} is set`);
  });
});

test("where processes cannot be seen, nothing is said of them", () => {
  const unseen = { host: known("codex"), env: {}, running: () => [] };
  expect(startedByAgent({ ...unseen, agent: undefined, above: () => undefined })).toBeNull();
  expect(startedByAgent({ ...unseen, agent: { pid: 7, start: "" }, above: () => undefined })).toBeNull();
});

describe("words in an agent that an agent started", () => {
  const BY = "an agent (process 7, claude) started this one";
  const at = { session_id: "s" };
  const prompt = (text: string) => ({ hook_event_name: "UserPromptSubmit", prompt: text });
  const call = {
    hook_event_name: "PreToolUse",
    tool_use_id: "t",
    tool_name: "Bash",
    tool_input: { command: "npm publish" },
  };
  const row = (content: string) => ({ type: "user", message: { role: "user", content } });

  test("are a task, on record and for the model; the person is told once", async () => {
    const here = bench();
    here.startedBy = BY;
    const first = await here.send("claude-code", { ...at, cwd: here.cwd, ...prompt("publish it, I approve") });
    const second = await here.send("claude-code", { ...at, cwd: here.cwd, ...prompt("go on") });
    await here.send("claude-code", { ...at, cwd: here.cwd, ...call });
    expect(JSON.stringify(first.stdout)).toContain(BY);
    expect(second.stdout).toBeNull();
    expect(here.questions.at(-1)?.transcript).toEqual([
      { tool: "Agent", encoding: "publish it, I approve" },
      { tool: "Agent", encoding: "go on" },
    ]);
  });

  test("count for nothing from the host's own file, where no prompt was heard", async () => {
    const here = bench();
    const transcript_path = here.project.write("../record.jsonl", `${JSON.stringify(row("publish it"))}\n`);
    const event = { ...at, cwd: here.cwd, transcript_path, ...call };
    await here.send("claude-code", event);
    expect(here.questions.at(-1)?.transcript).toEqual([{ user: "publish it" }]);
    here.startedBy = BY;
    await here.send("claude-code", { ...event, tool_use_id: "u", tool_input: { command: "npm publish --tag x" } });
    expect(here.questions.at(-1)?.transcript).toEqual([]);
  });

  test("leave what the person said before, and what they say once they have it back", async () => {
    const here = bench();
    const say = (text: string) => here.send("claude-code", { ...at, cwd: here.cwd, ...prompt(text) });
    await say("look at the package");
    here.startedBy = BY;
    await say("publish it, I approve");
    here.startedBy = null;
    await say("tidy up");
    await here.send("claude-code", { ...at, cwd: here.cwd, ...call });
    const shown = here.questions.at(-1)?.transcript ?? [];
    expect(shown.flatMap((entry) => ("user" in entry ? [entry.user] : []))).toEqual(["look at the package", "tidy up"]);
  });

  test("do not end what was denied", async () => {
    const here = bench();
    here.startedBy = BY;
    here.says = "yes";
    const event = { ...at, cwd: here.cwd, ...call };
    await here.send("claude-code", event);
    await here.send("claude-code", { ...at, cwd: here.cwd, ...prompt("publish it, I approve") });
    const session = await here.store.open("s", { projectRoot: here.cwd, host: "claude-code" });
    expect((await session.memory()).denied.size).toBe(1);
  });
});
