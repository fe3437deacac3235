/** One decision by its id: shown whole, and the way to its restore point. */
import { readFileSync, readlinkSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSession, record, sampleEntry, scratchState } from "../../memory/testing/index.ts";
import { type ScratchFolder, scratchFolder } from "../../testing/folder.ts";
import type { Command } from "../command.ts";
import { fakeIo, runCommand } from "../testing.ts";
import { check } from "./check.ts";
import { log } from "./log.ts";
import { undo } from "./undo.ts";

const HELD = "0d8fbb7e-0000-4000-8000-000000000001";
const ALIKE = "0d8fbb7e-0000-4000-8000-000000000002";

async function held(): Promise<string> {
  const stateDir = scratchState();
  const action = { tool: "Bash", input: { command: "git push --force" }, cwd: "/repo" };
  const decision = { behavior: "ask", by: "classifier", reason: "It rewrites.", rule: "Git Destructive" } as const;
  await record(
    await openSession(stateDir, "s1"),
    sampleEntry({ ...decision, id: HELD, clearsWhen: "the person names the branch" }, { at: 1, action }),
    { kind: "joined", at: 2, decisionId: HELD, event: null },
    sampleEntry({ ...decision, id: ALIKE }, { at: 3, action }),
    sampleEntry({ ...decision, id: "99999999-0000" }, { at: 4, action }),
  );
  return stateDir;
}
const logOf = async (...args: readonly string[]) =>
  runCommand(log, args, { env: { SALLYPORT_STATE_DIR: await held() }, columns: 120 });

describe("log ID", () => {
  test("says why, what clears it, where and when", async () => {
    const { code, out } = await logOf(HELD);
    expect(code).toBe(0);
    for (const part of [
      "git push --force",
      "step: classifier",
      "It rewrites.",
      "Git Destructive",
      "/repo",
      "session s1",
      HELD,
    ])
      expect(out).toContain(part);
    expect(out).toContain("clears when the person names the branch");
    expect(out).not.toContain("restore point");
  });
  test("takes the first eight characters where they are one decision's", async () => {
    expect((await logOf("99999999")).out).toContain("99999999-0000");
    expect(JSON.parse((await logOf("99999999", "--json")).out)).toMatchObject({ session: "s1", restore: null });
  });
  test.each([
    ["0d8fbb7e", "more than one decision begins with 0d8fbb7e"],
    ["12345678", "no decision 12345678 is on record"],
    ["9999999", 'there is no "log 9999999"'],
    ["verifyy", 'there is no "log verifyy"'],
  ])("%s: %s", async (id, why) => {
    const { code, err } = await logOf(id);
    expect(code).toBe(1);
    expect(err).toContain(why);
  });
});

test("further events of a decision are shown only where they are asked for; programs get them", async () => {
  expect((await logOf()).out).not.toContain("another event");
  expect((await logOf("--all")).out).toContain(`another event of decision ${HELD}`);
  expect((await logOf("--json")).out).toContain('"joined"');
});

describe("the restore point of a decision", () => {
  let box: ScratchFolder;
  beforeEach(() => {
    box = scratchFolder();
  });
  afterEach(() => box.remove());

  const run = async (command: Command, ...args: readonly string[]) => {
    const heard = fakeIo({ env: { HOME: box.folder, PATH: "/usr/bin:/bin" }, columns: 120 });
    const code = await command.run(args, { ...heard.io, cwd: join(box.folder, "app") });
    return { code, out: heard.out(), err: heard.err() };
  };
  const judge = async (tool: string, input: object): Promise<string> =>
    JSON.parse(
      (await run(check, "--tool", tool, "--input", JSON.stringify(input), "--mode", "acceptEdits", "--json")).out,
    ).id;

  test("is named by log, and found by undo", async () => {
    const file = box.write("app/notes.txt", "what nobody else keeps\n");
    const id = await judge("Write", { file_path: file, content: "new" });
    const told = await run(log, id);
    expect(told.out).toMatch(/restore point \S+ \(sallyport undo \S+ --show\)/);
    box.write("app/notes.txt", "new");
    expect(await run(undo, id.slice(0, 8))).toMatchObject({ code: 0, out: expect.stringContaining("brought back") });
    expect(readFileSync(file, "utf8")).toBe("what nobody else keeps\n");
  });
  test("is listed while it brings something back, and counted where it does not", async () => {
    const file = box.write("app/notes.txt", "what nobody else keeps\n");
    await judge("Write", { file_path: file, content: "new" });
    expect((await run(undo)).out).toContain("and 1 with nothing to bring back now (--all)");
    expect((await run(undo)).out).not.toContain("1 file or folder");
    expect((await run(undo, "--all")).out).toContain("1 file or folder");
    box.write("app/notes.txt", "new");
    expect((await run(undo)).out).toContain("1 file or folder");
    expect((await run(undo)).out).not.toContain("nothing to bring back");
  });
  test("of a link alone is the last one while the link is gone", async () => {
    const link = join(box.folder, "app/current");
    box.write("app/notes.txt", "");
    symlinkSync("notes.txt", link);
    box.write(".config/sallyport/settings.json", JSON.stringify({ permissions: { allow: ["Bash(rm current)"] } }));
    await judge("Bash", { command: "rm current" });
    expect(await run(undo, "last")).toMatchObject({
      code: 1,
      err: expect.stringContaining("no restore point has anything"),
    });
    unlinkSync(link);
    expect(await run(undo, "last")).toMatchObject({ code: 0, out: expect.stringContaining("brought back") });
    expect(readlinkSync(link)).toBe("notes.txt");
  });
  test("is not the last one while what it holds is as it was", async () => {
    const lost = box.write("app/lost.txt", "the only copy\n");
    await judge("Write", { file_path: lost, content: "new" });
    box.write("app/lost.txt", "new");
    await judge("Write", { file_path: box.write("app/kept.txt", "not touched after all\n"), content: "new" });
    expect(await run(undo, "last")).toMatchObject({ code: 0, out: expect.stringContaining("brought back") });
    expect(readFileSync(lost, "utf8")).toBe("the only copy\n");
  });
  test("is not there where nothing was lost", async () => {
    box.write("app/notes.txt", "kept\n");
    const id = await judge("Read", { file_path: join(box.folder, "app/notes.txt") });
    expect(await run(undo, id)).toMatchObject({ code: 1, err: expect.stringContaining("has no restore point") });
    expect(await run(undo, "12345678")).toMatchObject({ code: 1, err: expect.stringContaining("no restore point 12") });
  });
});
