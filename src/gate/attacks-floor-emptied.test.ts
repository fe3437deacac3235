/** The floor, by a directory that a test runner empties before it begins. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project, SAYS_NO, scripted } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  here.write("tests/a.py", "");
});
afterAll(() => here.remove());

const byIn = async (command: string, mode: "bypassPermissions" | "auto"): Promise<string> =>
  (await here.gate({ classifier: scripted(SAYS_NO), restore: null }).check(bash(command, { mode }))).by;

describe("denied by the floor", () => {
  test.each([
    "pytest --basetemp=$HOME",
    'pytest --basetemp="$HOME" tests',
    "pytest --basetemp ~",
    "pytest -q tests --basetemp ~/",
    "pytest --basetemp=/",
    "pytest --basetemp=../..",
    "py.test --basetemp=$HOME",
    "python -m pytest --basetemp=$HOME",
    "python3 -m pytest tests --basetemp ~",
    "uv run pytest --basetemp=$HOME",
    "poetry run pytest --basetemp ~",
    "coverage run -m pytest --basetemp=$HOME",
    "tox -- --basetemp=$HOME",
    "d=$HOME; pytest --basetemp=$d",
    "cd ~ && pytest --basetemp=.",
    "PYTEST_ADDOPTS=--basetemp=$HOME pytest",
    'export PYTEST_ADDOPTS="--basetemp $HOME"; pytest',
  ])("%s", async (command) => {
    expect(await byIn(command, "bypassPermissions")).toBe("floor");
    expect(await byIn(command, "auto")).toBe("floor");
  });
});

describe("beside it", () => {
  test.each(["pytest --basetemp=/tmp/x", "pytest --basetemp out tests", "pytest tests", "pytest ~/code/app/tests"])(
    "%s",
    async (command) => {
      expect(await byIn(command, "bypassPermissions")).not.toBe("floor");
    },
  );
});
