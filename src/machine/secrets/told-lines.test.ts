/** Start files of shells and editors: what tells a secret, and what people have in there all day. */
import { describe, expect, test } from "vitest";
import { tellsSecret } from "./told-lines.ts";

const V = "zq9PlainSecretValue77";

describe("told", () => {
  test.each([
    `(setenv "OPENAI_API_KEY" "${V}")`,
    `vim.g.openai_key = "${V}"`,
    `(setq gptel-api-key "${V}")`,
    `(setq gptel-api-key\n      "${V}")`,
    `(setq auth-password "${V}")`,
    '(setq auth-password "hunter22")',
    `(setq my/secrets '((github . "${V}")))`,
    `(custom-set-variables '(slack-token "${V}"))`,
    `set-environment -g API_TOKEN ${V}`,
    `setenv -g API_TOKEN ${V}`,
    `set-environment -g API_TOKEN \\\n  ${V}`,
    `launchctl setenv API_TOKEN ${V}`,
    `launchctl setenv DB_PASSWORD hunter22`,
    `set --export --global API_TOKEN ${V}`,
    `set -gx GH_PAT ${V}`,
    `set -Ux HF_TOK ${V}`,
    `export HF_TOK=${V}`,
    `printf -v API_TOKEN %s ${V}`,
    `read -r API_TOKEN <<< ${V}`,
    `tokens=(github ${V})`,
    `tokens=(\n  github ${V}\n  gitlab x\n)`,
    `declare -A secrets\nsecrets[github]=${V}`,
    `typeset -A tokens=([github]=${V})`,
    `let $OPENAI_API_KEY = '${V}'`,
    `let g:vim_ai_token = '${V}'`,
    `vim.g.openai_api_key = "${V}"`,
    `vim.fn.setenv("OPENAI_API_KEY", "${V}")`,
    `alias deploy='API_TOKEN=${V} ./deploy'`,
    `alias login="mysql --password ${V}"`,
    "set -gx API_TOKEN 0a1b2c3d4e5f60718293a4b5c6d7e8f9",
    "set -gx API_TOKEN 3f2b8c1a-9d4e-4f6a-8b2c-1d3e5f7a9b0c",
    "setenv API_TOKEN aB3x-Kd9f-2Lm8-Qw7z",
    "setenv API_TOKEN 1234567890",
    `# the token is ${V}`,
    `systemctl --user set-environment API_TOKEN=${V}`,
    `dbus-update-activation-environment API_TOKEN=${V}`,
    `abbr --add ghtoken 'echo token ${V}'`,
  ])("%s", (text) => {
    expect(tellsSecret(text)).toBe(true);
  });
});

