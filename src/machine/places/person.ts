/** What runs when the person logs in or opens a shell. */
import type { PlaceRow } from "./row.ts";

export const SHELLS: readonly PlaceRow[] = [
  {
    kind: "judge",
    names: ".bashrc .bash_profile .bash_login .bash_logout .bash_aliases .bash_completion .profile .bash_env",
    source: "https://www.gnu.org/software/bash/manual/html_node/Bash-Startup-Files.html",
  },
  {
    kind: "judge",
    names:
      "~/.bash ~/.bashrc.d ~/.bash.d ~/.bash_functions ~/.bash_completion.d ~/.zsh ~/.zshrc.d ~/.zsh.d ~/.zfunc ~/.zsh_aliases ~/.zsh_functions ~/.aliases ~/.exports ~/.functions ~/.extra ~/.path ~/.shell ~/.profile.d",
    source: "https://github.com/mathiasbynens/dotfiles and the like: what start files read, by custom",
  },
  {
    kind: "judge",
    names:
      ".zshrc .zshenv .zprofile .zlogin .zlogout .zpreztorc .zimrc .p10k.zsh .oh-my-zsh .zinit .antigen ~config/zsh",
    source: "https://zsh.sourceforge.io/Doc/Release/Files.html",
  },
  {
    kind: "judge",
    names:
      ".kshrc .mkshrc .shrc .shinit .ashrc .yashrc .yash_profile .cshrc .tcshrc .login .logout .xonshrc .oshrc .rcrc",
    source: "https://man.openbsd.org/ksh.1, https://man.openbsd.org/csh.1 and the like",
  },
  {
    kind: "judge",
    names:
      "config.fish ~config/fish ~config/nushell ~config/elvish ~config/xonsh microsoft.powershell_profile.ps1 profile.ps1",
    source: "https://fishshell.com/docs/current/language.html#configuration, about_Profiles",
  },
  {
    kind: "judge",
    names:
      ".inputrc .screenrc .tmux.conf .byobu ~config/tmux ~config/starship.toml ~config/kitty ~config/wezterm .wezterm.lua",
    source: "https://man.openbsd.org/tmux.1, https://starship.rs/config",
  },
  {
    kind: "judge",
    names:
      ".pythonrc .pythonrc.py .pythonstartup .ipython .jupyter ipython_config.py jupyter_*_config.* jupyter_config.* .irbrc .pryrc .rprofile .renviron .ghci .ocamlinit .utoprc .iex.exs .erlang .octaverc .tclshrc .perldb",
    source: "https://docs.python.org/3/using/cmdline.html#envvar-PYTHONSTARTUP and the manuals of these interpreters",
  },
  {
    kind: "judge",
    names:
      ".byebugrc .rdbgrc .pdbrc.py .psysh.php startup.m finish.m pathdef.m .gdbearlyinit jdb.ini rootlogon.c rootalias.c profile.do spice.rc scilab.ini autoexec.sas login.sql xschemrc pymolrc*",
    source:
      "https://github.com/deivid-rodriguez/byebug, https://github.com/ruby/debug, https://psysh.org, https://www.mathworks.com/help/matlab/ref/startup.html: run when a debugger or a shell is started there",
  },
  {
    kind: "judge",
    names: ".gdbinit .lldbinit .sqliterc .psqlrc .myclirc .pgclirc",
    source: "https://sourceware.org/gdb/current/onlinedocs/gdb.html/Init-File-in-the-Current-Directory.html",
  },
];

export const SESSIONS: readonly PlaceRow[] = [
  {
    kind: "judge",
    names: ".xprofile .xinitrc .xsession .xsessionrc .xserverrc .pam_environment .xmonad .fluxbox",
    source: "https://www.x.org/releases/current/doc/man/man1/xinit.1.xhtml",
  },
  { kind: "judge", names: "~config/autostart", source: "https://specifications.freedesktop.org/autostart-spec" },
  {
    kind: "judge",
    names: "~config/systemd ~/.local/share/systemd ~config/environment.d",
    source: "https://www.freedesktop.org/software/systemd/man/systemd.unit.html",
  },
  {
    kind: "judge",
    names:
      "~config/sway ~config/i3 ~config/hypr ~config/bspwm ~config/openbox ~config/awesome ~config/qtile ~config/niri ~config/plasma-workspace",
    source: "https://i3wm.org/docs/userguide.html#_automatically_starting_applications and the like",
  },
  {
    kind: "judge",
    names: "~/Library/LaunchAgents ~/.local/bin ~/bin",
    source: "https://developer.apple.com/library/archive/documentation/MacOSX (launchd); file-hierarchy(7)",
  },
  {
    kind: "judge",
    names:
      "~/go/bin ~/.bun/bin ~/.deno/bin ~/.volta/bin ~/.nvm ~/.pyenv/shims ~/.rbenv/shims ~/.asdf/shims ~/.npm-global/bin ~/.local/share/mise/shims",
    source: "https://go.dev/doc/install, https://github.com/nvm-sh/nvm and the like: where programs are found by name",
  },
  { kind: "judge", names: "~/.ssh", source: "https://man.openbsd.org/ssh_config, https://man.openbsd.org/sshd#SSHRC" },
  {
    kind: "judge",
    names: "~/.gnupg ~/.docker ~/.kube ~/.aws ~/.mailcap ~/.forward ~/.procmailrc",
    source: "https://www.gnupg.org/documentation and the like: programs named in them are started",
  },
  {
    kind: "judge",
    names: "/etc /var/spool/cron /var/spool/at /boot /usr/local/etc",
    source: "https://man7.org/linux/man-pages/man7/hier.7.html",
  },
  {
    kind: "judge",
    names:
      "/bin /sbin /lib /lib32 /lib64 /libx32 /usr/bin /usr/sbin /usr/lib /usr/lib32 /usr/lib64 /usr/libx32 /usr/libexec /usr/local/bin /usr/local/sbin /usr/local/lib /usr/local/libexec /usr/games",
    source:
      "https://refspecs.linuxfoundation.org/FHS_3.0/fhs/index.html: the programs everybody starts by name, what they load and what they start",
  },
  {
    kind: "judge",
    names:
      "/opt/homebrew /home/linuxbrew /opt/local /snap /nix /Library /System /Applications /usr/share/bash-completion /usr/share/zsh /usr/share/fish /usr/share/applications /usr/local/share/bash-completion /usr/local/share/zsh /usr/local/share/fish",
    source:
      "https://docs.brew.sh/Installation, https://www.macports.org, https://nixos.org: the same where others install",
  },
];
