/** What every host's descriptor must hold: walked over the list, so that a new host is tested by being in it. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { protectedPlace } from "../machine/index.ts";
import { encodeCall, toolBox } from "../policy/tools/index.ts";
import { project } from "../testing/index.ts";
import { examineHost } from "./doctor/index.ts";
import type { Host } from "./host.ts";
import { AGENT_FILES, allHosts, HOST_NAMES, movedFolders, translate } from "./index.ts";
import { type HostEnvironment, type Pins, planInstall, putHookFile, replaceOwn } from "./install/index.ts";
import { goldenFiles } from "./testing.ts";

const top = mkdtempSync(join(tmpdir(), "hosts-"));
afterAll(() => rmSync(top, { recursive: true, force: true }));

function environment(name: string): HostEnvironment & { readonly pins: Pins } {
  const home = join(top, name);
  const cwd = join(home, "app");
  mkdirSync(join(home, "bin"), { recursive: true });
  mkdirSync(cwd);
  const pins: Pins = {
    node: process.execPath,
    program: join(home, "pkg/dist"),
    home,
    locale: "C.UTF-8",
    config: join(home, ".config"),
    state: join(home, "state"),
    keys: [],
    deadlineMs: 1_000,
  };
  return { home, cwd, env: { PATH: join(home, "bin"), HOME: home }, platform: "linux", pins };
}

/** A program that tells a version, and ends whatever it is asked. */
function putProgram({ program }: Host, at: HostEnvironment, version: string): void {
  const path = join(at.home, "bin", program);
  writeFileSync(path, `#!/bin/sh\necho ${version}\n`);
  chmodSync(path, 0o755);
}

test("a host is a folder and a line, and its name is its own", () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(import.meta.dirname, entry.name, "golden")))
    .map(({ name }) => name);
  expect([...HOST_NAMES].sort()).toEqual(folders.sort());
});

describe.each(allHosts().map((host) => [host.name, host] as const))("%s", (name, host) => {
  test("its golden pairs are of the version that was checked", () => {
    expect(goldenFiles(name).map(({ host: of, client, verified }) => ({ of, client, verified }))).toEqual([
      { of: name, client: host.checkedVersion ?? "documentation", verified: host.checkedVersion !== null },
    ]);
  });

  test("its tools lead to ours under its own name, and not under a name nobody has", () => {
    const tools = Object.entries(host.names.table()).filter(([, row]) => typeof row !== "function");
    expect(tools.length).toBeGreaterThan(5);
    for (const [tool, row] of tools) {
      if (typeof row === "function" || row.prepare !== undefined) continue;
      expect(translate(name, tool, {}).tool).toBe(row.to);
      expect(translate("nobody", tool, { a: 1 })).toMatchObject({ input: { a: 1 } });
    }
  });

  test("it is known again by a program of its own and by what it sets", () => {
    if (host.checkedVersion === null) return;
    expect(host.traces.programs).not.toEqual([]);
    expect(host.traces.variables).not.toEqual([]);
  });

  test("where its hook stands is protected, in the person's files and in the project's", () => {
    const at = environment(`${name}-places`);
    const context = {
      projectRoot: at.cwd,
      home: at.home,
      gateDirectories: [],
      movedPlaces: [],
      gatePrograms: [],
      agentFiles: AGENT_FILES,
    };
    for (const scope of ["user", "project"] as const) {
      const file = host.install.file(scope, at) ?? "";
      expect([file, protectedPlace(file, context)]).toEqual([file, expect.anything()]);
    }
  });

  test("where a variable has moved its files, its hook goes there, and they are protected", () => {
    const at = environment(`${name}-moved`);
    const variables =
      "CLAUDE_CONFIG_DIR CODEX_HOME GEMINI_CLI_HOME COPILOT_HOME XDG_CONFIG_HOME QWEN_HOME PI_CODING_AGENT_DIR CLINE_DIR".split(
        " ",
      );
    const env = { ...at.env, ...Object.fromEntries(variables.map((one) => [one, join(at.home, "moved", one)])) };
    const file = host.install.file("user", { ...at, env }) ?? "";
    if (host.folder({ home: at.home, env }) === host.folder(at)) return;
    expect(file).toContain(`${at.home}/moved/`);
    const movedPlaces = movedFolders(at.home, env);
    const context = {
      projectRoot: at.cwd,
      home: at.home,
      gateDirectories: [],
      gatePrograms: [],
      movedPlaces,
      agentFiles: AGENT_FILES,
    };
    expect(protectedPlace(file, context)).toMatchObject({ kind: "ask" });
  });

  test("what cannot be read is refused, with a reason", () => {
    for (const input of [{}, { hook_event_name: 1 }, { event: "tool.execute.before" }])
      expect(host.protocol.read(input)).toMatchObject({ ok: false, error: expect.stringMatching(/\w/) });
    const { stdout, stderr } = host.protocol.refuse(null, "a fault");
    expect(JSON.stringify(stdout)).toMatch(/deny/);
    expect(stderr).toContain("a fault");
  });

  test("doctor: neither the program nor the hook is there", async () => {
    const at = environment(`${name}-absent`);
    const findings = await examineHost(host, at, at.pins);
    expect(findings.map(({ state }) => state)).toEqual(["warn", "bad"]);
    expect(findings[1]?.fix).toBe(`sallyport install ${name}`);
  });

  test("doctor: both are there, in the version that was checked and in another", async () => {
    const at = environment(`${name}-there`);
    const change = planInstall(host, { scope: "user", at, pins: at.pins });
    if (!change.ok) throw new Error(change.error);
    mkdirSync(dirname(change.value.file), { recursive: true });
    expect(replaceOwn(change.value.file, change.value.after, change.value.before).ok).toBe(true);
    putHookFile(at.pins);
    putProgram(host, at, "99.0.1");
    expect((await examineHost(host, at, at.pins))[1]).toMatchObject({
      ...{ state: "bad", says: expect.stringContaining("which it starts, is gone") },
    });
    mkdirSync(at.pins.program, { recursive: true });
    writeFileSync(join(at.pins.program, "hook.cjs"), "");
    const [other, hook, ...own] = await examineHost(host, at, at.pins);
    expect(other).toMatchObject(
      host.checkedVersion === null
        ? { state: "ok", says: expect.stringContaining("99.0.1;") }
        : { state: "warn", says: expect.stringContaining(`99.0.1 is newer than ${host.checkedVersion}`) },
    );
    expect(hook).toMatchObject({ state: "ok", says: `in place in ${change.value.file}` });
    expect(own.every(({ about, says }) => about !== "" && says !== "")).toBe(true);
    if (host.checkedVersion === null) return;
    putProgram(host, at, host.checkedVersion);
    putProgram(host, at, "0.0.1");
    const [old] = await examineHost(host, at, at.pins);
    const fault = host.faults?.at(-1);
    expect(old).toMatchObject(
      fault === undefined
        ? { state: "ok" }
        : { state: "bad", says: expect.stringContaining(fault.says), fix: `update it to ${fault.before} or newer` },
    );
    putProgram(host, at, host.checkedVersion);
    const [same] = await examineHost(host, at, at.pins);
    expect(same?.says).toBe(`version ${host.checkedVersion}, as checked`);
  });
});

