/** An approval of a write is bound to what stands where it writes: nothing, one file, a file with other names. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Action } from "../contract/action.ts";
import { approvedAgain, bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  mkdirSync(at("out"));
  for (const name of [".bashrc", ".profile", "out/there.txt"]) writeFileSync(at(name), "one\n");
  here.write("a.txt", "a\n");
  here.write("tree/n.txt", "a\n");
});
afterEach(() => here.remove());

/** Below home. */
const at = (path: string): string => join(here.home, path);
const again = (action: Action, between: () => unknown) => approvedAgain(here)(action, between);
const ask = (command: string): Action => bash(command.replaceAll("HOME", here.home));

const swap = (path: string) => () => {
  rmSync(at(path), { force: true });
  linkSync(at(".bashrc"), at(path));
};

const CALLS: readonly (readonly [name: string, make: () => Action, target: string])[] = [
  ["Write", () => call("Write", { file_path: at("out/n.txt"), content: "x\n" }), "out/n.txt"],
  ["Write over", () => call("Write", { file_path: at("out/there.txt"), content: "x\n" }), "out/there.txt"],
  [
    "Edit",
    () => call("Edit", { file_path: at("out/there.txt"), old_string: "one", new_string: "two" }),
    "out/there.txt",
  ],
  ["a redirection", () => ask("echo x > HOME/out/n.txt"), "out/n.txt"],
  ["appending", () => ask("echo x >> HOME/out/n.txt"), "out/n.txt"],
  ["tee", () => ask("echo x | tee HOME/out/n.txt"), "out/n.txt"],
  ["cp", () => ask("cp a.txt HOME/out/n.txt"), "out/n.txt"],
  ["cp into a directory", () => ask("cp tree/n.txt HOME/out/"), "out/n.txt"],
  ["cp of a tree", () => ask("cp -r tree/. HOME/out"), "out/n.txt"],
  ["sed -i", () => ask("sed -i s/one/two/ HOME/out/there.txt"), "out/there.txt"],
  ["a pattern", () => ask("sed -i s/one/two/ HOME/out/*.txt"), "out/there.txt"],
  ["truncate", () => ask("truncate -s 0 HOME/out/there.txt"), "out/there.txt"],
];

describe("what is written became another name of a start file", () => {
  test.each(CALLS)("%s", async (_, make, target) => {
    expect(await again(make(), swap(target))).not.toBe("approval");
  });
});

describe("void", () => {
  const write = () => call("Write", { file_path: at("out/n.txt"), content: "x\n" });
  test("a file is there that was not", async () => {
    expect(await again(write(), () => writeFileSync(at("out/n.txt"), "theirs\n"))).not.toBe("approval");
  });
  test("a directory is there that was not", async () => {
    expect(await again(write(), () => mkdirSync(at("out/n.txt")))).not.toBe("approval");
  });
  test("what had other names has them of another file", async () => {
    linkSync(at(".profile"), at("out/n.txt"));
    expect(await again(write(), swap("out/n.txt"))).not.toBe("approval");
  });
  test("the start file became a name of what is written", async () => {
    const over = call("Write", { file_path: at("out/there.txt"), content: "x\n" });
    const turn = () => {
      rmSync(at(".bashrc"));
      linkSync(at("out/there.txt"), at(".bashrc"));
    };
    expect(await again(over, turn)).not.toBe("approval");
  });
});

describe("passes as it was asked", () => {
  test.each(CALLS)("%s", async (_, make) => {
    expect(await again(make(), () => undefined)).toBe("approval");
  });
  const over = () => call("Write", { file_path: at("out/there.txt"), content: "x\n" });
  test("a file that an editor saved meanwhile, under the same name", async () => {
    const save = () => {
      writeFileSync(at("out/there.txt~"), `${readFileSync(at("out/there.txt"), "utf8")}more\n`);
      renameSync(at("out/there.txt~"), at("out/there.txt"));
    };
    expect(await again(over(), save)).toBe("approval");
  });
  test("a file whose time alone is another", async () => {
    expect(await again(over(), () => utimesSync(at("out/there.txt"), 1, 1))).toBe("approval");
  });
  test("a file with two names all along, and a third by now", async () => {
    linkSync(at("out/there.txt"), at("out/second"));
    expect(await again(over(), () => linkSync(at("out/there.txt"), at("third")))).toBe("approval");
  });
  test("others came beside it", async () => {
    expect(await again(over(), () => writeFileSync(at("out/beside.txt"), "x"))).toBe("approval");
  });
});
