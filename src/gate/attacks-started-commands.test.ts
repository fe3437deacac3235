/** What a guarded text starts, however it spells the file: variables, directories, modules, tasks, and what those lead to. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash } from "../testing/index.ts";
import { GIT_HOOK, gitHook, type StartingProject, startingProject } from "../testing/started.ts";

let here: StartingProject;
beforeEach(() => {
  here = startingProject();
});
afterEach(() => here.remove());

const by = (path: string): Promise<string> => here.by(path);
const PACKAGE = JSON.stringify({
  files: ["README.md", "lib"],
  main: "lib/index.js",
  scripts: { lint: "eslint src && node tools/lint.js", build: "node tools/build.js", all: "npm run build" },
});

describe("a hook's command, and a file that it starts", () => {
  test.each<[string, string]>([
    ["$HOME/code/app/scripts/a.sh", "scripts/a.sh"],
    ['"$HOME"/code/app/scripts/a.sh', "scripts/a.sh"],
    ["${HOME}/code/app/scripts/a.sh", "scripts/a.sh"],
    ["$(git rev-parse --show-toplevel)/a.sh", "a.sh"],
    ["`pwd`/a.sh", "a.sh"],
    ['"$(dirname "$0")"/tools/a.sh', "t/tools/a.sh"],
    ["bash $UNSET/tools/a", "t/tools/a.sh"],
    ["bash scripts/$NAME.sh", "scripts/x.sh"],
    ["for f in scripts/*.sh; do . $f; done", "scripts/x.sh"],
    ["cd t && ./a.sh", "t/a.sh"],
    ["(cd t; ./a.sh)", "t/a.sh"],
    ['bash -c "cd t && bash a.sh"', "t/a.sh"],
    ['cd "$X" && bash sub/a.sh', "t/sub/a.sh"],
    ["node t/x", "t/x.js"],
    ["node t", "t/index.js"],
    ["node .", "index.js"],
    ["node t", "t/package.json"],
    ["python3 t", "t/__main__.py"],
    ["python3 -m t.x", "t/x.py"],
    ["python3 -m t.x", "t/x/__main__.py"],
    ["uvicorn t.x:app", "t/x.py"],
    ["npm run lint", "package.json"],
    ["npm run lint", "tools/lint.js"],
    ["npm run all", "tools/build.js"],
    ["pnpm lint", "tools/lint.js"],
    ["bun run lint", "tools/lint.js"],
    ["yarn -s lint", "tools/lint.js"],
    ["npm --prefix sub run lint", "sub/package.json"],
    ["npm --prefix sub run lint", "sub/tools/lint.js"],
    ["make lint", "Makefile"],
    ["make lint", "tools/made.sh"],
    ["just lint", "justfile"],
    ["deno task lint", "deno.json"],
    ["go run ./t", "t/main.go"],
    ["cargo xtask", "xtask/src/main.rs"],
    ["tox", "tox.ini"],
    ["nox", "noxfile.py"],
    ["eslint --rulesdir t src", "t/rule.js"],
    ["bash scripts/known.sh", "scripts/lib.sh"],
    ["bash scripts/known.sh", "scripts/deeper.sh"],
    ["node scripts/known.mjs", "scripts/util.js"],
    ["python3 scripts/known.py", "scripts/helper.py"],
  ])("%s: %s", async (command, started) => {
    here.write("package.json", PACKAGE);
    here.write("sub/package.json", PACKAGE);
    here.write("Makefile", "lint:\n\tbash tools/made.sh\n");
    here.write("scripts/known.sh", '. "$(dirname "$0")/lib.sh"\n');
    here.write("scripts/lib.sh", "source scripts/deeper.sh\n");
    here.write("scripts/known.mjs", 'import { a } from "./util";\n');
    here.write("scripts/known.py", "import os\nfrom helper import a\n");
    expect(await by(started)).toBe("acceptEdits");
    here.write(GIT_HOOK, gitHook(command));
    expect(await by(started)).toBe("offline");
    expect((await here.gate().check(bash(`echo x >> ${started}`))).by).toBe("offline");
    expect(await by("src/a.ts")).toBe("acceptEdits");
  });

  test.each<[string, string]>([
    ["npm run lint", "src/index.ts"],
    ["npm run lint", "tools/build.js"],
    ["npm run lint", "README.md"],
    ["npm run lint", "lib/index.js"],
    ["npx prettier --write src", "src/index.ts"],
    ["npx eslint . --fix", "index.js"],
    ["npx tsc -p . --noEmit", "package.json"],
    ["jq -r .tool_input.file_path | xargs prettier --write", "src/format.ts"],
    ["cd t && ./a.sh", "other/a.sh"],
    ["cargo fmt", "src/main.rs"],
    ["ruff check src tests", "src/main.py"],
    ["pytest -q tests", "tests/test_a.py"],
    ["bash scripts/known.sh", "docs/lib.md"],
  ])("%s starts no %s", async (command, file) => {
    here.write("package.json", PACKAGE);
    here.write(GIT_HOOK, gitHook(command));
    expect(await by(file)).toBe("acceptEdits");
  });
});

describe("other texts that start a file of the project", () => {
  test.each<[string, string, string]>([
    [".github/hooks/a.json", '{"hooks":{"sessionStart":[{"bash":"./t/a.sh"}]}}', "t/a.sh"],
    [".windsurf/hooks.json", '{"hooks":{"post_write":[{"command":"python3 t/a.py"}]}}', "t/a.py"],
    [".kiro/hooks/x.kiro.hook", '{"then":{"type":"runCommand","command":"./t/a.sh"}}', "t/a.sh"],
    [".roo/mcp.json", '{"mcpServers":{"x":{"command":"node","args":["t/a.js"]}}}', "t/a.js"],
    [".zed/settings.json", '{"context_servers":{"x":{"command":"./t/a"}}}', "t/a"],
    [".aider.conf.yml", "lint-cmd: ./t/a.sh\n", "t/a.sh"],
    [".crush.json", '{"mcp":{"x":{"command":"node","args":["t/a.js"]}}}', "t/a.js"],
    [".amp/settings.json", '{"amp.mcpServers":{"x":{"command":"./t/a"}}}', "t/a"],
    [
      ".claude/agents/a.md",
      "---\nname: a\nhooks:\n  PreToolUse:\n    - command: ./t/a.sh\n---\nSee src/a.ts\n",
      "t/a.sh",
    ],
    [".claude/skills/x/SKILL.md", "---\nhooks:\n  Stop:\n    - command: bash t/a.sh\n---\n", "t/a.sh"],
    [".opencode/plugins/a.js", 'import { b } from "../../t/b";\n', "t/b.ts"],
    [".pi/extensions/a.ts", 'import { b } from "../../t/b.ts";\n', "t/b.ts"],
    [".mcp.json", '{"mcpServers":{"x":{"command":"node","args":["--no-warnings","srv/b"]}}}', "srv/b.js"],
    [
      ".mcp.json",
      '{"mcpServers":{"x":{"command":"uv","args":["run","--directory","pysrv","main.py"]}}}',
      "pysrv/main.py",
    ],
    [".mcp.json", '{"mcpServers":{"x":{"command":"npm","args":["run","build"]}}}', "tools/build.js"],
    [".envrc", ". ./env.sh\n", "env.sh"],
    [".envrc", "PATH_add tools\n", "tools/git"],
    ["mise.toml", '[env]\n_.source = "./env.sh"\n', "env.sh"],
    [".vscode/tasks.json", '{"tasks":[{"command":"./t/a.sh","runOptions":{"runOn":"folderOpen"}}]}', "t/a.sh"],
    [".vscode/settings.json", '{"rust-analyzer.check.overrideCommand":["./t/a.sh"]}', "t/a.sh"],
    [".devcontainer/devcontainer.json", '{"initializeCommand":"bash t/a.sh"}', "t/a.sh"],
    [".git/hooks/pre-commit", "#!/bin/sh\nexec scripts/pc.sh\n", "scripts/pc.sh"],
    ["lefthook.yml", "pre-commit:\n  commands:\n    a:\n      run: bash t/a.sh\n", "t/a.sh"],
    [".pre-commit-config.yaml", "repos:\n- repo: local\n  hooks:\n  - id: a\n    entry: t/a.py\n", "t/a.py"],
  ])("%s: %s", async (guarded, text, started) => {
    here.write("package.json", PACKAGE);
    expect(await by(started)).toBe("acceptEdits");
    here.write(guarded, text);
    expect(await by(started)).toBe("offline");
  });

  test.each<[string, (root: string) => string]>([
    [".bashrc", (root) => `source ${root}/t/a.sh\n`],
    [".zshrc", () => '. "$HOME/code/app/t/a.sh"\n'],
    [".vimrc", (root) => `source ${root}/t/a.sh\n`],
    [".tmux.conf", () => "source-file ~/code/app/t/a.sh\n"],
    [".ssh/config", () => "Include ~/code/app/t/a.sh\n"],
    [".config/systemd/user/x.service", () => "[Service]\nExecStart=%h/code/app/t/a.sh --x\n"],
    [".config/autostart/x.desktop", (root) => `[Desktop Entry]\nExec=${root}/t/a.sh\n`],
    [".cargo/config.toml", (root) => `[build]\nrustc-wrapper = "${root}/t/a.sh"\n`],
    [".cargo/config.toml", () => '[target.x]\nrunner = ["sh", "~/code/app/t/a.sh"]\n'],
    [".config/mise/config.toml", () => '[hooks]\nenter = "$HOME/code/app/t/a.sh"\n'],
    [".config/mise/config.toml", () => '[hooks]\nenter = "sh t/a.sh"\n'],
    [".config/starship.toml", (root) => `[custom.x]\ncommand = "sh ${root}/t/a.sh"\n`],
    [".kube/config", (root) => `users:\n- user:\n    exec:\n      command: ${root}/t/a.sh\n`],
    [".config/lazygit/config.yml", (root) => `customCommands:\n  - command: '${root}/t/a.sh {{.x}}'\n`],
    [".config/kitty/kitty.conf", () => "startup_session ~/code/app/t/a.sh\n"],
    [".config/unheard-of/settings.kdl", (root) => `on-start "${root}/t/a.sh"\n`],
    [".unheard-of/config", () => "run=${HOME}/code/app/t/a.sh\n"],
    [".aws/config", (root) => `[default]\ncredential_process = ${root}/t/a.sh --x\n`],
    [".docker/config.json", (root) => `{"credsStore":"x","cliPluginsExtraDirs":["${root}/t/a.sh"]}`],
  ])("~/%s", async (file, text) => {
    expect(await by("t/a.sh")).toBe("acceptEdits");
    here.inHome(file, text(here.root));
    expect(await by("t/a.sh")).toBe("offline");
    expect(await by("src/a.ts")).toBe("acceptEdits");
  });

  test.each<[string, string, string]>([
    ["CLAUDE.md", "Run `bash t/a.sh`; the gate is src/a.ts\n", "t/a.sh"],
    [".github/workflows/ci.yml", "jobs:\n  a:\n    steps:\n    - run: bash t/a.sh\n", "t/a.sh"],
    [".vscode/launch.json", '{"configurations":[{"program":"${workspaceFolder}/src/a.ts"}]}', "src/a.ts"],
    [".vscode/settings.json", '{"files.exclude":{"**/dist":true},"eslint.workingDirectories":["src"]}', "src/b.ts"],
    [
      ".pre-commit-config.yaml",
      "repos:\n- repo: https://x/ruff\n  rev: v1\n  hooks:\n  - id: ruff\n    files: ^src/.*\\.py$\n",
      "src/a.py",
    ],
    ["package.json", PACKAGE, "tools/build.js"],
    [".claude/commands/x.md", "Look at src/a.ts and t/a.sh\n", "t/a.sh"],
    [".gitignore", "dist\nsrc/a.ts\n", "src/a.ts"],
  ])("%s starts nothing by itself", async (file, text, named) => {
    here.write(file, text);
    expect(await by(named)).toBe("acceptEdits");
  });

  test.each<[string, (root: string) => string]>([
    [".config/x/recent.json", (root) => `["${root}/t/a.sh"]`],
    [".config/lazygit/state.yml", (root) => `recentrepos:\n- ${root}\n`],
    [".config/x/config.toml", () => 'run = "/usr/bin/t/a.sh"\n'],
    [".config/x/config.toml", (root) => `run = "${root}-other/t/a.sh"\n`],
  ])("~/%s that names something else", async (file, text) => {
    here.inHome(file, text(here.root));
    expect(await by("t/a.sh")).toBe("acceptEdits");
  });

  test("what the person typed once is not what starts", async () => {
    here.inHome(".bash_history", `bash ${here.root}/t/a.sh\n`);
    expect(await by("t/a.sh")).toBe("acceptEdits");
  });
});

test.each<[string, string]>([
  ["holes", "$(".repeat(100_000)],
  ["words", "node a/b ".repeat(25_000)],
  ["quotes", "\"'`".repeat(80_000)],
  ["dots", "./".repeat(100_000)],
])("a text of nothing but %s is read to its bound: what costs the square of it would hang here", async (_, text) => {
  here.write(".envrc", text.repeat(4));
  expect(await by("src/a.ts")).toBeOneOf(["acceptEdits", "offline"]);
});
