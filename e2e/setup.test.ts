/** `sallyport`, `init` and `status` on a real terminal (script(1)), with a throw-away home: what a person types, sees and gets. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { removeTree } from "../src/testing/remove-tree.ts";
import { type Dialogue, HAS_SCRIPT, type } from "./terminal.ts";

const program = join(import.meta.dirname, "../dist/sallyport.cjs");
const top = realpathSync(mkdtempSync(join(tmpdir(), "e2e-setup-")));
let home = "";
let n = 0;
let server: Server;
let address = "";
beforeAll(async () => {
  if (!existsSync(program)) throw new Error("dist/sallyport.cjs is not there: run npm run build first");
  server = createServer((request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.url === "/v1/models") response.end('{"data":[{"id":"small"},{"id":"large"}]}');
    else {
      response.statusCode = 401;
      response.end('{"error":{"message":"Invalid API key"}}');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.close();
  removeTree(top);
});
const put = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
beforeEach(() => {
  home = join(top, String(n++));
  mkdirSync(join(home, "app"), { recursive: true });
  put(join(home, "bin/claude"), "#!/bin/sh\necho 2.1.325\n");
  chmodSync(join(home, "bin/claude"), 0o755);
});

const env = (more: object = {}) => ({
  HOME: home,
  PATH: `${join(home, "bin")}:/usr/bin:/bin`,
  TERM: "xterm",
  NO_COLOR: "1",
  PAGER: "cat",
  ...more,
});
const alone = (...args: readonly string[]) =>
  spawnSync(process.execPath, [program, ...args], { cwd: join(home, "app"), encoding: "utf8", env: env() });

const onTerminal = async (command: string, dialogue: Dialogue, more: object = {}): Promise<string> =>
  (await type(command, dialogue, { cwd: join(home, "app"), env: env(more) })).text;

const filesIn = (): readonly string[] =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((one) => !one.isDirectory())
    .map((one) => join(one.parentPath, one.name).slice(home.length + 1))
    .filter((path) => !path.startsWith("bin/"))
    .sort();

/** Takes user units as systemd does: reads the file, starts what it says with the environment it says, and ends it. */
const SYSTEMCTL = `#!/bin/sh
unit=$HOME/.config/systemd/user/sallyport.service
mark=$HOME/bin/kept
[ "$1" = --user ] || exit 1
echo "$*" >>"$HOME/bin/asked"
end() { [ ! -e "$mark" ] || { kill "$(cat "$mark")"; rm "$mark"; sleep 1; }; }
case $2 in
  restart) [ ! -e "$HOME/bin/broken" ] || { echo "Unit is broken." >&2; exit 1; }
    end
    setting=$(sed -n 's/^Environment=//p' "$unit" | tr '\\n' ' ')
    eval "setsid env -i $setting $(sed -n 's/^ExecStart=//p' "$unit") >/dev/null 2>&1 &"
    echo $! >"$mark" ;;
  disable) end ;;
esac
`;
const withSystemd = (): void => {
  put(join(home, "bin/systemctl"), SYSTEMCTL);
  chmodSync(join(home, "bin/systemctl"), 0o755);
};
/** Also where a test fails in between. */
afterEach(() => {
  if (existsSync(join(home, "bin/kept"))) spawnSync(join(home, "bin/systemctl"), ["--user", "disable"], { env: env() });
});
const UNIT = ".config/systemd/user/sallyport.service";
const SETTINGS = ".config/sallyport/settings.json";
const AGREED = ".local/state/sallyport/service/start";

const ENTER = "\r";
const AGENTS = ["Numbers, Enter for [1]", ENTER] as const;
const OFFLINE = ["Number, Enter for [5]", ENTER] as const;
const LIVE = ["How to begin?", ENTER] as const;
const SERVICE = ["Shall one service answer for all agents?", ENTER] as const;
const SERVICE_YES = ["Shall one service answer for all agents?", `2${ENTER}`] as const;

