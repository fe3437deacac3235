/** Walls through the hook, for real: what the hook answers is run by a shell, as a host would. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runSelfTest } from "../src/contain/index.ts";
import { canTryWalls, insideWalls } from "../src/contain/testing.ts";
import { AGENT_FILES } from "../src/hosts/index.ts";
import { wrapInWalls } from "../src/index.ts";
import { removeTree } from "../src/testing/remove-tree.ts";

const dist = join(import.meta.dirname, "..", "dist");
const PATH = "/usr/local/bin:/usr/bin:/bin";
let top = "";
let home = "";
let state = "";
let app = "";
let kept = "";
let n = 0;

beforeAll(async () => {
  if (!existsSync(join(dist, "hook.cjs"))) throw new Error("dist/hook.cjs is not there: run npm run build first");
  top = realpathSync(mkdtempSync(join(tmpdir(), "e2e-walls-")));
  const stateDir = join(top, "self-test");
  const env = { HOME: top, PATH };
  await runSelfTest({ stateDir, home: top, env, gateDirectories: [stateDir], agentFiles: AGENT_FILES });
  kept = existsSync(join(stateDir, "walls/selftest.json"))
    ? readFileSync(join(stateDir, "walls/selftest.json"), "utf8")
    : "";
});
beforeEach(() => {
  home = join(top, String(n++));
  app = join(home, "app");
  state = join(home, ".local/state/sallyport");
  mkdirSync(join(state, "walls"), { recursive: true, mode: 0o700 });
  mkdirSync(join(app, "src"), { recursive: true });
  if (kept !== "") writeFileSync(join(state, "walls/selftest.json"), kept, { mode: 0o600 });
  writeFileSync(join(app, "package.json"), '{"scripts":{"test":"node test.js"}}');
  writeFileSync(join(app, "test.js"), 'console.log("tests pass"); require("fs").writeFileSync("out.txt", "x");');
});
afterAll(() => removeTree(top));

interface Answer {
  readonly decision: string | undefined;
  readonly reason: string;
  readonly command: string | undefined;
}

function hook(host: string, event: object, settings = "{}"): Answer {
  const { stdout } = spawnSync(process.execPath, [join(dist, "hook.cjs"), host, "--settings", settings], {
    cwd: app,
    input: JSON.stringify({ session_id: "s", cwd: app, transcript_path: join(home, "t.jsonl"), ...event }),
    encoding: "utf8",
    env: { HOME: home, PATH },
  });
  const answer = stdout.trim() === "" ? {} : JSON.parse(stdout);
  const own = answer.hookSpecificOutput ?? {};
  return {
    decision: own.permissionDecision ?? answer.permissionDecision ?? answer.decision,
    reason: own.permissionDecisionReason ?? answer.reason ?? "",
    command: own.updatedInput?.command ?? own.tool_input?.command ?? answer.modifiedArgs?.command,
  };
}
let calls = 0;
const preToolUse = (command: string, more: object = {}) => ({
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command, description: "x", ...more },
  tool_use_id: `t${calls++}`,
});
const shell = (line: string, env: object = {}) =>
  spawnSync("/bin/bash", ["-c", line], { cwd: app, encoding: "utf8", env: { HOME: home, PATH, ...env } });
/** The call as a host makes it: the hook's command, and the directory afterwards. */
const make = (command: string) => {
  const { command: line = "" } = hook("claude-code", preToolUse(command));
  expect(line).not.toBe("");
  const { stdout, stderr, status } = shell(`${line}\nstatus=$?\npwd > ${top}/pwd\nexit $status`);
  return { stdout, stderr, status, pwd: readFileSync(`${top}/pwd`, "utf8").trim() };
};

