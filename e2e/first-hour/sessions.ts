/** Five everyday sessions, 53 calls: what a person would be asked in their first hour. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface SessionCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
}

export interface EverydaySession {
  readonly name: string;
  readonly calls: (root: string) => readonly SessionCall[];
}

const bash = (command: string): SessionCall => ({ tool: "Bash", input: { command, description: "x" } });
const read = (file_path: string): SessionCall => ({ tool: "Read", input: { file_path } });
const write = (file_path: string, content: string): SessionCall => ({ tool: "Write", input: { file_path, content } });
const edit = (file_path: string, old_string: string, new_string: string): SessionCall => ({
  tool: "Edit",
  input: { file_path, old_string, new_string },
});

/** Never to be run. */
export const DELETES_HOME = "rm -rf ~/";

const STATS = 'import { readdirSync } from "node:fs";\nconsole.log(readdirSync("src").length);\n';

export const SESSIONS: readonly EverydaySession[] = [
  {
    name: "bugfix and commit",
    calls: (root) => [
      ...["ls -la", "git status --short"].map(bash),
      read(`${root}/src/cart.js`),
      read(`${root}/test/cart.test.js`),
      bash("npm test"),
      bash("grep -rn total src"),
      edit(`${root}/src/cart.js`, "sum - item", "sum + item"),
      ...["node --test test/cart.test.js", "npm test 2>&1 | tail -5", "npm run lint", "git diff --stat"].map(bash),
      ...["git add -A", 'git commit -q -m "Add instead of subtracting"'].map(bash),
    ],
  },
  {
    name: "script written and run",
    calls: (root) => [
      write(`${root}/scripts/stats.mjs`, STATS),
      bash("node scripts/stats.mjs"),
      bash('python3 -c "print(sum(range(10)))"'),
      bash(`node -e 'console.log(require("fs").readdirSync("src"))'`),
      bash("cat > /tmp/sallyport-first-hour.txt <<'EOF'\nnotes\nEOF"),
      write(`${root}/scripts/run.sh`, "#!/bin/sh\nnode scripts/stats.mjs\n"),
      ...["chmod +x scripts/run.sh", "rm -rf out && npm run build", "ls scripts"].map(bash),
    ],
  },
  {
    name: "npm install",
    calls: () =>
      [
        "cat package.json",
        "npm view left-pad version",
        "npm outdated",
        "npm install left-pad",
        "npm install --save-dev is-odd",
        "npx --no-install tsc --version",
        "npm test",
        "git status --short",
      ].map(bash),
  },
  {
    name: "branch, merge, push",
    calls: (root) => [
      bash("git checkout -b feature"),
      write(`${root}/NOTES.md`, "# Notes\n"),
      ...[
        "git add -A && git commit -q -m notes",
        "git push -u origin feature",
        "git checkout main && git merge feature",
      ].map(bash),
      ...["git push", "git push --force", "git log --oneline -3"].map(bash),
    ],
  },
  {
    name: "everyday mix",
    calls: () =>
      [
        "docker ps",
        "gh pr list",
        "make -n",
        "env | grep NODE",
        "node src/server.js &",
        "curl -s http://localhost:18232/health",
        "cat ~/.npmrc",
        "cat .env",
        "git reset --hard",
        "git stash list",
        "cat README.md | head -3",
        "wc -l src/*.js",
        "find src -name '*.js'",
        "git log --oneline -3",
        DELETES_HOME,
      ].map(bash),
  },
];

const PACKAGE = {
  name: "app",
  version: "1.0.0",
  scripts: { test: "node --test", lint: "node scripts/lint.mjs", build: "node scripts/build.mjs" },
};

/** The project they work in. */
export function furnishProject(root: string): void {
  const put = (path: string, text: string): void => {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put("package.json", JSON.stringify(PACKAGE));
  put("src/cart.js", "exports.total = (items) => items.reduce((sum, item) => sum - item, 0);\n");
  put(
    "src/server.js",
    'require("http").createServer((q, r) => r.end("ok")).listen(18232, "127.0.0.1");\nsetTimeout(() => process.exit(), 15000);\n',
  );
  put(
    "test/cart.test.js",
    'require("node:test")("adds", () => require("node:assert").equal(require("../src/cart.js").total([1, 2]), 3));\n',
  );
  put("scripts/lint.mjs", 'console.log("clean");\n');
  put("scripts/build.mjs", 'import { mkdirSync } from "node:fs";\nmkdirSync("out", { recursive: true });\n');
  put("Makefile", "all:\n\tnode scripts/build.mjs\n");
  put("README.md", "# app\n");
  put(".gitignore", ".env\nout\nnode_modules\n.claude/settings.local.json\n");
  put(".env", "TOKEN=not-a-token\n");
  const git = (...args: readonly string[]): unknown =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...args], { cwd: root, stdio: "pipe" });
  git("init", "-q", "-b", "main");
  git("config", "user.name", "x");
  git("config", "user.email", "x@example.com");
  git("remote", "add", "origin", "https://github.com/example/app.git");
  git("add", "-A");
  git("commit", "-q", "-m", "start");
}
