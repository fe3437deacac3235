/** What a person tries at a terminal is decided and recorded as ever, and stands in nobody's way afterwards. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore, stateDir } from "../../app/index.ts";
import { listPoints } from "../../contain/undo/index.ts";
import type { Command } from "../command.ts";
import type { TerminalFacts } from "../terminal/person.ts";
import { fakeIo } from "../testing.ts";
import { approveAt } from "./approve.ts";
import { check } from "./check.ts";
import { status } from "./status.ts";

const PERSON: TerminalFacts = { hasTerminal: () => true, ancestors: () => [], orphan: () => null };
const HELD = "git push --force origin main";
const EDIT = ["--tool", "Write", "--input", '{"file_path":"notes.txt","content":"new"}', "--mode", "acceptEdits"];

let home = "";
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "check-hand-")));
  mkdirSync(join(home, "app"));
  writeFileSync(join(home, "app", "notes.txt"), "what nobody else keeps\n");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const env = () => ({ HOME: home, PATH: "/usr/bin:/bin" });
async function run(command: Command, args: readonly string[], { tty = true, typed = "" } = {}) {
  const heard = fakeIo({ env: env(), tty, typed, columns: 200 });
  const code = await command.run(args, { ...heard.io, cwd: join(home, "app") });
  return { code, out: heard.out(), err: heard.err() };
}
const points = () => listPoints(stateDir(env()));
const recorded = async () =>
  (
    await openStore(fakeIo({ env: env() }).io)
      .reader()
      .next()
  ).records;

describe("a restore point", () => {
  test("is not made for what is only tried, and the decision is the same", async () => {
    const tried = await run(check, EDIT);
    expect([tried.code, points()]).toEqual([0, []]);
    expect((await recorded()).filter(({ entry }) => entry.kind === "decision")).toHaveLength(1);
  });
  test.each([
    ["a program reads the answer", [...EDIT, "--json"], {}],
    ["nobody reads it at a terminal", EDIT, { tty: false }],
    ["a session goes on", [...EDIT, "--session", "s1"], {}],
  ])("is made where the call may run because of it: %s", async (_, args, terminal) => {
    expect((await run(check, args, terminal)).code).toBe(0);
    expect(points()).toHaveLength(1);
  });
});

describe("what waits", () => {
  test("is not what was tried by hand", async () => {
    expect((await run(check, [HELD])).code).toBe(3);
    const listed = await run(approveAt(PERSON), []);
    expect(listed.out).toContain("Not listed: 1 call tried by hand (sallyport approve ID; log shows the id).");
    expect(listed.out).toContain("Nothing waits");
  });
  test("but it is found by its id, and listed for programs with a mark", async () => {
    await run(check, [HELD]);
    const [one] = JSON.parse((await run(approveAt(PERSON), ["--json"])).out);
    expect(one.byHand).toBe(true);
    expect((await run(approveAt(PERSON), [one.id], { typed: "yes\n" })).out).toContain("approved");
  });
  test("is what a program asks about in a session", async () => {
    await run(check, ["--command", HELD, "--session", "s1", "--json"], { tty: false });
    expect((await run(approveAt(PERSON), [])).out).toContain(`1  `);
    expect(JSON.parse((await run(approveAt(PERSON), ["--json"])).out)[0].byHand).toBe(false);
  });
});

test("today's calls are those of agents; what was tried is counted beside them", async () => {
  await run(check, [HELD]);
  await run(check, ["git status"]);
  expect((await run(status, [])).out).toMatch(/today\S* +no calls yet; 2 tried by hand/);
  await run(check, ["--command", "git status", "--session", "s1", "--json"], { tty: false });
  expect((await run(status, [])).out).toMatch(/today\S* +1 call: .*; 2 tried by hand/);
  expect(JSON.parse((await run(status, ["--json"])).out).today).toMatchObject({ calls: 1, byHand: 2 });
});
