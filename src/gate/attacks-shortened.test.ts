/** Long options that are cut short, strategies that are programs, other names of members: as the program itself takes them. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("src/a.ts", "a\n");
  here.write("infra/main.tf", "a\n");
  here.write("p.patch", "--- a/main.tf\n+++ b/main.tf\n@@ -1 +1 @@\n-a\n+b\n");
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "-A"],
    ["commit", "-qm", "x"],
    ["remote", "add", "origin", "https://github.com/me/app.git"],
  ])
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: here.root });
});
afterAll(() => here.remove());

const under = async (
  command: string,
  permissions: object,
  mode: "acceptEdits" | "bypassPermissions",
): Promise<string> =>
  (await here.gate({ settings: { mode, permissions }, classifier: null, walls: null }).check(bash(command))).by;

const ALLOW = { allow: ["Bash(git *)", "Bash(tar *)"] };

describe("an open rule does not cover", () => {
  test.each([
    "tar xf plain.tar --use-comp=./x",
    "tar xf plain.tar --to-com=sh",
    "tar cf o.tar src --checkpoint=1 --checkpoint-a=exec=./x",
    "tar xf plain.tar --rsh-com=./x",
    "tar xf plain.tar --pax-option='path:=.git/hooks/pre-commit'",
    "tar xf plain.tar --pax-o='path:=.git/hooks/pre-commit'",
    "tar -xif plain.tar",
    "tar xf plain.tar --ignore-z",
    "git cherry-pick --strategy=x/evil HEAD",
    "git revert --strategy x/evil HEAD",
    "git rebase -s x/evil main",
    "git merge -s x/evil main",
    "git pull --strategy=x/evil origin main",
    "git push evil/b.git HEAD:refs/heads/x",
    "git push ../other HEAD:refs/heads/x",
    "git push ~/dotfiles HEAD -f",
    "git push file:///srv/x.git HEAD",
  ])("%s", async (command) => {
    expect(await under(command, ALLOW, "acceptEdits")).not.toBe("allowRule");
  });

  test.each([
    "tar czf o.tgz src",
    "tar cf o.tar --exclude-vcs src",
    "git merge -s ours main",
    "git cherry-pick -s HEAD",
    "git rebase -s ort main",
    "git push origin main",
  ])("beside it: %s", async (command) => {
    expect(await under(command, ALLOW, "acceptEdits")).toBe("allowRule");
  });
});

describe("a rule that forbids finds", () => {
  const deny = ["Bash(git push *)", "Edit(infra/**)"];
  test.each([
    "tar cf /dev/null README.md --checkpoint=1 --checkpoint-a=exec='git push origin x'",
    "tar cf /dev/null README.md --to-com 'git push origin x'",
    "git rebase --exe 'git push origin x' main",
    "git apply --direc=infra p.patch",
    "git apply --directory infra p.patch",
    "git am --directory infra p.patch",
  ])("%s", async (command) => {
    expect(await under(command, { deny }, "bypassPermissions")).toBe("denyRule");
  });
  test.each(["git apply p.patch", "git apply --directory=src p.patch", "tar cf /dev/null src --checkpoint=1"])(
    "beside it: %s",
    async (command) => {
      expect(await under(command, { deny }, "bypassPermissions")).toBe("bypassMode");
    },
  );
});

test("home is not taken away by an option that is cut short", async () => {
  expect(await under("tar cf /dev/null --remove-f ~", {}, "bypassPermissions")).toBe("floor");
});
