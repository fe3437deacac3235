/** A change of directory that the person's own shell takes to another place: by a list of places, or by where links lead. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  for (const path of ["src/t.js", "src/deep/u.js", "a.txt", "config"]) here.write(path, "x\n");
  atHome("work/src/t.js", "the only copy\n");
  atHome(".kube/config", "token: x\n");
  mkdirSync(join(here.home, ".kube/cache"));
  symlinkSync(join(here.home, ".kube/cache"), here.at("l"));
  symlinkSync("src/deep", here.at("near"));
});
afterEach(() => here.remove());

function atHome(path: string, text: string): void {
  mkdirSync(dirname(join(here.home, path)), { recursive: true });
  writeFileSync(join(here.home, path), text);
}
const decide = async (command: string): Promise<string> =>
  (await here.gate({ classifier: null, restore: null }).check(bash(command))).behavior;

const BARE = ["cd src && cat t.js", "cd src && echo x > new.js", "cd src/deep && cat u.js", "cd src && ls"];

describe.each([
  [".bash_profile", "CDPATH=$HOME/work\n"],
  [".bashrc", "export CDPATH=.:~/work\n"],
  [".zshrc", "cdpath=(~/work)\n"],
  [".zshenv", "typeset -U cdpath CDPATH\n"],
  [".profile", "shopt -s cdable_vars\n"],
])("%s sets where cd looks", (file, text) => {
  beforeEach(() => atHome(file, text));
  test.each(BARE)("%s", async (command) => expect(await decide(command)).toBe("ask"));
  test.each(["cd ./src && cat t.js", "cd . && cat a.txt"])("%s goes there all the same", async (command) =>
    expect(await decide(command)).toBe("allow"),
  );
});

describe("a way up behind a link", () => {
  test.each([
    "cd l/.. && cat config",
    "cd ./l/.. && cat config",
    "cd l/../src && cat t.js",
    "cd src/../l/.. && cat config",
    "cd near/.. && echo x > n.txt",
  ])("%s", async (command) => expect(await decide(command)).toBe("ask"));
  test.each(["cd near && cd .. && cat a.txt", "cd l && cd .. && cat config", "cd l && cd ../src && cat t.js"])(
    "%s",
    async (command) => expect(await decide(command)).toBe("ask"),
  );
});

test.each([
  ...BARE,
  "cd src/.. && cat a.txt",
  "cd src/deep/../.. && cat a.txt",
  "cd src && cd .. && cat a.txt",
  "cd .. && ls",
])("everyday: %s", async (command) => {
  atHome(".bashrc", "alias ll='ls -l'\nexport PATH=$HOME/bin:$PATH\n");
  expect(await decide(command)).toBe("allow");
});
