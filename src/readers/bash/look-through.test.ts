/** What runners and scripts really run, on a project on the real disk. */
import { symlinkSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeUnknown } from "../../contract/describe.ts";
import { diskWorld } from "../../machine/index.ts";
import { type Project, project } from "../../testing/index.ts";
import { explain, isReadOnly, readShell, renderExplanation, type ShellReading } from "./index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  const scripts = {
    prebuild: "rm -rf dist",
    build: "tsc -p .",
    postbuild: "node scripts/copy.js",
    deploy: "npm run build && ./deploy.sh prod",
    again: "npm run again",
    twice: "npm run twice; npm run twice; npm run twice",
    start: "node server.js",
    stop: "pkill node",
    safe: "ls -la",
    prepare: "husky install",
    args: "eslint",
  };
  here.write("package.json", JSON.stringify({ scripts }));
  here.write("deploy.sh", '#!/usr/bin/env bash\nset -e\nfor env in "$@"; do kubectl delete ns "$env"; done\n');
  here.write("tool.py", "#!/usr/bin/env python3\nprint(1)\n");
  here.write("plain", "git push\n");
  here.write("lib.sh", "release() { git push --tags; }\n");
  here.write("self.sh", "bash self.sh\n");
  here.write("binary", "\u0000ELF");
  here.write(
    "Makefile",
    [
      "include rules/*.mk",
      "-include missing.mk more.mk",
      "BIN = app",
      "CMD := echo",
      "STAMP := $(shell date +%s)",
      ".PHONY: all clean",
      "all: $(BIN) test",
      "$(BIN): main.c",
      "\t$(CC) -o $@ $<",
      "test: ; @$(CMD) testing",
      "clean:",
      "\t-rm -rf $(BIN) $(OUT)",
      "\t@cd sub && \\",
      "\t  $(MAKE) clean",
      "ship: TARGET = prod",
      "ship:",
      "\tscp $(BIN) $(TARGET):/srv",
      "%.o: %.c",
      "\tcc -c $<",
      "one.x: one.o",
      "\tld $^",
      "",
    ].join("\n"),
  );
  here.write("more.mk", "extra:\n\tcurl https://example.com | sh\n");
  here.write("one.c", "");
  here.write("sub/Makefile", "clean:\n\trm -f sub.o\n");
  here.write(
    "justfile",
    'set shell := ["fish"]\nbuild target="all": lint\n    make {{target}}\n\nlint:\n    #!/usr/bin/env python3\n    print(1)\n',
  );
  here.write(
    "mise.toml",
    '[tasks.fmt]\nrun = ["gofmt -w .", "git add -u"]\n[tasks.ci]\ndepends = ["fmt"]\n[hooks]\nenter = "x"\n',
  );
  here.write(".mise/tasks/release", "#!/bin/sh\ngh release create v1\n");
  here.write(".cargo/config.toml", '[alias]\nship = "publish --allow-dirty"\n[build]\nrustc-wrapper = "sccache"\n');
  here.write("Cargo.toml", '[package]\nname = "x"\n');
  here.write("build.rs", "fn main() {}\n");
  here.write("gen/gen.go", "package gen\n\n//go:generate go run ./tool -o out.go\n//go:generate rm -rf old\n");
  here.write("pkg/__main__.py", "print(1)\n");
});
afterAll(() => here.remove());

const read = (command: string): ShellReading =>
  readShell(command, {
    cwd: here.root,
    projectRoot: here.root,
    world: diskWorld({ home: here.home, path: "/usr/bin:/bin" }),
    written: new Set(),
  });

/** Every sub-command below the first, as its words. */
const below = (command: string): readonly string[] =>
  read(command)
    .commands.filter(({ under }) => under !== undefined)
    .map(({ words }) => words.map((word) => word.value ?? "?").join(" "));

const unknowns = (command: string): string =>
  read(command)
    .effects.flatMap((effect) => (effect.do === "unknown" ? [describeUnknown(effect)] : []))
    .join("; ");

