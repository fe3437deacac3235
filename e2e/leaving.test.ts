/** Taking Sallyport out again, as a person does: what goes, what stays and is said to stay, and nothing that lives on. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ENTER, HAS_SCRIPT, type ThrowAwayHome, throwAwayHome } from "./terminal.ts";

let at: ThrowAwayHome;
beforeEach(() => {
  at = throwAwayHome();
});
afterEach(() => {
  at.alone("serve", "--stop");
  at.remove();
});
const STATE = ".local/state/sallyport";

/** The process that serves: its address is somebody else's as soon as it is free. */
function serve(): { readonly isOver: () => Promise<boolean> } {
  expect(at.alone("serve", "--background").code).toBe(0);
  const { pid } = JSON.parse(readFileSync(join(at.home, STATE, "service/serve.json"), "utf8"));
  const lives = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(lives()).toBe(true);
  return {
    isOver: async () => {
      while (lives()) await pause(100);
      return true;
    },
  };
}

describe("a service whose state directory is not its own any more ends by itself, and makes none anew", () => {
  test("it was removed", async () => {
    const service = serve();
    rmSync(join(at.home, STATE), { recursive: true });
    expect(await service.isOver()).toBe(true);
    expect(existsSync(join(at.home, STATE))).toBe(false);
  });

  test("it was moved away, and another stands in its place", async () => {
    const service = serve();
    renameSync(join(at.home, STATE), join(at.home, "elsewhere"));
    at.put(`${STATE}/swept`, "");
    expect(await service.isOver()).toBe(true);
  });
});

test("removing the state ends the service first", async () => {
  at.alone("init", "--yes");
  const service = serve();
  expect(at.alone("uninstall", "claude-code", "--state", "--yes").code).toBe(0);
  expect(await service.isOver()).toBe(true);
  expect(existsSync(join(at.home, STATE))).toBe(false);
});

