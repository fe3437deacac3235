/** Secrets by way of git: taken into its index, printed from there, from commits and from history, with no word that names them. */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { supposeWalls } from "../contain/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

const KEY = `-----BEGIN RSA PRIVATE ${"KEY"}-----\nMIIEow\n-----END RSA PRIVATE KEY-----\n`;
const CERTIFICATE = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";

const gitIn =
  (here: Project) =>
  (...words: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], {
      cwd: here.root,
      stdio: ["ignore", "pipe", "ignore"],
    })
      .toString()
      .trim();

function repository(files: Readonly<Record<string, string>>): Project {
  const here = project();
  const git = gitIn(here);
  git("init", "-qb", "main");
  for (const [path, content] of Object.entries({ "README.md": "a\n", "src/a.ts": "a\n", "docs/a.md": "a\n", ...files }))
    here.write(path, content);
  git("add", "-A");
  git("commit", "-qm", "first");
  return here;
}

const isAllowed = async (here: Project, command: string): Promise<boolean> =>
  (await here.gate().check(bash(command))).behavior === "allow";

/** What commits hold is shown by no proof: ordinary looks at it run inside walls. */
const isAllowedInWalls = async (here: Project, command: string): Promise<boolean> =>
  (await here.gate({ walls: supposeWalls() }).check(bash(command, { walls: true }))).behavior === "allow";

describe("what would be taken up", () => {
  let here: Project;
  beforeAll(() => {
    here = repository({ ".gitignore": "dist\n" });
    for (const path of [".env", "deploy.key", "ops/service-account.json", "ops/server.pem"]) here.write(path, KEY);
    here.write("ops/ca.pem", CERTIFICATE);
    here.write("dist/.env", "S=1\n");
    here.write("node_modules/x/test/server.key", KEY);
    here.write("src/b.ts", "b\n");
    here.write("src/a.ts", "changed\n");
  });
  afterAll(() => here.remove());

  test.each([
    "git add -A",
    "git add .",
    "git add --all",
    "git add .env",
    "git add ./deploy.key",
    "git add ops",
    "git add ops/*",
    "git add ops/server.pem",
    "git add ops/service-account.json",
    "git add '*.json'",
    "git add ':(top)ops'",
    "git add .e*",
    "git add src ops",
    "git stage -A",
    "cd src && git add ..",
    "git add -A && git diff --cached",
    "git add -A && git commit -m x && git show HEAD",
    "git add -N .env",
  ])("%s is held", async (command) => {
    expect(await isAllowed(here, command)).toBe(false);
  });

  test.each([
    "git add src",
    "git add src/b.ts",
    "git add src docs README.md",
    "git add docs",
    "git add src/*",
    "git add '*.ts'",
    "git add -u",
    "git add ops/ca.pem",
    "git add dist/.env",
    "git commit -am x",
    "git add src && git commit -m 'work'",
    "git add src/b.ts && git diff --cached --stat",
    "git diff",
    "git diff --cached",
    "git status",
  ])("%s stays allowed", async (command) => {
    expect(await isAllowedInWalls(here, command)).toBe(true);
  });
});