const DEBIAN_BASHRC = String.raw`# ~/.bashrc: executed by bash(1) for non-login shells.
# see /usr/share/doc/bash/examples/startup-files (in the package bash-doc)
case $- in
    *i*) ;;
      *) return;;
esac
HISTCONTROL=ignoreboth
shopt -s histappend
HISTSIZE=1000
HISTFILESIZE=2000
[ -x /usr/bin/lesspipe ] && eval "$(SHELL=/bin/sh lesspipe)"
if [ -z "\${debian_chroot:-}" ] && [ -r /etc/debian_chroot ]; then
    debian_chroot=$(cat /etc/debian_chroot)
fi
case "$TERM" in
    xterm-color|*-256color) color_prompt=yes;;
esac
if [ "$color_prompt" = yes ]; then
    PS1='\${debian_chroot:+($debian_chroot)}\[\033[01;32m\]\u@\h\[\033[00m\]:\[\033[01;34m\]\w\[\033[00m\]\$ '
fi
#export GCC_COLORS='error=01;31:warning=01;35:note=01;36:caret=01;32:locus=01:quote=01'
alias ll='ls -alF'
alias alert='notify-send --urgency=low -i "$([ $? = 0 ] && echo terminal || echo error)" "$(history|tail -n1|sed -e '\''s/^\s*[0-9]\+\s*//;s/[;&|]\s*alert$//'\'')"'
`;
const DEBIAN_PROFILE = `# ~/.profile: executed by the command interpreter for login shells.
#umask 022
if [ -n "$BASH_VERSION" ]; then
    if [ -f "$HOME/.bashrc" ]; then
        . "$HOME/.bashrc"
    fi
fi
if [ -d "$HOME/.local/bin" ] ; then
    PATH="$HOME/.local/bin:$PATH"
fi
`;
const OH_MY_ZSH = `# If you come from bash you might have to change your $PATH.
# export PATH=$HOME/bin:$HOME/.local/bin:/usr/local/bin:$PATH
export ZSH="$HOME/.oh-my-zsh"
# See https://github.com/ohmyzsh/ohmyzsh/wiki/Themes
ZSH_THEME="robbyrussell"
# ZSH_THEME_RANDOM_CANDIDATES=( "robbyrussell" "agnoster" )
# zstyle ':omz:update' frequency 13
# COMPLETION_WAITING_DOTS="true"
# HIST_STAMPS="mm/dd/yyyy"
plugins=(git docker kubectl 1password aws zsh-autosuggestions)
source $ZSH/oh-my-zsh.sh
# export ARCHFLAGS="-arch $(uname -m)"
`;
const TMUX = `set -g default-terminal "tmux-256color"
set -ga terminal-overrides ",xterm-256color:Tc"
set -g prefix C-a
bind-key -T copy-mode-vi y send-keys -X copy-pipe-and-cancel "xclip -selection clipboard"
set -g status-right '#[fg=colour233,bg=colour241,bold] %d/%m #[fg=colour233,bg=colour245,bold] %H:%M:%S '
set -g update-environment "DISPLAY SSH_ASKPASS SSH_AUTH_SOCK SSH_AGENT_PID SSH_CONNECTION"
set-environment -g SSH_AUTH_SOCK $HOME/.ssh/ssh_auth_sock
set -g @plugin 'tmux-plugins/tpm'
`;
const VIMRC = `set nocompatible
let mapleader = ","
Plug 'junegunn/fzf', { 'do': { -> fzf#install() } }
let g:airline_theme = 'base16_default'
let g:openai_api_key = $OPENAI_API_KEY
let g:gist_token_file = expand('~/.gist-token2')
hi Token ctermfg=204 guifg=#E06C75 guibg=#1E1E2EFF
autocmd BufRead,BufNewFile ~/.secrets* setlocal noswapfile nobackup
`;
const INIT_EL = `(require 'package)
(add-to-list 'package-archives '("melpa" . "https://melpa.org/packages/") t)
(setq auth-sources '("~/.authinfo.gpg" "~/.netrc"))
(setq password-cache-expiry 3600)
(setq gptel-api-key (getenv "OPENAI_API_KEY"))
(setq gptel-api-key
      (lambda () (auth-source-pick-first-password :host "api.openai.com")))
(custom-set-variables
 '(custom-safe-themes '("2dc03dfb67fbcb7d9c487522c29b7582da20766c9998aaad5e5b63b5c27eec3f" default))
 '(package-selected-packages '(magit password-store auth-source-pass oauth2 org-roam lsp-mode web-mode)))
(use-package password-store :ensure t :bind (("C-c p" . password-store-copy)))
(set-face-attribute 'default nil :font "JetBrains Mono-12")
`;
const FISH = `if status is-interactive
    set -gx EDITOR nvim
    fish_add_path ~/.cargo/bin
    set -gx GPG_TTY (tty)
    set -gx GITHUB_TOKEN (gh auth token)
    set -gx AWS_SECRET_ACCESS_KEY (op read "op://Private/7h2kx9pl3q4r/secret key")
    set -gx OPENAI_API_KEY (cat ~/.config/openai/key2)
    set fish_color_command 5f87d7
    abbr -a k kubectl
end
`;

describe("ordinary", () => {
  test.each([
    ["Debian's .bashrc", DEBIAN_BASHRC],
    ["Debian's .profile", DEBIAN_PROFILE],
    ["the template of oh-my-zsh", OH_MY_ZSH],
    [".tmux.conf", TMUX],
    [".vimrc", VIMRC],
    ["init.el", INIT_EL],
    ["config.fish", FISH],
  ])("%s", (_, text) => {
    expect(text.split("\n").filter(tellsSecret)).toEqual([]);
    expect(tellsSecret(text)).toBe(false);
  });

  test.each([
    "export GPG_TTY=$(tty)",
    "alias token='gh auth token'",
    "alias tok='gh auth token | pbcopy'",
    "source ~/.secrets",
    "[ -f ~/.secrets2/env ] && . ~/.secrets2/env",
    "unset GITHUB_TOKEN\nzinit ice ver'a1b2c3d4e5f6'",
    'export GITHUB_TOKEN="$(gh auth token)"',
    'export ANTHROPIC_API_KEY=$(security find-generic-password -a "$USER" -s anthropic_api_key -w)',
    'export NPM_TOKEN="$' + '{NPM_TOKEN:-}"',
    "export NPM_TOKEN=`cat ~/.npm_token`",
    "export PASSWORD_STORE_DIR=~/.password-store2",
    'export SSH_AUTH_SOCK="$HOME/Library/Group Containers/2BUA8C4S2C.com.1password/t/agent.sock"',
    "alias ecr='aws ecr get-login-password --region us-east-1 | docker login --username AWS --password-stdin 123456789012.dkr.ecr.us-east-1.amazonaws.com'",
    "alias genpw='openssl rand -base64 32'",
    "# Get a token at https://github.com/settings/tokens/1a2b3c4d5e",
    "# rotated the token 20240115",
    "get_token() {\n  curl -s localhost:8080/token | jq -r .access_token\n}",
    "token () { kubectl -n kube-system get secret -o json | jq -r '.items[0].data.token' | base64 -d; }",
    "compdef _pass pass",
    "zstyle ':completion:*' secret-menu select=2",
    "export VAULT_TOKEN_HELPER=python311",
    "set -g @token_colour '#a1b2c3'",
    "bindkey -s '^p' 'pass show -c site\\n'",
  ])("%s", (text) => {
    expect(tellsSecret(text)).toBe(false);
  });
});
