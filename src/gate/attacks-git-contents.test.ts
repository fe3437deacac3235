/** What git prints is looked into as the file itself is: secrets that their contents tell, in the work tree, the index and older commits. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

const KEY = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq\n-----END PRIVATE KEY-----\n";
const TOKEN = "Zk83hdQ7mWp2Lx9T";
const OLD: Readonly<Record<string, string>> = {
  oldkey: KEY,
  "oldkey.txt": KEY,
  "server.pem": KEY,
  ".npmrc": `//r.example/:_authToken=${TOKEN}\n`,
  ".mcp.json": `{"env":{"API_TOKEN":"${TOKEN}"}}\n`,
  ".foo/t.toml": `api_token = "${TOKEN}"\n`,
  dotenv: `API_KEY=${TOKEN}\n`,
  "env.staging": `API_KEY=${TOKEN}\n`,
  old_password: `password=${TOKEN}\n`,
  "package.json": '{"name":"a"}\n',
  "notes.txt": "nothing\n",
};

let here: Project;
const git = (...words: readonly string[]): void => {
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.example", ...words], { cwd: here.root });
};
const by = async (command: string): Promise<string> =>
  (await here.gate({ classifier: null, walls: null }).check(bash(command))).by;

describe("what an older commit has", () => {
  beforeAll(() => {
    here = project();
    git("init", "-q");
    for (const [path, text] of Object.entries(OLD)) here.write(path, text);
    git("add", "-f", ".");
    git("commit", "-qm", "one");
    for (const path of Object.keys(OLD)) here.write(path, "plain\n");
    git("commit", "-qam", "two");
    rmSync(here.at("oldkey"));
    git("commit", "-qam", "three");
  });
  afterAll(() => here.remove());

  test.each(Object.keys(OLD).filter((path) => !/package|notes/.test(path)))(
    "git show HEAD~2:%s is not proven",
    async (path) => expect(await by(`git show HEAD~2:${path}`)).toBe("offline"),
  );
  test.each(["git show HEAD~2:package.json", "git show HEAD~2:notes.txt", "git show HEAD:oldkey.txt"])(
    "%s is",
    async (command) => expect(await by(command)).toBe("readOnly"),
  );
  test("nor is a difference with such a commit", async () => expect(await by("git diff HEAD~2 HEAD")).toBe("offline"));
});

describe("what differs from the index", () => {
  beforeAll(() => {
    here = project();
    git("init", "-q");
    here.write("env.production", "API_KEY=none\n");
    here.write(".npmrc", "registry=https://r.example\n");
    here.write(".github/ci.yml", "name: ci\n");
    here.write("app.conf", KEY);
    here.write("accounts.txt", "plain\n");
    git("add", "-f", ".");
    git("commit", "-qm", "one");
    here.write("accounts.txt", "changed\n");
    here.write(".github/ci.yml", "uses: actions/create-token@d72941d797fd3113feb6b93fd0dec494b13a2547\n");
  });
  afterAll(() => here.remove());

  test("plain changes are shown", async () => {
    for (const command of ["git diff", "git diff -- .", "git diff accounts.txt", "git diff .github/ci.yml"])
      expect({ command, by: await by(command) }).toEqual({ command, by: "readOnly" });
  });
  test("a token that came into settings is not", async () => {
    here.write(".npmrc", `//r.example/:_authToken=${TOKEN}\n`);
    for (const command of ["git diff", "git diff -- .", "git diff -- :/", "git diff -- '*'", "git diff .npmrc"])
      expect({ command, by: await by(command) }).toEqual({ command, by: "offline" });
    here.write(".npmrc", "registry=https://r.example\n");
  });
  test("nor is a key that only the index has", async () => {
    here.write("app.conf", "x\n");
    expect(await by("git diff app.conf")).toBe("offline");
  });
});
