/** Paths that are not where they seem, kept as tests. A row passes when the gate does not allow. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GateOptions } from "../app/create-gate.ts";
import { supposeWalls } from "../contain/index.ts";
import type { Action } from "../contract/action.ts";
import { bash, call, edit, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("src/a.ts", "a\n");
  here.write("src/b.ts", "b\n");
  here.write("keys.txt", "ssh-ed25519 AAAA\n");
  for (const [path, content] of [
    [".ssh/id_ed25519", "key\n"],
    [".config/gh/hosts.yml", "token\n"],
    ["notes/private.txt", "private\n"],
  ] as const) {
    mkdirSync(join(here.home, path, ".."), { recursive: true });
    writeFileSync(join(here.home, path), content);
  }
  execFileSync("git", ["init", "-q"], { cwd: here.root });
  const links: readonly (readonly [from: string, to: string])[] = [
    ["l", "/proc/self/cwd"],
    ["thread", "/proc/thread-self/cwd"],
    ["twice", "l"],
    ["deep", "src/../l"],
    ["root", "/proc/self/root"],
    ["pid", "/proc/999999/cwd"],
    ["task", "/proc/self/task/1/cwd"],
    ["fd", "/dev/fd"],
    ["in", "/dev/stdin"],
    ["up", "/proc/../proc/self/../self/cwd"],
    ["é", join(here.home, ".ssh/id_ed25519")],
    ["tree/z", join(here.home, ".ssh")],
    ["tree/n", join(here.home, "notes")],
    ["marks/]x", join(here.home, ".ssh/id_ed25519")],
  ];
  for (const [from, to] of links) {
    mkdirSync(join(here.at(from), ".."), { recursive: true });
    symlinkSync(to, here.at(from));
  }
  here.write("tree/plain.txt", "x\n");
  here.write("calm/plain.txt", "x\n");
  here.write("marks/plain.txt", "x\n");
});
afterAll(() => here.remove());

type Row = readonly [what: string, action: Action | (() => Action), options?: GateOptions];
const denyNotes: GateOptions = {
  settings: { permissions: { deny: ["Read(~/notes/**)", "Edit(~/notes/**)"] } },
};

const THROUGH_PROC: readonly Row[] = [
  ...["l", "thread", "twice", "deep", "pid", "task", "up"].flatMap((link): Row[] => [
    [`a copy into .git through ${link}`, bash(`cd .git && cp ../keys.txt ../${link}/hooks/pre-commit`)],
    [
      `a key for logging in through ${link}`,
      () => bash(`cd ~/.ssh && cp ${here.at("keys.txt")} ${here.at(link)}/authorized_keys`),
    ],
    [`a token read through ${link}`, () => bash(`cd ~/.config/gh && cat ${here.at(link)}/hosts.yml`)],
    [`a denied file read through ${link}`, () => bash(`cd ~/notes && cat ${here.at(link)}/private.txt`), denyNotes],
    [`a denied file found through ${link}`, () => bash(`cd ~/notes && grep -r private ${here.at(link)}/`), denyNotes],
    [`a write through ${link}`, () => call("Write", { file_path: here.at(`${link}/x.txt`), content: "x" })],
    [`an edit through ${link}`, () => edit(here.at(`${link}/src/a.ts`))],
    [`reading through ${link}`, () => call("Read", { file_path: here.at(`${link}/id_ed25519`) })],
    [`searching through ${link}`, () => call("Grep", { pattern: "x", path: here.at(link) })],
    [`a directory through ${link}`, bash(`cd ${link} && cat id_ed25519`)],
    [`a delete through ${link}`, bash(`rm -r ${link}/src`)],
    [`git through ${link}`, bash(`git -C ${link} commit -qm x`)],
  ]),
  ["a file by way of the process's root", () => bash(`cat root${here.home}/.ssh/id_ed25519`)],
  ["an open file", bash("cat fd/0")],
  ["what is piped in, by a link", () => call("Read", { file_path: here.at("in") })],
  ["the link named outright", bash("cd ~/.ssh && cat /proc/self/cwd/id_ed25519")],
  ["names listed through a link", () => bash(`cd ~/.ssh && ls ${here.at("l")}`)],
  ["a pattern through a link", () => bash(`cd ~/.ssh && cat ${here.at("l")}/id_*`)],
  ["a link matched by a pattern", () => bash(`cd ~/.ssh && cat ${here.root}/?/id_ed25519`)],
  ["a rule for rm", bash("rm -rf l/src"), { settings: { mode: "default", permissions: { allow: ["Bash(rm:*)"] } } }],
];

const BRACKETS: readonly Row[] = [
  ...["[[:alpha:]]", "[[.z.]]", "[[=z=]]", "[\\]z]", "[!a-y]", "[^a]", "[a-z]", "[[:x:]z]", "[]z]"].map(
    (set): Row => [`tree/${set}/id_ed25519`, bash(`cat tree/${set}/id_ed25519`)],
  ),
  ...["[\\]]x", "[]]x", "[[.right-square-bracket.]]x", "[[.].]]x", "[!a]x", "[[:punct:]]x"].map(
    (name): Row => [`marks/${name}`, bash(`cat marks/${name}`)],
  ),
  ...[
    "~/.[[:lower:]]sh/id_ed25519",
    "~/.s[\\s]h/id_ed25519",
    "~/.ss[[.h.]]/*",
    "~/.ss[[=h=]]/id_ed25519",
    "~/.[r-t]sh/*",
  ].map((path): Row => [path, bash(`cat ${path}`)]),
  ["a link whose name is two bytes where the locale has no letters", bash("cat ??")],
];

const named = (rows: readonly Row[]): [what: string, row: Row][] => rows.map((row) => [row[0], row]);

const refuse = async ([, action, options]: Row): Promise<void> => {
  const decision = await here.gate(options).check(typeof action === "function" ? action() : action);
  expect(decision.behavior, `${decision.by}: ${decision.reason}`).not.toBe("allow");
};

describe("links that lead elsewhere for every process", () => {
  test.each(named(THROUGH_PROC))("%s", (_what, row) => refuse(row));
  test.each([
    ["the processors", "cat /proc/cpuinfo"],
    ["what is mounted", "cat /proc/mounts"],
    ["a process's own state", "cat /proc/self/status"],
  ])("%s can still be read", async (_what, command) =>
    expect((await here.gate().check(bash(command))).behavior).toBe("allow"),
  );
  test("a deny rule matches what could be anywhere", async () =>
    expect(await here.gate(denyNotes).check(call("Read", { file_path: here.at("l/private.txt") }))).toMatchObject({
      behavior: "deny",
      by: "denyRule",
    }));
});

describe("brackets", () => {
  test.each(named(BRACKETS))("%s", (_what, row) => refuse(row));
  test.each(["cat src/[ab].ts", "cat src/[a-b].ts", "wc -l src/[[:alpha:]].ts", "cat calm/[!x]*.txt"])(
    "%s is read",
    async (command) =>
      expect(await here.gate().check(bash(command, { walls: "host" }))).toMatchObject({
        by: "readOnly",
        walls: "host",
      }),
  );
});

describe("git's own directories wherever they lie", () => {
  let repo: Project;
  const git = (dir: string, ...args: string[]): void => {
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: dir });
  };
  beforeAll(() => {
    repo = project();
    // `gitdir: ./.bare`, hooks and objects elsewhere.
    git(repo.root, "init", "-q", "--separate-git-dir=store");
    git(repo.root, "config", "core.hooksPath", "scripts/hooks");
    repo.write("scripts/hooks/README", "");
    git(repo.home, "init", "-q", "--bare", repo.at("mirror"));
    writeFileSync(join(repo.at("store"), "objects/info/alternates"), `${repo.at("spare/objects")}\n`);
    repo.write("spare/objects/x", "");
    // Three of four writes that make a repository.
    repo.write("made/HEAD", "ref: refs/heads/main\n");
    repo.write("made/config", "[core]\n");
    repo.write("made/objects/x", "");
    repo.write("shared/HEAD", "ref: refs/heads/main\n");
    // A `.git` file that leads to what is no repository yet.
    repo.write("later/.git", "gitdir: ./hidden\n");
    repo.write("later/hidden/x", "");
    // A repository whose work tree is the person's home.
    git(repo.home, "init", "-q", repo.at("moved"));
    git(repo.at("moved"), "config", "core.worktree", repo.home);
    // Another repository behind a link.
    mkdirSync(join(repo.home, "code/other"), { recursive: true });
    git(join(repo.home, "code/other"), "init", "-q");
    symlinkSync("../other", repo.at("link"));
    repo.write("a.txt", "a\n");
  });
  afterAll(() => repo.remove());

  test.each([
    "store/hooks/pre-commit",
    "store/config",
    "store/info/attributes",
    "scripts/hooks/pre-commit",
    "mirror/config",
    "mirror/hooks/post-update",
    "spare/objects/info/alternates",
    "made/refs/heads/main",
    "shared/commondir",
    "later/hidden/config",
    "link/.git/hooks/pre-commit",
    "moved/.git/config",
  ])("a write to %s asks the person", async (path) => {
    const written = await repo.gate().check(call("Write", { file_path: repo.at(path), content: "x" }));
    expect([written.behavior, written.by, written.rule]).toEqual(["ask", "safetyCheck", "Unasked Persistence"]);
    const copied = await repo.gate().check(bash(`cp a.txt ${path}`));
    expect([copied.behavior, copied.by]).toEqual(["ask", "safetyCheck"]);
  });
  test.each([
    "git -C moved add -A",
    "git -C moved status",
    "git -C moved diff",
    "git -C link add -A",
    "git -C link commit -qm x",
    "cd link && git commit -qm x",
    "rm -r mirror/hooks",
    "cp -r scripts mirror",
  ])("%s is not proven", async (command) =>
    expect((await repo.gate().check(bash(command))).behavior).not.toBe("allow"),
  );
  test.each(["git status", "git add a.txt", "cp a.txt b.txt", "mkdir refs"])("%s still passes", async (command) =>
    expect((await repo.gate().check(bash(command))).behavior).toBe("allow"),
  );
});

describe("what starts programs", () => {
  test.each([
    ["opencode.json", "safetyCheck"],
    ["sub/opencode.jsonc", "safetyCheck"],
    [".vscode/mcp.json", "safetyCheck"],
    [".kiro/settings/mcp.json", "safetyCheck"],
  ])("%s asks by any tool", async (path, by) => {
    for (const action of [
      call("Write", { file_path: here.at(path), content: "{}" }),
      edit(here.at(path)),
      bash(`cp keys.txt ${path}`),
      bash(`echo x > ${path}`),
      bash(`tee ${path} < keys.txt`),
      bash(`rm -f ${path}`),
      bash(`mv keys.txt ${path}`),
    ])
      expect(await here.gate({ settings: { mode: "bypassPermissions" } }).check(action)).toMatchObject({
        behavior: "ask",
        by,
      });
  });
  test.each([
    ".cursorrules",
    ".github/agents/x.md",
    ".zed/tasks.json",
    ".nvim.lua",
    "azure-pipelines.yml",
    ".githooks/x",
  ])("%s is no plain edit", async (path) => {
    for (const action of [edit(here.at(path)), bash(`cp keys.txt ${path}`), bash(`mv keys.txt ${path}`)])
      expect((await here.gate({ classifier: null }).check(action)).behavior).not.toBe("allow");
  });
  test("a tree whose names become protected where it goes is not copied", async () => {
    here.write("bundle/workflows/x.yml", "on: push\n");
    here.write("bundle/deep/lsp.json", "{}\n");
    mkdirSync(here.at(".github"), { recursive: true });
    for (const command of ["cp -rT bundle .github", "cp -r bundle/workflows .github/", "mv bundle/workflows .github/"])
      expect((await here.gate().check(bash(command))).behavior).not.toBe("allow");
    const walled = here.gate({ walls: supposeWalls() });
    expect((await walled.check(bash("cp -r bundle other", { walls: true }))).behavior).toBe("allow");
  });
});

describe("links below what is read whole", () => {
  test.each([
    "grep -R key tree",
    "grep --dereference-recursive key tree",
    "grep -rR key tree",
    "rg -L key tree",
    "rg --follow key tree",
    "ag -f key tree",
    "diff -r tree calm",
    "diff -rN tree calm",
    "diff tree calm",
    "cp -rL tree copy",
    "cp -R --dereference tree copy",
    "tar -chf out.tar tree",
    "tar -c --dereference -f out.tar tree",
    "zip -r out.zip tree",
    "rsync -anL tree/ calm/",
    "find tree -type l -exec cat {} +",
    "find -L tree -type f -exec cat {} +",
    "find tree -exec head -n 5 {} ;".replace(";", "\\;"),
    "grep -R key t*",
  ])("%s", async (command) => {
    expect((await here.gate().check(bash(command))).behavior).not.toBe("allow");
    const denied = await here.gate(denyNotes).check(bash(command));
    expect([denied.behavior, denied.by]).toEqual(["deny", "denyRule"]);
  });
  test.each(["grep -R x calm", "diff -r calm src", "diff src/a.ts src/b.ts", "grep -R x src/a.ts"])(
    "%s: no link leads out, and no rule is broken",
    async (command) => expect((await here.gate(denyNotes).check(bash(command))).by).not.toBe("denyRule"),
  );
  test("a tree that is read without following links is read", async () =>
    expect((await here.gate().check(bash("grep -rn x tree"))).behavior).toBe("allow"));
});

describe("credentials by name", () => {
  test.each([
    "cat .pypirc",
    "cat config/.boto",
    "cat ~/.config/pypoetry/auth.toml",
    "cat /srv/people/bob/.aws/credentials",
    "cat /data/home/bob/.ssh/config",
    "head /mnt/backup/root/.kube/config",
    "cat fixtures/home/.docker/config.json",
    "find . -name .env -exec cat {} \\;",
    "find . -name id_rsa -exec head {} +",
    "find . -type f -iname .ENV -exec cat {} +",
    "find / -path '*/.netrc' -exec cat {} +",
    "find . -name '.env*' -exec cat {} +",
  ])("%s", async (command) => {
    const { behavior } = await here.gate().check(bash(command));
    expect(behavior).not.toBe("allow");
  });
  test.each([["/srv/people/bob/.ssh/id_x"], ["/data/x/.aws/credentials"], [".pypirc"]])("reading %s", async (path) =>
    expect((await here.gate().check(call("Read", { file_path: path }))).behavior).not.toBe("allow"),
  );
  test.each(["cat src/a.ts", "grep -rn x src", "ls .aws"])("%s is none", async (command) =>
    expect((await here.gate().check(bash(command))).behavior).toBe("allow"),
  );
});