describe.skipIf(!canTryWalls)(`${insideWalls}: a call through the hook of Claude Code`, () => {
  test("runs inside walls, with its directory, status and output", () => {
    expect(make("npm test --silent")).toMatchObject({ stdout: "tests pass\n", status: 0, pwd: app });
    expect(readFileSync(join(app, "out.txt"), "utf8")).toBe("x");
    expect(make("cd src && node -e 'process.exit(7)'")).toMatchObject({ status: 7, pwd: join(app, "src") });
    expect(make("node -e 'console.error(1)'; printf a")).toMatchObject({ stdout: "a", status: 0 });
  });

  test.each([
    ["a write outside", 'node -e \'require("fs").writeFileSync("/etc/sallyport-e2e", "x")\''],
    [
      "a key",
      'node -e \'console.log(require("fs").readFileSync(process.env.HOME + "/.s" + "sh/id_" + "ed25519", "utf8"))\'',
    ],
    [
      "the gate's own state",
      `node -e 'console.log(require("fs").readdirSync(process.env.HOME + "/.local/state/sallyport/ledger"))'`,
    ],
  ])("%s is refused, and the call goes on to the person after that", (_what, command) => {
    mkdirSync(join(home, ".ssh"), { recursive: true });
    writeFileSync(join(home, ".ssh/id_ed25519"), "SECRET-CANARY");
    const ran = make(command);
    expect(ran.status).not.toBe(0);
    expect(ran.stdout).not.toContain("SECRET-CANARY");
    hook("claude-code", {
      ...preToolUse(command),
      hook_event_name: "PostToolUseFailure",
      error: ran.stdout + ran.stderr,
    });
    const again = hook("claude-code", preToolUse(command));
    expect(again.command).toBeUndefined();
    expect(again.decision).toBe("ask");
  });

  test("a ticket's line is good for one use, and an agent that types one is asked about", () => {
    const { command: line = "" } = hook("claude-code", preToolUse("npm test --silent"));
    expect(hook("claude-code", preToolUse(line))).toMatchObject({ decision: "ask", command: undefined });
    expect(hook("claude-code", { ...preToolUse(line), hook_event_name: "PermissionRequest" }).decision).toBeUndefined();
    expect(shell(line).status).toBe(0);
    expect(shell(line).status).toBe(125);
  });

  test("rules of the host bind the original", () => {
    mkdirSync(join(home, ".claude"), { recursive: true });
    writeFileSync(
      join(home, ".claude/settings.json"),
      '{"permissions":{"deny":["Bash(npm test:*)"],"ask":["Bash(node:*)"]}}',
    );
    expect(hook("claude-code", preToolUse("npm test"))).toMatchObject({ decision: "deny", command: undefined });
    expect(hook("claude-code", preToolUse("node -e 1"))).toMatchObject({ decision: "ask", command: undefined });
  });

  test("with the host's own sandbox on nothing is rewritten", () => {
    mkdirSync(join(app, ".claude"), { recursive: true });
    writeFileSync(join(app, ".claude/settings.local.json"), '{"sandbox":{"enabled":true}}');
    expect(hook("claude-code", preToolUse("npm test"))).toMatchObject({ decision: "ask", command: undefined });
  });

  test("what a call made in a protected place does not outlast it", () => {
    const ran = make(
      'node -e \'require("fs").mkdirSync(".github/workflows", {recursive:true}); require("fs").writeFileSync(".github/workflows/x.yml", "x")\'',
    );
    expect(ran.status === 0 && existsSync(join(app, ".github/workflows/x.yml"))).toBe(false);
  });

  test("Gemini CLI is given the command in its own form", () => {
    const answer = hook("gemini", {
      hook_event_name: "BeforeTool",
      tool_name: "run_shell_command",
      tool_input: { command: "npm test --silent" },
    });
    expect(answer.decision).toBe("allow");
    expect(shell(answer.command ?? "exit 9")).toMatchObject({ status: 0, stdout: "tests pass\n" });
  });

  test("and so is Copilot CLI, but not where a hook of the repository's would judge the changed command", () => {
    const call = { toolName: "bash", toolArgs: { command: "npm test --silent", description: "x" }, sessionId: "s" };
    const answer = hook("copilot", call);
    expect(answer.decision).toBe("allow");
    expect(shell(answer.command ?? "exit 9")).toMatchObject({ status: 0, stdout: "tests pass\n" });
    mkdirSync(join(app, ".github/hooks"), { recursive: true });
    writeFileSync(join(app, ".github/hooks/own.json"), "{}");
    expect(hook("copilot", call)).toMatchObject({ decision: "ask", command: undefined });
  });
});

