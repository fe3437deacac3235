import { existsSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { gitHelpers } from "./helpers.ts";
import { OPERATIONS, type Operation } from "./helpertable.ts";
import { type Sandbox, sandbox } from "./testing.ts";

let box: Sandbox;
let marker: string;
let program: string;
const template = sandbox();
template.repo("repo", { "a.txt": "one\n", ".gitattributes": "*.txt filter=f diff=d merge=m\n" });
afterAll(() => template.remove());
beforeEach(() => {
  box = sandbox();
  box.copy(template, "repo");
  marker = box.at("ran");
  program = box.write("bin/helper", `#!/bin/sh\ntouch ${marker}\ncat 2>/dev/null </dev/null\n`, 0o755);
});
afterEach(() => box.remove());

const answer = (operation: Operation, dir = "repo") => gitHelpers(box.at(dir), operation, box.world);

/** A use of git for each operation, run for real. */
const USES: Readonly<Record<Exclude<Operation, "other" | "fetch">, readonly (readonly string[])[]>> = {
  status: [["status"]],
  diff: [["diff"], ["diff", "HEAD"], ["diff", "--stat"]],
  log: [["log", "-p"], ["log"]],
  show: [["show"], ["show", "HEAD:a.txt"]],
  add: [["add", "a.txt"]],
  commit: [["commit", "-q", "-a", "-m", "x"]],
  checkout: [
    ["checkout", "-q", "-b", "new"],
    ["checkout", "-q", "--", "a.txt"],
  ],
  merge: [["merge", "-q", "--no-ff", "-m", "x", "HEAD~1"]],
  rewrite: [["cherry-pick", "HEAD"]],
  refs: [["tag", "v1"]],
  push: [["push", "-q", "origin", "HEAD:refs/heads/new"]],
};
const OPERATION_NAMES = Object.keys(USES) as (keyof typeof USES)[];

test.each(OPERATIONS)("a plain repository runs nothing in %s", (operation) => {
  expect(answer(operation)).toMatchObject({ runs: [], unknown: null });
});
test("no repository, nothing run", () => {
  expect(gitHelpers(box.home, "status", box.world)).toMatchObject({ runs: [], unknown: null });
});

describe("what git was seen to run is in the answer", () => {
  const CONFIGS: readonly (readonly [key: string, value: string])[] = [
    ["core.fsmonitor", "PROGRAM"],
    ["filter.f.clean", "PROGRAM"],
    ["filter.f.smudge", "PROGRAM"],
    ["filter.f.process", "PROGRAM"],
    ["diff.external", "PROGRAM"],
    ["diff.d.command", "PROGRAM"],
    ["diff.d.textconv", "PROGRAM"],
    ["core.hooksPath", "HOOKS"],
    ["remote.origin.receivepack", "PROGRAM"],
  ];
  const HOOK_NAMES = ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit", "reference-transaction"].concat([
    "post-index-change",
    "post-checkout",
    "pre-push",
  ]);

  const origin = (): void => {
    box.git("", "init", "-q", "--bare", "origin.git");
    box.git("repo", "remote", "add", "origin", `file://${box.at("origin.git")}`);
  };
  /** The operations in which git ran the marker's program, and those for which the answer named `what`. */
  const observe = (what: string): { ran: string[]; said: string[] } => {
    const ran: string[] = [];
    const said: string[] = [];
    for (const operation of OPERATION_NAMES) {
      for (const [i, use] of USES[operation].entries()) {
        box.write("repo/a.txt", `${operation} ${i}\n`);
        rmSync(marker, { force: true });
        if (answer(operation).runs.some((run) => run.includes(what))) said.push(operation);
        box.tryGit("repo", ...use);
        if (existsSync(marker)) ran.push(operation);
      }
    }
    return { ran, said };
  };

  test.each(CONFIGS)("%s", (key, value) => {
    origin();
    for (const name of HOOK_NAMES) box.write(`hooks/${name}`, `#!/bin/sh\ntouch ${marker}\n`, 0o755);
    box.git("repo", "config", key, value === "HOOKS" ? box.at("hooks") : program);
    const { ran, said } = observe(value === "HOOKS" ? box.at("hooks") : key.toLowerCase());
    expect(ran).not.toEqual([]);
    expect(said).toEqual(expect.arrayContaining(ran));
  });
  test.each(HOOK_NAMES)("the hook %s", (name) => {
    origin();
    box.write(`repo/.git/hooks/${name}`, `#!/bin/sh\ntouch ${marker}\n`, 0o755);
    const { ran, said } = observe(`the ${name} hook`);
    expect(said).toEqual(expect.arrayContaining(ran));
    expect(ran).not.toEqual([]);
  });
});

