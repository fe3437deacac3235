import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ReplayDocument } from "../../evidence/index.ts";
import { CLAUDE_CODE, CODEX, GEMINI, SESSIONS } from "../../evidence/testing/records.ts";
import { type ScratchFolder, scratchFolder } from "../../testing/folder.ts";
import { type FakeTerminal, runCommand } from "../testing.ts";
import { replay } from "./replay.ts";

let box: ScratchFolder;
beforeEach(() => {
  box = scratchFolder();
});
afterEach(() => box.remove());

const MODEL = fileURLToPath(new URL("../../evidence/testing/model.mjs", import.meta.url));

const replayed = (args: readonly string[], more: FakeTerminal = {}) =>
  runCommand(replay, args, {
    columns: 100,
    ...more,
    env: { HOME: box.folder, PATH: process.env.PATH, ...more.env },
  });
const json = (text: string): ReplayDocument => JSON.parse(text) as ReplayDocument;

describe("what is found by itself", () => {
  test("sessions of every agent, in their own places", async () => {
    box.write(".claude/projects/-home-me-app/c-1.jsonl", CLAUDE_CODE);
    box.write(".claude/projects/-home-me-app/notes.txt", "not a session");
    box.write(".codex/sessions/2026/11/15/rollout-2026-11-15-x.jsonl", CODEX);
    box.write(".gemini/tmp/app/chats/session-1.jsonl", GEMINI);
    const { code, out, err } = await replayed(["--json"]);
    expect(code).toBe(0);
    expect(Object.keys(json(out).byAgent).sort()).toEqual(["claude-code", "codex", "gemini"]);
    expect(json(out).totals.tally.calls).toBe(6);
    expect(err).toMatch(/session-1\.jsonl: does not say in which directory/);
  });

  test("an agent's own variable moves its place", async () => {
    box.write("elsewhere/projects/p/c.jsonl", CLAUDE_CODE);
    const { out } = await replayed(["--json"], { env: { CLAUDE_CONFIG_DIR: join(box.folder, "elsewhere") } });
    expect(json(out).totals.tally.sessions).toBe(1);
  });

  test("a folder is looked through, and nothing at all is said", async () => {
    box.write("mine/deep/a.jsonl", CLAUDE_CODE);
    expect(json((await replayed([join(box.folder, "mine"), "--json"])).out).totals.tally.sessions).toBe(1);
    const none = await replayed([]);
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining("no recorded session in") });
  });
});

describe("what is said", () => {
  test("in words: prompts, steps, what is held and why, and the comparison", async () => {
    const { code, out } = await replayed([box.write("s.jsonl", SESSIONS)]);
    expect(code).toBe(0);
    expect(out).toContain("2 calls in 1 session, mode auto, offline");
    expect(out).toContain("2 in mode default, 1 here: 1 saved (50.0 %)");
    expect(out).toContain("of 1 the person refused, 0 would have been let through");
    expect(out).toMatch(/acceptEdits +allow +1 +50\.0 %/);
    expect(out).toMatch(/1 {2}git push +offline/);
    expect(out).not.toContain("\x1b[");
  });

  test("on a terminal, a bar that is gone at the end", async () => {
    const many = Array.from({ length: 40 }, () => SESSIONS).join("");
    const { err } = await replayed([box.write("s.jsonl", many)], { tty: true });
    expect(err.split("\r").at(-1)).toBe(err.includes("\r") ? "\x1b[2K" : err);
  });

  test("nothing in a record moves the cursor", async () => {
    const evil = SESSIONS.replace("git push --force", "make \\u001b[2Jx");
    const { out } = await replayed([box.write("s.jsonl", evil)], { tty: true });
    expect(out).not.toContain("\x1b[2J");
    expect(out).toContain("\\u{1b}[2Jx");
  });

  test("the page is the person's alone", async () => {
    const page = join(box.folder, "report.html");
    const { code, out } = await replayed([box.write("s.jsonl", SESSIONS), "--html", page]);
    expect(code).toBe(0);
    expect(out).toContain(`The page is in ${page}.`);
    expect(statSync(page).mode & 0o777).toBe(0o600);
    expect(readFileSync(page, "utf8")).toContain("What the gate would have done");
  });

  test("what could not be read is named, and the rest goes on", async () => {
    const { code, out, err } = await replayed([
      box.write("s.jsonl", `${SESSIONS}{"turns":[],"session":"x"}\n{"half`),
      "--json",
    ]);
    expect(code).toBe(0);
    expect(err).toMatch(/s\.jsonl:3: is not valid JSON, perhaps half a line/);
    expect(json(out).problems).toMatchObject([{ line: 3 }]);
  });
});

