/** What an archive or a patch writes is said by its contents: they are read, and what cannot be read no open rule covers. */
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash, type Project, project, SAYS_NO, scripted } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  run("git init -q");
});
afterEach(() => here.remove());
const run = (command: string): void =>
  void execFileSync("bash", ["--norc", "-ec", command], { cwd: here.root, env: { PATH: process.env.PATH } });

const diff = (name: string, extra = ""): string => `${extra}--- /dev/null\n+++ ${name}\n@@ -0,0 +1 @@\n+evil\n`;
const ALLOW = ["git apply", "git am", "git checkout-index", "patch", "tar", "bsdtar", "unzip", "cpio", "7z", "ar"];
const ruled = () => here.gate({ settings: { permissions: { allow: ALLOW.map((name) => `Bash(${name}:*)`) } } });

const GUARDED: readonly (readonly [string, string, string])[] = [
  ["git apply e.patch", diff("b/.claude/settings.json"), "safetyCheck"],
  ["git apply e.patch", diff('"b/\\056claude/settings.json"'), "safetyCheck"],
  ["git apply e.patch", "diff --git a/x b/.mcp.json\nrename from x\nrename to .mcp.json\n", "safetyCheck"],
  ["git apply -p0 e.patch", diff(".claude/settings.json"), "safetyCheck"],
  ["git apply -p2 e.patch", diff("a/b/.claude/settings.json"), "safetyCheck"],
  ["git apply --directory=.claude e.patch", diff("b/settings.json"), "safetyCheck"],
  ["git am e.patch", diff("b/.claude/settings.json", "From x\nSubject: y\n\n"), "safetyCheck"],
  ["git apply < e.patch", diff("b/.claude/settings.json"), "safetyCheck"],
  ["patch -p1 -i e.patch", diff("b/.git/hooks/pre-commit"), "safetyCheck"],
  ["patch -p1 < e.patch", diff("b/.git/hooks/pre-commit"), "safetyCheck"],
  ["patch < e.patch", diff("anything/opencode.json"), "safetyCheck"],
  ["patch -d .git/hooks -p1 < e.patch", diff("b/pre-commit"), "safetyCheck"],
  ["git apply e.patch", diff("b/.github/workflows/evil.yml"), "offline"],
  ["git apply e.patch", diff("b/.envrc"), "offline"],
  ["patch -p1 -i e.patch", diff("b/.vscode/tasks.json"), "offline"],
];

describe("a patch", () => {
  test.each(GUARDED)("%s of %j", async (command, content, by) => {
    here.write("e.patch", content);
    expect(await ruled().check(bash(command))).toMatchObject({ behavior: "ask", by });
    if (by !== "safetyCheck") return;
    expect((await here.gate().check(bash(command, { mode: "bypassPermissions" }))).by).toBe(by);
    const agreeing = here.gate({ classifier: scripted(SAYS_NO) });
    expect((await agreeing.check(bash(command))).by).toBe(by);
  });

  test("given as text", async () => {
    const command = `git apply <<'EOF'\n${diff("b/.claude/settings.json")}EOF`;
    expect((await ruled().check(bash(command))).by).toBe("safetyCheck");
  });

  test.each([["git apply e.patch"], ["patch -p1 -i e.patch"], ["patch -p1 < e.patch"], ["git apply --check e.patch"]])(
    "%s of ordinary files is covered",
    async (command) => {
      here.write("e.patch", diff("b/src/new.ts"));
      expect(await ruled().check(bash(command))).toMatchObject({ behavior: "allow", by: "allowRule" });
    },
  );

  test.each([
    ["not there", "git apply missing.patch", ""],
    ["no patch", "git apply e.patch", "hello"],
    ["made by the same call", "cp other.patch e.patch && git apply e.patch", diff("b/a.ts")],
    ["from a program", "cat e.patch | patch -p1", diff("b/a.ts")],
    ["makes a link", "git apply e.patch", `new file mode 120000\n${diff("b/l")}`],
    ["leads out", "git apply --unsafe-paths e.patch", diff("b/../../x")],
    ["from the index", "git checkout-index -a", ""],
  ])("what is not known is not covered: %s", async (_, command, content) => {
    here.write("e.patch", content);
    expect((await ruled().check(bash(command))).behavior).toBe("ask");
  });
});

describe("an archive", () => {
  const PACKED: readonly (readonly [string, string, string])[] = [
    ["tar cf x.tar -C t .", "tar xf x.tar", "t"],
    ["tar czf x.tgz -C t .", "tar xzf x.tgz", "t"],
    ["tar cf x.tar --format=pax -C t .", "tar -x -f x.tar", "t"],
    ["tar cf x.tar t", "tar xf x.tar --strip-components=1", "t"],
  ];
  test.each(PACKED)("%s, %s: guarded, judged, ordinary", async (pack, unpack) => {
    for (const [name, by] of [
      [".claude/settings.json", "safetyCheck"],
      [".envrc", "offline"],
      [`${"long".repeat(30)}/.mcp.json`, "safetyCheck"],
    ] as const) {
      run(`rm -rf t x.*; mkdir -p t/$(dirname ${name}); echo evil > t/${name}; ${pack}; rm -r t`);
      expect(await ruled().check(bash(unpack))).toMatchObject({ behavior: "ask", by });
    }
    run(`rm -rf t x.*; mkdir -p t/src; echo a > t/src/a.ts; ${pack}; rm -r t`);
    expect(await ruled().check(bash(unpack))).toMatchObject({ behavior: "allow", by: "allowRule" });
    run(`rm -rf t x.*; mkdir -p t; ln -s /etc t/l; ${pack}; rm -r t`);
    expect((await ruled().check(bash(unpack))).behavior).toBe("ask");
  });

  test("zip", async () => {
    const python = (names: string): void =>
      run(`rm -f x.zip; python3 -c "
import zipfile
z = zipfile.ZipFile('x.zip', 'w')
for n in '${names}'.split(): z.writestr(n, 'x')
z.close()"`);
    python("a.ts .claude/settings.json");
    expect((await ruled().check(bash("unzip x.zip"))).by).toBe("safetyCheck");
    python("settings.json");
    expect((await ruled().check(bash("unzip x.zip -d .claude"))).by).toBe("safetyCheck");
    python("a.ts src/b.ts");
    expect((await ruled().check(bash("unzip -o x.zip"))).by).toBe("allowRule");
  });

  test.each([
    ["tar xf none.tar"],
    ["tar xf odd.tar"],
    ["unzip odd.tar"],
    ["cpio -id < odd.tar"],
    ["7z x odd.tar"],
    ["ar x odd.tar"],
  ])("%s cannot be read", async (command) => {
    here.write("odd.tar", "BZh91AY odd");
    expect((await ruled().check(bash(command))).behavior).toBe("ask");
  });
});
