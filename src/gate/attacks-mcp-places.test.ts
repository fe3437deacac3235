/** Rules for paths bind tools of servers too: whatever the argument is called, however the path is written into it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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
    ["mcp__fs__list", { directory: "$HOME" }],
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
    ["mcp__fs__read_file", { path: ".git/config" }],
    ["mcp__fs__write_file", { path: "src/a.ts", content: "see .git/hooks" }],
  ])("but: %s %j", async (tool, input) => {
    expect(await decide(tool, input, {})).toMatchObject({ behavior: "allow", by: "allowRule" });
  });
});
