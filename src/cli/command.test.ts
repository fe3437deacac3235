import { describe, expect, test } from "vitest";
import { nearest } from "../contract/nearest.ts";
import { command } from "./command.ts";
import { COMMANDS, main } from "./main.ts";
import { flag, list, pair, parseArguments, text } from "./options.ts";
import { fakeIo, runCommand } from "./testing.ts";

const OPTIONS = {
  json: flag("for programs", "j"),
  cwd: text("DIR", "where"),
  key: list("NAME", "which"),
  compare: pair("A B", "two"),
  secret: flag(null),
};
const NONE = { json: false, cwd: undefined, key: [], compare: undefined, secret: false };

describe("arguments", () => {
  test.each<[readonly string[], object, readonly string[], readonly string[] | null]>([
    [[], {}, [], null],
    [["--json", "a", "-"], { json: true }, ["a", "-"], null],
    [["-j"], { json: true }, [], null],
    [["--cwd", "/x", "b"], { cwd: "/x" }, ["b"], null],
    [["--cwd=/x=y"], { cwd: "/x=y" }, [], null],
    [["--cwd="], { cwd: "" }, [], null],
    [["--cwd=-x"], { cwd: "-x" }, [], null],
    [["--cwd", "a", "--cwd", "b"], { cwd: "b" }, [], null],
    [["--key", "A", "--key=B"], { key: ["A", "B"] }, [], null],
    [["--compare", "a", "b", "c"], { compare: ["a", "b"] }, ["c"], null],
    [["a", "--", "--json", "b"], {}, ["a"], ["--json", "b"]],
    [["--"], {}, [], []],
    [["--secret"], { secret: true }, [], null],
  ])("%j", (args, options, words, behind) => {
    expect(parseArguments(args, OPTIONS)).toEqual({
      ok: true,
      value: { options: { ...NONE, ...options }, words, behind },
    });
  });

  test.each([
    [["--jsno"], "unknown option --jsno, did you mean --json?"],
    [["--zzz"], "unknown option --zzz"],
    [["-x"], "unknown option -x"],
    [["--constructor"], "unknown option --constructor"],
    [["--secre"], "unknown option --secre"],
    [["--cwd"], "--cwd needs a value"],
    [["--cwd", "--json"], "--cwd needs a value (one that begins with a dash: --cwd=--json)"],
    [["--cwd", "--", "x"], "--cwd needs a value"],
    [["--json=yes"], "--json takes no value"],
    [["--compare", "a"], "--compare needs two values"],
    [["--compare", "a", "--json"], "--compare needs two values"],
  ])("%j: %s", (args, error) => expect(parseArguments(args, OPTIONS)).toEqual({ ok: false, error }));
});

describe("a command", () => {
  const echo = command({
    name: "echo",
    about: "say it again",
    usage: [["sallyport echo WORD", "one word"]],
    help: "A paragraph.",
    options: OPTIONS,
    positionals: 1,
    notes: "Exit: 0.",
    run: ({ options, words, misuse }, io) => {
      if (words[0] === "bad") return misuse("not that word");
      io.stdout.write(JSON.stringify([options.cwd, words]));
      return 7;
    },
  });

  test("runs with what it was given", async () => {
    expect(await runCommand(echo, ["--cwd", "/x", "--", "--json"])).toEqual({
      code: 7,
      out: '["/x",["--json"]]',
      err: "",
    });
  });
  test.each([
    [["--jsno"], "unknown option --jsno, did you mean --json?"],
    [["a", "b", "c"], "one word too many: b c"],
    [["bad"], "not that word"],
    [["--cwd"], "--cwd needs a value"],
  ])("%j is refused with one line", async (args, why) => {
    expect(await runCommand(echo, args)).toEqual({
      code: 1,
      out: "",
      err: `sallyport: ${why} (see sallyport echo --help)\n`,
    });
  });
  test.each([["--help"], ["-h"]])("%s", async (arg) => {
    expect(await runCommand(echo, ["a", arg], { columns: 80 })).toEqual({
      code: 0,
      err: "",
      out: `sallyport echo: say it again

  sallyport echo WORD   one word

A paragraph.

  -j, --json      for programs
  --cwd DIR       where
  --key NAME      which
  --compare A B   two
  -h, --help      this text

Exit: 0.
`,
    });
  });
  test("a command line behind --, and nothing before it", async () => {
    const wrapper = command({
      ...{ name: "w", about: "w", usage: [], options: { json: flag("") }, positionals: "command" as const },
      run: ({ words, options }, io) => {
        io.stdout.write(JSON.stringify([options.json, words]));
        return 0;
      },
    });
    expect((await runCommand(wrapper, ["--json", "--", "npx", "--help", "--", "x"])).out).toBe(
      '[true,["npx","--help","--","x"]]',
    );
    expect((await runCommand(wrapper, ["npx"])).err).toContain("the command stands behind --: npx");
  });
});

