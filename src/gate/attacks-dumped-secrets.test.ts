/** Open rules and secrets that nobody names: what find hands to a program that prints it, and what a pattern matches. Kept as tests. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of ["src/a.ts", "src/b.ts", "package.json", "README.md", "notes.txt"]) here.write(file, "x\n");
  here.write(".env", "API_KEY=sk-live-1234567890abcdef\n");
  here.write("deploy/id_rsa", "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n");
  here.write("node_modules/x/package.json", "{}\n");
});
afterAll(() => here.remove());

const PROGRAMS = "find cat head tail xargs fd awk sed grep xxd base64 wc ls printf read nl sort od strings md5sum tac";
const decide = async (command: string): Promise<string> => {
  const allow = PROGRAMS.split(" ").map((program) => `Bash(${program}:*)`);
  const settings = { contain: { enabled: false }, permissions: { allow } };
  return (await here.gate({ settings, classifier: null }).check(bash(command))).by;
};

describe("not covered", () => {
  test.each([
    "find . -maxdepth 1 -type f -exec cat {} +",
    "find . -maxdepth 1 -type f -exec cat {} \\;",
    "find -maxdepth 1 -type f -exec cat {} +",
    "find ./ -type f -exec cat {} +",
    "find . -type f -exec head {} +",
    "find . -type f -exec head -n 5 {} \\;",
    "find . -type f -exec tail -n +1 {} +",
    "find . -type f -exec nl {} +",
    "find . -type f -exec sed -n p {} +",
    "find . -type f -exec sort {} +",
    "find . -type f -exec xxd {} +",
    "find . -type f -exec base64 {} \\;",
    "find . -type f -exec grep '' {} +",
    "find . -type f -exec grep -v zzz {} +",
    "find . -type f -exec grep -h . {} +",
    "find . -name '*' -exec cat {} +",
    "find . -name '.*' -type f -exec cat {} +",
    "find . -mtime -1 -type f -exec cat {} +",
    "find . -size -10k -exec cat {} +",
    "find deploy -type f -exec cat {} +",
    "find src deploy -type f -exec cat {} +",
    "find . -not -name '*.ts' -type f -exec cat {} +",
    "find . ! -path './node_modules/*' -type f -exec cat {} +",
    "find . -path ./node_modules -prune -o -type f -exec cat {} +",
    "find . -name '*.ts' -exec ls {} + -o -type f -exec cat {} +",
    "find . \\( -name '*.ts' -o -name 'id_*' \\) -exec cat {} +",
    "find . -type f -exec sh -c 'cat \"$1\"' _ {} \\;",
    "find . -type f -exec cat {} + | grep KEY",
    "find . -type f | xargs cat",
    "fd -H -t f -x cat",
    'find . -type f | while read f; do cat "$f"; done',
    "cat .*",
    "cat ./.*",
    "cat deploy/*",
    "cat */*",
    "head -n 3 .*",
    "tac .*",
    'for f in .*; do cat "$f"; done',
    'for f in * .*; do head "$f"; done',
  ])("%s", async (command) => {
    expect(await decide(command)).not.toBe("allowRule");
  });
});

describe("covered as before", () => {
  test.each([
    "find src -name '*.ts' -exec cat {} +",
    "find . -name package.json -not -path '*/node_modules/*' -exec cat {} +",
    "find . -name '*.md' -exec cat {} \\;",
    "find . -iname 'readme*' -exec head -20 {} \\;",
    "find . \\( -name '*.ts' -o -name '*.md' \\) -exec cat {} +",
    "find . -path ./node_modules -prune -o -name '*.ts' -exec cat {} +",
    "find . -path ./deploy -prune -o -mindepth 2 -type f -exec cat {} +",
    "find . -maxdepth 1 -name '*.txt' -exec cat {} +",
    "find src -type f -exec cat {} +",
    "find src -type f -exec head -3 {} +",
    "find . -type f -exec wc -l {} +",
    "find . -type f -exec md5sum {} +",
    "find . -type f -exec ls -l {} +",
    "find . -type f -exec grep -n TODO {} +",
    "find . -type f -exec grep -l foo {} \\;",
    "find . -type f | head",
    "cat src/*.ts",
    "cat *.md",
    "cat *",
    "cat src/*",
    "wc -l *",
    'for f in src/*.ts; do cat "$f"; done',
    "ls -la .*",
  ])("%s", async (command) => {
    expect(await decide(command)).toBe("allowRule");
  });
});
