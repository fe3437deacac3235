/** What runs when a directory is entered or a project is opened. */
import type { PlaceRow } from "./row.ts";

export const DIRECTORIES: readonly PlaceRow[] = [
  {
    kind: "judge",
    names: ".lsp/config.edn .joyride *.csproj.user *.fsproj.user *.vbproj.user *.vcxproj.user",
    source:
      "https://clojure-lsp.io/settings, https://github.com/BetterThanTomorrow/joyride, https://learn.microsoft.com/visualstudio/msbuild: read when a project is opened or built",
  },
  { kind: "judge", names: ".env* .envrc .direnv .autoenv*", source: "https://direnv.net/man/direnv.1.html" },
  {
    kind: "judge",
    names:
      ".mise.toml mise.toml .mise.*.toml mise.*.toml .mise .config/mise .config/mise.toml .config/mise.*.toml mise/config.toml mise/config.*.toml mise/conf.d mise/tasks mise-tasks .mise-tasks .tool-versions .rtx.toml .asdfrc",
    source: "https://mise.jdx.dev/configuration.html; https://asdf-vm.com/manage/configuration.html",
  },
  {
    kind: "judge",
    names:
      ".flox .shadowenv.d .ondir .smartcd .hermit hermit.hcl bin/activate-hermit .direnvrc .rvmrc .pkgx.y*ml pkgx.y*ml .tea.y*ml .vfox.toml .prototools .guix .envy .zlocal .localrc .autoexec .dirrc",
    source:
      "https://flox.dev/docs/concepts/activation, https://shopify.github.io/shadowenv, https://cashapp.github.io/hermit and the like: what is set when a directory is entered",
  },
  {
    kind: "judge",
    names:
      ".tmuxinator.y*ml .tmuxp.y*ml .tmuxp.json .smug.y*ml .teamocil .zellij .lando*.y*ml .lando .ddev .docksal .warden .wp-env*.json .okteto okteto.y*ml .garden",
    source:
      "https://github.com/tmuxinator/tmuxinator, https://ddev.readthedocs.io/en/stable/users/configuration/hooks and the like: run when a project's session is started",
  },
  {
    kind: "judge",
    names:
      "shell.nix flake.nix default.nix devenv.nix devenv.yaml devenv.local.* devbox.json flake.lock devenv.lock mise.lock devbox.lock guix.scm manifest.scm channels.scm",
    source:
      "https://devenv.sh, https://www.jetify.com/docs/devbox, https://direnv.net/man/direnv-stdlib.1.html: loaded where direnv enters a directory",
  },
  {
    kind: "judge",
    names:
      ".devcontainer .devcontainer.json devcontainer.json .gitpod.* devfile.yaml .devfile.yaml .replit replit.nix .codesandbox .stackblitzrc",
    source: "https://containers.dev/implementors/json_reference#lifecycle-scripts: run when the project is opened",
  },
  {
    kind: "judge",
    names: ".gitpod .ona .daytona",
    source: "https://ona.com/docs/ona/configuration/tasks-and-services/overview and the manuals of such workspaces",
  },
  {
    kind: "judge",
    names: "conductor.json .conductor",
    source:
      "https://docs.conductor.build/core/conductor-json: set-up scripts of programs that run agents in work trees",
  },
];

export const EDITORS: readonly PlaceRow[] = [
  {
    kind: "judge",
    names: ".vscode *.code-workspace .vs",
    source: "https://code.visualstudio.com/docs/editor/workspace-trust",
  },
  {
    kind: "judge",
    names: ".idea *.ipr *.iws .fleet",
    source: "https://www.jetbrains.com/help/idea/project-security.html",
  },
  { kind: "ask", names: ".zed/settings.json ~config/zed/settings.json", source: "https://zed.dev/docs/ai/mcp" },
  { kind: "judge", names: ".zed ~config/zed", source: "https://zed.dev/docs/tasks" },
  {
    kind: "judge",
    names:
      ".nvim.lua .nvimrc .exrc .vimrc .gvimrc _vimrc _gvimrc .vim .lvimrc .local.vimrc .vimspector.json .neoconf.json .nlsp-settings .lazy.lua .nvim .exrc.lua .projections.json .project.vim coc-settings.json .luarc.json* ~config/nvim",
    source: "https://neovim.io/doc/user/options.html#'exrc'",
  },
  {
    kind: "judge",
    names: ".dir-locals.el .dir-locals-2.el .emacs .emacs.d .spacemacs .doom.d ~config/emacs ~config/doom",
    source: "https://www.gnu.org/software/emacs/manual/html_node/emacs/Directory-Variables.html",
  },
  {
    kind: "judge",
    names:
      "*.sublime-project *.sublime-workspace .helix .kakrc .kak .lite_project.lua .lapce .kateproject .geany *.geany .kdev4 .bloop .metals .phpactor.* .nova .theia .nanorc ~config/helix ~config/kak",
    source: "https://www.sublimetext.com/docs/projects.html, https://docs.helix-editor.com/configuration.html",
  },
  {
    kind: "judge",
    names: ".project .externaltoolbuilders .settings *.xcscheme omnisharp.json pyrightconfig.json .solargraph.yml",
    source: "https://help.eclipse.org (external tool builders), https://microsoft.github.io/pyright",
  },
  {
    kind: "judge",
    names:
      "hie.yaml .hie-bios kls-classpath* kotlinlspclasspath* ols.json veridian.y*ml rust-project.json .bsp buildserver.json rust-analyzer.toml .rust-analyzer.toml .sourcekit-lsp .merlin",
    source:
      "https://haskell-language-server.readthedocs.io/en/latest/configuration.html, https://build-server-protocol.github.io/docs/overview/server-discovery, https://rust-analyzer.github.io/book/configuration.html, https://github.com/swiftlang/sourcekit-lsp: a language server starts what they name",
  },
  {
    kind: "judge",
    names: ".ycm_extra_conf.py .tern-project latexmkrc .latexmkrc",
    source:
      "https://github.com/ycm-core/YouCompleteMe#the-gycm_global_ycm_extra_conf-option and the manuals of these editors",
  },
];
