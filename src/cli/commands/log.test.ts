import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  decided,
  openSession,
  placeOf,
  record,
  SAMPLE_START,
  sampleEntry,
  scratchState,
} from "../../memory/testing/index.ts";
import { csvCell } from "../log/format.ts";
import { wrap } from "../terminal/style.ts";
import { type FakeTerminal, fakeIo, runCommand } from "../testing.ts";
import { log as command } from "./log.ts";

const NOON = Date.parse("2025-06-01T12:00:00Z");
const HOUR = 3_600_000;

async function filled() {
  const stateDir = scratchState();
  const bash = (command: string) => ({ tool: "Bash", input: { command } });
  const one = await openSession(stateDir, "s1", { now: () => NOON });
  await record(
    one,
    sampleEntry({ id: "d1" }, { at: NOON + 1, action: bash("npm test") }),
    sampleEntry(
      {
        id: "d2",
        behavior: "deny",
        by: "classifier",
        rule: "Git Destructive",
        reason: "It rewrites what others have.",
      },
      { at: NOON + HOUR, action: bash("git push --force origin main") },
    ),
    { kind: "prompt", at: NOON + HOUR + 1, text: "go on\u001b[2J" },
  );
  const two = await openSession(stateDir, "s2", { now: () => NOON + 2 * HOUR });
  await record(
    two,
    sampleEntry({ id: "d3", by: "readOnly" }, { at: NOON + 3 * HOUR, action: { ...bash("ls"), host: "codex" } }),
  );
  return stateDir;
}

const log = (stateDir: string, args: readonly string[], more: FakeTerminal = {}) =>
  runCommand(command, args, { ...more, env: { SALLYPORT_STATE_DIR: stateDir, ...more.env } });
const jsonLines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe("filters", () => {
  const rows: readonly (readonly [readonly string[], readonly string[]])[] = [
    [[], ["start", "d1", "d2", "prompt", "start", "d3"]],
    [
      ["--session", "s2"],
      ["start", "d3"],
    ],
    [["--host", "codex"], ["d3"]],
    [["--by", "classifier"], ["d2"]],
    [
      ["--by", "Classifier,readonly"],
      ["d2", "d3"],
    ],
    [
      ["--behavior", "allow"],
      ["d1", "d3"],
    ],
    [["--topic", "destructive"], ["d2"]],
    [["--text=--FORCE origin"], ["d2"]],
    [["--text", "\u001b[2J"], ["prompt"]],
    [
      ["--since", "2025-06-01T12:30:00Z", "--until", "2025-06-01T14:30:00Z"],
      ["d2", "prompt", "start"],
    ],
    [["--since", "1m"], []],
    [
      ["--limit", "2"],
      ["start", "d3"],
    ],
    [["--behavior", "deny", "--session", "s2"], []],
  ];
  test.each(rows)("%o", async (args, expected) => {
    const { code, out } = await log(await filled(), [...args, "--json"]);
    expect(code).toBe(0);
    expect(jsonLines(out).map((one) => one.decision?.id ?? one.kind)).toEqual(expected);
  });
  test.each([
    [["--by", "nobody"], /no step "nobody"/],
    [["--behavior", "maybe"], /no behavior "maybe"/],
    [["--since", "soon"], /no time/],
    [["--limit", "x"], /--limit takes a number/],
    [["--json", "--csv"], /not both/],
    [["--nonsense"], /nonsense/],
    [["tidy"], /no "log tidy"/],
    [["purge"], /how old/],
    [["purge", "--older-than", "soon"], /no length of time/],
  ])("%o is refused", async (args, says) => {
    const { code, err } = await log(await filled(), args);
    expect(code).toBe(1);
    expect(err).toMatch(says);
  });
});

