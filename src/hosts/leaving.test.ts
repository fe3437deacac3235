/** Leaving it to the host (§2): when an ask stays unspoken, and what a run with or without the host's prompt means. */

import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { settingsFrom } from "../app/settings/index.ts";
import type { JsonObject } from "../contract/action.ts";
import { ok } from "../contract/result.ts";
import { memoryStore } from "../memory/index.ts";
import { type Project, project } from "../testing/index.ts";
import { couldMatch } from "./claude-code/asking.ts";
import { claudeRules } from "./claude-code/rules.ts";
import { runHook } from "./hook/hook.ts";
import { type HookAnswer, SILENCE } from "./host.ts";
import { ruleToolNames } from "./list.ts";
import { known } from "./testing.ts";

const OURS = { matcher: "*", hooks: [{ type: "command", command: "/usr/bin/env -i SALLYPORT_HOOK=claude-code …" }] };
const HOOKS = { PreToolUse: [OURS], PermissionRequest: [OURS] };

const places: Project[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place.remove();
});

/** A session of Claude Code with our hooks in the person's settings and no model. */
function session(settings: object = {}) {
  const place = project();
  places.push(place);
  const store = memoryStore();
  const put = (path: string, value: unknown): string => place.write(path, JSON.stringify(value));
  put("../../.claude/settings.json", { hooks: HOOKS });
  const loaded = settingsFrom({ classifier: { provider: "offline" }, ...settings });
  if (!loaded.ok) throw new Error(loaded.error);
  const send = (event: string, command: string, more: object = {}): Promise<HookAnswer> => {
    const stdin = {
      ...{ session_id: "s", cwd: place.root, permission_mode: "default", hook_event_name: event },
      ...{
        tool_name: "Bash",
        tool_input: { command },
        ...(event === "PermissionRequest" ? {} : { tool_use_id: command }),
      },
      ...more,
    };
    return runHook({
      host: known("claude-code"),
      stdin: [JSON.stringify(stdin)] as unknown as AsyncIterable<string>,
      store: () => store,
      home: place.home,
      agent: () => ({ pid: process.pid, start: "" }),
      open: ({ projectRoot, store: opened, rules }) => {
        const inForce = { ...loaded.value.settings, rules: [...loaded.value.settings.rules, ...rules] };
        const gate = place.gate({ settings: inForce, classifier: null, store: opened, projectRoot, walls: null });
        return ok({ gate, settings: inForce });
      },
    });
  };
  const memory = async () => (await store.open("s", { projectRoot: place.root, host: null })).memory();
  const records = async () => [...(await memory()).recent];
  return { place, put, send, memory, records };
}

const said = ({ stdout }: HookAnswer): unknown =>
  (stdout?.hookSpecificOutput as JsonObject | undefined)?.permissionDecision ?? null;

const UNPROVEN = "./build.sh --all";

