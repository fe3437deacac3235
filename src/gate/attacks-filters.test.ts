/** Filters of searches that pick a secret out without spelling it. A row passes when no proof lets the call through. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  const git = (...words: string[]) => execFileSync("git", words, { cwd: here.root });
  git("init", "-q");
  here.write(".env", "A=1\n");
  here.write("src/a.ts", "a\n");
  here.write("deploy/server.key", "k\n");
  here.write("deploy/server.ts", "s\n");
  here.write("old/.env.bak", "A=0\n");
  git("add", "-f", ".");
});
afterAll(() => here.remove());

const PROOFS = ["readOnly", "safeTool", "contained"];
const isProven = async (action: Action): Promise<boolean> => PROOFS.includes((await here.gate().check(action)).by);
const grep = (glob: string, pattern = ""): Action => call("Grep", { pattern, output_mode: "content", glob });
const many = (include: string): Action => call("read_many_files", { include: [include] }, { host: "gemini" });

type Row = readonly [what: string, action: Action];
const tools = (...globs: string[]): readonly Row[] => globs.map((glob) => [`glob ${glob}`, grep(glob)]);
const finding = (...globs: string[]): readonly Row[] => globs.map((glob) => [`foo in ${glob}`, grep(glob, "foo")]);
const shell = (...commands: string[]): readonly Row[] => commands.map((command) => [command, bash(command)]);

describe("made only of wildcards", () => {
  test.each<Row>([
    ...tools("????", "**/????", "*.???", "?*", "[.]???", "[!a-z]*", "??????????", "src,????", "{*.ts,????}", "????/**"),
    ...["????", "**/????"].map((one): Row => [`read_many_files ${one}`, many(one)]),
    ...shell(
      "rg -g '????' .",
      "rg --glob='**/????' . .",
      "rg --iglob '????' .",
      "rg --type-add 'x:????' -t x .",
      "grep -rh '--include=????' . .",
      "grep -rh --include='?*' . .",
      "grep -rh --include='*.???' . .",
      "grep -rh --include='??????????' . .",
      "git log -p -- '????'",
      "git show stash -- '????'",
      "git diff --cached -- '????'",
      "git diff -- ':(glob)**/????'",
      "git grep A -- '????'",
    ),
  ])("%s", async (_, action) => {
    expect(await isProven(action)).toBe(false);
  });
});

describe("with backslashes, which say what stands behind them", () => {
  test.each<Row>([
    ...tools(
      ".\\env",
      ".e\\nv",
      "\\.env",
      "**/.e\\n\\v",
      "{*.ts,.\\env}",
      "deploy\\server.key",
      "deploy/ser\\ver*",
      ".e\\?v",
    ),
    ...shell(
      "rg -g '.e\\nv' .",
      "rg --iglob '.\\ENV' .",
      "grep -rh --include='.e\\nv' . .",
      "git diff --cached -- '.e\\nv'",
      "git grep A -- '.\\env'",
      "git show HEAD -- '\\.env'",
      "git add -f '.e\\nv'",
    ),
  ])("%s", async (_, action) => {
    expect(await isProven(action)).toBe(false);
  });

  test.each<Row>(tools("*\\.ts", "src\\*.ts", "src\\a.ts", "\\*.md", "**\\*.tsx"))(
    "%s stays proven",
    async (_, action) => {
      expect(await isProven(action)).toBe(true);
    },
  );
});

describe("numbers that are none", () => {
  const search = (more: Readonly<Record<string, string | number | boolean>>): Action =>
    call("Grep", { pattern: "foo", output_mode: "content", ...more });
  test.each([{ "-A": "--pre=id" }, { "-B": "x" }, { head_limit: "-1" }, { "-n": "--pre" }, { context: "1 --pre=id" }])(
    "%j",
    async (more) => {
      expect(await isProven(search(more))).toBe(false);
    },
  );
  test.each([
    { "-A": 3 },
    { "-A": "3" },
    { "-n": true, "-i": "true" },
    { head_limit: 0, multiline: false },
    { "-C": 2.0 },
  ])("%j stays proven", async (more) => {
    expect(await isProven(search(more))).toBe(true);
  });
});

describe("with an open end, where a secret file is so called", () => {
  test.each<Row>([
    ...tools("server*", "server.*", "deploy/serv*", "serv??????", "*.bak"),
    ...shell(
      "rg -g 'server*' .",
      "grep -rh --include='serv*' . .",
      "grep -rh --include='server.*' . deploy",
      "grep -rh --include='*.bak' . .",
      "git log -p -- 'deploy/server*'",
      "git grep k -- 'deploy/serv??????'",
    ),
  ])("%s", async (_, action) => {
    expect(await isProven(action)).toBe(false);
  });
});

describe("ordinary filters stay proven", () => {
  test.each<Row>([
    ...finding("*", "**", "**/*", "*.*", "!node_modules", "!**/node_modules/**", ".*", "????", ".e*", "deploy/**"),
    ...tools("*.ts", "*.{ts,tsx}", "**/*.json", "*.[ch]", "*.[jt]s", "src/**", "b*", "src/*.ts"),
    ...tools("*_test.go", "hooks*.go", "*rewind*.go", "*fish*", "*.test.ts", "server*.ts", "*_*", "*.pem", ".gnupg/**"),
    ...tools("README*", "test_*.py", "frontend/src/**/*.tsx", "SKILL.md"),
    ...shell(
      "rg -n -g '*.ts' foo src",
      "rg -n -g 'b*' a .",
      "grep -rn --include='*.[ch]' foo .",
      "grep -rn --include='server*.ts' foo .",
      "git diff -- 'src/*'",
      "git log --oneline -- 'src/b*'",
    ),
  ])("%s", async (_, action) => {
    expect(await isProven(action)).toBe(true);
  });
});
