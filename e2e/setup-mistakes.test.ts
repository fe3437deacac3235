/** Mistakes on the way through `init`, at a terminal: each is said when it is made, and there is a way on and a way back. */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ENTER, HAS_SCRIPT, PROGRAM, type ThrowAwayHome, throwAwayHome } from "./terminal.ts";

let at: ThrowAwayHome;
let server: Server;
beforeAll(async () => {
  server = createServer((_, response) => response.writeHead(401).end("{}"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void server.close());
beforeEach(() => {
  at = throwAwayHome();
});
afterEach(() => at.remove());

const AGENTS = ["Numbers, Enter for [1]", ENTER] as const;
const NO_MODEL = ["Number, Enter for [5]", ENTER] as const;
const LIVE = ["How to begin?", ENTER] as const;
const NO = ["[Y/n/d]", `n${ENTER}`] as const;
const YES = ["[Y/n/d]", ENTER] as const;
const words = (screen: string): string => screen.replace(/\s+/g, " ");
const MODEL = "With a model, for each call";

describe.runIf(HAS_SCRIPT)("what is in the way is said before the other questions", () => {
  test("a mistyped file of the agent, by its line; corrected, it goes on", async () => {
    at.put(".claude/settings.json", '{\n  "model": "opus",\n  "hooks": [,\n}\n');
    const dialogue = [AGENTS, ["What now?", `1${ENTER}`], ["What now?", `2${ENTER}`], AGENTS] as const;
    const { text } = await at.onTerminal("init", [...dialogue, ["What now?", `3${ENTER}`]]);
    expect(words(text)).toContain("~/.claude/settings.json: line 3 is not valid JSON");
    expect(text).not.toContain(MODEL);
    expect(text).toContain("nothing was changed");
    at.put(".claude/settings.json", "{}");
    const { text: then } = await at.onTerminal("init", [AGENTS, NO_MODEL, LIVE, NO]);
    expect(then).toContain(MODEL);
  });

  test("a comma or a comment that Claude Code cannot read: said before the other questions, never called guarded", async () => {
    at.put(".claude/settings.json", '{\n  "model": "opus",\n}\n');
    const { text } = await at.onTerminal("init", [AGENTS, ["What now?", `3${ENTER}`]]);
    expect(words(text)).toContain("line 2 is not valid JSON: its last comma has nothing after it; take that comma out");
    expect(words(text)).toContain("Claude Code cannot read the file as it is");
    expect(text).not.toContain(MODEL);
    at.put(".claude/settings.json", "{}");
    expect(at.alone("init", "--yes", "--provider", "offline").code).toBe(0);
    const installed = readFileSync(join(at.home, ".claude/settings.json"), "utf8");
    at.put(".claude/settings.json", `// mine\n${installed}`);
    const doctor = at.alone("doctor");
    expect(doctor.out).toMatch(/BAD +Claude Code, hook: in place, but nothing is guarded/);
    expect(words(at.alone("status").out)).toContain("guarded nothing. NOT GUARDED:");
    expect(words(at.alone("status").out)).toContain("line 1 is not valid JSON: it has a comment");
  });

  test.each<[string, readonly string[]]>([
    ["init", ["init", "--yes"]],
    ["install", ["install", "claude-code", "--yes"]],
    ["uninstall", ["uninstall", "claude-code", "--yes"]],
  ])("%s: a mistyped file is named with its line, and said once to be as it was", (_, args) => {
    at.put(".claude/settings.json", '{\n  "hooks": {"PreToolUse": [{"x": "SALLYPORT_HOOK=" }]\n');
    const { code, err } = at.alone(...args);
    expect([code, err]).toEqual([1, expect.stringMatching(/settings\.json: line \d is not valid JSON/)]);
    expect(err.match(/nothing was changed/g)).toHaveLength(1);
  });

  test("a place that cannot be written to: why, and which", async () => {
    at.put(".local", "a file where a folder has to be");
    const { text } = await at.onTerminal("init", [AGENTS, ["What now?", `3${ENTER}`]]);
    expect(words(text)).toContain("~/.local is not a folder, so ~/.local/state/sallyport");
    expect(text).not.toContain(MODEL);
  });
});

const canMount = spawnSync("unshare", ["-m", "true"]).status === 0;
test.runIf(canMount)("a read-only place is called read-only", () => {
  at.put(".config/x", "");
  const mounts = `mount --bind ${at.home}/.config ${at.home}/.config && mount -o remount,ro,bind ${at.home}/.config`;
  const line = `${mounts} && exec ${process.execPath} ${PROGRAM} init --yes`;
  const done = spawnSync("unshare", ["-m", "sh", "-c", line], { env: at.env, encoding: "utf8" });
  expect(done.stderr).toContain(".config is read-only, so");
  expect(at.find()).toEqual([".config/", ".config/x", "app/"]);
});

test("an agent that nobody is logged in to: set up is refused, and what was set up all the same says so everywhere", () => {
  const wanted = ["init", "--yes", "--provider", "claude-code"];
  const { code, err } = at.alone(...wanted);
  expect([code, words(err)]).toEqual([
    1,
    expect.stringContaining("Claude Code is not logged in; run: claude, then /login"),
  ]);
  expect(at.alone(...wanted, "--no-test").code).toBe(0);
  const check = at.alone("check", "--command", "make deploy");
  expect(words(check.out)).toContain("The model could not be asked: claude-code: Claude Code is not logged in");
  expect(words(at.alone("log").out)).toContain("The model could not be asked");
  expect(words(at.alone("status").out)).toMatch(/IT COULD NOT BE ASKED at .* 1 tried by hand/);
  expect(words(at.alone("doctor").out)).toMatch(/BAD agent: Claude Code is not logged in; run: claude, then \/login/);
});

describe.runIf(HAS_SCRIPT)("a model that does not work is no dead end", () => {
  const pick = (n: number) => ["Number, Enter for [5]", `${n}${ENTER}`] as const;

  test("a key that is not set: Enter leads back to the list, and Enter there leads on", async () => {
    const { text } = await at.onTerminal("init", [AGENTS, pick(1), ["(typing is hidden)", ENTER], NO_MODEL, LIVE, NO]);
    expect(words(text)).toContain("ANTHROPIC_API_KEY is not set in this shell. To set it: leave with Ctrl-C");
    expect(text).toContain("model: No model");
  });

  test("five names that are not taken lead back to the list", async () => {
    const wrong = Array.from({ length: 5 }, () => ["(typing is hidden)", `NOT_SET${ENTER}`] as const);
    const { text } = await at.onTerminal("init", [AGENTS, pick(1), ...wrong, NO_MODEL, LIVE, NO]);
    expect(words(text)).toContain("NOT_SET is not set in this shell: export NOT_SET=… first, or name another variable");
    expect(text).toContain("model: No model");
  });

  test("a server's address and its model: Enter leads back", async () => {
    const { text } = await at.onTerminal("init", [AGENTS, pick(3), ["Its address", ENTER], NO_MODEL, LIVE, NO]);
    expect(text).toContain("model: No model");
  });

  test.each<[string, readonly (readonly [string, string])[]]>([
    ["Choose again, and then Enter", [["It does not work yet", ENTER], NO_MODEL]],
    ["No model for now", [["It does not work yet", `3${ENTER}`]]],
  ])("it does not answer: %s", async (_, on) => {
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const asked = [
      ["Its address", `${address}${ENTER}`],
      ["The model, by the name", `m${ENTER}`],
      ["want a key?", ENTER],
    ] as const;
    const { text } = await at.onTerminal("init", [AGENTS, pick(3), ...asked, ...on, LIVE, NO]);
    expect(text).toContain("model: No model");
  });
});

describe.runIf(HAS_SCRIPT)("tried with npx", () => {
  const npx = (): string => {
    const folder = join(at.home, "bin/_npx/1/node_modules/sallyport");
    cpSync(join(PROGRAM, ".."), join(folder, "dist"), { recursive: true });
    cpSync(join(PROGRAM, "../../package.json"), join(folder, "package.json"));
    symlinkSync(join(PROGRAM, "../../node_modules"), join(folder, "node_modules"));
    return join(folder, "dist/sallyport.cjs");
  };

  test("no: it names no command that is not there", async () => {
    const { text } = await at.onTerminal("", [["Set it up now?", `n${ENTER}`]], { program: npx() });
    expect(words(text)).toContain("To set it up later, start it the same way again.");
    expect(text).not.toContain("sallyport init");
    expect(at.find()).toEqual(["app/"]);
  });

  test("yes: the plan names all that is made, and uninstall takes all of it away", async () => {
    at.put("app/.claude/settings.local.json", '{"permissions":{"allow":["Bash(docker build:*)"]}}');
    spawnSync("git", ["init", "-q", join(at.home, "app")]);
    const before = at.find();
    const adopt = ["Shall they count", ENTER] as const;
    const { text } = await at.onTerminal("init", [AGENTS, NO_MODEL, LIVE, adopt, YES], { program: npx() });
    const [, plan = ""] = words(text).split("and nothing else:");
    const { version } = JSON.parse(readFileSync(join(PROGRAM, "../../package.json"), "utf8"));
    for (const place of [
      ...["~/.claude/settings.json", "~/.config/sallyport/settings.json", "~/.local/state/sallyport/adopted.json"],
      ...[`~/.local/share/sallyport/versions/${version}`, "~/.local/bin/sallyport", "~/.local/state/sallyport"],
    ])
      expect(plan.split("Make these changes?")[0]).toContain(place);
    expect(at.find()).toContain(".local/bin/sallyport");
    const own = join(at.home, ".local/bin/sallyport");
    const left = spawnSync(own, ["uninstall", "--everything", "--yes"], { env: at.env, encoding: "utf8" });
    expect([left.status, left.stderr]).toEqual([0, ""]);
    expect(at.find()).toEqual(before);
  });
});