describe("an ask that names nothing stays unspoken", () => {
  test("where Claude Code asks itself; its prompt and a run are the person's yes", async () => {
    const here = session();
    expect(await here.send("PreToolUse", UNPROVEN)).toEqual(SILENCE);
    expect((await here.records())[0]?.decision).toMatchObject({ behavior: "ask", by: "offline", rule: null });
    expect(await here.send("PermissionRequest", UNPROVEN)).toEqual(SILENCE);
    expect((await here.memory()).left).toMatchObject([{ prompted: true, risky: true }]);
    await here.send("PostToolUse", UNPROVEN);
    expect(await here.memory()).toMatchObject({ left: [] });
    expect((await here.memory()).hostSilent).toBeUndefined();
    expect((await here.memory()).asked.size).toBe(0);
  });

  test("a run without its prompt is nobody's yes: nothing more is left, and the person is told once", async () => {
    const here = session();
    await here.send("PreToolUse", UNPROVEN);
    await here.send("PostToolUse", UNPROVEN);
    expect((await here.memory()).hostSilent).toBe("untold");
    const next = await here.send("PreToolUse", "./build.sh --again");
    expect(said(next)).toBe("ask");
    expect(next.stdout?.systemMessage).toMatch(/ran without one/);
    const after = await here.send("PreToolUse", "./build.sh --third");
    expect(said(after)).toBe("ask");
    expect(after.stdout?.systemMessage).toBeUndefined();
  });

  test("the prompt of an earlier time says nothing of a later one", async () => {
    const here = session();
    await here.send("PreToolUse", UNPROVEN);
    await here.send("PermissionRequest", UNPROVEN);
    await here.send("PreToolUse", UNPROVEN, { tool_use_id: "again" });
    await here.send("PostToolUse", UNPROVEN, { tool_use_id: "again" });
    expect((await here.memory()).hostSilent).toBe("untold");
  });

  test("the same event twice is no prompt", async () => {
    const here = session();
    expect(await here.send("PreToolUse", UNPROVEN)).toEqual(SILENCE);
    expect(await here.send("PreToolUse", UNPROVEN)).toEqual(SILENCE);
    await here.send("PostToolUse", UNPROVEN);
    expect((await here.memory()).hostSilent).toBe("untold");
  });

  test("what only reads, a host may run by itself, and that is nobody's yes", async () => {
    const here = session();
    const command = 'cat "$(printf README.md)" | sort';
    expect(await here.send("PreToolUse", command)).toEqual(SILENCE);
    await here.send("PostToolUse", command);
    expect((await here.memory()).hostSilent).toBeUndefined();
    expect(await here.memory()).toMatchObject({ left: [] });
    expect(await here.send("PreToolUse", UNPROVEN)).toEqual(SILENCE);
  });

  test("mode default of ours as well: by prompt", async () => {
    const here = session({ mode: "default" });
    expect(await here.send("PreToolUse", UNPROVEN)).toEqual(SILENCE);
    expect((await here.records())[0]?.decision.by).toBe("prompt");
  });
});