describe("where repository configuration may hide", () => {
  const evil = (): string => `[core]\nfsmonitor = ${program}\n`;
  test("an include", () => {
    box.write("repo/.git/more", evil());
    box.git("repo", "config", "include.path", "more");
    expect(answer("status").runs).toHaveLength(1);
  });
  test("an include that depends on the branch", () => {
    box.write("repo/.git/more", evil());
    box.git("repo", "config", "includeIf.onbranch:later.path", "more");
    expect(answer("status").runs).toHaveLength(1);
  });
  test("the work tree's own file", () => {
    box.git("repo", "config", "extensions.worktreeConfig", "true");
    box.write("repo/.git/config.worktree", evil());
    expect(answer("status").runs).toHaveLength(1);
  });
  test("a linked work tree shares configuration and hooks", () => {
    box.git("repo", "worktree", "add", "-q", "../linked");
    box.write("repo/.git/hooks/pre-commit", "#!/bin/sh\n", 0o755);
    box.git("repo", "config", "core.fsmonitor", program);
    expect(answer("commit", "linked").runs).toHaveLength(2);
  });
  test("a bare repository among the project's files", () => {
    box.git("repo", "init", "-q", "--bare", "docs");
    box.write(
      "repo/docs/config",
      `[core]\nrepositoryformatversion = 0\nbare = false\nworktree = ..\nfsmonitor = ${program}\n`,
    );
    mkdirSync(box.at("repo/docs/sub"));
    box.tryGit("repo/docs/sub", "status");
    expect(existsSync(marker)).toBe(true);
    expect(answer("status", "repo/docs/sub").runs).toHaveLength(1);
  });
  test("a populated submodule, and one inside it", () => {
    box.repo("leaf");
    box.repo("lib");
    box.git("lib", "submodule", "--quiet", "add", box.at("leaf"), "leaf");
    box.git("lib", "commit", "-q", "-m", "leaf");
    box.git("repo", "submodule", "--quiet", "add", box.at("lib"), "lib");
    box.git("repo", "submodule", "--quiet", "update", "--init", "--recursive");
    expect(answer("status")).toMatchObject({ runs: [], unknown: null });
    box.write(
      "repo/.git/modules/lib/modules/leaf/config",
      `${evil()}repositoryformatversion = 0\nworktree = ../../../../../lib/leaf\n`,
    );
    box.tryGit("repo", "status");
    expect(existsSync(marker)).toBe(true);
    expect(answer("status").runs).toHaveLength(1);
    expect(answer("commit").runs).toHaveLength(1);
  });
  test("behind a link to the directory", () => {
    symlinkSync(box.at("repo"), box.at("link"));
    box.git("repo", "config", "core.fsmonitor", program);
    expect(answer("status", "link").runs).toHaveLength(1);
  });
  test("an include of the person's own configuration that lies in the repository", () => {
    box.write(".gitconfig", `[include]\npath = ~/repo/shared.inc\n`);
    box.write("repo/shared.inc", evil());
    expect(answer("status").runs).toHaveLength(1);
  });
});