describe("what is run", () => {
  test.each<[command: string, runs: readonly string[]]>([
    ["npm run build", ["rm -rf dist", "tsc -p .", "node scripts/copy.js"]],
    [
      "npm run deploy",
      [
        "npm run build",
        "rm -rf dist",
        "tsc -p .",
        "node scripts/copy.js",
        "./deploy.sh prod",
        "set -e",
        "kubectl delete ns prod",
      ],
    ],
    ["pnpm build", ["rm -rf dist", "tsc -p .", "node scripts/copy.js"]],
    ["yarn run args src --fix", ["eslint src --fix"]],
    ["npm run args -- 'a b' --fix", ["eslint a b --fix"]],
    ["bun run args", ["eslint"]],
    ["npm --prefix . run args", ["eslint"]],
    ["npm start", ["node server.js"]],
    ["npm restart", ["pkill node", "node server.js"]],
    ["npm install", ["husky install"]],
    ["sudo -E env A=1 timeout 9 npm run safe", ["ls -la"]],
    ["cd sub && npm run safe", ["ls -la"]],
    ["make all", ["date +%s", "cc -o app main.c", "echo testing"]],
    ["make -C sub clean", ["rm -f sub.o"]],
    ["make clean", ["date +%s", "rm -rf app ?", "cd sub", "make clean", "rm -f sub.o"]],
    ["make extra", ["date +%s", "curl https://example.com", "sh"]],
    ["make clean BIN=other OUT=tmp", ["date +%s", "rm -rf other tmp", "cd sub", "make clean", "rm -f sub.o"]],
    ["just build", ["make all", "date +%s", "cc -o app main.c", "echo testing"]],
    ["mise run ci", ["gofmt -w .", "git add -u"]],
    ["mise ci", ["gofmt -w .", "git add -u"]],
    ["mise run release", ["gh release create v1"]],
    ["cargo ship", ["cargo publish --allow-dirty"]],
    ["go generate ./...", ["go run ./tool -o out.go", "rm -rf old"]],
    ["./deploy.sh a b", ["set -e", "kubectl delete ns a", "kubectl delete ns b"]],
    ["bash deploy.sh x", ["set -e", "kubectl delete ns x"]],
    ["sh ./plain", ["git push"]],
    ["./plain", ["git push"]],
    ["source ./plain", ["git push"]],
    ["find . -name '*.x' -exec ./plain {} ';'", ["git push"]],
    ["xargs -n1 ./plain < list", ["git push"]],
    ["f() { npm run args; }; f", ["eslint"]],
    ["docker exec web sh plain", ["sh plain"]],
    ["kubectl exec pod -- rm -rf /data", ["rm -rf /data"]],
  ])("%s", (command, runs) => {
    expect(below(command)).toEqual(runs);
  });

  test.each<[command: string, runs: string]>([
    ["cat > x.sh <<'E'\ngit push\nE\nbash x.sh", "git push"],
    ["echo git push > x.sh && sh x.sh", "git push"],
    ["printf 'git ' > x.sh; printf 'push' >> x.sh; bash x.sh", "git push"],
    ["echo 'git push' > x.sh; cp x.sh y.sh; bash y.sh", "git push"],
    ["echo 'git push' > x.sh; mv x.sh z.sh; bash z.sh", "git push"],
    ["echo 'git push' >> plain; bash plain", "git push"],
    ["printf 'git push' | tee x.sh > /dev/null; bash x.sh", "git push"],
    ["tee -a plain <<< 'git fetch'; bash plain", "git fetch"],
    ["echo 'all: ; git push' > GNUmakefile; make", "git push"],
    [`echo '{"scripts":{"test":"git push"}}' > package.json; npm test`, "git push"],
    ["echo 'git push' > x.sh; chmod +x x.sh; ./x.sh", "git push"],
  ])("written and run at once: %s", (command, runs) => {
    expect(below(command)).toContain(runs);
  });
});

describe("what cannot be known is said", () => {
  test.each<[command: string, why: string]>([
    ["npm run missing", "no script"],
    ['npm run "$TASK"', "not known"],
    ["npm -w web run build", "npm -w"],
    ["npm run build --workspaces", "--workspaces"],
    ["pnpm --filter web build", "--filter"],
    ["cd /nowhere && npm test", "no package.json"],
    ["make all", "includes"],
    ["make nothing", "nothing"],
    ["make one.x", "pattern"],
    ["make ship", "includes"],
    ["make -f - all", "not there"],
    ["make --eval=x all", "make --eval=x"],
    ["cd sub && make missing", "missing is made"],
    ["just build", "another language"],
    ["just missing", "no recipe"],
    ["mise run ci", "hooks"],
    ["mise run nope", "no task"],
    ["mise run 'x*'", "pattern"],
    ["cargo frobnicate", "neither known nor an alias"],
    ["go generate example.com/x", "not known"],
    ["bash missing.sh", "not there"],
    ["./missing.sh", "not there"],
    ["./binary", "no text"],
    ["bash .", "no regular file"],
    ["sed -i s/a/b/ plain; bash plain", "what is not known"],
    ["curl -so x.sh https://e.example; bash x.sh", "what is not known"],
    ["git checkout other; bash plain", "may have changed"],
    ["python3 gen.py; ./plain", "may have changed"],
    ["git apply x.patch; ./plain", "may have changed"],
  ])("%s", (command, why) => {
    expect(unknowns(command)).toContain(why);
  });

  test.each(["npm run again", "npm run twice", "bash self.sh"])("%s ends", (command) => {
    const reading = read(command);
    expect(reading.opaque.map(({ why }) => why).join()).toContain("runs itself");
    expect(reading.opaque.every(({ via }) => via !== undefined)).toBe(true);
  });
});

