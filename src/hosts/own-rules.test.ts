/** A host's own deny and ask rules, from every place they can come from; and when a call must run as it is. */
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Json } from "../contract/action.ts";
import { scratchFolder } from "../testing/folder.ts";
import { claudeRules } from "./claude-code/rules.ts";
import { codexSandbox, codexTerminal } from "./codex/index.ts";
import { copilotRules } from "./copilot/index.ts";
import { geminiRules } from "./gemini/rules.ts";
import type { CallEvent } from "./host.ts";
import { ruleToolNames } from "./list.ts";
import { opencodeRules } from "./opencode/index.ts";
import { type AgentLine, agentLine, type RulesPlace } from "./own-rules.ts";

const box = scratchFolder();
const [home, root] = [`${box.folder}/home`, `${box.folder}/home/code/app`];
const put = (path: string, value: unknown): string =>
  box.write(path, typeof value === "string" ? value : JSON.stringify(value));
afterAll(() => box.remove());

const eventWith = (more: Partial<CallEvent> = {}): CallEvent => ({
  kind: "call",
  event: "PreToolUse",
  session: "s",
  cwd: root,
  record: null,
  action: { tool: "Bash", input: { command: "ls" }, toolUseId: "c1" },
  ...more,
});
const at = (agent: Partial<AgentLine> | undefined, event = eventWith()): RulesPlace => ({
  home,
  projectRoot: root,
  toolNames: ruleToolNames,
  agent: agent === undefined ? undefined : { words: ["agent"], env: {}, cwd: root, ...agent },
  event,
});
const texts = ({ rules }: { readonly rules: readonly { readonly list: string; readonly text: string }[] }): string[] =>
  rules.map(({ list, text }) => `${list} ${text}`).sort();

describe("Claude Code", () => {
  beforeAll(() => {
    put("home/.claude/settings.json", {
      permissions: { deny: ["Bash(touch:*)"], ask: ["Bash(git push:*)"], allow: ["*", "Bash(((", "Edit(/etc/**)"] },
    });
    put("home/code/app/.claude/settings.json", {
      permissions: { deny: ["Read(./secrets/**)"], allow: ["Bash(make:*)"] },
    });
    put("home/code/app/.claude/settings.local.json", { permissions: { ask: ["Bash((("] } });
    put("elsewhere/settings.json", { permissions: { deny: ["Bash(curl:*)"] } });
    put("flags.json", { permissions: { deny: ["WebFetch"] } });
  });
  const FILES = ["allow *", "ask Bash(((", "ask Bash(git push:*)", "deny Bash(touch:*)", "deny Read(./secrets/**)"];

  test("rules of the files count, and one that cannot be parsed matches its whole tool", () => {
    const own = claudeRules(at({}));
    expect(texts(own)).toEqual(FILES);
    expect(own.rules.find(({ text }) => text === "Bash(((")).toMatchObject({ tool: "Bash", content: null });
    expect(own.keep).toBeNull();
  });

  test.each([
    [
      ["claude", "--disallowedTools", "Bash(rm:*)", "Edit", "-p", "x"],
      ["deny Bash(rm:*)", "deny Edit"],
    ],
    [
      ["claude", "--disallowed-tools=Bash(rm -r *),Edit"],
      ["deny Bash(rm -r *)", "deny Edit"],
    ],
    [
      ["claude", "--disallowedTools", "Bash(git log *) Write"],
      ["deny Bash(git log *)", "deny Write"],
    ],
    [["claude", "--settings", '{"permissions":{"ask":["Bash(rm:*)"]}}'], ["ask Bash(rm:*)"]],
    [["claude", "--settings", `${box.folder}/flags.json`], ["deny WebFetch"]],
    [["claude", "--settings=../../../flags.json"], ["deny WebFetch"]],
  ])("%j: and those of the command line", (words, more) => {
    expect(texts(claudeRules(at({ words })))).toEqual([...FILES, ...more].sort());
  });

  test.each([
    ["the process's own variable", at({ env: { CLAUDE_CONFIG_DIR: `${box.folder}/elsewhere` } })],
    ["the record's place", at({}, eventWith({ record: `${box.folder}/elsewhere/projects/app/s.jsonl` }))],
  ])("another configuration directory by %s", (_by, place) => {
    expect(texts(claudeRules(place))).toContain("deny Bash(curl:*)");
  });

  test.each([
    ["no command line", undefined, {}],
    ["settings on it that cannot be read", { words: ["claude", "--settings", "{"] }, {}],
    [
      "a sandbox of the host's own",
      {},
      { "home/code/app/.claude/settings.local.json": { sandbox: { enabled: true } } },
    ],
    ["a file that is no JSON", {}, { "home/code/app/.claude/settings.local.json": "{" }],
    ["rules that are no list", {}, { "home/code/app/.claude/settings.local.json": { permissions: { deny: "Bash" } } }],
  ])("%s: the call runs as it is, and what is seen counts", (_what, agent, files) => {
    for (const [path, value] of Object.entries(files)) put(path, value);
    const own = claudeRules(at(agent));
    expect(own.keep).not.toBeNull();
    expect(texts(own)).toContain("deny Bash(touch:*)");
  });
});

