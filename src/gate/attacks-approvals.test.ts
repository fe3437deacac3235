/** An approval is bound to what is executed, looked through and shown: whatever changes after the question voids it. */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { approve, memoryStore } from "../memory/index.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
const git = (...words: readonly string[]) => execFileSync("git", words, { cwd: here.root, stdio: "ignore" });

beforeEach(() => {
  here = project();
  here.write("deploy.sh", "git push origin main\n");
  here.write("deploy.py", "import helper\n");
  here.write("helper.py", "print(1)\n");
  here.write("Makefile", "deploy:\n\tgit push origin main\n");
  here.write("package.json", '{"scripts":{"ship":"bash deploy.sh"}}');
  here.write("src/a.ts", "a\n");
  mkdirSync(join(here.home, "one"));
  mkdirSync(join(here.home, "two"));
  symlinkSync(join(here.home, "one"), here.at("out"));
  git("init", "-q", "-b", "main");
  git("remote", "add", "origin", "https://github.com/a/b.git");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "one");
});
afterEach(() => here.remove());

/** Asked, approved by a person, then `between`, then tried again. */
async function tryAgain(action: Action, between: (check: (one: Action) => Promise<unknown>) => unknown, settings = {}) {
  const store = memoryStore();
  const gate = here.gate({ store, classifier: null, settings: { mode: "default", ...settings } });
  const check = (one: Action) => gate.check({ ...one, session: "s" });
  const asked = await check(action);
  expect(asked.behavior).not.toBe("allow");
  const session = await store.open("s", { projectRoot: here.root, host: null });
  const given = { decisionId: asked.id, by: "a person", at: Date.now(), newId: () => "yes" };
  expect((await session.transact(approve(given))).ok).toBe(true);
  await between(check);
  return (await check(action)).by;
}

const rewrite = (path: string, text: string) => () => writeFileSync(here.at(path), text);

describe("as it was asked", () => {
  test.each([
    "bash deploy.sh",
    "python3 deploy.py",
    "make deploy",
    "npm run ship",
    "git push origin main",
    "rm -rf out/x",
  ])("%s passes, once", async (command) => {
    expect(await tryAgain(bash(command), () => undefined)).toBe("approval");
  });

  test("reading in between voids nothing", async () => {
    expect(await tryAgain(bash("bash deploy.sh"), (check) => check(bash("cat deploy.sh")))).toBe("approval");
  });
});

describe("void", () => {
  test.each<[string, string, () => unknown]>([
    ["the script was rewritten", "bash deploy.sh", rewrite("deploy.sh", "git push --force origin main\n")],
    ["the script behind a task was rewritten", "npm run ship", rewrite("deploy.sh", "git push --force origin main\n")],
    ["a script of another language was rewritten", "python3 deploy.py", rewrite("deploy.py", "import os\n")],
    ["what a script imports was rewritten", "python3 deploy.py", rewrite("helper.py", "import os; os.system('x')\n")],
    ["the recipe was rewritten", "make deploy", rewrite("Makefile", "deploy:\n\tterraform destroy\n")],
    ["the package script was rewritten", "npm run ship", rewrite("package.json", '{"scripts":{"ship":"rm -rf src"}}')],
    ["a file came into the project", "make deploy", rewrite("new.txt", "x")],
    ["a file of the project is gone", "make deploy", () => rmSync(here.at("src/a.ts"))],
    ["a file of the project grew", "git push origin main", () => appendFileSync(here.at("src/a.ts"), "b")],
    [
      "HEAD moved",
      "git push origin main",
      () => git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "--allow-empty", "-m", "two"),
    ],
    ["another branch is checked out", "git push origin HEAD", () => git("switch", "-q", "-c", "other")],
    [
      "the remote leads elsewhere",
      "git push origin main",
      () => git("remote", "set-url", "origin", "https://evil.example/x.git"),
    ],
    [
      "a link leads elsewhere",
      "cp src/a.ts out/a.ts",
      () => {
        rmSync(here.at("out"));
        symlinkSync(join(here.home, "two"), here.at("out"));
      },
    ],
  ])("%s", async (_, command, change) => {
    expect(await tryAgain(bash(command), change)).not.toBe("approval");
  });

  test("an edit by the agent itself, of the same length", async () => {
    const by = await tryAgain(
      bash("python3 deploy.py"),
      async (check) => {
        await check(call("Edit", { file_path: here.at("helper.py"), old_string: "1", new_string: "2" }));
        writeFileSync(here.at("helper.py"), "print(2)\n");
      },
      { mode: "acceptEdits" },
    );
    expect(by).not.toBe("approval");
  });
});

test("what is shown names every effect, script, commit and remote, as it is spelt", async () => {
  const seen: string[] = [];
  const store = memoryStore({
    onEntry: (_session, entry) => void (entry.kind === "decision" && seen.push(entry.targets)),
  });
  mkdirSync(here.at("Upper"));
  const gate = here.gate({ store, classifier: null, settings: { mode: "default" } });
  await gate.check(bash("bash deploy.sh > Upper/Log.txt"));
  for (const part of [
    "git push",
    "deploy.sh (sha256 ",
    "HEAD is main at ",
    "remote origin is https://github.com/a/b.git",
    "Upper/Log.txt",
  ])
    expect(seen.join("\n")).toContain(part);
});
