import { symlinkSync, unlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findRepo, type Repo } from "./repo.ts";
import { branchExists, defaultBranch, readHead, remotes } from "./state.ts";
import { type Sandbox, sandbox } from "./testing.ts";

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
  box.repo("repo");
});
afterEach(() => box.remove());

const repo = (dir = "repo"): Repo => {
  const found = findRepo(box.at(dir), box.world);
  if (found === undefined) throw new Error("no repository");
  return found;
};
const head = (dir = "repo"): string => box.git(dir, "rev-parse", "HEAD").trim();

describe("finding the repository, with git as the referee", () => {
  const check = (dir: string): void => {
    const theirs = (option: string): string => box.git(dir, "rev-parse", "--path-format=absolute", option).trim();
    const ours = repo(dir);
    expect(ours.gitDir).toBe(theirs("--absolute-git-dir"));
    expect(ours.commonDir).toBe(theirs("--git-common-dir"));
    const inside = box.git(dir, "rev-parse", "--is-inside-work-tree").trim() === "true";
    expect(ours.workTree).toBe(inside ? theirs("--show-toplevel") : null);
  };
  test.each<[string, () => unknown]>([
    ["repo", () => 0],
    ["repo/a/b", () => box.write("repo/a/b/c", "")],
    ["linked", () => box.git("repo", "worktree", "add", "-q", "../linked")],
    ["repo/sub", () => [box.repo("lib"), box.git("repo", "submodule", "--quiet", "add", box.at("lib"), "sub")]],
    ["bare.git", () => box.git("", "init", "-q", "--bare", "bare.git")],
    ["bare.git/hooks", () => box.git("", "init", "-q", "--bare", "bare.git")],
    ["moved", () => box.git("", "init", "-q", "--separate-git-dir", "elsewhere", "moved")],
    ["repo/.git/refs", () => 0],
    ["repo/inner", () => box.git("repo", "init", "-q", "inner")],
    ["repo/x", () => box.write("repo/x/.git/HEAD", "ref: refs/heads/main\n")],
    ["repo/x", () => box.write("repo/x/HEAD", "ref: refs/heads/main\n")],
    [
      "repo/x",
      () => [
        box.write("repo/x/HEAD", "ref: refs/heads/main\n"),
        box.write("repo/x/refs/a", ""),
        box.write("repo/x/objects/a", ""),
      ],
    ],
    [
      "repo/x",
      () => [
        box.write("repo/x/HEAD", "ref: main\n"),
        box.write("repo/x/refs/a", ""),
        box.write("repo/x/objects/a", ""),
      ],
    ],
    ["link", () => symlinkSync(box.at("repo"), box.at("link"))],
    [
      "tree",
      () => [
        box.write("tree/x", ""),
        box.git("repo", "config", "core.worktree", "../../tree"),
        box.write("tree/.git", `gitdir: ${box.at("repo/.git")}\n`),
      ],
    ],
  ])("%s", (dir, arrange) => {
    arrange();
    check(dir);
  });
  test("none", () => expect(findRepo(box.home, box.world)).toBeUndefined());
  test.each(["gitdir: nowhere\n", "gitdir:x", "hello", ""])("a .git file git refuses: %j", (content) => {
    box.write("broken/.git", content);
    expect(box.tryGit("broken", "rev-parse").status).not.toBe(0);
    expect(findRepo(box.at("broken"), box.world)).toBeUndefined();
  });
});

