/** Linters, formatters and type checkers that start unasked: their settings are code, or name it. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash, call } from "../testing/index.ts";
import { GIT_HOOK, gitHook, hook, type StartingProject, startingProject } from "../testing/started.ts";

let here: StartingProject;
beforeEach(() => {
  here = startingProject();
  here.write("plain.txt", "x\n");
  here.write("src/a.ts", "export const a = 1;\n");
});
afterEach(() => here.remove());

const EVERYDAY = [
  ...["src/a.ts", "src/app.py", "a.py", "README.md", "tests/test_a.py", "lib/prettier.ts", "docs/eslint.md"],
  ...[".prettierignore", ".eslintignore", ".stylelintignore", "src/mypy.py", "tsconfig.json", "data/x.json"],
];

describe("settings of a checker that a hook of home starts", () => {
  test.each<[string, readonly string[]]>([
    [
      "npx prettier --write .",
      [".prettierrc", ".prettierrc.js", ".prettierrc.json", "packages/a/.prettierrc.mjs", "prettier.config.mjs"],
    ],
    ["npx eslint --fix", [".eslintrc", ".eslintrc.cjs", ".eslintrc.json", "pkg/.eslintrc.yml", "eslint.config.js"]],
    ["npx --no-install eslint@9 .", [".eslintrc.js"]],
    ["npx stylelint '**/*.css'", [".stylelintrc.cjs", ".stylelintrc", "stylelint.config.js"]],
    ["npx knip", ["knip.ts", "knip.json", ".knip.jsonc", "knip.config.ts", "vite.config.ts"]],
    ["npx commitlint --edit", [".commitlintrc.yml", "commitlint.config.js"]],
    ["npx markdownlint-cli2 '**/*.md'", [".markdownlint-cli2.jsonc", ".markdownlint.cjs"]],
    ["npx oxlint", [".oxlintrc.json", "oxlint.config.ts"]],
    ["npx tslint -p .", ["tslint.json"]],
    ["npx vue-tsc --noEmit", ["tsconfig.app.json"]],
    ["npx depcheck", [".depcheckrc"]],
    ["dprint fmt", ["dprint.json", ".dprint.jsonc"]],
    ["treefmt", ["treefmt.toml", ".treefmt.toml"]],
    ["mypy .", ["mypy.ini", ".mypy.ini", "setup.cfg", "pyproject.toml"]],
    ["python3 -m mypy src", ["mypy.ini"]],
    ["uv run mypy .", ["mypy.ini"]],
    ["pylint src", ["pylintrc", ".pylintrc", "pylintrc.toml", "setup.cfg", "pyproject.toml", "tox.ini"]],
    ["flake8", [".flake8", "setup.cfg", "tox.ini"]],
    ["sqlfluff lint .", [".sqlfluff", "pyproject.toml"]],
    ["rubocop -a", [".rubocop.yml", ".rubocop_todo.yml", "sub/.rubocop.yml"]],
    ["bundle exec rubocop", [".rubocop.yml"]],
    ["reek", [".reek.yml"]],
    ["phpstan analyse", ["phpstan.neon", "phpstan.neon.dist"]],
    ["vendor/bin/phpcs", ["phpcs.xml", ".phpcs.xml.dist"]],
    ["psalm", ["psalm.xml", "psalm.xml.dist"]],
    ["php-cs-fixer fix", [".php-cs-fixer.php", ".php-cs-fixer.dist.php"]],
    ["golangci-lint run", [".golangci.yml", ".golangci.toml"]],
    ["semgrep scan", [".semgrep.yml"]],
    ["detekt", ["detekt.yml"]],
  ])("%s: %j", async (command, files) => {
    for (const file of files) expect(`${file} ${await here.by(file)}`).toMatch(/ (?:acceptEdits|safetyCheck|offline)$/);
    here.inHome(".claude/settings.json", hook(command));
    for (const file of files) {
      expect(`${file} ${await here.by(file)}`).toBe(`${file} offline`);
      expect(`${file} ${(await here.gate().check(bash(`cp plain.txt ${file}`))).by}`).toBe(`${file} offline`);
    }
    // Python with -m looks a new module up where it works.
    const held = command.startsWith("python3 -m") ? ["a.py"] : command.includes("vue-tsc") ? ["tsconfig.json"] : [];
    const others = EVERYDAY.filter((file) => !held.includes(file));
    for (const other of others) expect(`${other} ${await here.by(other)}`).toBe(`${other} acceptEdits`);
  });

  test("a hook of git that nobody waits for, and of the project's own settings", async () => {
    here.write(GIT_HOOK, gitHook("npx prettier --check ."));
    expect(await here.by(".prettierrc")).toBe("offline");
  });

  test("the question tells what starts it", async () => {
    here.inHome(".claude/settings.json", hook("npx prettier --write ."));
    const settled = await here.gate().check(call("Write", { file_path: here.at(".prettierrc"), content: "{}" }));
    expect(settled.reason).toContain("a hook, settings or a start file on this machine lead to .prettierrc");
  });
});

