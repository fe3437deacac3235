/** What a repository can put where a host's settings are read: a pipe nobody writes, a device without an end, links in a circle. */
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { scratchFolder } from "../testing/folder.ts";
import { examineClaudeCode } from "./claude-code/doctor.ts";
import { claudeAllowRules, claudeRules } from "./claude-code/rules.ts";
import { copilotRules } from "./copilot/index.ts";
import { geminiRules } from "./gemini/rules.ts";
import { instructionFiles } from "./hook/instructions.ts";
import { hostNamed, ruleToolNames } from "./list.ts";
import { type OwnRules, type RulesPlace, SETTINGS_MAX_BYTES } from "./own-rules.ts";
import { piRules } from "./pi/index.ts";

const box = scratchFolder();
afterAll(() => box.remove());

const ODD: readonly [string, (path: string) => void][] = [
  ["a pipe nobody writes", (path) => void spawnSync("mkfifo", [path])],
  ["a link to a device without an end", (path) => symlinkSync("/dev/zero", path)],
  ["a folder", (path) => void mkdirSync(path)],
  ["a file too long", (path) => void box.write(path.slice(box.folder.length + 1), " ".repeat(SETTINGS_MAX_BYTES + 1))],
];

let count = 0;
/** A fresh home with a project in it; the odd thing lies at this place of the project. */
function placeWith(name: string, make: (path: string) => void): RulesPlace {
  const home = `${box.folder}/${++count}/home`;
  const projectRoot = `${home}/app`;
  mkdirSync(dirname(`${projectRoot}/${name}`), { recursive: true });
  make(`${projectRoot}/${name}`);
  return {
    home,
    projectRoot,
    toolNames: ruleToolNames,
    agent: { words: ["agent"], env: {}, cwd: projectRoot },
    event: {
      kind: "call",
      event: "PreToolUse",
      session: "s",
      cwd: projectRoot,
      record: null,
      hostMode: "default",
      action: { tool: "Bash", input: { command: "make" }, toolUseId: "c1" },
    },
  };
}

const READERS: readonly [string, string, (at: RulesPlace) => OwnRules][] = [
  ["Claude Code", ".claude/settings.json", claudeRules],
  ["Claude Code", ".claude/settings.local.json", claudeRules],
  ["Gemini CLI", ".gemini/settings.json", geminiRules],
  ["Gemini CLI", ".gemini/policies/x.toml", geminiRules],
  ["Copilot CLI", ".github/copilot/settings.json", copilotRules],
  ["Copilot CLI", ".claude/settings.local.json", copilotRules],
  ["pi", ".pi/settings.json", piRules],
];

describe.runIf(process.platform === "linux")("what is no regular file is a source that cannot be seen", () => {
  for (const [host, name, read] of READERS)
    test.each(ODD)(`${host}, ${name}: %s`, (_, make) => {
      const own = read(placeWith(name, make));
      expect(own.keep).not.toBeNull();
      expect(own.asks?.() ?? "never").toBe("never");
    });

  test.each(ODD)("neither an allow rule nor a finding comes of %s", (_, make) => {
    const at = placeWith(".claude/settings.local.json", make);
    expect(claudeAllowRules(at)).toEqual([]);
    const check = { at: { cwd: at.projectRoot, home: at.home, env: {} } };
    expect(examineClaudeCode(check as never)).toEqual([]);
  });

  test.each(ODD)("instructions: %s", (_, make) => {
    const at = placeWith("CLAUDE.md", make);
    const claude = hostNamed("claude-code");
    if (claude === undefined) throw new Error("no claude-code");
    expect(instructionFiles(claude, { home: null, projectRoot: at.projectRoot })).toEqual([]);
  });

  const claudeAsking = (name: string, make: (path: string) => void): string | undefined => {
    const at = placeWith(name, make);
    box.write(
      `${at.home.slice(box.folder.length + 1)}/.claude/settings.json`,
      JSON.stringify({ hooks: { PermissionRequest: [{ matcher: "*", hooks: [{ command: "SALLYPORT_HOOK=1 x" }] }] } }),
    );
    return claudeRules(at).asks?.();
  };

  test("a plain command of the project's is read, and the host asks", () => {
    expect(
      claudeAsking(".claude/commands/x.md", (path) => void box.write(path.slice(box.folder.length + 1), "hi")),
    ).toBe("always");
  });

  for (const folder of ["commands", "agents", "skills/x"])
    test.each(ODD.slice(0, 3))(`.claude/${folder}/a.md: %s may grant anything`, (_, make) => {
      expect(claudeAsking(`.claude/${folder}/a.md`, make)).toBe("never");
    });

  test("links to folders in a circle are more than is looked through", () => {
    const circle = (path: string): void => {
      symlinkSync(".", path);
      symlinkSync(".", `${path}2`);
    };
    expect(claudeAsking(".claude/commands/circle", circle)).toBe("never");
  });
});
