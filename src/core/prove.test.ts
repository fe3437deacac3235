/** What is proven of texts, on a real disk: rows of what must be, and of what must not. */
import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import type { Process } from "./index.ts";
import { makeProject, SYSTEM_PATH } from "./testing/project.ts";

const project = makeProject({
  "p/a.txt": "a\n",
  "p/src/a.ts": "a\n",
  "p/src/b.ts": "b\n",
  "p/docs/x.md": "x\n",
  "p/.env": "KEY=1\n",
  "p/src/deep/.env.local": "KEY=1\n",
  "p/to-store": "-> ../.ssh/id_rsa",
  "p/to-docs": "-> docs",
  "p/bin/rg": "#!/bin/sh\n",
  "p/empty": null,
  "p/clean/one.ts": "1\n",
  "p/uniq1": "1\n",
  "p/uniq2": "2\n",
  ".ssh/id_rsa": "KEY",
  "shims/rg": "#!/bin/sh\nexec other\n",
  "odd/grep": "-> ../bin/evil",
  "bin/evil": "#!/bin/sh\n",
  "outside/y": "y\n",
});
linkSync(`${project.home}/.ssh/id_rsa`, `${project.root}/second-name`);
afterAll(() => project.remove());

const kind = (command: string, process?: Partial<Process> | null): string | undefined =>
  project.proves(command, {}, process)?.kind;

describe("reads", () => {
  test.each([
    "cat a.txt",
    "cat < a.txt | head -5",
    "ls -la src",
    "ls src/*.ts",
    "grep -n foo src/a.ts",
    "grep -rn foo clean --include=*.ts",
    "grep -rn foo clean docs | head -20",
    "sed -n 1,20p a.txt",
    "sed 's/a/b/g' a.txt",
    "find . -name '*.ts' -not -path './x/*'",
    "cd src && cat a.ts",
    "cd src && cat a.ts || cat ../a.txt",
    `cd ${project.root} && ls ; cat a.txt`,
    "cat src/../a.txt",
    "cat ./src/./../src/a.ts",
    "grep -n a src/a.ts /dev/null",
    "wc -l src/* < /dev/null",
    "rg -n a clean docs",
    "rg -g '*.ts' KEY",
    "wc -l src/*.ts | sort -rn",
    "echo a && printf '%s\\n' b",
    "test -f a.txt && echo yes",
    "[ -d src ] || echo no",
    "tail -20 a.txt 2>/dev/null",
    "cat <<'EOF'\n$HOME\nEOF",
    "stat a.txt",
    "cat a.txt > /dev/null",
  ])("%s", (command) => expect(kind(command)).toBe("reads"));
});

describe("edits", () => {
  test.each([
    "mkdir -p new/dir",
    "touch src/new.ts",
    "echo x > out.txt",
    "echo x >> a.txt",
    "sed -i 's/a/b/' a.txt",
    "cp a.txt b.txt",
    "mv a.txt docs",
    "rm -rf empty",
    "mkdir -p new && ls -la",
    "grep a src/a.ts | head -1 > out.txt",
    "cd src && touch new.ts",
  ])("%s", (command) => expect(kind(command)).toBe("edits"));

  test("what is replaced is saved, and without room for it nothing is proven", () => {
    expect(project.proves("echo x > a.txt")?.saves).toEqual([`${project.root}/a.txt`]);
    expect(project.proves("echo x > a.txt", { canSave: () => false })).toBeUndefined();
    expect(project.proves("echo x > out.txt", { canSave: () => false })?.kind).toBe("edits");
  });
});

