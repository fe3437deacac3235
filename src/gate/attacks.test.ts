/** How we would get a bad call through, kept as tests. A row passes when the gate does not allow. */
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GateOptions } from "../app/create-gate.ts";
import { loadSettings } from "../app/settings/index.ts";
import type { Action, Mode } from "../contract/action.ts";
import type { World } from "../contract/world.ts";
import { diskWorld } from "../machine/index.ts";
import { bash, call, edit, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("src/a.ts", "a\n");
  here.write("notes.txt", "mine\n");
  here.write("victim.txt", "outside\n");
  mkdirSync(join(here.home, ".ssh"), { recursive: true });
  writeFileSync(join(here.home, ".ssh/id_ed25519"), "key\n");
  writeFileSync(join(here.home, ".netrc"), "machine x\n");
  mkdirSync(join(here.home, "elsewhere"), { recursive: true });
  writeFileSync(join(here.home, "elsewhere/file"), "x\n");
  symlinkSync(join(here.home, "elsewhere"), here.at("out"));
  symlinkSync(join(here.home, ".ssh"), here.at("keys"));
  symlinkSync(join(here.home, ".ssh/id_ed25519"), here.at("src/readme.txt"));
  symlinkSync(here.at(".git"), here.at("gitlink"));
  linkSync(join(here.home, "elsewhere/file"), here.at("hard.txt"));
  mkdirSync(here.at("tree/.husky"), { recursive: true });
  writeFileSync(here.at("tree/.husky/pre-commit"), "evil\n");
  mkdirSync(here.at("plain"), { recursive: true });
  execFileSync("git", ["init", "-q"], { cwd: here.root });
});
afterAll(() => here.remove());

type Attack = readonly [what: string, action: Action | (() => Action), options?: GateOptions];
const allow = (...rules: string[]): GateOptions => ({ settings: { permissions: { allow: rules } } });