describe("hosts that a command wants the host's own sandbox to let it reach", () => {
  const SOME = { allowed_domains: ["a.example", "b.example"] };

  test("none is nothing; with any it is judged, whatever it does and whoever else would hold it", async () => {
    const box = project();
    box.write("package.json", '{"scripts":{"test":"true"}}');
    const gate = box.gate({ classifier: null });
    const judged = async (more: object, of: object = {}) =>
      (await gate.check({ tool: "Bash", input: { command: "ls", ...more }, cwd: box.root, ...of })).behavior;
    const host = { host: "claude-code" };
    expect(await judged({ allowed_domains: [] }, host)).toBe("allow");
    for (const more of [SOME, { allowed_domains: "a.example" }, { allowed_domains: null }])
      expect(await judged(more, host)).toBe("ask");
    // The sandbox of a host holds nothing of what it was asked to let through.
    const held = { walls: "host" } as const;
    expect(await judged({ command: "npm test", allowed_domains: [] }, held)).toBe("allow");
    expect(await judged({ command: "npm test", ...SOME }, held)).toBe("ask");
    box.remove();
  });

  test.each(["Bash", "PowerShell", "Monitor"])("%s: the judge is shown them", (name) => {
    const more = name === "Monitor" ? { timeout_ms: 1, description: "x" } : {};
    const { tool, input } = translate("claude-code", name, { command: "make", ...SOME, ...more });
    expect(encodeCall(toolBox()(tool), input)).toBe('make {"allowed_domains":["a.example","b.example"]}');
  });
});

describe("what only one host can tell", () => {
  const ownFindings = async (name: string, prepare: (at: HostEnvironment) => void = () => undefined) => {
    const host = allHosts().find((one) => one.name === name);
    const at = environment(`${name}-own`);
    prepare(at);
    return (await host?.doctor?.({ at, pins: at.pins, isLive: true })) ?? [];
  };
  test("Claude Code: settings of the repository that switch the hook off or get into it", async () => {
    const findings = await ownFindings("claude-code", ({ cwd }) => {
      mkdirSync(join(cwd, ".claude"));
      writeFileSync(join(cwd, ".claude/settings.json"), '{"disableAllHooks":true,"env":{"LD_PRELOAD":"x.so"}}');
    });
    expect(findings.map(({ state }) => state)).toEqual(["bad", "bad"]);
  });
  test("Codex: a server that does not answer", async () => {
    expect(await ownFindings("codex")).toMatchObject([{ about: "Codex CLI, trust", state: "warn" }]);
  });
  test("OpenCode: a start without a sign of life", async () => {
    const host = allHosts().find(({ name }) => name === "opencode");
    if (host === undefined) throw new Error("there is no OpenCode");
    const findings = await ownFindings("opencode", (at) => putProgram(host, at, "1.0.0"));
    expect(findings).toMatchObject([{ about: "OpenCode, plugin", state: "bad" }]);
  });
});