describe("what a person sees", () => {
  test("fits 80 columns, in plain text where it is no terminal, and nothing moves the cursor", async () => {
    const { out } = await log(await filled(), []);
    expect(out).not.toContain("\u001b");
    expect(out).toContain("go on\\u{1b}[2J");
    expect(out).toContain("It rewrites what others have. [Git Destructive]  (d2)");
    for (const line of out.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });
  test("is coloured on a terminal, unless NO_COLOR says no", async () => {
    const stateDir = await filled();
    expect((await log(stateDir, [], { tty: true })).out).toContain("\u001b[31m");
    expect((await log(stateDir, [], { tty: true, env: { NO_COLOR: "1" } })).out).not.toContain("\u001b");
  });
  test("a long command is cut, a long reason is wrapped", async () => {
    const stateDir = scratchState();
    const long = `echo ${"word ".repeat(60)}`;
    const entry = sampleEntry(
      { behavior: "deny", by: "denyRule", reason: long },
      { action: { tool: "Bash", input: { command: long } } },
    );
    await record(await openSession(stateDir, "x".repeat(200)), entry);
    const lines = (await log(stateDir, [], { columns: 60 })).out.split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(60);
    expect(lines.join(" ").match(/word/g)?.length).toBeGreaterThan(60);
  });
  test.each([
    ["a b c", 3, ["a b", "c"]],
    ["abcdefgh", 3, ["abc", "def", "gh"]],
    ["", 5, [""]],
  ])("wrap(%s, %i)", (text, width, lines) => expect(wrap(text, width)).toEqual(lines));
  test("nothing is said out loud", async () => {
    const { code, err } = await log(scratchState(), []);
    expect([code, err]).toEqual([0, "sallyport: no record matches\n"]);
  });
});

test("a clock that goes back does not change the order of a session", async () => {
  const stateDir = scratchState();
  const session = await openSession(stateDir, "s1", { now: () => NOON });
  await record(session, { ...decided("a"), at: NOON - HOUR }, { ...decided("b"), at: NOON - 2 * HOUR });
  const { out } = await log(stateDir, ["--json"]);
  expect(jsonLines(out).map((one) => one.decision?.id ?? one.kind)).toEqual(["start", "a", "b"]);
});

describe("csv", () => {
  test.each([
    ["=HYPERLINK(1)", `"'=HYPERLINK(1)"`],
    ["+1", `"'+1"`],
    ["-rf", `"'-rf"`],
    ["@x", `"'@x"`],
    [" =1", `"' =1"`],
    ["\t=1", "\\u{9}=1"],
    ["\uff1d1", `"'\uff1d1"`],
    ['a"b,c', '"a""b,c"'],
    ["a\nb", "a⏎b"],
    ["\u202eevil", "\\u{202e}evil"],
    [3, "3"],
    [null, ""],
  ])("%j is %s", (value, cell) => expect(csvCell(value)).toBe(cell));
  test("has as many cells in every row as in its header", async () => {
    const { out } = await log(await filled(), ["--csv"]);
    const rows = out.trimEnd().split("\r\n");
    const width = (row: string) => row.replaceAll(/"(?:[^"]|"")*"/g, "").split(",").length;
    expect(rows).toHaveLength(7);
    expect(new Set(rows.map(width))).toEqual(new Set([21]));
    expect(rows[3]).toContain('"{""command"":""git push --force origin main""}"');
  });
});

test("follow goes on as records are made", async () => {
  const stateDir = await filled();
  const stop = new AbortController();
  const heard = fakeIo({ env: { SALLYPORT_STATE_DIR: stateDir }, signal: stop.signal });
  const done = command.run(["--follow", "--json", "--behavior", "deny"], heard.io);
  await record(await openSession(stateDir, "s3"), decided("late"));
  await record(await openSession(stateDir, "s1"), decided("later"));
  while (!heard.out().includes('"later"')) await new Promise((resolve) => setTimeout(resolve, 50));
  stop.abort();
  expect(await done).toBe(0);
  expect(
    jsonLines(heard.out())
      .map((one) => one.decision.id)
      .sort(),
  ).toEqual(["d2", "late", "later"]);
});

