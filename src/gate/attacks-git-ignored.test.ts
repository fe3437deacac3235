/** Git holds ignored files for expendable, and forgets what was staged: under a rule both come back, or no rule covers the call. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { undo } from "../cli/commands/undo.ts";
import { runCommand } from "../cli/testing.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
const run = (script: string): void => {
  const name = "-c user.name=a -c user.email=a@b -c core.editor=true";
  execFileSync("bash", ["-c", script.replace(/\bgit /g, `git ${name} `)], { cwd: here.root, stdio: "ignore" });
};
/** Branch `b` has `local.cfg`, `made/x` is a file on `d`, and `.env` is tracked on `s`. */
beforeEach(() => {
  here = project();
  here.write("a.txt", "a\n");
  here.write(".gitignore", "local.cfg\nmade\n.env\n");
  run("git init -qb main && git add -A && git commit -qm one");
  run("git checkout -qb b && echo theirs > local.cfg && git add -f local.cfg && git commit -qm two");
  run(
    "git rm -q local.cfg && git commit -qm three && git branch gone && git reset -q --hard HEAD~1 && git checkout -q main",
  );
  run("git checkout -qb d && echo file > made && git add -f made && git commit -qm d && git checkout -q main");
  run("git checkout -qb s && echo T=1 > .env && git add -f .env && git commit -qm s && git checkout -q main");
});
afterEach(() => here.remove());

const stateDir = (): string => join(here.home, ".local/state/sallyport");
const undoWith = (...args: string[]) =>
  runCommand(undo, args, { env: { HOME: here.home, SALLYPORT_STATE_DIR: stateDir() } });
const newest = async (): Promise<string> => JSON.parse((await undoWith("--json")).out).points[0]?.id ?? "none";
const by = async (command: string): Promise<string> =>
  (
    await here
      .gate({ settings: { permissions: { allow: ["Bash(git *)"] } }, classifier: null, walls: null })
      .check(bash(command))
  ).by;

describe("an ignored file comes back", () => {
  test.each([
    "git checkout b",
    "git switch b",
    "git checkout -b new b",
    "git merge b",
    "git cherry-pick b",
    "git cherry-pick main..gone",
    "git rebase b",
    "git pull . b",
    "git revert --no-edit gone",
    "git stash && git checkout b",
  ])("%s", async (command) => {
    here.write("local.cfg", "mine\n");
    expect(await by(command)).toBe("allowRule");
    run(`${command} || true`);
    if (existsSync(here.at("local.cfg")) && readFileSync(here.at("local.cfg"), "utf8") === "mine\n") return;
    expect((await undoWith(await newest())).code).toBe(0);
    expect(readFileSync(here.at("local.cfg"), "utf8")).toBe("mine\n");
  });

  test("with its directory", async () => {
    here.write("made/by/hand.txt", "mine\n");
    expect(await by("git checkout d")).toBe("allowRule");
    expect(await newest()).not.toBe("none");
    run("git checkout -q d && git checkout -q main");
    expect((await undoWith(await newest())).code).toBe(0);
    expect(readFileSync(here.at("made/by/hand.txt"), "utf8")).toBe("mine\n");
  });
});

describe("what is never copied is not covered", () => {
  test.each([
    "git checkout s",
    "git switch s",
    "git merge s",
    "git cherry-pick s",
    "git rebase s",
    "git pull . s",
    "git checkout -m s",
  ])("%s", async (command) => {
    expect(await by(command)).toBe("allowRule");
    here.write(".env", "TOKEN=mine\n");
    expect(await by(command)).not.toBe("allowRule");
    here.write(".env", "T=1\n");
    expect(await by(command)).toBe("allowRule");
  });
  test.each(["git checkout b", "git merge b", "git status", "git checkout -b x", "git stash", "git rebase main"])(
    "%s leaves it alone",
    async (command) => {
      here.write(".env", "TOKEN=mine\n");
      expect(await by(command)).toBe("allowRule");
      expect(await newest()).toBe("none");
    },
  );
});

test.each(["git reset --merge", "git reset --hard", "git checkout -f"])(
  "what was staged comes back after %s",
  async (command) => {
    here.write("a.txt", "staged\n");
    here.write("n.txt", "new\n");
    run("git add -A");
    expect(await by(command)).toBe("allowRule");
    run(command);
    expect((await undoWith(await newest())).code).toBe(0);
    expect([readFileSync(here.at("a.txt"), "utf8"), readFileSync(here.at("n.txt"), "utf8")]).toEqual([
      "staged\n",
      "new\n",
    ]);
  },
);

test("edits during a conflict are thrown away by no rule", async () => {
  run(
    "git checkout -qb x && echo x > a.txt && git commit -qam x && git checkout -q main && echo y > a.txt && git commit -qam y",
  );
  run("git rebase x || true");
  here.write("a.txt", "by hand\n");
  for (const command of ["git rebase --skip", "git rebase --abort"]) expect(await by(command)).not.toBe("allowRule");
});