const ATTACKS: readonly Attack[] = [
  // Where an edit goes
  ["an edit after `cd /`", edit("etc/cron.d/x", { cwd: "/" })],
  ["an edit outside the project", edit("/etc/hosts")],
  ["an edit that climbs out", () => edit(here.at("src/../../other/x"))],
  ["an edit through a link that leads out", () => edit(here.at("out/file"))],
  ["a new file through a link that leads out", () => edit(here.at("out/new"))],
  ["`..` behind a link", () => edit(`${here.root}/out/../file`)],
  ["an edit of a file with two hard links", () => edit(here.at("hard.txt"))],
  ["an edit through a link to .git", () => edit(here.at("gitlink/hooks/pre-commit"))],
  ["an edit in home", () => edit(join(here.home, ".bashrc"))],
  ["the project root itself", () => edit(here.root)],
  ...[
    ".GIT/config",
    ".git./config",
    ".git /config",
    ".g\u200dit/config",
    ".git/hooks/x",
    "sub/.git/config",
    "GIT~1/config",
    ".git::$INDEX_ALLOCATION/x",
  ].map((path): Attack => [`an edit of ${JSON.stringify(path)}`, () => edit(here.at(path))]),
  ...[
    ".claude/settings.json",
    ".mcp.json",
    ".vscode/tasks.json",
    ".husky/pre-commit",
    "node_modules/x/i.js",
    ".env",
    ".github/workflows/x.yml",
    "CLAUDE.md",
    "main.tf",
    ".npmrc",
    ".envrc",
    "Jenkinsfile",
    ".gitattributes",
  ].map((path): Attack => [`an edit of ${path}`, () => edit(here.at(path))]),
  ["a write with a NUL in its path", call("Write", { file_path: "a\0b", content: "" })],
  [
    "a patch that also touches .git",
    () =>
      call("Patch", {
        patch: `*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** Add File: .git/hooks/x\n+x\n*** End Patch`,
      }),
  ],
  [
    "a patch that moves a file out",
    () =>
      call("Patch", { patch: `*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: ../../x.ts\n*** End Patch` }),
  ],
  ["a notebook in .git", () => call("NotebookEdit", { notebook_path: here.at(".git/x.ipynb"), new_source: "x" })],
  // Names that only look safe
  ["an MCP tool called read_file", call("mcp__files__read_file", { path: "/etc/passwd" })],
  ["an MCP tool called Read", call("mcp__x__Read", { file_path: "a" })],
  ["a tool called read", call("read", { file_path: "a" })],
  ["another host's tool called Read", call("Read", { file_path: "/etc/passwd" }, { host: "gemini" })],
  ["__proto__ as a tool", call("__proto__", {})],
  ["constructor as a tool", call("constructor", {})],
  // Fields
  [
    "a field that switches the sandbox off",
    bash("ls", {}) && call("Bash", { command: "ls", dangerouslyDisableSandbox: true }),
  ],
  ["escalated permissions", call("Bash", { command: "ls", sandbox_permissions: "require_escalated" })],
  ["an undeclared field on a safe tool", () => call("Read", { file_path: here.at("src/a.ts"), exec: "rm -rf /" })],
  [
    "an undeclared field under an allow rule",
    call("Bash", { command: "make lint", shell: "/tmp/evil" }),
    allow("Bash(make lint)"),
  ],
  ["__proto__ in the input", JSON.parse('{"tool":"Bash","input":{"command":"ls","__proto__":{"x":1}}}')],
  // Rules
  [
    "an ask rule on Edit(*) does not let .git through",
    () => edit(here.at(".git/hooks/x")),
    { settings: { permissions: { ask: ["Edit(*)"] }, autoMode: { askRules: "classify" } } },
  ],
  ["Bash(rm:*) and rm -rf ~", bash("rm -rf ~"), allow("Bash(rm:*)")],
  ["Bash(rm:*) and rm -rf .", bash("rm -rf ."), allow("Bash(rm:*)")],
  ["Bash(rm:*) and rm -rf /", bash("rm -rf /"), allow("Bash(rm:*)")],
  ["Bash(rm:*) and rm -rf of a variable", bash('rm -rf "$DIR"'), allow("Bash(rm:*)")],
  ["Bash(rm:*) and rm -rf *", bash("rm -rf *"), allow("Bash(rm:*)")],
  ["Bash(rm:*) and rm -rf ..", bash("rm -rf .."), allow("Bash(rm:*)")],
  ["Bash(rm:*) and a direct child of /", bash("rm -rf /usr"), allow("Bash(rm:*)")],
  ["Bash(cp:*) into a protected place", bash("cp src/a.ts .vscode/tasks.json"), allow("Bash(cp:*)")],
  ["a rule for a program and its output elsewhere", bash("make lint > ~/.bashrc"), allow("Bash(make lint)")],
  ["a rule covers one of two sub-commands", bash("make lint && make deploy"), allow("Bash(make lint)")],
  ["a rule and a substitution", bash("make lint $(make deploy)"), allow("Bash(make lint:*)")],
  ["a rule and a line break", bash("make lint\nmake deploy"), allow("Bash(make lint:*)")],
  ["a rule and a background job", bash("make lint & make deploy"), allow("Bash(make lint)")],
  ["a rule and a loader variable", bash("LD_PRELOAD=./x.so make lint"), allow("Bash(make lint)")],
  ["a rule and PATH", bash("PATH=./bin:$PATH make lint"), allow("Bash(make lint)")],
  ["a git rule with code in an option", bash("git -c core.pager='!sh' log"), allow("Bash(git:*)")],
  ["a find rule with -exec", bash("find . -exec sh x.sh ';'"), allow("Bash(find:*)")],
  ["an allow rule whose link leads out", () => edit(here.at("out/file")), allow("Edit(./out/**)")],
  ["a suspended rule in auto mode", bash("python3 -c 'x'"), allow("Bash(python3:*)")],
  ["every command in auto mode", bash("make deploy"), allow("Bash")],
  ["every tool in auto mode", bash("make deploy"), allow("*")],
  ["an agent rule in auto mode", call("Agent", { prompt: "x", subagent_type: "y" }), allow("Agent(y)")],
  // Secrets
  ["a key by Read", () => call("Read", { file_path: join(here.home, ".ssh/id_ed25519") })],
  ["a key through a link", () => call("Read", { file_path: here.at("keys/id_ed25519") })],
  ["a search over the keys", () => call("Grep", { pattern: "x", path: join(here.home, ".ssh") })],
  ["a search over home", () => call("Grep", { pattern: "x", path: here.home })],
  ["a search over /", call("Grep", { pattern: "x", path: "/" })],
  ["a key by cat", bash("cat ~/.ssh/id_ed25519")],
  ["a key by cat through a link", bash("cat keys/id_ed25519")],
  ["a key by a link with an innocent name", bash("cat src/readme.txt")],
  ["a key by a glob over links", bash("cat src/*")],
  ["a recursive grep of home", bash("grep -r token ~")],
  ["an unknown file", bash('cat "$FILE"')],
  ["a process's environment", bash("cat /proc/self/environ")],
  ["the whole environment", bash("env")],
  ["a key copied into the project", bash("cp ~/.netrc ./x")],
  // The edit fast path in the shell
  ["removing what is not committed and cannot be saved", bash("rm notes.txt"), { restore: null }],
  ["overwriting what is not committed and cannot be saved", bash("echo x > notes.txt"), { restore: null }],
  ["editing what is not committed and cannot be saved", edit("notes.txt"), { restore: null }],
  ["moving a protected tree", bash("mv tree other")],
  ["copying a protected tree", bash("cp -r tree other")],
  ["a link made by cp", bash("cp -s src/a.ts b")],
  ["a hard link made by cp", bash("cp -l src/a.ts b")],
  ["a link made by ln", bash("ln -s / root")],
  ["sed that runs code", bash("sed -i 's/a/id/e' src/a.ts")],
  ["sed that writes elsewhere", bash("sed -n 'w /tmp/x' src/a.ts")],
  ["an edit through cd", bash("cd / && touch etc/x")],
  ["a redirection out", bash("echo x > /tmp/../etc/x")],
  ["a write to the hooks", bash("cp src/a.ts .git/hooks/pre-commit")],
  ["an amended commit", bash("git commit --amend -m x")],
  ["a commit without its hooks", bash("git commit --no-verify -m x")],
  ["a hook written and run in one command", bash("git config core.hooksPath plain && git commit -m x")],
  [
    "a hook put in place before the commit",
    bash("mkdir -p .husky && cp src/a.ts .husky/pre-commit && git commit -m x"),
  ],
];

