/** Allow rules that would cover what the person never meant: code of this session, wildcards that mean a launcher. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diskWorld } from "../machine/index.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  const scripts = {
    build: "node build.js",
    test: "vitest run",
    all: "npm run build",
    lint: "eslint .",
    py: "python3 -m tools.gen",
  };
  here.write("package.json", JSON.stringify({ scripts }));
  here.write("Makefile", "all:\n\tnode build.js\nclean:\n\trm -rf dist\n");
});
afterAll(() => here.remove());

/** What the rule says before and after the file was written in the session. */
const decideAfter = async (rule: string, command: string, file: string): Promise<readonly string[]> => {
  const gate = here.gate({ settings: { mode: "default", permissions: { allow: [rule, "Edit", "Write"] } } });
  here.write(file, "1\n");
  const before = (await gate.check(bash(command))).by;
  expect((await gate.check(call("Write", { file_path: here.at(file), content: "evil\n" }))).behavior).toBe("allow");
  return [before, (await gate.check(bash(command))).by];
};

describe("a rule for a runner and a script of this session", () => {
  test.each([
    ["Bash(npm run build)", "npm run build", "build.js"],
    ["Bash(npm run build:*)", "npm run build", "build.js"],
    ["Bash(npm run all)", "npm run all", "build.js"],
    ["Bash(make all)", "make all", "build.js"],
    ["Bash(make:*)", "make", "build.js"],
    ["Bash(npm run py)", "npm run py", "tools/gen.py"],
    ["Bash(pytest:*)", "pytest tests/test_a.py", "tests/test_a.py"],
    ["Bash(pytest:*)", "pytest tests/test_a.py::test_b", "tests/test_a.py"],
    ["Bash(npm test:*)", "npm test -- evil.test.ts", "evil.test.ts"],
    ["Bash(npx vitest:*)", "npx vitest run --config=v.config.ts", "v.config.ts"],
    ["Bash(npx jest:*)", "npx jest ./a.test.js", "a.test.js"],
    ["Bash(npx eslint:*)", "npx eslint --config x.config.js src", "x.config.js"],
    ["Bash(node --test:*)", "node --test test/cart.test.js", "test/cart.test.js"],
    ["Bash(node --test:*)", "node --test ./test/cart.test.js", "test/cart.test.js"],
    ["Bash(node tool:*)", "node tool", "tool.js"],
    ["Bash(python3 pkg:*)", "python3 pkg", "pkg/__main__.py"],
  ])("%s: %s after writing %s", async (rule, command, file) => {
    expect(await decideAfter(rule, command, file)).toEqual(["allowRule", "prompt"]);
  });

  test.each([
    ["Bash(npm run build)", "npm run build", "src/other.ts"],
    ["Bash(npx eslint:*)", "npx eslint src/a.ts", "src/a.ts"],
    ["Bash(npx prettier:*)", "npx prettier --check src/a.ts", "src/a.ts"],
    ["Bash(npm test)", "npm test", "src/a.ts"],
    ["Bash(pytest:*)", "pytest -q", "tests/test_a.py"],
    ["Bash(make clean)", "make clean", "src/a.ts"],
  ])("%s still covers %s after writing %s", async (rule, command, file) => {
    expect(await decideAfter(rule, command, file)).toEqual(["allowRule", "allowRule"]);
  });
});

describe("a rule for a runner beside a rule that forbids something else", () => {
  test.each(["node --test", "vitest run", "jest", "node test.js"])(
    "npm test that is %s stays covered",
    async (script) => {
      here.write("other/package.json", JSON.stringify({ scripts: { test: script } }));
      here.write("other/test.js", "1\n");
      const permissions = { allow: ["Bash(npm test:*)"], deny: ["Bash(git push --force:*)"] };
      const action = { ...bash("npm test"), cwd: here.at("other") };
      expect(await here.gate({ settings: { permissions } }).check(action)).toMatchObject({ by: "allowRule" });
    },
  );
});

