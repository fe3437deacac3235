/** Start and editor files of home with a secret in a language of their own: reading them is not proven; the ordinary ones are read all day. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bash, call, type Project, project } from "../testing/index.ts";

const V = "zq9PlainSecretValue77";

const TELLING: readonly (readonly [string, string])[] = [
  [".emacs.d/init.el", `(setenv "OPENAI_API_KEY" "${V}")\n`],
  [".emacs.d/lisp/ai.el", `(setq gptel-api-key "${V}")\n`],
  [".emacs", `(setq auth-password "${V}")\n`],
  [".doom.d/config.el", `(setq forge-token\n  "${V}")\n`],
  [".tmux.conf", `set-environment -g API_TOKEN ${V}\n`],
  [".config/tmux/tmux.conf", `setenv -g API_TOKEN ${V}\n`],
  [".profile", `launchctl setenv API_TOKEN ${V}\n`],
  [".config/fish/config.fish", `set --export --global API_TOKEN ${V}\n`],
  [".config/fish/conf.d/gh.fish", `set -gx GH_PAT ${V}\n`],
  [".bashrc", `printf -v API_TOKEN %s ${V}\n`],
  [".bash_profile", `read -r API_TOKEN <<< ${V}\n`],
  [".zshrc", `tokens=(github ${V})\n`],
  [".zshenv", `secrets[github]=${V}\n`],
  [".zprofile", `export HF_TOK=${V}\n`],
  [".oh-my-zsh/custom/mine.zsh", `typeset -A tokens=([github]=${V})\n`],
  [".vimrc", `let $OPENAI_API_KEY = '${V}'\n`],
  [".config/nvim/init.lua", `vim.fn.setenv("OPENAI_API_KEY", "${V}")\n`],
  [".xprofile", `systemctl --user set-environment API_TOKEN=${V}\n`],
  [".config/hypr/hyprland.conf", `env = API_TOKEN,${V}\n`],
  [".config/i3/config", `exec --no-startup-id launch --with token ${V}\n`],
  [".screenrc", `setenv API_TOKEN ${V}\n`],
];
const PLAIN: readonly (readonly [string, string])[] = [
  [".bash_aliases", "alias token='gh auth token'\nalias ll='ls -l'\n"],
  [".zlogin", "source ~/.secrets\nexport GPG_TTY=$(tty)\n"],
  [".inputrc", "set completion-ignore-case on\n"],
  [".emacs.d/early-init.el", '(setq auth-sources \'("~/.authinfo.gpg"))\n(setq password-cache-expiry 3600)\n'],
  [".config/fish/conf.d/env.fish", "set -gx GITHUB_TOKEN (gh auth token)\nset -gx EDITOR nvim\n"],
  [".config/nvim/lua/keys.lua", 'vim.g.openai_api_key = os.getenv("OPENAI_API_KEY")\n'],
  [".vim/colors/mine.vim", "hi Token ctermfg=204 guifg=#E06C75\n"],
  [".config/hypr/hyprpaper.conf", "wallpaper = DP-1,~/pictures/a1b2c3d4e5.png\n"],
  [".config/kitty/kitty.conf", "env SSH_AUTH_SOCK=$XDG_RUNTIME_DIR/ssh-agent.socket\ncolor4 #5f87d7\n"],
  [".p10k.zsh", "typeset -g POWERLEVEL9K_GOOGLE_APP_CRED_DEFAULT_FOREGROUND=32\n"],
  [".gitconfig", "[user]\n\tname = a\n\tsigningkey = 3AA5C34371567BD2\n[credential]\n\thelper = cache\n"],
];

let here: Project;
beforeAll(() => {
  here = project();
  for (const [path, text] of [...TELLING, ...PLAIN]) {
    mkdirSync(dirname(join(here.home, path)), { recursive: true });
    writeFileSync(join(here.home, path), text);
  }
});
afterAll(() => here.remove());

const isProven = async (path: string): Promise<readonly boolean[]> =>
  Promise.all(
    [
      bash(`cat ~/${path}`),
      bash(`grep -n . ~/${path}`),
      bash(`tail -n 5 ~/${path}`),
      call("Read", { file_path: join(here.home, path) }),
    ].map(async (action) => /^(?:readOnly|safeTool)$/.test((await here.gate().check(action)).by)),
  );

describe("held", () => {
  test.each(TELLING)("%s", async (path) => {
    expect(await isProven(path)).toEqual([false, false, false, false]);
  });
});

describe("everyday", () => {
  test.each(PLAIN)("%s", async (path) => {
    expect(await isProven(path)).toEqual([true, true, true, true]);
  });
});
