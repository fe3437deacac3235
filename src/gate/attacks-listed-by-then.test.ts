/** What a call lays somewhere is there when its later commands list, match or compare: a proof counts it as if it were there already. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { supposeWalls } from "../contain/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

const KEY = "-----BEGIN PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04f\n-----END PRIVATE KEY-----\n";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("certs/server.key", KEY);
  here.write("infra/certs/server.key", KEY);
  here.write("infra/tls/notes.pem", KEY);
  here.write("infra/main.tf", "a\n");
  here.write("pems/notes.pem", KEY);
  here.write("q2/a.txt", "a\n");
  here.write("notes.txt/notes.pem", "a\n");
  here.write("src/a.ts", "a\n");
  here.write("src/lib/b.ts", "b\n");
  here.write("old/a.ts", "b\n");
  here.write("README.md", "a\n");
  here.write("pack/.env", "S=1\n");
  here.write("pack/a.ts", "a\n");
  mkdirSync(join(here.home, "backup"));
  writeFileSync(join(here.home, "backup/server.key"), KEY);
  writeFileSync(join(here.home, "backup/prod.env"), "S=1\n");
  mkdirSync(join(here.home, "notes"));
  writeFileSync(join(here.home, "notes/a.txt"), "a\n");
});
afterAll(() => here.remove());

const by = async (command: string): Promise<string> => (await here.gate().check(bash(command))).by;
/** What is not plain and only looks, or only edits, runs inside walls. */
const byInWalls = async (command: string): Promise<string> =>
  (await here.gate({ walls: supposeWalls() }).check(bash(command, { walls: true }))).by;
const PROVEN = /^(?:readOnly|acceptEdits|contained)$/;

describe("held", () => {
  test.each([
    "mkdir q && touch q/server.key && diff q certs",
    "mkdir q && touch q/server.key && diff certs q",
    "mkdir q && touch q/server.key && diff -u q certs",
    "mkdir q && touch q/server.key && diff q ~/backup",
    "mkdir q && touch q/prod.env && diff q ~/backup",
    "mkdir q && touch q/prod.env q/other && diff q ~/backup",
    "mkdir -p q && cp -r src q && touch q/server.key && diff q certs",
    "mkdir -p q/certs && touch q/certs/server.key && diff q/certs certs",
    "mkdir -p q/certs && touch q/certs/server.key && diff -r q infra",
    "mkdir q && cp README.md q/server.key && diff q certs",
    "mkdir q && cp README.md server.key && mv server.key q && diff q certs",
    "mkdir q && echo a > q/server.key && diff q certs",
    "mkdir q && echo a | tee q/server.key && diff q certs",
    "touch q2/server.key && diff q2 certs",
    "touch q2/server.key; diff q2 certs",
    "diff q2 certs 2> q2/server.key",
    "touch q2/notes.pem && diff q2 pems",
    "touch notes.pem && diff notes.pem pems",
    "touch notes.pem && diff pems notes.pem",
    "cp README.md notes.pem && diff --from-file=notes.pem pems",
    "diff notes.txt/notes.pem pems",
    "touch server.key && diff . certs",
    "cd q2 && touch server.key && diff . ../certs",
    "mkdir q && touch q/server.key && mv q r && diff r certs",
    "touch q2/server.key && git diff --no-index q2 certs",
    "cp -r infra i2 && grep -r '' i2/certs",
    "cp -r infra i2 && grep -r '' i2/tls",
    "cp -r infra i2 && cat i2/tls/notes.pem",
    "mv infra i2 && grep -r '' i2/certs",
    "mv infra i2 && head -n 5 i2/tls/notes.pem",
    "mkdir -p w && cp -r infra w && rg '' w/infra/certs",
    "mkdir -p w && cp -r infra w && diff w/infra/tls pems",
    "mkdir -p w && cp -r infra w && mv w v && cat v/infra/tls/notes.pem",
  ])("%s", async (command) => {
    expect(await by(command)).not.toMatch(PROVEN);
  });
});

describe("everyday", () => {
  test.each([
    "mkdir -p x && cp README.md x/b && diff src x",
    "mkdir -p x && cp -r src x && diff src old",
    "cp src/a.ts src/c.ts && diff src old",
    "mkdir q && touch q/a.ts && diff q src",
    "cp src/a.ts a.ts && diff a.ts src",
    "diff README.md notes.txt",
    "touch q2/b.txt && diff q2 ~/notes",
    "mkdir q && touch q/other.txt && diff q certs",
    "echo a > t && cat README.md src/*.ts",
    "echo a > src/t.ts && grep -rn a src",
    "cp src/a.ts src/zz.ts && cat src/*.ts",
    "mkdir -p docs && echo a > docs/a.md && ls docs",
    "cp -r src src2 && grep -rn a src2",
    "cp -r src src2 && diff src src2",
    "mv src/lib src/lib2 && grep -rn b src",
    "mkdir -p out && cp README.md out && cat out/README.md",
    "touch pack/b.ts && grep -rn a pack",
    "echo a > notes.txt && cat notes.txt && ls",
    "mkdir -p a/b/c && touch a/b/c/d.ts && ls -R a",
  ])("%s", async (command) => {
    expect(await byInWalls(command)).toMatch(PROVEN);
  });
});
