/** Secrets under other names: moved by a patch, behind links below a tree, alone in a file; and names that say more than a name. */
import { execFileSync } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

const TOKEN = `ghp_${"a1B2c3D4e5F6".repeat(3)}`;
const KEY = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----\n";
const VALUE = "k3J9dPq2Lm8ZxW4v";

const TRACKED: Readonly<Record<string, string>> = {
  "certs/server.key": KEY,
  "config/credentials.json": `{"token":"${TOKEN}"}\n`,
  "config/master.key": "0123456789abcdef0123456789abcdef\n",
  "config/secrets.yml": `api_key: ${TOKEN}\n`,
  "infra/terraform.tfvars": 'db_password = "hunter2hunter2"\n',
  id_rsa: KEY,
  "prod.env": `API_KEY=${TOKEN}\n`,
  kubeconfig: `users:\n- user:\n    token: ${TOKEN}\n`,
  "client_secret.json": `{"client_secret":"${TOKEN}"}\n`,
  "notes/plain.txt": KEY,
};
const UNTRACKED: Readonly<Record<string, string>> = {
  "env.production": `API_KEY=${TOKEN}\n`,
  "auth.json": `{"token":"${TOKEN}"}\n`,
  "token.txt": `${TOKEN}\n`,
};
const BARE = [
  ".vault_password",
  ".secret",
  ".secret_key",
  ".token",
  ".password",
  ".passwd",
  "secrets/db_password.txt",
  "secrets/postgres",
  "passwords.txt",
  "vault_pass.txt",
  "deploy-token",
  "config/api_key",
];
const PLAIN: Readonly<Record<string, string>> = {
  ".python-version": "3.12.4\n",
  ".nvmrc": "v20.11.1\n",
  ".ruby-version": "ruby-3.3.0\n",
  "src/tokens.css": ":root{--blue:#00f}\n",
  "src/password.ts": "export const strength = 4;\n",
  "secrets/README.md": "k3J9dPq2Lm8ZxW4v\n",
  "notes/token.txt": "The token is kept by the service.\n",
  "design/tokens.json": '{"blue":"#0000ff"}\n',
  "notes/tokens.csv": "name,colour,size\n",
  "password_version.txt": "1.2.3\n",
  "token_path.txt": "config/keys/current\n",
  "password.example.txt": "CHANGE_ME_PLEASE1\n",
  "credentials.txt": "nothing\n",
  "secrets/.gitkeep": "",
};

let here: Project;
beforeAll(() => {
  here = project();
  for (const [path, text] of Object.entries(TRACKED)) here.write(path, text);
  here.write("src/a.ts", "a\n");
  here.write("docs/guide.md", "# Guide\n");
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x");
  for (const [path, text] of Object.entries({ ...UNTRACKED, ...PLAIN })) here.write(path, text);
  for (const path of BARE) here.write(path, `${VALUE}\n`);
});
afterAll(() => here.remove());

const git = (...args: string[]) => execFileSync("git", args, { cwd: here.root });
const isAllowed = async (action: Action): Promise<boolean> =>
  (await here.gate().check({ ...action, cwd: here.root })).behavior === "allow";

const move = (from: string, to: string): string =>
  `*** Begin Patch\n*** Update File: ${from}\n*** Move to: ${to}\n@@\n+#\n*** End Patch`;
const PATCHERS: readonly ((text: string) => Action)[] = [
  (patch) => call("Patch", { patch }),
  (input) => call("apply_patch", { command: input }, { host: "codex" }),
  (patchText) => call("apply_patch", { patchText }, { host: "opencode" }),
  (input) => call("apply_patch", { input }, { host: "copilot" }),
  (text) => bash(`apply_patch <<'EOF'\n${text}\nEOF`, { walls: "hostWritable" }),
];

describe("a patch that moves a secret to a name that tells nothing", () => {
  test.each([...Object.keys(TRACKED), ...Object.keys(UNTRACKED), ...BARE])("%s", async (path) => {
    for (const patch of PATCHERS) expect(await isAllowed(patch(move(path, "docs/n.md")))).toBe(false);
  });

  test.each(["certs/server.key", "prod.env", "id_rsa"])(
    "%s, moved with a yes, is known under its new name",
    async (path) => {
      const gate = here.gate();
      const more = { cwd: here.root, session: path } as const;
      const patch = call("Patch", { patch: move(path, "docs/n.md") });
      expect(await gate.check({ ...patch, ...more, mode: "bypassPermissions" })).toMatchObject({ behavior: "allow" });
      here.write("docs/n.md", "moved\n");
      expect(await gate.check({ ...bash("cat docs/n.md"), ...more })).not.toMatchObject({ behavior: "allow" });
      expect(await gate.check({ ...bash("cat docs/guide.md"), ...more })).toMatchObject({ behavior: "allow" });
    },
  );

  test("an ordinary move stays an edit", async () => {
    for (const patch of PATCHERS.slice(0, 2))
      expect(await here.gate().check({ ...patch(move("src/a.ts", "src/b.ts")), cwd: here.root })).toMatchObject({
        by: "acceptEdits",
      });
    for (const patch of PATCHERS) expect(await isAllowed(patch(move("docs/guide.md", "docs/start.md")))).toBe(true);
  });
});

