/** Every command: `--json` prints JSON and nothing else, the exit codes are those of its help, and no word is broken at 48 columns. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ScratchFolder, scratchFolder } from "../testing/folder.ts";
import { COMMANDS, main } from "./main.ts";
import { type FakeTerminal, fakeIo } from "./testing.ts";

let box: ScratchFolder;
beforeAll(() => {
  box = scratchFolder();
  mkdirSync(join(box.folder, "work"));
  box.write(".config/sallyport/settings.json", '{ "classifier": { "provider": "offline" } }\n');
  box.write(
    "cases.jsonl",
    `${JSON.stringify({ id: "1", label: "benign", action: { tool: "Bash", input: { command: "make" } } })}\n`,
  );
  box.write("session.jsonl", SESSION);
});
afterAll(() => box.remove());

const LONG = "npm run a-task-with-a-name && curl https://example.org/some/where | tee notes-of-today.txt";
const SESSION = `${JSON.stringify({
  ...{ source: "me/app", agent: "claude-code 2.1.0", session: "s" },
  turns: ["ls", LONG, "git push --force"].map((command) => ({
    ...{ tool: "Bash", input: { command }, cwd: "/home/me/app", outcome: "ok" },
  })),
})}\n`;

async function sallyport(args: readonly string[], terminal: FakeTerminal = {}) {
  const env = { HOME: box.folder, PATH: "/usr/bin:/bin" };
  const { io, out, err } = fakeIo({ env, ...terminal });
  const code = await main(
    args.map((one) => one.replace("$BOX", box.folder)),
    { ...io, cwd: join(box.folder, "work") },
  );
  return { code, out: out(), err: err() };
}

/** What each command is given beside `--json`. */
const WITH_JSON: Readonly<Record<string, readonly (readonly string[])[]>> = {
  check: [["git status"], ["git push --force"]],
  explain: [["git status"]],
  doctor: [[]],
  status: [[]],
  replay: [["$BOX/session.jsonl"]],
  suggest: [["$BOX/session.jsonl"], ["$BOX/session.jsonl", "--least", "1"]],
  allow: [["Bash(npm test:*)", "--yes"]],
  ask: [["Bash(git push:*)", "--yes"]],
  deny: [["Bash(git push --force)", "Bash(git reset --hard)", "--yes"]],
  rules: [["effective"], ["defaults"]],
  approve: [[]],
  refresh: [[]],
  dump: [[], ["on"], ["off"]],
  undo: [[]],
  log: [["--limit", "3"], ["verify"], ["purge", "--older-than", "30d"]],
  switch: [[], ["live"]],
  serve: [["token", "list"], ["--stop"]],
};
/** They need a person at a terminal of their own, an installed program or a model: their own tests hold it. */
const ELSEWHERE = ["init", "install", "uninstall", "eval"];
/** What they print is for another program already. */
const SPEAK_ANOTHER_LANGUAGE = ["hook", "mcp", "acp", "completion"];

test("every command that prints something takes --json", async () => {
  const without: string[] = [];
  for (const [name, load] of Object.entries(COMMANDS)) if (!(await load()).options.includes("json")) without.push(name);
  expect(without.sort()).toEqual([...SPEAK_ANOTHER_LANGUAGE].sort());
  expect(Object.keys(COMMANDS).sort()).toEqual(
    [...Object.keys(WITH_JSON), ...ELSEWHERE, ...SPEAK_ANOTHER_LANGUAGE].sort(),
  );
});

test.each(Object.entries(WITH_JSON).flatMap(([name, rows]) => rows.map((args) => [name, args] as const)))(
  "%s %j --json",
  async (name, args) => {
    const { out, err } = await sallyport([name, ...args, "--json"]);
    expect(out, err).not.toBe("");
    for (const line of out.trim().split("\n")) expect(() => JSON.parse(line), line).not.toThrow();
  },
);