describe("it is spoken", () => {
  test.each<[string, string, object, object]>([
    ["about a topic", "git push --force origin main", {}, {}],
    ["in its accepting mode", UNPROVEN, {}, { permission_mode: "acceptEdits" }],
    ["in its own auto mode", UNPROVEN, {}, { permission_mode: "auto" }],
    ["where no mode is told", UNPROVEN, {}, { permission_mode: undefined }],
    ["with unproven: ask", UNPROVEN, { autoMode: { unproven: "ask" } }, {}],
    ["about an ask rule", UNPROVEN, { permissions: { ask: ["Bash(./build.sh:*)"] } }, {}],
  ])("%s", async (_, command, settings, more) => {
    expect(said(await session(settings).send("PreToolUse", command, more))).toBe("ask");
  });

  test.each<[string, string, unknown]>([
    [
      "an allow rule of the person that rests and could match",
      "../../.claude/settings.json",
      { hooks: HOOKS, permissions: { allow: ["Bash(*)"] } },
    ],
    ["one of the project", ".claude/settings.json", { permissions: { allow: ["Bash(*--all)"] } }],
    ["one of the local file", ".claude/settings.local.json", { permissions: { allow: ["Bash"] } }],
    ["one above the project", "../.claude/settings.json", { permissions: { allow: ["*"] } }],
    [
      "one of earlier versions",
      "../../.claude.json",
      { projects: { "/x": { allowedTools: ["Bash(./build.sh --all)"] } } },
    ],
    ["a list that cannot be read", ".claude/settings.json", { permissions: { allow: "Bash" } }],
    [
      "a hook of the project",
      ".claude/settings.json",
      { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "allow.sh" }] }] } },
    ],
    [
      "a hook of the project that looks like ours",
      ".claude/settings.local.json",
      { hooks: { PermissionRequest: [OURS] } },
    ],
    [
      "a foreign hook of the person's",
      "../../.claude/settings.json",
      {
        hooks: {
          PreToolUse: [OURS, { hooks: [{ type: "http", url: "http://127.0.0.1:1" }] }],
          PermissionRequest: [OURS],
        },
      },
    ],
    ["no hook of ours on its prompt", "../../.claude/settings.json", { hooks: { PreToolUse: [OURS] } }],
    [
      "one that hears of some tools only",
      "../../.claude/settings.json",
      { hooks: { PreToolUse: [OURS], PermissionRequest: [{ ...OURS, matcher: "Edit" }] } },
    ],
    ["its own sandbox", ".claude/settings.json", { sandbox: { enabled: true } }],
  ])("with %s", async (_, file, content) => {
    const here = session();
    here.put(file, content);
    expect(said(await here.send("PreToolUse", UNPROVEN))).toBe("ask");
  });

  test("where a command of the project brings tools that are allowed", async () => {
    const here = session();
    here.place.write(".claude/commands/ship.md", "---\nallowed-tools: Bash(./build.sh:*)\n---\nship it\n");
    expect(said(await here.send("PreToolUse", UNPROVEN))).toBe("ask");
  });

  const GRANTS = "---\nname: x\nallowed-tools: Bash(*)\n---\ndo it\n";
  test.each([
    "packages/a/.claude/skills/x/SKILL.md",
    "a/b/c/d/.claude/skills/x/SKILL.md",
    "src/.claude/commands/x.md",
    ".hidden/.claude/agents/x.md",
  ])("where one further down does: %s", async (file) => {
    const here = session();
    here.place.write(file, GRANTS);
    expect(said(await here.send("PreToolUse", UNPROVEN))).toBe("ask");
  });

  test("where a folder further down that does is a link", async () => {
    const here = session();
    here.place.write("kept/skills/x/SKILL.md", GRANTS);
    mkdirSync(join(here.place.root, "part"));
    symlinkSync(join(here.place.root, "kept"), join(here.place.root, "part/.claude"));
    expect(said(await here.send("PreToolUse", UNPROVEN))).toBe("ask");
  });

  test.each(["node_modules/a/.claude/skills/x/SKILL.md", "src/skills/x/SKILL.md"])(
    "but it is left where no folder of skills is: %s",
    async (file) => {
      const here = session();
      here.place.write(file, GRANTS);
      expect((await here.send("PreToolUse", UNPROVEN)).stdout).toBeNull();
    },
  );

  test("about a delegation, which Claude Code asks nobody about", async () => {
    const here = session();
    const task = {
      tool_name: "Task",
      tool_input: { description: "x", prompt: "push everything", subagent_type: "general" },
    };
    expect((await here.send("PreToolUse", "", task)).stdout).not.toBeNull();
  });
});

test.each([
  [["claude", "-p", "go"]],
  [["claude", "--print"]],
  [["claude", "-cp"]],
  [["claude", "--permission-prompt-tool", "mcp__x__y"]],
  [["claude", "--allowedTools", "Bash(ls:*)"]],
])("nobody is sure to be asked: %j", (words) => {
  const { place } = session();
  const event = {
    ...{ kind: "call" as const, event: "PreToolUse", session: "s", cwd: place.root, record: null, hostMode: "default" },
    action: { tool: "Bash", input: { command: UNPROVEN } },
  };
  const asks = (given: readonly string[]): string | undefined =>
    claudeRules({
      ...{ home: place.home, projectRoot: place.root, event, toolNames: ruleToolNames },
      agent: { words: given, env: {}, cwd: place.root },
    }).asks?.();
  expect([asks(["claude"]), asks(words)]).toEqual(["always", "never"]);
});

