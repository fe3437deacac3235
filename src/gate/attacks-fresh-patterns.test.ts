/** A definition that runs what a pattern or a directory has: a new file of the session there is code of the session. */
import { describe, expect, test } from "vitest";
import { type WritingSession as Case, afterWriting as decide } from "../testing/index.ts";

const scripts = (code: string, name = "test") =>
  ["package.json", JSON.stringify({ scripts: { [name]: code } })] as const;
const makefile = (text: string) => ["Makefile", text] as const;

const HELD: readonly (readonly [what: string, one: Case])[] = [
  [
    "a makefile that includes what is there",
    {
      rule: "make *",
      command: "make all",
      old: [makefile("include $(wildcard mk/*.mk)\nall:\n\techo\n")],
      writes: "mk/x.mk",
    },
  ],
  [
    "the same through a variable",
    {
      rule: "make *",
      command: "make all",
      old: [makefile("MKS := $(wildcard mk/*.mk)\n-include $(MKS)\nall:\n\techo\n")],
      writes: "mk/x.mk",
    },
  ],
  [
    "a makefile that includes a pattern",
    { rule: "make", old: [makefile("include mk/*.mk\nall:\n\techo\n")], writes: "mk/x.mk" },
  ],
  [
    "a loop of a recipe",
    {
      rule: "make *",
      command: "make all",
      old: [makefile("all:\n\tfor f in scripts/*.sh; do sh $$f; done\n")],
      writes: "scripts/z.sh",
    },
  ],
  [
    "find -exec",
    {
      rule: "make *",
      command: "make all",
      old: [makefile('all:\n\tfind scripts -name "*.sh" -exec sh {} \\;\n'), ["scripts/a.sh", ""]],
      writes: "scripts/z.sh",
    },
  ],
  [
    "find -exec, another ending",
    {
      rule: "make *",
      command: "make all",
      old: [makefile('all:\n\tfind scripts -name "*.txt" -exec sh {} \\;\n'), ["scripts/a.sh", ""]],
      writes: "scripts/deep/z.txt",
    },
  ],
  [
    "a pattern rule",
    {
      rule: "make *",
      command: "make all",
      old: [makefile("OUT=$(patsubst %.py,%.out,$(wildcard gen/*.py))\nall: $(OUT)\n%.out: %.py\n\tpython3 $< > $@\n")],
      writes: "gen/x.py",
    },
  ],
  [
    "a static pattern rule",
    {
      rule: "make *",
      command: "make all",
      old: [makefile("SRC=$(wildcard gen/*.js)\nOUT=$(SRC:.js=.out)\nall: $(OUT)\n$(OUT): %.out: %.js\n\tnode $<\n")],
      writes: "gen/x.js",
    },
  ],
  ...[
    ["an ending of its own", "%.out: %.in\n\tsh $<\n", "make evil.out", "evil.in"],
    ["a static pattern of any ending", "S=st/a.y\nall: $(S)\n$(S): %.y: %.z\n\tsh $<\n", "make all", "st/a.z"],
    ["a makefile by its stem", "run-%:\n\t@$(MAKE) -f mk/$*.mk\n", "make run-b", "mk/b.mk"],
    ["a stem in a directory", "run-%:\n\t@sh jobs/$*\n", "make run-b", "jobs/b"],
    ["a stem with an ending of its own", "run-%:\n\t@python3 jobs/$*.job\n", "make run-b", "jobs/b.job"],
    ["all that a rule needs", "%.out: %.in\n\tcat $^ | sh\n", "make evil.out", "evil.in"],
    ["on the input", "%.out: %.in\n\tbash < $<\n", "make evil.out", "evil.in"],
    ["in a substitution", '%.out: %.in\n\tsh -c "$$(cat $<)"\n', "make evil.out", "evil.in"],
    ["in a loop", "%.out: %.in\n\tfor f in $^; do sh $$f; done\n", "make evil.out", "evil.in"],
    ["started by itself", "%.out: %.in\n\t@./$<\n", "make evil.out", "evil.in"],
    ["in brackets", "%.out: %.in\n\tsource $(<)\n", "make evil.out", "evil.in"],
    ["a target's own name", "run-%:\n\tnode tasks/$@\n", "make run-b", "tasks/run-b"],
    ["a rule of endings", ".SUFFIXES: .in .out\n.in.out:\n\tsh $<\n", "make evil.out", "evil.in"],
  ].map(([what = "", text = "", command = "", writes = ""]): readonly [string, Case] => [
    what,
    { rule: "make *", command, old: [makefile(text)], writes },
  ]),
  [
    "a function of make",
    {
      rule: "make *",
      command: "make all",
      old: [makefile("all:\n\t$(foreach f,$(wildcard scripts/*.sh),sh $(f);)\n")],
      writes: "scripts/z.sh",
    },
  ],
  [
    "a list of make, given to a shell",
    { rule: "make", old: [makefile("all:\n\tpython3 $(wildcard gen/*.py)\n")], writes: "gen/x.py" },
  ],
  [
    "a loop of a script",
    {
      rule: "npm run build",
      old: [scripts("for f in scripts/*.js; do node $f; done", "build")],
      writes: "scripts/z.js",
    },
  ],
  [
    "a loop over patterns of directories",
    {
      rule: "npm run build",
      old: [scripts('for d in packages/*; do node "$d/build.js"; done', "build")],
      writes: "packages/b/build.js",
    },
  ],
  ["a shell that is fed", { rule: "npm test", old: [scripts("cat scripts/*.sh | sh")], writes: "scripts/z.sh" }],
  [
    "a shell that is fed through a filter",
    { rule: "npm test", old: [scripts("cat scripts/*.sh | grep -v '^#' | bash")], writes: "scripts/z.sh" },
  ],
  [
    "names that are fed",
    { rule: "npm test", old: [scripts("ls scripts/*.js | xargs -n1 node")], writes: "scripts/z.js" },
  ],
  [
    "names that find has",
    { rule: "npm test", old: [scripts("find . -name '*.job' | xargs -n1 node")], writes: "jobs/z.job" },
  ],
  ["names of git's", { rule: "npm test", old: [scripts("git ls-files -o | xargs -n1 node")], writes: "scripts/z.js" }],
  ["a directory that is run", { rule: "npm test", old: [scripts("run-parts scripts")], writes: "scripts/z" }],
  [
    "a pattern as the program's words",
    { rule: "npm test", old: [scripts("node scripts/*.js")], writes: "scripts/a.js" },
  ],
  ["a pattern that is sourced", { rule: "npm test", old: [scripts("for f in env/*; do . $f; done")], writes: "env/z" }],
  [
    "a script that runs a pattern",
    {
      rule: "./ci.sh",
      old: [["ci.sh", "#!/bin/sh\nfor f in steps/*; do sh $f; done\n"]],
      writes: "steps/z.sh",
    },
  ],
  [
    "a recipe of just",
    {
      rule: "just *",
      command: "just all",
      old: [["justfile", "all:\n    for f in s/*.py; do python3 $f; done\n"]],
      writes: "s/z.py",
    },
  ],
  [
    "a command of tox",
    {
      rule: "tox *",
      command: "tox -e py",
      old: [["tox.ini", "[testenv]\ncommands = sh -c 'python3 gen/*.py'\n"]],
      writes: "gen/z.py",
    },
  ],
];