/** As Claude Code starts the hook; the service is there when it ends. */
function callUntilServed(): void {
  const { hooks } = JSON.parse(readFileSync(join(at.home, ".claude/settings.json"), "utf8"));
  const call = { session_id: "s", cwd: join(at.home, "app"), permission_mode: "default", tool_use_id: "t" };
  const event = { ...call, hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
  const given = { cwd: join(at.home, "app"), env: at.env, input: JSON.stringify(event) };
  // The agent is a program of its own, and gone then: what an agent started may not uninstall.
  const start =
    'const { status } = require("child_process").spawnSync("/bin/sh", ["-c", process.argv[1]], { stdio: "inherit" });';
  const agent = ["-e", `${start} process.exit(status ?? 1);`, hooks.PreToolUse[0].hooks[0].command];
  expect(spawnSync(process.execPath, agent, given).status).toBe(0);
  while (!existsSync(join(at.home, STATE, "service/serve.json"))) spawnSync("sleep", ["0.1"]);
}

const SETTINGS = ".config/sallyport/settings.json";
const KEEP_RECORD = ["Shall the record go too?", ENTER] as const;
const RECORD_GOES = ["Shall the record go too?", `2${ENTER}`] as const;
const KEEP_SETTINGS = ["Shall your settings go too?", ENTER] as const;
const SETTINGS_GO = ["Shall your settings go too?", `2${ENTER}`] as const;
const YES = ["[Y/n/d]", ENTER] as const;
const words = (screen: string): string => screen.replace(/\s+/g, " ");

describe("without a trace: every path is as it was before", () => {
  test.each<[string, () => void, () => void]>([
    ["a fresh home", () => undefined, () => undefined],
    ["a service that runs", () => undefined, () => void serve()],
    ["a service that a hook started", () => undefined, callUntilServed],
    ["a command before it was set up", () => undefined, () => void at.alone("check", "--command", "ls")],
    ["folders that were there and empty", () => at.put(".claude/x", ""), () => rmSync(join(at.home, ".claude/x"))],
    ["two agents", () => undefined, () => void at.alone("install", "codex", "--yes")],
    [
      "settings of the person's own",
      () => {
        at.put(".claude/settings.json", '{ "model": "opus" }');
        at.put(SETTINGS, '{ /* mine */ "mode": "auto" }\n');
      },
      () => undefined,
    ],
  ])("%s", async (_, prepare, between) => {
    prepare();
    const contents = (): readonly unknown[] =>
      at
        .find()
        .map((path) =>
          path.endsWith("/") || path.endsWith("/x") ? path : [path, readFileSync(join(at.home, path), "utf8")],
        );
    const before = contents();
    at.alone("init", "--yes");
    between();
    at.alone("check", "--command", "git push");
    expect(at.alone("uninstall", "--everything", "--yes")).toMatchObject({ code: 0, err: "" });
    expect(contents()).toEqual(before.filter((one) => one !== ".claude/x"));
  });

  test.runIf(HAS_SCRIPT)("asked at a terminal", async () => {
    const before = at.find();
    at.alone("init", "--yes");
    const { text, code } = await at.onTerminal("uninstall", [RECORD_GOES, SETTINGS_GO, YES]);
    expect([code, words(text)]).toEqual([0, expect.stringContaining("Claude Code: the hook is gone.")]);
    expect(at.find()).toEqual(before);
  });
});

describe.runIf(HAS_SCRIPT)("at a terminal", () => {
  test("Enter keeps what a person may want, and says what stays and why", async () => {
    at.alone("init", "--yes");
    const { text, code } = await at.onTerminal("uninstall claude-code", [KEEP_RECORD, KEEP_SETTINGS, YES]);
    expect([code, words(text)]).toEqual([0, expect.stringContaining(`Kept: ~/${STATE}, because it holds the record`)]);
    expect(words(text)).toContain(`Kept: ~/${SETTINGS}, because it is yours`);
    expect(at.find().filter((path) => /claude|installed\/./.test(path))).toEqual([]);
    expect(at.find()).toContain(SETTINGS);
  });

  test.each<[string, string]>([
    ["no", `n${ENTER}`],
    ["Ctrl-C", "\x03"],
    ["the end of input", "\x04"],
  ])("%s at the last question changes nothing", async (_, typed) => {
    at.alone("init", "--yes");
    const before = at.find();
    const { text } = await at.onTerminal("uninstall", [RECORD_GOES, SETTINGS_GO, [YES[0], typed]]);
    expect(text).toContain("nothing was changed");
    expect(at.find()).toEqual(before);
  });

  test.each([60, 80])("in %i columns install and uninstall fit a screen, and show each line on d", async (columns) => {
    const dialogue = [[YES[0], `d${ENTER}`], ["timeout", ""], YES] as const;
    const put = await at.onTerminal("install claude-code", dialogue, { columns });
    expect(put.text.split("\n").findIndex((line) => line.includes(YES[0]))).toBeLessThan(12);
    expect(words(put.text)).toContain("Claude Code: the hook is in place.");
    expect(at.find()).toContain(".claude/settings.json");
    const out = await at.onTerminal("uninstall", [RECORD_GOES, ...dialogue], { columns });
    expect(out.text.split("\n").findIndex((line) => line.includes(YES[0]))).toBeLessThan(18);
    expect(out.code).toBe(0);
    expect(at.find()).toEqual(["app/"]);
  });
});

test("the record stays while another agent is guarded, and is said to", () => {
  at.alone("init", "--yes");
  at.alone("install", "codex", "--yes");
  const { out } = at.alone("uninstall", "codex", "--state", "--yes");
  expect(out).toContain(`Kept: ~/${STATE}, because Claude Code is still guarded.`);
  expect(existsSync(join(at.home, STATE, "installed"))).toBe(true);
});

test("with nothing there it says so, a second time too", () => {
  expect(at.alone("uninstall", "--state", "--yes")).toMatchObject({
    code: 0,
    out: `No agent is guarded.\n- There is no ~/${STATE}.\n`,
  });
  expect(at.find()).toEqual(["app/"]);
});

test("a rule written before anything was set up, and folders it needed, go with everything", () => {
  expect(at.alone("allow", "Bash(make:*)", "--yes").code).toBe(0);
  at.alone("init", "--yes");
  expect(at.alone("uninstall", "--everything", "--yes").code).toBe(0);
  expect(at.find()).toEqual(["app/"]);
});

describe("what keeps the service running", () => {
  const UNIT = ".config/systemd/user/sallyport.service";

  test("where nobody takes it, nothing is written", () => {
    const { code, err } = at.alone("serve", "--install");
    expect([code, err]).toEqual([1, expect.stringContaining("sallyport serve --background")]);
    expect(at.find().filter((path) => path.includes("systemd"))).toEqual([]);
  });

  test("one that is left goes with the last agent, also where nobody takes it any more", () => {
    at.alone("init", "--yes");
    at.put(UNIT, "[Service]\nExecStart=/usr/bin/node /gone/sallyport.cjs serve\n");
    expect(at.alone("uninstall", "--yes").out).toContain(`~/${UNIT} is gone`);
    expect(at.find()).not.toContain(UNIT);
  });

  test("installed and taken away again, its folders go too", () => {
    at.put("bin/systemctl", "#!/bin/sh\n", 0o755);
    const before = at.find();
    expect(at.alone("serve", "--install").code).toBe(0);
    expect(at.find()).toContain(UNIT);
    expect(at.alone("serve", "--uninstall").code).toBe(0);
    expect(at.alone("uninstall", "--everything", "--yes").code).toBe(0);
    expect(at.find()).toEqual(before);
  });
});