describe("says nothing of", () => {
  test.each([
    // Where a command stands.
    "cd a/b && true ; echo pwned > ../../x",
    "cd a/b ; echo x > y",
    "cd src ; cat a.ts",
    "cd src && cat a.ts ; cat .env",
    "cd src && true ; echo x > ../../outside/y",
    "cd src && cd .. && ls",
    "ls && cd src",
    "cd to-docs && cat ../a.txt",
    "cat to-docs/../a.txt",
    "cat absent/../a.txt",
    "mkdir -p absent/../new",
    "mkdir -p .absent/../new",
    "mkdir -p src/absent/../../new",
    // Secrets, by name, through a link, by a search, by a second name.
    "cat .env",
    "cat to-store",
    "cat second-name",
    "cat ~/.ssh/id_rsa",
    "grep -r KEY .",
    "grep -rn KEY src",
    "cat src/deep/.env*",
    "cp .env x",
    "mv .env x",
    "cat < .env",
    "rg -g '.env' KEY",
    // Places that are not looked at.
    "ls //evil/share",
    "ls /net/evil",
    "cat /proc/self/environ",
    "find / -name x -newer //evil/x",
    // Words in no row.
    "cat --unknown a.txt",
    "sed -n '1e id' a.txt",
    "sed 's/a/b/w x' a.txt",
    "sed 's/[/]/;/w x/p' a.txt",
    "git push log",
    "git maintenance status",
    "gh pr merge view",
    "docker exec ps",
    "sed -i 's/a/b/' a.txt && cat a.txt",
    "sed -in 's/a/b/' a.txt",
    "find . -delete",
    "find . -exec rm {} ;",
    "grep -f .env a.txt",
    "grep src/*.ts a.txt",
    "uniq uniq*",
    "sort -o x a.txt",
    "tail -f a.txt",
    "hostname x",
    "printf -v PATH x",
    // Another place, or none, to some shells and programs.
    "cd +0 && rm -r src",
    "rg KEY < /dev/null",
    "rg KEY < .",
    "git show 'HEAD@{2026-01-01 10:00}:.env'",
    "git diff HEAD :0:.env",
    "printf '\\u0025d' 'a[x]'",
    "printf '%s\\x25' x",
    "printf %d 'a[$(id)]'",
    "rg KEY .",
    "rg KEY",
    "xargs rm",
    "env ls",
    "CI=1 ls",
    "sh -c ls",
    "python3 -c 1",
    // One change, and nothing behind it that reads what it changed.
    "touch x && touch y",
    "mv a.txt b.txt && cat b.txt",
    "echo x > y && cat y",
    "cat a.txt >> a.txt",
    "grep -r x clean > clean/out.txt",
    "rm docs/*.md",
    "cp -r src other",
    "echo x > ../outside/y",
    "touch .git/hooks/post-commit",
    "echo x > .github/workflows/ci.yml",
    "rm -r to-docs/",
    "touch to-docs/x",
    "chmod +x a.txt",
    // What acts late.
    "cat ; cat a.txt",
    "cat /dev/tty ; cat a.txt",
    "curl -s http://localhost:3000/ ; cat a.txt",
    // Services, in other forms.
    "gh api repos/o/n/issues -f title=x",
    "gh api repos/o/../../user",
    "gh api graphql",
    "gh api repos/{owner}/{repo}/pulls",
    "gh api repos/o/n/pulls --jq 'env.HOME'",
    "gh api repos/o/n/pulls --jq '$ENV'",
    "gh api -X DELETE repos/o/n",
    "gh pr merge 1",
    "gh pr view 1 --web",
    "docker inspect x",
    "docker run x",
    "curl http://localhost:2375/",
    "curl http://localhost:8001/",
    "curl http://localhost:3000/admin",
    "curl -o x http://localhost:3000/",
    "curl http://example.com/",
    "gh repo view o/AKIAFAKEFAKEFAKEFAKE",
    "npm view left-pad",
    "kubectl get pods",
  ])("%s", (command) => expect(kind(command)).toBeUndefined());

  test("what runs in the background behind the first that touches a place", () => {
    const input = { command: "cat a.txt ; cat docs/x.md", run_in_background: true };
    expect(project.proves("", { input })).toBeUndefined();
    expect(project.proves("", { input: { ...input, command: "cat a.txt" } })?.kind).toBe("reads");
  });

  test("a call with a field nobody knows", () => {
    expect(project.proves("", { input: { command: "ls", shell: "/tmp/x" } })).toBeUndefined();
    expect(project.proves("", { input: { command: "ls", dangerouslyDisableSandbox: true } })).toBeUndefined();
  });
});

