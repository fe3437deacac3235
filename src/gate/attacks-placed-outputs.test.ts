/** Open rules: where options put what a tool makes, and archives of secrets that are shown as files. And what people do all day beside that. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write(".env", "API_KEY=a1b2c3d4e5f6\n");
  here.write("package.json", '{"scripts":{"test":"vitest run"}}');
  here.write("Makefile", "all:\n\techo hi\ntest:\n\techo hi\n");
  for (const file of ["src/a.ts", "Cargo.toml", "go.mod", "y.tar", "y.txt", "x.zip", "z", "s.tar"])
    here.write(file, "");
});
afterAll(() => here.remove());

/** By what the last of them is decided, without walls and without a model. */
async function by(rules: readonly string[], ...actions: readonly (string | Action)[]): Promise<string> {
  const settings = { contain: { enabled: false }, permissions: { allow: rules.map((rule) => `Bash(${rule})`) } };
  const gate = here.gate({ settings, restore: null, classifier: null, walls: null });
  let last = "";
  for (const one of actions) {
    const more = { session: "s", mode: "acceptEdits" } as const;
    last = (await gate.check(typeof one === "string" ? bash(one, more) : { ...one, ...more })).by;
  }
  return last;
}
const YES = ["allowRule", "readOnly", "acceptEdits", "safeTool"];

describe.each<[string, readonly string[], readonly string[]]>([
  [
    "cargo test:*",
    [
      "cargo test --target-dir=/opt/x",
      "cargo test --target-dir /opt/x",
      "cargo test --artifact-dir /srv/x",
      "cargo test --target-dir ../../x",
    ],
    ["cargo test", "cargo test --target-dir=target/ci", "cargo test --target-dir=/tmp/x", "cargo test --release foo"],
  ],
  [
    "pytest *",
    [
      "pytest --basetemp=/opt/x",
      "pytest --junitxml=/opt/x.xml",
      "pytest --junitxml /srv/x.xml",
      "pytest --cov-report=html:/opt/x",
    ],
    [
      "pytest --junitxml=build/x.xml",
      "pytest --cov-report=html:cov",
      "pytest --basetemp=/tmp/x",
      "pytest --rootdir=src",
    ],
  ],
  [
    "go test *",
    ["go test -coverprofile=/opt/x ./...", "go test -o /opt/x ./..."],
    ["go test -coverprofile=c.out ./..."],
  ],
  [
    "npx jest *",
    ["npx jest --outputFile=/opt/x.json", "npx jest --coverageDirectory=/opt/x", "npx jest --cacheDirectory /opt/x"],
    ["npx jest --outputFile=x.json", "npx jest --coverageDirectory=coverage", "npx jest --cacheDirectory=/tmp/jest"],
  ],
  [
    "npx tsc *",
    ["npx tsc --outDir /opt/x", "npx tsc --outFile /opt/x.js"],
    ["npx tsc --outDir dist", "npx tsc --noEmit"],
  ],
  ["make *", [], ["make V=1", "make -j4 test"]],
])("Bash(%s)", (rule, held, covered) => {
  test.each(held)("does not cover %s", async (command) => {
    expect(YES).not.toContain(await by([rule], command));
  });
  test.each(covered)("covers %s", async (command) => {
    expect(YES).toContain(await by([rule], command));
  });
});

const RULES = ["tar:*", "zip:*", "mv:*", "cp:*", "cat:*", "tail:*"];

describe("an archive of a tree with a secret in it", () => {
  test.each<readonly (string | Action)[]>([
    ["tar cf y.tar .", "cat y.tar"],
    ["tar cf y.tar .", "tail -c 3000 y.tar"],
    ["tar cf y.tar .", "grep -a . y.tar"],
    ["tar cf y.tar .", "strings y.tar"],
    ["tar cf y.tar .", "head -c 100 < y.tar"],
    ["tar cf y.tar .", "cat y.*"],
    ["tar cf y.tar .", call("Read", { file_path: "y.tar" })],
    ["tar cf y.tar ./", "mv y.tar y.txt", "cat y.txt"],
    ["tar cf y.tar ./", "cp y.tar y.txt", "xxd y.txt"],
    ["tar cf y.tar .", "mv y.tar y.txt", call("Read", { file_path: "y.txt" })],
    ["zip -r0 x.zip .", "cat x.zip"],
    ["tar cf - . > z", "cat z"],
    ["tar cf y.tar . && cat y.tar"],
    ["tar cf y.tar . && mv y.tar y.txt && cat y.txt"],
  ])("%s, %s", async (...actions) => {
    expect(YES).not.toContain(await by(RULES, ...actions.filter((one) => one !== undefined)));
  });

  test.each<readonly (string | Action)[]>([
    ["tar cf y.tar .", "tar tf y.tar"],
    ["tar cf y.tar .", "ls -la y.tar"],
    ["tar cf y.tar .", "wc -c y.tar"],
    ["tar cf y.tar .", "grep -rn foo src"],
    ["tar cf y.tar .", "cat src/a.ts"],
    ["tar cf s.tar src", "cat s.tar"],
    ["tar cf s.tar --exclude=.env .", "cat s.tar"],
    ["cat y.tar"],
  ])("%s, %s", async (...actions) => {
    expect(YES).toContain(await by(RULES, ...actions.filter((one) => one !== undefined)));
  });
});