describe("every command of the program", () => {
  test.each(Object.keys(COMMANDS))("%s: its name, its help, at any width", async (name) => {
    const loaded = await COMMANDS[name]?.();
    expect(loaded?.name).toBe(name);
    for (const columns of [40, 48, 80, 200]) {
      const heard = fakeIo({ columns });
      expect(await main([name, "--help"], heard.io)).toBe(0);
      const asked = fakeIo({ columns });
      expect(await main(["help", name], asked.io)).toBe(0);
      expect(asked.out()).toBe(heard.out());
      expect(heard.out()).toContain(`sallyport ${name}: `);
      const prose = heard
        .out()
        .split("\n")
        .filter((line) => !/^ {2}\S/.test(line));
      expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(Math.min(columns, 110));
    }
  });
  test.each(Object.keys(COMMANDS).filter((name) => name !== "hook"))(
    "%s: an unknown option is one line, exit 1",
    async (name) => {
      const heard = fakeIo();
      expect(await main([name, "--no-such-option"], heard.io)).toBe(1);
      expect(heard.err()).toMatch(/^sallyport: unknown option --no-such-option.* \(see sallyport \w+ --help\)\n$/);
    },
  );
  test("the hook blocks on what it does not understand", async () => {
    for (const args of [["--no-such-option"], [], ["no-such-host"], ["codex", "gemini"], ["codex", "--state"]]) {
      const heard = fakeIo();
      expect(await main(["hook", ...args], heard.io)).toBe(2);
      expect(heard.err()).toContain("nothing is allowed");
    }
  });
});

describe("the program", () => {
  test.each([["-v"], ["-V"], ["--version"]])("%s", async (arg) => {
    const heard = fakeIo();
    expect(await main([arg], heard.io)).toBe(0);
    expect(heard.out()).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
  test.each([
    ["chekc", 'there is no command "chekc", did you mean check?'],
    ["--verson", "there is no option --verson; did you mean --version?"],
    ["--gaurd", "there is no option --gaurd. Options come after a command"],
    ["repla", 'there is no command "repla", did you mean replay?'],
    ["zzzzzz", 'there is no command "zzzzzz" (see'],
    ["constructor", 'there is no command "constructor" (see'],
  ])("%s", async (name, why) => {
    for (const args of [[name], ["help", name]]) {
      const heard = fakeIo();
      expect(await main(args, heard.io)).toBe(1);
      expect(heard.err()).toContain(why);
    }
  });
  test("without a word it lists the commands and fails; asked for help it does not", async () => {
    const [bare, help] = [fakeIo(), fakeIo()];
    expect([await main([], bare.io), await main(["--help"], help.io)]).toEqual([1, 0]);
    expect(bare.err().startsWith(`${help.out()}sallyport: without a command it shows what is here`)).toBe(true);
    for (const name of Object.keys(COMMANDS)) expect(help.out()).toContain(`sallyport ${name}`);
  });
});

test.each([
  ["uninstal", "uninstall"],
  ["instal", "install"],
  ["exlpain", "explain"],
  ["dr", undefined],
  ["", undefined],
])("nearest to %j: %s", (word, name) => expect(nearest(word, Object.keys(COMMANDS))).toBe(name));
