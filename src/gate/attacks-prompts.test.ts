/** Texts that an agent is given: what they run and what they take in is as good as they are. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash, call, edit, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
});
afterEach(() => here.remove());

const by = async (path: string): Promise<string> =>
  (await here.gate().check(call("Write", { file_path: here.at(path), content: "x" }))).by;
const put = (path: string, text: string): void => {
  if (!path.startsWith("~/")) {
    here.write(path, text);
    return;
  }
  const file = join(here.home, path.slice(2));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

describe("a command that stands in a text for the model, and the file it starts", () => {
  test.each<[string, string, string]>([
    [".claude/commands/x.md", "Look: !`sh tools/bang2.sh`\n", "tools/bang2.sh"],
    [".claude/commands/a/b/c/d.md", "!`sh tools/a.sh`\n", "tools/a.sh"],
    [".claude/commands/x.md", "```!\nsh tools/a.sh\n```\n", "tools/a.sh"],
    [".claude/commands/x.md", "!`cd tools && ./a.sh $ARGUMENTS`\n", "tools/a.sh"],
    [".claude/commands/x.md", "!`npm run ctx`\n", "package.json"],
    [".claude/commands/x.md", "!`npm run ctx`\n", "tools/ctx.js"],
    [".claude/commands/x.md", "!`cat docs/context.md`\n", "docs/context.md"],
    [".claude/commands/x.md", "!`sh tools/a.sh`\n", "tools/lib.sh"],
    [".claude/skills/s/SKILL.md", "---\nname: s\n---\n- !`sh tools/a.sh`\n", "tools/a.sh"],
    [".claude/agents/a.md", "!`node tools/a.js`\n", "tools/a.js"],
    [".claude/output-styles/o.md", "!`./tools/a`\n", "tools/a"],
    ["packages/p/.claude/commands/x.md", "!`sh tools/a.sh`\n", "tools/a.sh"],
    ["commands/x.md", "!`${CLAUDE_PLUGIN_ROOT}/tools/a.sh`\n", "tools/a.sh"],
    [".gemini/commands/x.toml", 'prompt = """\nSee !{sh tools/a.sh {{args}}}\n"""\n', "tools/a.sh"],
    [".gemini/commands/g/x.toml", 'prompt = "!{python3 tools/a.py}"\n', "tools/a.py"],
    [".gemini/commands/x.toml", 'prompt = """\n@{docs/ctx.md}\n"""\n', "docs/ctx.md"],
    [".qwen/commands/x.md", "!{sh tools/a.sh}\n", "tools/a.sh"],
    [".opencode/command/x.md", "!`sh tools/a.sh`\n", "tools/a.sh"],
    [".opencode/agent/x.md", "as in @docs/guide.md.\n", "docs/guide.md"],
    [".kilocode/workflows/x.md", "!`sh tools/a.sh`\n", "tools/a.sh"],
    [".newagent/commands/x.md", "!`sh tools/a.sh`\n", "tools/a.sh"],
    ["~/.claude/commands/x.md", "!`sh tools/a.sh`\n", "tools/a.sh"],
    ["~/.claude/skills/s/SKILL.md", "!`sh $HOME/code/app/tools/a.sh`\n", "tools/a.sh"],
    ["~/.claude/agents/a.md", "---\nhooks:\n  Stop:\n    - command: sh tools/a.sh\n---\n", "tools/a.sh"],
    ["~/.claude/plugins/cache/m/p/1.0/commands/x.md", "!`sh tools/a.sh`\n", "tools/a.sh"],
    ["~/.gemini/extensions/e/commands/x.toml", 'prompt = "!{sh tools/a.sh}"\n', "tools/a.sh"],
    ["~/.config/opencode/command/x.md", "!`sh tools/a.sh`\n", "tools/a.sh"],
    ["~/.codex/prompts/x.md", "@docs/guide.md\n", "docs/guide.md"],
  ])("%s: %s", async (file, text, started) => {
    here.write("package.json", '{"scripts":{"ctx":"node tools/ctx.js"}}');
    here.write("tools/a.sh", ". tools/lib.sh\n");
    if (file.startsWith("commands/")) here.write(".claude-plugin/plugin.json", '{"name":"p"}');
    expect(await by(started)).toBe("acceptEdits");
    put(file, text);
    expect(await by(started)).toBe("offline");
    expect((await here.gate().check(bash(`echo x >> ${started}`))).by).toBe("offline");
    // A hook starts unasked, and with it whatever it leads to.
    expect(await by("src/a.ts")).toBe(text.includes("hooks:") ? "offline" : "acceptEdits");
  });
});

describe("what instructions import", () => {
  test.each<[string, string, string]>([
    ["CLAUDE.md", "See @tools/imp.md\n", "tools/imp.md"],
    ["CLAUDE.md", "@./guide/nested.md\n", "guide/nested.md"],
    ["CLAUDE.md", "- rules: @guide/a.md, and @guide/b.md.\n", "guide/b.md"],
    ["CLAUDE.md", "(@guide/a.md)\n", "guide/a.md"],
    ["CLAUDE.md", "@~/code/app/x.md\n", "x.md"],
    ["CLAUDE.md", "@guide/with\\ blank.md\n", "guide/with blank.md"],
    ["CLAUDE.md", "@guide/a.md#rules\n", "guide/a.md"],
    ["CLAUDE.md", "@package.json\n", "package.json"],
    ["CLAUDE.md", "@Guide/A.md\n", "guide/a.md"],
    ["claude.md", "@guide/a.md\n", "guide/a.md"],
    ["CLAUDE.local.md", "@guide/a.md\n", "guide/a.md"],
    ["AGENTS.md", "@guide/a.md\n", "guide/a.md"],
    ["GEMINI.md", "@./guide/a.md\n", "guide/a.md"],
    ["QWEN.md", "@guide/a.md\n", "guide/a.md"],
    [".claude/CLAUDE.md", "@../guide/a.md\n", "guide/a.md"],
    [".claude/rules/r.md", "@../../x.md\n", "x.md"],
    [".claude/rules/sub/r.md", "@../../../x.md\n", "x.md"],
    [".cursor/rules/r.mdc", "[x](mdc:guide/a.md)\n", "guide/a.md"],
    [".kiro/steering/s.md", "#[[file:guide/a.yaml]]\n", "guide/a.yaml"],
    [".github/prompts/p.prompt.md", "As in [the guide](../../guide/a.md).\n", "guide/a.md"],
    [".github/instructions/p.instructions.md", "#file:../../guide/a.md\n", "guide/a.md"],
    [".cursorrules", "@guide/a.md\n", "guide/a.md"],
    ["packages/p/CLAUDE.md", "@../../guide/a.md\n", "guide/a.md"],
    ["packages/p/q/r/s/CLAUDE.md", "@guide/a.md\n", "packages/p/q/r/s/guide/a.md"],
    ["~/code/CLAUDE.md", "@app/guide/a.md\n", "guide/a.md"],
    ["~/.claude/CLAUDE.md", "@~/code/app/x.md\n", "x.md"],
    ["~/.claude/rules/r.md", "@~/code/app/x.md\n", "x.md"],
    ["~/.gemini/GEMINI.md", "@~/code/app/x.md\n", "x.md"],
    ["~/.config/opencode/AGENTS.md", "@~/code/app/x.md\n", "x.md"],
  ])("%s: %s", async (file, text, imported) => {
    expect(await by(imported)).toBe("acceptEdits");
    put(file, text);
    expect(await by(imported)).toBe("offline");
    expect((await here.gate().check(bash(`echo x >> '${imported}'`))).by).toBe("offline");
    here.write(imported, "a\n");
    expect((await here.gate().check(edit(here.at(imported)))).by).toBe("offline");
    expect(await by("guide/other.md")).toBe("acceptEdits");
  });

  test("five deep, each relative to the text that imports", async () => {
    here.write("CLAUDE.md", "@a/1.md\n");
    here.write("a/1.md", "@b/2.md\n");
    here.write("a/b/2.md", "@../3.md\n");
    here.write("a/3.md", "@./4.md\n");
    here.write("a/4.md", "@../5.md\n");
    for (const path of ["a/1.md", "a/b/2.md", "a/3.md", "a/4.md", "5.md"]) expect(await by(path)).toBe("offline");
    expect(await by("docs/6.md")).toBe("acceptEdits");
  });

  test("through a text outside, and by a link", async () => {
    put("~/notes/n.md", "@~/code/app/x.md\n");
    here.write("CLAUDE.md", "@~/notes/n.md\n@linked/y.md\n");
    mkdirSync(here.at("real"));
    symlinkSync(here.at("real"), here.at("linked"));
    expect(await by("x.md")).toBe("offline");
    expect(await by("real/y.md")).toBe("offline");
  });

  test.each<[string, string, string]>([
    ["CLAUDE.md", "Mail a@b.md, see docs/x.md and `bash tools/a.sh`\n", "docs/x.md"],
    ["CLAUDE.md", "Mail a@b.md\n", "b.md"],
    ["README.md", "@docs/x.md\n", "docs/x.md"],
    ["docs/guide.md", "!`sh tools/a.sh` and @docs/x.md\n", "docs/x.md"],
    ["CLAUDE.md", "We use @types/node and @/components\n", "src/components.ts"],
    [".claude/commands/x.md", "Important! `tools/a.sh` is old\n", "tools/a.sh"],
    [".claude/commands/x.md", "!`git status`\n", "src/status.ts"],
  ])("%s (%s) does not stand for %s", async (file, text, named) => {
    here.write(file, text);
    expect(await by(named)).toBe("acceptEdits");
  });
});

test.each<[string, string]>([
  ["imports", "@a ".repeat(80_000)],
  ["braces", "!{{".repeat(80_000)],
  ["blocks of braces", "!{{{a}".repeat(40_000)],
  ["words in braces", `!{${"a{b{c}".repeat(40_000)}`],
  ["ticks", "!`".repeat(120_000)],
  ["blocks", "```!\n".repeat(50_000)],
  ["links", "](".repeat(120_000)],
  ["escapes", `@${"\\".repeat(200_000)}`],
  ["signs", "@".repeat(250_000)],
  ["endings", `@a${".".repeat(250_000)}b`],
])("a text of nothing but %s is read to its bound: what costs the square of it would hang here", async (_, text) => {
  here.write("CLAUDE.md", text);
  here.write(".github/prompts/x.prompt.md", text);
  expect(await by("src/a.ts")).toBe("acceptEdits");
});
