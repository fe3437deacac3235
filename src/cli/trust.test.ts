import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fakeIo } from "./testing.ts";
import { trustFrom } from "./trust.ts";

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "sallyport-trust-")));
  mkdirSync(join(home, "code/app"), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const file = (): string => join(home, ".config/sallyport/settings.json");
const person = { hasTerminal: () => true, ancestors: () => [{ pid: 1, start: "1", words: ["-zsh"] }] };

async function trusting(
  args: readonly string[],
  given: { typed?: string; tty?: boolean; env?: Record<string, string>; around?: object } = {},
) {
  const heard = fakeIo({ env: { HOME: home, ...given.env }, tty: given.tty ?? true, typed: given.typed ?? "yes\n" });
  const code = await trustFrom(args, { ...heard.io, cwd: join(home, "code") }, { ...person, ...given.around });
  return { code, out: heard.out(), err: heard.err() };
}

describe("what is trusted", () => {
  test.each<[given: string, kept: string]>([
    ["app", "code/app"],
    ["~/code/app", "code/app"],
    ["./app/", "code/app"],
    ["~/code/*", "code/*"],
  ])("%s", async (given, kept) => {
    const { code, out } = await trusting([given]);
    expect(code).toBe(0);
    expect(out).toContain("Trust only projects whose code you\nwould run yourself");
    expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual({ projectTasks: [join(home, kept)] });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect((await trusting(["--list"], { tty: false })).out).toBe(`${join(home, kept)}\n`);
  });

  test("every other byte of the settings stays as it was, and is as before once it is taken out again", async () => {
    const before = '{\n    "mode":   "auto",\n    "projectTasks": ["~/other/*"]\n}\n';
    mkdirSync(join(home, ".config/sallyport"), { recursive: true });
    writeFileSync(file(), before);
    await trusting(["app"]);
    const after = readFileSync(file(), "utf8");
    expect(after.startsWith('{\n    "mode":   "auto",\n    "projectTasks": ["~/other/*",')).toBe(true);
    expect((await trusting(["app"])).out).toContain("Nothing to change");
    expect((await trusting(["--remove", "app"])).code).toBe(0);
    expect(readFileSync(file(), "utf8")).toBe(before);
    expect((await trusting(["--remove", "~/other/*"])).code).toBe(0);
    expect(JSON.parse(readFileSync(file(), "utf8"))).toEqual({ mode: "auto" });
  });
});

describe("what is refused", () => {
  test.each<[args: readonly string[], why: string]>([
    [["/"], "too wide"],
    [["~"], "too wide"],
    [["~/*"], "too wide"],
    [["~/.."], "too wide"],
    [["/*"], "too wide"],
    [["../.."], "too wide"],
    [["missing"], "not a directory"],
    [["~/code/*/x"], "at the end"],
    [["~/code/**"], "at the end"],
    [[], "one at a time"],
    [["app", "other"], "one at a time"],
    [["--frobnicate"], "frobnicate"],
  ])("%s", async (args, why) => {
    const { code, err } = await trusting(args);
    expect([code, statSync(file(), { throwIfNoEntry: false })]).toEqual([1, undefined]);
    expect(err).toContain(why);
  });

  test("a link that leads to home", async () => {
    symlinkSync(home, join(home, "code/everything"));
    expect((await trusting(["everything"])).err).toContain("too wide");
  });

  test.each<[what: string, given: Parameters<typeof trusting>[1], why: string]>([
    ["no terminal", { tty: false }, "trusting a directory needs a terminal"],
    ["a terminal that is not there", { around: { hasTerminal: () => false } }, "needs a terminal"],
    ["an agent's mark", { env: { CLAUDECODE: "1" } }, "an agent cannot trust"],
    [
      "an agent above",
      { around: { ancestors: () => [{ pid: 7, start: "1", words: ["claude"] }] } },
      "an agent cannot trust",
    ],
    ["no", { typed: "no\n" }, "nothing was changed"],
    ["y", { typed: "y\n" }, "nothing was changed"],
    ["nothing", { typed: "" }, "nothing was changed"],
  ])("%s", async (_, given, why) => {
    const { code, err } = await trusting(["app"], given);
    expect([code, statSync(file(), { throwIfNoEntry: false })]).toEqual([1, undefined]);
    expect(err).toContain(why);
  });

  test("taking away needs a person too, and settings that do not parse are left alone", async () => {
    mkdirSync(join(home, ".config/sallyport"), { recursive: true });
    writeFileSync(file(), '{"projectTasks": ["x"]');
    expect((await trusting(["--remove", "x"], { tty: false })).err).toContain("needs a terminal");
    expect((await trusting(["app"])).err).toContain("not valid JSON");
    expect(readFileSync(file(), "utf8")).toBe('{"projectTasks": ["x"]');
  });
});