describe("verify", () => {
  test("fine", async () => {
    const { code, out } = await log(await filled(), ["verify"]);
    expect([code, out]).toEqual([
      0,
      "fine   2 sessions, 6 records: every chain holds. Whoever owns the state directory could have rewritten all of it.\n",
    ]);
  });
  test("broken names the session and the record", async () => {
    const stateDir = await filled();
    const { file } = placeOf(stateDir, "s1");
    writeFileSync(file, readFileSync(file, "utf8").replace("--force", "--force-with-lease"));
    const { code, out } = await log(stateDir, ["verify"]);
    expect(code).toBe(1);
    expect(out).toMatch(/^broken session s1 \(file [0-9a-f]{64}\), record 3: record 3 was changed\n$/);
    expect(jsonLines((await log(stateDir, ["verify", "--json"])).out)).toMatchObject([
      { findings: [{ session: "s1", record: 3 }] },
    ]);
  });
  test("a cut end is noted, and nobody says that nothing is missing", async () => {
    const stateDir = await filled();
    const { file } = placeOf(stateDir, "s1");
    writeFileSync(file, readFileSync(file, "utf8").split("\n").slice(0, 2).join("\n").concat("\n"));
    const { code, out } = await log(stateDir, ["verify"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^note {3}s1: cut short: records 3 to 4 are gone/);
    expect(out).not.toMatch(/nothing was|fine|every chain holds/);
    writeFileSync(file, "");
    expect((await log(stateDir, ["verify"])).out).toMatch(/^note {3}.*records 1 to 4 are gone.*\nnoted {2}/);
  });
  test("of nothing is fine", async () => expect((await log(scratchState(), ["verify"])).code).toBe(0));
});

describe("purge", () => {
  async function twoAges() {
    const stateDir = scratchState();
    const days = (n: number) => Date.now() - n * 86_400_000;
    const old = await openSession(stateDir, "old", { now: () => days(40) });
    for (let n = 0; n < 40; n += 1) await record(old, { ...decided(`o${n}`), at: days(40) });
    await record(await openSession(stateDir, "new", { now: () => days(40) }), { ...decided("n"), at: days(2) });
    return { stateDir, old };
  }
  test("removes whole sessions that ended before the limit, and records it", async () => {
    const { stateDir } = await twoAges();
    const dry = await log(stateDir, ["purge", "--older-than", "30d", "--dry-run"]);
    expect(dry.out).toMatch(/^would go {2}old {2}41 records/);
    expect((await log(stateDir, ["purge", "--older-than", "30d"])).out).toMatch(/^removed {2}old {2}41 records/);
    expect(readdirSync(join(stateDir, "ledger")).filter((name) => name.endsWith(".jsonl"))).toHaveLength(1);
    expect(existsSync(placeOf(stateDir, "old").head)).toBe(false);
    const kept = JSON.parse(readFileSync(join(stateDir, "purges.jsonl"), "utf8"));
    expect(kept).toMatchObject({ seq: 1, entry: { kind: "purged", session: "old", records: 41 } });
    expect((await log(stateDir, ["verify"])).code).toBe(0);
    expect((await log(stateDir, ["purge", "--older-than", "30d"])).out).toBe("no session is older than 30d\n");
  });
  test("what it recorded cannot be changed or taken away unnoticed", async () => {
    const { stateDir } = await twoAges();
    await log(stateDir, ["purge", "--older-than", "30d"]);
    const file = join(stateDir, "purges.jsonl");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace('"old"', '"odd"'));
    expect((await log(stateDir, ["verify"])).out).toMatch(/file purges, record 1: record 1 was changed/);
    rmSync(file);
    expect((await log(stateDir, ["verify"])).out).toMatch(/whole file was removed/);
  });
  test("a process that had the session open begins it anew", async () => {
    const { stateDir, old } = await twoAges();
    await log(stateDir, ["purge", "--older-than", "30d"]);
    expect((await old.memory()).totalDenials).toBe(0);
    await record(old, decided("again"));
    expect((await old.memory()).start).toEqual(SAMPLE_START);
    expect((await log(stateDir, ["verify"])).code).toBe(0);
  });
  test("leaves what is damaged, unless told", async () => {
    const { stateDir } = await twoAges();
    const { file } = placeOf(stateDir, "old");
    writeFileSync(file, readFileSync(file, "utf8").replace("o7", "oX"));
    expect((await log(stateDir, ["purge", "--older-than", "30d"])).out).toMatch(
      /^left {6}old .* does not hold \(record 9/,
    );
    expect(existsSync(file)).toBe(true);
    await log(stateDir, ["purge", "--older-than", "30d", "--damaged"]);
    expect(existsSync(file)).toBe(false);
    expect((await log(stateDir, ["verify"])).code).toBe(0);
  });
});