describe.runIf(HAS_SCRIPT)("init on a terminal", () => {
  test("Enter through: guarded, and uninstall leaves only the record and the settings", async () => {
    const screen = await onTerminal("init", [AGENTS, OFFLINE, LIVE, ["[Y/n/d]", ENTER]]);
    expect(screen).toMatch(/8 hooks in ~\/\.claude\/settings\.json/);
    expect(screen).toContain("Done: Claude Code is guarded");
    expect(JSON.parse(readFileSync(join(home, ".config/sallyport/settings.json"), "utf8"))).toEqual({
      ...{ shadow: false, classifier: { provider: "offline" } },
    });
    expect(alone("uninstall", "claude-code", "--yes", "--state").status).toBe(0);
    expect(filesIn()).toEqual([".config/sallyport/settings.json"]);
  });

  test("without somebody to keep it running hooks start the service: said with the other changes, and no question", async () => {
    const screen = await onTerminal("init", [AGENTS, OFFLINE, LIVE, ["[Y/n/d]", ENTER]]);
    expect(screen).not.toContain("Shall one service answer");
    expect(screen.replace(/\s+/g, " ")).toContain("a service for all hooks: the first that finds none starts it");
    expect(filesIn()).toContain(AGREED);
    expect(alone("status").stdout.replace(/\s+/g, " ")).toContain("service none: the next hook starts it");
  });

  test.each<[string, () => void, readonly string[]]>([
    ["--no-service", () => undefined, ["--no-service"]],
    ["a no that stands in the settings", () => put(join(home, SETTINGS), '{"service": {"start": false}}\n'), []],
  ])("%s: no hook starts one, and the settings say so", (_, before, flags) => {
    before();
    expect(alone("init", "--yes", ...flags).status).toBe(0);
    expect(filesIn()).not.toContain(AGREED);
    expect(JSON.parse(readFileSync(join(home, SETTINGS), "utf8"))).toMatchObject({ service: { start: false } });
    // And another agent does not bring it back.
    expect(alone("install", "codex", "--yes").stdout).not.toContain("a service for all hooks");
    expect(filesIn()).not.toContain(AGREED);
  });

  test("--yes means yes, and it goes with the last agent", () => {
    expect(alone("init", "--yes").stdout).toContain("a service for all hooks");
    expect(filesIn()).toContain(AGREED);
    expect(alone("install", "codex", "--yes", "--no-service").stdout).toContain("no hook starts a service any more");
    expect(filesIn()).not.toContain(AGREED);
    expect(alone("install", "codex", "--yes").stdout).toContain("a service for all hooks");
    expect(alone("uninstall", "codex", "--yes").status).toBe(0);
    expect(filesIn()).toContain(AGREED);
    expect(alone("uninstall", "claude-code", "--yes").status).toBe(0);
    expect(filesIn()).not.toContain(AGREED);
  });

  test("nothing keeps the service running unless it is chosen", async () => {
    withSystemd();
    const screen = await onTerminal("init", [AGENTS, OFFLINE, LIVE, SERVICE, ["[Y/n/d]", ENTER]]);
    expect(screen).toContain("Done: Claude Code is guarded");
    expect(filesIn()).not.toContain(UNIT);
    expect(readFileSync(join(home, "bin/asked"), "utf8")).not.toContain("restart");
  });

  test("chosen, it is in the plan and its diff, runs after the last yes, and goes with the last agent", async () => {
    withSystemd();
    const screen = await onTerminal("init", [
      ...[AGENTS, OFFLINE, LIVE, SERVICE_YES],
      ["[Y/n/d]", `d${ENTER}`],
      ["ExecStart=", ""],
      ["[Y/n/d]", ENTER],
    ]);
    expect(screen).toContain("the service: a user unit of systemd, started now and when you log in");
    const address = /The service runs at (http:\S+);/.exec(screen.replace(/\s+/g, " "))?.[1] ?? "none";
    expect(await (await fetch(`${address}/healthz`)).json()).toMatchObject({ ok: true });
    expect(JSON.parse(alone("status", "--json").stdout)).toMatchObject({ service: { address } });
    expect(alone("init", "--yes", "--service").stdout).toContain("The service runs at");
    expect(alone("uninstall", "claude-code", "--yes", "--state").stdout).toContain(`${UNIT} is gone`);
    expect(filesIn()).toEqual([".config/sallyport/settings.json"]);
    await expect(fetch(`${address}/healthz`)).rejects.toThrow();
  });

  test.each<[string, string]>([
    ["no", `n${ENTER}`],
    ["Ctrl-C", "\x03"],
  ])("a chosen service and %s at the last question: nothing was written or started", async (_, typed) => {
    withSystemd();
    const screen = await onTerminal("init", [...[AGENTS, OFFLINE, LIVE, SERVICE_YES], ["[Y/n/d]", typed]]);
    expect(screen).toContain("nothing was changed");
    expect(filesIn()).toEqual([]);
    expect(readFileSync(join(home, "bin/asked"), "utf8")).not.toMatch(/enable|restart/);
  });

  test.each<[string, string]>([
    ["no", `n${ENTER}`],
    ["the end of input", "\x04"],
    ["Ctrl-C", "\x03"],
  ])("%s at the last question: nothing was written, not even before it", async (_, typed) => {
    const screen = await onTerminal("init", [AGENTS, OFFLINE, LIVE, ["[Y/n/d]", typed]]);
    expect(screen).toContain("nothing was changed");
    expect(filesIn()).toEqual([]);
  });

  test("a pasted key is refused and stands nowhere, not on the screen either", async () => {
    const key = "sk-ant-api03-Zm9vYmFyYmF6";
    const screen = await onTerminal("init", [
      AGENTS,
      ["Number, Enter for [5]", `1${ENTER}`],
      ["(typing is hidden)", `${key}${ENTER}`],
      ["looks like the key itself", ""],
      ["(typing is hidden)", "\x03"],
    ]);
    expect(screen).toContain("looks like the key itself");
    expect(screen).not.toContain(key);
    expect(filesIn()).toEqual([]);
  });

  test("a server: its address is checked, its models are listed, and what it says is told in words", async () => {
    const screen = await onTerminal("init", [
      AGENTS,
      ["Number, Enter for [5]", `3${ENTER}`],
      ["Its address", `localhost:1${ENTER}`],
      ["begins with http", ""],
      ["Its address", `${address}${ENTER}`],
      ["Which?", `2${ENTER}`],
      ["Does it want a key?", ENTER],
      ["It does not work yet", `2${ENTER}`],
      LIVE,
      ["[Y/n/d]", `n${ENTER}`],
    ]);
    expect(screen).toContain("large: the key was refused");
    expect(screen).toContain("model: A compatible server (large)");
    expect(filesIn()).toEqual([]);
  });

  test("rules saved in a project are shown, and adopted on one yes", async () => {
    spawnSync("git", ["init", "-q", join(home, "app")]);
    put(join(home, "app/.claude/settings.local.json"), '{"permissions":{"allow":["Bash(docker build:*)"]}}');
    put(join(home, ".claude/settings.json"), '{"permissions":{"allow":["Bash(make:*)","Bash(node:*)"]}}');
    const screen = await onTerminal("init", [AGENTS, OFFLINE, LIVE, ["Shall they count", ENTER], ["[Y/n/d]", ENTER]]);
    expect(screen.replace(/\s+/g, " ")).toContain("Your 2 Claude Code allow rules count; 1 rests in auto mode");
    expect(readFileSync(join(home, ".local/state/sallyport/adopted.json"), "utf8")).toContain("Bash(docker build:*)");
  });

  test("something in the way: all of it is undone", async () => {
    put(join(home, ".config/sallyport/settings.json"), '{ /* mine */ "mode": "auto" }\n');
    put(join(home, ".local/state/sallyport/installed"), "a file where a folder has to be");
    const before = filesIn();
    const screen = await onTerminal("init", [AGENTS, OFFLINE, LIVE, ["[Y/n/d]", ENTER]]);
    expect(screen.replace(/\s+/g, " ")).toContain("nothing was changed");
    expect(filesIn()).toEqual(before);
    expect(readFileSync(join(home, ".config/sallyport/settings.json"), "utf8")).toBe('{ /* mine */ "mode": "auto" }\n');
  });

  test("sallyport alone says what is here and offers to set it up", async () => {
    const screen = await onTerminal("", [["Set it up now?", `n${ENTER}`]]);
    expect(screen).toContain("Agents: Claude Code (not guarded).");
    expect(screen).toContain("none recorded here");
    expect(filesIn()).toEqual([]);
  });
});