describe("code that settings which are there name", () => {
  test.each<[string, string, string, string]>([
    ["mypy .", "mypy.ini", "[mypy]\nplugins = tools/mypy_plugin.py\n", "tools/mypy_plugin.py"],
    ["mypy .", "setup.cfg", "[mypy]\nplugins = tools.mypy_plugin\n", "tools/mypy_plugin.py"],
    ["mypy .", "pyproject.toml", '[tool.mypy]\nplugins = ["tools.mypy_plugin"]\n', "tools/mypy_plugin.py"],
    ["pylint src", ".pylintrc", "[MASTER]\nload-plugins=tools.lint.checks\n", "tools/lint/checks.py"],
    [
      "flake8",
      "tox.ini",
      "[flake8:local-plugins]\nextension =\n  X1 = tools.checks:Check\npaths =\n  ./tools\n",
      "tools/checks.py",
    ],
    ["rubocop -a", ".rubocop.yml", "require:\n  - ./lib/cops.rb\n", "lib/cops.rb"],
    ["rubocop -a", ".rubocop.yml", "inherit_from: config/base.yml\nrequire: ./lib/cops\n", "lib/cops.rb"],
    ["npx prettier --write .", ".prettierrc", '{"plugins": ["./x.js"]}', "x.js"],
    ["npx prettier --write .", "package.json", '{"prettier": {"plugins": ["./tools/x.js"]}}', "tools/x.js"],
    ["npx eslint .", "package.json", '{"eslintConfig": {"extends": ["./tools/base.js"]}}', "tools/base.js"],
    ["npx oxlint", ".oxlintrc.json", '{"jsPlugins": ["./tools/x.js"]}', "tools/x.js"],
    ["phpstan analyse", "phpstan.neon", "parameters:\n  bootstrapFiles:\n    - tests/boot.php\n", "tests/boot.php"],
  ])("%s: %s", async (command, settings, text, file) => {
    here.write(settings, text);
    expect(await here.by(file)).toBe("acceptEdits");
    here.inHome(".claude/settings.json", hook(command));
    expect(await here.by(file)).toBe("offline");
    expect(await here.by("README.md")).toMatch(/acceptEdits|offline/);
  });

  test("settings that are put into a package", async () => {
    here.inHome(".claude/settings.json", hook("npx prettier --write ."));
    here.write("package.json", '{"name": "app"}');
    const write = (content: string) =>
      here.gate().check(call("Write", { file_path: here.at("package.json"), content }));
    expect((await write('{"name": "app", "prettier": {"plugins": ["./x.js"]}}')).by).toBe("offline");
    expect((await write('{"name": "app", "version": "2.0.0"}')).by).toBe("acceptEdits");
  });
});

describe("everyday", () => {
  test.each<[string, readonly string[]]>([
    ["ruff check --fix .", ["pyproject.toml", "ruff.toml", ".eslintrc.json", "setup.cfg", ".prettierrc"]],
    ["black .", ["pyproject.toml", "setup.cfg"]],
    ["isort .", [".isort.cfg", "pyproject.toml"]],
    [
      "npx prettier --write .",
      ["tsconfig.json", ".editorconfig", "src/config.json", "pyproject.toml", ".eslintrc.json"],
    ],
    ["npx eslint --fix", ["tsconfig.json", ".prettierrc", "src/standard.json"]],
    ["gofmt -w .", [".golangci.yml"]],
    ["cargo fmt", ["rustfmt.toml", ".rustfmt.toml"]],
    ["shellcheck *.sh", [".shellcheckrc"]],
    ["yamllint .", [".yamllint", ".yamllint.yml"]],
    ["clang-format -i x.c", [".clang-format"]],
    ["pyright", ["pyrightconfig.json", "pyproject.toml"]],
    ["stylua .", ["stylua.toml", ".stylua.toml"]],
    ["mypy .", ["package.json", "requirements.txt", "tests/mypy_test.py"]],
    ["echo done", [".prettierrc", ".eslintrc.json", "mypy.ini", "setup.cfg"]],
  ])("%s: %j", async (command, files) => {
    const before = await Promise.all(files.map((file) => here.by(file)));
    here.inHome(".claude/settings.json", hook(command));
    for (const [i, file] of files.entries()) expect(`${file} ${await here.by(file)}`).toBe(`${file} ${before[i]}`);
    for (const other of EVERYDAY) expect(`${other} ${await here.by(other)}`).toBe(`${other} acceptEdits`);
  });

  test("what settings say of the files that are looked at", async () => {
    here.write(
      "mypy.ini",
      "[mypy]\nfiles = src/app.py\nexclude = src/old.py\n[mypy-app.models]\nignore_errors = True\n",
    );
    here.write("pyproject.toml", '[project.scripts]\nx = "src.app:main"\n[tool.mypy]\nstrict = true\n');
    here.write(".eslintrc.json", '{"overrides": [{"files": ["src/a.ts"], "rules": {}}]}');
    for (const command of ["mypy .", "npx eslint ."]) {
      here.inHome(".claude/settings.json", hook(command));
      for (const other of EVERYDAY) expect(`${other} ${await here.by(other)}`).toBe(`${other} acceptEdits`);
    }
  });
});

describe("what .envrc has guix read", () => {
  test.each(["guix.scm", "manifest.scm", "channels.scm"])("%s", async (file) => {
    expect(await here.by(file)).toBe("offline");
    expect(await here.by("src/x.scm")).toBe("acceptEdits");
  });
});
