import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { aboutProvider, offeredProviders, pinnedProgram } from "../setup/ask-model.ts";
import { runCommand } from "../testing.ts";
import { init } from "./init.ts";

const folder = mkdtempSync(join(tmpdir(), "init-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const put = (where: string): string => {
  const path = join(folder, where);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "claude"), "");
  chmodSync(join(path, "claude"), 0o755);
  return path;
};
const own = put("bin");
const projects = put("project/node_modules/.bin");
const path = (...folders: readonly string[]) => ({ PATH: folders.join(delimiter) });
const names = (env: { readonly PATH: string }) => offeredProviders(env);

describe("the person's own agent as the classifier", () => {
  test.each([
    ["found by its absolute path", path("/nowhere", own), { command: [join(own, "claude")] }],
    ["a project's program is passed over", path(projects, own), { command: [join(own, "claude")] }],
    ["a project's program alone is none", path(projects), {}],
    ["a relative folder is none", path("bin", "", "."), {}],
  ])("%s", (_, env, pinned) => {
    expect(pinnedProgram("claude-code", env)).toEqual(pinned);
  });

  test("is offered where its program is, and nothing is pinned for others", () => {
    expect(names(path(own))).toContain("claude-code");
    expect(names(path(own))).not.toContain("codex");
    expect(names(path(projects))).not.toContain("claude-code");
    expect(pinnedProgram("anthropic", path(own))).toEqual({});
  });

  test("every choice says what it costs", () => {
    const hints = Object.fromEntries(offeredProviders(path(own)).map((name) => [name, aboutProvider(name)]));
    expect(hints["claude-code"]).toContain("counts against your plan's limits");
    expect(hints.anthropic).toMatch(/about \$[\d.]+ a decision, \$[\d.]+ an hour, \$[\d.]+ a day/);
    expect(hints.offline).toContain("costs nothing");
  });
});

describe("without being told whom to guard", () => {
  const dryRun = async (home: string) => {
    mkdirSync(join(folder, home), { recursive: true });
    return runCommand(init, ["--dry-run", "--no-test"], { env: { HOME: join(folder, home), PATH: "/nowhere" } });
  };
  test("an agent of which only the folder is here is set up, as the wizard proposes", async () => {
    mkdirSync(join(folder, "home/.claude"), { recursive: true });
    // What is not built stops it later, at the program that would be installed.
    expect((await dryRun("home")).err).toMatch(/^(?:$|sallyport: .*hook\.cjs is not there)/);
  });
  test("where there is no trace of any, it is said which there are", async () => {
    const { code, err } = await dryRun("empty");
    expect(err).toContain("no agent was found on PATH or in the home directory; name one with --host: claude-code");
    expect(code).toBe(1);
  });
});
