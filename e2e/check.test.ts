/** The command as a newcomer and a bad neighbour use it: the built program, real processes. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeTree } from "../src/testing/remove-tree.ts";

const program = join(import.meta.dirname, "../dist/sallyport.cjs");
let top = "";
let app = "";
let env: NodeJS.ProcessEnv = {};
beforeAll(() => {
  if (!existsSync(program)) throw new Error("dist/sallyport.cjs is not there: run npm run build first");
  top = realpathSync(mkdtempSync(join(tmpdir(), "e2e-check-")));
  app = join(top, "home/app");
  mkdirSync(app, { recursive: true });
  writeFileSync(join(app, "a.txt"), "a\n");
  env = { HOME: join(top, "home"), PATH: process.env.PATH, SALLYPORT_STATE_DIR: join(top, "state") };
});
afterAll(() => removeTree(top));

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}
function run(args: readonly string[], input: string | Uint8Array = "", more: NodeJS.ProcessEnv = {}): Ran {
  const done = spawnSync(process.execPath, [program, ...args], {
    cwd: app,
    env: { ...env, ...more },
    input,
    maxBuffer: 1e8,
  });
  return { code: done.status, out: done.stdout.toString(), err: done.stderr.toString() };
}
const decisions = (out: string): { behavior: string; by: string; reason: string; id: string }[] =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("one action: exit codes and words", () => {
  test.each<[string, readonly string[], string, number, string]>([
    ["allow", ["check", "--command", "cat a.txt"], "", 0, "readOnly"],
    ["ask", ["check", "--command", "make deploy"], "", 3, "offline"],
    ["deny", ["check", "--headless", "--command", "make deploy"], "", 2, "offline"],
    [
      "deny by rule",
      ["check", "--settings", '{"permissions":{"deny":["Bash(cat:*)"]}}', "--command", "cat a.txt"],
      "",
      2,
      "denyRule",
    ],
    ["from standard input", ["check"], '{"tool":"Read","input":{"file_path":"a.txt"}}', 0, "safeTool"],
    ["over several lines", ["check"], '{\n"tool": "Read",\n"input": {"file_path": "a.txt"}\n}\n', 0, "safeTool"],
    ["tool and input", ["check", "--tool", "TodoWrite", "--input", '{"todos":[]}'], "", 0, "safeTool"],
    [
      "another host's names",
      ["check", "--host", "codex", "--tool", "exec_command", "--input", '{"cmd":"cat a.txt"}'],
      "",
      0,
      "readOnly",
    ],
    ["a mode", ["check", "--mode", "plan", "--command", "touch x"], "", 2, "planMode"],
  ])("%s", (_what, args, input, code, by) => {
    const done = run(args, input);
    expect(done.code, done.err).toBe(code);
    expect(done.out).toContain(code === 0 ? `${by}:` : `step: ${by}`);
    const json = run([...args, "--json"], input);
    expect(json.code).toBe(code);
    expect(decisions(json.out)[0]?.by).toBe(by);
  });

  test("no colours off a terminal, and nothing a command says reaches the terminal raw", () => {
    const done = run(["check", "--command", "echo '\u001b[31mred\u202e'"]);
    expect(done.out).not.toContain("\u001b");
    expect(done.out).toContain("\\u{1b}");
    expect(done.out).toContain("\\u{202e}");
  });
});

describe("bad input: one clear line, exit 1", () => {
  const line = (done: Ran, why: string | RegExp) => {
    expect(done.code, done.err + done.out).toBe(1);
    expect(done.out).toBe("");
    expect(done.err.trim().split("\n").length).toBe(1);
    expect(done.err).toMatch(why);
  };
  test.each<[string, readonly string[], string | Uint8Array, RegExp]>([
    ["nothing", ["check"], "", /standard input is empty/],
    ["not JSON", ["check"], "{", /not valid JSON/],
    ["an array", ["check"], "[]", /must be an object|expected/i],
    ["a key twice", ["check"], '{"tool":"Bash","input":{"command":"rm x","command":"ls"}}', /the key "command" twice/],
    ["a mode twice", ["check"], '{"tool":"Bash","input":{},"mode":"plan","mode":"auto"}', /the key "mode" twice/],
    [
      "input with a key twice",
      ["check", "--tool", "X", "--input", '{"a":1,"a":2}'],
      "",
      /--input has the key "a" twice/,
    ],
    ["no tool", ["check"], '{"input":{}}', /tool: must be a string/],
    ["wrong type", ["check"], '{"tool":"Bash","input":"ls"}', /input: must be/],
    ["an unknown field", ["check"], '{"tool":"Bash","input":{},"headles":true}', /unknown field "headles"/],
    ["an unknown mode", ["check", "--mode", "yolo", "--command", "ls"], "", /mode: must be one of/],
    ["a relative directory", ["check", "--cwd", "x", "--command", "ls"], "", /cwd: must be an absolute path/],
    ["an unknown flag", ["check", "--yolo"], "", /unknown option --yolo .*--help/],
    ["two ways at once", ["check", "--command", "ls", "--tool", "Bash"], "", /--command stands alone/],
    ["input without tool", ["check", "--input", "{}"], "", /--input needs --tool/],
    ["input that is not JSON", ["check", "--tool", "Bash", "--input", "{"], "", /--input is not valid JSON/],
    ["invalid UTF-8", ["check"], new Uint8Array([0x7b, 0xff, 0xfe]), /not valid UTF-8/],
    ["a command nobody knows", ["chekc"], "", /no command "chekc"/],
    [
      "a rule that does not parse",
      ["check", "--settings", '{"permissions":{"deny":["Bash("]}}', "--command", "ls"],
      "",
      /permissions\.deny.*not closed/,
    ],
    [
      "settings that are not there",
      ["check", "--settings", "/nowhere.json", "--command", "ls"],
      "",
      /no such settings file/,
    ],
    ["settings that are a directory", ["check", "--settings", "/tmp", "--command", "ls"], "", /is not a file/],
    ["deep nesting", ["check"], `{"tool":"Bash","input":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}}`, /nested deeper/],
  ])("%s", (_what, args, input, why) => line(run(args, input), why));

  test("a 50 MB command", () => {
    line(run(["check"], `{"tool":"Bash","input":{"command":"${"x".repeat(50_000_000)}"}}`), /longer than/);
  });
  test("user settings that are a link loop", () => {
    const config = join(top, "loop/sallyport");
    mkdirSync(config, { recursive: true });
    symlinkSync("settings.json", join(config, "settings.json"));
    line(run(["check", "--command", "ls"], "", { XDG_CONFIG_HOME: join(top, "loop") }), /leads back to itself/);
  });
  test("a state directory that cannot be used denies, and says so", () => {
    writeFileSync(join(top, "file"), "");
    const done = run(["check", "--json", "--command", "ls"], "", { SALLYPORT_STATE_DIR: join(top, "file/state") });
    expect(done.code).toBe(2);
    expect(decisions(done.out)[0]).toMatchObject({ behavior: "deny", by: "error" });
  });
});

describe("a stream", () => {
  test("bad lines are denies, good lines go on, nothing is lost and the order holds", () => {
    const lines = [
      '{"tool":"Read","input":{"file_path":"a.txt"}}',
      "not json",
      '{"tool":"Bash","input":{"command":"make x"},"session":"other"}',
      '{"tool":1}',
      `{"tool":"Bash","input":{"command":"${"y".repeat(17_000_000)}"}}`,
      '{"tool":"Bash","input":{"command":"ls","__proto__":{"a":1}}}',
      '{"tool":"Bash","input":{"command":"ls"},"mode":"nope"}',
      '{"tool":"TodoWrite","input":{"todos":[]}}',
    ];
    const done = run(["check", "--stream"], `${lines.join("\n")}\n`);
    expect(done.code).toBe(0);
    expect(decisions(done.out).map(({ behavior, by }) => `${behavior} ${by}`)).toEqual([
      "allow safeTool",
      "deny error",
      "ask offline",
      "deny error",
      "deny error",
      "ask offline",
      "deny error",
      "allow safeTool",
    ]);
    expect(decisions(done.out)[1]?.reason).toContain("Line 2");
  });
  test("invalid UTF-8 in the middle", () => {
    const good = Buffer.from('{"tool":"TodoWrite","input":{"todos":[]}}\n');
    const done = run(["check", "--stream"], Buffer.concat([good, Buffer.from([0xff, 0x0a]), good]));
    expect(decisions(done.out).map(({ behavior }) => behavior)).toEqual(["allow", "deny", "allow"]);
  });
  test("a last line without its end is judged; empty lines are not", () => {
    const done = run(["check", "--stream"], '\n\n{"tool":"TodoWrite","input":{"todos":[]}}');
    expect(decisions(done.out).length).toBe(1);
  });
  test("a decision is out before the next line comes in", async () => {
    const child = spawn(process.execPath, [program, "check", "--stream"], { cwd: app, env });
    const first = new Promise<string>((resolve) => child.stdout.once("data", (data) => resolve(String(data))));
    child.stdin.write('{"tool":"TodoWrite","input":{"todos":[]}}\n');
    expect(JSON.parse(await first)).toMatchObject({ behavior: "allow" });
    child.stdin.end();
    expect(await new Promise((resolve) => child.on("close", resolve))).toBe(0);
  });
  test("without a session, one process is one session: the denial counters hold across its lines", () => {
    const settings = '{"classifier":{"provider":"command","command":["cat"]},"limits":{"consecutive":2}}';
    const lines = ["make a", "make b"].map((command) => JSON.stringify({ tool: "Bash", input: { command } }));
    const done = run(["check", "--stream", "--settings", settings], `${lines.join("\n")}\n`);
    expect(decisions(done.out).map(({ by }) => by)).toEqual(["classifier", "denialLimit"]);
  });
  test("each session's own project rules hold", () => {
    const guarded = join(top, "guarded");
    mkdirSync(join(guarded, ".sallyport"), { recursive: true });
    writeFileSync(join(guarded, ".sallyport/settings.json"), JSON.stringify({ permissions: { deny: ["Bash(ls:*)"] } }));
    const lines = [
      { session: "a", cwd: app },
      { session: "b", cwd: guarded },
      { session: "b", cwd: app },
    ].map((more) => JSON.stringify({ tool: "Bash", input: { command: "ls" }, ...more }));
    expect(decisions(run(["check", "--stream"], lines.join("\n")).out).map(({ by }) => by)).toEqual([
      "readOnly",
      "denyRule",
      "denyRule",
    ]);
  });
});

describe("the other commands", () => {
  test("help for a newcomer, at the top and for each command", () => {
    expect(run(["--help"])).toMatchObject({ code: 0 });
    expect(run([]).code).toBe(1);
    for (const command of ["check", "rules", "explain", "log", "approve"]) {
      const done = run([command, "--help"]);
      expect(done.code, command).toBe(0);
      expect(done.out).toContain(`sallyport ${command}`);
    }
  });
  test("rules effective shows each rule, its file, and why it rests", () => {
    const file = join(top, "s.json");
    writeFileSync(
      file,
      JSON.stringify({ permissions: { allow: ["Bash(python3:*)", "Bash(make lint)"], deny: ["Read(./secret)"] } }),
    );
    const done = run(["rules", "effective", "--settings", file]);
    expect(done.code).toBe(0);
    expect(done.out).toContain(`Bash(python3:*)  ${file}`);
    expect(done.out).toMatch(/rests in auto mode, where it does not count: python3 runs code/);
    const json = JSON.parse(run(["rules", "effective", "--settings", file, "--json"]).out);
    expect(json.rules).toContainEqual({ list: "allow", rule: "Bash(make lint)", source: file, suspended: null });
  });
  test("rules defaults prints the rulebook", () => {
    expect(run(["rules", "defaults"]).out).toContain("Git Destructive");
    expect(JSON.parse(run(["rules", "defaults", "--json"]).out).topics.length).toBeGreaterThan(30);
  });
  test("explain shows parts, effects and the step", () => {
    const done = run(["explain", "cat a.txt | sort > b.txt && git push"]);
    expect(done.code).toBe(0);
    expect(done.out).toMatch(/sort/);
    expect(done.out).toMatch(/git push/);
    expect(JSON.parse(run(["explain", "--json", "ls"]).out)).toMatchObject({ step: "readOnly", behavior: "allow" });
    expect(run(["explain"]).code).toBe(1);
  });
  test("the version is the package's", () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));
    expect(run(["--version"]).out.trim()).toBe(version);
  });
});
