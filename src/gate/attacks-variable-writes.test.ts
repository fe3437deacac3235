/** Variables whose value is a file that is written, and words that write: for rules about edits, and for the agent's own settings. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, type Project, project } from "../testing/index.ts";

let here: Project;
beforeAll(() => {
  here = project();
  execFileSync("git", ["init", "-q"], { cwd: here.root });
  for (const file of ["infra/main.tf", "build.js", "notes.txt", "src/a.py"]) here.write(file, "d\n");
});
afterAll(() => here.remove());

const by = async (command: string): Promise<string> =>
  (
    await here
      .gate({
        settings: { mode: "bypassPermissions", permissions: { deny: ["Edit(infra/**)"] } },
        restore: null,
        classifier: null,
        walls: null,
      })
      .check(bash(command))
  ).by;

describe("deny Edit(infra/**)", () => {
  test.each([
    "GIT_TRACE=$PWD/infra/main.tf git status",
    "export GIT_TRACE2=$PWD/infra/main.tf; git status",
    "env GIT_TRACE_SETUP=$PWD/infra/main.tf git status",
    "NODE_V8_COVERAGE=infra node build.js",
    "NODE_REDIRECT_WARNINGS=infra/main.tf node build.js",
    "LD_DEBUG=all LD_DEBUG_OUTPUT=infra/main.tf node build.js",
    "TMPDIR=infra mktemp",
    "PYTHONPYCACHEPREFIX=infra python3 src/a.py",
    "TF_LOG=trace TF_LOG_PATH=infra/main.tf terraform plan",
    'HISTFILE=infra/main.tf bash -ic "history -w"',
    "JAVA_TOOL_OPTIONS=-Xlog:all:file=infra/main.tf java -version",
    "java -Xlog:all:file=infra/main.tf -version",
    "history -w infra/main.tf",
    "cmake -E copy notes.txt infra/main.tf",
    "cmake -E touch infra/main.tf",
    "cmake -E rm infra/main.tf",
    "perl -MExtUtils::Command -e rm_f infra/main.tf",
  ])("%s", async (command) => {
    expect(await by(command)).toBe("denyRule");
  });
});

describe("the agent's own settings", () => {
  test.each([
    "GIT_TRACE=~/.claude/settings.json git status",
    "NODE_REDIRECT_WARNINGS=$HOME/.claude/settings.json node build.js",
    "TF_LOG_PATH=~/.config/sallyport/settings.json terraform plan",
    "cmake -E copy notes.txt ~/.claude/settings.json",
    "cmake -E touch .claude/settings.json",
  ])("%s", async (command) => {
    expect(await by(command)).toBe("safetyCheck");
  });
});

describe("everyday", () => {
  test.each([
    "TMPDIR=/tmp/x npm test",
    "NODE_OPTIONS=--max-old-space-size=4096 npm test",
    "NODE_OPTIONS='--require ./infra/hook.js' node build.js",
    "PYTHONPATH=infra:src pytest",
    "PATH=$PWD/infra/bin:$PATH make",
    "KUBECONFIG=infra/kubeconfig kubectl get pods",
    "GIT_DIR=.git git status",
    "CI=1 NODE_ENV=test npm test",
    "TF_VAR_name=infra terraform plan",
    "TF_LOG_PATH=/tmp/tf.log terraform plan",
    "DATABASE_URL=postgres://localhost/infra npm test",
    "cmake -B build -S .",
    "cmake -E copy infra/main.tf notes.txt",
  ])("%s", async (command) => {
    expect(await by(command)).toBe("bypassMode");
  });
});