describe("rules that rest in auto mode", () => {
  const rests = (rule: string): string | null =>
    here.gate({ settings: { mode: "auto", permissions: { allow: [rule] } } }).rules()[0]?.suspended ?? null;

  test.each([
    "Bash(n*)",
    "Bash(no*)",
    "Bash(nod* *)",
    "Bash(*node *)",
    "Bash(p*thon3 *)",
    "Bash(python3.1*)",
    "Bash(/usr/bin/*)",
    "Bash(/usr/bin/no* *)",
    "Bash(/usr/bin/node *)",
    "Bash(./node_modules/.bin/*)",
    "Bash(*sh -c*)",
    "Bash(ba* -c *)",
    "Bash(npm r*)",
    "Bash(npm *)",
    "Bash(docker e* *)",
    'Bash("node" *)',
    "Bash('node':*)",
    "Bash(\\node *)",
    "Bash(  node   *)",
    "Bash(node  -e *)",
    "Bash(Rscript:*)",
    "Bash(rscript:*)",
    "Bash(swift:*)",
    "Bash(swift -e *)",
    "Bash(osascript:*)",
    "Bash(xargs:*)",
    "Bash(xarg*)",
    "Bash(julia:*)",
    "Bash(coffee:*)",
    "Bash(scheme:*)",
    "Bash(gosu:*)",
    "Bash(watchexec:*)",
    "Bash(hyperfine:*)",
    "Bash(ansible:*)",
    "Bash(rsh:*)",
    "Bash(stack exec:*)",
    "Bash(cabal run *)",
    "Bash(pyenv exec:*)",
    "Bash(op run:*)",
    "Bash(sops exec-env:*)",
    "Bash(flatpak run:*)",
    "Bash(apptainer:*)",
    "REPL",
    "BashInput",
    "R*",
    "PowerShell(start-p*)",
    "PowerShell(p*)",
  ])("%s", (rule) => expect(rests(rule)).not.toBeNull());

  test.each([
    "Bash(npm test:*)",
    "Bash(npm test *)",
    "Bash(git *)",
    "Bash(git status:*)",
    "Bash(make:*)",
    "Bash(mytool *)",
    "Bash(eslint*)",
    "Bash(ls *)",
    "Bash(swift test:*)",
    "Bash(node --version)",
    "mcp__github",
    "Edit",
  ])("%s does not", (rule) => expect(rests(rule)).toBeNull());

  test("a name with a wildcard takes no parentheses: it would be no rule for a shell", () => {
    expect(() => here.gate({ settings: { permissions: { allow: ["Ba*(node *)"] } } })).toThrow(
      /permissions\.allow.*wildcard/s,
    );
  });
});

describe("an option that runs code is covered by no rule with a wildcard at its end", () => {
  test.each([
    ["Bash(git log:*)", "git -c core.pager=evil log"],
    ["Bash(git *)", "git -c alias.x='!sh' x"],
    ["Bash(rg:*)", "rg --pre=./evil x"],
    ["Bash(tar:*)", "tar xf a.tar --to-command=sh"],
    ["Bash(tar *)", "tar cf a.tar --checkpoint=1 --checkpoint-action=exec=sh x"],
    ["Bash(rsync:*)", "rsync -e 'sh -c evil' a b:c"],
    ["Bash(find *)", "find . -exec sh -c x \\;"],
    ["Bash(sort:*)", "sort --compress-program=./evil a"],
    ["Bash(sed:*)", "sed '1e evil' a"],
    ["Bash(man:*)", "man -P ./evil ls"],
    ["Bash(go test:*)", "go test -exec ./evil ./..."],
    ["Bash(pytest:*)", "pytest -p evil tests"],
    ["Bash(npx eslint:*)", "npx eslint --rulesdir ./evil src"],
    ["Bash(npx mocha:*)", "npx mocha --require ./evil.js"],
    ["Bash(make:*)", "make SHELL=./evil all"],
    ["Bash(npm test:*)", "npm test --script-shell=./evil"],
    ["Bash(rg *)", "rg --pre ./evil x"],
    ["Bash(zip:*)", "zip -T -TT evil a.zip b"],
  ])("%s: %s", async (rule, command) => {
    const gate = here.gate({ settings: { mode: "default", permissions: { allow: [rule] } } });
    expect((await gate.check(bash(command))).by).not.toBe("allowRule");
  });

  test("Bash(npm test *) is also npm test alone", async () => {
    for (const [list, by] of [
      ["allow", "allowRule"],
      ["deny", "denyRule"],
    ] as const) {
      const gate = here.gate({ settings: { mode: "default", permissions: { [list]: ["Bash(npm test *)"] } } });
      expect((await gate.check(bash("npm test"))).by).toBe(by);
      expect((await gate.check(bash("npm testing"))).by).toBe("prompt");
    }
  });
});

test("a reader that breaks denies, in every mode", async () => {
  const disk = diskWorld({ home: here.home, path: "/usr/bin:/bin" });
  const world = {
    ...disk,
    readFile: (): never => {
      throw new Error("broken");
    },
    readText: (): never => {
      throw new Error("broken");
    },
  };
  const gate = here.gate({ world: world as typeof disk, settings: { mode: "bypassPermissions" } });
  expect(await gate.check(bash("echo x > .git/hooks/pre-commit; make all"))).toMatchObject({
    behavior: "deny",
    by: "error",
  });
});

test("a directory the model chose does not become the project", async () => {
  const gate = here.gate({ settings: { mode: "acceptEdits" }, projectRoot: undefined as never });
  const where = { host: "codex", session: "s", cwd: here.root } as const;
  await gate.check(call("exec_command", { cmd: "ls", workdir: here.home }, where));
  const outside = await gate.check(call("exec_command", { cmd: "touch evil", workdir: here.home }, where));
  expect(outside.behavior).not.toBe("allow");
  const none = here.gate({ settings: { mode: "acceptEdits" }, projectRoot: undefined as never });
  const touched = await none.check(call("exec_command", { cmd: "touch evil", workdir: here.home }, { host: "codex" }));
  expect(touched.behavior).not.toBe("allow");
});
