/** A file that a starting text mentions is started, however the text spells the way to it; what is only looked at stays an edit. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GIT_HOOK, gitHook, hook, type StartingProject, startingProject } from "../testing/started.ts";

let here: StartingProject;
beforeEach(() => {
  here = startingProject();
});
afterEach(() => here.remove());

const EVERYDAY = ["src/a.ts", "src/x.ts", "README.md", "tests/x.test.ts", "other/x.sh"];

async function isHeld(file: string): Promise<void> {
  expect(await here.by(file)).toBe("offline");
}

describe("a hook's command, and the file it mentions", () => {
  test.each<[string, string]>([
    ['"${CLAUDE_PROJECT_DIR:-.}"/hk/x.sh', "hk/x.sh"],
    ["${CLAUDE_PROJECT_DIR:-$PWD}/hk/x.sh", "hk/x.sh"],
    ["${CLAUDE_PROJECT_DIR-.}/hk/x.sh", "hk/x.sh"],
    ["${CLAUDE_PROJECT_DIR:=.}/hk/x.sh", "hk/x.sh"],
    ["${CLAUDE_PROJECT_DIR:?}/hk/x.sh", "hk/x.sh"],
    ["${CLAUDE_PROJECT_DIR+.}/hk/x.sh", "hk/x.sh"],
    ["${CLAUDE_PROJECT_DIR%/}/hk/x.sh", "hk/x.sh"],
    ["${CLAUDE_PROJECT_DIR/a/b}/hk/x.sh", "hk/x.sh"],
    ["${CLAUDE_PROJECT_DIR,,}/hk/x.sh", "hk/x.sh"],
    ["${PWD@Q}/hk/x.sh", "hk/x.sh"],
    ['cd "${CLAUDE_PROJECT_DIR:-.}/hk" && ./x.sh', "hk/x.sh"],
    ['pushd "${CLAUDE_PROJECT_DIR:-.}/hk"; ./x.sh', "hk/x.sh"],
    ["${X:-hk/x.sh}", "hk/x.sh"],
    ["${X-hk/x.sh}", "hk/x.sh"],
    ["sh ${1:-hk/x.sh}", "hk/x.sh"],
    ['"${SCRIPT:-$PWD/hk/x.sh}"', "hk/x.sh"],
    ["${X}hk/x.sh", "hk/x.sh"],
    ["${X-}hk/x.sh", "hk/x.sh"],
    ["$'hk/x.sh'", "hk/x.sh"],
    ["hk/[x].sh", "hk/x.sh"],
    ["hk/?.sh", "hk/x.sh"],
    ["~+/hk/x.sh", "hk/x.sh"],
    ["pwsh -c $env:CLAUDE_PROJECT_DIR/hk/x.ps1", "hk/x.ps1"],
    ["hk\\x.cmd", "hk/x.cmd"],
    ["h\\k/x'.'sh", "hk/x.sh"],
    ["HK/X.sh", "hk/x.sh"],
    ["${A:-${B:-hk}}/q.sh", "hk/q.sh"],
    ["python3 -c 'from hk import x'", "hk/x.py"],
    ["python3 -c 'from hk import a, x'", "hk/x.py"],
    ["python3 -c 'from hk import (x)'", "hk/x.py"],
    ["node -e \"require('./m/x')\"", "m/x.js"],
    ["node -e \"import('./m')\"", "m/index.js"],
    ["${TOOL:-./m/run}", "m/run"],
    ["sh 'hk/my hook.sh'", "hk/my hook.sh"],
    ['sh "${D:-.}/hk/x.sh"', "hk/deeper.sh"],
    ["php hk/o.php", "hk/deep/p.php"],
    ["node hk/o.js", "hk/p.js"],
    ["npx tsx hk/o.ts", "hk/util.ts"],
    ["node hk/dots.js", "hk/index.js"],
    ["python3 hk/ev.py", "hk/data.txt"],
  ])("%s: %s", async (command, file) => {
    here.write("hk/x.sh", ". hk/deeper.sh\n");
    here.write("hk/o.php", "<?php require_once __DIR__ . '/deep/p.php';\n");
    here.write("hk/o.ts", 'import { x } from "./util.js";\n');
    here.write("hk/dots.js", 'require(".");\n');
    here.write("hk/ev.py", 'exec(open("hk/data.txt").read())\n');
    here.write("hk/o.js", 'require(__dirname + "/p.js");\n');
    here.write(GIT_HOOK, gitHook(command));
    for (const other of EVERYDAY) expect(await here.by(other)).toBe("acceptEdits");
    here.write(GIT_HOOK, gitHook("true"));
    for (const settings of [".claude/settings.json", ".gemini/settings.json"]) {
      here.write(settings, hook(command));
      await isHeld(file);
      here.write(settings, "{}");
    }
  });

  test("in letters that JSON writes as numbers", async () => {
    here.write(".claude/settings.json", hook("X/x.sh").replace("X/x", "\\u0068k/\\u0078"));
    await isHeld("hk/x.sh");
  });
});

const server = (command: string, args: readonly string[], more: object = {}): string =>
  JSON.stringify({ mcpServers: { s: { command, args, ...more } } });

describe("other texts", () => {
  test.each<[string, string, string]>([
    [".mcp.json", server("node", ["${CLAUDE_PROJECT_DIR:-.}/m/x.js"]), "m/x.js"],
    [".mcp.json", server("node", ["${X:-m/x.js}"]), "m/x.js"],
    [".mcp.json", server("${TOOL:-./m/run}", []), "m/run"],
    [".mcp.json", server("node", ["-e", "require('./m/x.js')"]), "m/x.js"],
    [".mcp.json", server("node", ["-e", "require('./m/x')"]), "m/x.js"],
    [".mcp.json", server("node", ["-e", "import('./m/x.mjs')"]), "m/x.mjs"],
    [".mcp.json", server("python3", ["-c", "from hk import x"]), "hk/x.py"],
    [".codex/config.toml", '[mcp_servers.s]\ncommand="node"\nargs=["-e","require(\'./m/x.js\')"]\n', "m/x.js"],
    [".codex/config.toml", '[mcp_servers.s]\ncommand="node"\nargs=["x.js"]\ncwd="m"\n', "m/x.js"],
    [".codex/config.toml", "[mcp_servers.s]\nargs=['x.js']\ncwd='m/deep'\n", "m/deep/x.js"],
    [".claude/settings.json", '{"statusLine":{"type":"command","command":"${X:-hk/x.sh}"}}', "hk/x.sh"],
    [".claude/settings.local.json", '{"apiKeyHelper":"${CLAUDE_PROJECT_DIR:-.}/hk/x.sh"}', "hk/x.sh"],
    [
      ".vscode/tasks.json",
      '{"tasks":[{"command":"${workspaceFolder:proj}/vs/b.sh","runOptions":{"runOn":"folderOpen"}}]}',
      "vs/b.sh",
    ],
    [".envrc", "load_prefix tools\n", "tools/bin/git"],
    [".envrc", "load_prefix ./tools\n", "tools/lib/x.so"],
    [".envrc", "dotenv cfg/dev.txt\n", "cfg/dev.txt"],
    [".envrc", 'dotenv_if_exists "$PWD/cfg/dev.md"\n', "cfg/dev.md"],
    ["lefthook.yml", 'pre-commit:\n  commands:\n    b:\n      root: "lh/"\n      run: ./b.sh\n', "lh/b.sh"],
    ["lefthook.yml", "pre-commit:\n  jobs:\n    - run: ./b.sh\n      root: lh\n", "lh/b.sh"],
    [".gitlab-ci.yml", "include:\n  - local: gl/x.yml\n", "gl/x.yml"],
    [".gitlab-ci.yml", "include: '/gl/x.yml'\n", "gl/x.yml"],
    [".gitlab-ci.yml", "include: [gl/a.yml, gl/x.yml]\n", "gl/x.yml"],
    ["azure-pipelines.yml", "steps:\n- template: gl/x.yml\n", "gl/x.yml"],
    [".github/workflows/x.yml", "jobs:\n  a:\n    steps:\n    - uses: ./tools/action\n", "tools/action/action.yml"],
    [".github/workflows/x.yml", "jobs:\n  a:\n    steps:\n    - uses: './tools/action/'\n", "tools/action/action.yaml"],
    [".claude/commands/c.md", 'Say !`"${D:-.}"/hk/x.sh` and stop\n', "hk/x.sh"],
    ["opencode.json", '{"instructions":["oc/*.md"]}', "oc/a.md"],
    ["opencode.json", '{"instructions":["oc/**/r.md"]}', "oc/deep/r.md"],
  ])("%s: %s: %s", async (settings, text, file) => {
    expect(await here.by(file)).toBe("acceptEdits");
    here.write(settings, text);
    await isHeld(file);
  });

  test("a text that is too long to be read starts whatever is code", async () => {
    here.write(".envrc", "export A=1\n".repeat(30_000));
    expect(await here.by("src/a.sh")).toBe("offline");
    expect(await here.by("README.md")).toBe("acceptEdits");
  });
});