describe("init for scripts, and status", () => {
  test("--yes takes what is proposed and keeps comments; status says so", () => {
    put(
      join(home, ".config/sallyport/settings.json"),
      '{\n  // mine\n  "classifier": {"baseUrl": "http://old", "stages": "fast"}\n}\n',
    );
    const done = alone("init", "--yes", "--shadow", "--json");
    expect(JSON.parse(done.stdout)).toMatchObject({ done: true });
    const text = readFileSync(join(home, ".config/sallyport/settings.json"), "utf8");
    expect(text).toContain("// mine");
    expect(text).not.toContain("http://old");
    expect(text).toContain('"stages": "fast"');
    expect(JSON.parse(alone("status", "--json").stdout)).toMatchObject({
      ...{
        guarded: [{ agent: "Claude Code", scopes: ["user"] }],
        state: "watching",
        today: { calls: 0 },
        change: null,
      },
    });
  });
  test.each<[string, string[], RegExp]>([
    ["a host nobody knows", ["--host", "emacs"], /no host "emacs"/],
    ["a provider nobody knows", ["--provider", "x"], /no provider "x"/],
    ["a key instead of its name", ["--provider", "anthropic", "--key-env", "sk-ant-1234"], /the key itself/],
    ["a variable that is not set", ["--provider", "anthropic"], /ANTHROPIC_API_KEY is not set/],
    ["a server without a model", ["--provider", "openai-compatible", "--base-url", "http://x"], /needs --model/],
    ["an address without its scheme", ["--provider", "openai-compatible", "--base-url", "x:1"], /begins with http/],
    ["an agent that is not there", ["--provider", "codex"], /its program on PATH/],
  ])("%s: refused, and nothing is written", (_, args, why) => {
    const done = alone("init", "--yes", ...args);
    expect(done.status).toBe(1);
    expect(done.stderr).toMatch(why);
    expect(done.stderr).not.toContain("sk-ant-1234");
    expect(filesIn()).toEqual([]);
  });
  test("--service keeps one running, or leaves everything as it was", async () => {
    const refused = alone("init", "--yes", "--service");
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/serve --background.*nothing was changed/),
    ]);
    expect(filesIn()).toEqual([]);
    withSystemd();
    put(join(home, "bin/broken"), "");
    const broken = alone("init", "--yes", "--service");
    expect([broken.status, broken.stderr]).toEqual([1, expect.stringMatching(/Unit is broken.*nothing was changed/)]);
    expect(filesIn()).toEqual([]);
    removeTree(join(home, "bin/broken"));
    expect(alone("init", "--dry-run", "--service").stdout).toContain("the service: a user unit of systemd");
    expect(filesIn()).toEqual([]);
    const { service } = JSON.parse(alone("init", "--yes", "--service", "--json").stdout);
    expect(await (await fetch(`${service}/healthz`)).json()).toMatchObject({ ok: true });
    expect(alone("serve", "--uninstall").stdout).toContain("is gone");
    expect(filesIn()).not.toContain(UNIT);
  });

  test("one that a hook started makes way for one that is kept running, and hooks start none beside it", () => {
    withSystemd();
    expect(alone("init", "--yes").status).toBe(0);
    alone("serve", "--from-hook");
    const { service: started } = JSON.parse(alone("status", "--json").stdout);
    expect(started).not.toBeNull();
    expect(alone("init", "--yes", "--service").stdout).toContain("The service runs at");
    const { service: kept } = JSON.parse(alone("status", "--json").stdout);
    expect(kept.pid).not.toBe(started.pid);
    expect(filesIn()).not.toContain(AGREED);
    expect(alone("serve", "--uninstall").stdout).toContain("is gone");
  });

  test("a unit of another's with this name is left alone", () => {
    withSystemd();
    put(join(home, UNIT), "[Service]\nExecStart=/usr/bin/true\n");
    expect(alone("init", "--yes", "--service").stderr).toContain("is not ours");
    expect(alone("serve", "--uninstall").stdout).toContain("It was not installed.");
    expect(filesIn()).toEqual([UNIT]);
  });

  test("a settings file that is mistyped is not written over", () => {
    put(join(home, ".config/sallyport/settings.json"), '{"mode": "auto"');
    expect(alone("init", "--yes").stderr).toContain("settings.json");
    expect(filesIn()).toEqual([".config/sallyport/settings.json"]);
  });
});

test("Ctrl-C while the changes are written: all of them are there, and it is said", () => {
  // The first file that is put in its place: the signal comes in the middle.
  const hook = join(home, "interrupt.cjs");
  put(
    hook,
    "const fs = require('node:fs'); const { renameSync } = fs; let told = false;\n" +
      "fs.renameSync = (...given) => { if (!told) process.kill(process.pid, 'SIGINT'); told = true; return renameSync(...given); };\n",
  );
  const done = spawnSync(process.execPath, ["--require", hook, program, "init", "--yes", "--no-test"], {
    cwd: join(home, "app"),
    env: env(),
    encoding: "utf8",
  });
  expect([done.status, done.stdout.replace(/\s+/g, " ")]).toEqual([
    0,
    expect.stringContaining("Ctrl-C came while this was being written, and all of it is there."),
  ]);
  expect(readFileSync(join(home, ".claude/settings.json"), "utf8")).toContain("hook");
});
