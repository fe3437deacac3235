/** A task that was there before takes its words, settings or code out of a file of data: written in the session, that file is code of it. */
import { describe, expect, test } from "vitest";
import { afterWriting, type WritingSession } from "../testing/index.ts";

const byNpm = (script: string, writes: string, ...more: WritingSession["old"]): WritingSession => ({
  rule: "npm test:*",
  command: "npm test",
  old: [["package.json", JSON.stringify({ scripts: { test: script } })], [writes, "old"], ...more],
  writes,
});
const byMake = (text: string, writes: string): WritingSession => ({
  rule: "make *",
  command: "make x",
  old: [["Makefile", text]],
  writes,
});
const byFile = (command: string, file: string, text: string, writes: string): WritingSession =>
  byNpm(command, writes, [file, text]);

const SHELL: readonly (readonly [script: string, writes: string])[] = [
  ["`cat src/x`", "src/x"],
  ["$(head -1 src/x)", "src/x"],
  ["$(cut -d: -f1 src/x)", "src/x"],
  ["$(<src/x)", "src/x"],
  ["$(jq -r .c ./src/x.json)", "src/x.json"],
  ["c=$(cat src/x.md); $c", "src/x.md"],
  ['c=$(cat src/x); d=$c; eval "$d"', "src/x"],
  ["read c < src/x; $c", "src/x"],
  ["while read -r c; do $c; done < src/x.txt", "src/x.txt"],
  ["cat src/x.txt | while read c; do $c; done", "src/x.txt"],
  ["bash -c 'mapfile -t a < src/x; ${a[0]}'", "src/x"],
  ['set -- $(cat src/x); "$@"', "src/x"],
  ["xargs -a src/x env", "src/x"],
  ["xargs env < src/x", "src/x"],
  ["xargs --arg-file=src/x.csv env", "src/x.csv"],
  ["BASH_ENV=src/x bash -c true", "src/x"],
  ["BASH_ENV=$PWD/src/x.md bash -c true", "src/x.md"],
  ["ENV=src/x sh -i -c true", "src/x"],
  ["export BASH_ENV=src/x; bash -c true", "src/x"],
  ["env BASH_ENV=src/x bash -c true", "src/x"],
  ["GIT_CONFIG_GLOBAL=src/x git zz", "src/x"],
  ["XDG_CONFIG_HOME=src git zz", "src/git/config"],
  ["PATH=$PWD/src/bin:$PATH mytool", "src/bin/mytool"],
  ["PATH=src/bin:$PATH mytool", "src/bin/mytool"],
  ["export PATH=./src/bin:$PATH && mytool", "src/bin/mytool"],
  ["PATH=.:$PATH mytool", "mytool"],
  ["env $(cat src/e.txt) node -e 1", "src/e.txt"],
  ["export $(cat src/e.txt | xargs) && node -e 1", "src/e.txt"],
  ["export $(grep -v '^#' src/e.txt) && node -e 1", "src/e.txt"],
  ["NODE_OPTIONS=$(cat src/o.txt) node -e 1", "src/o.txt"],
  ["tar cf /dev/null $(cat src/x) package.json", "src/x"],
  ["gcc @src/args -o a", "src/args"],
  ["node -p \"require('./src/x.json').c\" | sh", "src/x.json"],
  ["tmux -f src/x new -d true", "src/x"],
  ["git -c include.path=src/x zz", "src/x"],
  ["python3 -c \"import json,os;os.system(json.load(open('src/x.json'))['c'])\"", "src/x.json"],
  ["python3 -c \"exec(open('src/x.txt').read())\"", "src/x.txt"],
  ["node -e \"eval(require('fs').readFileSync('src/x.txt','utf8'))\"", "src/x.txt"],
  ["perl -e \"do './src/x.pl'\"", "src/x.pl"],
  ["ruby -e \"load 'src/x.conf'\"", "src/x.conf"],
  ["php -r \"include 'src/x.inc';\"", "src/x.inc"],
];

const MAKE: readonly (readonly [text: string, writes: string])[] = [
  ["x:;$(shell cat src/x)\n", "src/x"],
  ["C=$(file <src/x)\nx:;$(C)\n", "src/x"],
  ["C:=$(shell head -1 src/x.md)\nx:\n\t$(C)\n", "src/x.md"],
  ["F=src/x.txt\nx:\n\t$(shell cat $(F))\n", "src/x.txt"],
  ["C != cat src/x\nx:\n\t$(C)\n", "src/x"],
  ["D=src\n-include $(wildcard $(D)/x)\nx:;echo\n", "src/x"],
  ["-include $(wildcard $(D)/x.conf)\nx:;echo\n", "src/x.conf"],
  ["F=src/x.txt\ninclude $(F)\nx:;echo\n", "src/x.txt"],
  ["SRC=src/b.c\nOBJ=$(SRC:.c=.o)\nx: $(OBJ)\n-include $(OBJ:.o=.d)\n", "src/b.d"],
  ["x:\n\t`cat src/x`\n", "src/x"],
  ["export BASH_ENV := src/x\nSHELL := /bin/bash\nx:;echo\n", "src/x"],
  ["SHELL := src/x\nx:;echo\n", "src/x"],
  ["export PATH := $(CURDIR)/src/bin:$(PATH)\nx:;mytool\n", "src/bin/mytool"],
];

