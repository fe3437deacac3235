/** Checkers that start unasked and whose settings say where they write, or lie under a second name. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash, call } from "../testing/index.ts";
import { hook, type StartingProject, startingProject } from "../testing/started.ts";

let here: StartingProject;
beforeEach(() => {
  here = startingProject();
  here.write("plain.txt", "x\n");
  here.write("src/a.ts", "export const a = 1;\n");
});
afterEach(() => here.remove());

const SOURCES = ["src/a.ts", "src/new.ts", "a.py", "README.md", "data/x.json", "src/tsconfig.ts", "docs/biome.md"];

describe("settings that say where a checker writes", () => {
  test.each<[string, readonly string[]]>([
    ["tsc", ["tsconfig.json", "packages/a/tsconfig.json", "tsconfig.build.json", "tsconfig-base.json"]],
    ["tsc -b", ["tsconfig.json", "packages/a/b/tsconfig.lib.json"]],
    ["npx tsc -p .", ["tsconfig.json", "jsconfig.json"]],
    ["npx tsc --noEmit", ["tsconfig.json", "web/tsconfig.app.json"]],
    ["node_modules/.bin/tsc --noEmit", ["tsconfig.json"]],
    ["npx -p typescript tsc", ["tsconfig.json"]],
    ["npx tsgo --noEmit", ["tsconfig.json", "packages/a/tsconfig.json"]],
    ["npx vue-tsc --noEmit", ["packages/a/tsconfig.app.json", "jsconfig.json"]],
    ["npx tspc", ["tsconfig.json"]],
    ["npx svelte-check", ["tsconfig.json", "jsconfig.json"]],
    ["npx biome check --write .", ["biome.json", "biome.jsonc", ".biome.json", "packages/a/biome.json"]],
    ["npx @biomejs/biome check", ["biome.json"]],
  ])("%s: %j", async (command, files) => {
    for (const file of files) expect(`${file} ${await here.by(file)}`).toMatch(/ (?:acceptEdits|offline)$/);
    here.inHome(".claude/settings.json", hook(command));
    for (const file of files) {
      expect(`${file} ${await here.by(file)}`).toBe(`${file} offline`);
      expect(`${file} ${(await here.gate().check(bash(`cp plain.txt ${file}`))).by}`).toBe(`${file} offline`);
    }
    for (const other of SOURCES) expect(`${other} ${await here.by(other)}`).toBe(`${other} acceptEdits`);
  });

  test("settings that those which are there are taken from", async () => {
    here.write("tsconfig.json", '{"extends": "./config/strict.json"}');
    expect(await here.by("config/strict.json")).toBe("acceptEdits");
    here.inHome(".claude/settings.json", hook("npx tsc --noEmit"));
    expect(await here.by("config/strict.json")).toBe("offline");
    for (const other of SOURCES) expect(`${other} ${await here.by(other)}`).toBe(`${other} acceptEdits`);
  });

  test.each<[string, readonly string[]]>([
    ["echo done", ["tsconfig.json", "biome.json", "jsconfig.json"]],
    ["ruff check --fix .", ["tsconfig.json", "pyproject.toml", "ruff.toml"]],
    ["black .", ["pyproject.toml"]],
    ["npx eslint .", ["tsconfig.json", "biome.json"]],
    ["npx prettier --write .", ["tsconfig.json", "biome.json"]],
    ["shfmt -w .", ["tsconfig.json"]],
    ["pyright", ["pyrightconfig.json", "tsconfig.json"]],
  ])("everyday, %s: %j", async (command, files) => {
    const before = await Promise.all(files.map((file) => here.by(file)));
    here.inHome(".claude/settings.json", hook(command));
    for (const [i, file] of files.entries()) expect(`${file} ${await here.by(file)}`).toBe(`${file} ${before[i]}`);
    for (const other of SOURCES) expect(`${other} ${await here.by(other)}`).toBe(`${other} acceptEdits`);
  });
});

describe("a second name of one setting", () => {
  test.each<[string, string, string]>([
    ["npx prettier --write .", "package.yaml", "name: app\nprettier:\n  plugins:\n    - ./x.mjs\n"],
    ["npx prettier --write .", "packages/a/package.yaml", "prettier: ./x.mjs\n"],
    ["npx prettier --write .", "package.yaml", "name: app\n'prettier': {plugins: [./x.mjs]}\n"],
    ["npx eslint .", "package.yaml", "eslintConfig:\n  extends: ./x.js\n"],
    ["npx prettier --write .", "package.json5", "{name: 'app', prettier: {plugins: ['./x.mjs']}}"],
    ["npx stylelint .", "package.json5", "{'stylelint': {plugins: ['./x.mjs']}}"],
  ])("%s: %s", async (command, file, content) => {
    const write = async (text: string) =>
      (await here.gate().check(call("Write", { file_path: here.at(file), content: text }))).by;
    expect(await write(content)).toBe("acceptEdits");
    here.inHome(".claude/settings.json", hook(command));
    expect(await write(content)).toBe("offline");
    expect(await write(file.endsWith("yaml") ? "name: app\nversion: 1.0.0\n" : "{name: 'app'}")).toBe("acceptEdits");
  });

  test.each<[string, string, string]>([
    ["npx prettier --write .", "package.yaml", "prettier:\n  plugins:\n    - ./tools/x.mjs\n"],
    ["npx prettier --write .", "package.json5", "{prettier: {plugins: ['./tools/x.mjs']}}"],
  ])("code that it names, %s: %s", async (command, file, content) => {
    here.write(file, content);
    expect(await here.by("tools/x.mjs")).toBe("acceptEdits");
    here.inHome(".claude/settings.json", hook(command));
    expect(await here.by("tools/x.mjs")).toBe("offline");
  });

  test.each(["dart analyze", "flutter analyze", "dart fix --apply", "fvm flutter analyze", "dart language-server"])(
    "%s: analysis_options.yaml",
    async (command) => {
      const files = ["analysis_options.yaml", "packages/a/analysis_options.yaml"];
      for (const file of files) expect(`${file} ${await here.by(file)}`).toBe(`${file} acceptEdits`);
      here.inHome(".claude/settings.json", hook(command));
      for (const file of files) expect(`${file} ${await here.by(file)}`).toBe(`${file} offline`);
      for (const other of ["lib/main.dart", ...SOURCES])
        expect(`${other} ${await here.by(other)}`).toBe(`${other} acceptEdits`);
    },
  );

  test("dart format has no plugins", async () => {
    here.inHome(".claude/settings.json", hook("dart format ."));
    expect(await here.by("lib/main.dart")).toBe("acceptEdits");
    expect(await here.by("analysis_options.yaml")).toBe("acceptEdits");
  });
});