describe("whose choice it is", () => {
  test.each([
    ["filter.f.clean", "x", "add"],
    ["core.fsmonitor", "true", "status"],
    ["commit.gpgSign", "true", "commit"],
    ["core.sshCommand", "x", "fetch"],
    ["core.pager", "x", "log"],
    ["diff.external", "x", "diff"],
  ] as const)("%s: the person's is not counted, the repository's is", (key, value, operation) => {
    box.git("repo", "config", "--global", key, value);
    expect(answer(operation)).toMatchObject({ runs: [], unknown: null });
    box.git("repo", "config", key, value);
    expect(answer(operation).runs).toHaveLength(1);
  });
  test.each([
    ["core.fsmonitor", ".git/hooks/query-watchman", "status", 1],
    ["filter.f.clean", "./tools/clean %f", "add", 1],
    ["filter.f.clean", "tools/clean", "add", 1],
    ["filter.f.clean", "/usr/bin/clean tools/x", "add", 1],
    ["filter.f.clean", '"/usr/bin/python3" -m nbstripout', "add", 1],
    ["filter.f.clean", "nbstripout", "add", 0],
    ["diff.d.textconv", "python3 -m json.tool", "diff", 1],
    ["diff.d.textconv", "sh -c 'cat $0'", "log", 1],
    ["diff.d.textconv", "f() { cat x; }; f", "show", 1],
    ["diff.d.textconv", "timeout 5 npx tc", "diff", 1],
    ["diff.d.textconv", "~/repo/tc.sh", "diff", 1],
    ["diff.d.textconv", "~/linked.sh", "diff", 1],
    ["diff.d.textconv", "linked.sh", "diff", 1],
    ["diff.d.textconv", "~somebody/repo/tc.sh", "diff", 1],
    ["filter.f.clean", "PYTHONPATH=. nbstripout", "add", 1],
    ["diff.d.textconv", 'sqlite3 "$1" .dump', "diff", 0],
    ["diff.d.textconv", "pdftotext - - | col -b", "diff", 0],
    ["merge.m.driver", "make merge", "checkout", 1],
    ["core.pager", "delta | less -R", "log", 0],
    ["core.editor", "vim", "commit", 0],
    ["gpg.program", "/usr/bin/gpg2", "commit", 0],
    ["credential.helper", "!gh auth git-credential", "fetch", 0],
    ["credential.helper", "!aws codecommit credential-helper $@", "fetch", 0],
    ["alias.up", "!f() { git pull; }; f", "other", 0],
    ["filter.f.clean", "~/bin/clean", "add", 0],
    ["filter.f.clean", "git-lfs clean -- %f", "add", 0],
    ["url.https://example.org/.insteadOf", "gh/", "fetch", 0],
  ] as const)("the person's %s = %s runs a file of the repository: %s", (key, value, operation, count) => {
    box.git("repo", "config", "--global", key, value);
    box.write("repo/tc.sh", "", 0o755);
    symlinkSync(box.at("repo/tc.sh"), box.at("linked.sh"));
    const world = { ...box.world, path: [...box.world.path, box.home] };
    expect(gitHelpers(box.at("repo"), operation, world).runs).toHaveLength(count);
  });
  test.skipIf(!existsSync("/usr/bin/python3"))("a module of the project is taken for the person's: git ran it", () => {
    box.git("repo", "config", "--global", "diff.d.textconv", "/usr/bin/python3 -m json.tool");
    box.write("repo/json/__init__.py", "");
    box.write("repo/json/tool.py", `open(${JSON.stringify(marker)}, "w")\n`);
    box.write("repo/a.txt", "changed\n");
    expect(answer("diff").runs).toHaveLength(1);
    box.tryGit("repo", "diff");
    expect(existsSync(marker)).toBe(true);
  });
  test("hooks under the person's own core.hooksPath are hooks", () => {
    box.git("repo", "config", "--global", "core.hooksPath", "~/hooks");
    expect(answer("commit").runs).toEqual([]);
    box.write("hooks/pre-commit", "#!/bin/sh\n", 0o755);
    expect(answer("commit").runs).toEqual([`the pre-commit hook ${box.at("hooks/pre-commit")}`]);
    expect(answer("commit").consulted).toContain(box.at("hooks"));
  });
  test("a relative core.hooksPath counts from the top of the work tree", () => {
    box.git("repo", "config", "core.hooksPath", ".githooks");
    box.write("repo/.githooks/pre-commit", `#!/bin/sh\ntouch ${marker}\n`, 0o755);
    mkdirSync(box.at("repo/sub"));
    box.git("repo/sub", "commit", "-q", "--allow-empty", "-m", "x");
    expect(existsSync(marker)).toBe(true);
    expect(answer("commit", "repo/sub").runs).toHaveLength(1);
  });
  test("core.hooksPath takes the place of the hooks directory", () => {
    box.write("repo/.git/hooks/pre-commit", "#!/bin/sh\n", 0o755);
    box.git("repo", "config", "core.hooksPath", "/dev/null");
    expect(answer("commit").runs).toEqual([]);
  });
  test("a hook that may not be executed, a sample, a directory", () => {
    box.write("repo/.git/hooks/pre-commit", "#!/bin/sh\n", 0o644);
    mkdirSync(box.at("repo/.git/hooks/commit-msg"));
    expect(answer("commit").runs).toEqual([]);
    expect(answer("other").runs).toEqual([]);
  });
  test("hooks set in configuration, by whomever", () => {
    box.git("repo", "config", "--global", "hook.scan.command", program);
    box.git("repo", "config", "--global", "hook.scan.event", "pre-commit");
    expect(answer("commit").runs).toHaveLength(1);
    expect(answer("log").runs).toEqual([]);
  });
});