test.each(HELD)("%s: not covered", async (_, one) => {
  expect(await decide(one)).not.toBe("allowRule");
});
test.each(HELD)("%s: covered where something else was written", async (_, one) => {
  expect(await decide({ ...one, writes: "docs/a.md" })).toBe("allowRule");
});

const C =
  "SRC=$(wildcard src/*.c)\nOBJ=$(SRC:.c=.o)\napp: $(OBJ)\n\t$(CC) -o $@ $^\n%.o: %.c\n\t$(CC) -c $< -o $@\n-include $(OBJ:.o=.d)\n";

describe("everyday: sources are data to what takes trees", () => {
  test.each<[string, Case]>([
    ["node --test", { rule: "npm test", old: [scripts("node --test test/*.test.js")], writes: "test/b.test.js" }],
    ["jest", { rule: "npm test", old: [scripts("jest src")], writes: "src/b.test.js" }],
    ["vitest", { rule: "npm test", old: [scripts("vitest run 'src/**/*.test.ts'")], writes: "src/b.test.ts" }],
    ["mocha", { rule: "npm test", old: [scripts("mocha test/*.js")], writes: "test/b.js" }],
    ["eslint", { rule: "npm run lint", old: [scripts("eslint src/**/*.ts", "lint")], writes: "src/b.ts" }],
    ["prettier", { rule: "npm run fmt", old: [scripts("prettier --check src/*.js", "fmt")], writes: "src/b.js" }],
    ["tsc", { rule: "npm run build", old: [scripts("tsc -p .", "build")], writes: "src/b.ts" }],
    [
      "a bundler",
      { rule: "npm run build", old: [scripts("esbuild src/*.ts --outdir=dist", "build")], writes: "src/b.ts" },
    ],
    ["copied", { rule: "npm run build", old: [scripts("cp scripts/*.js dist/", "build")], writes: "scripts/b.js" }],
    ["counted", { rule: "npm run loc", old: [scripts("cat src/*.js | wc -l", "loc")], writes: "src/b.js" }],
    ["searched", { rule: "npm run todo", old: [scripts("grep -rn TODO src | sort", "todo")], writes: "src/b.js" }],
    ["shellcheck", { rule: "npm run lint", old: [scripts("shellcheck scripts/*.sh", "lint")], writes: "scripts/b.sh" }],
    [
      "shellcheck of find",
      {
        rule: "npm run lint",
        old: [scripts("find . -name '*.sh' | xargs shellcheck", "lint")],
        writes: "scripts/b.sh",
      },
    ],
    ["C by make", { rule: "make *", command: "make build", old: [makefile(`build: app\n${C}`)], writes: "src/b.c" }],
    ["C by make, a header", { rule: "make *", command: "make", old: [makefile(C)], writes: "src/b.h" }],
    ...[
      ["a page by a script", "%.html: %.md\n\tpython3 build.py $< $@\n", "make a.html", "a.md"],
      ["a style", "%.css: %.scss\n\tsass $< $@\n", "make a.css", "a.scss"],
      ["an image by a task", "%.png: %.dot\n\tdot -Tpng -o $@ $<\n", "make a.png", "a.dot"],
      ["a generator of Node", "%.json: %.yaml\n\tnode gen.js $< $@\n", "make a.json", "a.yaml"],
    ].map(([what = "", text = "", command = "", writes = ""]): [string, Case] => [
      what,
      { rule: "make *", command, old: [makefile(text)], writes },
    ]),
    ["gcc over a pattern", { rule: "make", old: [makefile("all:\n\tgcc -o app src/*.c\n")], writes: "src/b.c" }],
    ["pytest by make", { rule: "make test", old: [makefile("test:\n\tpytest tests/*.py\n")], writes: "tests/b.py" }],
    [
      "python -m pytest by make",
      { rule: "make test", old: [makefile("test:\n\tpython3 -m pytest tests\n")], writes: "tests/b.py" },
    ],
    [
      "a list of sources that is checked",
      {
        rule: "make lint",
        old: [makefile("PY := $(shell find . -name '*.py')\nlint:\n\tflake8 $(PY)\n")],
        writes: "a/b.py",
      },
    ],
    [
      "tox with pytest",
      {
        rule: "tox *",
        command: "tox -e py",
        old: [["tox.ini", "[testenv]\ncommands = pytest tests/*.py\n"]],
        writes: "tests/b.py",
      },
    ],
    ["another ending", { rule: "npm test", old: [scripts("for f in s/*.sh; do sh $f; done")], writes: "s/b.md" }],
    ["another directory", { rule: "npm test", old: [scripts("for f in s/*.sh; do sh $f; done")], writes: "src/b.sh" }],
  ])("%s", async (_, one) => {
    expect(await decide(one)).toBe("allowRule");
  });
});
