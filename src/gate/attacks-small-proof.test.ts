/** What reading alone proves: one change a call, nothing of what commits hold, and no search that could show a secret. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { supposeWalls } from "../contain/index.ts";
import type { Action } from "../contract/action.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
const git = (...words: readonly string[]): string =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: here.root, encoding: "utf8" });

beforeAll(() => {
  here = project();
  git("init", "-qb", "main");
  here.write(".env", "API_KEY=sk_live_4f9a\n");
  here.write("src/a.ts", "export const a = 1;\n");
  here.write("src/b.ts", "b\n");
  here.write("docs/a.md", "a\n");
  git("add", "-f", ".");
  git("commit", "-qm", "one");
  git("rm", "-q", "--cached", ".env");
  here.write("src/a.ts", "export const a = 2;\n");
  git("commit", "-qam", "two");
  git("tag", "blob", "HEAD~1:.env");
  git("tag", "tree", "HEAD~1^{tree}");
  here.write(".gitignore", ".env\n");
  here.write("src/a.ts", "export const a = 3;\n");
  here.write("infra/certs/server.key", "not a real key\n");
  here.write("sub/.env", "OTHER=x\n");
});
afterAll(() => here.remove());

const by = async (action: Action): Promise<string> => (await here.gate().check(action)).by;
const PROVEN = /^(?:readOnly|acceptEdits|safeTool)$/;
const held = (commands: readonly string[]) =>
  test.each(commands)("%s", async (command) => expect(await by(bash(command))).not.toMatch(PROVEN));
const proven = (commands: readonly string[]) =>
  test.each(commands)("%s", async (command) => expect(await by(bash(command))).toMatch(PROVEN));

describe("more than one change", () => {
  held([
    "mkdir -p x && touch x/y",
    "touch x && cat src/a.ts",
    "echo a > n.txt && cat n.txt",
    "cp src/a.ts src/c.ts && rm src/c.ts",
    "mv src/a.ts src/c.ts && git add -A",
    "git add -A && git diff --cached",
    "git commit -m x && git add -A",
    "git add -A && git commit -m x && git log -1",
    "ls && rm src/b.ts",
    "rm src/b.ts; ls",
    "rm src/*.ts",
    "cp -r src lib",
    "mv src lib",
    "cat src/a.ts | cat > n.txt; ls",
  ]);
});

describe("one change, with what touches nothing around it", () => {
  proven([
    "cd src && rm b.ts",
    "rm src/b.ts && echo done",
    "rm src/b.ts && git status",
    "git add src && git add docs && git commit -m x && git status --short",
    "git commit -m x 2>&1 | tail -3",
    "mkdir -p x/y",
    "cp src/a.ts src/c.ts",
    "mv src/b.ts src/c.ts",
    "cat > n.txt <<'EOF'\na\nEOF",
    "git diff > n.patch",
    "git checkout -b next",
  ]);

  test("several changes run inside walls", async () => {
    const gate = here.gate({ walls: supposeWalls() });
    expect(await gate.check(bash("mkdir -p x && touch x/y", { walls: true }))).toMatchObject({ walls: "edit" });
  });
});

describe("what commits hold", () => {
  held([
    "git show",
    "git show HEAD",
    "git show HEAD -- src",
    "git log -p",
    "git log -S API_KEY",
    "git diff HEAD",
    "git diff main src",
    "git diff HEAD -- src",
    "git diff --cached",
    "git diff --staged src/a.ts",
    "git diff --stat --word-diff HEAD~1",
    "git diff --name-only -U3 HEAD~1",
    "git diff --check HEAD~1",
    "git -C src diff HEAD~1",
    "rtk git show",
    "git show --stat blob",
    "git show -s blob",
    "git show HEAD~1:.env",
    "git show tree:src/a.ts",
    "git show HEAD:src/a.ts blob",
    "git blame src/a.ts",
    "git grep a",
    "git cat-file -p blob",
  ]);
});

describe("of commits their names, counts and messages, and one file that is named", () => {
  proven([
    "git log --oneline -5",
    "git log --stat -2",
    "git show --stat",
    "git show --name-only HEAD~1",
    "git diff --stat HEAD~1",
    "git diff --name-only main",
    "git show HEAD:src/a.ts",
    "git show HEAD~1:docs/a.md",
    "git diff",
    "git diff src",
    "git diff -- src/a.ts",
    "git diff src/a.ts docs/a.md",
    "git ls-tree -r HEAD~1",
  ]);
});

describe("a search that could show a secret", () => {
  held([
    "grep -rn API_KEY .",
    "grep -rn api_key -i .",
    "grep -rnE 'foo|KEY' .",
    "grep -rn -e foo -e KEY .",
    "grep -rv nowhere .",
    "grep -rL nowhere .",
    "grep -rn real infra",
    "grep -rn '' .",
    "grep -rn '.*' .",
    "rg real",
    "rg -g '*' API_KEY",
    "rg -g '!src' real",
  ]);

  test.each([
    { pattern: "real" },
    { pattern: "API_KEY", glob: "*" },
    { pattern: "API_KEY", glob: ".e*" },
    { pattern: "OTHER", path: "sub/.env" },
  ])("Grep %j", async (input) => {
    const path = "path" in input ? { path: here.at(input.path ?? "") } : {};
    expect(await by(call("Grep", { ...input, ...path }))).not.toMatch(PROVEN);
  });

  test("another host's search leaves nothing out that is known", async () => {
    expect(await by(call("grep", { pattern: "API_KEY" }, { host: "opencode" }))).not.toMatch(PROVEN);
  });
});

describe("a search that surely shows none", () => {
  proven([
    "grep -rn useState .",
    "grep -rn 'function foo' .",
    "grep -rnE 'useState|useEffect' .",
    "grep -rn API_KEY src docs",
    "grep -rn --include='*.ts' API_KEY .",
    "rg API_KEY",
    "rg -t ts API_KEY src",
  ]);
  test.each([{ pattern: "API_KEY" }, { pattern: "real", glob: "*.ts" }, { pattern: "useState", glob: "**" }])(
    "Grep %j",
    async (input) => expect(await by(call("Grep", input))).toMatch(PROVEN),
  );
});

describe("files that say what a search leaves out", () => {
  afterEach(() => {
    for (const name of [".ignore", "sub/.rgignore"]) rmSync(here.at(name), { force: true });
    here.write(".gitignore", ".env\n");
  });
  test.each([
    [".ignore", "!.env\n"],
    [".ignore", "*\n!.*\n"],
    [".gitignore", "dist\n!.env\n"],
    ["sub/.rgignore", "!.env\n"],
  ])("%s with %j takes hidden files in", async (name, text) => {
    here.write(name, text);
    expect(await by(bash(name.startsWith("sub") ? "rg OTHER" : "rg API_KEY"))).not.toMatch(PROVEN);
  });
  test.each([".ignore", "sub/.rgignore"])("%s ends what git ignores", async (name) => {
    here.write(name, "!.env\n");
    expect(await by(call("Grep", { pattern: "OTHER" }))).not.toMatch(PROVEN);
  });
});

describe("names that a search prints, read by what no rule covers, under a rule on the search", () => {
  const allowed = async (command: string): Promise<string> =>
    (await here.gate({ settings: { permissions: { allow: ["Bash(find:*)"] } } }).check(bash(command))).by;
  test.each([
    "find . -name .env | xargs cat",
    "find . -name '.e*' | xargs -I{} cat {}",
    "find . -maxdepth 1 -type f | sort | xargs head -5",
    "find . | grep env$ | xargs cat",
  ])("%s", async (command) => expect(await allowed(command)).not.toBe("allowRule"));
  test.each(["find src -name '*.ts' | xargs cat", "find docs -type f | xargs wc -l", "find . -name .env"])(
    "%s is covered",
    async (command) => expect(await allowed(command)).toMatch(/^(?:allowRule|readOnly)$/),
  );
});
