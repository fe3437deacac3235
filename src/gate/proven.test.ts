/** A call that was proven is judged as if nobody had ever seen it: whatever it rests on may have changed since. */
import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import type { Decision } from "../contract/decision.ts";
import { diskWorld } from "../machine/index.ts";
import { readShell } from "../readers/bash/index.ts";
import { bash, call, type Project, project } from "../testing/index.ts";
import type { Gate } from "./index.ts";

let here: Project;
let read: number;
beforeEach(() => {
  here = project();
  execFileSync("git", ["init", "-q"], { cwd: here.root });
  here.write("src/a.ts", "a\n");
  here.write("src/b.ts", "b\n");
  read = 0;
});
afterEach(() => here.remove());

const counted: typeof readShell = (...asked) => {
  read += 1;
  return readShell(...asked);
};
const PATH = "/usr/bin:/bin";
const gateThat = (remembersProofs: boolean, path = PATH): Gate =>
  here.gate({ remembersProofs, readShell: counted, world: diskWorld({ home: here.home, path }) });

const said = ({ id: _, ms: __, ...rest }: Decision): Omit<Decision, "id" | "ms"> => rest;

test.each<readonly [string, Action]>([
  ["a plain command", bash("git status --short && cat src/a.ts | head -5")],
  ["a search", call("Grep", { pattern: "x", path: "src" })],
  ["a file", call("Read", { file_path: "src/a.ts" })],
  ["notes", call("TodoWrite", { todos: [] })],
  ["an empty look at a process", call("BashOutput", { bash_id: "1" })],
])("%s is found twice, and decided again", async (_name, action) => {
  const gate = gateThat(true);
  await gate.check(action);
  const first = await gate.check(action);
  const looked = read;
  const second = await gate.check({ ...action, toolUseId: "t2", event: "PreToolUse" });
  expect(first.behavior).toBe("allow");
  expect(said(second)).toEqual(said(first));
  expect(second.id).not.toBe(first.id);
  expect(read).toBe(looked);
});

test("what comes and goes beside it makes no difference", async () => {
  const gate = gateThat(true);
  for (let n = 0; n < 2; n += 1) await gate.check(bash("cat src/a.ts"));
  here.write("src/other.ts");
  writeFileSync(join(here.home, "other.txt"), "");
  await gate.check(bash("cat src/a.ts"));
  expect(read).toBe(2);
});

/** A call that is proven, and what happens then: it is not any more. */
const CHANGES: readonly (readonly [string, Action, () => void])[] = [
  ["a file becomes a link to a key", call("Read", { file_path: "src/a.ts" }), () => relink("src/a.ts", ".ssh/id_rsa")],
  ["the same for a command", bash("cat src/a.ts"), () => relink("src/a.ts", ".aws/credentials")],
  ["its directory becomes a link", bash("cat src/a.ts"), () => relink("src", ".ssh")],
  ["a link appears among what a pattern matches", bash("cat src/*.ts"), () => relink("src/c.ts", ".ssh/id_rsa")],
  ["a secret appears among what a pattern matches", bash("cat src/*"), () => here.write("src/id_rsa", "key")],
  ["git gets a program to start", bash("git status"), () => configure("core.fsmonitor", "./x")],
  ["git gets a driver", bash("git diff"), () => configure("diff.external", "./x")],
  ["a filter for files", bash("git status"), () => filterFiles()],
  ["settings of home name one", bash("git log"), () => writeHome(".gitconfig", "[diff]\n\texternal = ./x\n")],
  ["the repository lies elsewhere", bash("git status"), () => moveRepository()],
  [
    "an address gets a token",
    bash("git remote -v"),
    () => configure("remote.o.url", `https://x:ghp_${"a1B2c3D4e5F6".repeat(3)}@h.example/r`),
  ],
];

const relink = (path: string, to: string): void => {
  const target = join(here.home, to);
  mkdirSync(join(target, ".."), { recursive: true });
  if (to === ".ssh") mkdirSync(target, { recursive: true });
  else writeFileSync(target, "key");
  rmSync(here.at(path), { recursive: true, force: true });
  symlinkSync(target, here.at(path));
};
const configure = (name: string, value: string): void =>
  void execFileSync("git", ["config", name, value], { cwd: here.root });
const filterFiles = (): void => {
  configure("filter.x.clean", "./x");
  here.write(".gitattributes", "*.ts filter=x\n");
};
const writeHome = (name: string, text: string): void => {
  mkdirSync(join(here.home, name, ".."), { recursive: true });
  writeFileSync(join(here.home, name), text);
};
const moveRepository = (): void => {
  rmSync(here.at(".git"), { recursive: true });
  here.write("src/git/config", "[core]\n\tfsmonitor = ./x\n");
  for (const part of ["objects", "refs"]) mkdirSync(here.at(`src/git/${part}`));
  here.write("src/git/HEAD", "ref: refs/heads/main\n");
  here.write(".git", "gitdir: src/git\n");
};

