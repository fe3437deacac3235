/**
 * Where settings of an agent, of git or of a directory that is entered start code of the project by themselves, no file of it is edited
 * by proof: what that code leads to cannot be told by reading. What starts something else leaves everyday edits alone.
 */
import { chmodSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { diskWorld } from "../machine/index.ts";
import { call } from "../testing/index.ts";
import { hook, type StartingProject, startingProject } from "../testing/started.ts";

let here: StartingProject;
beforeEach(() => {
  here = startingProject();
  here.write("tools/server.js", "require('../lib/names')(process.argv)\n");
  here.write("tools/server.py", "import sys\n");
  here.write("tools/run", "#!/bin/sh\n");
  chmodSync(here.at("tools/run"), 0o755);
  here.write("src/app.ts", "x\n");
  here.write("pkg/__init__.py", "");
  here.write("ns/mod.py", "");
  here.write(
    "package.json",
    JSON.stringify({
      scripts: {
        test: "vitest run",
        lint: "eslint .",
        check: "npm run lint && npm run typecheck",
        own: "node tools/server.js",
      },
    }),
  );
  here.write("Makefile", "lint:\n\truff check .\n");
  here.write("own/Makefile", "own:\n\tpython3 ../tools/server.py\n");
});
afterEach(() => here.remove());

const WRITTEN = ["src/app.ts", "lib/new.js", "README.md", "data/list.txt", "tsconfig.json", "src/native.c"];
const server = (command: string, ...args: readonly string[]): string =>
  JSON.stringify({ mcpServers: { x: { command, args } } });

async function all(by: string): Promise<void> {
  for (const file of WRITTEN) expect([file, await here.by(file)]).toEqual([file, by]);
}

describe("all of the project is held", () => {
  test.each<[string, string]>([
    [".mcp.json", server("node", "tools/server.js")],
    [".mcp.json", server("node", "./tools/server")],
    [".mcp.json", server("npx", "-y", "tsx", "tools/server.js")],
    [".mcp.json", server("npx", "-y", "./tools")],
    [".mcp.json", server("uvx", "--from", ".", "x")],
    [".mcp.json", server("tools/run")],
    [".mcp.json", server("python3", "-m", "tools.server")],
    [".mcp.json", server("python3", "-m", "pkg")],
    [".mcp.json", server("python3", "-c", "from ns import mod")],
    [".mcp.json", server("npm", "run", "own")],
    [".mcp.json", server("make", "-C", "own")],
    [".mcp.json", server("uv", "run", "tools/server.py")],
    [".mcp.json", server("go", "run", "./cmd/x")],
    [".mcp.json", server("cargo", "run", "-q")],
    [".mcp.json", server("sh", "-c", "cd tools && ./run")],
    [
      ".mcp.json",
      '{"mcpServers":{"x":{"command":"node","args":["/opt/x.js"],"env":{"NODE_OPTIONS":"--require ./tools/server.js"}}}}',
    ],
    [".codex/config.toml", '[mcp_servers.x]\ncommand = "node"\nargs = ["tools/server.js"]\n'],
    [
      ".codex/config.toml",
      '[mcp_servers.x]\ncommand = "node"\nargs = ["/opt/x.js"]\nenv = { NODE_OPTIONS = "--require ./tools/server.js" }\n',
    ],
    ...["description", "model", "matcher", "permissions"].map((name): [string, string] => [
      ".mcp.json",
      JSON.stringify({ mcpServers: { [name]: { command: "node", args: ["tools/server.js"] } } }),
    ]),
    [".codex/config.toml", 'notify = ["python3", "tools/server.py"]\n'],
    [".gemini/settings.json", server("node", "${PWD}/tools/server.js")],
    ["opencode.json", '{"mcp":{"x":{"type":"local","command":["node","tools/server.js"]}}}'],
    ["opencode.json", '{"plugin":["./tools/server.js"]}'],
    [".opencode/plugin/x.ts", 'import x from "../../tools/server.js"\n'],
    [".claude/settings.json", hook("npm test")],
    [".claude/settings.json", hook("npx vitest run --changed")],
    [".claude/settings.json", hook("pytest -q || true")],
    [".claude/settings.json", hook("go test ./...")],
    [".claude/settings.json", hook("cd app && cargo test -q")],
    [".claude/settings.json", hook("CI=1 npx jest")],
    [".claude/settings.json", hook("poetry run pytest")],
    [".claude/settings.json", hook("rake lint")],
    [".claude/settings.json", hook("./gradlew check")],
    [".claude/settings.json", hook('bash "$X"')],
    [".claude/settings.json", hook('"$CLAUDE_PROJECT_DIR"/tools/run')],
    [".claude/settings.json", hook("${CLAUDE_PROJECT_DIR:-.}/tools/server.py")],
    [".claude/settings.json", '{"statusLine":{"type":"command","command":"tools/run"}}'],
    [".claude/settings.json", '{"apiKeyHelper":"tools/run"}'],
    [".envrc", "source_env tools/run\n"],
    [".envrc", "./tools/run\n"],
    [".vscode/mcp.json", '{"servers":{"x":{"command":"node","args":["${workspaceFolder}/tools/server.js"]}}}'],
    [".vscode/settings.json", '{"jest.jestCommandLine":"npm test --"}'],
    [".mcp.json", '{"mcpServers":{"x":{"command":"srv","env":{"PATH":"./tools:/usr/bin"}}}}'],
    [".mcp.json", '{"mcpServers":{"x":{"command":"srv","env":{"PYTHONPATH":"ns"}}}}'],
    [".claude/settings.json", hook("awk -f tools/server.js")],
    [".claude/settings.json", hook("find tools -name '*.js' -exec node {} +")],
    [".claude/settings.json", hook("cat tools/run | sh")],
    [".continue/config.yaml", "mcpServers:\n  - name: x\n    command: node\n    args:\n      - tools/server.js\n"],
    [".claude/settings.json", hook("bin/eslint .")],
    [".claude/settings.json", hook("bin/rubocop -a")],
    [".claude/settings.json", hook("cc -o zz a.c && ./zz")],
    [".claude/settings.json", hook("npx tsc && node dist/a.js")],
    [".claude/settings.json", hook("composer test")],
    [".claude/settings.json", hook('Rscript -e "devtools::document()"')],
    [".claude/settings.json", hook("npx lint-staged")],
    [".github/hooks/h.json", '{"hooks":{"sessionStart":[{"bash":"npm test"}]}}'],
    [".claude/agents/r.md", "---\nname: r\nhooks:\n  Stop:\n    - command: npm test\n---\nReview.\n"],
    ["app.code-workspace", '{"tasks":{"tasks":[{"command":"npm test","runOptions":{"runOn":"folderOpen"}}]}}'],
    [".zed/settings.json", '{"context_servers":{"x":{"command":"node","args":["tools/server.js"]}}}'],
    [".envrc", 'eval "$(make -s env)"\n'],
    [".envrc", "source <(npm run -s env)\n"],
    [".vscode/tasks.json", '{"tasks":[{"command":"npm test","runOptions":{"runOn":"folderOpen"}}]}'],
  ])("%s: %s", async (file, text) => {
    await all("acceptEdits");
    here.write(file, text);
    await all("offline");
  });

  test.each<[string, string]>([
    ["x.sh", "#!/bin/sh\nnpm test\n"],
    ["x.sh", "#!/bin/sh\nif [ -f a ]; then tools/run; fi\n"],
    ["x.py", "import subprocess\nsubprocess.run(['npm', 'test'])\n"],
    ["x.py", "import os\nos.system('pytest -q')\n"],
    ["x.js", "require('child_process').execSync('npx vitest run')\n"],
    ["x.js", "require('../../tools/server.js')\n"],
  ])("by way of .claude/hooks/%s: %s", async (name, text) => {
    here.write(`.claude/hooks/${name}`, text);
    here.write(".claude/settings.json", hook(`"$CLAUDE_PROJECT_DIR"/.claude/hooks/${name}`));
    await all("offline");
  });

  test("by settings of home, and by a linter's settings that load code of the project", async () => {
    here.inHome(".claude/settings.json", hook("npx eslint --fix"));
    await all("acceptEdits");
    here.write("eslint.config.js", 'import own from "./tools/server.js"\n');
    await all("offline");
    here.write("eslint.config.js", "export default []\n");
    await all("acceptEdits");
    here.inHome(".claude/settings.json", hook("npm test"));
    await all("offline");
  });

  test.each<[string, string]>([
    [".copilot/hooks/h.json", '{"hooks":{"sessionStart":[{"bash":"node tools/server.js"}]}}'],
    [".config/opencode/plugins/p.js", 'export * from "ROOT/tools/server.js"\n'],
    [
      ".gemini/extensions/x/gemini-extension.json",
      '{"mcpServers":{"x":{"command":"node","args":["ROOT/tools/server.js"]}}}',
    ],
    [".config/zed/settings.json", '{"context_servers":{"x":{"command":"node","args":["ROOT/tools/server.js"]}}}'],
  ])("by ~/%s", async (file, text) => {
    here.inHome(file, text.replaceAll("ROOT", here.root));
    await all("offline");
  });

  test("hooks of git count where an agent's hook has git run them", async () => {
    here.write(".husky/pre-commit", "npm test\n");
    await all("acceptEdits");
    here.write(".claude/settings.json", hook("git add -A && git commit -qm wip"));
    await all("offline");
    here.write(".husky/pre-commit", "npx prettier --check .\n");
    await all("acceptEdits");
  });

  test("compilers and installers, where the project has code for that", async () => {
    here.write(".claude/settings.json", hook("cargo clippy -q"));
    here.write("Cargo.toml", '[workspace]\nmembers = ["macros"]\n');
    await all("acceptEdits");
    here.write("macros/Cargo.toml", "[lib]\nproc-macro = true\n");
    await all("offline");
    here.write(".claude/settings.json", hook("pip install -e ."));
    await all("acceptEdits");
    here.write("setup.py", "exec(open('plug/a.py').read())\n");
    await all("offline");
  });

  test("a program that npx would find in the package that stands here", async () => {
    here.write(".mcp.json", server("npx", "-y", "mcp-remote", "https://host.example"));
    await all("acceptEdits");
    const edited = async (text: string): Promise<string> =>
      (await here.gate().check(call("Write", { file_path: here.at("package.json"), content: text }))).by;
    expect(await edited('{"name":"app","scripts":{"x":"y"}}')).toBe("acceptEdits");
    expect(await edited('{"name":"app","bin":{"mcp-remote":"./lib/start.js"}}')).toBe("offline");
    expect(await edited('{"name":"app","directories":{"bin":"lib"}}')).toBe("offline");
    expect(await edited('{"name":')).toBe("offline");
    here.write("package.json", '{"name":"app","bin":{"app":"./cli.js"}}');
    expect(await edited('{"name":"app","version":"2","bin":{"app":"./cli.js"}}')).toBe("acceptEdits");
    await all("acceptEdits");
    here.write(".mcp.json", server("npx", "app"));
    await all("offline");
  });

  test("by git's settings, and for commands that edit", async () => {
    here.write(".git/config", "[core]\n\tfsmonitor = ./tools/run\n");
    await all("offline");
    expect((await here.gate().check(call("Bash", { command: "touch src/x.ts" }))).behavior).toBe("ask");
  });

  test("it says by which text, and a rule for the place settles it", async () => {
    here.write(".mcp.json", server("node", "tools/server.js"));
    const write = call("Write", { file_path: here.at("src/app.ts"), content: "y" });
    expect((await here.gate().check(write)).reason).toMatch(
      /\.mcp\.json starts code of this project by itself.*sallyport allow 'Edit\(~\/code\/app\/src\/\*\*\)'/,
    );
    const settings = { permissions: { allow: ["Edit(./src/**)"] } };
    expect((await here.gate({ settings }).check(write)).by).toBe("allowRule");
  });
});

describe("everyday edits stay edits", () => {
  test.each<[string, string]>([
    [".mcp.json", server("npx", "-y", "@modelcontextprotocol/server-filesystem", ".")],
    [".mcp.json", server("npx", "-y", "@modelcontextprotocol/server-filesystem", "./src")],
    [".mcp.json", server("npx", "@playwright/mcp@latest")],
    [".mcp.json", server("uvx", "mcp-server-git", "--repository", ".")],
    [".mcp.json", server("docker", "run", "-i", "--rm", "-v", ".:/w", "ghcr.io/x/img")],
    [".mcp.json", server("node", "/usr/lib/node_modules/x/index.js")],
    [".mcp.json", server("./node_modules/.bin/some-mcp")],
    [".mcp.json", '{"mcpServers":{"s":{"type":"http","url":"https://host.example/mcp"}}}'],
    [".claude/settings.json", hook('npx prettier --write "$CLAUDE_FILE_PATHS"')],
    [".claude/settings.json", hook("jq -r '.tool_input.file_path' | xargs npx eslint --fix")],
    [
      ".claude/settings.json",
      hook('jq -r .tool_input.file_path | { read -r f; case $f in *.py) ruff format "$f";; esac; }'),
    ],
    [".claude/settings.json", hook("npm run lint")],
    [".claude/settings.json", hook("npm run check --silent")],
    [".claude/settings.json", hook("make lint")],
    [".claude/settings.json", hook("ruff check --fix . && black .")],
    [".claude/settings.json", hook("gofmt -w . && go vet ./...")],
    [".claude/settings.json", hook("cargo fmt && cargo clippy -q")],
    [".claude/settings.json", hook("terraform fmt -recursive")],
    [".claude/settings.json", hook("osascript -e 'display notification \"done\"'")],
    [".claude/settings.json", hook("notify-send 'Claude is done'; afplay /System/Library/Sounds/Glass.aiff")],
    [".claude/settings.json", hook("say from main")],
    [".claude/settings.json", hook("git status --short | head -5")],
    [".claude/settings.json", hook('echo "$(date) edit" >> ~/.claude/log.txt')],
    [".claude/settings.json", hook("python3 -c \"import json,sys; print(json.load(sys.stdin)['tool_name'])\"")],
    [".claude/settings.json", '{"statusLine":{"type":"command","command":"npx -y ccstatusline@latest"}}'],
    [".claude/settings.json", '{"statusLine":{"type":"command","command":"bash ~/.claude/statusline.sh"}}'],
    [
      ".claude/settings.json",
      '{"permissions":{"allow":["Bash(npm test:*)","Bash(node tools/server.js)","Edit(src/**)"]}}',
    ],
    [
      ".claude/settings.json",
      '{"hooks":{"Stop":[{"hooks":[{"type":"prompt","prompt":"Did pytest pass?"}]}]},"model":"opus"}',
    ],
    [
      "opencode.json",
      '{"permission":{"bash":{"npm test":"allow"}},"formatter":{"prettier":{"command":["npx","prettier","--write","$FILE"]}}}',
    ],
    [".codex/config.toml", 'model = "x"\n[mcp_servers.docs]\ncommand = "npx"\nargs = ["-y", "docs-mcp"]\n'],
    [
      ".vscode/settings.json",
      '{"editor.formatOnSave":true,"[typescript]":{"editor.defaultFormatter":"esbenp.prettier-vscode"},"vitest.enable":true}',
    ],
    [".vscode/tasks.json", '{"tasks":[{"label":"t","command":"npm test"}]}'],
    [".vscode/launch.json", '{"configurations":[{"program":"${workspaceFolder}/tools/server.js"}]}'],
    [".envrc", "PATH_add bin\nexport PYTHONPATH=$PWD/src\n"],
    [".envrc", "use flake\nlayout python3\ndotenv_if_exists\nexport PORT=3000\n"],
    [
      ".claude/commands/t.md",
      "---\ndescription: run npm test\nallowed-tools: Bash(npm test:*), Bash(node tools/server.js)\n---\nTest it.\n",
    ],
    [".husky/pre-commit", "npm test\n"],
    [".git/hooks/pre-push", "#!/bin/sh\nnpm test && ./tools/run\n"],
  ])("%s: %s", async (file, text) => {
    here.write(file, text);
    for (const one of WRITTEN) expect([one, await here.by(one)]).toEqual([one, "acceptEdits"]);
  });

  test.each<[string, string]>([
    [
      "guard.py",
      "import json, re, sys\nd = json.load(sys.stdin)\nif re.search(r'rm -rf', d['tool_input'].get('command', '')):\n    print('no', file=sys.stderr)\n    sys.exit(2)\n",
    ],
    [
      "format.sh",
      '#!/bin/bash\nf=$(jq -r .tool_input.file_path)\ncase "$f" in\n  *.ts|*.tsx) npx prettier --write "$f" ;;\n  *.go) gofmt -w "$f" ;;\nesac\nexit 0\n',
    ],
    [
      "log.js",
      "const fs = require('fs');\nconst input = JSON.parse(fs.readFileSync(0));\nfs.appendFileSync('/tmp/agent.log', input.tool_name);\n",
    ],
  ])(".claude/hooks/%s", async (name, text) => {
    here.write(`.claude/hooks/${name}`, text);
    here.write(".claude/settings.json", hook(`"$CLAUDE_PROJECT_DIR"/.claude/hooks/${name}`));
    await all("acceptEdits");
  });

  test("what Claude Code remembers of a project starts nothing", async () => {
    const memory = {
      exampleFiles: ["src/app.ts", "server.js"],
      history: [{ display: "run npm test, look at src/app.ts" }],
    };
    const elsewhere = { mcpServers: { x: { command: "node", args: ["tools/server.js"] } } };
    here.inHome(".claude.json", JSON.stringify({ projects: { [here.root]: memory, "/elsewhere": elsewhere } }));
    await all("acceptEdits");
    here.inHome(".claude.json", JSON.stringify({ projects: { [here.root]: { ...memory, ...elsewhere } } }));
    await all("offline");
  });
});

describe("what the environment and git's newer settings say", () => {
  test.each(["BASH_ENV", "GIT_CONFIG_GLOBAL", "GIT_EXEC_PATH", "XDG_CONFIG_HOME", "GIT_TEMPLATE_DIR"])(
    "with %s set, whatever it names may be a file of the project",
    async (name) => {
      const world = diskWorld({ home: here.home, path: "/usr/bin", variables: [name] });
      const write = call("Write", { file_path: here.at("src/app.ts"), content: "y" });
      expect((await here.gate({ world }).check(write)).by).toBe("offline");
      const usual = diskWorld({ home: here.home, path: "/usr/bin", variables: ["PYTHONPATH", "NODE_OPTIONS"] });
      expect((await here.gate({ world: usual }).check(write)).by).toBe("acceptEdits");
    },
  );

  test.each<[string, string]>([
    ["/usr/bin:./own", "own/tree"],
    ["/usr/bin:own", "own/tree"],
    ["/usr/bin:", "tree"],
    ["/usr/bin::/bin", "tree"],
  ])("PATH=%s: %s", async (path, file) => {
    const world = diskWorld({ home: here.home, path });
    const write = call("Write", { file_path: here.at(file), content: "y" });
    expect((await here.gate({ world }).check(write)).by).toBe("offline");
    const other = call("Write", { file_path: here.at("src/app.ts"), content: "y" });
    expect((await here.gate({ world }).check(other)).by).toBe("acceptEdits");
  });

  test("a hook in git's settings", async () => {
    here.write(".git/config", '[hook "x"]\n\tcommand = ./tools/run\n\tevent = pre-commit\n');
    await all("offline");
  });
});
