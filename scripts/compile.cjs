"use strict";
// Lets the Node that runs this keep what it compiles of both programs, beside them, by running everyday calls through each:
// what one call compiled the next one finds, and adds to it.
const { spawnSync } = require("node:child_process");
const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

const home = mkdtempSync(join(tmpdir(), "sallyport-compile-"));
const project = join(home, "project");
for (const dir of [".git/objects", ".git/refs", "src"]) mkdirSync(join(project, dir), { recursive: true });
writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
writeFileSync(join(project, ".git/config"), "[core]\n\trepositoryformatversion = 0\n");
const file = join(project, "src/a.ts");
writeFileSync(file, "a\n");
const command = "git status && ls -la | head -5; cat a.txt | grep -n x > out.txt; mkdir -p a && touch a/b";
const calls = [
  ["Bash", { command }],
  ["Bash", { command: "git log --oneline -3 && ls src | head -5" }],
  ["Read", { file_path: file }],
  ["Edit", { file_path: file, old_string: "a", new_string: "b" }],
  ["Grep", { pattern: "a", path: project }],
];
try {
  for (const [n, [tool_name, tool_input]] of calls.entries())
    start("hook.cjs", ["claude-code"], JSON.stringify(eventOf(tool_name, tool_input, `t${n}`)));
  start("sallyport.cjs", ["check", "--json", "--command", command], "");
} finally {
  rmSync(home, { recursive: true, force: true });
}

function eventOf(tool_name, tool_input, tool_use_id) {
  const session = { session_id: "s", cwd: project, hook_event_name: "PreToolUse", permission_mode: "default" };
  return { ...session, tool_name, tool_input, tool_use_id };
}

function start(program, args, input) {
  const { status, stderr } = spawnSync(process.execPath, [join(__dirname, program), ...args], {
    cwd: project,
    env: { HOME: home, PATH: "/usr/bin:/bin", SALLYPORT_CODE_CACHE: "write" },
    input,
    encoding: "utf8",
    timeout: 60_000,
  });
  if (status === null || stderr !== "") throw new Error(`${program} does not run: ${stderr}`);
}
