/** Code of the session that a task which was there finds by a name it does not spell: search directories, aliases, links, plugins. */
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { bash, call, project } from "../testing/index.ts";

interface Session {
  readonly rule: string;
  readonly command?: string;
  readonly old: readonly (readonly [file: string, content: string])[];
  readonly links?: readonly (readonly [link: string, target: string])[];
  readonly writes: string;
}

async function decide({ rule, command = rule.replace(/:\*$/, ""), old, links = [], writes }: Session): Promise<string> {
  const own = project();
  try {
    for (const [file, content] of old) own.write(file, content);
    for (const [link, target] of links) {
      mkdirSync(dirname(own.at(link)), { recursive: true });
      symlinkSync(target, own.at(link));
    }
    const settings = {
      mode: "auto",
      contain: { enabled: false },
      permissions: { allow: [`Bash(${rule})`, "Write"] },
    } as const;
    const gate = own.gate({ settings, restore: null, classifier: null, walls: null });
    const more = { session: "s" } as const;
    await gate.check(call("Read", { file_path: own.at("x") }, more));
    await gate.check(call("Write", { file_path: own.at(writes), content: "x" }, more));
    own.write(writes, "x");
    return (await gate.check(bash(command, more))).by;
  } finally {
    own.remove();
  }
}

const make = (recipe: string, writes: string, ...old: Session["old"]): Session => ({
  rule: "make:*",
  old: [["Makefile", `all:\n\t${recipe}\n`], ...old],
  writes,
});
const makefile = (text: string, writes: string, ...old: Session["old"]): Session => ({
  rule: "make:*",
  old: [["Makefile", text], ...old],
  writes,
});
const npm = (script: string, writes: string, ...old: Session["old"]): Session => ({
  rule: "npm test:*",
  old: [["package.json", JSON.stringify({ name: "app", scripts: { test: script } })], ...old],
  writes,
});
const packaged = (more: object, code: string, writes: string, links: Session["links"] = []): Session => ({
  rule: "npm test:*",
  old: [
    ["package.json", JSON.stringify({ name: "app", scripts: { test: "node test.js" }, ...more })],
    ["test.js", code],
    ["packages/a/package.json", JSON.stringify({ name: "@me/a", main: "lib/entry.js" })],
  ],
  links,
  writes,
});

const HELD: readonly (readonly [string, Session])[] = [
  ["a module in front of the library, for code", make('python3 -c "import base64"', "base64.py")],
  ["a module in front of the library, for a module", make("python3 -m json.tool x", "json.py")],
  ["a package in front of it", make("python3 -m json.tool x", "json/__init__.py")],
  ["what the module itself needs", make("python3 -m json.tool x", "argparse.py")],
  ["by npm", npm("python3 -m json.tool x", "json.py")],
  ["for code on the input", make("echo 'import re' | python3 -", "re.py")],
  ["compiled", make('python3 -c "import base64"', "base64.so")],
  ["where it works", make('cd sub && python3 -c "import base64"', "sub/base64.py", ["sub/x", ""])],
  ["a module that is installed", make("python3 -m pytest", "pytest.py")],
  ["by NODE_PATH", make("NODE_PATH=lib node -e \"require('left')\"", "lib/left.js")],
  ["by code of node", npm("node -e \"require('./x')\"", "x.js")],
  ["of ruby", make("ruby -Ilib -e \"require 'json'\"", "lib/json.rb")],
  ["of perl", make("perl -Ilib -MJSON -e 1", "lib/JSON.pm")],
  ["VPATH", makefile("VPATH=src\nall: t.sh\n\tsh $<\n", "src/t.sh")],
  ["vpath", makefile("vpath %.sh src\nall: t.sh\n\tsh $<\n", "src/t.sh")],
  ["VPATH, a variable", makefile("D=src\nVPATH := lib:$(D)\nall: t.sh\n\tsh $^\n", "src/t.sh")],
  ["an implicit rule", makefile("all: src/m\n\tsrc/m\n", "src/m.c")],
  ["an implicit rule, without the source before", makefile("all: m\n\t./m\n", "m.sh")],
  ["an implicit rule by two steps", makefile("all: m\n\t./m\n", "m.y")],
  ["an implicit rule, an object", makefile("all: m\n\t./m\nm: m.o\n", "m.c")],
  ["imports of the package", packaged({ imports: { "#x": "./lib/x.js" } }, 'require("#x")', "lib/x.js")],
  ["imports by a pattern", packaged({ imports: { "#lib/*": "./lib/*.js" } }, 'import y from "#lib/y"', "lib/y.js")],
  ["imports by a condition", packaged({ imports: { "#x": { node: "./lib/z.js" } } }, 'require("#x")', "lib/z.js")],
  ["its own name", packaged({ exports: "./lib/main.js" }, 'require("app")', "lib/main.js")],
  ["its own name, a part", packaged({ exports: { "./p": "./lib/q.js" } }, 'require("app/p")', "lib/q.js")],
  [
    "a link to a package",
    packaged({}, 'require("@me/a")', "packages/a/lib/entry.js", [["node_modules/@me/a", "../../packages/a"]]),
  ],
  [
    "a link to a package, a part of it",
    packaged({}, 'require("@me/a/z")', "packages/a/z.js", [["node_modules/@me/a", "../../packages/a"]]),
  ],
  [
    "a link to a package, its entry",
    packaged({}, 'require("@me/a")', "packages/a/index.js", [["node_modules/@me/a", "../../packages/a"]]),
  ],
  [
    "a backend of the tree",
    {
      rule: "pip:*",
      command: "pip install .",
      old: [["pyproject.toml", '[build-system]\nrequires=[]\nbuild-backend="backend"\nbackend-path=["build_tools"]\n']],
      writes: "build_tools/backend.py",
    },
  ],
  [
    "what the backend imports",
    {
      rule: "pip:*",
      command: "pip install .",
      old: [
        ["pyproject.toml", '[build-system]\nrequires=[]\nbuild-backend="backend"\nbackend-path=["build_tools"]\n'],
        ["build_tools/backend.py", "import helper\n"],
      ],
      writes: "build_tools/helper.py",
    },
  ],
  [
    "a plugin of mypy",
    {
      rule: "mypy:*",
      command: "mypy src",
      old: [["mypy.ini", "[mypy]\nplugins = tools/plug.py\n"]],
      writes: "tools/plug.py",
    },
  ],
  [
    "a plugin of mypy, a module",
    {
      rule: "mypy:*",
      command: "mypy src",
      old: [["pyproject.toml", '[tool.mypy]\nplugins = ["tools.plug"]\n']],
      writes: "tools/plug.py",
    },
  ],
  [
    "a plugin of pytest",
    {
      rule: "pytest:*",
      command: "pytest",
      old: [["pytest.ini", "[pytest]\naddopts = -p tools.plug\n"]],
      writes: "tools/plug.py",
    },
  ],
  [
    "a plugin in a conftest",
    {
      rule: "pytest:*",
      command: "pytest",
      old: [["conftest.py", 'pytest_plugins = ["tools.plug"]\n']],
      writes: "tools/plug.py",
    },
  ],
  [
    "a plugin of pylint",
    {
      rule: "pylint:*",
      command: "pylint src",
      old: [[".pylintrc", "[MAIN]\nload-plugins=tools.plug\n"]],
      writes: "tools/plug.py",
    },
  ],
  [
    "what a Rakefile requires",
    { rule: "rake:*", command: "rake x", old: [["Rakefile", 'require_relative "tasks/x"\n']], writes: "tasks/x.rb" },
  ],
  [
    "paths of a tsconfig",
    {
      rule: "npm test:*",
      old: [
        ["package.json", JSON.stringify({ scripts: { test: "tsx test.ts" } })],
        [
          "tsconfig.json",
          '{ /* x */ "compilerOptions": { "paths": { "~/*": ["./src/*"], "lib": ["./src/lib-entry.ts"] } } }',
        ],
        ["test.ts", 'import x from "lib"'],
      ],
      writes: "src/lib-entry.ts",
    },
  ],
];

