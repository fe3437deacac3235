/** Patterns in the input of a tool nobody declared name what they match. Kept as tests. */
import { symlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import { type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of ["secrets/db.txt", "src/a.ts", "src/lib/b.ts", "README.md", "docs/a.md", "infra/main.tf"])
    here.write(file, "x\n");
  here.write(".env", "API_KEY=x\n");
  here.write("package.json", "{}\n");
  symlinkSync(here.at("secrets"), here.at("kept"));
});
afterAll(() => here.remove());

const DENY = ["Read(./secrets/**)"];
const decide = async (input: JsonObject, deny: readonly string[], tool = "read_files"): Promise<string> => {
  const settings = { contain: { enabled: false }, permissions: { allow: ["mcp__fs"], deny: [...deny] } };
  return (await here.gate({ settings, classifier: null }).check({ tool: `mcp__fs__${tool}`, input })).by;
};

describe("a denied place", () => {
  test.each<JsonObject>([
    { glob: "[s]ecrets/db.txt" },
    { glob: "s*/*" },
    { path: "*/db.txt" },
    { what: "?ecrets/db.txt" },
    { glob: "**/db.txt" },
    { glob: "**/*.txt" },
    { glob: "{secrets,docs}/db.txt" },
    { glob: "S*/DB.*" },
    { paths: ["src/a.ts", "sec*/d?.txt"] },
    { path: ".", glob: "s*/*" },
    { root: "src", glob: "../s*/*" },
    { glob: "k*/db.txt" },
    { path: "s*" },
    { glob: "s*/**" },
    // Everything is named, the denied file too, as `path: "."` of a search does.
    { glob: "**/*" },
    { files: { "s*/*": true } },
    { input: '{"glob":"s*/*"}' },
  ])("%j", async (input) => {
    expect(await decide(input, DENY)).toBe("denyRule");
  });

  test.each<[JsonObject, string]>([
    [{ glob: "inf*/main.tf" }, "replace_in_files"],
    [{ glob: "**/*.tf" }, "format"],
    [{ glob: "*/main.tf" }, "find_and_replace"],
  ])("that is not to be edited: %j of %s", async (input, tool) => {
    expect(await decide(input, ["Edit(infra/**)"], tool)).toBe("denyRule");
  });

  test.each<[JsonObject, string]>([
    [{ glob: "src/**/*.ts" }, "read_files"],
    [{ pattern: "**/*.md" }, "search_files"],
    [{ pattern: "**/*.ts", path: "src" }, "search_files"],
    [{ pattern: "**/*", path: "src" }, "search_files"],
    [{ pattern: "*", path: "src" }, "search_files"],
    [{ pattern: "*" }, "list_files"],
    [{ pattern: "*.{ts,tsx}" }, "glob"],
    [{ pattern: "*/*.ts" }, "glob"],
    [{ query: "what is this?" }, "ask"],
    [{ query: "a * b" }, "ask"],
    [{ regex: "import.*from" }, "grep"],
    [{ text: "**Note**" }, "comment"],
    [{ sql: "select * from secrets" }, "describe_rows"],
  ])("everyday: %j of %s", async (input, tool) => {
    expect(await decide(input, DENY, tool)).toBe("allowRule");
  });

  test.each<[JsonObject, string]>([
    [{ pattern: "**/*.ts" }, "search_files"],
    [{ pattern: "s*/**/*.ts" }, "glob"],
  ])("what is not to be edited may be searched: %j of %s", async (input, tool) => {
    expect(await decide(input, ["Edit(src/lib/**)"], tool)).toBe("allowRule");
  });
});

describe("a secret", () => {
  test.each<JsonObject>([
    { glob: ".en[v]" },
    { glob: ".e*" },
    { path: ".?nv" },
    { glob: "[.]env" },
    { glob: "?env" },
    { glob: "*nv" },
    { glob: "**/.e*" },
    { what: "{.env,README.md}" },
    { path: "~/code/app/.en?" },
  ])("%j", async (input) => {
    expect(await decide(input, [])).not.toBe("allowRule");
    expect(await decide(input, ["Read(.env)"])).toBe("denyRule");
  });

  test.each<JsonObject>([
    { glob: "**/*.ts" },
    { glob: "*.json" },
    { glob: "**/*.{json,md}" },
    { pattern: "**/*" },
    { pattern: "*" },
    { pattern: "src/**" },
    { query: "why is .env* ignored?" },
  ])("everyday: %j", async (input) => {
    expect(await decide(input, [], "search_files")).toBe("allowRule");
  });
});
