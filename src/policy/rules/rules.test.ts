import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action } from "../../contract/action.ts";
import { bash, call, edit, type Project, project } from "../../testing/index.ts";
import {
  addRule,
  enterAuto,
  inForce,
  LISTS,
  type List,
  parseRule,
  type Rule,
  removeRule,
  ruleBook,
  suspendedBecause,
} from "./index.ts";
import { wildcardMatches } from "./wildcard.ts";

const SETTINGS = { classifyAllShell: false, strictSuspension: false, suspendAlso: [] };
const rule = (text: string, list: List = "allow"): Rule => {
  const parsed = parseRule(text, list, "test");
  if (!parsed.ok) throw new Error(parsed.error);
  return parsed.value;
};

describe("grammar", () => {
  test.each([
    ["Bash", null],
    ["*", null],
    ["mcp__github", null],
    ["mcp__github__get_*", null],
    ["Bash(npm test:*)", "prefix"],
    ["Bash(git * main)", "wildcard"],
    ["Bash(npm test)", "exact"],
    ["Read(./src/**)", "path"],
    ["Edit(//etc/**)", "path"],
    ["WebFetch(domain:Example.com)", "domain"],
    ["Agent(reviewer)", "name"],
    ["  Bash  ", null],
  ])("%s", (text, kind) => expect(rule(text).content?.kind ?? null).toBe(kind));

  test.each([
    ["", "must not be empty"],
    ["Bash(", "not closed"],
    ["Bash()", "parentheses are empty"],
    ["(x)", "begins with a tool's name"],
    ["*(x)", "takes no parentheses"],
    ["mcp__a__b(x)", "takes no parentheses"],
    ["WebFetch(example.com)", "domain:example.com"],
    ["Bash(a:* b)", "only stand at the end"],
    ["Bash(a * b:*)", "not both"],
    ["Ba sh", "begins with a tool's name"],
    ["Read(a\0b)", "NUL"],
    ["WebSearch(x)", "takes no parentheses"],
  ])("%j is an error that says why", (text, why) => {
    const parsed = parseRule(text, "deny", "/etc/x.json");
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? "" : parsed.error).toContain(why);
    expect(parsed.ok ? "" : parsed.error).toContain("/etc/x.json: permissions.deny");
  });

  test("`*` in a pattern stands for anything, as a regular expression would say", () => {
    const piece = fc.constantFrom("a", "b", "*", " ", "ab", ".");
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece.filter((p) => p !== "*")), (pattern, text) => {
        const regex = new RegExp(`^${pattern.map((p) => (p === "*" ? "[^]*" : p.replace(".", "\\."))).join("")}$`);
        return wildcardMatches(pattern.join(""), text.join("")) === regex.test(text.join(""));
      }),
    );
  });
});

