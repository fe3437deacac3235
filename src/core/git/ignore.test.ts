/** What is called ignored here, git ignores; the rows below it say which rules are not read, so that more is looked at. */
import { afterAll, expect, test } from "vitest";
import { sandbox } from "../../machine/git/testing.ts";
import { isIgnored, readLevel } from "./ignore.ts";

const box = sandbox();
box.repo("r", {});
afterAll(() => box.remove());

const NAMES = [
  "a.log",
  "keep.log",
  "out",
  "src/out",
  "src/a/b/c",
  "A.LOG",
  ".env",
  "x y",
  "é",
  "#a",
  "!b",
  "src",
  "a[1]",
];

test.each([
  ["*.log\n!keep.log", true],
  ["/out", true],
  ["out", true],
  ["src/*", true],
  ["src/**/c", true],
  ["**/c", true],
  ["src/**", true],
  ["*\n!*.log", true],
  ["# c\n\n .env\n.env  ", true],
  ["?", true],
  ["x?y", true],
  ["*.LOG\n!a.log", true],
  ["a.l[a-z]g", false],
  ["\\#a\n\\!b", false],
  ["a**g", false],
  ["*l*o*g*.*e*n*v*", false],
])("%j", (text, isWhole) => {
  const file = box.write("r/.gitignore", `${text}\n`);
  const level = readLevel(file, box.at("r"), box.world);
  /** The file itself, or a directory above it. */
  const isOut = (name: string): boolean =>
    name.split("/").some((_, i, parts) => {
      const part = parts.slice(0, i + 1).join("/");
      return level !== undefined && isIgnored([level], box.at(`r/${part}`), part !== name);
    });
  const here = NAMES.filter(isOut);
  const { stdout } = box.tryGit("r", "-c", "core.quotePath=false", "check-ignore", "--no-index", ...NAMES);
  const gits = stdout
    .toString()
    .split("\n")
    .filter((name) => name !== "");
  expect(gits).toEqual(expect.arrayContaining(here));
  if (isWhole)
    expect(here).toEqual(
      gits.filter((name) => (name !== "é" || here.includes(name)) && !(text.includes("!") && name === "A.LOG")),
    );
});
