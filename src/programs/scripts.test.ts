/** The readers of sed and awk programs against the installed sed and awk: what they make must have been told. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { awkProblem } from "./families/awk-script.ts";
import { readSedScript } from "./families/sed-script.ts";

const CASES = 150;
const RUN_TIMEOUT_MS = 2_000;

let directory = "";
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "scripts-"));
  writeFileSync(join(directory, "in"), "a/b\naw x y\n");
});
afterAll(() => rmSync(directory, { recursive: true }));

/** What the program left behind; the directory is empty again afterwards. */
function madeBy(program: string, args: readonly string[]): readonly string[] {
  spawnSync(program, args, { cwd: directory, input: "", timeout: RUN_TIMEOUT_MS });
  const made = readdirSync(directory).filter((name) => name !== "in");
  for (const name of made) rmSync(join(directory, name), { recursive: true });
  return made;
}

const pieces = (texts: readonly string[], most: number) =>
  fc
    .tuple(fc.array(fc.constantFrom(...texts), { minLength: 1, maxLength: most }), fc.constantFrom("", ";", "\n", " "))
    .map(([parts, glue]) => parts.join(glue));

const SED = [
  "p",
  "d",
  "n",
  "x",
  "{",
  "}",
  "1",
  "$",
  "1,2",
  "/a/",
  "/[/]/",
  "\\,a,",
  "!",
  "s/a/b/",
  "s/[/]/x/",
  "s/[a/b/w]/c/",
  "s/a/b/w OUT",
  "s/[a/b/;#]/c/ w OUT",
  "w OUT",
  "W OUT",
  "r in",
  "e touch OUT",
  "s/.*/touch OUT/e",
  "s/x/touch OUT/ge",
  "y/ab/cd/",
  "y/w O/abc/",
  "a foo",
  "a\\",
  "i\\\ntext",
  "c w OUT",
  "b end",
  ":end",
  "t",
  "# c",
  "\\",
  "w",
  "/",
  "[",
  "]",
  "I",
  "0~2",
  "+1",
  "q",
  "s/\\//b/",
  "s|a|b|",
  "s/[[:alpha:]/]/w/",
  "s/[]/]/w OUT/",
  "a\\\nw OUT",
  "s/[/;w OUT\n#]/x/",
] as const;

const AWK = [
  "{",
  "}",
  "print",
  '"a"',
  '"',
  "/",
  "/a/",
  '/"/',
  "/[/]/",
  '/["/]/',
  "x",
  "1",
  "$1",
  "(",
  ")",
  "[",
  "]",
  ";",
  "\n",
  "+",
  "++",
  "--",
  "|",
  '| "touch OUT"',
  ">",
  '> "OUT"',
  '>>"OUT"',
  'print > "OUT"',
  'print "x" | "touch OUT"',
  'system("touch OUT")',
  "if(x)",
  "/x/ / 2",
  "x / 2",
  "BEGIN",
  "#",
  '\\"',
  "~",
  "!",
  "==",
  "a[1]",
  "length",
  "getline",
  "return",
  "in",
  "?",
  ":",
  ",",
  'print(1)>"OUT"',
  "x=1>0",
  "for(i=0;i<1;i++)",
  "/]/",
  "/[]/]/",
  "/\\//",
  '"\\""',
  "1e",
  "0x1",
  ".5",
] as const;

describe("sed and awk are the referees", () => {
  test("no script that was read leaves a file that was not told", () => {
    fc.assert(
      fc.property(pieces(SED, 6), (script) => {
        const told = readSedScript(script);
        if (!told.ok || told.runs) return;
        expect(madeBy("sed", ["-n", "-e", script, "in"]).filter((name) => !told.writes.includes(name))).toEqual([]);
      }),
      { numRuns: CASES, seed: 5 },
    );
  });

  test("no program that was proven leaves a file", () => {
    fc.assert(
      fc.property(pieces(AWK, 9), fc.constantFrom("", "BEGIN "), (body, when) => {
        const program = `${when}{ ${body} }`;
        if (awkProblem(program) === undefined) expect(madeBy("awk", [program, "in"])).toEqual([]);
      }),
      { numRuns: CASES * 4, seed: 5 },
    );
  });
});

describe("sed scripts", () => {
  test.each([
    ["s/a/b/;w x", ["x"]],
    ["/a/{w x\n}", ["x"]],
    ["1!w x", ["x"]],
    ["s/a/b/gpw x", ["x"]],
    ["y/a/b/;w x", ["x"]],
    ["a\\\ntext\\\nmore\nw x", ["x"]],
    ["\\,a,w x", ["x"]],
    ["# n\nw x", ["x"]],
    ["s/[]]/b/w x", ["x"]],
    ["a w x", []],
    ["s/w x/e/", []],
    ["s/a/\\\nw x/", []],
  ])("%j writes %j", (script, writes) => {
    expect(readSedScript(script)).toMatchObject({ ok: true, writes, runs: false });
  });

  test.each(["e", "1e id", "s/a/b/e", "s/a/b/2e", "$!{e id\n}"])("%j runs", (script) => {
    expect(readSedScript(script).runs).toBe(true);
  });

  test.each(["s/a/b", "p p", "{p", "p}", "k", "s\\a\\b\\", "/a", "v 4.2"])("%j is not read", (script) => {
    expect(readSedScript(script).ok).toBe(false);
  });
});

describe("awk programs", () => {
  test.each([
    ['{ print "a|b" > "/dev/stderr" }', "write"],
    ['{ x = "cmd"; x | getline y }', "run"],
    ['{ print /a/ | "sh" }', "run"],
    ['function f() { return /"/ } { print | "sh" }', "run"],
    ["{ @f() }", "unclear"],
    ['BEGIN { ARGV[1] = "x" }', "read"],
    ['{ print 1system("id") }', "run"],
    ['} { print > "x" }', "unclear"],
  ])("%j is refused as %s", (program, kind) => {
    expect(awkProblem(program)?.kind).toBe(kind);
  });

  test.each([
    "$1 > 5 || $2 ~ /a|b/ { print }",
    '{ printf "%s>%s\\n", $1, $2 }',
    '{ a[$1 > 3 ? "x" : "y"]++ } END { for (k in a) print k, a[k] }',
    "/filesystem|getlines/ { n += $1 / 2 }",
  ])("%j is proven", (program) => {
    expect(awkProblem(program)).toBeUndefined();
  });
});
