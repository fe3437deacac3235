/** Alternatives of a pattern are written out before `..` is folded: `src/{a.js,../.env}` names what lies beside `src`. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import { call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of ["secrets/x.txt", "src/a.js", "src/lib/b.js", "README.md", "docs/a.md"]) here.write(file, "x\n");
  here.write(".env", "API_KEY=x\n");
});
afterAll(() => here.remove());

const decide = async (tool: string, input: JsonObject, permissions: { allow?: string[]; deny?: string[] } = {}) => {
  const settings = { contain: { enabled: false }, permissions };
  const there = JSON.parse(JSON.stringify(input).replaceAll("$P", here.root));
  return (await here.gate({ classifier: null, settings }).check(call(tool, there))).by;
};

const MANY = `src/{${Array.from({ length: 300 }, (_, i) => `a${i}`).join(",")},../.env}`;

describe("the address of a resource", () => {
  test.each([
    "file://$P/src/{a.js,../.env}",
    "file://$P/src/{a.js,../.e*}",
    "file://$P/src/{x,../{y,.env}}",
    "file://$P/src/{a.js,..\\/.env}",
    "file://$P/src/{a.js,..\\.env}",
    "file://$P/src/{a.js,%2e%2e/.env}",
    "file://$P/src/%7Ba.js,../.env%7D",
    "file://$P/src/{.,x}./.env",
    "file://$P/src/{lib/.,x}{./../.env,y}",
    "file://$P/src/{..}/.env",
    "file://$P/src/{a.js,{..}/.env}",
    "file://$P/src/{lib,x}/../{a,../.env}",
    "$P/src/{a.js,../.env}",
    "src/{a.js,../.env}",
    `file://$P/${MANY}`,
  ])("%s", async (uri) => {
    expect(await decide("ReadMcpResource", { server: "fs", uri })).toBe("offline");
    expect(await decide("LSP", { operation: "hover", filePath: uri })).toBe("offline");
  });

  test.each([
    "file://$P/src/{a.js,b.js}",
    "file://$P/src/{a.js,../README.md}",
    "file://$P/{src,docs}/a.md",
    "template://{name}",
    "file://$P/src/{a,b}..c",
  ])("everyday: %s", async (uri) => {
    expect(await decide("ReadMcpResource", { server: "fs", uri })).toBe("safeTool");
  });
});

describe("what a rule denies", () => {
  const rules = { allow: ["mcp__srv__read_file"], deny: ["Read(secrets/**)"] };
  test.each([
    "$P/src/{a.js,../secrets/x.txt}",
    "src/{a.js,../secrets/x.txt}",
    "src/{a.js,../secrets/*}",
    "src/{x,../{y,secrets}/x.txt}",
    "src/{.,x}./secrets/x.txt",
    "src/{a.js,%2e%2e/secrets/x.txt}",
    MANY,
  ])("of a tool: %s", async (path) => {
    expect(await decide("mcp__srv__read_file", { path }, rules)).toBe("denyRule");
  });
  test.each(["src/{a.js,lib/b.js}", "src/a.js", "src/{a.js,../docs/a.md}"])("everyday: %s", async (path) => {
    expect(await decide("mcp__srv__read_file", { path }, rules)).toBe("allowRule");
  });

  test.each<[string, JsonObject]>([
    ["Glob", { pattern: "src/{a.js,../secrets/*}" }],
    ["Glob", { pattern: "{a.js,../secrets/*}", path: "src" }],
    ["Glob", { pattern: "src/{.,x}./secrets/*" }],
    ["Grep", { pattern: "x", paths: ["src/{a.js,../secrets/x.txt}"] }],
    ["Grep", { pattern: "x", path: "src/{a.js,../secrets}" }],
    ["Read", { file_path: "src/{a.js,../secrets/x.txt}" }],
    ["Bash", { command: "cat src/{a.js,../secrets/x.txt}" }],
    ["Bash", { command: "cat src/{.,x}./secrets/x.txt" }],
    ["Bash", { command: "x=1; if [ $x ]; then cat src/{x,../{y,secrets}/x.txt}; fi" }],
  ])("%s %j", async (tool, input) => {
    expect(await decide(tool, input, { deny: ["Read(./secrets/**)"] })).toBe("denyRule");
  });

  test.each(["Read(src/{a,../secrets}/**)", "Read(./src/{a,../secrets/x.txt})", "Read(src/{.,a}./secrets/**)"])(
    "by the pattern of the rule itself: %s",
    async (rule) => {
      expect(await decide("Read", { file_path: "secrets/x.txt" }, { deny: [rule] })).toBe("denyRule");
      expect(await decide("Read", { file_path: "src/a.js" }, { deny: [rule] })).toBe("safeTool");
    },
  );
  test.each<[string, JsonObject]>([
    ["Glob", { pattern: "src/{a,b}.js" }],
    ["Glob", { pattern: "**/*.{ts,tsx}" }],
    ["Grep", { pattern: "x", path: "src", glob: "*.{ts,js}" }],
  ])("everyday: %s %j", async (tool, input) => {
    expect(await decide(tool, input, { deny: ["Read(./docs/none/**)"] })).toBe("safeTool");
  });
});

describe("the address of a directory, in a field of any tool, is all that lies in it", () => {
  const secret = { allow: ["mcp__srv__read_files", "mcp__srv__summarize", "mcp__srv__open"] };
  test.each<[string, JsonObject]>([
    ["mcp__srv__read_files", { uri: "file://$P" }],
    ["mcp__srv__read_files", { uri: "file://$P/" }],
    ["mcp__srv__read_files", { uri: "FILE://localhost$P" }],
    ["mcp__srv__read_files", { path: "file:$P" }],
    ["mcp__srv__read_files", { uris: ["file://$P/src", "file://$P"] }],
    ["mcp__srv__summarize", { what: "file://$P/src/.." }],
    ["mcp__srv__open", { document: { at: "file%3A//$P" } }],
    ["mcp__srv__open", { uri: "file://$P/.e*" }],
  ])("a secret: %s %j", async (tool, input) => {
    expect(await decide(tool, input, secret)).not.toBe("allowRule");
  });
  test.each<[string, JsonObject]>([
    ["mcp__srv__read_files", { uri: "file://$P" }],
    ["mcp__srv__summarize", { what: "file://$P/src/.." }],
    ["mcp__srv__open", { roots: [{ uri: "file://$P" }] }],
    ["mcp__srv__open", { uri: "file://$P/secrets" }],
  ])("a denied file: %s %j", async (tool, input) => {
    expect(await decide(tool, input, { ...secret, deny: ["Read(./secrets/**)"] })).toBe("denyRule");
  });
  test.each<[string, JsonObject]>([
    ["mcp__srv__read_files", { uri: "file://$P/src" }],
    ["mcp__srv__read_files", { uri: "file://$P/README.md" }],
    ["mcp__srv__open", { uri: "file://$P/docs/a.md", line: 3 }],
    ["mcp__srv__read_files", { path: "src" }],
    ["mcp__srv__summarize", { text: "see file:///x for more" }],
  ])("everyday: %s %j", async (tool, input) => {
    expect(await decide(tool, input, { ...secret, deny: ["Read(./secrets/**)"] })).toBe("allowRule");
  });
});