describe("a plugin that settings lead to by its directory", () => {
  const SETTINGS = (path: string): string =>
    JSON.stringify({
      extraKnownMarketplaces: { x: { source: { source: "directory", path } } },
      enabledPlugins: { "p@x": true },
    });

  test.each(["scripts/x.sh", "bin/git", "commands/c.md", "agents/a.md", "settings.json", "monitors/monitors.json"])(
    "%s of it",
    async (file) => {
      here.write("mk/.claude-plugin/marketplace.json", '{"name":"x","plugins":[{"name":"p","source":"./p"}]}');
      expect(await here.by(`mk/p/${file}`)).toBe("acceptEdits");
      here.write(".claude/settings.json", SETTINGS("./mk"));
      await isHeld(`mk/p/${file}`);
    },
  );

  test("a project that is its own marketplace: only its plugins", async () => {
    here.write(".claude-plugin/marketplace.json", '{"name":"x","plugins":[{"name":"p","source":"./plugins/p"}]}');
    here.write("plugins/p/hooks/hooks.json", "{}");
    here.write(".claude/settings.json", SETTINGS("./"));
    await isHeld("plugins/p/scripts/x.sh");
  });
});

describe("the everyday stays an edit", () => {
  const vscode = (tasks: object): string => JSON.stringify({ tasks: [tasks] });
  test.each<[string, string, string]>([
    [".claude/settings.json", hook("npm run lint"), "src/lint.ts"],
    [".claude/settings.json", hook("npm run build --silent"), "src/build.ts"],
    [".claude/settings.json", hook("npm test"), "test/test.ts"],
    [".claude/settings.json", hook("npx prettier --write ."), "src/index.ts"],
    [".claude/settings.json", hook("prettier --write src"), "src/index.ts"],
    [".claude/settings.json", hook("jq -r .tool_input.file_path | xargs npx prettier --write"), "src/main.ts"],
    [".claude/settings.json", hook("npx eslint . --fix"), "src/eslint.ts"],
    [".claude/settings.json", hook("npx eslint ./src"), "src/index.ts"],
    [".claude/settings.json", hook("npx tsc --noEmit -p ."), "src/tsc.ts"],
    [".claude/settings.json", hook("ruff check src tests"), "src/main.py"],
    [".claude/settings.json", hook("go vet ./... && gofmt -l ."), "cmd/main.go"],
    [".claude/settings.json", hook("eslint src && node index.js"), "src/index.js"],
    [".claude/settings.json", hook("cd packages/web && npm run build"), "packages/web/src/build.ts"],
    [".claude/settings.json", hook("notify-send 'Claude is done'"), "src/done.ts"],
    [".claude/settings.json", hook("say from main"), "src/main.ts"],
    [".claude/settings.json", hook("/usr/bin/env -i /usr/bin/node /opt/sallyport/dist/hook.cjs hook"), "src/hook.ts"],
    [".claude/settings.json", hook("./node_modules/.bin/eslint ."), "eslint.js"],
    [".claude/settings.json", '{"permissions":{"allow":["Edit(src/**)","Read(./src/a.py)"]}}', "src/a.py"],
    [".mcp.json", server("npx", ["-y", "@modelcontextprotocol/server-filesystem", "./src"]), "src/server.ts"],
    [".mcp.json", server("npx", ["-y", "@scope/server"]), "src/server.ts"],
    [".mcp.json", server("docker", ["run", "-i", "ghcr.io/x/app"]), "app.py"],
    [".mcp.json", '{"mcpServers":{"s":{"url":"https://host.example/hk/x.js"}}}', "hk/x.js"],
    ["opencode.json", '{"permission":{"edit":{"docs/*.md":"allow"}}}', "docs/a.md"],
    [".envrc", "use node\n", "src/node.ts"],
    [".envrc", "use flake\ndotenv\nlayout python\nexport APP=src/x\n", "src/app.ts"],
    [".vscode/tasks.json", vscode({ command: "npm run build" }), "src/build.ts"],
    [".vscode/tasks.json", vscode({ command: "npm run build", runOptions: { runOn: "folderOpen" } }), "src/build.ts"],
    [".vscode/settings.json", '{"files.exclude":{"**/index.d.ts":true,"**/*.js":{"when":"x"}}}', "src/index.d.ts"],
    [".vscode/settings.json", '{"search.exclude":{"**/src/gen/*.ts":true}}', "src/gen/a.ts"],
    [".husky/pre-commit", "npx lint-staged\n", "src/lint-staged.ts"],
    [".husky/pre-commit", "# see CONTRIBUTING.md and src/index.ts\nnpm test\n", "src/index.ts"],
    [".husky/pre-commit", "npx doctoc README.md\n", "README.md"],
    [
      "lefthook.yml",
      'pre-commit:\n  commands:\n    l:\n      glob: "src/**/*.{js,ts}"\n      run: npx eslint {staged_files}\n',
      "src/a.ts",
    ],
    [
      ".pre-commit-config.yaml",
      "repos:\n- repo: https://github.com/psf/black\n  hooks:\n  - id: black\n",
      "src/black.py",
    ],
    [
      ".github/workflows/ci.yml",
      "jobs:\n  a:\n    steps:\n    - uses: actions/checkout@v4\n    - run: node src/index.ts README.md\n",
      "src/index.ts",
    ],
    [".github/workflows/ci.yml", "on:\n  push:\n    paths:\n    - README.md\n    - src/index.ts\n", "README.md"],
    [
      ".github/workflows/ci.yml",
      "jobs:\n  a:\n    steps:\n    - run: docker compose -f compose.yml up\n",
      "compose.yml",
    ],
    [".gitlab-ci.yml", "test:\n  script:\n    - npm test\n    - sh ci/run.sh\n", "ci/run.sh"],
    [".cursor/rules/a.mdc", "---\nglobs: src/**/*.ts\n---\nLook at src/log.ts first\n", "src/log.ts"],
  ])("%s: %s: %s", async (settings, text, file) => {
    here.write("src/index.ts", "x\n");
    here.write(settings, text);
    expect(await here.by(file)).toBe("acceptEdits");
  });
});
