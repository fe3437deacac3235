/** What lets more pass, or removes what tells of it, is not for agents: with and without a terminal, with and without --yes. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ScratchFolder, scratchFolder } from "../../testing/folder.ts";
import { main } from "../main.ts";
import { fakeIo } from "../testing.ts";
import { notAgents } from "./person.ts";

let box: ScratchFolder;
beforeEach(() => {
  box = scratchFolder();
  mkdirSync(join(box.folder, "work"));
  box.write(".config/sallyport/settings.json", "{}\n");
  box.write(".local/state/sallyport/asked/x.json", "{}");
});
afterEach(() => box.remove());

async function sallyport(args: readonly string[], more: Readonly<Record<string, string>> = {}, tty = false) {
  const { io, err } = fakeIo({ env: { HOME: box.folder, PATH: "/usr/bin:/bin", ...more }, tty });
  return { code: await main(args, { ...io, cwd: join(box.folder, "work") }), err: err() };
}

const ROWS = [
  "allow Bash(*) --yes",
  "allow --free Bash(make) --yes",
  "log purge --older-than 0d",
  "dump on",
  "uninstall claude-code --yes",
  "uninstall --everything --yes",
  "uninstall --state --yes",
].map((line) => [line] as const);

describe.each([["CLAUDECODE"], ["GEMINI_CLI"], ["AI_AGENT"]])("started by an agent that sets %s", (mark) => {
  test.each(ROWS)("%s", async (line) => {
    for (const tty of [false, true]) {
      const ran = await sallyport(line.split(" "), { [mark]: "1" }, tty);
      expect(ran.code).toBe(1);
      expect(ran.err).toContain("an agent cannot do this");
    }
    expect(readFileSync(join(box.folder, ".config/sallyport/settings.json"), "utf8")).toBe("{}\n");
    expect(existsSync(join(box.folder, ".local/state/sallyport/asked/x.json"))).toBe(true);
    expect(existsSync(join(box.folder, ".local/state/sallyport/dump"))).toBe(false);
  });

  test.each([
    "deny Bash(*) --yes",
    "ask Bash(make) --yes",
    "log purge --older-than 0d --dry-run",
    "dump",
    "uninstall claude-code --dry-run",
  ])("%s lets nothing pass, and is done", async (line) => {
    expect((await sallyport(line.split(" "), { [mark]: "1" })).code).toBe(0);
  });
});

test.each(ROWS)("a person's script may: %s", async (line) => {
  expect((await sallyport(line.split(" "))).err).not.toContain("agent cannot");
});

test("an agent among the processes above", () => {
  const { io } = fakeIo({ env: { HOME: box.folder } });
  const above = [{ pid: 7, start: "1", words: ["/usr/bin/node", "/opt/claude/cli.js"] }];
  const around = { hasTerminal: () => false, orphan: () => null };
  expect(notAgents(io, { ...around, ancestors: () => above }).ok).toBe(true);
  const claude = [{ pid: 7, start: "1", words: ["claude", "-p"] }];
  expect(notAgents(io, { ...around, ancestors: () => claude })).toMatchObject({
    ok: false,
    error: expect.stringContaining("process 7"),
  });
});
