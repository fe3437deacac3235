/** A secret below a hidden directory, at any depth: what is held where it is named is held where a search finds it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

const KEY =
  "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ\n-----END OPENSSH PRIVATE KEY-----\n";
const TOKEN = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;

let here: Project;
const inHome = (path: string, text: string): void => {
  mkdirSync(join(here.home, dirname(path)), { recursive: true });
  writeFileSync(join(here.home, path), text);
};
const by = async (command: string): Promise<string> =>
  (await here.gate({ classifier: null, walls: null }).check(bash(command))).by;
const grep = async (input: Readonly<Record<string, string>>): Promise<string> =>
  (await here.gate({ classifier: null, walls: null }).check(call("Grep", { output_mode: "content", ...input }))).by;

beforeAll(() => {
  here = project();
  execFileSync("git", ["init", "-q"], { cwd: here.root });
  here.write("src/a.ts", "const total = 1;\n");
  here.write(".foo/a/config", "DB_PASSWORD=hunter2supersecret\n");
  here.write("vis/.h/a/b/c", "DB_PASSWORD=hunter2supersecret\n");
  here.write(".bar/b/deploy", KEY);
  here.write(".git/rebase-merge/patch", "-DB_PASSWORD=hunter1supersecret\n+DB_PASSWORD=hunter2supersecret\n");
  here.write(".git/modules/sub/config", `[remote "origin"]\n\turl = https://me:${TOKEN}@git.example/x\n`);
  here.write(".idea/x/y.xml", '<env name="DB_PASSWORD" value="Zk83hdQ7mWp2Lx9T" />\n');
  here.write(".nx/a/b.json", '{"apiToken":"Zk83hdQ7mWp2Lx9T"}\n');
  inHome("oth/.foo/a/c", "DB_PASSWORD=hunter2supersecret\n");
  inHome(".cache/gh/a.json", `{"token":"${TOKEN}"}\n`);
  inHome(".cache/keys/k1", KEY);
  inHome("plain/.foo/a/c", "colour=blue\n");
  inHome("plain/x.txt", "DB_PASS\n");
});
afterAll(() => here.remove());

describe("what may show it is asked about", () => {
  test.each([
    "grep -rn DB_PASS .foo",
    "grep -rn DB_PASS .",
    "grep -rn DB_PASS vis",
    "grep -ra DB_PASS .git",
    "grep -rn url .git",
    "grep -rn -A3 PRIVATE .bar",
    "grep -rn DB_ .idea",
    "grep -rn apiToken .nx",
    "rg -n DB_PASS .git",
    "rg -uuu DB_PASS",
    "grep -rn DB_PASS ~/oth",
    "grep -rn '' ~/oth",
    "grep -rn ghp_ ~/.cache/gh",
    "rg . ~/.cache/keys",
    "grep -rh ghp_ ~/.cache/gh --include=a.json",
  ])("%s", async (command) => expect(await by(command)).toBe("offline"));

  test.each([{ pattern: "DB_PASS" }, { pattern: "DB_PASS", path: ".foo" }, { pattern: "PRIVATE", path: ".bar" }])(
    "Grep %j",
    async (input) => expect(await grep(input)).toBe("offline"),
  );

  test("a tool of another host that reads what a pattern finds", async () => {
    const many = call("read_many_files", { include: [".foo/**"] }, { host: "gemini" });
    expect((await here.gate({ classifier: null, walls: null }).check(many)).by).toBe("offline");
  });
});

describe("what finds nothing of it stays proven", () => {
  test.each([
    "grep -rn 'const total' .",
    "grep -rn total .foo",
    "rg -n DB_PASS",
    "rg -n total .git",
    "grep -rn DB_PASS src",
    "grep -rn DB_PASS --include='*.ts' src",
    "grep -rn DB_PASS ~/plain",
  ])("%s", async (command) => expect(await by(command)).toBe("readOnly"));

  test("Grep", async () => expect(await grep({ pattern: "const total" })).toBe("safeTool"));
});

describe("in signs of two bytes, which programs that search take for text", () => {
  beforeAll(() => {
    for (const [path, text] of [
      [".wide/a/x", "DB_PASSWORD=hunter2supersecret\n"],
      [".wide/k/x", KEY],
    ] as const) {
      here.write(path, "");
      writeFileSync(here.at(path), Buffer.from(`\u{feff}${text}`, "utf16le"));
    }
  });
  test.each(["rg . .wide/k", "rg PASS .wide/a", "rg . .wide", "cat .wide/a/x", "cat .wide/k/x"])(
    "%s",
    async (command) => expect(await by(command)).toBe("offline"),
  );
});
