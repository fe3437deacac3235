import { expect, test } from "vitest";
import type { SimpleCommand } from "../contract/simple.ts";
import { proposeForCommand, proposeForMany, proposeForTool } from "./propose.ts";

const command = (...values: readonly string[]): SimpleCommand => ({
  name: values[0] ?? null,
  words: values.map((value) => ({ value, text: value, prefix: value })),
  wrappers: [],
  assignments: [],
  reads: [],
  writes: [],
  cwd: "/app",
  depth: 0,
});

test.each<[readonly string[], readonly string[]]>([
  [
    ["npm", "test"],
    ["Bash(npm test:*)", "Bash(npm test)"],
  ],
  [["gh", "pr", "list", "--json", "x"], ["Bash(gh pr list --json x)"]],
  [
    ["git", "push", "origin"],
    ["Bash(git push:everyday)", "Bash(git push origin)"],
  ],
  [["git", "clone", "x"], ["Bash(git clone x)"]],
  [["npm", "install", "left-pad"], ["Bash(npm install left-pad)"]],
  [["ssh", "prod", "uptime"], ["Bash(ssh prod uptime)"]],
  [["make"], ["Bash(make)"]],
  [["curl", "hunter2"], []],
  [["echo", "*"], []],
])("%j", (words, rules) =>
  expect(proposeForCommand(command(...words), (text) => text.includes("hunter2"))).toEqual(rules),
);

test("many calls may mean the beginning of them: of a sorted use its sub-command", () => {
  const use = { path: ["pr", "list"], options: [], operands: [] };
  expect(proposeForMany(command("gh", "pr", "list"), () => false)).toEqual([
    "Bash(gh pr:*)",
    "Bash(gh pr list:*)",
    "Bash(gh pr list)",
  ]);
  expect(proposeForMany({ ...command("gh", "pr", "list"), use }, () => false)).toEqual([
    "Bash(gh pr list:*)",
    "Bash(gh pr list)",
  ]);
});

test.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
  ["WebFetch", { url: "https://Docs.example/x" }, ["WebFetch(domain:docs.example)"]],
  ["WebFetch", { url: "x" }, []],
  ["Skill", { skill: "pdf" }, ["Skill(pdf)"]],
  ["mcp__a__b", {}, ["mcp__a__b"]],
  ["Edit", {}, []],
])("%s %j", (tool, input, rules) => expect(proposeForTool(tool, input)).toEqual(rules));