describe("settings", () => {
  test("rules and the mode count", async () => {
    const path = box.write("s.jsonl", SESSIONS);
    const settings = JSON.stringify({ permissions: { deny: ["Bash(git push:*)"] } });
    const denied = json((await replayed([path, "--json", "--settings", settings])).out);
    expect(denied.sessions[0]?.calls[1]).toMatchObject({ behavior: "deny", by: "denyRule", rule: "Bash(git push:*)" });
    const plan = json((await replayed([path, "--json", "--mode", "plan"])).out);
    expect(plan.sessions[0]?.calls[0]?.by).toBe("planMode");
    expect(plan.mode).toBe("plan");
  });

  test.each([
    [["--mode", "fast"], "mode"],
    [["--settings", "{"], "--settings"],
    [["--jobs", "0"], "--jobs must be"],
    [["--max-cost", "much"], "--max-cost must be"],
    [["--bogus"], "see sallyport replay --help"],
    [["--with-model"], "no provider is set up"],
  ])("%j: %s", async (args, why) => {
    const { code, err } = await replayed([box.write("s.jsonl", SESSIONS), ...args]);
    expect(code).toBe(1);
    expect(err).toContain(why);
  });

  test("help", async () => {
    expect(await replayed(["--help"])).toMatchObject({ code: 0, out: replay.help(100) });
  });
});

describe("with a model", () => {
  const settings = (price: number | null) =>
    JSON.stringify({
      classifier: {
        provider: "command",
        model: "mine",
        command: [process.execPath, MODEL, join(box.folder, "asked.txt")],
        ...(price === null ? {} : { models: { mine: { price: { input: price, output: price } } } }),
      },
    });
  const asked = (): number => {
    try {
      return readFileSync(join(box.folder, "asked.txt"), "utf8").trim().split("\n").length;
    } catch {
      return 0;
    }
  };

  test("only after the number of calls, the cost, and a yes", async () => {
    const path = box.write("s.jsonl", SESSIONS);
    const args = [path, "--with-model", "--settings", settings(1), "--json"];
    const silent = await replayed(args);
    expect(silent).toMatchObject({ code: 1, err: expect.stringContaining("nobody is there to agree to the cost") });
    expect(silent.err).toMatch(/1 call would be put to command \(mine\), for about \$0\.\d+/);
    const no = await replayed(args, { tty: true, typed: "no\n" });
    expect(no).toMatchObject({ code: 1, err: expect.stringContaining("nothing was sent") });
    expect(asked()).toBe(0);
    const yes = await replayed(args, { tty: true, typed: "yes\n" });
    expect(yes.code).toBe(0);
    expect(asked()).toBe(1);
    expect(json(yes.out).sessions[0]?.calls[1]).toMatchObject({ behavior: "allow", by: "classifier" });
  });

  test("not above the limit", async () => {
    const path = box.write("s.jsonl", SESSIONS);
    const { code, err } = await replayed([
      path,
      "--with-model",
      "--yes",
      "--max-cost",
      "0.001",
      "--settings",
      settings(100),
    ]);
    expect(code).toBe(1);
    expect(err).toContain("the estimate is above --max-cost 0.001; nothing was sent");
    expect(asked()).toBe(0);
  });

  test("a price nobody knows is said", async () => {
    const path = box.write("s.jsonl", SESSIONS);
    const { err } = await replayed([path, "--with-model", "--yes", "--settings", settings(null)]);
    expect(err).toContain("for about a price nobody here knows");
  });
});

test("it goes on from where it was, and not with other settings", async () => {
  const path = box.write("s.jsonl", SESSIONS + SESSIONS.replace("s-1", "s-2"));
  const state = join(box.folder, "state.jsonl");
  const first = json((await replayed([path, "--json", "--resume", state])).out);
  const second = json((await replayed([path, "--json", "--resume", state])).out);
  expect(second.sessions).toEqual(first.sessions);
  expect(statSync(state).mode & 0o777).toBe(0o600);
  const other = await replayed([path, "--json", "--resume", state, "--settings", "{}"]);
  expect(other).toMatchObject({ code: 1, err: expect.stringContaining("was begun with other settings") });
});
