import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ScratchFolder, scratchFolder } from "../../testing/folder.ts";
import { type FakeTerminal, fakeIo, runCommand } from "../testing.ts";
import { replay } from "./replay.ts";
import { suggest } from "./suggest.ts";

let box: ScratchFolder;
beforeEach(() => {
  box = scratchFolder();
});
afterEach(() => box.remove());

const ROOT = "/home/me/app";
const turn = (command: string, outcome = "ok") => ({ tool: "Bash", input: { command }, cwd: ROOT, outcome });
const session = (id: string, turns: readonly object[]) =>
  `${JSON.stringify({ source: "me/app", agent: "claude-code 2.1.0", session: id, turns })}\n`;
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

const HISTORY = [
  session("a", [...times(5, (i) => turn(`go test ./pkg${i}`)), ...times(2, () => turn("ls && go vet ./..."))]),
  session("b", [
    ...times(4, () => turn("npm run build")),
    ...times(4, (i) => turn(`git push origin topic-${i}`)),
    ...times(4, (i) => turn(`cargo build -p crate-${i}`, i === 0 ? "user_rejected" : "ok")),
    ...times(3, (i) => turn(`go test ./pkg${i} && npm run build`)),
    ...times(3, (i) => turn(`python3 tool${i}.py`)),
    { tool: "WebFetch", input: { url: "https://docs.example.dev/a", prompt: "x" }, cwd: ROOT, outcome: "ok" },
    { tool: "WebFetch", input: { url: "https://docs.example.dev/b", prompt: "y" }, cwd: ROOT, outcome: "ok" },
    { tool: "WebFetch", input: { url: "https://docs.example.dev/c", prompt: "z" }, cwd: ROOT, outcome: "ok" },
  ]),
].join("");

const suggested = (args: readonly string[], more: FakeTerminal = {}) =>
  runCommand(suggest, args, { env: { HOME: box.folder, PATH: "/usr/bin:/bin" }, columns: 120, ...more });
interface Found {
  readonly rules: readonly {
    readonly rule: string;
    readonly saves: number;
    readonly alsoAllows: readonly string[];
    readonly does: readonly string[];
  }[];
  readonly resting: readonly { readonly rule: string }[];
  readonly refused: readonly { readonly rule: string; readonly refused: number }[];
}
const json = (text: string): Found => JSON.parse(text) as Found;

describe("what would have saved the most", () => {
  test("rules that the gate itself was shown to honour, most useful first", async () => {
    const { code, out } = await suggested([box.write("h.jsonl", HISTORY), "--json"]);
    expect(code).toBe(0);
    const { rules } = json(out);
    expect(rules.slice(0, 3).map(({ rule, saves }) => [rule, saves])).toEqual([
      ["Bash(go test:*)", 5],
      ["Bash(npm run build)", 7],
      ["Bash(git push:everyday)", 4],
    ]);
    expect(rules[0]?.does[0]).toBe("runs a task of go: test ./pkg0");
  });

  test("what else a rule lets pass was tried; what no rule may let pass is not among it", async () => {
    const { out } = await suggested([box.write("h.jsonl", HISTORY), "--json"]);
    const [first] = json(out).rules;
    expect(first?.alsoAllows).toContain("go test ../../elsewhere");
    expect(first?.alsoAllows.join("\n")).not.toMatch(/rm -rf|bashrc|curl/);
  });

  test("a rule that rests in auto mode is of no use, and one that covers a refusal is not proposed", async () => {
    const { out } = await suggested([box.write("h.jsonl", HISTORY), "--json"]);
    const { rules, resting, refused } = json(out);
    expect(resting.map(({ rule }) => rule)).toContain("Bash(npm run build:*)");
    expect(refused.find(({ rule }) => rule.startsWith("Bash(cargo build"))?.refused).toBe(1);
    expect(rules.map(({ rule }) => rule).join()).not.toMatch(/git push:\*|cargo build|python3/);
  });

  test("the same from a replay that was written down", async () => {
    const heard = fakeIo({ env: { HOME: box.folder } });
    await replay.run([box.write("h.jsonl", HISTORY), "--json"], heard.io);
    const [from, direct] = [
      await suggested([box.write("replay.json", heard.out()), "--json"]),
      await suggested([join(box.folder, "h.jsonl"), "--json"]),
    ];
    expect(json(from.out)).toEqual(json(direct.out));
  });

  test("in words, with the evidence", async () => {
    const { out } = await suggested([box.write("h.jsonl", HISTORY)]);
    expect(out).toMatch(/1\. Bash\(go test:\*\) {2}saves 5 \(.* %\); 5 of them ran in the record/);
    expect(out).toContain("also allows go test --force");
    expect(out).toContain("exactly this command, in every project");
    expect(out.replace(/\s+/g, " ")).toMatch(/For the other \d+ no rule is proposed: too few of them are alike/);
    expect(out).toContain("Nothing was changed.");
  });

  test("organisations that calls sent something to", async () => {
    const send = times(3, () => turn("gh api repos/acme/app/issues -f title=x"));
    const read = times(3, () => turn("gh api repos/elsewhere/lib/issues"));
    const { out } = await suggested([box.write("h.jsonl", session("a", [...send, ...read])), "--json"]);
    expect(JSON.parse(out).environment).toMatchObject([
      { entry: "Source-control organisations: acme", calls: 3, ran: 3 },
    ]);
  });
});

