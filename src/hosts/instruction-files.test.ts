import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { instructionFiles } from "./hook/instructions.ts";
import { HOST_NAMES } from "./list.ts";
import { known } from "./testing.ts";

const dirs: string[] = [];
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** A home with a repository in it, and the session in a directory of that. */
function scene(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}) {
  const home = mkdtempSync(join(tmpdir(), "reads-"));
  dirs.push(home);
  const put = (name: string): string => {
    mkdirSync(join(home, dirname(name)), { recursive: true });
    return join(home, name);
  };
  mkdirSync(join(home, "repo/.git"), { recursive: true });
  mkdirSync(join(home, "repo/app"), { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(put(name), text);
  for (const [name, target] of Object.entries(links)) symlinkSync(join(home, target), put(name));
  return (host: string, env: Readonly<Record<string, string>> = {}) => {
    const at = Object.fromEntries(Object.entries(env).map(([name, below]) => [name, join(home, below)]));
    return instructionFiles(known(host), { home, projectRoot: join(home, "repo/app"), env: at }).map(
      ({ name }) => name,
    );
  };
}

const EVERYWHERE = Object.fromEntries(
  [
    ".claude/CLAUDE.md .codex/AGENTS.md .gemini/GEMINI.md .config/opencode/AGENTS.md .copilot/copilot-instructions.md CLAUDE.md AGENTS.md",
    "repo/CLAUDE.md repo/AGENTS.md repo/GEMINI.md repo/app/CLAUDE.md repo/app/CLAUDE.local.md repo/app/.claude/rules/a.md",
    "repo/app/AGENTS.md repo/app/AGENTS.override.md repo/app/GEMINI.md repo/app/.cursorrules repo/app/.cursor/rules/x.mdc",
    "repo/app/.github/copilot-instructions.md repo/app/lib/CLAUDE.md repo/app/lib/AGENTS.md repo/app/lib/GEMINI.md",
    "repo/app/node_modules/x/CLAUDE.md repo/other/CLAUDE.md",
  ]
    .join(" ")
    .split(" ")
    .map((name) => [name, name]),
);

test.each<[string, string]>([
  [
    "claude-code",
    "~/.claude/CLAUDE.md ~/CLAUDE.md ~/repo/CLAUDE.md CLAUDE.md CLAUDE.local.md .claude/rules/a.md lib/CLAUDE.md",
  ],
  ["codex", "~/.codex/AGENTS.md ~/repo/AGENTS.md AGENTS.override.md"],
  ["gemini", "~/.gemini/GEMINI.md ~/repo/GEMINI.md GEMINI.md lib/GEMINI.md"],
  ["opencode", "~/.config/opencode/AGENTS.md ~/repo/AGENTS.md AGENTS.md lib/AGENTS.md"],
  ["cursor", "~/repo/AGENTS.md AGENTS.md .cursorrules .cursor/rules/x.mdc lib/AGENTS.md"],
  [
    "copilot",
    "~/.copilot/copilot-instructions.md ~/repo/AGENTS.md ~/repo/CLAUDE.md ~/repo/GEMINI.md .github/copilot-instructions.md AGENTS.md CLAUDE.md GEMINI.md lib/AGENTS.md",
  ],
])("%s reads its own files, the person's first", (host, names) => {
  expect(scene(EVERYWHERE)(host).filter((name) => !name.startsWith("/"))).toEqual(names.split(" "));
});

test.each([
  ["claude-code", { CLAUDE_CONFIG_DIR: "moved" }, "moved/CLAUDE.md"],
  ["codex", { CODEX_HOME: "moved" }, "moved/AGENTS.md"],
  ["gemini", { GEMINI_CLI_HOME: "moved" }, "moved/.gemini/GEMINI.md"],
  ["opencode", { XDG_CONFIG_HOME: "moved" }, "moved/opencode/AGENTS.md"],
  ["copilot", { COPILOT_HOME: "moved" }, "moved/copilot-instructions.md"],
])("%s reads the person's own where %j has moved them", (host, env, file) => {
  const names = scene({ ...EVERYWHERE, [file]: "x" })(host, env);
  expect(names).toContain(`~/${file}`);
  expect(names.filter((name) => /^~\/\.(?:codex|gemini|copilot|config)\//.test(name))).toEqual([]);
});

test("every host says what it reads", () => {
  for (const host of HOST_NAMES) expect(known(host).reads.project.length).toBeGreaterThan(0);
});

test("what a file brings in is read, inside the project alone, once, and not from code", () => {
  const names = scene({
    "repo/app/CLAUDE.md": "See @docs/style.md, @../secret.md and @AGENTS.md.\n```\n@docs/code.md\n```\n`@docs/code.md`",
    "repo/app/docs/style.md": "@../AGENTS.md @loop.md",
    "repo/app/docs/loop.md": "@style.md",
    "repo/app/docs/code.md": "x",
    "repo/app/AGENTS.md": "y",
    "repo/secret.md": "z",
  })("claude-code");
  expect(names).toEqual(["CLAUDE.md", "docs/style.md", "AGENTS.md", "docs/loop.md"]);
});

test.each([
  ["a nested file that leads out", { "repo/app/lib/CLAUDE.md": "notes.md" }],
  ["a rule that leads out", { "repo/app/.claude/rules/a.md": "notes.md" }],
  ["the file of a directory above that leads out of it", { "repo/CLAUDE.md": "notes.md" }],
  ["the person's own that leads to a key", { ".claude/CLAUDE.md": ".ssh/id_rsa" }],
])("%s is not followed", (_, links) => {
  expect(scene({ "notes.md": "private", ".ssh/id_rsa": "key" }, links)("claude-code")).toEqual([]);
});

test("a directory of instructions that is a link is not walked", () => {
  expect(scene({ "elsewhere/CLAUDE.md": "x" }, { "repo/app/lib": "elsewhere" })("claude-code")).toEqual([]);
});