describe("what an ignore file covers until the call, or the one before, takes it away", () => {
  let here: Project;
  beforeAll(() => {
    here = repository({ ".gitignore": ".env\n*.key\n" });
    here.write(".env", "S=1\n");
    here.write("a/b/deploy.key", KEY);
  });
  afterAll(() => here.remove());

  test.each([
    "git add -A",
    "git add -A && git diff --cached",
    "git add . && git commit -m x && git show HEAD",
    "echo out >> .gitignore && git add -A && git commit -m x",
    "git add .gitignore && git commit -m x && git show --stat HEAD",
    "rm -r docs && git add -A",
    "mv src/a.ts src/c.ts && git add -A && git commit -m x",
    "git mv src/a.ts src/c.ts && git add -A",
    "echo x > src/d.ts && git add src/d.ts && git commit -m x",
  ])("%s stays allowed", async (command) => {
    expect(await isAllowedInWalls(here, command)).toBe(true);
  });

  test.each([
    "rm .gitignore && git add -A && git diff --cached",
    "sed -i 1d .gitignore && git add -A && git diff --cached",
    "echo '!.env' >> .gitignore && git add -A && git commit -m x && git show",
    "git rm .gitignore && git add -A && git diff HEAD",
    "git add -f -A",
    "mv .gitignore ig && git add .env && git commit -m x",
    "mv .gitignore ig && git add -A",
    "rm .gitignore && git add -A",
    "rm .gitignore && git add . && git commit -m x",
    "echo x > .gitignore && git add -A",
    "echo '!.env' >> .gitignore && git add -A",
    "printf '\\041.env\\n' >> .gitignore && git add -A",
    "cp src/a.ts .gitignore && git add -A",
    "sed -i d .gitignore && git add -A",
    "git mv .gitignore ig && git add -A",
    "mv a/b/deploy.key a/b/x.txt && git add -A",
  ])("%s is held", async (command) => {
    expect(await isAllowed(here, command)).toBe(false);
  });

  test("an edit of it that uncovers a secret: then what takes it up is held", async () => {
    here.write(".gitignore", ".env\n*.key\n!.env\n");
    expect(await isAllowed(here, "git add -A")).toBe(false);
    rmSync(here.at(".gitignore"));
    expect(await isAllowed(here, "git add -A")).toBe(false);
    expect(await isAllowed(here, "git add a")).toBe(false);
    expect(await isAllowedInWalls(here, "git add src")).toBe(true);
  });
});

describe("what the index and the work tree show", () => {
  let here: Project;
  beforeAll(() => {
    here = repository({ "config/.env": "S=1\n", "tls/x.pem": KEY });
    gitIn(here)("commit", "-q", "--allow-empty", "-m", "second");
    here.write("src/c.ts", "c\n");
    gitIn(here)("add", "src/c.ts");
  });
  afterAll(() => here.remove());

  test("a secret that is staged", async () => {
    const shows = [
      "git diff --cached",
      "git diff --staged",
      "git diff HEAD",
      "git diff --cached HEAD",
      "git diff --cached -U1",
    ];
    for (const command of [...shows, "git commit -m x && git show HEAD"])
      expect(await isAllowedInWalls(here, command), command).toBe(true);
    here.write("deploy.key", KEY);
    gitIn(here)("add", "-f", "deploy.key");
    for (const command of [...shows, "git commit -m x && git show HEAD", "git commit -m x && git log -p -1"])
      expect(await isAllowed(here, command), command).toBe(false);
    for (const command of [
      "git diff",
      "git diff --cached --stat",
      "git diff --cached -- src",
      "git diff --cached '*.ts'",
      "git status -s",
    ])
      expect(await isAllowedInWalls(here, command), command).toBe(true);
    gitIn(here)("rm", "-q", "--cached", "deploy.key");
  });

  test("a secret that is tracked and changed, or gone", async () => {
    for (const command of ["git diff", "git diff HEAD"])
      expect(await isAllowedInWalls(here, command), command).toBe(true);
    here.write("config/.env", "S=2\n");
    for (const command of [
      "git diff",
      "git diff HEAD",
      "git diff config",
      "git diff -- config/*",
      "git add -u && git diff --cached",
    ])
      expect(await isAllowed(here, command), command).toBe(false);
    for (const command of ["git diff src", "git diff --stat", "git diff -- src/a.ts", "git diff --cached"])
      expect(await isAllowedInWalls(here, command), command).toBe(true);
    here.write("config/.env", "S=1\n");
    rmSync(here.at("tls/x.pem"));
    expect(await isAllowed(here, "git diff")).toBe(false);
    expect(await isAllowedInWalls(here, "git diff --name-only")).toBe(true);
    here.write("tls/x.pem", KEY);
  });

  test("a new name for any commit in the same call", async () => {
    expect(await isAllowed(here, "git tag t1 HEAD && git show t1")).toBe(false);
    expect(await isAllowedInWalls(here, "git tag t1 HEAD")).toBe(true);
  });
});

