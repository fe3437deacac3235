/**
 * What a search leaves out is what its program leaves out: ignore files that ripgrep and git read differently, filters whose order counts,
 * kinds of files that take hidden ones in. What is a secret where it is named is one where it is found.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { PathInfo } from "../contract/world.ts";
import { diskWorld } from "../machine/index.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

const TOKEN = "API_TOKEN=sk-live-51Hq9dZtYbV3wXr8\n";
let here: Project;
beforeEach(() => {
  here = project();
  execFileSync("git", ["init", "-q"], { cwd: here.root });
  here.write("src/a.js", "SEKRIT\n");
});
afterEach(() => here.remove());

const by = async (command: string): Promise<string> => (await here.gate().check(bash(command))).by;
const grep = async (input: Readonly<Record<string, string>>): Promise<string> =>
  (await here.gate().check(call("Grep", { output_mode: "content", path: here.root, ...input }))).by;

describe("an ignored secret under the Grep tool", () => {
  test.each([
    ".env\n",
    "node_modules\n.env\n*.log\n",
    "/.env\n",
    ".env*\n",
    "*.env\n",
    "# settings\n.env # no comment here\n.env\n",
  ])("is left out by %j", async (text) => {
    here.write(".env", TOKEN);
    here.write(".gitignore", text);
    expect(await grep({ pattern: "_(TOKEN|PASSWORD)=" })).toBe("safeTool");
  });

  test.each([
    ".[[:lower:]]nv\n",
    ".[\\]e]nv\n",
    ".[a-\\f]nv\n",
    ".[f-a]nv\n",
    ".[!\\]]nv\n",
    "//.env\n",
    ".en?\n",
    "**/.env\n",
    ".env \n",
    ".env\r\n",
    "\\.env\n",
    "\u{feff}.env\n",
    "# caf\u00e9\n.env\n",
    ".env\n!src\n",
  ])("is not known to be left out by %j", async (text) => {
    here.write(".env", TOKEN);
    writeFileSync(here.at(".gitignore"), Buffer.from(text, text.includes("caf") ? "latin1" : "utf8"));
    expect(await grep({ pattern: "_(TOKEN|PASSWORD)=" })).toBe("offline");
    expect(await grep({ pattern: "SEKRIT" })).toBe("safeTool");
  });

  test.each<[string, () => void]>([
    ["a directory .git on the way", () => mkdirSync(here.at("m/.git"))],
    ["a file .git on the way", () => here.write("m/.git", "gitdir: /nowhere\n")],
    ["rules of ripgrep's own", () => here.write("m/.ignore", "x\n")],
  ])("is not known to be left out behind %s", async (_, change) => {
    here.write(".gitignore", ".env\n");
    here.write("m/.env", TOKEN);
    expect(await grep({ pattern: "TOKEN" })).toBe("safeTool");
    change();
    expect(await grep({ pattern: "TOKEN" })).toBe("offline");
  });

  test("nor by files that only git reads", async () => {
    here.write(".env", TOKEN);
    here.write("mine", ".env\n");
    execFileSync("git", ["config", "core.excludesFile", here.at("mine")], { cwd: here.root });
    expect(await grep({ pattern: "TOKEN" })).toBe("offline");
  });
});

describe("filters as their program has them", () => {
  beforeEach(() => {
    here.write(".env", "SEKRIT=hunter2hunter2\n");
    here.write("conf/secrets.yml", "password: SEKRIT\n");
    here.write(".env.json", '{"SEKRIT": "hunter2hunter2"}\n');
  });

  test.each([
    "grep -r SEKRIT --exclude='c*' --include='*.js' .",
    "grep -r SEKRIT --exclude='.*' --include='*.js' .",
    "grep -r SEKRIT --include='*.js' --exclude='x*' .",
    "grep -rn --exclude-from=x --include='*.js' SEKRIT .",
    "rg -t json SEKRIT",
    "rg --type json SEKRIT",
    "rg -tjson SEKRIT",
    "rg -t js -t json SEKRIT",
    "rg -t config SEKRIT",
    "rg -g '*.js' -t json SEKRIT",
  ])("%s", async (command) => {
    expect(await by(command)).toBe("offline");
  });

  test.each([
    "grep -r SEKRIT --include='*.js' .",
    "rg -g '*.js' SEKRIT",
    "rg -t js SEKRIT",
    "rg -tts -tjs SEKRIT",
    "rg SEKRIT src",
  ])("%s stays reading", async (command) => {
    expect(await by(command)).toBe("readOnly");
  });
});

