/** Texts and links of home that lead into the project: directories they name, programs the person wrote, settings that are links. */
import { mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type StartingProject, startingProject } from "../testing/started.ts";

let here: StartingProject;
beforeEach(() => {
  here = startingProject();
  for (const file of ["zc/known.zsh", "zf/known", "vimrt/plugin/known.vim", "gd/known", "web/a.ts"]) here.write(file);
});
afterEach(() => here.remove());

test.each<[string, string, string]>([
  [".zshrc", "ZSH_CUSTOM=$HOME/code/app/zc\n", "zc/new.zsh"],
  [".zshrc", "fpath=(~/code/app/zf $fpath)\n", "zf/promptinit"],
  [".zshrc", "export ZDOTDIR=~/code/app/zc\n", "zc/deep/new.zsh"],
  [".vimrc", "set rtp+=~/code/app/vimrt\n", "vimrt/plugin/new.vim"],
  [".vimrc", "set runtimepath^=~/code/app/vimrt\n", "vimrt/after/ftplugin/c.vim"],
  [".local/bin/mytool", "#!/bin/sh\nexec sh ~/code/app/c.sh\n", "c.sh"],
  ["bin/mytool", '#!/bin/sh\nexec sh "$HOME/code/app/c.sh"\n', "c.sh"],
  [".local/share/applications/x.desktop", "[Desktop Entry]\nExec=sh ~/code/app/c.sh\n", "c.sh"],
  [".config/Code/User/settings.json", '{"x.command":"${userHome}/code/app/c.sh"}', "c.sh"],
  [".config/Cursor/User/tasks.json", '{"tasks":[{"command":"~/code/app/c.sh"}]}', "c.sh"],
  [".codeium/windsurf/mcp_config.json", '{"mcpServers":{"x":{"command":"~/code/app/c.sh"}}}', "c.sh"],
  [".gnupg/gpg-agent.conf", "pinentry-program $HOME/code/app/c.sh\n", "c.sh"],
  [".ipython/profile_default/startup/00.py", "exec(open('~/code/app/c.py').read())\n", "c.py"],
  [".docker/cli-plugins/docker-x", "#!/bin/sh\nexec ~/code/app/c.sh\n", "c.sh"],
  [".emacs.d/init.el", '(load "~/code/app/c.el")\n', "c.el"],
  [".config/nushell/config.nu", "source ~/code/app/c.nu\n", "c.nu"],
  [".oh-my-zsh/custom/x.zsh", "source ~/code/app/c.zsh\n", "c.zsh"],
  [
    ".local/lib/python3.11/site-packages/boot.pth",
    "import os; exec(open(os.path.expanduser('~/code/app/boot.py')).read())\n",
    "boot.py",
  ],
])("~/%s: %s", async (file, text, started) => {
  expect(await here.by(started)).toBe("acceptEdits");
  here.inHome(file, text);
  expect(await here.by(started)).toBe("offline");
  expect(await here.by("src/a.ts")).toBe("acceptEdits");
});

test("hooks under the person's own core.hooksPath", async () => {
  expect(await here.by("c.sh")).toBe("acceptEdits");
  here.inHome(".gitconfig", "[core]\n\thooksPath = ~/.config/git/hooks\n");
  here.inHome(".config/git/hooks/pre-commit", "#!/bin/sh\nsh ~/code/app/c.sh\nsh tools/d.sh\n");
  expect(await here.by("c.sh")).toBe("offline");
  expect(await here.by("tools/d.sh")).toBe("offline");
  expect(await here.by("src/a.ts")).toBe("acceptEdits");
});

test.each([
  ".config/gdb",
  ".config/direnv",
  ".config/ranger",
  ".hammerspoon",
  ".tmux",
  ".julia/config",
  ".config/zellij/plugins",
  ".local/share/nvim/site",
  ".local/share/unheard-of",
])("~/%s is a link into the project", async (link) => {
  expect(await here.by("gd/new")).toBe("acceptEdits");
  const at = join(here.home, link);
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(here.at("gd"), at);
  expect(await here.by("gd/new")).toBe("offline");
  expect(await here.by("gd/deep/new.lua")).toBe("offline");
  expect(await here.by("src/a.ts")).toBe("acceptEdits");
});

test.each<[string, string]>([
  [".bashrc", "alias w='cd ~/code/app/web'\nexport CDPATH=~/code/app/web\ncd ~/code/app\n"],
  [".bashrc", "export WEB=~/code/app/web\nexport EDITOR=vim\n"],
  [".gitconfig", "[safe]\n\tdirectory = ~/code/app\n[core]\n\teditor = vim\n"],
  [".local/bin/go", "#!/bin/sh\ncd ~/code/app/web && npm start\n"],
])("~/%s: %s starts no code of it", async (file, text) => {
  here.inHome(file, text);
  expect(await here.by("web/new.ts")).toBe("acceptEdits");
});

describe("the project itself is a directory that start files of home search", () => {
  test.each<[string, string, string]>([
    [".vimrc", "set rtp+=~/code/app\n", "plugin/a.vim"],
    [".vimrc", "call plug#begin()\nPlug '~/code/app'\n", "plugin/a.vim"],
    [".zshrc", "fpath=(~/code/app $fpath)\nautoload -Uz greet\n", "greet"],
    [".zshrc", "ZSH_CUSTOM=$HOME/code/app\n", "y.zsh"],
    [".bashrc", 'export PATH="$HOME/code/app:$PATH"\n', "ls"],
    [".emacs", '(add-to-list \'load-path "~/code/app")\n', "a.el"],
  ])("~/%s: %s", async (file, text, started) => {
    expect(await here.by(started)).toBe("acceptEdits");
    here.inHome(file, text);
    expect(await here.by(started)).toBe("offline");
    expect(await here.by("README.md")).toBe("acceptEdits");
  });

  test.each(["alias a='cd ~/code/app'\n", "export APP=~/code/app\n", "hash -d app=~/code/app\n"])(
    "%s",
    async (text) => {
      here.inHome(".zshrc", text);
      for (const file of ["greet", "y.zsh", "plugin/a.vim"]) expect(await here.by(file)).toBe("acceptEdits");
    },
  );
});