describe("what history shows", () => {
  let here: Project;
  beforeAll(() => {
    here = repository({});
    const git = gitIn(here);
    const commit = (message: string): void => {
      git("add", "-A", "-f");
      git("commit", "-qm", message);
    };
    here.write(".env", "S=1\n");
    here.write("tls/server.pem", KEY);
    commit("secrets");
    git("tag", "with");
    git("rm", "-q", "-r", ".env", "tls");
    commit("removed");
    git("checkout", "-qb", "side", "HEAD~2");
    here.write("src/side.ts", "side\n");
    commit("side");
    git("checkout", "-q", "main");
    git("merge", "-q", "--no-ff", "-m", "merge", "side");
    for (const n of [1, 2, 3, 4]) {
      here.write("src/a.ts", `a${n}\n`);
      here.write("tls/ca.pem", `${CERTIFICATE}${n}`);
      commit(`work ${n}`);
    }
    here.write("deploy.key", KEY);
    git("add", "-f", "deploy.key");
    git("stash", "-q");
    git("worktree", "add", "-q", "--detach", here.at("../wt"), "with");
    here.write(".git/FOO", git("rev-parse", "with"));
  });
  afterAll(() => here.remove());

  test("what a file once held, by its hash", async () => {
    const hash = gitIn(here)("rev-parse", "with:.env");
    const now = gitIn(here)("rev-parse", "HEAD:src/a.ts");
    for (const command of [
      `git show ${hash}`,
      `git show ${hash.slice(0, 9).toUpperCase()}`,
      `git cat-file -p ${hash}`,
      `git diff ${hash} HEAD:src/a.ts`,
      `git diff HEAD:src/a.ts ${hash}`,
      `echo ${hash} | git cat-file --batch`,
      "git cat-file --batch-all-objects --batch",
    ])
      expect([command, await isAllowed(here, command)]).toEqual([command, false]);
    expect(await isAllowedInWalls(here, `git cat-file -p ${now}`)).toBe(true);
  });

  test.each([
    "git show with",
    "git show HEAD~5",
    "git show HEAD~6",
    "git show main~6",
    "git show HEAD~5 HEAD",
    "git show HEAD~7..HEAD~5",
    "git show -m --format=%h HEAD~5",
    "git log -p",
    "git log -p --all",
    "git log -u -20",
    "git log -p -n 9",
    "git log --patch --stat",
    "git log -p HEAD~5",
    "git log -p with",
    "git log -p -1 with",
    "git log -p -- tls",
    "git log -p -- .",
    "git log -p -S S=",
    "git log -p side..",
    "git log -p -- tls/server.pem",
    "git log -p --reverse -- '*.pem'",
    "git diff with",
    "git diff with HEAD",
    "git diff HEAD~7 HEAD~6",
    "git diff HEAD~7..with",
    "git diff side...with",
    "git diff with -- tls",
    "git show with:tls/server.pem",
    "git cat-file -p with:tls/server.pem",
    "git diff with:tls/server.pem HEAD:src/a.ts",
    "git stash show -p",
    "git stash show -p stash@{0}",
    "git diff stash@{0}^ stash@{0}",
    "git log -p stash",
    "git log -p -g",
    "git diff-tree -p with",
    "git whatchanged -p",
    "cd src && git log -p",
    "git show --all",
    "git show --tags",
    "git show --branches='m*'",
    "git show --no-walk=sorted with",
    "git show -9",
    "git show -n 9",
    "git show --max-count=9 HEAD",
    "git show --do-walk",
    "git show HEAD --not HEAD~8",
    "git show ':/secrets'",
    "git diff :/secrets HEAD",
    "git log -p -1 ':/secrets'",
    "git diff with: HEAD:",
    "git diff HEAD: with:./",
    "git diff with:tls HEAD:src",
    "git diff-tree -p with: HEAD:",
    "git range-diff HEAD~8..HEAD~6 HEAD~1..HEAD",
    "git show $(cat name.txt)",
    'git diff "$SINCE" HEAD',
    "git show worktrees/wt/HEAD",
    "git diff worktrees/wt/HEAD HEAD",
    "git show FOO",
    "git diff not-there",
  ])("%s is held", async (command) => {
    expect(await isAllowed(here, command)).toBe(false);
  });

  test.each([
    "git show",
    "git show HEAD",
    "git show HEAD~1",
    "git show HEAD~4",
    "git show side",
    "git show --stat with",
    "git show -s with",
    "git show --name-only HEAD~5",
    "git show with -- src",
    "git show with:src/a.ts",
    "git show HEAD:tls/ca.pem",
    "git log",
    "git log --oneline",
    "git log --stat",
    "git log -p -3",
    "git log -p -n 3",
    "git log -p --max-count=2",
    "git log -p -1 HEAD~2",
    "git log -p HEAD~3..HEAD",
    "git log -p HEAD~3..",
    "git log -p -- src/a.ts",
    "git log -p src/a.ts",
    "git log -p -- src",
    "git log -p side -1",
    "git diff HEAD~1",
    "git diff HEAD~4 HEAD",
    "git diff HEAD~4..",
    "git diff side...HEAD",
    "git diff main",
    "git diff --stat with",
    "git diff with -- src",
    "git diff HEAD~7 HEAD~5",
    "git show -3",
    "git show -n 2 HEAD~1",
    "git show HEAD:",
    "git show HEAD:src",
    "git diff HEAD:src/a.ts HEAD~1:src/a.ts",
    "git diff -- :/src",
  ])("%s stays allowed", async (command) => {
    expect(await isAllowedInWalls(here, command)).toBe(true);
  });

  test("a name that means two things", async () => {
    const git = gitIn(here);
    git("tag", "two", "HEAD~7");
    git("branch", "two", "HEAD");
    git("branch", "WIP", "HEAD");
    here.write(".git/WIP", git("rev-parse", "with"));
    for (const command of [
      "git log -p two..HEAD",
      "git log -p two..",
      "git show two..HEAD",
      "git log -1 -p two",
      "git log -p -n 1 two~0",
      "git show WIP",
      "git log -1 -p WIP",
      "git diff WIP HEAD",
      "git log -p WIP..HEAD",
    ])
      expect([command, await isAllowed(here, command)]).toEqual([command, false]);
    git("tag", "same", "HEAD");
    git("branch", "same", "HEAD");
    for (const command of ["git show same", "git log -1 -p same", "git diff same", "git show refs/heads/two"])
      expect([command, await isAllowedInWalls(here, command)]).toEqual([command, true]);
    git("branch", "-D", "two", "WIP", "same");
    git("tag", "-d", "two", "same");
    rmSync(here.at(".git/WIP"));
  });

  test("packed, it is the same", async () => {
    gitIn(here)("gc", "-q", "--aggressive");
    for (const command of ["git show with", "git log -p", "git diff with HEAD", "git stash show -p"])
      expect(await isAllowed(here, command), command).toBe(false);
    for (const command of ["git show HEAD", "git log -p -3", "git diff HEAD~4 HEAD"])
      expect(await isAllowedInWalls(here, command), command).toBe(true);
    gitIn(here)("-c", "pack.indexVersion=1", "repack", "-adqF");
    for (const command of ["git show with", "git show HEAD~6", "git diff HEAD~6", "git log -p"])
      expect(await isAllowed(here, command), command).toBe(false);
  });
});

