/** Environments of interpreters under any name: what is written into one runs whenever it is used. Kept as tests. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, call, edit, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  for (const file of [
    "env/pyvenv.cfg",
    "env/bin/python",
    "env/lib/python3.11/os.py",
    "tools/my-env/pyvenv.cfg",
    "tools/my-env/Scripts/python.exe",
    "conda/conda-meta/history",
    "conda/bin/python",
    "nodeenv/bin/activate",
    "nodeenv/bin/node",
    "src/env/a.ts",
    "bin/run",
  ])
    here.write(file, "x\n");
});
afterAll(() => here.remove());

const decide = async (action: ReturnType<typeof bash>): Promise<string> =>
  (await here.gate({ restore: null }).check(action)).behavior;

describe("an environment by its mark", () => {
  test.each([
    "env/bin/python",
    "env/bin/pytest",
    "env/pyvenv.cfg",
    "env/lib/python3.11/os.py",
    "tools/my-env/Scripts/python.exe",
    "tools/my-env/bin/pip",
    "conda/bin/python",
    "conda/conda-meta/history",
    "nodeenv/bin/npm",
    ".tox/py311/bin/pytest",
    ".nox/tests/bin/python",
  ])("%s is no plain edit", async (path) => {
    expect(await decide(call("Write", { file_path: here.at(path), content: "x" }))).not.toBe("allow");
    expect(await decide(edit(here.at(path)))).not.toBe("allow");
    expect(await decide(bash(`echo x > ${path}`))).not.toBe("allow");
    expect(await decide(bash(`cp bin/run ${path}`))).not.toBe("allow");
  });

  test.each(["rm env/pyvenv.cfg", "mv env/pyvenv.cfg x.cfg"])("its mark is not taken away: %s", async (command) => {
    expect(await decide(bash(command))).not.toBe("allow");
  });

  test.each(["src/env/new.ts", "bin/new", "environment/a.ts", "src/pyvenv.ts"])("%s is ordinary", async (path) => {
    expect(await decide(call("Write", { file_path: here.at(path), content: "x" }))).toBe("allow");
  });

  test("a mark made by hand opens nothing", async () => {
    here.write(".github/pyvenv.cfg", "x\n");
    here.write(".claude/bin/activate", "x\n");
    for (const path of [".github/workflows/x.yml", ".claude/settings.json"])
      expect(await decide(call("Write", { file_path: here.at(path), content: "x" }))).not.toBe("allow");
  });
});
