/** What a person tries by hand is decided with the rules of the agent that is guarded here, and it is said whose they were. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fakeIo } from "../testing.ts";
import { check } from "./check.ts";
import { explain } from "./explain.ts";
import { rules } from "./rules.ts";

let top = "";
const write = (path: string, value: unknown): void => {
  mkdirSync(dirname(join(top, path)), { recursive: true });
  writeFileSync(join(top, path), JSON.stringify(value));
};
const hooked = (host: string, events: readonly string[]) => ({
  hooks: Object.fromEntries(
    events.map((event) => [
      event,
      [{ matcher: "*", hooks: [{ type: "command", command: `env SALLYPORT_HOOK=${host} x`, timeout: 65 }] }],
    ]),
  ),
});
const CLAUDE = hooked("claude-code", ["PreToolUse", "PermissionRequest", "UserPromptSubmit"]);
const PERMISSIONS = {
  allow: ["Bash(curl:*)", "Bash(git push:*)"],
  ask: ["Bash(make release:*)"],
  deny: ["Read(./secret/**)"],
};

beforeAll(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "check-host-")));
  for (const home of ["one", "two", "none"]) {
    write(`${home}/.claude/settings.json`, { permissions: PERMISSIONS, ...(home === "none" ? {} : CLAUDE) });
    write(`${home}/app/package.json`, {});
  }
  write("two/.codex/hooks.json", hooked("codex", ["PreToolUse", "PermissionRequest"]));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

async function run(home: string, command: typeof check, ...args: readonly string[]) {
  const heard = fakeIo({ env: { HOME: join(top, home), PATH: "/usr/bin:/bin" }, tty: true, columns: 200 });
  const code = await command.run(args, { ...heard.io, cwd: join(top, home, "app") });
  return { code, text: heard.out() + heard.err() };
}
const WHOSE = "decided with Claude Code's own rules too, as its hook does";

describe("check and explain", () => {
  test.each([
    ["curl -s https://example.com", 0, "allowRule"],
    ["git push origin feature", 0, "allowRule"],
    ["make release", 3, "askRule"],
    ["cat secret/x", 2, "denyRule"],
  ])("%s as the hook of the only guarded agent says", async (line, code, by) => {
    const checked = await run("one", check, line);
    expect(checked.text).toContain(by);
    expect(checked.text).toContain(WHOSE);
    expect(checked.code).toBe(code);
    const explained = await run("one", explain, line);
    expect(explained.text).toContain(`by ${by}`);
    expect(explained.text).toContain(WHOSE);
  });

  test("with two of them no agent's rules count until one is named, and it is said", async () => {
    const plain = await run("two", check, "curl -s https://example.com");
    expect(plain).toMatchObject({ code: 3, text: expect.stringContaining("--host claude-code counts them") });
    expect(await run("two", check, "--host", "claude-code", "curl -s https://example.com")).toMatchObject({ code: 0 });
    expect((await run("two", explain, "--host", "claude-code", "cat secret/x")).text).toContain("by denyRule");
    expect(await run("two", explain, "--host", "cloud-code", "ls")).toMatchObject({ code: 1 });
  });

  test("a push is told apart by the remotes that are there, as at the hook", async () => {
    execFileSync("git", ["init", "-q", join(top, "none/app")]);
    for (const command of [check, explain])
      expect((await run("none", command, "git push origin feature")).text.replace(/\s+/g, " ")).toContain(
        'Pushes feature to origin, which is no remote of this repository; it would push to "origin", which was not a remote of this repository when the session began',
      );
    execFileSync("git", ["-C", join(top, "none/app"), "remote", "add", "origin", "https://example.com/a.git"]);
    for (const command of [check, explain])
      expect((await run("none", command, "git push origin feature")).text).not.toContain("not a remote");
  });

  test("where no agent is guarded its rules count for nothing", async () => {
    const { code, text } = await run("none", check, "curl -s https://example.com");
    expect(code).toBe(3);
    expect(text).not.toContain("own rules");
  });

  test("a call that comes as JSON is a program's own, and no agent's rules count", async () => {
    const heard = fakeIo({
      env: { HOME: join(top, "one"), PATH: "/usr/bin:/bin" },
      typed: JSON.stringify({ tool: "Bash", input: { command: "curl -s https://example.com" } }),
    });
    expect(await check.run([], { ...heard.io, cwd: join(top, "one/app") })).toBe(3);
  });
});

test("rules effective shows every rule of the agent with its file", async () => {
  const { text } = await run("one", rules, "effective", "--json");
  const shown: { rules: { list: string; rule: string; source: string }[] } = JSON.parse(text);
  const source = join(top, "one/.claude/settings.json");
  const all = Object.entries(PERMISSIONS).flatMap(([list, texts]) => texts.map((rule) => ({ list, rule, source })));
  expect(shown.rules.map(({ list, rule, source: file }) => ({ list, rule, source: file }))).toEqual(
    expect.arrayContaining(all),
  );
});