describe("what Claude Code may run by its own tables of reading is left only where it reads and nothing else", () => {
  test.each([
    ["git ls-remote"],
    ["git ls-remote --heads origin"],
    ["git remote show origin"],
    ["GIT_PAGER=cat git remote show origin"],
    ['git ls-remote --sort="a; make b"'],
    ["cd sub && git ls-remote"],
    ["gh auth status"],
    ["env FOO=1 ./x"],
    ["timeout 5 ./x"],
  ])("%s is asked about in our words", async (command) => {
    const here = session();
    here.place.write(".git/config", '[core]\n\tsshCommand = ./x.sh\n[remote "origin"]\n\turl = ssh://127.0.0.1/x\n');
    expect(said(await here.send("PreToolUse", command))).toBe("ask");
  });

  test("so is fetching: some hosts it fetches from without asking", async () => {
    const event = { tool_name: "WebFetch", tool_input: { url: "https://docs.python.org/3/?q=x", prompt: "x" } };
    expect(said(await session().send("PreToolUse", "", event))).toBe("ask");
  });

  test.each([
    ["npm run build"],
    ["./build.sh"],
    ["cd sub && ./build.sh --all"],
    ["node server.js"],
    ["mytool --all | sort"],
    ["cat > /var/tmp/sallyport-notes.txt <<'X'\na\nX"],
  ])("%s it surely asks about", async (command) => {
    expect(await session().send("PreToolUse", command)).toEqual(SILENCE);
  });
});

test.each<[readonly string[], boolean]>([
  [["/usr/bin/claude", "-p", "go"], true],
  [["node", "/lib/claude-code/cli.js", "--print", "go"], true],
  [["claude", "-p", "--permission-prompt-tool", "stdio"], false],
  [["claude", "go on with -p"], false],
  [["node", "-p", "1"], false],
])("nobody is there: %j: %s", (words, nobody) => {
  const { place } = session();
  const event = { kind: "call" as const, event: "PreToolUse", session: "s", cwd: place.root, record: null };
  const action = { tool: "Bash", input: { command: UNPROVEN } };
  const agent = { words, env: {}, cwd: place.root };
  expect(
    claudeRules({
      ...{ home: place.home, projectRoot: place.root, event: { ...event, action }, agent },
      toolNames: ruleToolNames,
    }).nobody ?? false,
  ).toBe(nobody);
});

describe("a rule of the host could match", () => {
  test.each<[string, string, boolean]>([
    ["Bash(npm test:*)", "npm test", true],
    ["Bash(npm test:*)", "npm install left-pad", false],
    ["Bash(npm test *)", "cd app && timeout 5 npm  test -- -t x", true],
    ["Bash(npm test)", "'npm' \"test\"", true],
    ["Bash(git * main)", "git push origin main", true],
    ["Bash(git * main)", "git push origin dev", false],
    ["Bash(ls:*)", "./build.sh --all", false],
    ["Bash", "anything", true],
    ["bash(LS:*)", "ls -l", true],
    ["*", "anything", true],
    ["Edit", "ls", false],
    ["Bash((", "ls", true],
  ])("%s on %s: %s", (rule, command, could) => {
    expect(couldMatch(rule, { tool: "Bash", input: { command } })).toBe(could);
  });

  test.each<[string, string, JsonObject, boolean]>([
    ["Edit(./src/**)", "Write", { file_path: "/x" }, true],
    ["Read", "Write", { file_path: "/x" }, false],
    ["mcp__github", "mcp__github__create_issue", {}, true],
    ["mcp__git*", "mcp__github__create_issue", {}, true],
    ["mcp__git", "mcp__github__create_issue", {}, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://EXAMPLE.com/x" }, true],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://example.org/x" }, false],
  ])("%s on %s", (rule, tool, input, could) => {
    expect(couldMatch(rule, { tool, input })).toBe(could);
  });
});

test.each(["cat .netrc", "cat .env", "jq . .env.local", "head ~/.npmrc"])(
  "what is called like a secret is never left to a host that takes it for reading: %s",
  async (command) => {
    const { place, send } = session();
    for (const name of [".netrc", ".env", ".env.local"]) place.write(name, "TOKEN=x\n");
    expect(said(await send("PreToolUse", command))).toBe("ask");
  },
);
