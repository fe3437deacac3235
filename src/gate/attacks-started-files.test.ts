/** What guarded settings start is as good as the settings: hooks and servers of agents, programs of git. */
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash } from "../testing/index.ts";
import { hook, type StartingProject, startingProject } from "../testing/started.ts";

let here: StartingProject;
beforeEach(() => {
  here = startingProject();
  here.write("src/a.ts", "a\n");
  here.write("tools/fs", "#!/bin/sh\n");
});
afterEach(() => here.remove());

const by = (path: string): Promise<string> => here.by(path);

describe("files of the project that an agent's settings start", () => {
  test.each<[string, string, string]>([
    [".claude/settings.json", hook('"$CLAUDE_PROJECT_DIR"/scripts/hook.sh'), "scripts/hook.sh"],
    [".claude/settings.json", hook("bash ./scripts/hook.sh --quiet"), "scripts/hook.sh"],
    [".claude/settings.local.json", hook("node ${CLAUDE_PROJECT_DIR}/scripts/hook.mjs"), "scripts/hook.mjs"],
    [".mcp.json", '{"mcpServers":{"x":{"command":"node","args":["scripts/server.js"]}}}', "scripts/server.js"],
    [".cursor/mcp.json", '{"mcpServers":{"x":{"command":"${workspaceFolder}/scripts/s"}}}', "scripts/s"],
    [".vscode/mcp.json", '{"servers":{"x":{"command":"./scripts/s"}}}', "scripts/s"],
    [".codex/config.toml", '[mcp_servers.x]\ncommand = "python3"\nargs = ["scripts/s.py"]\n', "scripts/s.py"],
    ["opencode.json", '{"mcp":{"x":{"type":"local","command":["bun","scripts/s.ts"]}}}', "scripts/s.ts"],
  ])("%s: %s", async (settings, text, started) => {
    expect(await by(started)).toBe("acceptEdits");
    here.write(settings, text);
    expect(await by(started)).toBe("offline");
    expect((await here.gate().check(bash(`echo x >> ${started}`))).by).toBe("offline");
    expect((await here.gate().check(bash(`cp src/a.ts ${started}`))).by).toBe("offline");
  });

  test("the person's own settings name one", async () => {
    const statusLine = { type: "command", command: here.at("scripts/line.sh") };
    here.inHome(".claude/settings.json", JSON.stringify({ statusLine }));
    expect(await by("scripts/line.sh")).toBe("offline");
  });

  test("a rule that names a file starts none", async () => {
    here.write(
      ".claude/settings.json",
      JSON.stringify({ permissions: { deny: ["Read(./src/b.ts)", "Edit(lib/**)"] } }),
    );
    expect(await by("src/b.ts")).toBe("acceptEdits");
  });
});

describe("programs of the project that git's settings name", () => {
  test.each([
    ["core.fsmonitor", "tools/fs"],
    ["filter.x.clean", "./tools/fs %f"],
    ["core.sshCommand", "./tools/fs"],
    ["core.pager", "./tools/fs"],
    ["credential.helper", "!./tools/fs"],
    ["gpg.program", "tools/fs"],
    ["diff.x.textconv", "tools/fs"],
  ])("%s = %s", async (key, value) => {
    expect(await by("tools/fs")).toBe("acceptEdits");
    execFileSync("git", ["config", key, value], { cwd: here.root });
    expect(await by("tools/fs")).toBe("offline");
  });
});

describe("a tool of a server that is told of what only the person may change", () => {
  const gate = (settings: object) => here.gate({ settings });
  const input = (key: string, path: string) => ({ [key]: path, content: "{}" });
  test.each(["path", "dst", "p", "where", "save_as"])("in a field called %s", async (key) => {
    for (const place of [`${here.home}/.config/sallyport/settings.json`, "~/.claude/settings.json"])
      for (const settings of [{ mode: "bypassPermissions" }, { permissions: { allow: ["mcp__fs__write_file"] } }])
        expect(await gate(settings).check({ tool: "mcp__fs__write_file", input: input(key, place) })).toMatchObject({
          behavior: "ask",
          by: "safetyCheck",
        });
  });
  test("a tool with contents beside the place does not read, whatever it is called", async () => {
    const permissions = { allow: ["mcp__fs__read_file"] };
    const action = { tool: "mcp__fs__read_file", input: input("path", "~/.claude/settings.json") };
    expect((await gate({ permissions }).check(action)).by).toBe("safetyCheck");
  });
  test.each<[string, string]>([
    ["mcp__fs__write_file", "src/a.ts"],
    ["mcp__fs__write_file", "/tmp/x"],
  ])("%s of %s is what the rule says", async (tool, path) => {
    const settings = { permissions: { allow: ["mcp__fs"] } };
    expect((await gate(settings).check({ tool, input: { path } })).by).toBe("allowRule");
  });
});