test.each([
  "npm run safe",
  "bash -c 'npm run safe'",
  "sh ./plain",
  "./deploy.sh",
  "make lint",
  "just x",
  "mise run fmt",
  "echo ls > l.sh; sh l.sh",
])("%s is not proven by being looked through", (command) => {
  expect(isReadOnly(read(command))).toBe(false);
});

test.each<[command: string, script: string]>([
  ["cargo build", "build.rs"],
  ["./tool.py", "tool.py"],
  ["python3 -m pkg", "pkg/__main__.py"],
  ["go run ./gen", "gen"],
])("%s runs a file of the project", (command, script) => {
  const scripts = read(command).effects.flatMap((effect) =>
    effect.do === "run" && effect.script ? [effect.script.path] : [],
  );
  expect(scripts).toContain(here.at(script));
});

test("functions of a sourced file are known afterwards, and not relied upon", () => {
  const reading = read(". ./lib.sh; release");
  expect(reading.commands.some(({ words }) => words.map(({ value }) => value).join(" ") === "git push --tags")).toBe(
    true,
  );
  expect(isReadOnly(reading)).toBe(false);
});

test("a program that a runner finds in the project is said to be the project's", () => {
  here.write("node_modules/.bin/eslint", "");
  expect(unknowns("npm run args")).toContain("node_modules/.bin");
  expect(unknowns("eslint")).not.toContain("node_modules/.bin");
});

test("a definition behind a link, or written in this session, is marked", () => {
  symlinkSync(here.at("plain"), here.at("linked"));
  const fresh = (command: string) =>
    readShell(command, {
      cwd: here.root,
      projectRoot: here.root,
      world: diskWorld({ home: here.home, path: "" }),
      written: new Set([here.at("plain")]),
    }).commands.some((each) => each.fresh === true);
  expect([fresh("sh plain"), fresh("sh linked"), fresh("npm run safe"), fresh("echo ls > q.sh; sh q.sh")]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

test("definitions of any size are read up to a bound", () => {
  writeFileSync(here.at("big.sh"), "echo x\n".repeat(40_000));
  writeFileSync(here.at("long.sh"), "echo x\n".repeat(4_000));
  writeFileSync(here.at("deep.mk"), Array.from({ length: 400 }, (_, i) => `t${i}: t${i + 1}\n\techo ${i}\n`).join(""));
  expect(unknowns("bash big.sh")).toContain("too long");
  expect(read("bash long.sh").opaque.map(({ why }) => why)).toContain("bash long.sh: more commands than are read");
  expect(unknowns("make -f deep.mk t0")).toContain("more targets than are followed");
  expect(unknowns(Array.from({ length: 60 }, () => "bash plain").join("; "))).toContain("more scripts and tasks");
});

test("explain shows a deploy down to the program that runs", () => {
  const shown = renderExplanation(explain(read("npm run deploy")), 400).replaceAll(here.root, "/app");
  expect(shown).toMatchInlineSnapshot(`
    "└─ npm run deploy
       │ ● runs a task of npm: deploy
       ├─ npm run build
       │  │ ● runs a task of npm: build
       │  ├─ rm -rf dist
       │  │    ● deletes /app/dist and all below
       │  ├─ tsc -p .
       │  │    ● runs a task of tsc: -p .
       │  └─ node scripts/copy.js
       │       ● runs the script /app/scripts/copy.js: scripts/copy.js
       └─ ./deploy.sh prod
          │ ● runs the script /app/deploy.sh
          │ ? an earlier part of the command may have changed /app/deploy.sh
          │ ? ./deploy.sh: a program that is not known
          ├─ set -e
          └─ kubectl delete ns "$env"
               ● cluster, delete: deletes ns prod (prod)
               ● sends data to a host that is not known"
  `);
});
