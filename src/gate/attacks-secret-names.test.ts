/** The name of a file with secrets among the words of a command: an open rule covers it where nothing of it is shown. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of [".env", "credentials.json", "src/a.ts", "x.tar", "x.zip", "a.json"]) here.write(file, "{}");
});
afterAll(() => here.remove());

const by = async (rule: string, ...commands: readonly string[]): Promise<string> => {
  const settings = { contain: { enabled: false }, permissions: { allow: [`Bash(${rule})`] } };
  const gate = here.gate({ settings, restore: null, classifier: null, walls: null });
  let last = "";
  for (const command of commands) last = (await gate.check(bash(command, { session: "s", mode: "acceptEdits" }))).by;
  return last;
};

describe.each<[string, readonly string[], readonly string[]]>([
  [
    "tar *",
    [
      "tar xOf x.tar ./.env",
      "tar -xOf x.tar a/.env",
      "tar -x --to-stdout -f x.tar .env",
      "tar xf x.tar .env -O",
      "tar tOf x.tar .env",
    ],
    ["tar tf x.tar", "tar xOf x.tar package/package.json", "tar czf out.tgz src", "tar czf out.tgz --exclude=.env src"],
  ],
  [
    "unzip *",
    ["unzip -p x.zip .env", "unzip -c x.zip a/credentials.json", "unzip -pq x.zip ./.env"],
    ["unzip -l x.zip", "unzip -p x.zip a/readme.txt"],
  ],
  ["7z *", ["7z x -so x.7z .env", "7z e x.7z -so conf/.env.production"], []],
  ["frob *", ["frob show .env", "frob --print=.env", "frob a/.env"], ["frob show src/a.ts"]],
  [
    "jq *",
    [
      `jq -n 'import "credentials" as $d {search:"./"}; $d'`,
      `jq -n 'include "credentials" {search:"./"}; .'`,
      `jq 'import "a" as $d; .' a.json`,
      `jq -n '"credentials" | modulemeta'`,
    ],
    ["jq . a.json", "jq -r '.import' a.json", "jq '.include | keys' a.json", 'jq -r ".[$I]" a.json'],
  ],
  ["node *", [], ["node --env-file=.env src/a.ts"]],
  ["ls *", [], ["ls -la .env"]],
  ["test *", [], ["test -f .env"]],
  ["find *", [], ["find . -name .env", "find . -name '*.ts' -not -name .env"]],
  ["tar xOf x.tar .env*", [], ["tar xOf x.tar .env"]],
])("Bash(%s)", (rule, held, covered) => {
  test.each(held)("does not cover %s", async (command) => {
    expect(["allowRule", "readOnly"]).not.toContain(await by(rule, command));
  });
  test.each(covered)("leaves %s as it is", async (command) => {
    expect(["allowRule", "readOnly", "acceptEdits"]).toContain(await by(rule, command));
  });
});

test.each([
  ["tar *", "tar cf y.tar .", "tar xOf y.tar"],
  ["tar *", "tar cf y.tar .", "tar -xOf y.tar --wildcards '*env'"],
  ["zip *", "zip -qr y.zip .", "unzip -p y.zip"],
])("Bash(%s): after %s, %s shows all of it", async (rule, first, second) => {
  expect(await by(rule.replace("zip", "*zip"), first, second)).not.toBe("allowRule");
});
