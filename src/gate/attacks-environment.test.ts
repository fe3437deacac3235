/** Variables of the environment an agent runs commands in: while one is set, nothing that the programs it bends do is proven bare. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  bentBy,
  diskWorld,
  NAMED_VARIABLES,
  PLACED_VARIABLES,
  startsCode,
  variablesIn,
  variablesTold,
} from "../machine/index.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("README.md", "hello\n");
  here.write("src/a.txt", "a\n");
  const git = (...words: readonly string[]): unknown =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...words], { cwd: here.root });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "one");
});
afterAll(() => here.remove());

const judged = async (command: string, variables: readonly string[]): Promise<string> => {
  const world = diskWorld({ home: here.home, path: "/usr/bin:/bin", variables });
  return (await here.gate({ world }).check(bash(command))).by;
};

describe("what a variable bends is not proven", () => {
  test.each([
    ["rg hello", "RIPGREP_CONFIG_PATH"],
    ["cat README.md | rg hello", "RIPGREP_CONFIG_PATH"],
    ["git status", "GIT_CONFIG_GLOBAL"],
    ["git status", "GIT_CONFIG_COUNT"],
    ["git status", "GIT_CONFIG_PARAMETERS"],
    ["git status", "GIT_DIR"],
    ["git log --oneline -5", "GIT_EXEC_PATH"],
    ["git diff", "GIT_EXTERNAL_DIFF"],
    ["git diff", "GIT_WORK_TREE"],
    ["git status", "GIT_TRACE"],
    ["git status", "XDG_CONFIG_HOME"],
    ["git add README.md", "GIT_INDEX_FILE"],
    ["rm README.md", "BASH_ENV"],
    ["ls", "BASH_ENV"],
    ["ls", "SHELLOPTS"],
    ["cat README.md", "HOME"],
    ["cat README.md", "LD_PRELOAD"],
    ["cd src && ls", "CDPATH"],
    ["git status", "BASH_FUNC_git%%"],
    ["cat README.md && ls", "BASH_FUNC_ls%%"],
    ["mkdir -p src/x", "POSIXLY_CORRECT"],
    ["node --version", "NODE_OPTIONS"],
    ["kubectl get pods", "KUBECONFIG"],
    ["gh pr view 12", "GIT_EXEC_PATH"],
    ["docker ps", "DOCKER_CONFIG"],
    ["python3 --version", "PYTHONHOME"],
    ["npm ls", "NODE_V8_COVERAGE"],
    ["npm view left-pad", "npm_config_registry"],
    ["curl -s http://localhost:3000/", "http_proxy"],
    ["curl -s http://localhost:3000/", "ALL_PROXY"],
  ])("%s with %s", async (command, variable) => {
    expect(await judged(command, [variable])).not.toMatch(/^(?:readOnly|acceptEdits)$/);
  });

  test("a search of the host's own, by a program that reads its settings there", async () => {
    const world = diskWorld({ home: here.home, path: "/usr/bin:/bin", variables: ["RIPGREP_CONFIG_PATH"] });
    const search = call("Grep", { pattern: "hello", path: here.root });
    expect((await here.gate({ world }).check(search)).by).not.toBe("safeTool");
    expect((await here.gate().check(search)).by).toBe("safeTool");
  });
});

describe("what it does not bend stays as it was", () => {
  test.each([
    ["git status", [], "readOnly"],
    ["git status", ["RIPGREP_CONFIG_PATH", "CDPATH", "NODE_OPTIONS", "KUBECONFIG"], "readOnly"],
    ["rg hello", ["GIT_DIR", "PYTHONPATH"], "readOnly"],
    ["ls src", ["CDPATH", "GIT_DIR", "BASH_FUNC_module%%"], "readOnly"],
    ["cat README.md", ["GIT_CONFIG_GLOBAL", "BASH_FUNC_which%%"], "readOnly"],
    ["mkdir -p src/y", ["PYTHONPATH"], "acceptEdits"],
    ["git add README.md", ["NODE_OPTIONS"], "acceptEdits"],
  ])("%s with %j", async (command, variables, by) => {
    expect(await judged(command, variables)).toBe(by);
  });
});

describe("what is told of an environment", () => {
  const home = "/home/me";
  test.each<[Record<string, string>, readonly string[]]>([
    [{ HOME: home, PATH: "/bin", EDITOR: "vi", PAGER: "less", LESSOPEN: "|x %s", GIT_EDITOR: "true", ENV: "dev" }, []],
    [{ HOME: `${home}/`, XDG_CONFIG_HOME: `${home}/.config`, ZDOTDIR: `${home}/.zsh`, BASH_ENV: "/etc/bash_env" }, []],
    [{ HOME: "/proj/home" }, ["HOME"]],
    [{ XDG_CONFIG_HOME: "/proj/.config" }, ["XDG_CONFIG_HOME"]],
    [{ ZDOTDIR: `${home}/code/app` }, ["ZDOTDIR"]],
    [{ BASH_ENV: `${home}/.x/../code/app/e.sh` }, ["BASH_ENV"]],
    [{ BASH_ENV: "e.sh" }, ["BASH_ENV"]],
    [{ GIT_DIR: "", CDPATH: "" }, []],
    [{ GIT_DIR: "x" }, ["GIT_DIR"]],
    [{ SHELLOPTS: "braceexpand:hashall:interactive-comments:posix" }, []],
    [{ SHELLOPTS: "braceexpand:xtrace" }, ["SHELLOPTS"]],
    [{ "BASH_FUNC_git%%": "() { :; }" }, ["BASH_FUNC_git%%"]],
  ])("%j", (env, expected) => {
    expect(variablesIn(env, home)).toEqual(expected);
    const names = Object.keys(env)
      .filter((name) => env[name] !== "")
      .join(" ");
    const places = PLACED_VARIABLES.map((name) => env[name] ?? "").join("|");
    expect([...new Set(variablesTold(names, places, home))]).toEqual(expected);
  });

  test("a line of an earlier version tells nothing; one that cannot be taken apart tells everything", () => {
    expect(variablesTold("", undefined, home)).toEqual([]);
    expect(variablesTold("", `${home}|a|b|c|d|e`, home)).toContain("BASH_ENV");
  });

  test("code that runs before walls stand", () => {
    expect(startsCode(["GIT_DIR", "CDPATH", "BASH_FUNC_git%%"])).toBeUndefined();
    for (const name of ["BASH_ENV", "ZDOTDIR", "SHELLOPTS", "LD_PRELOAD", "BASH_FUNC_exec%%", "BASH_FUNC_[%%"])
      expect(startsCode([name])).toBe(name);
  });

  test("every name bends something", () => {
    for (const name of NAMED_VARIABLES)
      expect(
        ["ls", "cd", "git", "rg", "grep", "gh", "docker", "kubectl", "npm", "pip", "curl", "terraform", "go", "cargo"]
          .concat(["ruby", "perl", "java"])
          .some((program) => bentBy([name], program) === name),
      ).toBe(true);
  });
});