describe("services", () => {
  test.each([
    "gh pr view 12 --json title,body",
    "gh api repos/o/n/pulls/1/comments --paginate",
    `gh api 'repos/o/n/pulls?state=open' --jq '.[] | "\\(.path): \\(.body)"'`,
    "gh pr list --state open --limit 5 | head -3",
    "docker ps -a",
    "docker logs --tail 20 web",
    "curl -sS http://localhost:3000/",
    "curl -sf http://127.0.0.1:8080/health",
  ])("%s", (command) => {
    expect(kind(command, { path: [] })).toBe("service");
    expect(kind(command, null)).toBeUndefined();
  });

  test.each([
    ["gh pr view 1", "GH_HOST"],
    ["docker ps", "DOCKER_HOST"],
    ["curl -s http://localhost:3000/", "http_proxy"],
    ["curl -s http://localhost:3000/", "ALL_PROXY"],
  ])("%s with %s", (command, name) => expect(kind(command, { path: [], variables: new Set([name]) })).toBeUndefined());

  test("set up by the session", () => {
    const written = new Set([`${project.home}/.config/gh/hosts.yml`]);
    expect(project.proves("gh pr view 1", {}, { path: [] })?.kind).toBe("service");
    expect(project.proves("gh pr view 1", { written }, { path: [] })).toBeUndefined();
  });
});

describe("the shell it runs in", () => {
  const bent = (command: string, names: string): string | undefined =>
    kind(command, { variables: new Set(names.split(" ")) });
  test.each([
    ["cat a.txt", "BASH_ENV"],
    ["cat a.txt", "LD_PRELOAD"],
    ["cat a.txt", "BASH_FUNC_cat%%"],
    ["cat a.txt -n", "POSIXLY_CORRECT"],
    ["rg x clean", "RIPGREP_CONFIG_PATH"],
    ["grep x a.txt", "GREP_OPTIONS"],
    ["cd src && ls", "CDPATH"],
    ["git status", "GIT_EXTERNAL_DIFF"],
  ])("%s with %s", (command, names) => expect(bent(command, names)).toBeUndefined());
  test.each([
    ["cat a.txt", "PATH LANG TERM GIT_DIR RIPGREP_CONFIG_PATH"],
    ["git --version", "GIT_EDITOR GIT_PAGER"],
    ["cd ./src && ls", "CDPATH"],
  ])("%s with %s is what it is", (command, names) => expect(bent(command, names)).toBe("reads"));

  test("values that lead out of what the session can change", () => {
    const variables = new Set(["BASH_ENV"]);
    const at = (BASH_ENV: string) => kind("cat a.txt", { variables, values: { BASH_ENV } });
    expect(at("/etc/profile")).toBe("reads");
    expect(at(`${project.root}/a.txt`)).toBeUndefined();
    expect(at("/tmp/x")).toBeUndefined();
    expect(kind("cat a.txt", { values: { HOME: "/elsewhere" } })).toBeUndefined();
    expect(kind("cat a.txt", { variables: new Set(["HOME"]) })).toBeUndefined();
    expect(kind("cat a.txt", { variables: new Set(["HOME"]), values: { HOME: project.home } })).toBe("reads");
  });

  test("a name that is something else there", () => {
    expect(kind("cat a.txt", { names: new Set(["cat"]) })).toBeUndefined();
    expect(kind("cd src && ls", { names: new Set(["cd"]) })).toBeUndefined();
    expect(kind("ls", { names: new Set(["cat"]) })).toBe("reads");
  });

  test("nobody told: what listens to variables is not proven", () => {
    expect(kind("rg x clean", null)).toBeUndefined();
    expect(kind("git status", null)).toBeUndefined();
    expect(kind("grep x a.txt", null)).toBe("reads");
    expect(kind("cat a.txt", null)).toBe("reads");
  });

  test("what PATH finds", () => {
    const from = (...dirs: readonly string[]) => kind("grep x a.txt", { path: [...dirs, ...SYSTEM_PATH] });
    expect(from()).toBe("reads");
    expect(from("/nowhere/at/all")).toBe("reads");
    expect(kind("rg x clean", { path: [`${project.root}/bin`, ...SYSTEM_PATH] })).toBeUndefined();
    expect(kind("rg x clean", { path: [`${project.home}/shims`, ...SYSTEM_PATH] })).toBeUndefined();
    expect(from(`${project.home}/odd`)).toBeUndefined();
    expect(from("bin")).toBeUndefined();
    expect(from("")).toBeUndefined();
    expect(kind("rg x clean", { path: ["/nowhere"] })).toBe("reads");
    const written = new Set(["/usr/bin/grep"]);
    expect(project.proves("grep x a.txt", { written })).toBeUndefined();
  });
});

