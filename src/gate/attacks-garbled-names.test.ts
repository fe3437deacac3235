/**
 * Names that are no text: bytes a repository can bring, and which read as text are another name, one that somebody may have laid
 * there. What links, listings, git's refs, trees, index and files say in such bytes is never taken for that other name.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runGitScript } from "../testing/git-script.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
});
afterAll(() => here.remove());

const settings = { mode: "auto" as const, contain: { enabled: false } };

/** Bash writes the bytes; `%` stands for the decoy, the name that they become as text. */
function prepare(script: string): void {
  const home = `rm -rf ~/.bashrc ~/.aws ~/other; mkdir -p ~/.aws ~/other; echo old > ~/other/o.txt; echo a > ~/.bashrc
    printf '[default]\\naws_secret_access_key = wJalrXUtnFEMIK7MDENGbPxRfiCYzzzzzzKEY\\n' > ~/.aws/credentials`;
  runGitScript(here, `${home}; git add -A; git commit -qm one; ${script.replaceAll("%", "\uFFFD")}`);
}

const commit = "git add -A; git commit -qm two";
const TOKEN = "echo API_TOKEN=sk_live_4242424242424242abcd";

const link = (to: string, decoy = ":") => `ln -s ${to} $'k\\xff'; ln -s $'k\\xff' notes.txt; ${decoy}; ${commit}`;
const linkedDir = `ln -s "$HOME/other" $'d\\xff'; ln -s $'d\\xff' lnk; mkdir d%; echo x > d%/o.txt; ${commit}`;

describe("links that lead to such a name", () => {
  test.each([
    ["a start file", link('"$HOME/.bashrc"')],
    ["a start file, beside a decoy", link('"$HOME/.bashrc"', "touch k%")],
    ["a hook", link(".git/hooks/pre-commit")],
  ])("Write to %s", async (_, script) => {
    prepare(script);
    const write = call("Write", { file_path: `${here.root}/notes.txt`, content: "touch ~/x\n" });
    expect((await here.gate({ settings }).check(write)).behavior).not.toBe("allow");
  });

  test.each([
    ["echo x >> notes.txt", link('"$HOME/.bashrc"', "touch k%")],
    ["cat notes.txt", link('"$HOME/.aws/credentials"', "touch k%")],
    ["echo x > lnk/new.txt", linkedDir],
    ["cp README.md lnk/", linkedDir],
    ["cd lnk && touch zz", linkedDir],
    ["rm lnk/o.txt", linkedDir],
  ])("%s", async (command, script) => {
    prepare(script);
    expect((await here.gate({ settings }).check(bash(command))).behavior).not.toBe("allow");
  });
});

describe("two names that become one", () => {
  test.each([
    ["cat nd/n*", "mkdir nd; ln -s \"$HOME/.aws/credentials\" nd/$'n\\xff.txt'; touch nd/n%.txt"],
    ["grep '' nd/n*", "mkdir nd; ln -s \"$HOME/.aws/credentials\" nd/$'n\\xff.txt'; touch nd/n%.txt"],
    ["rm -r nd", "mkdir nd; echo work > nd/$'n\\xff.txt'; touch nd/n%.txt"],
    ["rm -r nd", "mkdir -p nd/$'d\\xff' nd/d%; echo work > nd/$'d\\xff'/x; touch nd/d%/x"],
    [
      "cp -r t/nd .",
      `mkdir -p nd t/nd; ln -s "$HOME/.bashrc" nd/$'n\\xff'; echo x > t/nd/$'n\\xff'; touch nd/n% t/nd/n%; ${commit}`,
    ],
  ])("%s: %s", async (command, script) => {
    prepare(script);
    expect((await here.gate({ settings }).check(bash(command))).behavior).not.toBe("allow");
  });
});

describe("git's own names", () => {
  const inner = "(cd $'s\\x80'; git init -q; git commit -q --allow-empty -m x)";
  const branch = `git checkout -qb $'caf\\xe9'; ${TOKEN} > .env.prod; git add -f .env.prod; git commit -qm two`;
  const elsewhere = (ref: string) =>
    `git checkout -qb side; ${TOKEN} > .env.prod; git add -f .env.prod; git commit -qm two; ${ref}; git checkout -q main; git branch -qD side`;
  const bare = (name: string) => `git init -q --bare ${name}`;
  test.each([
    [
      "git status",
      `mkdir $'s\\x80'; ${inner}; ${commit}; echo 'touch "$HOME/x"' > ev.sh; chmod +x ev.sh; git -C $'s\\x80' config core.fsmonitor $PWD/ev.sh`,
    ],
    ["git show HEAD", branch],
    ["git log -p -1", branch],
    ["git diff HEAD~1 HEAD", branch],
    ["git show HEAD", `${branch}; git branch caf% HEAD~1`],
    ["git log -p --tags", elsewhere("git tag $'t\\xff'")],
    ["git log -p --all", elsewhere("git branch $'t\\xff'")],
    ["git log -p --branches", elsewhere("git branch $'t\\xff'; git pack-refs --all")],
    [
      "git show HEAD",
      `mkdir $'d\\x80' d%; ${TOKEN} > $'d\\x80'/.env; echo A > d%/.env; git add -f .; git commit -qm two`,
    ],
    [
      "git diff",
      `mkdir $'d\\x80' d%; echo A > $'d\\x80'/.env; echo A > d%/.env; git add -f .; git commit -qm two; ${TOKEN} > $'d\\x80'/.env`,
    ],
    [
      "cd sub && git status",
      `mkdir sub; ${bare("$'g\\xff'")}; ${bare("g%")}; printf 'gitdir: ../g\\xff\\n' > sub/.git; git --git-dir=$'g\\xff' config core.fsmonitor $PWD/ev.sh`,
    ],
    [
      "cd sub && git status",
      `mkdir sub gg; cp -r .git/. gg; ${bare("$'g\\xff'")}; ${bare("g%")}; printf '../g\\xff\\n' > gg/commondir; echo 'gitdir: ../gg' > sub/.git; git --git-dir=$'g\\xff' config core.fsmonitor $PWD/ev.sh`,
    ],
  ])("%s: %s", async (command, script) => {
    prepare(script);
    expect((await here.gate({ settings }).check(bash(command))).behavior).not.toBe("allow");
  });
});

describe("beside such names all goes on", () => {
  const latin = `mkdir fix; echo x > fix/$'caf\\xe9.txt'; ${commit}; echo b >> README.md`;
  test.each(["git status", "git diff", "git log -3", "ls", "ls fix", "cat README.md", "grep -rn foo ."])(
    "%s",
    async (command) => {
      prepare(latin);
      expect((await here.gate({ settings }).check(bash(command))).behavior).toBe("allow");
    },
  );
});
