/** An open rule for a program covers no code and no settings that it is told to load from outside the project. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settingsFrom } from "../app/settings/index.ts";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of [
    "package.json",
    "eslint.config.js",
    "jest.config.js",
    "rules/a.js",
    "Makefile",
    "tests/test_a.py",
  ])
    here.write(file, "{}\n");
});
afterAll(() => here.remove());

async function by(command: string): Promise<string> {
  const [program = ""] = command.replace(/^(?:npx |for .*?; do )/, "").split(" ");
  const rules = [`Bash(${program}:*)`, ...(command.startsWith("npx ") ? [`Bash(npx ${program}:*)`] : [])];
  const loaded = settingsFrom({ contain: { enabled: false }, permissions: { allow: rules } });
  if (!loaded.ok) throw new Error(loaded.error);
  return (await here.gate({ settings: loaded.value.settings, restore: null }).check(bash(command))).by;
}

describe("not covered", () => {
  test.each([
    "eslint -c /tmp/x/e.config.js src",
    "eslint -c/tmp/x/e.config.js src",
    "eslint --config=/tmp/x/e.config.js src",
    "eslint --format /tmp/x/e.config.js src",
    "eslint -f ../x/e.js src",
    "eslint --rulesdir /tmp/x src",
    "eslint --plugin /tmp/x/p.js src",
    "eslint --parser /tmp/x/p.js src",
    "eslint --resolve-plugins-relative-to /tmp/x src",
    "eslint -c ./../../../../../../x/e.config.js src",
    "eslint -c file:///tmp/x/e.config.js src",
    "eslint -c $TMPDIR/e.config.js src",
    "eslint -c ~/Downloads/e.config.js src",
    "npx eslint -c /tmp/x/e.config.js src",
    "prettier --config /tmp/x/p.js src",
    "prettier --plugin=/tmp/x/p.js src",
    "stylelint --custom-formatter /tmp/x/f.js src",
    "stylelint --config-basedir /tmp/x src",
    "jest -c /tmp/x/j.js",
    "jest --reporters=/tmp/x/r.js",
    "jest --setupFilesAfterEnv /tmp/x/s.js",
    "jest --env=/tmp/x/env.js",
    'jest --transform \'{".*":"/tmp/x/t.js"}\'',
    "jest --resolver /tmp/x/r.js",
    "jest --testRunner=/tmp/x/r.js",
    "jest --globalSetup /tmp/x/g.js",
    "vitest run --config /tmp/x/v.ts",
    "vitest run --reporter=/tmp/x/r.js",
    "vitest run --environment /tmp/x/e.js",
    "mocha -r /tmp/x/r.js",
    "mocha --reporter /tmp/x/r.js",
    "mocha --ui /tmp/x/u.js",
    "mocha --loader=/tmp/x/l.mjs",
    "webpack -c /tmp/x/w.js",
    "webpack --config-name a --config=/tmp/x/w.js",
    "vite build -c /tmp/x/v.js",
    "rollup -c /tmp/x/r.js",
    "rollup -p /tmp/x/p.js -i a.js",
    "babel --config-file /tmp/x/b.js src",
    "babel --presets=/tmp/x/p.js src",
    "babel --plugins /tmp/x/p.js src",
    "tsc -p /tmp/x/tsconfig.json",
    "pytest -c /tmp/x/pytest.ini",
    "pytest --rootdir=/tmp/x",
    "pytest --confcutdir=/tmp/x",
    "pytest -p /tmp/x/p",
    "mypy --config-file /tmp/x/m.ini src",
    "flake8 --config /tmp/x/f.cfg src",
    "flake8 --append-config=/tmp/x/f.cfg src",
    "pylint --rcfile=/tmp/x/rc src",
    "rubocop -r /tmp/x/r.rb",
    "rubocop -c /tmp/x/r.yml",
    "rubocop --format /tmp/x/f.rb",
    "golangci-lint run -c /tmp/x/g.yml",
    "phpunit --bootstrap /tmp/x/b.php",
    "phpunit -c /tmp/x/p.xml",
    "phpstan analyse -a /tmp/x/a.php src",
    "phpcs --standard=/tmp/x/S src",
    "gradle -I /tmp/x/i.gradle build",
    "gradle --init-script=/tmp/x/i.gradle build",
    "mvn -f /tmp/x/pom.xml test",
    "mvn -s /tmp/x/s.xml test",
    "cmake -C /tmp/x/c.cmake .",
    "cmake -P /tmp/x/c.cmake",
    "cmake -DCMAKE_TOOLCHAIN_FILE=/tmp/x/t.cmake .",
    "make -f /tmp/x/Makefile",
    "make -C /tmp/x",
    "make -I/tmp/x all",
    "cargo --config /tmp/x/c.toml build",
    "stylelint --config /tmp/x/s.js src",
    "commitlint -x /tmp/x/c.js",
    "tsc --plugins /tmp/x/p.js",
  ])("%s", async (command) => {
    expect(await by(command)).not.toBe("allowRule");
  });
});

describe("covered as before", () => {
  test.each([
    "eslint src",
    "eslint -c eslint.config.js src",
    "eslint -c ./eslint.config.js src",
    "eslint --format json src",
    "eslint --format stylish --max-warnings 0 src",
    "eslint -f json -o /tmp/report.json src",
    "eslint --cache --cache-location /tmp/eslintcache src",
    "prettier --check .",
    "prettier --ignore-path /dev/null --check src",
    "mypy --cache-dir /tmp/mypy src",
    "ruff check --config /tmp/ruff.toml src",
    "ruff check src",
    "flake8 src",
    "flake8 --config ~/lint/flake8.cfg src",
    "mypy --config-file ~/lint/mypy.ini src",
    "flake8 --format '%(path)s:%(row)d' src",
    "for p in a b; do tsc -p packages/$p; done",
    "tsc -p packages/a --noEmit",
    "golangci-lint run ./...",
    "pytest tests/test_a.py",
    "jest tests/a.test.js",
  ])("%s", async (command) => {
    expect(await by(command)).toBe("allowRule");
  });
});
