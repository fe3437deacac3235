"use strict";
// Lets the Node that runs this keep what it compiles of both programs, beside them, by running everyday calls through each:
// what one call compiled the next one finds, and adds to it. With an argument only the hook's calls of that kind are run.
const { spawnSync } = require("node:child_process");
const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require("node:fs");
const { tmpdir } = require("node:os");
const { join } = require("node:path");

const home = mkdtempSync(join(tmpdir(), "sallyport-compile-"));
const project = join(home, "project");
for (const dir of [".git/objects", ".git/refs", "src"]) mkdirSync(join(project, dir), { recursive: true });
writeFileSync(join(project, ".git/HEAD"), "ref: refs/heads/main\n");
writeFileSync(join(project, ".git/config"), "[core]\n\trepositoryformatversion = 0\n");
const settings = join(home, ".config/sallyport");
mkdirSync(settings, { recursive: true });
const permissions = {
  deny: ["Bash(git push:*)", "Read(./secrets/**)"],
  ask: ["Bash(npm publish:*)"],
  allow: ["Bash(npm run lint)", "Bash(npx tsc:*)"],
};
writeFileSync(join(settings, "settings.json"), JSON.stringify({ permissions }));
const file = join(project, "src/a.ts");
writeFileSync(file, "a\n");
const command = "git status && ls -la | head -5; cat a.txt | grep -n x > out.txt; mkdir -p a && touch a/b";
/** The hook's files that are kept of each kind of call, and the calls; which files there are says `scripts/divide.mjs`. */
const KINDS = {
  // First, before there are walls: nothing is proven of these.
  others: {
    kept: "hook-watch",
    calls: [
      ["Bash", { command: "rm -rf build && npm install left-pad && git push origin main" }],
      ["Write", { file_path: join(home, ".bashrc"), content: "a\n" }],
      ["WebFetch", { url: "https://example.com/", prompt: "a" }],
    ],
  },
  files: {
    kept: "hook,hook-files",
    calls: [
      ["Read", { file_path: file }],
      ["Grep", { pattern: "a", path: project }],
    ],
  },
  edits: {
    kept: "hook,hook-edits",
    calls: [
      ["Edit", { file_path: file, old_string: "a", new_string: "b" }],
      ["Write", { file_path: join(project, "src/b.ts"), content: "b\n" }],
    ],
  },
  commands: {
    kept: "hook,hook-commands",
    calls: [
      ["Bash", { command: "git status && ls -la | head -5; cat a.txt | grep -n x" }],
      ["Bash", { command: "git log --oneline -3 && ls src | head -5" }],
      ["Bash", { command: "find . -name '*.ts' | wc -l; sed -n 1,20p src/a.ts; echo done" }],
    ],
  },
  walled: {
    kept: "hook-watch,hook-walls",
    calls: [
      ["Bash", { command: "npm test" }],
      ["Bash", { command: `${command}; npm run build 2>&1 | tail -20` }],
    ],
  },
};
/** What a session remembers is kept in another form after some calls, and a call that is repeated finds what the first one left. */
const SESSION = { calls: 40, rounds: 2 };
const [kind] = process.argv.slice(2);
let tried = false;
try {
  const calls = `${JSON.stringify({ tool: "Read", input: { file_path: file } })}\n`.repeat(SESSION.calls);
  const session = ["--host", "claude-code", "--session", "s"];
  start("sallyport.cjs", ["check", "--stream", ...session], {
    kept: kind === undefined ? "sallyport" : "",
    input: calls,
  });
  for (const [name, { kept, calls }] of Object.entries(KINDS)) {
    if (kind !== undefined && kind !== name) continue;
    if (name !== "others" && !tried) tryWalls();
    for (let round = 0; round < SESSION.rounds; round++)
      for (const [n, [tool_name, tool_input]] of calls.entries())
        start("hook.cjs", ["claude-code"], { kept, input: eventOf(tool_name, tool_input, `${name}${round}${n}`) });
  }
  if (kind === undefined) start("sallyport.cjs", ["check", "--json", "--command", command], { kept: "sallyport" });
} finally {
  rmSync(home, { recursive: true, force: true });
}

function tryWalls() {
  tried = true;
  const env = { HOME: home, PATH: "/usr/bin:/bin" };
  spawnSync(process.execPath, [join(__dirname, "sallyport.cjs"), "doctor", "--full"], {
    cwd: project,
    env,
    timeout: 60_000,
  });
}

function eventOf(tool_name, tool_input, tool_use_id) {
  const session = { session_id: "s", cwd: project, hook_event_name: "PreToolUse", permission_mode: "default" };
  return JSON.stringify({ ...session, tool_name, tool_input, tool_use_id });
}

function start(program, args, { kept, input = "" }) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(__dirname, program), ...args], {
    cwd: project,
    env: { HOME: home, PATH: "/usr/bin:/bin", SALLYPORT_CODE_CACHE: kept },
    input,
    encoding: "utf8",
    timeout: 60_000,
  });
  const failed = status === null || stderr !== "" || stdout.includes("could not judge");
  if (failed) throw new Error(`${program} does not run: ${stdout}${stderr}`);
}
