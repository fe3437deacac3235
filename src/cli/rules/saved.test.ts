/** Claude Code's own allow rules at the real hook: the person's count, a project's only once they were adopted. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { adoptedRules, adoptRules } from "../../hosts/index.ts";
import { hook } from "../commands/hook.ts";
import type { TerminalFacts } from "../terminal/person.ts";
import { fakeIo, runCommand } from "../testing.ts";
import { adoptSaved } from "./adopt.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "saved-")));
afterAll(() => rmSync(top, { recursive: true, force: true }));
let home = "";
let app = "";
let n = 0;
const LOCAL = ".claude/settings.local.json";
const put = (path: string, value: unknown): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
};
const git = (...args: readonly string[]): void => void execFileSync("git", ["-C", app, ...args], { stdio: "ignore" });
const save = (...allow: readonly string[]): void => put(join(app, LOCAL), { permissions: { allow } });
const state = (): string => join(home, ".local/state/sallyport");
const adopt = (...rules: readonly string[]): void =>
  adoptRules(
    state(),
    rules.map((rule) => ({ file: join(app, LOCAL), rule })),
  );
beforeEach(() => {
  home = join(top, String(n++));
  session = "s";
  app = join(home, "code/app");
  put(join(app, "package.json"), { scripts: { test: "vitest run" } });
  git("init", "-q");
  put(join(home, ".config/sallyport/settings.json"), { contain: { enabled: false } });
});

let ids = 0;
let session = "s";
const send = async (event: string, command: string): Promise<string> =>
  String((await answer(event, command)).permissionDecision ?? "");
async function answer(event: string, command: string): Promise<Readonly<Record<string, unknown>>> {
  const input = {
    ...{ session_id: session, cwd: app, hook_event_name: event, tool_use_id: `t${ids++}`, permission_mode: "default" },
    ...{ tool_name: "Bash", tool_input: { command }, tool_response: { stdout: "" } },
  };
  const { out } = await runCommand(hook, ["claude-code"], {
    env: { HOME: home, PATH: "/usr/bin:/bin" },
    typed: JSON.stringify(input),
  });
  return out === "" ? {} : (JSON.parse(out).hookSpecificOutput ?? {});
}
const decide = (command: string): Promise<string> => send("PreToolUse", command);

describe("the person's own settings of Claude Code", () => {
  const own = (...allow: readonly string[]): void =>
    put(join(home, ".claude/settings.json"), { permissions: { allow } });
  test.each([
    ["docker build .", "Bash(docker build:*)", "allow"],
    ["docker build .", "Bash(docker build *)", "allow"],
    ["docker build .", "Bash(docker *)", "ask"],
    ["docker build .", "Bash(podman:*)", "ask"],
    ["node x.js", "Bash(node:*)", "ask"],
    ["node x.js", "*", "ask"],
    ["docker build .", "Bash(((", "ask"],
    ["docker build . && docker push x", "Bash(docker build:*)", "ask"],
  ])("%s with %s: %s", async (command, rule, expected) => {
    own(rule);
    expect(await decide(command)).toBe(expected);
  });
  test("a deny rule of ours stands above it", async () => {
    put(join(home, ".config/sallyport/settings.json"), { permissions: { deny: ["Bash(docker:*)"] } });
    own("Bash(docker build:*)");
    expect(await decide("docker build .")).toBe("deny");
  });
  test("a settings file that is a link gives no rule", async () => {
    own("Bash(docker build:*)");
    renameSync(join(home, ".claude"), join(app, "dot-claude"));
    symlinkSync(join(app, "dot-claude"), join(home, ".claude"));
    expect(await decide("docker build .")).toBe("ask");
  });
  test("a folder of settings that only the environment names gives none", async () => {
    put(join(app, "evil/settings.json"), { permissions: { allow: ["Bash(docker build:*)"] } });
    process.env.CLAUDE_CONFIG_DIR = join(app, "evil");
    expect(await decide("docker build .")).toBe("ask");
    delete process.env.CLAUDE_CONFIG_DIR;
  });
});

describe("rules adopt", () => {
  const PERSON: TerminalFacts = { hasTerminal: () => true, ancestors: () => [], orphan: () => null };
  test.each([
    ["y\n", ["Bash(curl:*)", "Bash(docker build:*)", "Bash(git push:*)"]],
    ["2 3\n", ["Bash(docker build:*)", "Bash(git push:*)"]],
    ["2,3\n", ["Bash(docker build:*)", "Bash(git push:*)"]],
    ["3\n", ["Bash(git push:*)"]],
    ["4\n", []],
    ["1 x\n", []],
    ["n\n", []],
    ["\n", []],
    ["4\n3\n", ["Bash(git push:*)"]],
    ["all\n3\n", ["Bash(git push:*)"]],
    ["n\ny\n", []],
    ["all\nthem\ny\n", []],
  ])("takes all, some by their numbers, or none: %j", async (typed, expected) => {
    save("Bash(curl:*)", "Bash(docker build:*)", "Bash(git push:*)");
    const heard = fakeIo({ env: { HOME: home, PATH: "/usr/bin:/bin" }, tty: true, typed });
    const code = await adoptSaved({ directories: [app], json: false }, PERSON, heard.io);
    expect(adoptedRules(state()).map(({ rule }) => rule)).toEqual(expected);
    expect(code).toBe(expected.length === 0 ? 1 : 0);
    if (code === 0)
      expect(heard.out()).toMatch(/Never for what the rulebook holds back, such as a push to the main branch/);
  });
  test("what it says of pushes is so", async () => {
    git("remote", "add", "origin", "https://example.com/a.git");
    save("Bash(git push:*)");
    adopt("Bash(git push:*)");
    expect(await decide("git push origin feature")).toBe("allow");
    expect(await decide("git push origin main")).toBe("ask");
  });
});

describe("rules saved in a project", () => {
  test("count once they are adopted, and only while they stand there", async () => {
    save("Bash(docker build:*)");
    expect(await decide("docker build .")).toBe("ask");
    adopt("Bash(docker build:*)");
    expect(await decide("docker build .")).toBe("allow");
    save();
    expect(await decide("docker build .")).toBe("ask");
  });
  test.each<[string, string[], RegExp]>([
    [
      "docker build .",
      ["Bash(docker build:*)"],
      /; Bash\(docker build:\*\), saved .* is not adopted\. To .*: sallyport rules adopt\./,
    ],
    [
      "npm test && docker build .",
      ["Bash(npm test *)", "Bash(docker build *)"],
      /; Bash\(npm test \*\), saved .* rules adopt\./,
    ],
    ["npm test && docker build .", ["Bash(docker build *)"], /^(?!.*adopt)/],
    ["docker build .", ["Bash(docker run:*)"], /^(?!.*adopt)/],
    ["node x.js", ["Bash(node:*)"], /^(?!.*adopt)/],
    ["git push --force origin main", ["Bash(git push:*)"], /^(?!.*adopt)/],
  ])("%s with %j saved, not adopted: %s", async (command, rules, told) => {
    git("remote", "add", "origin", "https://example.com/x.git");
    save(...rules);
    const { permissionDecision, permissionDecisionReason } = await answer("PreToolUse", command);
    expect([permissionDecision, permissionDecisionReason]).toEqual(["ask", expect.stringMatching(told)]);
  });
  test("in a file that git tracks none is named", async () => {
    save("Bash(docker build:*)");
    git("add", "-f", LOCAL);
    expect((await answer("PreToolUse", "docker build .")).permissionDecisionReason).not.toMatch(/adopt/);
  });
  test("another rule of the same file, and the same rule of another project, are not adopted with it", async () => {
    adopt("Bash(docker build:*)");
    save("Bash(docker build:*)", "Bash(docker run:*)");
    expect(await decide("docker run x")).toBe("ask");
    app = join(home, "code/other");
    session = "other";
    put(join(app, "package.json"), {});
    git("init", "-q");
    save("Bash(docker build:*)");
    expect(await decide("docker build .")).toBe("ask");
  });
  test.each<[string, () => void]>([
    ["git tracks the file", () => git("add", "-f", LOCAL)],
    ["there is no work tree", () => rmSync(join(app, ".git"), { recursive: true })],
    ["its index cannot be read", () => put(join(app, ".git/index"), "garbage")],
    [
      "the file is a link",
      () => {
        renameSync(join(app, LOCAL), join(app, "rules.json"));
        symlinkSync(join(app, "rules.json"), join(app, LOCAL));
      },
    ],
  ])("%s: it does not count", async (_, spoil) => {
    save("Bash(docker build:*)");
    adopt("Bash(docker build:*)");
    spoil();
    expect(await decide("docker build .")).toBe("ask");
  });
  test.each([
    ["git push --force origin main", "Bash(git push:*)"],
    ["docker push registry.example.com/x", "Bash(docker push:*)"],
  ])("%s has a topic: %s does not cover it", async (command, rule) => {
    git("remote", "add", "origin", "https://example.com/x.git");
    save(rule);
    adopt(rule);
    expect(await decide(command)).not.toBe("allow");
  });
  test("one that would let any code run rests", async () => {
    save("Bash(node:*)");
    adopt("Bash(node:*)");
    expect(await decide("node x.js")).toBe("ask");
  });
});

describe("seen added during a session", () => {
  const seen = () => adoptedRules(state()).map(({ rule }) => rule);
  test("between the question and the run, and it covers the call", async () => {
    expect(await decide("docker build .")).toBe("ask");
    save("Bash(docker build:*)");
    await send("PostToolUse", "docker build .");
    expect(seen()).toEqual(["Bash(docker build:*)"]);
    expect(await decide("docker build -t x .")).toBe("allow");
  });
  test.each<[string, string[], string[], string]>([
    ["it was there before the question", ["Bash(docker build:*)"], ["Bash(docker build:*)"], "docker build ."],
    ["it covers something else", [], ["Bash(curl:*)", "Bash(*)", "Bash", "mcp__x"], "docker build ."],
    ["another call ran", [], ["Bash(docker build:*)"], "docker build -t y ."],
    ["its name only begins alike", [], ["Bash(dock:*)", "Bash(docker buil:*)"], "docker build ."],
  ])("%s: not adopted", async (_, before, after, ran) => {
    save(...before);
    await decide("docker build .");
    save(...after);
    await send("PostToolUse", ran);
    expect(seen()).toEqual([]);
  });
  test("the next call waits for the news that the first one ran", async () => {
    expect(await decide("docker build .")).toBe("ask");
    save("Bash(docker build:*)");
    const next = decide("docker build -t x .");
    await send("PostToolUse", "docker build .");
    expect(await next).toBe("allow");
  });
  test.each<[string, string, string]>([
    ["another call", "docker build -t x .", "docker build -t y ."],
    ["the very call that is asked about", "docker build -t x .", "docker build -t x ."],
  ])("waiting adopts nothing: %s ran", async (_, next, ran) => {
    expect(await decide("docker build .")).toBe("ask");
    save("Bash(docker build:*)");
    const answered = decide(next);
    await send("PostToolUse", ran);
    expect(await answered).toBe("ask");
    expect(seen()).toEqual([]);
  });
  test("a call that was allowed says nothing of rules", async () => {
    expect(await decide("git status")).toBe("allow");
    save("Bash(git status:*)");
    await send("PostToolUse", "git status");
    expect(seen()).toEqual([]);
  });
});