const EVERYDAY: readonly (readonly [string, Session])[] = [
  ["a word of code that is the name of a file", npm("node -e \"console.log('all done')\"", "done.js")],
  ["data that code shows", npm("node -p \"require('./data.json').version\"", "data.json")],
  [
    "a package that nothing loads",
    packaged({}, 'require("fs")', "packages/a/lib/entry.js", [["node_modules/@me/a", "../../packages/a"]]),
  ],
  ["sources below VPATH", makefile("VPATH=src\nall: a.o\na.o: a.c\n\tcc -c $<\n", "src/a.c")],
  ["another module beside code", make('python3 -c "import base64"', "src/base64x.py")],
  ["a module further down", make('python3 -c "import base64"', "src/base64.py")],
  ["a module left out by an option", make('python3 -I -c "import base64"', "base64.py")],
  ["a source that the linter looks at", make("ruff check .", "json.py")],
  [
    "a test",
    {
      rule: "pytest:*",
      command: "pytest",
      old: [["pytest.ini", "[pytest]\naddopts = -q\n"]],
      writes: "tests/test_a.py",
    },
  ],
  ["a source", { rule: "pytest:*", command: "pytest", old: [["conftest.py", "import os\n"]], writes: "src/app/a.py" }],
  [
    "a source for mypy",
    { rule: "mypy:*", command: "mypy src", old: [["mypy.ini", "[mypy]\nstrict = true\n"]], writes: "src/a.py" },
  ],
  ["a document of a make", make("echo x", "README.md")],
  ["a source that is compiled and not run", makefile("all: m.o\nm.o: m.c\n\tcc -c m.c\n", "n.c")],
  ["sources of a runner", npm("vitest run", "src/a.ts")],
  ["another file of the package", packaged({ imports: { "#x": "./lib/x.js" } }, "require('fs')", "lib/other.js")],
  ["a data file", npm("node test.js", "data/x.csv", ["test.js", "1"])],
  [
    "a rake task elsewhere",
    { rule: "rake:*", command: "rake x", old: [["Rakefile", "task :x\n"]], writes: "lib/a.md" },
  ],
];

describe("held", () => {
  test.each(HELD)("%s", async (_, one) => expect(await decide(one)).not.toBe("allowRule"));
});
describe("everyday", () => {
  test.each(EVERYDAY)("%s", async (_, one) => expect(await decide(one)).toBe("allowRule"));
});
