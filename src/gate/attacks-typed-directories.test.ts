/** What is typed into a shell that lives on stands where earlier texts have led it. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "../contract/action.ts";
import { type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of ["src/a.ts", "secrets/db.txt", "secrets/deep/x.txt", "web/index.ts"]) here.write(file, "x\n");
});
afterAll(() => here.remove());

type Typed = readonly [tool: string, input: JsonObject];
const BASH: Typed = ["mcp__desktop__start_process", { command: "bash", timeout_ms: 1000 }];
const typed = (input: string): Typed => ["mcp__desktop__interact_with_process", { pid: 9, input }];

/** Who decided the last of these, in one session. */
async function last(calls: readonly Typed[], settings: object): Promise<string> {
  const gate = here.gate({ settings, classifier: null });
  let by = "";
  for (const [tool, input] of calls) by = (await gate.check({ tool, input })).by;
  return by;
}
const ALLOWED = { mode: "auto", permissions: { allow: ["mcp__desktop"], deny: ["Read(./secrets/**)"] } };
const BYPASS = { mode: "bypassPermissions", permissions: { deny: ["Read(./secrets/**)"] } };

describe("a deny rule for paths finds what stands below a directory that was typed before", () => {
  test.each<readonly (string | Typed)[]>([
    ["cd secrets", "cat db.txt"],
    ["pushd secrets", "cat db.txt"],
    ["cd secrets\n", "cat db.txt\n"],
    ["cd src", "cd ../secrets", "head -3 db.txt"],
    ["cd secrets/deep", "cd ..", "grep x db.txt"],
    ["cd secrets", "ls", "echo ok", "cat < db.txt"],
    ["cd src && cd ../secrets", "cp db.txt /tmp/x"],
    ["(cd secrets && exec bash)", "cat db.txt"],
    ["env -C secrets bash", "cat db.txt"],
    [["mcp__desktop__start_process", { command: "cd secrets && bash" }], "cat db.txt"],
  ])("%j, %j, %j, %j", async (...texts) => {
    const calls = [
      BASH,
      ...texts.filter((one) => one !== undefined).map((one) => (typeof one === "string" ? typed(one) : one)),
    ];
    for (const settings of [ALLOWED, BYPASS]) expect(await last(calls, settings)).toBe("denyRule");
  });
  test.each([
    ["cd secrets", "cat db.txt"],
    ["pushd secrets", "cat db.txt"],
    ["cd secrets/deep", "cd ..", "cat db.txt"],
    ["cd secrets", "cd -", "cd -", "cat db.txt"],
  ])("another host's typing: %j, %j", async (...texts) => {
    const calls = texts.map((chars): Typed => ["BashInput", { id: "1", chars: `${chars}\n` }]);
    expect(await last(calls, BYPASS)).toBe("denyRule");
  });
});

describe("where a directory was not told, no rule for the server covers what stands in it", () => {
  test.each([
    ['cd "$D"', "cat db.txt"],
    ["cd $(cat where)", "cat db.txt"],
    ['pushd "$D"', "head db.txt"],
    ["z sec", "cat db.txt"],
    ["cd s*", "cat db.txt"],
  ])("%j, %j", async (...texts) => {
    expect(await last([BASH, ...texts.map(typed)], ALLOWED)).not.toBe("allowRule");
  });
});

describe("the floor", () => {
  test.each([
    ["cd ~", "rm -rf *"],
    ["cd", "rm -rf *"],
    ["cd /", "find . -delete"],
    ["cd / && ls", "rm -rf ./*"],
    ["pushd ~", "rm -rf ."],
    ["cd src", "cd ~", "rm -rf -- *"],
  ])("%j, %j", async (...texts) => {
    expect(await last([BASH, ...texts.map(typed)], { mode: "bypassPermissions" })).toBe("floor");
  });
});

describe("the floor, behind a directory told otherwise", () => {
  test.each<readonly [Typed, string]>([
    [typed("import os; os.chdir('/')"), "rm -rf *"],
    [["mcp__desktop__start_process", { command: "bash", cwd: "/" }], "rm -rf *"],
  ])("%j, %j", async (first, text) => {
    expect(await last([first, typed(text)], { mode: "bypassPermissions" })).toBe("floor");
  });
});

describe("everyday", () => {
  test.each([
    ["ls", "cat src/a.ts"],
    ["cd web", "cat index.ts"],
    ["cd web", "ls -la", "cd ..", "cat src/a.ts"],
    ["cd src && ls", "git status"],
    ["pushd web", "head index.ts"],
    ["pushd web", "popd", "cat src/a.ts"],
    ["cd web", "cd -", "cat src/a.ts"],
  ])("a rule for the server still covers %j, %j", async (...texts) => {
    expect(await last([BASH, ...texts.map(typed)], ALLOWED)).toBe("allowRule");
  });
  test.each([
    ["cd web", "rm -rf dist"],
    ["cd web", "npm test"],
    ["cd /tmp", "ls"],
    ["cd ~", "ls"],
    ["cd web", "rm -rf node_modules/*"],
  ])("bypassing: %j, %j", async (...texts) => {
    expect(await last([BASH, ...texts.map(typed)], BYPASS)).toBe("bypassMode");
  });
  test("a directory that was refused is not entered", async () => {
    const calls = [BASH, typed("cat secrets/db.txt && cd secrets"), typed("cat db.txt")];
    expect(await last(calls, ALLOWED)).toBe("allowRule");
  });
});
