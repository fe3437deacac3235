/** A search's text that is an option of the program its host starts: `-Ocmd` of `git grep` ran a command in Gemini CLI. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import { type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("src/a.ts", "a\n");
});
afterAll(() => here.remove());

const judged = async (host: string, tool: string, input: JsonObject): Promise<string> =>
  (await here.gate({ classifier: null }).check({ tool, input, cwd: here.root, ...(host === "" ? {} : { host }) }))
    .behavior;

test.each<[string, string, JsonObject]>([
  ["gemini", "grep_search", { pattern: "-Otouch pwned;true", include_pattern: "hi" }],
  ["gemini", "grep_search", { pattern: "--no-exclude-standard", include_pattern: "SECRET" }],
  ["gemini", "grep_search", { pattern: " -Otouch pwned" }],
  ["gemini", "search_file_content", { pattern: "--open-files-in-pager=sh", include: "x" }],
  ["gemini", "glob", { pattern: "-x" }],
  ["gemini", "grep_search", { pattern: "x", include_pattern: "--pre=sh" }],
  ["gemini", "grep_search", { pattern: "x", dir_path: "-O" }],
  ["qwen", "grep_search", { pattern: "-Otouch pwned", glob: "hi" }],
  ["pi", "grep", { pattern: "--pre=./evil.sh" }],
  ["copilot", "grep", { pattern: "--pre=./evil.sh", paths: ["src"] }],
  ["copilot", "grep", { pattern: "x", paths: ["src", "--pre=./evil.sh"] }],
  ["cline", "search_codebase", { queries: ["--pre=./evil.sh"] }],
  ["codex", "grep_files", { pattern: "--pre=./evil.sh" }],
  ["opencode", "grep", { pattern: "--pre=./evil.sh" }],
  ["", "Grep", { pattern: "--pre=./evil.sh" }],
  ["claude-code", "Grep", { pattern: "x", glob: "--pre=./evil.sh" }],
])("%s %s %j", async (host, tool, input) => {
  expect(await judged(host, tool, input)).not.toBe("allow");
});

test.each<[string, string, JsonObject]>([
  ["claude-code", "Grep", { pattern: "--agent" }],
  ["claude-code", "Grep", { pattern: "->" }],
  ["gemini", "grep_search", { pattern: "a-b", include_pattern: "*.ts" }],
  ["", "Grep", { pattern: "x--y" }],
])("stays allowed: %s %s %j", async (host, tool, input) => {
  expect(await judged(host, tool, input)).toBe("allow");
});
