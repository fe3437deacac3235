/** Trees copied or moved onto what stands there already: links, hooks, dotfiles, workflows, unsaved work. A row passes when the gate does not allow it bare. */
import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { supposeWalls } from "../contain/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  for (const file of ["src/e.txt", "src/a.txt", "lib/own.txt", "scripts/build.sh", "docs/n.md"])
    here.write(file, "x\n");
  mkdirSync(join(here.home, ".config/sallyport"), { recursive: true });
  writeFileSync(join(here.home, ".config/sallyport/settings.json"), "{}\n");
  writeFileSync(join(here.home, ".bashrc"), "PS1=x\n");
  git("init", "-q", "--template=");
  git("config", "core.hooksPath", "scripts/hooks");
  git("config", "include.path", "../shared/gitcfg");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x");
});
afterEach(() => here.remove());

const git = (...args: readonly string[]): unknown => execFileSync("git", args, { cwd: here.root });
/** The step, and whether it would run outside walls. */
const decide = async (command: string): Promise<string> => {
  const { behavior, by, walls } = await here.gate().check(bash(command));
  return `${behavior} ${by} ${walls === null ? "bare" : "walled"}`;
};
/** A tree is copied or moved inside walls; that it is only an edit is seen there. */
const inWalls = async (command: string): Promise<string> => {
  const { behavior, by, walls } = await here.gate({ walls: supposeWalls() }).check(bash(command, { walls: true }));
  return `${behavior} ${by} ${walls ?? "bare"}`;
};
const EDIT = /^allow acceptEdits (?:edit|bare)$/;
const BARE = /^allow .* bare$/;

describe("a link where a name lands", () => {
  beforeEach(() => {
    symlinkSync(join(here.home, ".config/sallyport/settings.json"), here.at("lib/cfg"));
    symlinkSync("../../.bashrc", here.at("lib/rc"));
    mkdirSync(here.at("lib/deep"));
    symlinkSync(here.home, here.at("lib/deep/home"));
    linkSync(join(here.home, ".bashrc"), here.at("lib/hard"));
    for (const file of ["k/lib/cfg", "k2/lib/rc", "k3/lib/deep/home/.bashrc", "k4/lib/hard", "k5/lib/new.txt"])
      here.write(file, '{"mode":"bypassPermissions"}\n');
  });
  test.each([
    "cp -r k/lib .",
    "cp -r k2/lib .",
    "cp -R k3/lib .",
    "cp -a k4/lib .",
    "cp -r k/lib/. lib/",
    "cp -rT k/lib lib",
    "cp -r -t . k2/lib",
    "mv k/lib/cfg lib/",
    "mkdir -p n/lib && cp src/e.txt n/lib/cfg && cp -r n/lib .",
    "mkdir -p n/lib && cp src/e.txt n/lib/rc && cp -rf n/lib $PWD",
    "mkdir -p n && cp -r k2/lib n && cp -r n/lib .",
    "mkdir n && mv k2/lib n/ && cp -r n/lib .",
    "echo x > k5/lib/cfg && cp -r k5/lib .",
    "cp src/e.txt k5/lib/rc; cp -r k5/lib .",
    "rsync -a k2/lib/ lib/",
    "cd k && cp -r lib ..",
  ])("%s", async (command) => {
    expect(await decide(command)).not.toMatch(BARE);
    expect(readFileSync(join(here.home, ".bashrc"), "utf8")).toBe("PS1=x\n");
  });
  test("a tree that meets none of them is an edit", async () => {
    expect(await inWalls("cp -r k5/lib .")).toMatch(EDIT);
    expect(await inWalls("mkdir -p out && cp -r k5/lib out")).toMatch(EDIT);
  });
});

describe("places that start programs, brought along with what they lie in", () => {
  beforeEach(() => {
    here.write("new/hooks/pre-commit", "#!/bin/sh\n");
    here.write("n3/scripts/hooks/pre-commit", "#!/bin/sh\n");
    here.write("s/shared/gitcfg", "[core]\n");
    here.write("k/dot/bashrc", "x\n");
    here.write("dot/other", "x\n");
    symlinkSync(here.at("dot/zshrc"), join(here.home, ".zshrc"));
    here.write("k2/dot/zshrc", "x\n");
    here.write("stage/workflows/x.yml", "on: push\n");
    here.write("g/hooks/x.json", "{}\n");
  });
  test.each([
    "cp -r n3/scripts .",
    "cp -r new/hooks scripts",
    "mv new/hooks scripts/",
    "mv scripts old && mv new scripts",
    "mkdir -p s2/scripts/hooks && cp src/e.txt s2/scripts/hooks/pre-commit && cp -r s2/scripts .",
    "cp -r s/shared .",
    "mv s/shared shared",
    "cp -r k2/dot .",
    "mkdir -p m/dot && cp src/e.txt m/dot/zshrc && cp -r m/dot .",
    "mv stage .github",
    "cp -r stage .github",
    "mv stage stage2 && mv stage2 .github",
    "mkdir -p st/workflows && echo 'on: push' > st/workflows/x.yml && mv st .github",
    "mkdir -p k9/x/workflows && echo e > k9/x/workflows/ci.yml && mv k9/x k9/.github && cp -r k9/.github .",
    "mv g .github",
    "mkdir t2 && echo x > t2/bazel && mv t2 tools",
    "mkdir t3 && cp src/e.txt t3/bazel && cp -r t3 tools",
  ])("%s", async (command) => {
    expect(await decide(command)).not.toMatch(BARE);
  });
  test.each(["mv scripts old", "rm -r scripts", "mv scripts/hooks h", "cd scripts && mv hooks h"])(
    "with hooks in it: %s",
    async (command) => {
      here.write("scripts/hooks/pre-commit", "#!/bin/sh\n");
      expect(await decide(command)).not.toMatch(BARE);
    },
  );
});

describe("ordinary work with trees stays an edit", () => {
  test.each([
    "mv docs guide",
    "cp -r src src2",
    "mkdir -p a/b && mv docs a/b/",
    "echo x > t.tmp && mv t.tmp src/a.txt",
    "cp src/a.txt src/b.tmp && mv src/b.tmp src/a.txt",
    "mv src/a.txt src/c.txt && mv src/c.txt src/d.txt",
  ])("%s", async (command) => {
    expect(await inWalls(command)).toMatch(EDIT);
  });
  test("a tree that the call itself makes is copied inside walls", async () => {
    const gate = here.gate({ walls: supposeWalls() });
    const action = { ...bash("mkdir -p out && cp src/a.txt out/ && cp -r out pkg"), walls: true };
    expect(await gate.check(action)).toMatchObject({ behavior: "allow", walls: "work" });
  });
});