describe("a bound that was hit is said as such", () => {
  test("more files than are looked through are no hunt for credentials, and nothing is proven", async () => {
    const many = project();
    for (let i = 0; i < 210; i += 1) for (let j = 0; j < 100; j += 1) many.write(`src/d${i}/f${j}.ts`, "");
    const few = await many.gate({ classifier: null }).check(bash("wc -l src/d1/*.ts"));
    expect([few.behavior, few.by]).toEqual(["allow", "readOnly"]);
    const decision = await many.gate({ classifier: null }).check(bash("wc -l src/*/*.ts"));
    expect([decision.behavior, decision.by, decision.rule]).toEqual(["ask", "offline", null]);
    many.remove();
  });
});

describe("half of a pair of surrogates, for which a host writes another name", () => {
  test.each<[string, () => Action]>([
    ["Write", () => call("Write", { file_path: here.at("src/\ud83d.ts"), content: "x" })],
    ["Write, the other half", () => call("Write", { file_path: here.at("src/\ude00.ts"), content: "x" })],
    ["Edit", () => edit(here.at("src/\ud83d.ts"))],
    ["MultiEdit", () => call("MultiEdit", { file_path: here.at("src/x\ud83d"), edits: [] })],
    ["Read", () => call("Read", { file_path: here.at("src/\ud83d.ts") })],
    ["a directory", () => call("Write", { file_path: here.at("\ud83d/a.ts"), content: "x" })],
    ["a shell", () => bash("echo x > src/\ud83d.ts")],
    ["a shell that reads", () => bash("cat src/\ud83d.ts")],
  ])("%s", async (_, action) => {
    expect((await here.gate().check(action())).by).not.toMatch(/^(?:acceptEdits|readOnly|safeTool|contained)$/);
  });
  test("a whole pair is a name like any other", async () => {
    expect((await here.gate().check(call("Write", { file_path: here.at("src/\u{1f600}.ts"), content: "x" }))).by).toBe(
      "acceptEdits",
    );
  });
});
