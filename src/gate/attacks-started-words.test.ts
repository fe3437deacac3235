/** Words of a started command that look like something else: the code behind `-c`, modules for a runner, a task npm brings itself. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GIT_HOOK, gitHook, type StartingProject, startingProject } from "../testing/started.ts";

let here: StartingProject;
beforeEach(() => {
  here = startingProject();
  here.write("package.json", "{}");
  here.write("pyd/cli.py", "from pkg import a, b\n");
  here.write("pyd/more.py", "from pkg import (\n    a,\n    c,\n)\n");
});
afterEach(() => here.remove());

describe("a hook's command, and a file that it starts", () => {
  test.each<[string, string]>([
    ["sh -c ./check.sh", "check.sh"],
    ["bash -c ./check.sh", "check.sh"],
    ["sh -e -c ./check.sh", "check.sh"],
    ["timeout 9 sh -c ./check.sh", "check.sh"],
    ["script -c ./check.sh /dev/null", "check.sh"],
    ["flock /tmp/l -c ./check.sh", "check.sh"],
    ["perl -c ./check.pl", "check.pl"],
    ["python3 -m unittest quick_checks", "quick_checks.py"],
    ["python3 -m unittest tests.quick", "tests/quick.py"],
    ["python3 -m unittest tests.quick.Case", "tests/__init__.py"],
    ["python3 -m cProfile -m quick", "quick.py"],
    ["npm start", "server.js"],
    ["npm run start --silent", "server.js"],
    ["cargo run -q -p xtask", "xtask/build.rs"],
    ["cargo run -q -p xtask", "xtask/src/util.rs"],
    ["cargo run --manifest-path srv/Cargo.toml", "srv/src/main.rs"],
    ["cargo run", "src/main.rs"],
    ["cargo xtask lint", "xtask/src/main.rs"],
    ["run-parts --regex '.*' tools/hooks", "tools/hooks/a"],
    ["run-parts --verbose tools/hooks", "tools/hooks/a"],
    ["bash tools/x.txt", "tools/x.txt"],
    [". ./tools/rc.md", "tools/rc.md"],
    ["python3 pyd/cli.py", "pyd/pkg/b.py"],
    ["python3 pyd/more.py", "pyd/pkg/c.py"],
  ])("%s: %s", async (command, file) => {
    here.write(GIT_HOOK, gitHook(command));
    here.write(file, "x");
    expect(await here.by(file)).not.toBe("acceptEdits");
  });

  test.each<[string, string]>([
    ["git -C packages status", "src/x.ts"],
    ["make -C docs html", "src/x.ts"],
    ["npm start", "src/other.ts"],
    ["cargo test -q", "src/x.ts"],
    ["cargo run -p xtask", "README.md"],
    ["python3 -m unittest tests.quick", "src/x.ts"],
    ["sh -c 'npx prettier --check .'", "src/x.ts"],
  ])("beside it: %s: %s", async (command, file) => {
    here.write(GIT_HOOK, gitHook(command));
    expect(await here.by(file)).toBe("acceptEdits");
  });
});

test("a server of an agent, with the command in its arguments", async () => {
  here.write(".mcp.json", JSON.stringify({ mcpServers: { s: { command: "sh", args: ["-c", "tools/server"] } } }));
  here.write("tools/server", "x");
  expect(await here.by("tools/server")).not.toBe("acceptEdits");
});

test.each([
  [".bashrc", ". ~/code/app/dev/rc.txt\n", "dev/rc.txt"],
  [".bashrc", "source ~/code/app/dev/rc.md\n", "dev/rc.md"],
  [".tmux.conf", "source-file ~/code/app/tm.txt\n", "tm.txt"],
])("a document that a start file of home takes for commands: ~/%s: %s", async (file, text, started) => {
  here.inHome(file, text);
  here.write(started, "x");
  expect(await here.by(started)).not.toBe("acceptEdits");
  expect(await here.by("README.md")).toBe("acceptEdits");
});
