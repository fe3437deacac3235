/** A rule about a command, stepped around by who starts it: names of git behind names, other runners of a script, the search path of `.`. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: here.root });
  git("init", "-q");
  git("config", "alias.p", "push");
  git("config", "alias.st", "status");
  git("config", "alias.s2", "st -s");
  here.write("secrets/prod.txt", "KEY\n");
  here.write("src/a.js", "a\n");
  here.write("bin/tool", "echo hi\n");
  here.write("s", "git push\n");
  here.write("ok.sh", "echo hi\n");
  here.write("ok.py", "print(1)\n");
  here.write("deploy.js", 'require("child_process").execSync("git push");\n');
  here.write("d.py", 'import subprocess\nsubprocess.run(["git","push"])\n');
  here.write("pk/__main__.py", 'import subprocess\nsubprocess.run(["git","push"])\n');
  here.write("README.md", "git push\n");
  here.write("Makefile", "push:\n\tgit push\nbuild:\n\techo\n");
});
afterAll(() => here.remove());

const by = async (command: string, rule: string, list: "deny" | "ask" = "deny"): Promise<string> =>
  (
    await here
      .gate({ settings: { mode: "bypassPermissions", permissions: { [list]: [rule] } }, restore: null })
      .check(bash(command))
  ).by;

describe("a name of git's configuration behind another one", () => {
  test.each([
    "git -c alias.pp=p pp",
    "git -c alias.pp='p -f' pp origin",
    "git -c alias.a=b -c alias.b=p a",
    "git -c alias.a=b -c alias.b=c -c alias.c=p a",
    "git -c alias.a='!git p' a",
    "git -c alias.a='!git b' -c alias.b=p a",
    "git -c alias.a='!f() { git p \"$@\"; }; f' a",
    "git -c alias.a='!sh -c \"git p\"' a",
    "git -c alias.a='-c x.y=z p' a",
    "git -c alias.a='-C . p' a",
    "git -c Alias.PP=p pp",
    "git -c alias.pp.command=p pp",
    "git config alias.q p && git q",
    "git config alias.q p; git config alias.r q; git r",
    "git config --global alias.q p",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.q GIT_CONFIG_VALUE_0=p git q",
    "X=p git --config-env=alias.q=X q",
    "GIT_CONFIG_PARAMETERS=\"'alias.q=p'\" git q",
    "git rebase -x 'git p' main",
    "git -c core.editor='git p' commit",
    "git bisect run git p",
    "git submodule foreach 'git p'",
    "echo p | xargs git",
  ])("denied and asked about: %s", async (command) => {
    expect(await by(command, "Bash(git push:*)")).toBe("denyRule");
    expect(await by(command, "Bash(git push:*)", "ask")).toBe("askRule");
  });

  test.each([
    "git st",
    "git s2",
    "git -c alias.x=s2 x",
    "git config alias.l 'log --oneline'",
    "git rebase -x 'git st' main",
  ])("left alone: %s", async (command) => {
    expect(await by(command, "Bash(git push:*)")).toBe("bypassMode");
  });
});

describe("a script by another runner", () => {
  test.each([
    "python3 -m cProfile d.py",
    "python3 -m cProfile -o out d.py",
    "python3 -m profile d.py",
    "python3 -m timeit 'import d'",
    "python3 -m timeit -s 'import d' x",
    "python3 -m trace --count d.py",
    "python3 -m pdb -c continue d.py",
    "python3 -m runpy d.py",
    "python3 -m runpy d",
    "python3 -m unittest d",
    "python3 -m doctest d.py",
    "python3 -m debugpy --listen 1 d.py",
    "python3 -m IPython d.py",
    "python3 -m coverage run d.py",
    "coverage run d.py",
    "coverage run -m d",
    "python3 pk",
    "python3 ./pk",
    "python3 -c 'import d'",
    "python3 -c 'import runpy; runpy.run_path(\"d.py\")'",
    "python3 -c 'exec(open(\"d.py\").read())'",
    "PYTHONSTARTUP=d.py python3 -i",
    "uv run d.py",
    "pytest d.py",
    "ipython d.py",
    "kernprof -l d.py",
    "viztracer d.py",
    "memray run d.py",
    "node -r ./deploy.js -e 0",
    "node -e 'require(\"./deploy\")'",
    "c8 deploy.js",
    "npx nodemon deploy.js",
    "bats s",
    "kcov out s",
    "nobodys-runner s",
    "nobodys-runner -f s",
    "nobodys-runner --file=d.py",
    "ls s | xargs bash",
    "ls d.py | xargs python3",
    "xargs -n1 sh <<< s",
    "split --filter=sh s",
    "split --filter='bash -s' s",
    "sort --compress-program=./s x",
    "hash -p ./s q; q",
  ])("denied and asked about: %s", async (command) => {
    expect(await by(command, "Bash(git push:*)")).toBe("denyRule");
    expect(await by(command, "Bash(git push:*)", "ask")).toBe("askRule");
  });

  test.each([
    "python3 ok.py",
    "python3 -m cProfile ok.py",
    "python3 -m py_compile d.py",
    "python3 -m black d.py",
    "python3 -m pylint d.py",
    "python3 -m json.tool package.json",
    "python3 -c 'print(open(\"d.py\").read())'",
    "python3 -m pytest src",
    "ruff check d.py",
    "black d.py",
    "mypy d.py",
    "uvx ruff format d.py",
    "npx prettier --write deploy.js",
    "npx eslint deploy.js",
    "npx tsc --noEmit deploy.js",
    "node --check deploy.js",
    "shellcheck s",
    "bash -n ok.sh",
    "vim deploy.js",
    "code deploy.js",
    "bat s",
    "cat s d.py",
    "wc -l s d.py",
    "git add s d.py deploy.js",
    "git commit -m 'git p, git push' d.py",
    "chmod +x s",
    "cp s t",
    "scp s host:",
    "zip x.zip s d.py",
    "gh release upload v1 s",
    "aws s3 cp d.py s3://b/d.py",
    "make build",
    "npm test",
    "ls src | xargs wc -l",
    "ls ok.sh | xargs bash",
    "split -l 10 s",
    "nobodys-runner README.md",
    "nobodys-runner Makefile",
    "nobodys-runner src/a.js",
  ])("left alone: %s", async (command) => {
    expect(await by(command, "Bash(git push:*)")).toBe("bypassMode");
  });
});

describe("a file that a shell finds by the search path", () => {
  test.each([
    "PATH=$PWD/secrets:$PATH . prod.txt",
    "PATH=$PWD/secrets:$PATH source prod.txt",
    "PATH=$HOME/code/app/secrets:$PATH . prod.txt",
    'PATH="$PWD/secrets" . prod.txt',
    "PATH=secrets; . prod.txt",
    "PATH+=:$PWD/secrets; source prod.txt",
    "export PATH=$PWD/secrets:$PATH; . prod.txt",
    "cd src; PATH=../secrets . prod.txt",
    "PATH=$PWD/secrets:$PATH command . prod.txt",
    "PATH=$PWD/secrets:$PATH builtin source prod.txt",
    "PATH=$PWD/secrets:$PATH bash -c '. prod.txt'",
    "PATH=$PWD/secrets:$PATH bash prod.txt",
    "PATH=$PWD/secrets:$PATH prod.txt",
    "env PATH=$PWD/secrets sh -c '. prod.txt'",
    ". -p secrets prod.txt",
    "hash -p $PWD/secrets/prod.txt q; q",
  ])("denied and asked about: %s", async (command) => {
    expect(await by(command, "Read(./secrets/**)")).toBe("denyRule");
    expect(await by(command, "Read(./secrets/**)", "ask")).toBe("askRule");
  });

  test.each([
    "PATH=$PWD/bin:$PATH tool",
    "PATH=./bin:$PATH npm test",
    ". ./ok.sh",
    "export PATH=$PWD/bin:$PATH; . ok.sh",
    "hash -r",
  ])("left alone: %s", async (command) => {
    expect(await by(command, "Read(./secrets/**)")).toBe("bypassMode");
  });
});
