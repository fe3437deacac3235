/** A directory with secrets right in it, named by a pattern, a filter, a pathspec or another commit: it is the same directory. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

const KEY =
  "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQ==\n-----END OPENSSH PRIVATE KEY-----\n";

let here: Project;
beforeAll(() => {
  here = project();
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-C", here.root, "-c", "user.name=n", "-c", "user.email=n@example.org", ...words]);
  git("init", "-q", "-b", "main");
  for (const [name, text] of [
    ["src/a.ts", "a\n"],
    ["src/deep/b.ts", "b\n"],
    ["lib/deploy.key", "y\n"],
    ["lib/server.key", "y\n"],
    ["pkg/index.ts", "c\n"],
    ["old/x.txt", "x\n"],
  ] as const)
    here.write(name, text);
  for (const name of ["certs/server.key", "old/gone.key", "gone/gone.key"]) here.write(name, KEY);
  git("add", "-f", ".");
  git("commit", "-qm", "one");
  git("rm", "-q", "old/gone.key", "gone/gone.key");
  git("commit", "-qm", "two");
  here.write(".env", "A=1\n");
  here.write("pkg/.env", "A=1\n");
  here.write(".envs/local", "A=1\n");
  const other = join(here.home, "code/other");
  mkdirSync(other);
  writeFileSync(join(other, ".env"), "B=1\n");
  writeFileSync(join(other, "deploy.key"), KEY);
});
afterAll(() => here.remove());

const settings = { contain: { enabled: false } };

describe("not proven", () => {
  test.each([
    ...["git diff cert* /srv", "git diff pk* /mnt", "git diff --no-index cert? /srv"],
    ...["diff ../othe* .", "diff pk* .", "diff -u ../othe* lib", "diff -y ../o* lib", "diff -u cert* lib"],
    ...["grep -rh '' cert*", "grep -rh '' c?rts", "grep -rh '' [c]erts", "rg '' cert*", "rg '' -g 'certs/**'"],
    ...["git grep -h '' cert*", "git grep -h '' -- ':/certs'", "git grep -h '' -- ':/certs/'"],
    ...["cd src && git grep -h '' -- ':/certs'", "git grep -h '' --cached -- ':(top)certs'"],
    ...["git grep -h '' -- ':(icase)CERTS'", "git grep -h '' -- ':(top,literal)certs'", "git grep -h '' -- '*erts'"],
    ...["git grep -h '' -- ':(glob)certs/**'", "git grep -h '' -- ':(attr:!x)certs'", "git grep -h '' -- 'cer*'"],
    ...["git grep -h '' HEAD:certs", "git grep -h '' main:certs", "git grep -h '' HEAD:./certs/"],
    ...["git grep -h '' HEAD -- ':/certs'", "git grep -h '' HEAD~1 -- old", "git grep -h '' HEAD~1 -- gone"],
    ...[
      "cd certs && git grep -h '' -- . ../src",
      "cd certs && git grep -h '' . ../src",
      "cd certs && git grep '' '*' ../src",
    ],
    ...["git grep -h '' HEAD~1:old", "git grep -h '' HEAD~1 -- 'ol*'"],
  ])("%s", async (command) => {
    expect((await here.gate({ settings }).check(bash(command))).behavior).toBe("ask");
  });

  test.each([
    "certs/**",
    "certs/*",
    "{certs,src}/**",
    "**/certs/**",
    ".envs/**",
    "c*s/**",
    "certs/",
    "src/** certs/**",
  ])("Grep in %s", async (glob) => {
    const search = call("Grep", { pattern: ".", output_mode: "content", glob });
    expect((await here.gate({ settings }).check(search)).behavior).toBe("ask");
  });
});

describe("proven as before", () => {
  test.each([
    ...["grep -rn foo src", "grep -rn foo .", "rg foo -g 'src/**'", "rg foo -g '*.ts' src", "rg foo src"],
    ...["git diff src", "git diff -- src", "git diff --stat HEAD~1 -- src"],
  ])("%s", async (command) => {
    expect((await here.gate({ settings }).check(bash(command))).by).toBe("readOnly");
  });

  test.each(["src/**", "**/*.ts", "src/**/*.ts", "*.ts", "**/deep/**", "*.{ts,js}"])("Grep in %s", async (glob) => {
    expect((await here.gate({ settings }).check(call("Grep", { pattern: ".", glob }))).by).toBe("safeTool");
  });
});