describe("git joined to the rest", () => {
  const repository = makeProject({ "p/a.txt": "a\n", "p/k/deploy.pem": "KEY\n", "p/sub/x": "x\n" });
  afterAll(() => repository.remove());
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...words], { cwd: repository.root });
  git("init", "-q", "-b", "main");
  git("add", "a.txt");
  git("commit", "-qm", "x");
  const says = (command: string) => repository.proves(command)?.kind;

  test.each([
    ["git status", "reads"],
    ["git log --oneline -5", "reads"],
    ["git log HEAD~1..HEAD --stat", "reads"],
    ["git diff", "reads"],
    ["git -C sub status --short", "reads"],
    ["git --version", "reads"],
    ["git add a.txt", "edits"],
    [`git add a.txt && git commit -m "$(cat <<'EOF'\nx\nEOF\n)"`, "edits"],
    ["git add a.txt && git commit -m x && git log --oneline -1", "edits"],
    ["git checkout -b feature/x", "edits"],
    ["echo x > a.txt && git status", "edits"],
  ])("%s", (command, does) => expect(says(command)).toBe(does));

  test.each([
    "git add k",
    "git add k && git commit -m x",
    "git add -A",
    "git tag HEAD",
    "git tag main",
    "git checkout -b origin/main",
    "git show HEAD:.env",
    "git show :0:.env",
    "git show :.env",
    "git commit -m x && touch y",
    "git push",
    "git -c core.pager=x log",
    "git -C absent status",
    "git diff > a.txt && git diff",
    "echo x > a.txt && git diff",
    "git diff --no-index a.txt /etc/passwd",
    "git branch new && git branch other",
    "git log --format=%+G?",
    "git tag --sort signature",
    "git tag --format '%(signature)'",
  ])("nothing of %s", (command) => expect(says(command)).toBeUndefined());

  test("a directory that is a repository by itself", () => {
    mkdirSync(`${repository.root}/evilbare/objects`, { recursive: true });
    mkdirSync(`${repository.root}/evilbare/refs`);
    writeFileSync(`${repository.root}/evilbare/HEAD`, "ref: refs/heads/main\n");
    expect(says("git -C evilbare status")).toBeUndefined();
    expect(says("cd evilbare && git status")).toBeUndefined();
  });

  test("a hook that the refreshed index starts", () => {
    const hook = `${repository.root}/.git/hooks/post-index-change`;
    writeFileSync(hook, "#!/bin/sh\n");
    chmodSync(hook, 0o755);
    expect(says("git status")).toBeUndefined();
  });
});
