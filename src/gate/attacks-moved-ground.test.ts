/** The directory a command stands in is moved by the same call: what `..` means afterwards, the words do not say. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";
import { bash } from "../testing/index.ts";

let here: BypassingProject;
beforeAll(() => {
  here = bypassingProject();
  for (const name of ["a/b/f", "a/b/c/d/f", "src/a.js", "docs/private/p.txt", "q/b/f", "q/src/x"])
    here.write(name, "x\n");
});
afterAll(() => here.remove());

const settings = { mode: "auto" as const, contain: { enabled: false } };

describe("not proven", () => {
  test.each([
    "cd a/b && mv ../b ../../b2 && rm -rf ../../.config",
    "cd a/b && mv ../b ../../b2 && echo x > ../../bin/ls",
    "cd a/b; mv ../b ../../b2; cat ../../notes",
    "cd a/b && mv ../b/ ../../b2 && cat ../../notes",
    "cd a/b && mv -t ../.. ../b && cat ../../notes",
    'cd a/b && mv "$PWD" ../../b2 && cat ../../notes',
    "cd a/b && mv ../../a ../../zz && cat ../../../notes",
    "cd a/b/c/d && mv ../../../b ../../../../b2 && cat ../../../../notes",
    "cd a && cd b && mv ../../a/b ../../zz && cat ../../notes",
    "cd a/b && mv ../b ../../b2 | cat && cat ../../notes",
    "cd a/b && (cd ../.. && mv a/b b2) && cat ../../notes",
    "cd a/b && bash -c 'mv ../b ../../b2' && cat ../../notes",
    "(cd a/b && sleep 1 && cat ../../notes) & mv a/b b2",
    "mv a/b b2 | (cd a/b && sleep 1 && cat ../../notes)",
    "cd a/b && mv ../../[a] ../../zz && cat ../../../notes",
    "cd a/b && mv ../../{a,q} ../../zz && cat ../../../notes",
    "cd a/b && mv ../b ../../b2",
  ])("%s", async (command) => {
    expect((await here.gate({ settings }).check(bash(command))).behavior).not.toBe("allow");
  });
});

describe("still proven", () => {
  test.each(["mv a/b/f a/b/g", "cd a/b && mv f g", "cd a && cd b && mv f g && git status"])("%s", async (command) => {
    expect((await here.gate({ settings }).check(bash(command))).behavior).toBe("allow");
  });
});

describe("rules and guarded places are looked for from the new ground, too", () => {
  const deny = ["Edit(src/**)", "Read(docs/private/**)"];
  test.each([
    ["denyRule", "cd q/b && mv ../b ../../b2 && echo x > ../src/a.js"],
    ["denyRule", "cd q/b && mv ../b ../../b2 && cat ../docs/private/p.txt"],
    ["denyRule", "cd q/b && (mv ../b ../../b2) | cat; cat ../docs/private/p.txt"],
    ["denyRule", "cd q/b && bash -c 'mv ../b ../../b2' && echo x > ../src/a.js"],
    ["denyRule", "cd q/b && mv ../../q/b ../../src && echo x > b/a.js"],
    ["safetyCheck", "cd q/b && mv ../b ../../../b2 && echo x > ../../.claude/settings.json"],
    ["bypassMode", "cd q/b && mv ../b ../../b2 && ls"],
    ["bypassMode", "cd q/b && cat ../src/x"],
  ])("%s: %s", async (by, command) => {
    expect(await here.by(command, deny)).toBe(by);
  });
});
