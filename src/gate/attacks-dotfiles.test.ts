/** What the person's shell, editor, agent or git reads may lie in the project under another name: a link, or an include, leads to it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

let here: Project;
beforeEach(() => {
  here = project();
});
afterEach(() => here.remove());

const homeFile = (path: string): string => {
  const whole = join(here.home, path);
  mkdirSync(dirname(whole), { recursive: true });
  return whole;
};
const link = (name: string, to: string): void => symlinkSync(here.at(to), homeFile(name));
const writes = (path: string) => here.gate().check(call("Write", { file_path: here.at(path), content: "x" }));

/** A link below home, where it leads in the project, what is written there. */
const LINKED: readonly (readonly [string, string, string, "ask" | "judge"])[] = [
  [".claude/settings.json", "claude/settings.json", "claude/settings.json", "ask"],
  [".claude", "claude", "claude/hooks/x.sh", "ask"],
  [".codex/config.toml", "codex/config.toml", "codex/config.toml", "ask"],
  [".cursor/mcp.json", "cursor/mcp.json", "cursor/mcp.json", "ask"],
  [".config/sallyport/settings.json", "sp.json", "sp.json", "ask"],
  [".config/goose", "goose", "goose/config.yaml", "ask"],
  [".bashrc", "bashrc", "bashrc", "judge"],
  [".zshrc", "zshrc.symlink", "zshrc.symlink", "judge"],
  [".zsh", "zsh/.zsh", "zsh/.zsh/x.zsh", "judge"],
  [".oh-my-zsh/custom", "oh", "oh/custom.zsh", "judge"],
  [".ssh/config", "ssh/config", "ssh/config", "judge"],
  [".ssh/authorized_keys", "ssh/authorized_keys", "ssh/authorized_keys", "judge"],
  [".gitconfig", "gitc", "gitc", "judge"],
  [".config/nvim", "nvim", "nvim/lua/x.lua", "judge"],
  [".config/nvim/init.lua", "nvim-init", "nvim-init", "judge"],
  [".config/nvim/lua/plugins/x.lua", "px", "px", "judge"],
  [".emacs.d/init.el", "emacs/init.el", "emacs/init.el", "judge"],
  [".tmux.conf", "tmux/conf", "tmux/conf", "judge"],
  [".config/fish/conf.d/x.fish", "fish/x.fish", "fish/x.fish", "judge"],
  [".config/fish/conf.d", "fish", "fish/y.fish", "judge"],
  [".config/systemd/user/x.service", "units/x.service", "units/x.service", "judge"],
  [".config/systemd/user", "units", "units/y.service", "judge"],
  [".local/bin/ls", "mybin/ls", "mybin/ls", "judge"],
  [".local/bin", "mybin", "mybin/git", "judge"],
  ["bin", "mybin", "mybin/git", "judge"],
  [".config", "config", "config/nvim/init.lua", "judge"],
  [".local", "local", "local/bin/ls", "judge"],
  ["Library/LaunchAgents/x.plist", "agents/x.plist", "agents/x.plist", "judge"],
];

describe("a protected place of home that is a link into the project", () => {
  test.each(LINKED)("~/%s -> %s", async (name, to, written, kind) => {
    link(name, to);
    const by = kind === "ask" ? "safetyCheck" : "offline";
    expect(await writes(written)).toMatchObject({ behavior: "ask", by });
    expect((await here.gate().check(bash(`echo x >> ${written}`))).by).toBe(by);
  });

  test("by two steps, and from inside a directory that is a link", async () => {
    link(".bashrc", "chain/one");
    mkdirSync(here.at("chain"));
    symlinkSync(here.at("chain/rc"), here.at("chain/one"));
    expect((await writes("chain/rc")).behavior).toBe("ask");
    link(".config", "config");
    mkdirSync(here.at("config"));
    symlinkSync(here.at("other-nvim"), here.at("config/nvim"));
    expect((await writes("other-nvim/init.lua")).behavior).toBe("ask");
  });

  test("a link that protects nothing, and files beside the target, stay ordinary", async () => {
    link("notes", "docs");
    link(".bashrc", "shell/bashrc");
    link(".config/some-tool/data.json", "data.json");
    for (const path of ["docs/a.md", "shell/readme.md", "data.json"])
      expect(await writes(path)).toMatchObject({ behavior: "allow", by: "acceptEdits" });
  });
});

describe("git configuration that lies in the project", () => {
  const git = (...args: string[]): void => void execFileSync("git", args, { cwd: here.root });
  const CASES: readonly (readonly [string, () => void, string])[] = [
    ["included by the repository", () => git("config", "include.path", "../shared.gitconfig"), "shared.gitconfig"],
    [
      "included on a condition that does not hold",
      () => git("config", "includeIf.onbranch:other.path", "../other.gitconfig"),
      "other.gitconfig",
    ],
    [
      "included by the person",
      () => writeFileSync(homeFile(".gitconfig"), `[include]\n path = ${here.at("team/git")}\n`),
      "team/git",
    ],
    [
      "included by the person for other repositories",
      () =>
        writeFileSync(homeFile(".config/git/config"), `[includeIf "gitdir:~/work/"]\n path = ~/code/app/work.gitc\n`),
      "work.gitc",
    ],
    [
      "included by what is included",
      () => {
        git("config", "include.path", "../a.inc");
        here.write("a.inc", "[include]\n path = deep/b.inc\n");
      },
      "deep/b.inc",
    ],
  ];
  test.each(CASES)("%s", async (_, prepare, path) => {
    git("init", "-q");
    expect((await writes(path)).behavior).toBe("allow");
    prepare();
    expect(await writes(path)).toMatchObject({ behavior: "ask", by: "safetyCheck" });
    here.write(path, "");
    expect((await here.gate().check(bash(`echo '[core]' >> ${path}`))).by).toBe("safetyCheck");
    expect((await here.gate().check(bash(`mv README.md ${path}`))).by).toBe("safetyCheck");
  });

  test("included by the person, where the project is no repository", async () => {
    writeFileSync(homeFile(".gitconfig"), `[include]\n path = ${here.at("gitc")}\n`);
    expect(await writes("gitc")).toMatchObject({ behavior: "ask", by: "safetyCheck" });
  });
});