describe("HEAD", () => {
  test.each<[string, () => unknown, () => unknown]>([
    ["on a branch", () => 0, () => ({ kind: "branch", name: "main", oid: head() })],
    [
      "a branch with slashes",
      () => box.git("repo", "checkout", "-q", "-b", "a/b/c"),
      () => ({ kind: "branch", name: "a/b/c", oid: head() }),
    ],
    ["packed", () => box.git("repo", "pack-refs", "--all"), () => ({ kind: "branch", name: "main", oid: head() })],
    ["detached", () => box.git("repo", "checkout", "-q", "--detach"), () => ({ kind: "detached", oid: head() })],
    ["unborn", () => box.git("repo", "checkout", "-q", "--orphan", "new"), () => ({ kind: "unborn", name: "new" })],
    [
      "a branch beside one of the same beginning",
      () => [box.git("repo", "branch", "main2"), box.git("repo", "pack-refs", "--all")],
      () => ({ kind: "branch", name: "main", oid: head() }),
    ],
    [
      "an old link",
      () => [unlinkSync(box.at("repo/.git/HEAD")), symlinkSync("refs/heads/main", box.at("repo/.git/HEAD"))],
      () => ({ kind: "branch", name: "main", oid: head() }),
    ],
    [
      "damaged",
      () => box.write("repo/.git/refs/heads/main", "rubbish"),
      () => expect.objectContaining({ kind: "unknown" }),
    ],
  ])("%s", (_name, arrange, expected) => {
    arrange();
    expect(readHead(repo(), box.world)).toEqual(expected());
  });
  test("of a linked work tree is its own", () => {
    box.git("repo", "worktree", "add", "-q", "-b", "side", "../linked");
    expect(readHead(repo("linked"), box.world)).toMatchObject({ kind: "branch", name: "side" });
    expect(readHead(repo(), box.world)).toMatchObject({ kind: "branch", name: "main" });
  });
});

test("branches", () => {
  box.git("repo", "branch", "loose");
  box.git("repo", "pack-refs", "--all");
  box.git("repo", "branch", "new");
  const exists = (name: string): boolean | undefined => branchExists(repo(), name, box.world);
  expect(["main", "loose", "new", "absent", "../../config", "", "ne", "a..b"].map(exists)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

describe("the default branch", () => {
  test("what the remote says", () => {
    box.git("", "clone", "-q", "repo", "copy");
    box.git("copy", "checkout", "-q", "-b", "feature");
    expect(defaultBranch(repo("copy"), box.world)).toEqual({ name: "main", from: "remote" });
  });
  test("what the configuration says, if there is such a branch", () => {
    box.git("repo", "branch", "trunk");
    box.git("repo", "config", "--global", "init.defaultBranch", "trunk");
    expect(defaultBranch(repo(), box.world)).toEqual({ name: "trunk", from: "configuration" });
    box.git("repo", "config", "--global", "init.defaultBranch", "absent");
    expect(defaultBranch(repo(), box.world)).toEqual({ name: "main", from: "name" });
  });
  test("none", () => {
    box.git("repo", "branch", "-m", "odd");
    expect(defaultBranch(repo(), box.world)).toBeUndefined();
  });
});

test("remotes", () => {
  box.git("repo", "remote", "add", "origin", "https://example.org/x.git");
  box.git("repo", "remote", "set-url", "--add", "--push", "origin", "ssh://example.org/x.git");
  box.git("repo", "remote", "add", "My.Fork", "../fork");
  expect(remotes(repo(), box.world)).toEqual([
    { name: "origin", urls: ["https://example.org/x.git"], pushUrls: ["ssh://example.org/x.git"] },
    { name: "My.Fork", urls: ["../fork"], pushUrls: [] },
  ]);
});

test.each([
  ["https://alice:ghp_x@example.org/x.git", "https://example.org/x.git"],
  ["https://ghp_x@example.org/x.git", "https://example.org/x.git"],
  ["https://alice:p@ss@example.org:8443/x.git", "https://example.org:8443/x.git"],
  ["ssh://git@example.org/x.git", "ssh://example.org/x.git"],
  ["git@example.org:x/y.git", "git@example.org:x/y.git"],
  ["https://evil.example/@example.org/x.git", "https://evil.example/@example.org/x.git"],
  ["https://evil.example?@example.org/x.git", "https://evil.example?@example.org/x.git"],
  ["https://evil.example#@example.org/x.git", "https://evil.example#@example.org/x.git"],
  ["https://evil.example\\@example.org/x.git", "https://evil.example\\@example.org/x.git"],
  ["../fork", "../fork"],
])("a remote %s is known as %s", (url, known) => {
  box.write("repo/.git/config", `[remote "origin"]\n\turl = "${url.replaceAll("\\", "\\\\")}"\n`);
  expect(remotes(repo(), box.world)).toEqual([{ name: "origin", urls: [known], pushUrls: [] }]);
});
