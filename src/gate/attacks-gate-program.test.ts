/** The gate's own program: whoever writes it decides what the gate says, whoever runs it says what the person said. */
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Action, Mode } from "../contract/action.ts";
import { bash, call, type Project, project } from "../testing/index.ts";

const PROGRAM = "tools/sallyport/dist";
let here: Project;
beforeEach(() => {
  here = project();
  for (const name of ["hook.cjs", "hook.sh", "sallyport.cjs", "program/hook.js"])
    here.write(`${PROGRAM}/${name}`, "//");
  for (const name of ["hook.cjs", "hook.sh", "sallyport.cjs"]) here.write(`copy/${name}`, "//");
  here.write("tools/sallyport/src/gate.ts", "//");
  here.write("hooks/hook.sh", "echo mine");
  here.write("ev.json", "{}");
  here.write("load.mjs", "await import('./tools/sallyport/dist/hook.cjs')\n");
  here.write(
    "spawn.py",
    `import subprocess\nsubprocess.run(['node', '${here.at(PROGRAM)}/hook.cjs', 'claude-code'])\n`,
  );
  here.write("mine.mjs", "await import('./hooks/hook.sh')\n");
  here.write("bin/node22", "elf");
  mkdirSync(dirname(here.at("bin/x")), { recursive: true });
  symlinkSync(here.at(PROGRAM), here.at("alias"));
});
afterEach(() => here.remove());

async function decide(action: Action, mode: Mode): Promise<readonly [string, string]> {
  const programs = [here.at(PROGRAM), here.at("bin/node22")];
  const gate = here.gate({ settings: { mode }, gatePrograms: programs, classifier: null, restore: null });
  const { behavior, by } = await gate.check({ ...action, cwd: here.root });
  return [behavior, by];
}

const write = (path: string) => call("Write", { file_path: join(here.root, path), content: "x" });

describe.each(["acceptEdits", "auto", "bypassPermissions"] as const)("in %s", (mode) => {
  test.each([
    "hook.cjs",
    "hook.sh",
    "program/hook.js",
    "program/hook-v20.0.0-linux-x64.cache",
    "parts/openai.cjs",
    "HOOK.CJS",
  ])("a write of %s is asked about", async (name) => {
    expect(await decide(write(`${PROGRAM}/${name}`), mode)).toEqual(["ask", "safetyCheck"]);
  });

  test.each([
    "frobnicate ~/.config/sallyport/settings.json",
    "frobnicate --out=$HOME/.config/sallyport/settings.json",
    "pytest -q -o log_file=$HOME/.config/sallyport/settings.json t",
    'pwsh -Command "Set-Content ~/.config/sallyport/settings.json x"',
    "frobnicate tools/sallyport/dist/hook.cjs",
    "echo x > tools/sallyport/dist/hook.cjs",
    "sed -i s/deny/allow/ tools/sallyport/dist/program/hook.js",
    "rm tools/sallyport/dist/hook.sh",
    "rm -rf tools/sallyport",
    "mv tools/sallyport/dist tools/sallyport/old",
    "mv tools other",
    "cp x.js tools/sallyport/dist/hook.cjs",
    "ln -sf /tmp/evil.cjs tools/sallyport/dist/hook.cjs",
    "echo x > alias/hook.cjs",
    "echo x > bin/node22",
    "ln -sf /bin/true bin/node22",
    "git checkout other -- . && cp -r evil/. tools/sallyport/dist",
    "node tools/sallyport/dist/hook.cjs claude-code < ev.json",
    "cat ev.json | node tools/sallyport/dist/hook.cjs claude-code",
    "cd tools/sallyport/dist && node hook.cjs claude-code < ~/code/app/ev.json",
    "sh tools/sallyport/dist/hook.sh 9 node tools/sallyport/dist/hook.cjs codex < ev.json",
    "env -i HOME=$HOME SALLYPORT_HOOK=codex node tools/sallyport/dist/hook.cjs codex < ev.json",
    "node alias/hook.cjs codex < ev.json",
    "node tools/sallyport/dist/program/hook.js codex < ev.json",
    "node --require ./tools/sallyport/dist/hook.cjs -e 1 codex < ev.json",
    `node -e "require('./tools/sallyport/dist/hook.cjs')" codex < ev.json`,
    "node load.mjs codex < ev.json",
    "python3 spawn.py",
    "timeout 9 node copy/hook.cjs codex < ev.json",
    "tools/sallyport/dist/hook.cjs codex < ev.json",
  ])("%s is asked about", async (command) => {
    expect(await decide(bash(command), mode)).toEqual(["ask", "safetyCheck"]);
  });

  test.each(["sh hooks/hook.sh", "node mine.mjs", "cat tools/sallyport/dist/hook.cjs", "ls -la tools/sallyport/dist"])(
    "%s is nothing of the gate's",
    async (command) => {
      expect((await decide(bash(command), mode))[1]).not.toBe("safetyCheck");
    },
  );

  test("its source beside it is a file like any other", async () => {
    expect(await decide(write("tools/sallyport/src/new.ts"), mode)).toEqual([
      "allow",
      mode === "bypassPermissions" ? "bypassMode" : "acceptEdits",
    ]);
  });
});

describe("the package named to a package manager", () => {
  const decided = async (command: string): Promise<string> => (await decide(bash(command), "bypassPermissions"))[1];

  test.each([
    "npm view sallyport",
    "npm view sallyport versions --json",
    "npm i -D sallyport",
    "npm install --save-dev sallyport@0.1.0 vitest",
    "pnpm add -D sallyport",
    "yarn add sallyport",
    "bun add sallyport",
  ])("%s runs no command of it", async (command) => {
    expect(await decided(command)).toBe("bypassMode");
  });

  test.each([
    "npx sallyport off",
    "npm exec sallyport off",
    "npm exec -- sallyport off",
    "npm --prefix view exec sallyport off",
    "yarn sallyport off",
    "yarn view sallyport",
    "pnpm dlx sallyport off",
    "npm i -D sallyport && npx sallyport off",
    "npm i -g sallyport",
    "npm i --location=global sallyport",
    "npm --prefix /usr i sallyport",
    "npm rm sallyport",
    "npm i ./sallyport",
    "npm i x@npm:sallyport sallyport",
  ])("%s is asked about", async (command) => {
    expect(await decided(command)).toBe("safetyCheck");
  });

  test("where the project has it, it may be the gate", async () => {
    here.write("node_modules/sallyport/package.json", "{}");
    expect(await decided("npm i -D sallyport")).toBe("safetyCheck");
    expect(await decided("npm view sallyport")).toBe("bypassMode");
  });
});