describe("values", () => {
  test.each([
    ["core.fsmonitor", "false", "status", 0],
    ["core.fsmonitor", "true", "status", 1],
    ["commit.gpgSign", "false", "commit", 0],
    ["pager.log", "false", "log", 0],
    ["core.pager", "cat", "log", 0],
    ["core.pager", "sh -c x", "log", 1],
    ["gpg.program", "x", "commit", 1],
    ["gpg.ssh.program", "x", "log", 1],
    ["core.editor", "x", "commit", 1],
    ["core.sshCommand", "x", "push", 1],
    ["credential.helper", "x", "fetch", 1],
    ["credential.https://example.org.helper", "x", "fetch", 1],
    ["trailer.x.command", "x", "commit", 1],
    ["merge.m.driver", "x", "checkout", 1],
    ["core.alternateRefsCommand", "x", "fetch", 1],
    ["gc.recentObjectsHook", "x", "commit", 1],
    ["submodule.x.update", "rebase", "checkout", 0],
    ["submodule.x.update", "!x", "checkout", 1],
    ["remote.origin.url", "https://example.org/x.git", "push", 0],
    ["remote.origin.url", "git@example.org:x.git", "push", 0],
    ["remote.origin.url", "ext::sh -c x", "fetch", 1],
    ["remote.origin.url", "../other", "push", 1],
    ["url.ext::sh.insteadOf", "https:", "fetch", 1],
    ["url.e.insteadOf", "https:", "fetch", 1],
    ["url.https://example.org/.insteadOf", "x:", "fetch", 0],
    ["remote.origin.promisor", "true", "log", 1],
    ["format.pretty", "%G?", "log", 1],
    ["format.pretty", "%h", "log", 0],
    ["filter.x.clean", "", "add", 0],
    ["alias.st", "!x", "other", 1],
    ["alias.st", "!x", "status", 0],
    ["user.name", "!x", "other", 0],
  ] as const)("%s = %j in %s", (key, value, operation, count) => {
    box.git("repo", "config", key, value);
    expect(answer(operation).runs).toHaveLength(count);
  });
});

describe("what cannot be read is unknown", () => {
  test.each<[string, () => unknown]>([
    ["a configuration that does not parse", () => box.write("repo/.git/config", "[core\n")],
    ["the person's configuration does not parse", () => box.write(".gitconfig", "?")],
    ["a configuration that is a directory", () => mkdirSync(box.at(".gitconfig"))],
    [
      "a .git file that leads nowhere",
      () => {
        rmSync(box.at("repo/.git"), { recursive: true });
        box.write("repo/.git", "gitdir: x\n");
      },
    ],
    [
      "an index of an unknown version",
      () => box.write("repo/.git/index", Buffer.from(`DIRC\0\0\0\x09\0\0\xe0\0${"x".repeat(40)}`, "latin1")),
    ],
    ["a split index", () => box.git("repo", "update-index", "--split-index")],
    ["hooksPath without a value", () => box.write("repo/.git/config", "[core]\nhooksPath\n")],
    ["hooksPath of another user", () => box.git("repo", "config", "core.hooksPath", "~other/hooks")],
    [
      "hooksPath that versions of git read differently",
      () => box.write("repo/.git/config", "[core]\nhooksPath = a\tb\n"),
    ],
    ["an empty hooksPath", () => box.git("repo", "config", "core.hooksPath", "")],
    ["a common directory that cannot be read", () => mkdirSync(box.at("repo/.git/commondir"))],
  ])("%s", (_name, arrange) => {
    arrange();
    expect(answer("commit").unknown).toMatch(/^[A-Z/].*\.$/);
  });
});