const CODE: readonly (readonly [command: string, file: string, text: string, writes: string])[] = [
  ["node t.js", "t.js", 'eval(require("fs").readFileSync("src/x.txt","utf8"))', "src/x.txt"],
  ["node t.js", "t.js", 'require("child_process").execSync(require("fs").readFileSync("src/x"))', "src/x"],
  ["node t.js", "t.js", 'new Function(fs.readFileSync(path.join(__dirname, "src", "x.md")))()', "src/x.md"],
  ["node t.mjs", "t.mjs", 'import vm from "node:vm"; vm.runInThisContext(readFileSync("./src/x.css"))', "src/x.css"],
  ["python3 t.py", "t.py", 'import pickle\npickle.load(open("src/x.pkl","rb"))', "src/x.pkl"],
  ["python3 t.py", "t.py", 'c.read("src/x.ini")\nos.system(c["a"]["b"])', "src/x.ini"],
  ["python3 t.py", "t.py", 'import logging.config\nlogging.config.fileConfig("src/l.ini")', "src/l.ini"],
  ["python3 t.py", "t.py", 'import yaml\nyaml.load(open("src/x.yaml"))', "src/x.yaml"],
  ["ruby t.rb", "t.rb", 'system(File.read("src/x.txt"))', "src/x.txt"],
  ["perl t.pl", "t.pl", 'do "./src/x.conf";', "src/x.conf"],
  ["php t.php", "t.php", '<?php include "src/x.inc";', "src/x.inc"],
];

describe.each<[string, readonly WritingSession[]]>([
  ["shell text", SHELL.map(([script, writes]) => byNpm(script, writes))],
  ["make", MAKE.map(([text, writes]) => byMake(text, writes))],
  ["code", CODE.map((row) => byFile(...row))],
])("%s", (_, sessions) => {
  const rows = sessions.map((one) => [one.old.map(([, text]) => text).join(" | "), one] as const);
  test.each(rows)("%s: not covered", async (_text, one) => {
    expect(await afterWriting(one)).not.toBe("allowRule");
  });
  test.each(rows)("%s: covered where something else was written", async (_text, one) => {
    expect(await afterWriting({ ...one, writes: "docs/other.md" })).toBe("allowRule");
  });
});

describe("everyday: what is only processed is data", () => {
  test.each<[string, WritingSession]>([
    ["a document that is shown", byNpm("cat README.md", "README.md")],
    ["a document that is copied", byNpm("cat README.md > out.md", "README.md")],
    ["a document that is filtered", byNpm("cat README.md | grep -c a", "README.md")],
    ["lines that are counted", byNpm("wc -l src/a.ts", "src/a.ts")],
    ["a version that is shown", byNpm('echo "v$(cat VERSION)"', "VERSION")],
    ["a version in a variable that is shown", byNpm("V=$(cat VERSION); echo $V", "VERSION")],
    ["prettier", byNpm("prettier --check .", "src/a.ts")],
    ["prettier of a file", byNpm("prettier --check src/a.ts", "src/a.ts")],
    ["eslint with a variable", byNpm("NODE_ENV=test eslint src", "src/a.ts")],
    ["pytest with its sources", byNpm("PYTHONPATH=src pytest tests", "src/a/b.py")],
    ["a path of packages", byNpm("PATH=node_modules/.bin:$PATH tsc -p .", "src/a.ts")],
    ["a runner of tests", byNpm("node --test tests", "tests/fixtures/a.json")],
    ["sources of C", byMake("SRC = src/a.c src/b.c\nx: $(SRC)\n\t$(CC) -o app $(SRC)\n", "src/a.c")],
    [
      "sources of C that leave dependencies",
      byMake("SRC=src/b.c\nOBJ=$(SRC:.c=.o)\nx: $(OBJ)\n-include $(OBJ:.o=.d)\n", "src/b.c"),
    ],
    ["one source of C", byMake("x:\n\tgcc -Wall -c src/a.c -o a.o\n", "src/a.c")],
    ["a document in a recipe", byMake("x:\n\tcat README.md\n\tcp README.md dist/\n", "README.md")],
    ["a list of sources of the shell", byMake("PY := $(shell find . -name '*.py')\nx:\n\tflake8 $(PY)\n", "a/b.py")],
    [
      "a fixture",
      byFile(
        "node t.js",
        "t.js",
        'JSON.parse(require("fs").readFileSync("tests/fixtures/a.txt"))',
        "tests/fixtures/a.txt",
      ),
    ],
    [
      "a pattern's exec",
      byFile("node t.js", "t.js", 'const m = /a/.exec(require("fs").readFileSync("a.txt","utf8"))', "a.txt"),
    ],
    [
      "data of Python",
      byFile(
        "python3 t.py",
        "t.py",
        'import csv, re\np = re.compile("a")\nprint(list(csv.reader(open("data/a.csv"))))',
        "data/a.csv",
      ),
    ],
    [
      "another file than the code runs",
      byFile("node t.js", "t.js", 'require("child_process").execSync("tsc")', "README.md"),
    ],
  ])("%s", async (_, one) => {
    expect(await afterWriting(one)).toBe("allowRule");
  });
});