describe("Copilot CLI", () => {
  const app = `${box.folder}/copilot/home/code/app`;
  const own = (words: readonly string[] = ["copilot", "-p", "x"]) =>
    copilotRules({ ...at({ words, cwd: app }), home: `${box.folder}/copilot/home`, projectRoot: app });

  test("nothing of its own: commands may be rewritten", () => {
    put("copilot/home/.copilot/hooks/sallyport.json", "{}");
    put("copilot/home/.copilot/config.json", '// its own\n{"trustedFolders":["/x"],"deniedUrls":[]}');
    put("copilot/home/code/app/.github/copilot/settings.json", '{"model":"m"}');
    expect(own()).toEqual({ rules: [], keep: null });
  });

  test.each<[string, readonly string[]]>([
    ["a denied tool", ["copilot", "--deny-tool", "shell(npm:*)"]],
    ["a denied tool, in one word", ["copilot", "--deny-tool=shell(npm:*)"]],
    ["a denied address", ["copilot", "--deny-url=evil.example"]],
    ["tools left out", ["copilot", "--excluded-tools", "x"]],
    ["a plugin", ["copilot", "--plugin-dir", "p"]],
  ])("%s: nothing is rewritten", (_, words) => {
    expect(own(words).keep).toMatch(/started with --/);
  });

  test("nobody knows how it was started", () => {
    expect(copilotRules(at(undefined)).keep).not.toBeNull();
  });

  test.each<[string, string, unknown]>([
    ["another hook of the person's", "copilot/home/.copilot/hooks/audit.json", "{}"],
    ["a hook of the repository's", "copilot/home/code/app/.github/hooks/x.json", "{}"],
    ["one by our name in the repository", "copilot/home/code/app/.github/hooks/sallyport.json", "{}"],
    ["a hook further up", "copilot/home/code/.github/hooks/x.json", "{}"],
    ["a plugin", "copilot/home/.copilot/installed-plugins/p/plugin.json", "{}"],
    ["addresses in the settings", "copilot/home/.copilot/settings.json", { deniedUrls: ["evil.example"] }],
    ["hooks in the settings", "copilot/home/.copilot/settings.json", { hooks: { preToolUse: [{}] } }],
    [
      "hooks in the repository's settings",
      "copilot/home/code/app/.github/copilot/settings.local.json",
      { hooks: { a: 1 } },
    ],
    [
      "Claude Code's of the repository",
      "copilot/home/code/app/.claude/settings.json",
      { permissions: { deny: ["Bash"] } },
    ],
    ["settings that cannot be read", "copilot/home/.copilot/settings.json", "{"],
  ])("%s: nothing is rewritten", (_, path, text) => {
    const file = put(path, text);
    expect(own().keep).not.toBeNull();
    rmSync(path.includes("plugins") ? dirname(file) : file, { recursive: true });
    expect(own().keep).toBeNull();
  });
});

describe("Gemini CLI", () => {
  const policy = (text: string): void => void put("home/.gemini/policies/own.toml", text);

  test.each([
    ['[[rule]]\ntoolName = "run_shell_command"\ndecision = "allow"\npriority = 100\n', [], null],
    ['[[rule]]\ntoolName = "run_shell_command"\ndecision = "ask_user"\npriority = 1\n', [], null],
    [
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "git push"\ndecision = "deny"\npriority = 1\n',
      ["deny Bash(git push:*)"],
      null,
    ],
    [
      '[[rule]]\ncommandPrefix = ["rm", "mv"]\ndecision = "ask_user"\n[[rule]]\ntoolName = "glob"\ndecision = "deny"\n',
      ["ask Bash(mv:*)", "ask Bash(rm:*)"],
      null,
    ],
    ['[[rule]]\ntoolName = "run_shell_command"\ncommandRegex = "^rm"\ndecision = "deny"\n', [], "kept"],
    ["[[rule\n", [], "kept"],
  ])("%j", (text, rules, keep) => {
    policy(text);
    const own = geminiRules(at({}));
    expect(texts(own)).toEqual(rules);
    expect(own.keep === null ? null : "kept").toBe(keep);
  });

  test.each([
    ["a flag", { words: ["gemini", "--policy", "x.toml"] }],
    ["its sandbox", { env: { GEMINI_SANDBOX: "docker" } }],
    ["a process that cannot be seen", undefined],
  ])("%s: the call runs as it is", (_what, agent) => {
    policy("");
    expect(geminiRules(at(agent)).keep).not.toBeNull();
  });

  test("tools.exclude of its settings", () => {
    policy("");
    put("home/code/app/.gemini/settings.json", { tools: { exclude: ["run_shell_command(rm)", "glob"] } });
    expect(texts(geminiRules(at({})))).toEqual(["deny Bash(rm:*)"]);
  });
});

