/** Readers of definitions and of code take any text there is; what they do not understand they do not guess at. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Definition, definitionOf, type Files, taskToolOf } from "./index.ts";
import { firstUnshown, type Project } from "./languages/index.ts";
import { parseToml } from "./toml.ts";

const filesOf = (all: Readonly<Record<string, string>>): Files => ({
  text: (path) => (Object.hasOwn(all, path) ? { kind: "text", text: all[path] ?? "" } : { kind: "absent" }),
  names: (dir) => {
    const found = Object.keys(all).filter((path) => path.startsWith(`${dir}/`));
    return found.length === 0 ? undefined : found.map((path) => path.slice(dir.length + 1).split("/")[0] ?? "");
  },
});

const asked = (line: string, files: Readonly<Record<string, string>>): Definition | undefined => {
  const [program = "", ...words] = line.split(" ");
  return definitionOf({ program, words, cwd: "/p", files: filesOf(files), home: "/h" });
};

const RUNNERS: readonly (readonly [line: string, file: string])[] = [
  ["npm test", "/p/package.json"],
  ["yarn x", "/p/package.json"],
  ["make", "/p/Makefile"],
  ["make all", "/p/GNUmakefile"],
  ["just", "/p/justfile"],
  ["mise run x", "/p/mise.toml"],
  ["cargo x", "/p/.cargo/config.toml"],
  ["cargo build", "/p/Cargo.toml"],
  ["go generate", "/p/a.go"],
];

/** Text that looks like what the readers know, in any order. */
const odd = fc
  .array(
    fc.constantFrom(
      "a",
      "all",
      ":",
      "\n",
      "\t",
      " ",
      "=",
      "$(",
      ")",
      "shell x",
      "[",
      "]",
      '"',
      "'",
      "{",
      "}",
      "{{",
      "#",
      "\\",
      "`",
      "include ",
      "run",
      "tasks.",
      "//go:generate ",
      "ifeq",
      "endif",
      "define x",
      "$$",
      "%",
      ";",
      "test",
      "import ",
      "def ",
      "/",
      "*",
      "=>",
      "(",
      "é",
      "\r",
      "<<",
      '"""',
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(""));

test.each(RUNNERS)("%s with any text as %s", (line, file) => {
  fc.assert(
    fc.property(fc.oneof(odd, fc.string()), (text) => {
      asked(line, { [file]: text });
    }),
    { numRuns: 300 },
  );
});

test.each(["a.ts", "a.mjs", "a.py", "a.go", "a.rs", "A.java", "a.rb", "a.md", "a"])("any text as %s", (name) => {
  const projectOf = (text: string): Project => ({
    root: "/p",
    text: (path) => (path === `/p/${name}` ? text : path === "/p/Cargo.toml" ? '[package]\nname = "x"' : undefined),
    names: () => [name, "Cargo.toml"],
  });
  fc.assert(
    fc.property(fc.oneof(odd, fc.string()), (text) => {
      firstUnshown([`/p/${name}`], projectOf(text), () => ({ shown: true, needs: [] }));
    }),
    { numRuns: 300 },
  );
});

describe("TOML", () => {
  test.each<[text: string, value: unknown]>([
    ["a = \"x\"\nb = 'y'", { a: "x", b: "y" }],
    ["[t]\na = true\n[t.u]\nb = 1_000", { t: { a: true, u: { b: 1000 } } }],
    ['[tasks."a:b"]\nrun = ["x", "y",] # c', { tasks: { "a:b": { run: ["x", "y"] } } }],
    ['a = """\nx\\\n  y"""', { a: "xy" }],
    ["a = '''x\n'y'''", { a: "x\n'y" }],
    ['a = { b = "c", d = ["e"] }', { a: { b: "c", d: ["e"] } }],
    ['a.b = "x"', { a: { b: "x" } }],
    ["a = 2024-01-01", { a: "2024-01-01" }],
  ])("%s", (text, value) => {
    expect(JSON.parse(JSON.stringify(parseToml(text)))).toEqual(value);
  });
  test.each([
    "a",
    "a =",
    'a = "x',
    "a = [",
    "a = 1 b = 2",
    "[t",
    'a = "\\q"',
    'a = "x"\na = "y"',
    "a = 1\n[a]\nb = 1",
    "= x",
  ])("%s is not read", (text) => {
    expect(parseToml(text)).toBeUndefined();
  });
});

describe("tools", () => {
  test.each<[line: string, kind: string | undefined]>([
    ["vitest run src -t name", "test"],
    ["vitest", "test"],
    ["vitest bench", "test"],
    ["vitest --config x", undefined],
    ["vitest --reporter=./x.js", undefined],
    ["eslint . --fix", "lint"],
    ["eslint -c x .", undefined],
    ["eslint --rulesdir x .", undefined],
    ["eslint -f ./x.js .", undefined],
    ["prettier --check .", "format"],
    ["prettier --plugin=x .", undefined],
    ["tsc --noEmit -p tsconfig.build.json", "typecheck"],
    ["tsc --outDir /tmp/x", undefined],
    ["pytest -x tests/test_a.py::test_b -k a --tb=short", "test"],
    ["pytest /etc", undefined],
    ["pytest ../x", undefined],
    ["pytest @args", undefined],
    ["go test ./... -run TestX -count=1 -race", "test"],
    ["go test all", undefined],
    ["go test ./../x", undefined],
    ["go test -run", undefined],
    ["cargo test -p x name -- --nocapture", "test"],
    ["cargo test -- --format=json", undefined],
    ["cargo test --manifest-path ../x", undefined],
    ["mvn -q -Dtest=ATest test", "test"],
    ["mvn deploy", undefined],
    ["mvn exec:java test", undefined],
    ["gradle test publish", undefined],
    ["rspec -r ./x", undefined],
    ["node --test", undefined],
  ])("%s", (line, kind) => {
    const [name = "", ...words] = line.split(" ");
    expect(taskToolOf(name, words)?.kind).toBe(kind);
  });
  test("a word that is not known is no task", () => {
    expect(taskToolOf("vitest", ["run", null])).toBeUndefined();
  });
});
