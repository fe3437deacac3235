import { expect, test } from "vitest";
import type { SimpleCommand } from "../contract/simple.ts";
import { proposeForCommand, proposeForTool } from "./propose.ts";

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
  [
    ["gh", "pr", "list", "--json", "x"],
    ["Bash(gh pr:*)", "Bash(gh pr list:*)", "Bash(gh pr list --json x)"],
  ],
  [["git", "push", "origin"], ["Bash(git push origin)"]],
  [["make"], ["Bash(make)"]],
  [["curl", "hunter2"], []],
  [["echo", "*"], []],
])("%j", (words, rules) =>
  expect(proposeForCommand(command(...words), (text) => text.includes("hunter2"))).toEqual(rules),
);

test("a sorted use proposes its sub-command alone", () => {
  const use = { path: ["pr", "list"], options: [], operands: [] };
  expect(proposeForCommand({ ...command("gh", "pr", "list"), use }, () => false)).toEqual([
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
