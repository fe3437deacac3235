/** Readers of definitions and of code take any text there is; what they do not understand they do not guess at. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Definition, definitionOf, type Files } from "./index.ts";
import { parseToml } from "./toml.ts";

const filesOf = (all: Readonly<Record<string, string>>): Files => ({
  text: (path) => (Object.hasOwn(all, path) ? { kind: "text", text: all[path] ?? "" } : { kind: "absent" }),
  names: (dir) => {
    const found = Object.keys(all).filter((path) => path.startsWith(`${dir}/`));
    return found.length === 0 ? undefined : found.map((path) => path.slice(dir.length + 1).split("/")[0] ?? "");
  },
});

const use = (line: string, files: Readonly<Record<string, string>>): Definition | undefined => {
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
      use(line, { [file]: text });
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
