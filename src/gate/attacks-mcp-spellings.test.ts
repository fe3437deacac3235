/** Denied places in fields of servers' tools, behind a sign, in a tag or among others in one text. Kept as tests. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import { type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of ["secrets/db.txt", "src/a.js", "README.md", "Makefile", "infra/main.tf"]) here.write(file, "x\n");
  here.write(".env", "API_KEY=x\n");
});
afterAll(() => here.remove());

const decide = async (input: JsonObject, deny: readonly string[], tool = "read_files"): Promise<string> => {
  const settings = { contain: { enabled: false }, permissions: { allow: ["mcp__fs"], deny: [...deny] } };
  return (await here.gate({ settings, classifier: null }).check({ tool: `mcp__fs__${tool}`, input })).by;
};

describe("Read(./secrets/**)", () => {
  test.each<JsonObject>([
    { path: "@secrets/db.txt" },
    { what: "@secrets/db.txt" },
    { path: "@./secrets/db.txt" },
    { form: "f=@secrets/db.txt" },
    { args: ["--file=secrets/db.txt"] },
    { path: "secrets/db.txt:1-20" },
    { path: "secrets/db.txt:10:3" },
    { path: "secrets/db.txt#L3" },
    { path: "secrets/db.txt?raw" },
    { paths: "src/a.js secrets/db.txt" },
    { paths: "src/a.js, secrets/db.txt" },
    { paths: "src/a.js\tsecrets/db.txt" },
    { paths: "Makefile secrets/db.txt" },
    { paths: "src/a.js|secrets/db.txt" },
    { paths: "src/a.js:secrets/db.txt" },
    { paths: ["README.md @secrets/db.txt"] },
    { names: "src/a.js secrets/db.txt" },
    { path: "<path>secrets/db.txt</path>" },
    { input: "<read_file><path>secrets/db.txt</path><lines>1-20</lines></read_file>" },
    { args: "<file>\n  secrets/db.txt\n</file>" },
    { path: "<secrets/db.txt>" },
    { path: "[db](secrets/db.txt)" },
    { options: { files: "README.md secrets/db.txt" } },
  ])("%j", async (input) => {
    expect(await decide(input, ["Read(./secrets/**)"])).toBe("denyRule");
  });

  test.each<JsonObject>([
    { text: "see secrets/db.txt" },
    { message: "put it into secrets/db.txt, not into src/a.js" },
    { body: "<p>secrets/db.txt</p> is not to be read" },
    { content: "<path>secrets/db.txt</path>" },
    { document: "what lies in secrets/db.txt is not for us" },
    { paths: "src/a.js README.md" },
    { path: "@src/a.js" },
    { path: "src/a.js:1-20" },
    { path: "<path>src/a.js</path>" },
    { query: "src/a.js secrets/db.txt" },
    { url: "https://example.org/x?f=@secrets/db.txt" },
    { version: "1.2.3 4.5.6" },
  ])("and not: %j", async (input) => {
    expect(await decide(input, ["Read(./secrets/**)"])).not.toBe("denyRule");
  });
});

describe("Edit(infra/**)", () => {
  test.each<JsonObject>([
    { path: "@infra/main.tf" },
    { files: "src/a.js infra/main.tf" },
    { path: "<path>infra/main.tf</path>" },
  ])("%j", async (input) => {
    expect(await decide(input, ["Edit(infra/**)"], "format")).toBe("denyRule");
  });
});

describe("a rule for the server does not cover a secret that is spelled so", () => {
  test.each<JsonObject>([{ path: "@.env" }, { paths: "src/a.js .env" }, { path: "<path>.env</path>" }])(
    "%j",
    async (input) => {
      expect(await decide(input, [])).not.toBe("allowRule");
    },
  );

  test.each<JsonObject>([{ path: "@src/a.js" }, { paths: "src/a.js README.md" }, { text: "see .env" }])(
    "but: %j",
    async (input) => {
      expect(await decide(input, [])).toBe("allowRule");
    },
  );
});