describe("a link below a tree whose files are opened", () => {
  const many = (...include: string[]): Action => call("read_many_files", { include }, { host: "gemini" });
  const windsurf = (path: string): Action => call("pre_read_code", { file_path: here.at(path) }, { host: "windsurf" });
  const search = (pattern: string): Action => call("grep_search", { pattern, dir_path: "linked" }, { host: "gemini" });

  const links: readonly (readonly [what: string, to: () => string])[] = [
    ["to a secret", () => here.at("prod.env")],
    ["to a key under a plain name", () => here.at("notes/plain.txt")],
    ["to a value that stands alone", () => here.at("passwords.txt")],
    ["out of the project", () => join(here.home, "other.txt")],
    ["to a directory with a secret", () => here.at("config")],
    ["to a directory outside", () => here.home],
    ["to itself", () => here.at("linked/0/l.txt")],
  ];
  test.each(links)("%s", async (what, to) => {
    const dir = `linked${links.findIndex(([one]) => one === what)}`;
    here.write(`${dir}/deep/x.md`, "x\n");
    writeFileSync(join(here.home, "other.txt"), "x\n");
    expect(await isAllowed(many(`${dir}/**`))).toBe(true);
    expect(await isAllowed(windsurf(dir))).toBe(true);
    symlinkSync(what === "to itself" ? here.at(`${dir}/deep/l.txt`) : to(), here.at(`${dir}/deep/l.txt`));
    for (const include of [`${dir}/**`, `${dir}/`, `${dir}/**/*.txt`, `${dir}/deep/**`])
      expect(await isAllowed(many(include))).toBe(false);
    expect(await isAllowed(windsurf(dir))).toBe(false);
  });

  test("a directory behind a link is chosen from under its name there", async () => {
    here.write("chosen/x.md", "x\n");
    symlinkSync("../config", here.at("chosen/more"));
    for (const include of ["chosen/**/*.yml", "chosen/**/*.key", "chosen/more/**"])
      expect(await isAllowed(many(include))).toBe(false);
    expect(await isAllowed(many("chosen/**/*.md"))).toBe(true);
  });

  test("a search that would find something there", async () => {
    here.write("linked/x.md", "x\n");
    symlinkSync(here.at("prod.env"), here.at("linked/l.txt"));
    expect(await isAllowed(search("API_KEY"))).toBe(false);
    expect(await isAllowed(search("useEffect"))).toBe(true);
  });

  test("links that lead to what is read anyway", async () => {
    here.write("pages/a.md", "a\n");
    symlinkSync("a.md", here.at("pages/b.md"));
    symlinkSync("../docs/guide.md", here.at("pages/c.md"));
    symlinkSync("../docs", here.at("pages/docs"));
    symlinkSync("../pages", here.at("pages/again"));
    symlinkSync("/usr/bin/env", here.at("pages/env"));
    for (const include of ["pages/**", "pages/", "pages/**/*.md"]) expect(await isAllowed(many(include))).toBe(true);
    expect(await isAllowed(windsurf("pages"))).toBe(true);
    expect(await isAllowed(many("linked0/**/*.md"))).toBe(true);
    expect(await isAllowed(call("Grep", { pattern: "x", path: here.at("linked0") }))).toBe(true);
  });
});

describe("a value alone in a file that is called like a secret", () => {
  test.each(BARE)("%s", async (path) => {
    expect(await isAllowed(call("Read", { file_path: here.at(path) }))).toBe(false);
    expect(await isAllowed(bash(`cat '${path}'`))).toBe(false);
  });

  test.each([
    "hunter2hunter",
    "admin\nk3J9dPq2",
    "admin:s3cretly",
    "correct-horse-battery-staple",
    "aB3/x9Zk+Q==",
    "93847261",
  ])("%s", async (text) => {
    for (const end of ["", "\n", "\r\n"]) {
      here.write("other_password.txt", text + end);
      expect(await isAllowed(bash("cat other_password.txt"))).toBe(false);
    }
  });

  test.each(Object.keys(PLAIN))("%s stays readable", async (path) => {
    expect(await isAllowed(call("Read", { file_path: here.at(path) }))).toBe(true);
    expect(await isAllowed(bash(`cat '${path}'`))).toBe(true);
  });
});

describe("names of which a hook makes options or commands", () => {
  const write = (path: string): Action => call("Write", { file_path: here.at(path), content: "x" });
  test.each([
    "a -fsrc/x.txt",
    "a --plugin=./src/evil.mjs",
    "docs/a -e x.md",
    "a;id.txt",
    "a|id.txt",
    "a&id.txt",
    "a<b.txt",
    "a>b.txt",
    'a"b.txt',
    "a'b.txt",
    "a`id`.txt",
    "a\nb.txt",
    "a${IFS}b.txt",
  ])("%j", async (path) => {
    expect(await isAllowed(write(path))).toBe(false);
    if (!path.includes("'")) expect(await isAllowed(bash(`touch '${path}'`))).toBe(false);
  });

  test.each([
    "My Notes.md",
    "Plan - second part.md",
    "app/(auth)/page.tsx",
    "app/[slug]/page.tsx",
    "routes/$slug.tsx",
    "@modal/x.tsx",
    "a+b.txt",
    "C#/x.cs",
    "naïve.md",
    "a-b/c-d.ts",
  ])("%s stays ordinary", async (path) => {
    expect(await isAllowed(write(path))).toBe(true);
  });
});