describe("suspension on entering auto mode", () => {
  test.each([
    "*",
    "Bash",
    "Bash(*)",
    "Bash(:*)",
    "PowerShell",
    "PowerShell(*)",
    "Agent",
    "Agent(x)",
    "Bash(python:*)",
    "Bash(python3 *)",
    "Bash(npm run:*)",
    "Bash(sudo *)",
    "Bash(bash:*)",
    "Bash(node:*)",
    "Bash(npx:*)",
    "Bash(ssh:*)",
    "Bash(xargs:*)",
    "Bash(awk:*)",
    "Bash(env:*)",
    "Bash(eval:*)",
    "Bash(docker exec:*)",
    "Bash(watch:*)",
    "Bash(parallel:*)",
    "PowerShell(iex:*)",
    "PowerShell(Start-Process *)",
    "Bash(/usr/bin/python3:*)",
    "Bash(python3 -c *)",
    "Bash(pnpm run:*)",
    "Bash(yarn run:*)",
    "Bash(bun run:*)",
    "Bash(mise run:*)",
  ])("%s rests", (text) => expect(suspendedBecause(rule(text), SETTINGS)).toBeTypeOf("string"));

  test.each([
    "Bash(npm test:*)",
    "Bash(git:*)",
    "Bash(git push:*)",
    "Bash(python3 x.py)",
    "Bash(ls:*)",
    "Edit(./src/**)",
    "WebFetch(domain:x.y)",
    "Read",
    "mcp__a__b",
    "Bash(make lint)",
    "Bash(pythonic:*)",
  ])("%s stays", (text) => expect(suspendedBecause(rule(text), SETTINGS)).toBeUndefined());

  test.each(["Bash(git:*)", "Bash(gh api:*)", "Bash(curl:*)", "Bash(git push:*)", "Bash(kubectl *)"])(
    "%s rests when suspension is strict",
    (text) => {
      expect(suspendedBecause(rule(text), { ...SETTINGS, strictSuspension: true })).toBeTypeOf("string");
    },
  );
  test("an organisation adds its own", () => {
    expect(suspendedBecause(rule("Bash(deployctl up:*)"), { ...SETTINGS, suspendAlso: ["deployctl"] })).toBeTypeOf(
      "string",
    );
    expect(suspendedBecause(rule("Bash(deployctlx:*)"), { ...SETTINGS, suspendAlso: ["deployctl"] })).toBeUndefined();
  });
  test("classifyAllShell rests every shell rule and no other", () => {
    expect(suspendedBecause(rule("Bash(ls)"), { ...SETTINGS, classifyAllShell: true })).toBeTypeOf("string");
    expect(suspendedBecause(rule("Read"), { ...SETTINGS, classifyAllShell: true })).toBeUndefined();
  });
  test("deny and ask rules never rest", () => {
    for (const list of ["ask", "deny"] as const) expect(suspendedBecause(rule("Bash", list), SETTINGS)).toBeUndefined();
  });

  const text = fc.constantFrom("Bash", "Bash(python:*)", "Bash(ls:*)", "Edit", "Agent", "Read(./a)", "*");
  const move = fc.oneof(
    fc.record({ do: fc.constant("enter" as const) }),
    fc.record({ do: fc.constant("leave" as const) }),
    fc.record({ do: fc.constant("add" as const), list: fc.constantFrom(...LISTS), text }),
    fc.record({ do: fc.constant("remove" as const), list: fc.constantFrom(...LISTS), text }),
  );
  test("no sequence of enter, leave, add and remove loses or invents a rule", () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
        let book = ruleBook([rule("Bash"), rule("Bash(ls:*)"), rule("Edit", "deny")]);
        const expected = ["allow Bash", "allow Bash(ls:*)", "deny Edit"];
        for (const one of moves) {
          if (one.do === "enter") book = enterAuto(book, SETTINGS);
          else if (one.do === "leave") book = ruleBook(book.rules);
          else if (one.do === "add") {
            book = addRule(book, rule(one.text, one.list));
            expected.push(`${one.list} ${one.text}`);
          } else {
            book = removeRule(book, one.list, one.text);
            const at = expected.indexOf(`${one.list} ${one.text}`);
            if (at >= 0) expected.splice(at, 1);
          }
        }
        const restored = ruleBook(book.rules);
        const seen = LISTS.flatMap((list) => inForce(restored, list).map((one) => `${one.list} ${one.text}`));
        return (
          JSON.stringify(seen.sort()) === JSON.stringify([...expected].sort()) &&
          restored.rules.every((one, i) => `${one.list} ${one.text}` === expected[i])
        );
      }),
    );
  });
});

