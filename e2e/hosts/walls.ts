/** A session of fixes, tests, builds and commits, the same with the gate's walls and without any gate. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** One call of the session: what it is about, and its command. */
export const WORK: readonly (readonly [about: string, command: string])[] = [
  ["a test that passes", "npm test --silent"],
  ["a build", "npm run --silent build && cat dist/app.js"],
  ["the directory is kept", "cd src && node -e 'console.log(\"in src\")'"],
  ["and still is", "pwd | sed 's|.*/||'"],
  ["and back", 'cd "$(git rev-parse --show-toplevel)" && pwd | sed "s|.*/||"'],
  ["a test that fails", "node -e 'console.error(\"1 failed\"); process.exit(3)'"],
  ["a loop that only reads", "for f in src/*.js; do wc -l < $f; done"],
  ["a loop that edits", 'for d in one two; do mkdir -p "made/$d"; done; ls made'],
  ["output of two kinds", "node -e 'console.log(1); console.error(2)'"],
  ["long output", "node -e 'for (let i = 0; i < 3000; i++) console.log(i)' | tail -2"],
  ["a killed command", "node -e 'process.kill(process.pid, \"SIGKILL\")'; echo status $?"],
  ["a server and its client", "node server.js & P=$!; sleep 1; curl -s http://127.0.0.1:18231/; kill $P"],
  ["a heredoc", "node - <<'EOF'\nconsole.log('from a heredoc')\nEOF"],
  [
    "a commit",
    "git add -A && git -c user.name=x -c user.email=x@example.com commit -q -m work && git log --oneline | wc -l",
  ],
];

/** The project the session works in. */
export function furnish(project: string): void {
  const put = (path: string, text: string): void => {
    mkdirSync(join(project, path, ".."), { recursive: true });
    writeFileSync(join(project, path), text);
  };
  put("package.json", JSON.stringify({ scripts: { test: "node test.js", build: "node build.js" } }));
  put("test.js", 'console.log("3 passed");\n');
  put(
    "build.js",
    'require("fs").mkdirSync("dist", { recursive: true });\nrequire("fs").writeFileSync("dist/app.js", "built\\n");\n',
  );
  put("server.js", 'require("http").createServer((q, r) => r.end("served\\n")).listen(18231, "127.0.0.1");\n');
  put("src/a.js", "1;\n2;\n");
  put(".gitignore", "node_modules\n");
  const git = (...args: readonly string[]): void =>
    void execFileSync("git", ["-C", project, ...args], { stdio: "pipe" });
  git("config", "user.name", "x");
  git("config", "user.email", "x@example.com");
  git("add", "-A");
  git("commit", "-q", "-m", "begin");
}

/** What differs from run to run, or is said of the walls themselves. */
const PASSING: readonly RegExp[] = [
  /sallyport: ran without [^\n\\]*(?:\\n|\n)?/g,
  /(?:\\n|\n)*\[System\] Tool input parameters were modified by a hook before execution\./g,
  /"id":"fc\d+"/g,
  /"query":"(?:[^"\\]|\\.)*",/g,
  /(?:Process Group )?PGID: \d+|Background PIDs?: [\d, ]+/gi,
  /[^\n"]*\bKilled\b[^\n]*?(?:\\n|\n)/g,
  /\[\d+\]\s+\d+\n?/g,
];

/** What an agent heard, without that. */
export const plainText = (result: string): string =>
  PASSING.reduce((text, passing) => text.replace(passing, ""), result)
    .replace(/(?:\/[\w.-]+)+\/sallyport-e2e-\w+/g, "HERE")
    .replace(/(?:\\n|\n)+/g, "\n")
    .trim();