describe("secrets that only their contents give away", () => {
  const PEM = `-----BEGIN PRIVATE KEY-----\n${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC".repeat(4)}\n-----END PRIVATE KEY-----\n`;
  beforeEach(() => {
    here.write(".npmrc", "//registry.example/:_authToken=npm_abcdefghijklmnopqrstuvwxyz0123456789\n");
    here.write(".secrets.toml", 'password = "kT9vQz3LmX7wRb2N"\n');
    here.write(".credentials.json", '{"token": "kT9vQz3LmX7wRb2NkT9vQz3LmX7wRb2N"}\n');
    here.write("env.production", TOKEN);
    here.write("serviceAccountKey.json", JSON.stringify({ private_key: PEM }));
  });

  test.each([
    "grep -rn authToken --include=.npmrc .",
    'grep -rn "" --include=".secrets*" .',
    "rg -g .npmrc authToken",
    "grep -r token .",
    "grep -rn password .",
    "grep -rn API_TOKEN .",
    'grep -r "" --include=serviceAccountKey.json .',
    'grep -r PRIVATE --include="serviceAccount*" .',
  ])("%s", async (command) => {
    expect(await by(command)).toBe("offline");
  });

  test.each<[Readonly<Record<string, string>>]>([[{ pattern: "Token", glob: ".npmrc" }], [{ pattern: "password" }]])(
    "Grep %j",
    async (input) => {
      expect(await grep(input)).toBe("offline");
    },
  );

  test.each(["grep -rn SEKRIT .", "grep -rn TODO --include='*.json' .", "rg SEKRIT", "grep -rn describe src"])(
    "%s stays reading",
    async (command) => {
      expect(await by(command)).toBe("readOnly");
    },
  );

  test.each([
    "cat ../other/.secrets.toml",
    "cat ~/code/other/.credentials.json",
    "cat ~/code/other/.vault.yml",
    "head -5 ../other/.secrets/p.yml",
  ])("of another project: %s", async (command) => {
    for (const name of [".secrets.toml", ".credentials.json", ".vault.yml", ".secrets/p.yml"]) {
      const file = join(here.home, "code/other", name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, name.endsWith("json") ? '{"token": "kT9vQz3LmX7wRb2N4"}' : "password: kT9vQz3LmX7wRb2N\n");
    }
    writeFileSync(join(here.home, "code/other/.editorconfig"), "root = true\n");
    expect(await by(command)).toBe("offline");
    expect(await by("cat ../other/.editorconfig")).toBe("readOnly");
  });
});

test("a project that is called like a secret is searched like any other", async () => {
  const root = join(here.home, "code/credentials");
  mkdirSync(root);
  writeFileSync(join(root, ".env"), TOKEN);
  const gate = here.gate({ projectRoot: root });
  expect((await gate.check({ ...bash("grep -rn SEKRIT ."), cwd: root })).by).toBe("readOnly");
  expect((await gate.check({ ...bash("grep -rn TOKEN ."), cwd: root })).by).toBe("offline");
});

test("a device under a name of the project is not read by proof", async () => {
  const disk = diskWorld({ home: here.home, path: "/usr/bin" });
  const found: PathInfo = { ...disk.stat("/dev/null"), size: 0 };
  const look = (by: (path: string) => PathInfo) => (path: string) => (path.endsWith("/blk") ? found : by(path));
  const world = { ...disk, stat: look(disk.stat), lstat: look(disk.lstat) };
  for (const command of ["head -c 100 blk", "cat blk", "grep -a x blk"])
    expect((await here.gate({ world }).check(bash(command))).by).not.toBe("readOnly");
  expect(disk.stat("/dev/null").device).toBe(true);
  expect(await by("cat /dev/null")).toBe("readOnly");
});