describe("matching, on the real gate", () => {
  let here: Project;
  beforeAll(() => {
    here = project();
    here.write("src/a.ts");
    here.write("secret/key");
    here.write(".env", "X=1");
    symlinkSync("secret", here.at("alias"));
    mkdirSync(join(here.home, "notes"));
    writeFileSync(join(here.home, "notes/a.md"), "");
  });
  afterAll(() => here.remove());
  const by = async (list: List, text: string, action: Action, mode: "default" | "auto" = "default") =>
    (await here.gate({ settings: { mode, permissions: { [list]: [text] } } }).check(action)).by;

  test.each<[string, string | (() => Action), boolean]>([
    ["Bash(git push:*)", "git push origin main", true],
    ["Bash(git push:*)", "git status", false],
    ["Bash(git push:*)", "git pushx", false],
    ["Bash(git push:*)", "cd src && git push", true],
    ["Bash(git push:*)", "echo $(git push)", true],
    ["Bash(git push:*)", "g''it push", true],
    ["Bash(git push:*)", "GIT push", true],
    ["Bash(git push:*)", "timeout 5 git push", true],
    ["Bash(git push:*)", "FOO=1 git push", true],
    ["Bash(git push:*)", "sudo git push", true],
    ["Bash(sudo:*)", "sudo ls", true],
    ["Bash(git push:*)", "bash -c 'git push'", true],
    ["Bash(git push:*)", "/usr/bin/git push", true],
    ["Bash(git push:*)", "if true; then git push; fi", true],
    ["Bash(git * main)", "git push origin main", true],
    ["Bash(git * main)", "git push origin dev", false],
    ["Bash(make deploy)", "make deploy", true],
    ["Bash(make deploy)", "make deploy x", false],
    ["Bash", "ls", true],
    ["*", "ls", true],
    ["Read(./secret/**)", "cat secret/key", true],
    ["Read(./secret/**)", "cat alias/key", true],
    ["Read(./alias/**)", "cat secret/key", true],
    ["Read(./secret/**)", "grep -r x .", true],
    ["Read(./secret/**)", "cat s*/key", true],
    ["Read(./secret/**)", "cat src/a.ts", false],
    ["Read(./secret/**)", "cp secret/key src/b", true],
    ["Read(./secret/**)", "cat SECRET/key", true],
    ["Read(./secret/**)", "ls src", false],
    ["Read(.env)", "cat ./src/../.env", true],
    ["Read(*.pem)", "cat x/y/z.pem", true],
    ["Edit(./src/**)", "rm src/a.ts", true],
    ["Edit(./src/**)", "echo x > src/new", true],
    ["Edit(./src/**)", "rm -rf .", true],
    ["Edit(./src/**)", "mv src/a.ts b", true],
    ["Edit(./src/**)", "cat src/a.ts", false],
    ["WebFetch(domain:evil.com)", "curl https://evil.com/x", true],
    ["WebFetch(domain:evil.com)", "curl https://sub.evil.com/x", true],
    ["WebFetch(domain:evil.com)", "curl https://notevil.com/x", false],
    ["Read(/etc/passwd)", "cat /etc/passwd", true],
    ["Read(//etc/passwd)", "cat /etc/passwd", true],
    ["Edit(~/notes/*.md)", () => edit(join(here.home, "notes/a.md")), true],
    ["Read(./secret/**)", () => call("Read", { file_path: here.at("alias/key") }), true],
    ["Read(./secret/**)", () => call("Grep", { pattern: "x" }), true],
    ["Read(./secret/**)", () => call("Grep", { pattern: "x", path: here.at("src") }), false],
    ["Edit", () => call("Write", { file_path: here.at("x"), content: "" }), true],
    ["mcp__git", () => call("mcp__git__push", {}), true],
    ["mcp__git__pu*", () => call("mcp__git__push", {}), true],
    ["mcp__git__push", () => call("mcp__git__pull", {}), false],
    ["mcp__git", () => call("mcp__github__push", {}), false],
    ["mcp__evil__danger", () => call("mcp__evil___danger", {}), true],
    ["mcp__evil__danger", () => call("mcp__evil__%20danger", {}), true],
    ["mcp__evil__danger", () => call("mcp__evil__dan__ger%0A", {}), true],
    ["mcp__evil__danger", () => call("mcp__evil__mcp__evil__danger", {}), true],
    ["mcp__evil__danger", () => call("claude-code:mcp__evil__ danger", {}), true],
    ["mcp__evil__ask_me", () => call("mcp__evil__ask%20me", {}), true],
    ["mcp__evil__askme", () => call("mcp__evil__ask%20me", {}), true],
    ["mcp__evil__askme", () => call("mcp__evil__ask-me", {}), true],
    ["mcp__evil__danger", () => call("mcp__evil__dangerous", {}), false],
    ["mcp__evil__danger", () => call("mcp__evilest__danger", {}), false],
    ["mcp__*__delete", () => call("mcp__fs__undelete", {}), false],
    ["Agent(deployer)", () => call("Agent", { prompt: "x", subagent_type: "deployer" }), true],
    ["Agent(deployer)", () => call("Agent", { prompt: "x", subagent_type: "other" }), false],
    ["WebFetch(domain:evil.com)", () => call("WebFetch", { url: "https://EVIL.com./" }), true],
  ])("deny %s and %s: %s", async (text, what, denied) => {
    const action = typeof what === "string" ? bash(what) : what();
    expect((await by("deny", text, action)) === "denyRule").toBe(denied);
  });

  test.each<[string, string | (() => Action), boolean]>([
    ["Bash(make lint)", "make lint", true],
    ["Bash(make lint)", "make  lint", true],
    ["Bash(make lint)", "make lint x", false],
    ["Bash(make:*)", "make lint", true],
    ["Bash(make:*)", "makex", false],
    ["Bash(make lint)", "MAKE lint", false],
    ["Bash(make:*)", "make a && make b", true],
    ["Bash(make:*)", "make a && evil", false],
    ["Bash(make:*)", "ls && make a", true],
    ["Bash(make:*)", "timeout 5 make a", true],
    ["Bash(make:*)", "sudo make a", false],
    ["Bash(make:*)", "CI=1 make a", true],
    ["Bash(make:*)", "EVIL=1 make a", false],
    ["Bash(make:*)", "make a > out.txt", true],
    ["Bash(make:*)", "make a > /etc/x", false],
    ["Bash(frob:*)", "frob 'a b' \"x$X\"", true],
    ["Bash(make:*)", 'make "x$X"', false],
    ["Bash(make:*)", 'make "$X"', false],
    ["Bash(make:*)", "$X a", false],
    ["Bash(make:*)", "make a <(evil)", false],
    ["Edit(./src/**)", () => edit(here.at("src/b.ts")), true],
    ["Edit(./src/**)", () => edit(here.at("SRC/b.ts")), false],
    ["Edit(./alias/**)", () => edit(here.at("alias/b")), false],
    ["WebFetch(domain:good.com)", () => call("WebFetch", { url: "https://good.com/x" }), true],
    ["WebFetch(domain:good.com)", () => call("WebFetch", { url: "https://a.good.com/x" }), false],
    ["WebFetch(domain:*.good.com)", () => call("WebFetch", { url: "https://a.good.com/x" }), true],
    ["WebFetch(domain:good.com)", () => call("WebFetch", { url: "https://good.com.evil/x" }), false],
    ["mcp__a__b", () => call("mcp__a__b", { x: 1 }), true],
    ["mcp__a", () => call("mcp__a__b", { x: 1 }), true],
    ["mcp__a__b", () => call("mcp__a__bc", { x: 1 }), false],
    ["mcp__a__b_c", () => call("mcp__a__b%20c", { x: 1 }), false],
    ["mcp__a", () => call("mcp__a__b%20c", { x: 1 }), true],
    ["mcp__a__b", () => call("mcp__a__b__del", { x: 1 }), false],
    ["mcp__a__b", () => call("mcp__a__b__", { x: 1 }), false],
    ["mcp__a__b*", () => call("mcp__a__b__del", { x: 1 }), true],
    ["Edit(./.vscode/**)", () => edit(here.at(".vscode/settings.json")), true],
    ["Edit(./**)", () => edit(here.at(".vscode/settings.json")), false],
  ])("allow %s and %s: %s", async (text, what, allowed) => {
    const action = typeof what === "string" ? bash(what) : what();
    expect((await by("allow", text, action)) === "allowRule").toBe(allowed);
  });

  test("deny beats ask beats allow, whatever the order", async () => {
    const permissions = { allow: ["Bash(make:*)"], ask: ["Bash(make:*)"], deny: ["Bash(make deploy:*)"] };
    const gate = here.gate({ settings: { permissions } });
    expect((await gate.check(bash("make deploy"))).by).toBe("denyRule");
    expect((await gate.check(bash("make x"))).by).toBe("askRule");
  });

  test("while a deny or ask rule with content exists, an opaque command passes neither 7 nor 8", async () => {
    const opaque = 'echo "${x@P}"';
    const settings = (deny: string[]) => ({
      mode: "default" as const,
      permissions: { allow: [`Bash(${opaque})`], deny },
    });
    expect((await here.gate({ settings: settings([]) }).check(bash(opaque))).by).toBe("allowRule");
    expect((await here.gate({ settings: settings(["Bash(git push:*)"]) }).check(bash(opaque))).by).toBe("prompt");
  });
});

