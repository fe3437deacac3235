/** The address of a resource may name a directory or a pattern: its server may give all that these have on the disk now. */
import { generateKeyPairSync } from "node:crypto";
import { symlinkSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of ["secrets/db.txt", "src/a.ts", "src/lib/b.ts", "README.md", "docs/a.md", "app/[id]/page.tsx"])
    here.write(file, "x\n");
  here.write(".env", "API_KEY=x\n");
  const { privateKey } = generateKeyPairSync("ed25519");
  here.write("certs/site.pem", String(privateKey.export({ type: "pkcs8", format: "pem" })));
  symlinkSync(here.at("certs"), here.at("kept"));
});
afterAll(() => here.remove());

const decide = async (
  uri: string,
  permissions: { allow?: string[]; deny?: string[] } = {},
  tool = "ReadMcpResource",
) => {
  const settings = { contain: { enabled: false }, permissions };
  const at = uri.replaceAll("$P", here.root);
  const input = tool === "LSP" ? { operation: "hover", filePath: at } : { server: "fs", uri: at };
  return (await here.gate({ classifier: null, settings }).check(call(tool, input))).by;
};

const REACHING = [
  "file://$P",
  "file://$P/",
  "file://$P/certs",
  "file://$P/certs/",
  "file://$P/src/../certs",
  "file:$P/certs",
  "$P/certs",
  "certs",
  ".",
  "docs://certs",
  "repo://$P/certs",
  "file://$P/%63erts",
  "file://$P/kept",
  "file://$P/certs?x=1",
  "file://$P/.e*",
  "file://$P/.en?",
  "file://$P/[.]env",
  "file://$P/%5B.%5Denv",
  "file://$P/{.env,README.md}",
  "file://$P/@(.env)",
  "file://$P/.E*",
  "file://$P/cert*/*",
  "file://$P/cert?/*.pem",
  "file://$P/c*",
  "file://$P/*",
  "file://$P/**",
  "file://$P/**/*",
  "file://$P/**/*.pem",
  ".e*",
  "**/.env",
  "file://$P/..",
  "file:///",
];

describe("a secret", () => {
  test.each(REACHING)("%s", async (uri) => {
    expect(await decide(uri)).toBe("offline");
  });
  test.each(["file://$P/certs", "file://$P/.e*", "file://$P/cert*/*", "file://$P"])(
    "%s is not meant by a rule for the tool",
    async (uri) => {
      expect(await decide(uri, { allow: ["ReadMcpResource"] })).toBe("offline");
    },
  );
  test.each(["file://$P/certs", "file://$P/.e*", "file://$P/.en?"])("%s of a language server", async (uri) => {
    expect(await decide(uri, {}, "LSP")).toBe("offline");
  });
});

test.each([
  "file://$P/s*/*",
  "file://$P/[s]ecrets/db.txt",
  "file://$P/*/db.txt",
  "file://$P/?ecrets/db.txt",
  "file://$P/{secrets,docs}/db.txt",
  "file://$P/s*",
  "file://$P/**/*.txt",
  "file://$P/**",
  "file://$P",
  "file://$P/secrets",
  "s*/*",
])("a denied file: %s", async (uri) => {
  expect(await decide(uri, { deny: ["Read(./secrets/**)"] })).toBe("denyRule");
});

test.each([
  "file://$P/README.md",
  "file://$P/src",
  "file://$P/src/",
  "file://$P/src/*",
  "file://$P/src/**",
  "file://$P/src/**/*.ts",
  "file://$P/**/*.md",
  "file://$P/app/[id]/page.tsx",
  "file://$P/docs/a.md?line=3#top",
  "README.md",
  "note://today",
  "docs://guide/home",
  "docs://guide/tmp?page=2",
  "github://owner/repo/issues/1",
  "memo://insights",
  "schema://tables/users:columns",
  "template://{name}",
])("everyday: %s", async (uri) => {
  expect(await decide(uri)).toBe("safeTool");
  expect(await decide(uri, { deny: ["Read(./secrets/**)"] })).toBe("safeTool");
});

test.each(["grep -r KEY ..", "grep -rh . ~/code", "cat ../app/.env"])(
  "a tree above the project has its secrets too: %s",
  async (command) => {
    const settings = { contain: { enabled: false } };
    expect((await here.gate({ classifier: null, settings }).check(call("Bash", { command }))).by).toBe("offline");
  },
);
test.each(["grep -rn zzz ..", "ls -R ..", "rg KEY ../app/src", "find .. -name '*.md'"])(
  "everyday: %s",
  async (command) => {
    const settings = { contain: { enabled: false } };
    expect((await here.gate({ classifier: null, settings }).check(call("Bash", { command }))).by).toBe("readOnly");
  },
);
