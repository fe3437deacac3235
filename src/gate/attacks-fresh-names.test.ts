/** What a started text loads by a name is that exact name too, before any ending; compiled modules come before their sources. */
import { describe, expect, test } from "vitest";
import { type WritingSession as Case, afterWriting as decide } from "../testing/index.ts";

const scripts = (code: string) => ["package.json", JSON.stringify({ scripts: { test: code } })] as const;
const node = (text: string, writes: string): Case => ({
  rule: "npm test:*",
  command: "npm test",
  old: [scripts("node tests/t.js"), ["tests/t.js", text], ["src/a.js", "1"], ["src/b.c.js", "1"]],
  writes,
});
const python = (text: string, writes: string): Case => ({
  rule: "python3 tests/run.py",
  old: [
    ["tests/run.py", text],
    ["tests/helper.py", "x = 1\n"],
    ["tests/pkg/__init__.py", ""],
    ["tests/pkg/deep.py", "x = 1\n"],
  ],
  writes,
});

describe("held", () => {
  test.each<[string, Case]>([
    ["the exact name", node('require("../src/a")', "src/a")],
    ["a name with a dot in it", node('require("../src/b.c")', "src/b.c")],
    ["a module of its own", node('import x from "../src/a"', "src/a")],
    ["imported for what it does", node('import "../src/a"', "src/a")],
    ["resolved first", node('const p = require.resolve("../src/a"); require(p)', "src/a")],
    ["a name that is put together", node('for (const f of ["a"]) require("../src/" + f)', "src/a")],
    ["put together, a loader", node("require(name)", "src/a")],
    [
      "what is loaded loads it",
      {
        ...node('require("../src/a")', "src/deep"),
        old: [
          scripts("node tests/t.js"),
          ["tests/t.js", 'require("../src/a")'],
          ["src/a.js", 'require("./deep")'],
          ["src/deep.js", "1"],
        ],
      },
    ],
    ["an extension module", python("import helper\n", "tests/helper.abi3.so")],
    ["one of Windows", python("import helper\n", "tests/helper.pyd")],
    ["byte code", python("import helper\n", "tests/helper.pyc")],
    ["byte code that is kept", python("import helper\n", "tests/__pycache__/helper.cpython-311.pyc")],
    ["in a package", python("from pkg import deep\n", "tests/pkg/deep.cpython-311-x86_64-linux-gnu.so")],
  ])("%s", async (_, one) => {
    expect(await decide(one)).not.toBe("allowRule");
  });
});

describe("everyday", () => {
  test.each<[string, Case]>([
    ["a license", node("require(name)", "LICENSE")],
    ["a makefile", node('require("../src/a")', "Makefile")],
    ["a file for the container", node('readdirSync("src")', "Dockerfile")],
    ["a file without ending that nothing loads", node('require("../src/a")', "bin/a")],
    ["data that is only read", node('readFileSync("../src/data.bin")', "src/data.bin")],
    ["a document", node('require("../src/a")', "docs/a.md")],
    ["a library of another place", python("import json\n", "lib/other.so")],
  ])("%s", async (_, one) => {
    expect(await decide(one)).toBe("allowRule");
  });
});
