/**
 * What git prints of a repository as a whole: of one that is not the project's, of the one around a session further down, of objects that
 * stand for others; and a directory that is gone, from which nothing can be read.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openGate } from "../app/index.ts";
import { memoryStore } from "../memory/index.ts";
import { type ScratchFolder, scratchFolder } from "../testing/folder.ts";

let box: ScratchFolder;
const at = (path: string): string => join(box.folder, "home", path);
const put = (path: string, text = "x\n"): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
const git = (path: string, ...words: readonly string[]): string =>
  execFileSync("git", ["-C", at(path), "-c", "user.name=a", "-c", "user.email=a@example.org", ...words], {
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", HOME: at(""), GIT_CONFIG_NOSYSTEM: "1" },
  }).trim();
const commitAll = (path: string): void => {
  git(path, "init", "-q");
  git(path, "add", "-f", ".");
  git(path, "commit", "-qm", "all");
};

beforeAll(() => {
  box = scratchFolder();
  for (const file of ["README.md", "secrets/db.txt", "packages/web/a.js", "docs/x.md"]) put(`app/${file}`, `${file}\n`);
  commitAll("app");
  put("app/README.md", "changed\n");
  git("app", "commit", "-qam", "second");
  git("app", "worktree", "add", "-q", at("beside"), "HEAD~1");
  for (const file of [".ssh/id_rsa", ".netrc", "README.md", "notes.txt"]) put(`dotfiles/${file}`, `${file}\n`);
  commitAll("dotfiles");
  for (const file of ["README.md", "src/a.js"]) put(`lib/${file}`);
  commitAll("lib");
  git("lib", "clone", "-q", "--bare", at("lib"), at("bare.git"));
  put("app/inner/a.js");
  commitAll("app/inner");
  mkdirSync(at("app/src/gone"), { recursive: true });
  put("none/a.js");
});
afterAll(() => box.remove());

interface Asked {
  readonly root?: string;
  readonly cwd?: string;
  readonly permissions?: Readonly<Record<string, readonly string[]>>;
}

const decide = async (command: string, { root = "app", cwd = root, permissions = {} }: Asked = {}): Promise<string> => {
  const env = { HOME: at(""), SALLYPORT_STATE_DIR: join(box.folder, "state"), PATH: "/usr/bin:/bin" };
  const settings = JSON.stringify({ contain: { enabled: false }, permissions });
  const opened = openGate(
    { env, cwd: at(root), now: Date.now },
    { settings, projectRoot: at(root), store: memoryStore(), classifier: null },
  );
  if (!opened.ok) throw new Error(opened.error);
  const { behavior } = await opened.value.gate.check({ tool: "Bash", input: { command }, cwd: at(cwd) });
  return behavior;
};

describe("a repository that is not the project's", () => {
  test.each([
    "git -C ../dotfiles show",
    "git -C ../dotfiles log -p",
    "cd ../dotfiles && git show",
    "git -C ../dotfiles diff HEAD",
    "git -C ../dotfiles show HEAD -- .",
    "git -C ../dotfiles show HEAD:.netrc",
    "git -C ../bare.git show HEAD",
    "git -C ../bare.git log -p",
    "git -C ../lib show",
    "git -C ../lib log -p -- src",
    "git --git-dir=../dotfiles/.git show",
    "git --git-dir=../dotfiles/.git --work-tree=. log -p",
  ])("%s: nobody knows what was in it", async (command) => expect(await decide(command)).toBe("ask"));

  test.each([
    "git -C ../lib log --oneline -5",
    "git -C ../lib status",
    "git -C ../lib show --stat",
    "git -C ../lib diff --name-only",
    "git -C ../lib show HEAD:README.md",
    "git show --stat",
    "git log -3",
    "git -C inner show --stat",
    "git -C inner show HEAD:README.md",
  ])("%s: its commits and names, a file of it, the project's own", async (command) =>
    expect(await decide(command)).toBe("allow"),
  );

  test.each(["git show", "git log -p"])("%s in a directory of a home that is a repository itself", async (command) => {
    put("n/.keep");
    git("", "init", "-q");
    try {
      expect(await decide(command, { root: "none" })).toBe("ask");
    } finally {
      rmSync(at(".git"), { recursive: true, force: true });
    }
  });
});

describe("a person's rule holds for the repository that is printed", () => {
  const rules = (): readonly string[] => [
    `Read(/${at("app/secrets/**")})`,
    "Read(~/app/secrets/**)",
    "Read(~/dotfiles/**)",
  ];
  test.each<readonly [string, string, number]>([
    ["git show HEAD~1", "app", 0],
    ["git show HEAD~1", "app/packages/web", 0],
    ["git log -p", "app/packages/web", 1],
    ["git grep db -- :/", "app/packages/web", 1],
    ["git show HEAD:secrets/db.txt", "app/packages/web", 1],
    ["git -C ../app show HEAD~1", "lib", 0],
    ["git -C ../app show HEAD~1", "lib", 1],
    ["git show HEAD", "beside", 1],
    ["git -C ../dotfiles show", "app", 2],
    ["cd ../dotfiles && git log -p", "app", 2],
  ])("%s in %s under rule %i is denied", async (command, root, nth) =>
    expect(await decide(command, { root, permissions: { deny: [rules()[nth] ?? ""] } })).toBe("deny"),
  );

  test.each([
    ["git -C ../lib log --oneline", "app", 2],
    ["git show --stat HEAD -- docs", "app", 0],
  ] as const)("%s in %s is not what rule %i is about", async (command, root, nth) =>
    expect(await decide(command, { root, permissions: { deny: [rules()[nth] ?? ""] } })).toBe("allow"),
  );
});

describe("objects that stand for others", () => {
  test.each(["git show HEAD:README.md", "git cat-file -p HEAD:README.md", "git show HEAD -- docs"])(
    "%s where a blob is replaced by that of a denied file",
    async (command) => {
      const [shown, secret] = [
        git("app", "rev-parse", "HEAD:README.md"),
        git("app", "rev-parse", "HEAD:secrets/db.txt"),
      ];
      git("app", "replace", shown, secret);
      try {
        expect(await decide(command, { permissions: { deny: ["Read(./secrets/**)"] } })).not.toBe("allow");
      } finally {
        git("app", "replace", "-d", shown);
      }
    },
  );
});

describe("a directory that is gone", () => {
  beforeAll(() => rmSync(at("app/src/gone"), { recursive: true }));
  test.each([
    "rm -rf ../victim",
    "echo owned > ../victim.txt",
    "git -C ../evil status",
    "cat docs/x.md",
    "touch a.txt",
    "ls",
  ])("%s: where it would run is not known", async (command) =>
    expect(await decide(command, { cwd: "app/src/gone" })).toBe("ask"),
  );

  test("no open rule covers it", async () =>
    expect(await decide("cp a b", { cwd: "app/src/gone", permissions: { allow: ["Bash(cp:*)"] } })).toBe("ask"));
});
