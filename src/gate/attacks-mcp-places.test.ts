/** Rules for paths bind tools of servers too: whatever the argument is called, however the path is written into it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingsFrom } from "../app/settings/index.ts";
import type { JsonObject } from "../contract/action.ts";
import { type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  mkdirSync(join(here.home, ".ssh"), { recursive: true });
  writeFileSync(join(here.home, ".ssh/id_rsa"), "key\n");
});
afterAll(() => here.remove());

const DENY = ["Read(~/.ssh/**)", "Edit(.git/**)"];
const decide = (tool: string, input: JsonObject, permissions: object, host?: string) =>
  here
    .gate({ settings: { permissions: { allow: ["mcp__fs"], ...permissions } } })
    .check({ tool, input: there(input), ...(host === undefined ? {} : { host }) });
const there = (input: JsonObject): JsonObject => JSON.parse(JSON.stringify(input).replaceAll("$HOME", here.home));

describe("a denied place", () => {
  test.each<[string, JsonObject]>([
    ["mcp__fs__read_file", { path: "$HOME/.ssh/id_rsa" }],
    ["mcp__fs__read_file", { uri: "file:///$HOME/%2Essh/id_rsa" }],
    ["mcp__fs__read_multiple_files", { paths: ["a", "~/.ssh/id_rsa"] }],
    ["mcp__fs__read_file", { input: '{"path":"~/.ssh/id_rsa"}' }],
    ["mcp__fs__read_file", { arguments: { file: { name: "$HOME/.ssh/id_rsa" } } }],
    ["mcp__fs__read_file", { root: "$HOME", path: ".ssh/id_rsa" }],
    ["mcp__fs__read_file", { cwd: "~/.ssh", name: "id_rsa" }],
    ["mcp__fs__read_files", { files: { "$HOME/.ssh/id_rsa": true } }],
    ["mcp__fs__read_files", { "~/.ssh/id_rsa": {} }],
    ["mcp__fs__read_files", { batch: [{ "file:///$HOME/.ssh/id_rsa": 1 }] }],
    ["mcp__fs__write_files", { files: { ".git/hooks/pre-commit": "x" } }],
    ["mcp__fs__write_files", { input: '{"files":{"./.git/config":"x"}}' }],
    ["mcp__fs__read_files", { files: "a.txt,~/.ssh/id_rsa" }],
    ["mcp__fs__read_files", { paths: "a.txt\n$HOME/.ssh/id_rsa" }],
    ["mcp__fs__directory_tree", { path: "$HOME" }],
    ["mcp__fs__search_files", { path: "~", pattern: "id_*" }],
    ["mcp__fs__list", { directory: "$HOME", recursive: true }],
    ["mcp__fs__copy", { source: "$HOME", destination: "/tmp/x" }],
    ["mcp__fs__write_file", { path: ".git/hooks/pre-commit", content: "x" }],
    ["mcp__fs__move_file", { source: "x", destination: "./.GIT/hooks/pre-commit" }],
  ])("%s %j", async (tool, input) => {
    expect(await decide(tool, input, { deny: DENY })).toMatchObject({ behavior: "deny", by: "denyRule" });
  });

  test.each<[string, string, JsonObject]>([
    ["opencode", "fs_read_file", { path: "$HOME/.ssh/id_rsa" }],
    ["copilot", "fs-read_file", { path: "$HOME/.ssh/id_rsa" }],
    ["gemini", "mcp_fs_read_file", { path: "$HOME/.ssh/id_rsa" }],
    ["codex", "mcp__fs__read_file", { path: "$HOME/.ssh/id_rsa" }],
  ])("%s %s %j", async (host, tool, input) => {
    expect(await decide(tool, input, { deny: DENY }, host)).toMatchObject({ behavior: "deny", by: "denyRule" });
  });

  test.each<[string, JsonObject]>([
    ["mcp__fs__read_file", { path: "src/a.ts" }],
    ["mcp__fs__directory_tree", { path: "src" }],
    ["mcp__fs__list", { directory: "src" }],
    ["mcp__fs__ask", { question: "what are .git/hooks for?" }],
    ["mcp__fs__open", { url: "https://example.org/.git/config" }],
  ])("and what does not touch it: %s %j", async (tool, input) => {
    expect(await decide(tool, input, { deny: DENY })).toMatchObject({ behavior: "allow", by: "allowRule" });
  });
});

describe("a rule for a server does not cover a protected place", () => {
  test.each<[string, JsonObject]>([
    ["mcp__fs__write_file", { path: ".git/hooks/pre-commit", content: "x" }],
    ["mcp__fs__write_file", { path: "$HOME/.claude/settings.json", content: "{}" }],
    ["mcp__fs__edit", { root: "$HOME", file: ".bashrc" }],
    ["mcp__fs__find_and_replace", { path: ".git/config", old: "a", new: "b" }],
    ["mcp__fs__save", { arguments: '{"filename":".mcp.json"}' }],
    ["mcp__fs__write_files", { files: { ".mcp.json": "{}" } }],
    ["mcp__fs__write_files", { changes: { "$HOME/.claude/settings.json": { content: "{}" } } }],
    ["mcp__fs__move_file", { source: "a", destination: "CLAUDE.md" }],
  ])("%s %j", async (tool, input) => {
    expect((await decide(tool, input, {})).by).not.toBe("allowRule");
  });
  test.each<[string, JsonObject]>([
    ["mcp__fs__write_file", { path: "src/a.ts", content: "see .git/hooks" }],
    ["mcp__fs__search_files", { path: "src", pattern: "*.ts", excludePatterns: [".git", "node_modules"] }],
    ["mcp__fs__get_network_request", { reqid: 1, responseFilePath: "out/answer.json" }],
    ["mcp__fs__ask", { query: ".claude/settings.json" }],
    ["mcp__fs__get_issue", { owner: "o", repo: "r", issue: 3, version: "1.2.3" }],
  ])("but: %s %j", async (tool, input) => {
    expect(await decide(tool, input, {})).toMatchObject({ behavior: "allow", by: "allowRule" });
  });
});

describe("a tool's name does not say that it only reads", () => {
  test.each<[string, JsonObject]>([
    ["mcp__fs__get_network_request", { reqid: 1, responseFilePath: "~/.config/sallyport/settings.json" }],
    ["mcp__fs__get_network_request", { reqid: 1, responseFilePath: "$HOME/code/app/.git/hooks/pre-commit" }],
    ["mcp__fs__read_it", { path: "~/.claude/settings.json", content: "{}" }],
    ["mcp__fs__list_files", { path: "~/.claude/settings.json", content: "{}" }],
    ["mcp__fs__search", { path: "~/.claude/settings.json", content: "{}" }],
    ["mcp__fs__view", { path: "~/.claude/settings.json" }],
    ["mcp__fs__read_file", { path: ".git/config" }],
    ["mcp__fs__get_file_contents", { save_to: ".git/hooks/pre-commit" }],
    ["mcp__fs__list_export", { output: ".claude/settings.json" }],
    ["mcp__fs__get_page", { as: ".mcp.json" }],
    ["mcp__fs__get_page", { options: { next: { put: ".claude/hooks/x.sh" } } }],
    ["read_it", { path: ".claude/settings.json" }],
    ["read_it", { keep: "$HOME/.claude/settings.json" }],
  ])("%s %j is the person's", async (tool, input) => {
    const allow = ["mcp__fs", "read_it"];
    expect(await decide(tool, input, { allow })).toMatchObject({ behavior: "ask", by: "safetyCheck" });
  });
  test.each<[string, JsonObject]>([
    ["mcp__fs__read_it", { path: "~/.bashrc" }],
    ["mcp__fs__get_page", { as: "CLAUDE.md" }],
    ["mcp__fs__read_file", { path: ".github/workflows/ci.yml" }],
    ["mcp__fs__read_file", { path: "~/.ssh/id_rsa" }],
    ["mcp__fs__read_file", { path: "$HOME/.ssh/id_rsa" }],
    ["mcp__fs__view", { what: "$HOME/.aws/credentials" }],
    ["mcp__fs__read_file", { path: ".env" }],
    ["mcp__fs__get_rows", { a: { b: { c: { d: { e: { f: { g: { h: { i: ".git/config" } } } } } } } } }],
  ])("%s %j is not covered by a rule for the server", async (tool, input) => {
    expect((await decide(tool, input, {})).by).not.toBe("allowRule");
  });
  test("nor is one with more words than are looked at", async () => {
    const rows = Array.from({ length: 2000 }, (_, i) => `row ${i}`);
    expect((await decide("mcp__fs__get_rows", { rows }, {})).by).not.toBe("allowRule");
  });

  const ONE_BY_ONE = [
    "mcp__fs__read_file",
    "mcp__fs__read_text_file",
    "mcp__fs__getFile",
    "mcp__fs__read_it",
    "mcp__fs__read_and_write_file",
  ];
  test.each<[string, JsonObject]>([
    ["mcp__fs__read_file", { path: ".claude/settings.json" }],
    ["mcp__fs__read_text_file", { path: ".git/config", head: 20 }],
    ["mcp__fs__getFile", { owner: "o", repo: "r", path: ".github/workflows/ci.yml", ref: "refs/heads/main" }],
    ["mcp__fs__read_file", { path: "~/.bashrc", encoding: "utf-8" }],
  ])("%s %j is read under a rule for that very tool", async (tool, input) => {
    expect(await decide(tool, input, { allow: ONE_BY_ONE })).toMatchObject({ behavior: "allow", by: "allowRule" });
  });
  test.each<[string, JsonObject]>([
    ["mcp__fs__read_file", { path: ".claude/settings.json", content: "{}" }],
    ["mcp__fs__read_file", { path: "a.txt", file: ".claude/settings.json" }],
    ["mcp__fs__read_file", { path: ".claude/settings.json", options: { text: "{}" } }],
    ["mcp__fs__read_file", { path: ".claude/settings.json", repo: "/etc/x" }],
    ["mcp__fs__read_it", { path: ".claude/settings.json" }],
    ["mcp__fs__read_and_write_file", { path: ".claude/settings.json" }],
  ])("%s %j is not, all the same", async (tool, input) => {
    expect(await decide(tool, input, { allow: ONE_BY_ONE })).toMatchObject({ behavior: "ask", by: "safetyCheck" });
  });
});

describe("a program and its words in fields of their own are one command", () => {
  test.each<(program: string, words: readonly string[]) => JsonObject>([
    (program, args) => ({ program, args: [...args] }),
    (executable, words) => ({ executable, arguments: [...words] }),
    (command, words) => ({ command, args: words.join(" ") }),
    (binary, argv) => ({ binary, argv: [...argv] }),
  ])("%s", async (inputOf) => {
    const settings = settingsFrom({ permissions: { allow: ["mcp__sh"], deny: ["Bash(git push:*)"] } });
    if (!settings.ok) throw new Error(settings.error);
    const gate = here.gate({ settings: settings.value.settings });
    const pushes = { tool: "mcp__sh__run", input: inputOf("git", ["push", "origin", "main"]) };
    expect((await gate.check(pushes)).by).toBe("denyRule");
    const wipes = { tool: "mcp__sh__run", input: inputOf("rm", ["-rf", "~"]) };
    expect((await here.gate({ settings: { mode: "bypassPermissions" } }).check(wipes)).by).toBe("floor");
  });
});
