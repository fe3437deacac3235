/** A stream is open for long: what a person changes in the meantime holds from the next line on. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Project, project } from "../../testing/index.ts";
import { check } from "../commands/check.ts";
import type { CliIo } from "../terminal/io.ts";

let here: Project;
beforeEach(() => {
  here = project();
});
afterEach(() => here.remove());

/** The command on a pipe: each line is answered before the next is written. */
function opened() {
  const stdin = new PassThrough();
  const waiting: ((line: string) => void)[] = [];
  const quiet = { write: () => undefined, isTTY: false, columns: 80 };
  const io: CliIo = {
    stdin: Object.assign(stdin, { isTTY: false }),
    stdout: { ...quiet, write: (line) => waiting.shift()?.(line) },
    stderr: quiet,
    ...{ env: { HOME: here.home, PATH: "/usr/bin:/bin" }, cwd: here.root, now: Date.now },
  };
  const ended = Promise.resolve(check.run(["--stream"], io));
  const ask = (command: string): Promise<string> =>
    new Promise((answered) => {
      waiting.push((line) => answered(JSON.parse(line).by));
      stdin.write(`${JSON.stringify({ tool: "Bash", input: { command } })}\n`);
    });
  const end = async (): Promise<number> => {
    stdin.end();
    return ended;
  };
  return { ask, end };
}

const user = () => join(here.home, ".config/sallyport/settings.json");
const say = (file: string, settings: object): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(settings));
};
const DENIED = { permissions: { deny: ["Bash(ls:*)"] } };

test.each<[string, () => string]>([
  ["the person's settings", user],
  ["the project's settings", () => here.at(".sallyport/settings.json")],
])("a rule that came into %s holds, and one that went does not", async (_, file) => {
  const { ask, end } = opened();
  expect(await ask("ls")).toBe("readOnly");
  say(file(), DENIED);
  expect(await ask("ls")).toBe("denyRule");
  say(file(), { permissions: { deny: ["Bash(pwd:*)"] } });
  expect(await ask("ls")).toBe("readOnly");
  expect(await ask("pwd")).toBe("denyRule");
  rmSync(file());
  expect(await ask("pwd")).toBe("readOnly");
  expect(await end()).toBe(0);
});

test("settings that broke deny, and the stream goes on when they are mended", async () => {
  const { ask, end } = opened();
  expect(await ask("ls")).toBe("readOnly");
  mkdirSync(dirname(user()), { recursive: true });
  writeFileSync(user(), "{");
  expect(await ask("ls")).toBe("error");
  say(user(), {});
  expect(await ask("ls")).toBe("readOnly");
  expect(await end()).toBe(0);
});
