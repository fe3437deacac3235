/** Programs that start things by themselves look for names with a dot, and new ones come every month: none of them is proven. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
  here.write("src/a.ts", "a\n");
  here.write("made/.newtool/x/start", "x\n");
  here.write("made/.corepack.env", "x\n");
  here.write("plain/.prettierrc.json", "{}\n");
  here.write("plain/.cache/x", "x\n");
});
afterEach(() => here.remove());

const by = async (given: Parameters<ReturnType<Project["gate"]>["check"]>[0], more = {}): Promise<string> => {
  const { behavior, by } = await here.gate({ settings: more }).check(given);
  return `${behavior} ${by}`;
};
const write = (path: string) => call("Write", { file_path: here.at(path), content: "x" });

describe("a name with a dot that nobody knows to be plain is no edit of the project", () => {
  test.each([
    ".corepack.env",
    ".bazelversion",
    ".hie-bios",
    ".pdm-python",
    ".newtool",
    ".newtool/start.sh",
    "packages/a/.newtoolrc.js",
    ".NewTool/start",
    ".\u200bnewtool",
    ".cache/.newtool/x",
    ".worktrees/one/.newtool",
    ".eslintr",
    "..newtool",
    ".. /x",
    "lean-toolchain",
    "tools/bazel.sh",
  ])("Write %s", async (path) => {
    expect(await by(write(path))).toBe("ask offline");
    expect(await by(bash(`echo x > '${path}'`))).toBe("ask offline");
  });

  test.each([
    "cp src/a.ts .newtool",
    "mv src/a.ts .newtool",
    "mkdir .newtool",
    "touch .newtool",
    "cp -r made/.newtool out",
    "cp -r made out",
    "mv made out",
    "cp made/.corepack.env .",
    "mv made/.newtool .",
    "sed -i s/a/b/ .newtool",
    "git mv src/a.ts .newtool",
    "mkdir -p src/.newtool/x",
    "tee .newtool < src/a.ts",
  ])("%s", async (command) => expect(await by(bash(command))).toBe("ask offline"));

  test("nor below an additional directory", async () => {
    const more = join(here.home, "more");
    mkdirSync(more);
    const given = call("Write", { file_path: join(more, ".newtool"), content: "x" });
    expect(await by(given, { permissions: { additionalDirectories: [more] } })).toBe("ask offline");
    const plain = call("Write", { file_path: join(more, ".editorconfig"), content: "x" });
    expect(await by(plain, { permissions: { additionalDirectories: [more] } })).toBe("allow acceptEdits");
  });

  test("nor by the redirection of a command a rule allows", async () => {
    const permissions = { allow: ["Bash(date:*)"] };
    expect(await by(bash("date > .newtool"), { permissions })).toBe("ask offline");
    expect(await by(bash("date > out.txt"), { permissions })).toBe("allow allowRule");
  });
});

describe("what is known to be plain, and what is taken from such a place", () => {
  test.each([
    ".gitignore",
    ".editorconfig",
    ".prettierrc.json",
    ".eslintrc.cjs",
    ".gitkeep",
    "src/.gitkeep",
    ".golangci.yaml",
    ".nvmrc",
    ".storybook/main.ts",
    ".worktrees/one/src/a.ts",
    ".cache/x/y",
    ".EditorConfig",
  ])("Write %s", async (path) => expect(await by(write(path))).toBe("allow acceptEdits"));

  test.each(["cp plain/x out", "mkdir -p .cache/x", "mv made/.newtool/x/start src/b.ts"])("%s", async (command) =>
    expect(await by(bash(command))).toBe("allow acceptEdits"),
  );
});