describe("the call never runs without walls by accident", () => {
  const asked = () => {
    const answer = hook("claude-code", preToolUse("npm test"));
    expect(answer.command).toBeUndefined();
    expect(answer.decision).toMatch(/^(?:ask|deny)$/);
  };

  test("no self-test was made", () => {
    rmSync(join(state, "walls/selftest.json"), { force: true });
    asked();
  });
  test("the self-test was of something else", () => {
    writeFileSync(join(state, "walls/selftest.json"), '{"key":"another","failed":null}');
    asked();
  });
  test("tickets cannot be written", () => {
    writeFileSync(join(state, "walls/tickets"), "a file in its place");
    asked();
  });
  test.skipIf(process.getuid?.() === 0)("the state directory cannot be written", () => {
    chmodSync(state, 0o500);
    asked();
    chmodSync(state, 0o700);
  });
  test("no file can grow", () => {
    const line = `ulimit -f 0; exec '${process.execPath}' '${join(dist, "hook.cjs")}' claude-code`;
    const input = JSON.stringify({ session_id: "s", cwd: app, ...preToolUse("npm test") });
    const { stdout } = spawnSync("/bin/bash", ["-c", line], {
      cwd: app,
      input,
      encoding: "utf8",
      env: { HOME: home, PATH },
    });
    expect(stdout).toContain('"permissionDecision":"deny"');
  });
  test("walls are switched off", () => {
    expect(hook("claude-code", preToolUse("npm test"), '{"contain":{"enabled":false}}')).toMatchObject({
      decision: "ask",
      command: undefined,
    });
  });
});

describe.skipIf(!canTryWalls)(`${insideWalls}: a call that was killed, and whose sweep cannot end`, () => {
  test("holds its own folder; the answer, status and doctor name it, and other projects go on", () => {
    const { command: line = "" } = hook("claude-code", preToolUse("node test.js"));
    expect(shell(line).status).toBe(0);
    const [id = ""] = /[0-9a-f]{24}/.exec(line) ?? [];
    const at = (path: string): string => join(state, "walls", path);
    // As if it had been killed in the middle, with a place that nothing can take.
    shell(`rm ${at(`tickets/${id}`)}/{done,result}; echo '4194303 1' > ${at(`tickets/${id}/inner`)}; mkdir .husky`);
    writeFileSync(at(`live/${id}`), "");
    rmSync(at(`quarantine/${id}`), { recursive: true, force: true });
    writeFileSync(at(`quarantine/${id}`), "a file in its place");
    const other = join(home, "other");
    mkdirSync(other);
    const elsewhere = { cwd: other, session_id: "other" };
    expect(hook("claude-code", { ...preToolUse("ls"), ...elsewhere }).decision).toBe("allow");
    const why = `what a call inside walls left in ${app} has to be moved away first, and ${app}/.husky could not be moved away: make room on the disk, or remove it yourself`;
    expect(hook("claude-code", preToolUse("ls"))).toMatchObject({
      decision: "deny",
      reason: expect.stringContaining(why),
    });
    for (const command of ["status", "doctor"]) {
      const { stdout } = shell(`'${process.execPath}' '${join(dist, "sallyport.cjs")}' ${command} --json`, {});
      expect(stdout).toContain(why);
    }
    rmSync(join(app, ".husky"), { recursive: true });
    expect(hook("claude-code", preToolUse("ls")).decision).toBe("allow");
  });
});

describe.skipIf(!canTryWalls)(`${insideWalls}: a ticket whose walls fail`, () => {
  test("does not run its command", () => {
    const { command: line = "" } = hook("claude-code", preToolUse("npm test --silent"));
    const id = /tickets\/([0-9a-f]+)\//.exec(line)?.[1] ?? "";
    const engine = join(state, "walls/tickets", id, "engine");
    writeFileSync(engine, readFileSync(engine, "utf8").replaceAll("/usr/bin/bwrap", "/bin/false"));
    expect(shell(line).status).not.toBe(0);
    expect(existsSync(join(app, "out.txt"))).toBe(false);
  });
  test("or that is gone, says so", () => {
    const { command: line = "" } = hook("claude-code", preToolUse("npm test --silent"));
    rmSync(join(state, "walls/tickets"), { recursive: true });
    const { status, stderr } = shell(line);
    expect(status).toBe(125);
    expect(stderr).toContain("did not run");
    expect(existsSync(join(app, "out.txt"))).toBe(false);
  });
});

describe.skipIf(!canTryWalls)(`${insideWalls}: a command wrapped by the library`, () => {
  test("runs inside the walls it was given, once", () => {
    const env = { HOME: home, PATH };
    const wrapped = wrapInWalls({
      walls: "look",
      command: "cat package.json; touch new.txt",
      cwd: app,
      projectRoot: app,
      env,
    });
    if (!wrapped.ok) throw new Error(wrapped.error);
    const [program = "", ...args] = wrapped.value.argv;
    const ran = spawnSync(program, args, { cwd: app, encoding: "utf8", env });
    expect(ran.stdout).toContain("scripts");
    expect(ran.status).not.toBe(0);
    expect(existsSync(join(app, "new.txt"))).toBe(false);
    expect(spawnSync(program, args, { cwd: app, env }).status).toBe(125);
  });
});
