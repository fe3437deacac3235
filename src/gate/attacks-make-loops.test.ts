/** Tasks that a loop starts in directories nobody can tell beforehand: what any of them would run counts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { afterWriting } from "../testing/after-writing.ts";
import { type BypassingProject, bypassingProject } from "../testing/bypassing.ts";

const RECIPES = {
  a: "for d in pk/*; do (cd $$d && npm test); done",
  b: "for d in */; do $(MAKE) -C $$d; done",
  c: "for d in pk/*/; do npm --prefix $$d test; done",
  d: "for d in $$(ls pk); do npm test --prefix=pk/$$d; done",
  e: "find pk -maxdepth 1 -type d | while read d; do (cd $$d && npm test); done",
  rel: "for d in pk/*; do (cd $$d && npm run rel); done",
  sub: "for d in */; do $(MAKE) -C $$d rel; done",
  lint: "for d in pk/*; do (cd $$d && npm run lint); done",
};
const pack = (scripts: Readonly<Record<string, string>>): string => JSON.stringify({ scripts });
const OLD: readonly (readonly [string, string])[] = [
  [
    "Makefile",
    Object.entries(RECIPES)
      .flatMap(([name, line]) => [`${name}:`, `\t${line}`])
      .join("\n"),
  ],
  ["package.json", pack({ all: "for d in pk/*; do (cd $d && npm test); done", lint: "eslint ." })],
  ["pk/a/package.json", pack({ test: "vitest run", lint: "eslint ." })],
  ["pk/b/package.json", pack({ test: "node t.js", rel: "git push", lint: "eslint ." })],
  ["pk/b/t.js", "1\n"],
  ["zsub/Makefile", "all:\n\tnode x.js\nrel:\n\tgit push\n"],
  ["zsub/x.js", "1\n"],
];

describe("an allow rule after the session wrote what one of them runs", () => {
  test.each([
    ["make:*", "make a", "pk/b/t.js"],
    ["make:*", "make b", "zsub/x.js"],
    ["make:*", "make c", "pk/b/t.js"],
    ["make:*", "make d", "pk/b/t.js"],
    ["make:*", "make e", "pk/b/t.js"],
    ["npm run:*", "npm run all", "pk/b/t.js"],
  ])("%s: %s after writing %s", async (rule, command, writes) => {
    expect(await afterWriting({ rule, command, old: OLD, writes })).not.toBe("allowRule");
  });

  test.each([
    ["make:*", "make a", "pk/b/src/lib.ts"],
    ["make:*", "make b", "README.md"],
    ["make:*", "make lint", "pk/b/t.js"],
    ["npm run:*", "npm run all", "pk/a/src/lib.ts"],
    ["npm run:*", "npm run lint", "pk/b/t.js"],
  ])("%s still covers %s after writing %s", async (rule, command, writes) => {
    expect(await afterWriting({ rule, command, old: OLD, writes })).toBe("allowRule");
  });
});

describe("Bash(git push:*)", () => {
  let here: BypassingProject;
  beforeAll(() => {
    here = bypassingProject();
    for (const [file, text] of OLD) here.write(file, text);
  });
  afterAll(() => here.remove());

  test.each([
    ...["make rel", "make sub", "for d in pk/*; do (cd $d && npm run rel); done", 'cd "$WHERE" && npm run rel'],
    ...["for d in */; do make -C $d rel; done", 'npm --prefix "$P" run rel'],
  ])("denied: %s", async (command) => {
    expect(await here.by(command, ["Bash(git push:*)"])).toBe("denyRule");
  });

  test.each([
    ...["make lint", "make a", "for d in pk/*; do (cd $d && npm run lint); done", 'cd "$WHERE" && npm test'],
    ...['make -C "$D" all', "for d in */; do make -C $d; done"],
  ])("left alone: %s", async (command) => {
    expect(await here.by(command, ["Bash(git push:*)"])).toBe("bypassMode");
  });
});