describe("whatever it rests on may change", () => {
  test.each(CHANGES)("%s", async (_name, action, change) => {
    const gate = gateThat(true);
    const before = await gate.check(action);
    expect(before.behavior).toBe("allow");
    for (let n = 0; n < 2; n += 1) expect(said(await gate.check(action))).toEqual(said(before));
    change();
    const after = said(await gateThat(false).check(action));
    expect(said(await gate.check(action))).toEqual(after);
    expect(after.behavior).not.toBe("allow");
  });

  test("a program of that name comes to stand before it", async () => {
    const bin = here.at("bin");
    mkdirSync(bin);
    const [gate, fresh] = [gateThat(true, `${bin}:${PATH}`), gateThat(false, `${bin}:${PATH}`)];
    for (let n = 0; n < 3; n += 1) expect((await gate.check(bash("cat src/a.ts"))).by).toBe("readOnly");
    here.write("bin/cat", "#!/bin/sh\n");
    chmodSync(here.at("bin/cat"), 0o755);
    const after = await gate.check(bash("cat src/a.ts"));
    expect(after.by).not.toBe("readOnly");
    expect(said(after)).toEqual(said(await fresh.check(bash("cat src/a.ts"))));
  });

  test("rules and the mode", async () => {
    const gate = gateThat(true);
    const action = bash("cat src/a.ts");
    for (let n = 0; n < 3; n += 1) expect((await gate.check(action)).by).toBe("readOnly");
    gate.addRule("deny", "Read(./src/**)");
    expect((await gate.check(action)).by).toBe("denyRule");
    gate.removeRule("deny", "Read(./src/**)");
    expect((await gate.check(action)).by).toBe("readOnly");
    gate.addRule("ask", "Bash(cat:*)");
    expect((await gate.check(action)).by).toBe("askRule");
    gate.removeRule("ask", "Bash(cat:*)");
    gate.enter("plan");
    expect((await gate.check(action)).by).toBe("readOnly");
    expect((await gate.check({ ...action, headless: true })).by).toBe("readOnly");
  });

  test("what the session has done since", async () => {
    const [gate, fresh] = [gateThat(true), gateThat(false)];
    const runs = bash("git status");
    const writes = call("Write", { file_path: here.at("src/new.ts"), content: "x" });
    for (const one of [gate, fresh]) for (const action of [runs, runs, runs, writes, runs]) await one.check(action);
    expect(said(await gate.check(runs))).toEqual(said(await fresh.check(runs)));
    expect((await gate.check(runs)).by).toBe("readOnly");
  });

  test("what the session may have written since, though it is not there", async () => {
    const path = `${join(here.home, "tools")}:${PATH}`;
    const gate = gateThat(true, path);
    const looks = bash("cat src/a.ts");
    for (let n = 0; n < 3; n += 1) expect((await gate.check(looks)).by).toBe("readOnly");
    await gate.check(call("Write", { file_path: join(here.home, "tools/cat"), content: "x" }));
    expect((await gate.check(looks)).by).not.toBe("readOnly");
  });

  test("what one session or one directory proved says nothing of another", async () => {
    const gate = gateThat(true);
    for (let n = 0; n < 3; n += 1) await gate.check(bash("cat src/a.ts", { session: "s1", cwd: here.root }));
    const before = read;
    await gate.check(bash("cat src/a.ts", { session: "s2", cwd: here.root }));
    expect(read).toBe(before + 1);
    await gate.check(bash("cat src/a.ts", { session: "s1", cwd: here.at("src") }));
    expect(read).toBe(before + 2);
    await gate.check(bash("cat src/a.ts", { session: "s1", cwd: here.root, host: "gemini" }));
    expect(read).toBeGreaterThan(before + 2);
  });
});

describe("what does more than read is found anew each time", () => {
  test.each<readonly [string, Action]>([
    ["an edit", bash("touch src/new.ts")],
    ["a delete", bash("rm src/b.ts")],
    ["code", bash("node -e 1")],
    ["what is held", bash("curl https://example.com")],
    ["what climbs behind a link", bash("cat up/../src/a.ts")],
  ])("%s", async (_name, action) => {
    symlinkSync("src", here.at("up"));
    linkSync(here.at("src/a.ts"), here.at("src/same.ts"));
    const gate = gateThat(true);
    for (let n = 0; n < 2; n += 1) await gate.check(action);
    const before = read;
    await gate.check(action);
    expect(read).toBeGreaterThan(before);
  });
});

test("the oldest of many give way", async () => {
  const gate = gateThat(true);
  const first = bash("cat src/a.ts");
  for (let n = 0; n < 3; n += 1) await gate.check(first);
  expect(read).toBe(2);
  for (let n = 0; n < 256; n += 1) for (const _ of [1, 2]) await gate.check(bash(`head -n ${n + 1} src/a.ts`));
  const before = read;
  await gate.check(first);
  expect(read).toBe(before + 1);
});
