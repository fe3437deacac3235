"use strict";
// Lets the Node that runs this keep what it compiles of both programs, beside them, by running an everyday call through each.
const { spawnSync } = require("node:child_process");
const { mkdirSync, mkdtempSync, rmSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

const home = mkdtempSync(join(tmpdir(), "sallyport-compile-"));
const project = join(home, "project");
mkdirSync(project);
const command = "git status && ls -la | head -5; cat a.txt | grep -n x > out.txt; mkdir -p a && touch a/b";
const event = {
  session_id: "s",
  cwd: project,
  hook_event_name: "PreToolUse",
  tool_name: "Bash",
  tool_input: { command },
  tool_use_id: "t",
  permission_mode: "default",
};
try {
  start("hook.cjs", ["claude-code"], JSON.stringify(event));
  start("sallyport.cjs", ["check", "--json", "--command", command], "");
} finally {
  rmSync(home, { recursive: true, force: true });
}

function start(program, args, input) {
  const { status, stderr } = spawnSync(process.execPath, [join(__dirname, program), ...args], {
    cwd: project,
    env: { HOME: home, PATH: process.env.PATH, SALLYPORT_CODE_CACHE: "write" },
    input,
    encoding: "utf8",
    timeout: 60_000,
  });
  if (status === null || stderr !== "") throw new Error(`${program} does not run: ${stderr}`);
}
