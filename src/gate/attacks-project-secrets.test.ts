/** Secrets of a project under names that stand in no table: what is in the file decides. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

const TOKEN = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
const KEY = `API_KEY=${TOKEN}\n`;
const HIDDEN = [
  ".kamal/secrets",
  ".kamal/secrets.production",
  ".secret",
  ".flaskenv",
  ".chamber",
  ".envs/.production/.postgres",
  ".env-prod",
  ".deploy/key.txt",
  ".unheard-of",
  "a/b/.creds",
  "plain/secrets",
  "secret",
  "credentials",
  "config/app.secrets",
  "config/prod-credentials.yml",
  "secrets/prod.txt",
  "api_keys.json",
  "access_token.txt",
  "token",
  "ci/github-token.txt",
  "refresh_token",
  "token.json",
  "vault_pass.txt",
  ".github/workflows/deploy.yml",
  ".config/tool/settings",
];

let here: Project;
beforeAll(() => {
  here = project();
  for (const path of HIDDEN) here.write(path, KEY);
  here.write("#.env#", "A=1\n");
  symlinkSync(here.at(".secret"), here.at("linked.txt"));
});
afterAll(() => here.remove());

const PROOFS = ["readOnly", "safeTool", "contained"];
const isProven = async (action: Action): Promise<boolean> => PROOFS.includes((await here.gate().check(action)).by);
const read = (path: string): Action => call("Read", { file_path: here.at(path) });

describe("a hidden file, or one called like a secret, that shows one", () => {
  test.each([...HIDDEN, "#.env#", "linked.txt"])("%s", async (path) => {
    expect(await isProven(read(path))).toBe(false);
    expect(await isProven(bash(`cat '${path}'`))).toBe(false);
    expect(await isProven(bash(`grep -n . './${path}'`))).toBe(false);
  });

  test.each(["#.env#", ".#.env", "%.env%", ".env#", "#id_rsa#"])("%s by its name alone", async (path) => {
    expect(await isProven(read(path))).toBe(false);
  });

  test.each([".env/prod", ".env/prod.txt", ".envs/local/django", "app/.env/staging"])(
    "%s by its directory",
    async (path) => {
      here.write(path, "A=1\n");
      expect(await isProven(read(path))).toBe(false);
      expect(await isProven(bash(`cat '${path}'`))).toBe(false);
    },
  );

  test.each(["secrets.txt", "token.txt", "api_key.txt", "Documents/credentials", "backup/secrets/x.txt"])(
    "~/%s, in the open",
    async (path) => {
      const file = join(here.home, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, "nothing\n");
      expect(await isProven(bash(`cat ~/${path}`))).toBe(true);
      writeFileSync(file, KEY);
      expect(await isProven(bash(`cat ~/${path}`))).toBe(false);
      expect(await isProven(call("Read", { file_path: file }))).toBe(false);
    },
  );

  test.each([
    "env.production",
    "env.local",
    "env",
    "dotenv",
    "dotenv.prod",
    "dot_env",
    "prod-env",
    "config/env_staging",
    "environment.prod",
    "envfile",
    "envrc",
    "netrc",
    "dot_pgpass",
    "env.production.bak",
  ])("%s, a hidden one without its dot", async (path) => {
    here.write(path, "A=1\n");
    expect(await isProven(read(path))).toBe(true);
    expect(await isProven(bash(`cat '${path}'`))).toBe(true);
    for (const text of [KEY, "DB_PASSWORD=hunter2hunter2\n", "URL=postgres://me:pw12@db/x\n"]) {
      here.write(path, text);
      expect(await isProven(read(path))).toBe(false);
      expect(await isProven(bash(`cat '${path}'`))).toBe(false);
      expect(await isProven(bash(`head -n 3 ./${path.slice(0, -1)}?`))).toBe(false);
    }
  });

  test.each<[string, Action]>([
    ["a pattern", bash("cat .kamal/*")],
    ["a directory", bash("grep -r KEY .kamal")],
    ["a search", call("Grep", { pattern: "KEY", path: ".kamal", output_mode: "content" })],
    ["a directory of secrets", bash("rg KEY secrets")],
    ["several", bash("head -n 3 README.md .flaskenv")],
  ])("%s", async (_, action) => {
    expect(await isProven(action)).toBe(false);
  });
});

describe("without a secret in it, it is a file like any other", () => {
  test.each<[string, string]>([
    [".flaskenv2", "FLASK_APP=app.py\nFLASK_DEBUG=1\n"],
    [".kamal2/deploy.yml", "service: app\nimage: me/app\n"],
    [".unheard", "level: 3\n"],
    ["docs/secrets", "Nothing here\n"],
    [".github/workflows/ci.yml", "env:\n  POSTGRES_PASSWORD: postgres\n  TOKEN: ${{ secrets.TOKEN }}\n"],
    ["src/secrets.ts", 'export const password = "hunter2hunter2";\n'],
    ["docs/credentials.md", "API_KEY=your-key-here\n"],
    [".gitignore", "dist\n.env\n"],
    ["env.example", "API_KEY=a1b2c3d4e5f6\n"],
    ["env.sample", "DB_PASSWORD=hunter2hunter2\n"],
    ["env.production.template", "DB_PASSWORD=hunter2hunter2\n"],
    ["src/env.ts", 'export const API_KEY = "a1b2c3d4e5f6";\n'],
    ["src/environments/environment.prod.ts", 'export const apiKey = "a1b2c3d4e5f6";\n'],
    ["src/env.d.ts", "declare const A: string;\n"],
    ["environment.yml", "name: app\ndependencies:\n  - python=3.11\n"],
    ["env.development", "PORT=3000\nDEBUG=1\n"],
    [".eslintrc.json", "{}\n"],
    [".env/pyvenv.cfg", "home = /usr/bin\n"],
    [".env/lib/python3.11/site-packages/x.txt", "a\n"],
    [".tool-versions", "node 20.1.0\n"],
    ["design/tokens.json", '{"color":{"primary":"#ff0000"},"password":"field"}\n'],
    ["data/tokens.txt", "the quick brown fox\n"],
  ])("%s", async (path, text) => {
    here.write(path, text);
    expect(await isProven(read(path))).toBe(true);
  });
});

test("a search of the project is left alone, as it is beside a hidden one", async () => {
  const own = project();
  own.write("env.production", KEY);
  own.write("src/a.ts", "");
  for (const command of ["grep -rn foo src", "ls env.production", "wc -c src/a.ts", "cat src/*.ts"])
    expect([command, PROOFS.includes((await own.gate().check(bash(command))).by)]).toEqual([command, true]);
  own.remove();
});
