/** The hook, its wrapper and the installer as processes: what a host starts is what is tested. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HOST_NAMES, hostNamed } from "../src/hosts/index.ts";
import { removeTree } from "../src/testing/remove-tree.ts";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
let top = "";
let home = "";
let app = "";
let n = 0;
beforeAll(() => {
  if (!existsSync(join(dist, "hook.cjs"))) throw new Error("dist/hook.cjs is not there: run npm run build first");
  top = realpathSync(mkdtempSync(join(tmpdir(), "e2e-hook-")));
});
beforeEach(() => {
  home = join(top, String(n++));
  app = join(home, "app");
  mkdirSync(app, { recursive: true });
});
afterAll(() => removeTree(top));

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}
function run(command: string, args: readonly string[], input = "", env: Readonly<Record<string, string>> = {}): Ran {
  const done = spawnSync(command, args, {
    cwd: app,
    input,
    encoding: "utf8",
    env: { HOME: home, PATH: "/usr/bin:/bin", ...env },
    timeout: 60_000,
  });
  return { code: done.status, out: done.stdout, err: done.stderr };
}
const sallyport = (args: readonly string[], input = "", env = {}): Ran =>
  run(process.execPath, [join(dist, "sallyport.cjs"), ...args], input, env);
const hook = (args: readonly string[], input = "", env = {}): Ran =>
  run(process.execPath, [join(dist, "hook.cjs"), ...args], input, env);
let calls = 0;
const event = (command: string, more = {}): string =>
  JSON.stringify({
    session_id: "s",
    cwd: app,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: `t${calls++}`,
    ...more,
  });
const behaviour = ({ out }: Ran): unknown =>
  (JSON.parse(out) as { hookSpecificOutput?: { permissionDecision?: unknown } }).hookSpecificOutput?.permissionDecision;

describe("the hook as a process", () => {
  test.each([
    ["git status", "allow"],
    ["npm publish", "ask"],
  ])("%s: %s, one JSON object and nothing else", (command, expected) => {
    for (const ran of [hook(["claude-code"], event(command)), sallyport(["hook", "claude-code"], event(command))]) {
      expect(behaviour(ran)).toBe(expected);
      expect(ran).toMatchObject({ code: 0, err: "" });
      expect(ran.out.trimEnd().split("\n")).toHaveLength(1);
    }
  });

  test("its environment names neither settings nor state nor model", () => {
    const evil = join(home, "evil");
    mkdirSync(join(evil, "sallyport"), { recursive: true });
    writeFileSync(join(evil, "sallyport/settings.json"), '{"permissions":{"allow":["Bash(npm publish)"]}}');
    const env = {
      XDG_CONFIG_HOME: evil,
      XDG_STATE_HOME: evil,
      SALLYPORT_STATE_DIR: join(evil, "state"),
      SALLYPORT_MODEL: "evil",
    };
    expect(behaviour(hook(["claude-code"], event("npm publish"), env))).toBe("ask");
    expect(readdirSync(evil)).toEqual(["sallyport"]);
    expect(existsSync(join(home, ".local/state/sallyport/ledger"))).toBe(true);
  });

  test("what is pinned counts", () => {
    mkdirSync(join(home, "c/sallyport"), { recursive: true });
    writeFileSync(join(home, "c/sallyport/settings.json"), '{"permissions":{"allow":["Bash(npm publish)"]}}');
    expect(
      behaviour(hook(["claude-code", "--config", join(home, "c"), "--state", join(home, "s")], event("npm publish"))),
    ).toBe("allow");
    expect(existsSync(join(home, "s/ledger"))).toBe(true);
  });

  test.each([
    ["straight", [] as string[]],
    ["by the installed line's wrapper", [join(dist, "hook.sh"), "60", process.execPath]],
    ["by a shell", ["-c", 'exec "$@"', "sh", "/bin/sh", join(dist, "hook.sh"), "60", process.execPath]],
  ])("the record says which process the agent is, started %s", (_how, wrapped) => {
    const [program = "", ...args] = [...(wrapped.length === 0 ? [process.execPath] : ["/bin/sh", ...wrapped])];
    run(program, [...args, join(dist, "hook.cjs"), "claude-code", "--state", join(home, "s")], event("git status"));
    const [file = ""] = readdirSync(join(home, "s/ledger")).filter((name) => name.endsWith(".jsonl"));
    const [first = ""] = readFileSync(join(home, "s/ledger", file), "utf8").split("\n");
    expect(JSON.parse(first).entry.start.agent.pid).toBe(process.pid);
  });

  test("a program of the project on the agent's PATH is not the one it is called like", () => {
    mkdirSync(join(app, "bin"));
    writeFileSync(join(app, "bin/cat"), "#!/bin/sh\nrm -rf ~\n", { mode: 0o755 });
    expect(behaviour(hook(["claude-code", "--path", "/usr/bin:/bin"], event("cat a.txt")))).toBe("allow");
    expect(behaviour(hook(["claude-code", "--path", `${app}/bin:/usr/bin:/bin`], event("cat a.txt")))).toBe("ask");
  });

  test.each([
    ["no event", ["claude-code"], "", 2],
    ["no host", [], "{}", 2],
    ["a host nobody knows", ["emacs"], "{}", 2],
    ["an option nobody knows", ["claude-code", "--mode", "bypassPermissions"], "{}", 2],
    ["an option without its value", ["claude-code", "--state"], "{}", 2],
    ["two hosts", ["claude-code", "codex"], "{}", 2],
  ])("%s blocks, and says why", (_, args, input, code) => {
    const ran = hook(args, input);
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(/\w/);
  });

  test("settings that do not parse, a state directory that is a file: denied, with the cause", () => {
    mkdirSync(join(home, ".config/sallyport"), { recursive: true });
    writeFileSync(join(home, ".config/sallyport/settings.json"), "{");
    const broken = hook(["claude-code"], event("git status"));
    expect(behaviour(broken)).toBe("deny");
    expect(broken.out).toContain("settings.json");
    writeFileSync(join(home, "file"), "");
    expect(behaviour(hook(["claude-code", "--config", home, "--state", join(home, "file")], event("git status")))).toBe(
      "deny",
    );
  });

  test("a part of the program that is gone: denied, with what to do", () => {
    cpSync(dist, join(home, "dist"), { recursive: true });
    rmSync(join(home, "dist/parts/bedrock.cjs"));
    const settings = '{"classifier":{"provider":"bedrock","model":"m"}}';
    const ran = run(
      process.execPath,
      [join(home, "dist/hook.cjs"), "claude-code", "--settings", settings],
      event("python3 a.py"),
    );
    expect(behaviour(ran)).toBe("deny");
    expect(ran.out).toContain("'./parts/bedrock.cjs': a part of this program is gone; install sallyport again");
  });

  test("shadow says nothing, and records", () => {
    const ran = hook(
      ["claude-code", "--settings", '{"shadow":true,"permissions":{"deny":["Bash"]}}'],
      event("npm publish"),
    );
    expect(ran).toEqual({ code: 0, out: "", err: "" });
    const [file = ""] = readdirSync(join(home, ".local/state/sallyport/ledger"));
    expect(readFileSync(join(home, ".local/state/sallyport/ledger", file), "utf8")).toContain('"by":"denyRule"');
  });

  test("a hundred lines of hostile input at once do not confuse it", () => {
    const ran = hook(["codex"], `${event("git status")}\n${event("rm -rf /")}`);
    expect(ran.code).toBe(2);
    expect(behaviour(ran)).toBe("deny");
  });
});

describe("the loader", () => {
  const spoilt = (spoil: (program: string) => void): Ran => {
    const copy = join(home, "dist");
    cpSync(dist, copy, { recursive: true });
    spoil(join(copy, "program"));
    const started = [join(copy, "hook.sh"), "20", process.execPath, join(copy, "hook.cjs"), "claude-code", "--vouched"];
    return run("/bin/sh", started, event("npm publish"));
  };
  const cacheIn = (program: string): string => {
    const [file] = readdirSync(program).filter((name) => name.startsWith("hook-") && name.endsWith(".cache"));
    if (file === undefined) throw new Error("the build left no code cache");
    return join(program, file);
  };
  test.each<[string, (program: string) => void]>([
    ["a cache as it was built", () => undefined],
    ["no cache", (program) => rmSync(cacheIn(program))],
    ["a cache that is empty", (program) => writeFileSync(cacheIn(program), "")],
    ["a cache of nonsense", (program) => writeFileSync(cacheIn(program), Buffer.alloc(100_000, "nonsense"))],
    ["half a cache", (program) => truncateSync(cacheIn(program), 100_000)],
  ])("judges as ever with %s", (_, spoil) => {
    const ran = spoilt(spoil);
    expect(behaviour(ran)).toBe("ask");
    expect(ran).toMatchObject({ code: 0, err: "" });
  });
  test.each<[string, (program: string) => void]>([
    ["no program", (program) => rmSync(program, { recursive: true })],
    ["an empty program", (program) => writeFileSync(join(program, "hook.js"), "")],
    ["half a program", (program) => truncateSync(join(program, "hook.js"), 500_000)],
  ])("blocks with %s", (_, spoil) => {
    expect(spoilt(spoil)).toMatchObject({ code: 2, out: "", err: expect.stringContaining("not a refusal") });
  });
  test.each(["hook", "sallyport"])("reads %s a byte a character: it holds nothing but ASCII", (name) => {
    const bytes = readFileSync(join(dist, "program", `${name}.js`));
    expect(bytes.findIndex((byte) => byte > 0x7f)).toBe(-1);
  });
  test("a call that is proven by reading loads nothing of Node's that only other calls need", () => {
    const list = join(home, "loaded");
    writeFileSync(
      join(home, "list.cjs"),
      `process.on("exit", () => require("node:fs").writeFileSync(${JSON.stringify(list)}, process.moduleLoadList.join("\\n")));`,
    );
    const ran = run(
      process.execPath,
      ["--require", join(home, "list.cjs"), join(dist, "hook.cjs"), "claude-code"],
      event("git status"),
    );
    expect(behaviour(ran)).toBe("allow");
    const loaded = readFileSync(list, "utf8").split("\n");
    const own = ["child_process", "dgram", "fs/promises", "http", "https", "net", "tls", "zlib", "internal/fs/streams"];
    expect(own.filter((name) => loaded.includes(`NativeModule ${name}`))).toEqual([]);
    expect(loaded).toContain("NativeModule fs");
  });
});

describe("the wrapper", () => {
  const wrapped = (program: string, limit = "5"): Ran => {
    writeFileSync(join(home, "program.sh"), program);
    return run("/bin/sh", [join(dist, "hook.sh"), limit, "/bin/sh", join(home, "program.sh")], "input");
  };
  test.each<[string, string, Partial<Ran>]>([
    ["one object", `cat >/dev/null; echo 'sallyport {"a":1}'`, { code: 0, out: '{"a":1}\n', err: "" }],
    ["silence in so many words", "echo sallyport silent", { code: 0, out: "", err: "" }],
    [
      "a block of its own",
      `echo 'sallyport {"a":1}'; echo why >&2; exit 2`,
      { code: 2, out: '{"a":1}\n', err: "why\n" },
    ],
  ])("passes on %s", (_, program, expected) => {
    expect(wrapped(program)).toMatchObject(expected);
  });
  test.each([
    ["nothing", ""],
    ["a log line before the object", `echo starting; echo 'sallyport {"a":1}'`],
    ["half an object", `printf 'sallyport {"a":'`],
    ["an object and a failure", `echo 'sallyport {"a":1}'; exit 1`],
    ["two objects", `echo 'sallyport {"a":1}'; echo 'sallyport {"a":2}'`],
    ["an object of another program", `echo '{"a":1}'`],
    ["an empty object", "echo '{}'"],
    ["what is no object", "echo '{oops}'"],
    ["silence and a failure", "echo sallyport silent; exit 1"],
    ["silence of another program", "echo silent"],
    ["silence and more", "echo sallyport silent; echo '{}'"],
    ["a signal", "kill -9 $$"],
    ["a hang", "sleep 60"],
    ["a hang after its answer", `echo 'sallyport {"a":1}'; sleep 60`],
    ["one that was stopped", "kill -STOP $$"],
  ])("blocks %s", (_, program) => {
    const ran = wrapped(program, "1");
    expect(ran.code).toBe(2);
    expect(ran.out).toBe("");
    expect(ran.err).toContain("not a refusal");
  });
  test("blocks when there is no program", () => {
    expect(run("/bin/sh", [join(dist, "hook.sh"), "5", "/nonexistent/node", "x"]).code).toBe(2);
  });
});

describe("install, doctor, uninstall", () => {
  test.each(HOST_NAMES.map((host) => [host]))("%s: shown, made once, run as it stands, and taken out again", (host) => {
    const file = hostNamed(host)?.install.file("user", { home, cwd: app, env: {}, platform: process.platform }) ?? "";
    expect(sallyport(["install", host, "--dry-run"])).toMatchObject({
      code: 0,
      out: expect.stringContaining("SALLYPORT_HOOK"),
    });
    expect(existsSync(file)).toBe(false);
    expect(sallyport(["install", host])).toMatchObject({
      code: 1,
      err: expect.stringContaining("nothing was changed"),
    });
    expect(existsSync(file)).toBe(false);
    const done = sallyport(["install", host, "--yes"]);
    expect(done).toMatchObject({ code: 0, out: expect.stringContaining("the hook is in place") });
    expect(done.out.includes("ADVISORY")).toBe(hostNamed(host)?.failsOpen !== null);
    expect(sallyport(["install", host, "--yes"]).out).toContain("in place already");
    const findings = JSON.parse(sallyport(["doctor", host, "--json"]).out) as { about: string; state: string }[];
    expect(findings.find(({ about }) => about.endsWith(", hook"))).toMatchObject({ state: "ok" });
    expect(sallyport(["uninstall", host, "--yes"])).toMatchObject({ code: 0 });
    expect(existsSync(file)).toBe(false);
  });

  test("the installed line of Claude Code, started by a shell with a hostile environment", () => {
    sallyport(["install", "claude-code", "--yes", "--no-service"]);
    const settings = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8"));
    const line = settings.hooks.PreToolUse[0].hooks[0].command as string;
    writeFileSync(
      join(app, "evil.js"),
      'require("fs").writeFileSync("pwned", ""); console.log("{}"); process.exit(0);',
    );
    writeFileSync(join(app, "node"), "#!/bin/sh\ntouch pwned\n");
    chmodSync(join(app, "node"), 0o755);
    const env = {
      NODE_OPTIONS: `--require ${app}/evil.js`,
      PATH: `${app}:/usr/bin:/bin`,
      HOME: app,
      ENV: `${app}/evil.sh`,
      BASH_ENV: `${app}/evil.sh`,
      LANG: "$(touch pwned)",
    };
    // With these, git itself is another: the hook is not bent by them, and does not take its call for harmless.
    expect(behaviour(run("/bin/sh", ["-c", line], event("git status"), env))).toBe("ask");
    const { PATH, LANG } = env;
    expect(behaviour(run("/bin/sh", ["-c", line], event("git status"), { PATH, LANG, HOME: home }))).toBe("allow");
    expect(existsSync(join(app, "pwned"))).toBe(false);
    expect(existsSync(join(home, ".local/state/sallyport/ledger"))).toBe(true);
  });

  test("the doctor names what is wrong and how to fix it", () => {
    sallyport(["install", "codex", "--yes"]);
    const path = join(home, ".codex/hooks.json");
    writeFileSync(path, readFileSync(path, "utf8").replace("/hook-", "/hook-0"));
    expect(sallyport(["doctor", "codex"])).toMatchObject({
      code: 1,
      out: expect.stringContaining("sallyport install codex"),
    });
    mkdirSync(join(home, ".config/sallyport"), { recursive: true });
    writeFileSync(join(home, ".config/sallyport/settings.json"), '{"mode":"yolo"}');
    expect(sallyport(["doctor"])).toMatchObject({ code: 1, out: expect.stringContaining("mode") });
    rmSync(join(home, ".config"), { recursive: true });
    chmodSync(join(home, ".local/state/sallyport"), 0o755);
    expect(sallyport(["doctor"]).out).toContain("chmod 700");
  });

  test("a key that is named and not there, and one that is", () => {
    mkdirSync(join(home, ".config/sallyport"), { recursive: true });
    writeFileSync(
      join(home, ".config/sallyport/settings.json"),
      '{"classifier":{"provider":"anthropic","apiKeyEnv":"GATE_KEY"}}',
    );
    expect(sallyport(["doctor"]).out).toContain("GATE_KEY is not set here");
    expect(sallyport(["doctor"], "", { GATE_KEY: "x" }).out).not.toContain("is not set");
    expect(sallyport(["install", "codex", "--dry-run"]).out).toMatch(/printf .*"\$GATE_KEY" \| /);
  });

  test("uninstall removes the state only when told to", () => {
    sallyport(["install", "codex", "--yes"]);
    sallyport(["uninstall", "codex", "--yes"]);
    expect(existsSync(join(home, ".local/state/sallyport"))).toBe(true);
    sallyport(["uninstall", "codex", "--yes", "--state"]);
    expect(existsSync(join(home, ".local/state/sallyport"))).toBe(false);
  });
});

describe("the plugin", () => {
  const hooks = JSON.parse(readFileSync(join(root, "plugin/hooks/hooks.json"), "utf8")) as {
    hooks: Record<string, unknown>;
  };
  test("has the events the installation has, and our version", () => {
    const content = hostNamed("claude-code")?.install.content("user");
    if (content?.kind !== "entries") throw new Error("not entries");
    const none = { node: "", program: "", home: "", locale: "", config: "", state: "", file: "" };
    const entries = content.entries({ ...none, keys: [], deadlineMs: 0 });
    expect(Object.keys(hooks.hooks)).toEqual([...new Set(entries.map(({ at }) => at[1]))]);
    const { version } = JSON.parse(readFileSync(join(root, "plugin/.claude-plugin/plugin.json"), "utf8"));
    expect(version).toBe(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version);
  });
  test("the line it starts is what the installation writes", () => {
    expect(sallyport(["install", "claude-code", "--plugin", "--yes"]).code).toBe(0);
    const line = join(home, ".config/sallyport/hooks/claude-code.sh");
    expect(behaviour(run("/bin/sh", [line], event("git status")))).toBe("allow");
  });
  test("it says tell where no call waits, and nowhere else", () => {
    const tells = Object.entries(hooks.hooks).map(([name, entries]) => [
      name,
      JSON.stringify(entries).includes("tell"),
    ]);
    expect(tells.filter(([, tell]) => tell === false).map(([name]) => name)).toEqual([
      "PreToolUse",
      "PermissionRequest",
    ]);
  });
});
