/** Which variables a host's environment has: by the installed line, by the agent's own process, by Claude Code's settings of a project. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { programRows } from "../core/programs/rows.ts";
import { isTold, PLACED_VARIABLES, variablesTold } from "../machine/index.ts";
import { scratchFolder } from "../testing/folder.ts";
import { claudeRules } from "./claude-code/rules.ts";
import { aroundOf, ownRules } from "./hook/rewriting.ts";
import type { CallEvent } from "./host.ts";
import type { PlacedPins } from "./install/line.ts";
import { moduleSource } from "./install/module.ts";
import { hostNamed, ruleToolNames } from "./list.ts";
import type { AgentLine } from "./own-rules.ts";
import { placeLine } from "./testing.ts";

const box = scratchFolder();
/** Where the hook would be. */
const program = join(box.folder, "dist");
box.write("dist/hook.sh", "");
const [home, root] = [`${box.folder}/home`, `${box.folder}/home/code/app`];
afterAll(() => box.remove());

const PINS: PlacedPins = {
  ...{ node: process.execPath, program, home, locale: "C.UTF-8", config: `${home}/.config` },
  ...{ state: `${home}/state`, keys: [], deadlineMs: 60_000, file: `${home}/.claude/settings.json` },
};

/** What the line hands on, by the shell itself. */
function toldBy(shell: string, env: Readonly<Record<string, string>>): readonly string[] {
  const line = placeLine("claude-code", PINS, "call", (text) =>
    text.replaceAll('/usr/bin/env "$@"', () => `printf '%s\\n' "$@"; exit 0`),
  );
  const words = execFileSync(shell, ["-c", line], { env: { PATH: "/usr/bin:/bin", ...env }, encoding: "utf8" }).split(
    "\n",
  );
  const after = (name: string): string => words[words.indexOf(name) + 1] ?? "";
  expect(words.join("\n")).not.toContain("canary");
  return variablesTold(after("--set"), after("--places"), home);
}

describe.each(["/bin/sh", "/bin/bash"])("the line, in %s", (shell) => {
  test.each<[Record<string, string>, readonly string[]]>([
    [{ HOME: home }, []],
    [{ HOME: home, GIT_DIR: "canary", RIPGREP_CONFIG_PATH: "canary" }, ["GIT_DIR", "RIPGREP_CONFIG_PATH"]],
    [{ HOME: home, GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "canary" }, ["GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_0"]],
    [
      { HOME: home, GH_FORCE_TTY: "1", DOCKER_CERT_PATH: "canary", HTTP_PROXY: "canary" },
      ["GH_FORCE_TTY", "DOCKER_CERT_PATH", "HTTP_PROXY"],
    ],
    [{ HOME: home, CDPATH: ".", GIT_DIR: "", NODE_OPTIONS: "$(canary)" }, ["CDPATH", "NODE_OPTIONS"]],
    [{ HOME: home, SHELLOPTS: "xtrace" }, ["SHELLOPTS"]],
    [{ HOME: home, CLAUDE_CODE_SHELL_PREFIX: "./e.sh" }, ["CLAUDE_CODE_SHELL_PREFIX"]],
    [{ HOME: "/proj", BASH_ENV: "/dev/null" }, ["HOME", "BASH_ENV"]],
    [{ HOME: home, AWS_SECRET_ACCESS_KEY: "canary", GITHUB_TOKEN: "canary" }, ["GITHUB_TOKEN"]],
    [{ HOME: home, ODD: "a\nexport GIT_DIR='canary'\nMIIcanary==" }, ["GIT_DIR"]],
  ])("%j", (env, expected) => expect([...toldBy(shell, env)].sort()).toEqual([...expected].sort()));
});

const event: CallEvent = {
  ...{ kind: "call", event: "PreToolUse", session: "s", cwd: root, record: null },
  action: { tool: "Bash", input: { command: "git status" }, toolUseId: "c1" },
};
const claude = hostNamed("claude-code");
if (claude === undefined) throw new Error("no claude-code");
const own = (env: AgentLine["env"], variables: readonly string[] = []) =>
  ownRules(event, root, {
    ...{ host: claude, home, variables },
    agentLine: () => ({ words: ["claude"], env, cwd: root }),
  });

test("the agent's own process tells, also of exported functions", () => {
  expect(own({ HOME: home, PATH: "/bin", PAGER: "less" }).variables).toEqual([]);
  expect(own({ HOME: home, GIT_DIR: "x", "BASH_FUNC_git%%": "() { x; }" }, ["CDPATH"]).variables).toEqual([
    ...["CDPATH", "GIT_DIR", "BASH_FUNC_git%%"],
  ]);
});

test("where code runs before walls could stand, there are none", () => {
  expect(aroundOf(event, claude, own({ HOME: home, GIT_DIR: "x" })).walls).toBe(true);
  expect(aroundOf(event, claude, own({ HOME: home }, ["BASH_ENV"]))).toMatchObject({
    walls: false,
    noWalls: expect.stringContaining("BASH_ENV"),
  });
});

test.each([
  [".claude/settings.json", { RIPGREP_CONFIG_PATH: "rgrc" }, ["RIPGREP_CONFIG_PATH"]],
  [".claude/settings.local.json", { GIT_CONFIG_COUNT: 1, HOME: "/proj" }, ["GIT_CONFIG_COUNT", "HOME"]],
  [".claude/settings.json", { BASH_ENV: { odd: 1 } }, ["BASH_ENV"]],
  [".claude/settings.json", { NODE_ENV: "test", DEBUG: "1" }, []],
])("Claude Code's %s of a project: %j", (name, env, expected) => {
  const here = scratchFolder();
  here.write(`home/app/${name}`, JSON.stringify({ env }));
  const projectRoot = `${here.folder}/home/app`;
  const at = { home: `${here.folder}/home`, projectRoot, event, toolNames: ruleToolNames };
  expect(claudeRules({ ...at, agent: { words: ["claude"], env: {}, cwd: projectRoot } }).variables).toEqual(expected);
  here.remove();
});

test("every name by which a row of the core says it is bent is told", () => {
  const bending = programRows().flatMap(([, { variables = [] }]) => variables.map((name) => name.replace("*", "X")));
  const placed: readonly string[] = PLACED_VARIABLES;
  expect(bending.filter((name) => !isTold(name) && !placed.includes(name))).toEqual([]);
});

test("a module tells the same", () => {
  const text = moduleSource("opencode", PINS, "");
  expect(text).toContain('"--set", told.join(" "), "--places", places');
  expect(text).toContain("|^BASH_FUNC_\\S+$/");
});