describe("attacks", () => {
  test.each(ATTACKS.map(([what, action, options]) => [what, action, options] as const))(
    "%s",
    async (_what, action, options = {}) => {
      const decision = await here.gate(options).check(typeof action === "function" ? action() : action);
      expect(decision.behavior, `${decision.by}: ${decision.reason}`).not.toBe("allow");
    },
  );

  test.each(["/", "home", "parent of home"])("no edit fast path when the session started in %s", async (where) => {
    const root = where === "/" ? "/" : where === "home" ? here.home : join(here.home, "..");
    const decision = await here.gate({ projectRoot: root }).check(edit(here.at("src/a.ts"), { cwd: here.root }));
    expect(decision.by).toBe("offline");
  });

  test.each([".gi*/hooks/x", ".c[l]aude/x"])("a glob that names a guarded place asks: %s", async (path) => {
    const check = (): ReturnType<ReturnType<typeof here.gate>["check"]> => here.gate().check(bash(`touch ${path}`));
    expect((await check()).behavior).toBe("ask");
    here.write(".git/hooks/x", "");
    here.write(".claude/x", "");
    expect((await check()).by).toBe("safetyCheck");
  });

  test("a link made in this session is not edited through", async () => {
    const gate = here.gate({ settings: { permissions: { allow: ["Bash(ln -s plain later)"] } } });
    expect((await gate.check(bash("ln -s plain later"))).by).toBe("allowRule");
    symlinkSync("plain", here.at("later"));
    expect((await gate.check(edit(here.at("later/x.ts")))).by).toBe("offline");
    expect((await gate.check(edit(here.at("plain/x.ts")))).by).toBe("acceptEdits");
  });

  test.each(["cat /shortcut/config", "git diff HEAD~3; cat /shortcut/config"])(
    "a link at the top of the disk is seen, whatever was looked for before: %s",
    async (command) => {
      const disk = diskWorld({ home: here.home, path: "/usr/bin:/bin" });
      const world: World = {
        ...disk,
        lstat: (path) => disk.lstat(path === "/shortcut" ? here.at("keys") : path),
        readLink: (path) => disk.readLink(path === "/shortcut" ? here.at("keys") : path),
      };
      expect((await here.gate({ world }).check(bash(command))).behavior).toBe("ask");
    },
  );

  test("in a mode that there is not, what would have to be judged is denied", async () => {
    const gate = here.gate({ settings: { permissions: { allow: ["Bash(node:*)"] } } });
    gate.enter("yolo" as Mode);
    for (const command of ["make deploy", "node x.js"])
      expect(await gate.check(bash(command))).toMatchObject({ behavior: "deny", by: "error" });
    expect(gate.rules().map(({ suspended }) => suspended)).toEqual([expect.any(String)]);
  });

  test("a project file that sets projectTasks, a mode or allow rules is ignored and named", () => {
    here.write(
      ".sallyport/settings.json",
      JSON.stringify({
        mode: "bypassPermissions",
        projectTasks: ["/"],
        permissions: { allow: ["*"], deny: ["Bash(x:*)"] },
      }),
    );
    const loaded = loadSettings({ managedPath: null, userPath: null, projectRoot: here.root, env: {} });
    if (!loaded.ok) throw new Error(loaded.error);
    expect(loaded.value.settings).toMatchObject({ mode: "auto" });
    expect(loaded.value.settings.rules.map((rule) => rule.text)).toEqual(["Bash(x:*)"]);
    expect(loaded.value.warnings.join("\n")).toMatch(
      /mode is ignored[\s\S]*projectTasks is ignored[\s\S]*permissions.allow is ignored/,
    );
  });
});