test.each<readonly [Json | undefined, readonly string[] | null]>([
  [[null], []],
  [["allow", { edit: "ask" }], []],
  [
    [{ bash: { "*": "allow", "git push *": "deny", "rm *": "ask" } }, null],
    ["ask Bash(rm *)", "deny Bash(git push *)"],
  ],
  [[null, { bash: { "rm *": "deny" } }], ["deny Bash(rm *)"]],
  [[{ bash: "ask" }], null],
  [[{ bash: { "*": "ask", ls: "allow" } }], null],
  [[{ "*": "ask" }], null],
  [["ask"], null],
  [undefined, null],
])("OpenCode: %j", (said, rules) => {
  const own = opencodeRules(at({}, eventWith(said === undefined ? {} : { said })));
  expect(own.keep === null ? texts(own) : null).toEqual(rules);
});

describe("Codex's sandbox, by its own record", () => {
  const turn = (sandbox_policy: object, more: object = {}) => ({
    type: "turn_context",
    payload: { turn_id: "t1", sandbox_policy, ...more },
  });
  const profile = (access: string, more: object = {}) => ({
    permission_profile: { type: "managed", file_system: { entries: [{ path: "/", access }] }, ...more },
  });
  const callLine = (args: object, call_id = "c1") => ({
    type: "response_item",
    payload: { type: "function_call", call_id, arguments: JSON.stringify({ cmd: "x", ...args }) },
  });
  const WRITE = turn({ type: "workspace-write", network_access: false });

  test.each([
    ["writable", [WRITE, callLine({})]],
    ["held", [turn({ type: "read-only" }), callLine({ sandbox_permissions: "use_default" })]],
    ["off", [turn({ type: "danger-full-access" }), callLine({})]],
    ["unknown", [turn({ type: "workspace-write", network_access: true }), callLine({})]],
    ["unknown", [WRITE, callLine({ sandbox_permissions: "require_escalated" })]],
    ["unknown", [WRITE, callLine({ with_escalated_permissions: true })]],
    ["unknown", [WRITE, callLine({}, "another")]],
    ["unknown", [callLine({})]],
    ["unknown", [turn({ type: "something-new" }), callLine({})]],
    ["held", [turn({ type: "read-only" }, profile("read", { network: "restricted" })), callLine({})]],
    ["unknown", [turn({ type: "read-only" }, profile("write")), callLine({})]],
    ["unknown", [turn({ type: "read-only" }, profile("read", { network: "enabled" })), callLine({})]],
    ["unknown", [turn({ type: "read-only" }, { permission_profile: { type: "disabled" } }), callLine({})]],
    ["unknown", [turn({ type: "read-only" }, { file_system_sandbox_policy: { kind: "unrestricted" } }), callLine({})]],
    ["unknown", []],
  ])("%s", (expected, lines) => {
    const record = put("rollout.jsonl", lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(codexSandbox(eventWith({ record, turn: "t1" }))).toBe(expected);
    expect(codexSandbox(eventWith({ record, turn: "t2" }))).toBe("unknown");
    expect(codexSandbox({ ...eventWith({ record, turn: "t1" }), event: "PermissionRequest" })).toBe("unknown");
  });
});

describe("Codex: a call at a terminal, by its own record", () => {
  const callLine = (args: object, call_id = "c1") => ({
    type: "response_item",
    payload: { type: "function_call", call_id, arguments: JSON.stringify({ cmd: "git log", ...args }) },
  });
  const typed = (lines: readonly object[], more: object) => {
    const record = put("typed.jsonl", lines.map((line) => JSON.stringify(line)).join("\n"));
    const event = eventWith({ record });
    return codexTerminal({
      ...event,
      action: { ...event.action, tool: "Bash", input: { command: "git log" }, ...more },
    });
  };
  test.each([
    ["its own call is", [callLine({ tty: true })], { toolUseId: "c1" }, { tty: true }],
    ["in words nobody knows", [callLine({ tty: "yes" })], { toolUseId: "c1" }, { tty: true }],
    ["without an id, any call of that command", [callLine({ tty: true }), callLine({}, "c2")], {}, { tty: true }],
    ["another call is", [callLine({ tty: true }, "c2"), callLine({})], { toolUseId: "c1" }, {}],
    ["it is not", [callLine({ tty: false })], { toolUseId: "c1" }, {}],
    ["the record does not say", [], { toolUseId: "c1" }, {}],
  ])("%s", (_, lines, more, expected) => {
    const { toolUseId: _unused, ...none } = { toolUseId: undefined, ...more };
    expect(typed(lines, "toolUseId" in more ? more : { ...none, toolUseId: undefined })).toEqual(expected);
  });
});

test.runIf(process.platform === "linux")("a process's own command line, variables and directory", () => {
  expect(agentLine(process.pid)).toMatchObject({ cwd: process.cwd(), env: { PATH: process.env.PATH } });
  expect(agentLine(undefined)).toBeUndefined();
  expect(agentLine(2 ** 22 + 1)).toBeUndefined();
});