describe("what else git prints on its way", () => {
  let here: Project;
  const setting = (text: string): void => void writeFileSync(join(here.home, ".gitconfig"), text);
  beforeAll(() => {
    here = repository({ ".env": "API_KEY=x\nA=1\nB=2\nC=3\nD=4\n", "prod.env": "A=1\n" });
    const git = gitIn(here);
    git("mv", ".env", "settings.txt");
    here.write("settings.txt", "A=1\nB=2\nC=3\nD=4\n");
    git("commit", "-qam", "second");
    here.write("docs/a.md", "b\n");
    git("commit", "-qam", "third");
    here.write("prod.env", "A=2\n");
  });
  afterAll(() => here.remove());

  test.each<[string, string]>([
    ["", "git log --follow -p -- settings.txt"],
    ["", "git log -L 1,2:settings.txt -n 3"],
    ["", "git log -L1,2:settings.txt"],
    ["[log]\n\tfollow = true\n", "git log -p -- settings.txt"],
    ["", "git commit -v -v -m x"],
    ["", "git commit -vv -m x"],
    ["", "git commit --verbose -v -m x"],
    ["[commit]\n\tverbose = 2\n", "git commit -m x"],
    ['[diff "g"]\n\ttextconv = gpg --decrypt --quiet\n', "git show HEAD"],
    ['[diff "g"]\n\ttextconv = gpg --decrypt --quiet\n', "git log -p -1"],
    ['[diff "s"]\n\ttextconv = sops -d\n', "git diff HEAD~1 -- docs"],
    ['[diff "a"]\n\ttextconv = /usr/bin/age -d -i k\n', "git show HEAD"],
    ['[diff "a"]\n\ttextconv = openssl enc -d\n', "git blame docs/a.md"],
    ['[diff "a"]\n\ttextconv = openssl enc -d\n', "git show HEAD -- docs/a.md"],
    ["", "git reflog -p"],
  ])("%j %s is held", async (settings, command) => {
    setting(settings);
    expect(await isAllowed(here, command)).toBe(false);
  });

  test.each<[string, string]>([
    ["", "git log -p -1"],
    ["", "git log --oneline --follow -- settings.txt"],
    ["", "git log -p -- docs/a.md"],
    ["", "git commit -m x"],
    ["", "git reflog"],
    ["", "git log -g --oneline -n 3"],
    ['[diff "g"]\n\ttextconv = exif\n', "git show HEAD"],
    ['[diff "g"]\n\ttextconv = gpg --decrypt --quiet\n', "git status"],
    ['[diff "g"]\n\ttextconv = gpg --decrypt --quiet\n', "git log --oneline -3"],
    ["[credential]\n\thelper = pass\n", "git show HEAD"],
  ])("%j %s stays proven", async (settings, command) => {
    setting(settings);
    expect(await isAllowedInWalls(here, command)).toBe(true);
  });

  test("an address with a token that stands in the reasons of moves", async () => {
    setting("");
    const log = here.at(".git/logs/HEAD");
    const before = readFileSync(log, "utf8");
    writeFileSync(
      log,
      before.replace(/\n$/, ` pull https://u:ghp_${"0123456789abcdefghijklmnopqrstuvwxyzAB"}@example.org/x\n`),
    );
    for (const command of [
      "git reflog",
      "git reflog show HEAD",
      "git log -g --format=%gs",
      "git log --walk-reflogs -3",
    ])
      expect([command, await isAllowed(here, command)]).toEqual([command, false]);
    writeFileSync(log, before);
  });

  test("differences within a submodule", async () => {
    here.write(".gitmodules", "");
    setting("[diff]\n\tsubmodule = diff\n");
    for (const command of ["git show HEAD", "git log -p -1", "git diff HEAD~1 -- docs/"])
      expect([command, await isAllowed(here, command)]).toEqual([command, false]);
    setting("[diff]\n\tsubmodule = log\n");
    expect(await isAllowedInWalls(here, "git show HEAD")).toBe(true);
    rmSync(here.at(".gitmodules"));
    setting("[diff]\n\tsubmodule = diff\n");
    expect(await isAllowed(here, "git diff")).toBe(false);
    setting("");
  });
});
