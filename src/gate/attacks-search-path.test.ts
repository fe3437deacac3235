/** Programs under a known name that PATH finds where the agent, or another session, could have placed them. */
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GateOptions } from "../app/create-gate.ts";
import { diskWorld } from "../machine/index.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
let open: string;
beforeAll(() => {
  here = project();
  open = mkdtempSync("/tmp/search-path-");
  here.write("src/a.js", "1\n");
  const program = (path: string): void => {
    mkdirSync(join(path, ".."), { recursive: true });
    copyFileSync("/usr/bin/wc", path);
  };
  program(here.at("bin/wc"));
  for (const dir of ["own", "more/bin", "open/bin", "filled"]) program(join(here.home, dir, "wc"));
  program(join(open, "wc"));
  chmodSync(join(here.home, "open"), 0o777);
  const links = {
    bin2: here.at("bin"),
    twice: "bin2",
    "files/wc": here.at("bin/wc"),
    "far/wc": "../files/wc",
    "lost/wc": "/proc/self/cwd/bin/wc",
    process: "/proc/self/cwd/bin",
    "later/wc": here.at("bin/later"),
    toMore: "more/bin",
    toOpen: open,
    toFilled: "filled",
    "fine/wc": "../own/wc",
  };
  for (const [from, to] of Object.entries(links)) {
    mkdirSync(join(here.home, from, ".."), { recursive: true });
    symlinkSync(to, join(here.home, from));
  }
  mkdirSync(join(here.home, "named/wc"), { recursive: true });
});
afterAll(() => {
  rmSync(open, { recursive: true });
  here.remove();
});

const decide = async (path: string, command = "wc -l src/a.js", options: GateOptions = {}): Promise<string> => {
  const world = diskWorld({ home: here.home, path: path.replaceAll("~", here.home) });
  const { by } = await here.gate({ world, classifier: null, ...options }).check(bash(command));
  return by;
};

describe("PATH that comes by", () => {
  test.each([
    ["the project, by the process's directory", "/proc/self/cwd/bin:/usr/bin"],
    ["the same of a thread", "/proc/thread-self/cwd/bin:/usr/bin"],
    ["the same by a link", "~/process:/usr/bin"],
    ["the project, by a link", "~/bin2:/usr/bin"],
    ["the project, by two", "~/twice:/usr/bin"],
    ["a file that is a link into the project", "~/files:/usr/bin"],
    ["a link to such a link", "~/far:/usr/bin"],
    ["a file that is a link of the process", "~/lost:/usr/bin"],
    ["a link to what the project does not hold yet", "~/later:/usr/bin"],
    ["the project behind a directory of that name", "~/named:~/bin2:/usr/bin"],
    ["a relative directory", "bin:/usr/bin"],
    ["an empty entry first", ":/usr/bin"],
    ["an empty entry between", "~/nothing::/usr/bin"],
    ["a directory that everyone may write in, above it", "~/open/bin:/usr/bin"],
    ["a link to a place that is everyone's", "~/toOpen:/usr/bin"],
  ])("%s", async (_, path) => {
    expect(await decide(path)).not.toBe("readOnly");
    expect(await decide(path, "cat src/a.js | wc -l")).not.toBe("readOnly");
  });

  test.each([
    ["a directory of the person's", "~/own:/usr/bin"],
    ["a link of the person's to their own", "~/fine:/usr/bin"],
    ["the project last", "/usr/bin:/bin:~/bin2"],
    ["an empty entry last", "/usr/bin:"],
    ["a link into the project without the program", "~/process2:/usr/bin"],
  ])("%s is proven", async (_, path) => {
    expect(await decide(path)).toBe("readOnly");
  });

  test("a further directory of the agent's, by a link", async () => {
    const settings = { permissions: { additionalDirectories: [join(here.home, "more")] } };
    expect(await decide("~/toMore:/usr/bin")).toBe("readOnly");
    expect(await decide("~/toMore:/usr/bin", undefined, { settings })).not.toBe("readOnly");
  });

  test("what this session wrote by a link", async () => {
    const world = diskWorld({ home: here.home, path: `${here.home}/filled:/usr/bin` });
    const gate = here.gate({ world, classifier: null });
    const count = async () => (await gate.check(bash("wc -l src/a.js"))).by;
    expect(await count()).toBe("readOnly");
    const write = call("Write", { file_path: join(here.home, "toFilled/wc"), content: "#!/bin/sh\n" });
    expect((await gate.check({ ...write, mode: "bypassPermissions" })).by).toBe("bypassMode");
    expect(await count()).not.toBe("readOnly");
  });
});

describe("what the gate keeps is read like a credential store", () => {
  const state = ".local/state/sallyport";
  beforeAll(() => {
    mkdirSync(join(here.home, state, "ledger"), { recursive: true });
    writeFileSync(join(here.home, state, "ledger/a.jsonl"), "{}\n");
    symlinkSync(join(here.home, state), here.at("notes"));
  });
  test.each([
    bash(`cat ~/${state}/ledger/*.jsonl`),
    bash(`cat ~/${state}/ledger/a.jsonl`),
    bash(`grep -r x ~/${state}`),
    bash("grep -r x ~/.local/state"),
    bash("grep -r x ~/.local"),
    bash(`head -c 9 < ~/${state}/ledger/a.jsonl`),
    bash(`cd ~/${state} && tail ledger/a.jsonl`),
    bash("cat notes/ledger/a.jsonl"),
    bash("cat ~/.local/sta*/sally*/ledger/a.jsonl"),
    bash("cat ~/.config/sallyport/settings.json"),
    call("Read", { file_path: `~/${state}/ledger/a.jsonl` }),
    call("Read", { file_path: "notes/ledger/a.jsonl" }),
    call("Grep", { pattern: "x", path: `~/${state}` }),
    call("Grep", { pattern: "x", path: "~/.local/state", output_mode: "content" }),
  ])("$tool $input", async (action) => {
    expect((await here.gate({ classifier: null }).check(action)).behavior).not.toBe("allow");
  });
  test.each([bash("cat ~/.local/lib/x/notes.txt"), bash("ls ~/.local"), call("Read", { file_path: "src/a.js" })])(
    "$tool $input is none of it",
    async (action) => {
      expect((await here.gate({ classifier: null }).check(action)).behavior).toBe("allow");
    },
  );
});