describe("no trick of spelling moves an edit past the fast path", () => {
  const guarded = fc.constantFrom(".git", ".claude", ".codex", ".sallyport", ".vscode", "node_modules", ".husky");
  const bend = fc.constantFrom(
    (name: string) => name,
    (name: string) => name.toUpperCase(),
    (name: string) => `${name}.`,
    (name: string) => `${name} `,
    (name: string) => `./x/../${name}`,
    (name: string) => `src/../${name}`,
    (name: string) => `//${name}`,
    (name: string) => `${name.slice(0, 1)}\u200b${name.slice(1)}`,
    (name: string) => name.replace(/[a-z]/, (c) => String.fromCodePoint(0xff41 + c.charCodeAt(0) - 97)),
    (name: string) => `plain/../src/.././${name}`,
  );
  test("guarded and protected names under any spelling", async () => {
    const gate = here.gate();
    await fc.assert(
      fc.asyncProperty(guarded, bend, fc.constantFrom("", "/a", "/a/../b", "/./c"), async (name, spell, rest) => {
        const decision = await gate.check(
          call("Write", { file_path: `${here.root}/${spell(name)}${rest}`, content: "x" }),
        );
        return decision.behavior !== "allow";
      }),
      { numRuns: 300 },
    );
  });

  test("no path made of these pieces is allowed outside the project", async () => {
    const gate = here.gate();
    const piece = fc.constantFrom("..", ".", "src", "out", "keys", "gitlink", "plain", "file", "~", "hard.txt", "");
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 7 }), async (pieces) => {
        const path = pieces.join("/");
        const decision = await gate.check(call("Write", { file_path: path, content: "x" }, { cwd: here.root }));
        if (decision.behavior !== "allow") return true;
        const { execFileSync: run } = await import("node:child_process");
        const real = run("realpath", ["-m", "--", path], { cwd: here.root, encoding: "utf8" }).trim();
        return real.startsWith(`${here.root}/`) && !real.includes("/.git");
      }),
      { numRuns: 300 },
    );
  });
});