describe("rules and what a task really runs", () => {
  let here: Project;
  beforeAll(() => {
    here = project();
    const scripts = {
      test: "vitest run",
      deploy: "npm run build && git push origin main",
      build: "tsc && rm -rf dist",
      wipe: "rm -rf ~",
      husky: "cp hook .husky/pre-commit",
      eval: 'eval "$CODE"',
      some: "$TOOL x",
    };
    here.write("package.json", JSON.stringify({ scripts }));
    here.write("Makefile", "all: lint\n\t@./deploy.sh prod\nlint:\n\teslint .\n");
    here.write("deploy.sh", "#!/bin/sh\nscp -r dist host:/srv\n");
    here.write("run.py", "print(1)\n");
  });
  afterAll(() => here.remove());
  const by = async (
    permissions: Partial<Record<List, string[]>>,
    command: string,
    mode: "default" | "auto" = "default",
  ) => (await here.gate({ settings: { mode, permissions } }).check(bash(command))).by;

  test.each<[string, string, boolean]>([
    ["Bash(git push:*)", "npm run deploy", true],
    ["Bash(git push:*)", "sudo npm --silent run deploy", true],
    ["Bash(git push:*)", "bash -c 'npm run deploy'", true],
    ["Bash(rm:*)", "npm run deploy", true],
    ["Bash(scp:*)", "make", true],
    ["Bash(scp:*)", "make all", true],
    ["Bash(scp:*)", "make lint", false],
    ["Bash(scp:*)", "./deploy.sh", true],
    ["Bash(scp:*)", "sh deploy.sh", true],
    ["Bash(scp:*)", ". ./deploy.sh", true],
    ["Bash(eslint:*)", "make lint", true],
    ["Edit(./dist/**)", "npm run build", true],
    ["Edit(~/**)", "npm run wipe", true],
    ["Bash(git push:*)", "npm test", false],
  ])("deny %s and %s: %s", async (rule, command, denied) => {
    expect((await by({ deny: [rule] }, command)) === "denyRule").toBe(denied);
  });

  test.each<[string[], string, boolean]>([
    [["Bash(npm test:*)"], "npm test", true],
    [["Bash(npm run deploy:*)"], "npm run deploy", true],
    [["Bash(npm run deploy)"], "npm run deploy", true],
    [["Bash(make:*)"], "make all", true],
    [["Bash(./deploy.sh:*)"], "./deploy.sh prod", true],
    // A rule for what is found below does not cover the runner, nor what stands beside it.
    [["Bash(git push:*)", "Bash(tsc:*)", "Bash(rm:*)"], "npm run deploy", false],
    [["Bash(npm test:*)"], "npm test $(npm run deploy)", false],
    [["Bash(npm test:*)"], "npm test && npm run deploy", false],
    [["Bash(npm test:*)"], "npm test | sh", false],
    [["Bash(npm test:*)"], "npm test; rm -rf dist", false],
    // A critical delete skips step 7, and a protected place wants to be named, wherever they are found.
    [["Bash(npm run wipe)"], "npm run wipe", false],
    [["Bash(npm run husky)"], "npm run husky", false],
    [["Bash(npm run husky)", "Bash(cp hook .husky/pre-commit)"], "npm run husky", false],
    [["Bash(npm run eval)"], "npm run eval", true],
    [["Bash(npm run eval:*)"], "npm run eval", true],
  ])("allow %s and %s: %s", async (allow, command, allowed) => {
    expect((await by({ allow }, command)) === "allowRule").toBe(allowed);
  });

  test.each(["npm run eval", "npm run some"])(
    "while a deny rule could speak of what %s hides, no rule allows it",
    async (command) => {
      expect(await by({ allow: ["Bash(npm run:*)"], deny: ["Bash(git push:*)"] }, command)).toBe("prompt");
    },
  );

  test("what was written in this session needs rules of its own", async () => {
    const allow = [
      "Bash(npm test:*)",
      "Bash(npm run lint)",
      "Bash(sh tool.sh:*)",
      "Bash(python3 run.py)",
      "Bash(git fetch)",
    ];
    const gate = here.gate({ settings: { mode: "default", permissions: { allow: [...allow, "Edit"] } } });
    const decide = async (command: string) => (await gate.check(bash(command))).by;
    here.write("tool.sh", "git push\n");
    expect(await decide("npm test")).toBe("allowRule");
    expect(await decide("sh tool.sh")).toBe("allowRule");
    expect(await decide("python3 run.py")).toBe("allowRule");
    for (const file of ["package.json", "tool.sh", "run.py"])
      expect((await gate.check(edit(here.at(file)))).behavior).toBe("allow");
    expect(await decide("npm test")).toBe("prompt");
    expect(await decide("npm run lint")).toBe("prompt");
    expect(await decide("sh tool.sh")).toBe("prompt");
    expect(await decide("python3 run.py")).toBe("prompt");
    here.write("tool.sh", "git fetch\n");
    expect(await decide("sh tool.sh")).toBe("allowRule");
  });
});
