/** `undo` names what git has: each line is run in a shell, and brings back that file alone. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { undo } from "../commands/undo.ts";
import { fakeIo } from "../testing.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "missing-")));
afterAll(() => rmSync(top, { recursive: true, force: true }));
const NAMES = ["a.txt", "src/b.txt", "with space", "star*", "starred", "-x", ":top", "it's", "$HOME", "src/[ab]"];
let app = "";
let n = 0;
const git = (...args: readonly string[]): void =>
  void execFileSync("git", ["-C", app, "-c", "user.name=x", "-c", "user.email=x@example.com", ...args]);
beforeEach(() => {
  app = join(top, String(n++), "app");
  mkdirSync(join(app, "src"), { recursive: true });
  for (const name of NAMES) writeFileSync(join(app, name), "kept");
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "start");
});
async function listed(cwd: string, ...args: readonly string[]): Promise<string> {
  const { io, out } = fakeIo({ env: { HOME: join(app, ".."), PATH: "/usr/bin:/bin" } });
  expect(await undo.run(args, { ...io, cwd })).toBe(0);
  return out();
}
const linesIn = (text: string): readonly string[] =>
  text.split("\n").flatMap((line) => /^ {2}(git restore .*)$/.exec(line)?.[1] ?? []);

test.each(NAMES.flatMap((name) => [[name, "."] as const, [name, "src"] as const]))(
  "%s, from %s",
  async (name, from) => {
    for (const other of NAMES) writeFileSync(join(app, other), "changed since");
    rmSync(join(app, name));
    const [line = "", ...more] = linesIn(await listed(join(app, from)));
    expect(more).toEqual([]);
    execFileSync("/bin/sh", ["-c", line], { cwd: join(app, from) });
    const now = NAMES.map((one) => readFileSync(join(app, one), "utf8"));
    expect(now).toEqual(NAMES.map((one) => (one === name ? "kept" : "changed since")));
  },
);

test("more than a few are counted", async () => {
  for (const name of NAMES) rmSync(join(app, name));
  const text = await listed(app);
  expect(linesIn(text)).toHaveLength(5);
  expect(text).toContain("10 files that git tracks are not there:");
  expect(text).toContain("and 5 more: git ls-files --deleted");
  expect(JSON.parse(await listed(app, "--json")).missing).toHaveLength(NAMES.length);
});

test.each([
  ["nothing is gone", () => undefined],
  ["left out of the work tree", () => git("update-index", "--skip-worktree", "a.txt")],
  ["taken out of the index as well", () => git("rm", "-q", "--cached", "a.txt")],
])("%s: no line", async (what, prepare) => {
  prepare();
  if (what !== "nothing is gone") rmSync(join(app, "a.txt"));
  expect(existsSync(join(app, "a.txt"))).toBe(what === "nothing is gone");
  expect(linesIn(await listed(app))).toEqual([]);
});

test("outside a repository nothing is said of one", async () => {
  expect(linesIn(await listed(top))).toEqual([]);
});