describe("writing", () => {
  const file = () => join(box.folder, ".config/sallyport/settings.json");

  test("nothing without being asked to, nor without a yes", async () => {
    const path = box.write("h.jsonl", HISTORY);
    await suggested([path]);
    const silent = await suggested([path, "--write"]);
    expect(silent).toMatchObject({ code: 1, err: expect.stringContaining("nobody is there to agree") });
    const no = await suggested([path, "--write"], { tty: true, typed: "n\n" });
    expect(no).toMatchObject({ code: 1, err: expect.stringContaining("nothing was written") });
    expect(existsSync(file())).toBe(false);
  });

  test("what was chosen, beside what was there, and only once", async () => {
    box.write(
      ".config/sallyport/settings.json",
      '{\n  "mode": "auto",\n  "permissions": { "allow": ["Bash(make:*)"], "deny": ["Read(~/x)"] }\n}\n',
    );
    const path = box.write("h.jsonl", HISTORY);
    const done = await suggested([path, "--write", "--only", "1", "--yes"]);
    expect(done.code).toBe(0);
    expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual({
      mode: "auto",
      permissions: { allow: ["Bash(make:*)", "Bash(go test:*)"], deny: ["Read(~/x)"] },
    });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const next = await suggested([path, "--json"]);
    expect(json(next.out).rules.map(({ rule }) => rule)).not.toContain("Bash(go test:*)");
  });

  test("environment entries stand behind the defaults", async () => {
    const send = times(3, () => turn("gh api repos/acme/app/issues -f title=x", "ok"));
    const { out, code } = await suggested([box.write("h.jsonl", session("a", send)), "--write", "--yes"]);
    expect(code, out).toBe(0);
    expect(JSON.parse(readFileSync(file(), "utf8")).autoMode.environment).toEqual([
      "$defaults",
      "Source-control organisations: acme",
    ]);
  });

  test("a file that is not valid is left as it is", async () => {
    box.write(".config/sallyport/settings.json", '{"mode":"auto",');
    const { code, err } = await suggested([box.write("h.jsonl", HISTORY), "--write", "--yes"]);
    expect(code).toBe(1);
    expect(err).toContain("is not valid JSON");
    expect(readFileSync(file(), "utf8")).toBe('{"mode":"auto",');
  });
});

test.each([
  [[], "the ledger is empty"],
  [["--least", "0"], "--least must be"],
  [["--most", "x"], "--most must be"],
  [["/nowhere.json"], "cannot be read"],
  [["--bogus"], "see sallyport suggest --help"],
])("%j: %s", async (args, why) => {
  const { code, err } = await suggested(args);
  expect(code).toBe(1);
  expect(err).toContain(why);
});

test("a replay of a later version is refused by name", async () => {
  const { code, err } = await suggested([box.write("r.json", '{"replay":9,"sallyport":"7.0.0","sessions":[]}')]);
  expect(code).toBe(1);
  expect(err).toContain("was written by a newer version (7.0.0)");
});