describe("exit codes", () => {
  test.each<[readonly string[], number, string]>([
    [["check", "git status"], 0, ""],
    [["check", "rm -rf ~/"], 2, ""],
    [["check", "git push --force origin main"], 3, ""],
    [["check", "git", "status"], 1, "put the whole command in quotes"],
    [["check", "--tool", "Edit"], 1, "--tool Edit needs --input, as JSON with file_path"],
    [["check", "--host", "claude", "ls"], 1, "did you mean claude-code?"],
    [["check", "--host", "foo", "ls"], 1, "foo"],
    [["replay", "/nope"], 1, "/nope"],
    [["replay", "$BOX/session.jsonl"], 0, ""],
    [["eval", "/nope"], 1, "/nope"],
    [["explain", "git status"], 0, ""],
    [["explain"], 1, "sallyport explain --help"],
    [["explain", " "], 1, "say which command"],
    [["undo", "last"], 1, "no restore point has anything to bring back now"],
    [["install", "claude"], 1, "did you mean claude-code?"],
    [["install", "foo"], 1, 'there is no host "foo". There are claude-code'],
    [["doctor", "foo"], 1, 'there is no host "foo". There are claude-code'],
    [[], 1, "needs a terminal for that"],
    [["install", "claude-code", "--json"], 1, "--json asks nothing: add --yes or --dry-run"],
    [["uninstall", "claude-code", "--json"], 1, "--json asks nothing: add --yes or --dry-run"],
    [["allow"], 1, "say which rule"],
    [["allow", "Bash(npm run a)", "Bsh(x)", "--yes"], 1, "did you mean Bash?"],
    [["allow", "Bash(npm run a)", "Bash(npm run b)", "--yes"], 0, "Bash(npm run a), Bash(npm run b) are now in"],
    [["allow", "Bash(npm run a)", "Bash(npm run b)", "--yes"], 0, "had them already"],
    [["undo", "nothing-of-that-name"], 1, "there is no restore point"],
    [["undo"], 0, ""],
    [["approve", "--json", "nothing-of-that-name"], 1, "no decision nothing-of-that-name"],
    [["approve"], 1, "terminal"],
    [["switch", "pause", "no"], 1, "terminal"],
    [["resume"], 0, "sallyport resume is sallyport switch live now"],
    [["live"], 0, "sallyport live is sallyport switch live now"],
    [["pause"], 1, "sallyport pause is sallyport switch pause now"],
    [["shadow"], 1, "sallyport shadow is sallyport switch watch now"],
    [["help", "pause"], 0, ""],
    [["log", "verify"], 0, ""],
    [["log", "verfy"], 1, 'there is no "log verfy"'],
    [["rules", "efective"], 1, 'there is no "rules efective"'],
    [["dump", "maybe"], 1, 'there is no "dump maybe"'],
    [["completion", "tcsh"], 1, "say which shell"],
    [["statsu"], 1, "did you mean status?"],
    [["help", "check"], 0, ""],
    [["--version"], 0, ""],
  ])("%j: %i %s", async (args, code, said) => {
    const done = await sallyport(args);
    expect(done.code, done.err).toBe(code);
    expect(done.err).toContain(said);
  });

  test("a rule that is wrong keeps the right ones out too", async () => {
    const before = (await sallyport(["rules", "effective", "--json"])).out;
    await sallyport(["allow", "Bash(npm run good)", "Bsh(x)", "--yes"]);
    expect((await sallyport(["rules", "effective", "--json"])).out).toBe(before);
  });
});

describe("on 48 columns words stay whole", () => {
  const NARROW = 48;

  /** Every word of the wide screen is on the narrow one, unless it is longer than a line has room for. */
  test.each<[string, readonly string[]]>([
    ["explain", ["explain", LONG]],
    ["check", ["check", LONG]],
    ["check, denied", ["check", "rm -rf ~/"]],
    ["doctor", ["doctor"]],
    ["status", ["status"]],
    ["log", ["log"]],
    ["replay", ["replay", "$BOX/session.jsonl"]],
    ["suggest", ["suggest", "$BOX/session.jsonl", "--least", "1"]],
    ["rules", ["rules", "effective"]],
    ["the overview", ["help"]],
  ])("%s", async (_, args) => {
    const wide = await sallyport(args, { columns: 400 });
    const narrow = await sallyport(args, { columns: NARROW });
    const whole = new Set(wordsIn(wide.out));
    const broken = wordsIn(narrow.out).filter(
      (word) => !whole.has(word) && ![...whole].some((one) => isLong(one, word)),
    );
    expect(broken).toEqual([]);
  });

  /** What `status` proposes last it leaves out where finding it takes too long. */
  const wordsIn = (text: string): readonly string[] =>
    text
      .replace(/^next +[\s\S]*/m, "")
      .split(/\s+/)
      .filter((word) => /[a-z]{3}/i.test(word) && !/^[\d.:]+/.test(word));
  /** A path or an address may be longer than the column it stands in. */
  const isLong = (whole: string, part: string): boolean => whole.length > 20 && whole.includes(part.replace(/…$/, ""));
});

test("the program itself has the same codes, and installing speaks JSON too", {
  skip: process.platform === "win32",
}, () => {
  const run = (args: readonly string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, "../../dist/sallyport.cjs"), ...args], {
      ...{ encoding: "utf8", env: { HOME: box.folder, PATH: process.env.PATH ?? "" }, cwd: box.folder },
    });
  expect(run(["check", "git status"]).status).toBe(0);
  expect(run(["replay", "/nope"])).toMatchObject({ status: 1, stderr: expect.stringContaining("/nope") });
  const file = join(box.folder, ".claude/settings.json");
  for (const [args, said] of [
    ["install claude-code --dry-run", { host: "claude-code", scope: "user", file, changed: false }],
    ["install claude-code --yes", { file, changed: true }],
    ["install claude-code --yes", { file, changed: false }],
    ["uninstall claude-code --yes", { file, changed: true, state: { kept: true } }],
    ["uninstall claude-code --yes", { file, changed: false, state: { kept: true } }],
    ["init --dry-run --host claude-code --no-test", {}],
  ] as const) {
    const { status, stdout, stderr } = run([...args.split(" "), "--json"]);
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout), args).toMatchObject(said);
  }
});

describe("a home that is no place", () => {
  test.each(["", "home/me", "~"])("HOME=%j: nothing is read or written", async (HOME) => {
    for (const args of [["install", "claude-code", "--yes"], ["status"], ["allow", "Bash(ls:*)", "--yes"]]) {
      const { code, err } = await sallyport(args, { env: { HOME, PATH: "/usr/bin:/bin" } });
      expect([code, err]).toEqual([1, expect.stringContaining("Set HOME to your home directory")]);
    }
    expect((await sallyport(["--version"], { env: { HOME } })).code).toBe(0);
  });
});
