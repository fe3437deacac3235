/**
 * Hidden files of a home directory that hold no secret by their nature. Programs keep their keys there under names of their own, and
 * no table of them is ever whole: so the reading fast path proves only what stands below, and what a project of its own holds. A row
 * is what agents and people look at all day: start files, settings of editors and shells, toolchains and caches, an agent's own notes.
 * What is a credential among it stands in `credential-stores.ts`, and comes first.
 */
import { once } from "../contract/once.ts";
import type { World } from "../contract/world.ts";
import { foldPath, foldSegment } from "./fold.ts";
import { compilePattern, meets, type Pattern, segmentsOf } from "./glob.ts";
import type { Ways } from "./reach.ts";
import { isOfTools } from "./secret-search.ts";

const OF_PROGRAMS: readonly string[] = [
  // Shells, editors, terminals, git.
  ".{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,bash_completion,profile,zshrc,zshenv,zprofile,zlogin,zlogout,inputrc,hushlogin,dircolors}",
  ".{vimrc,gvimrc,ideavimrc,nanorc,emacs,screenrc,tmux.conf,gitconfig,gitmessage*,gitattributes,editorconfig,lesskey,gdbinit,lldbinit}",
  ".{*ignore,*ignore_global,eslintrc*,prettierrc*,stylelintrc*,clang-format,clang-tidy,pylintrc,flake8,rspec,irbrc,pryrc,psqlrc,sqliterc,p10k.zsh,fzf.*}",
  ".{nvmrc,node-version,python-version,ruby-version,tool-versions,xresources,xinitrc,xprofile,xsession}",
  ".{oh-my-zsh,zsh,bash,vim,emacs.d,doom.d,spacemacs.d,tmux,nano,fonts,icons,themes,terminfo,dotfiles}",
  ".config/{nvim,zsh,bash,fish/{config.fish,functions,conf.d,completions},starship.toml,tmux,helix,zed/{settings,keymap}.json,alacritty,kitty,wezterm,ghostty}",
  ".config/git/{config,ignore,attributes}",
  ".config/{Code*,VSCodium*,Cursor*,Windsurf*}/User/{settings.json,keybindings.json,snippets}",
  ".config/{bat,htop,procps,ripgrep,fd,lazygit,direnv,fontconfig,gtk-*,i3,sway,hypr,systemd,autostart,nix,nixpkgs,home-manager,mise,karabiner,aerospace}",
  ".config/{ruff,black,flake8,pycodestyle,pylintrc,rustfmt,clangd,eslint*,prettier*,user-dirs.*,mimeapps.list}",
  // Toolchains, packages and caches.
  ".{cache,rustup,nvm,fnm,volta,pyenv,rbenv,rvm,asdf,sdkman,jenv,goenv,nodenv,bun,deno,npm,npm-global,pnpm-store,pnpm,yarn,node-gyp,krew,linuxbrew}",
  ".cargo/{registry,git,bin,env,env.*,config,config.toml}",
  ".{m2/repository,gradle/caches,gradle/wrapper,gradle/daemon,ivy2/cache,ivy2/local,sbt/boot,gem/ruby,gem/specs,nuget/packages,julia,opam,stack,ghcup,cabal,dotnet,conda,ipython,matplotlib,keras,torch,texlive*}",
  ".{vscode/extensions,vscode-server/extensions,vscode-server/bin,cursor/extensions}",
  ".local/{bin,lib,lib64,include,pipx}",
  ".local/share/{man,applications,fonts,icons,mise,pnpm,fnm,zinit,bash-completion,uv/{python,tools},nvim/{lazy,site,mason}}",
  ".config/yarn/global",
];
/** Of agents: their settings, skills, plans and records, as far as no credential stands there. */
const OF_AGENTS: readonly string[] = [
  ".{claude,codex,gemini,agents,qwen,opencode,cursor,copilot,continue,kilocode,kilo,pi,cline,windsurf,factory,roo,amp,junie,kiro}",
  ".config/{opencode,kilo,goose,crush,amp}",
  ".local/share/{opencode,kilo}/log",
];

const compiled = (rows: readonly string[]): readonly Pattern[] =>
  rows.flatMap((row) => compilePattern(foldPath(`/${row}`)) ?? []);
const ofPrograms = once(() => compiled(OF_PROGRAMS));
const ofAgents = once(() => compiled(OF_AGENTS));

/** Programs put what they were given among what can be thrown away: such a name is no plain one, unless it is source. */
const SPEAKS =
  /(?:^|[._-])(?:auth|oauth2?|tokens?|creds?|credentials?|secrets?|pass|passwd|passwords?|passphrase|cookies?|history|mail|mails|api[_-]?keys?|keyring|wallet|sessions?)(?:[._-]|$)/;
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|pyi|rb|rs|go|java|kt|c|cc|cpp|h|hpp|cs|php|swift|lua|vim|el|fish|z?sh|bash|pl|r|jl|md|mdx|rst|html?|css|svg|png|map|snap|tmpl|adoc|\d)$/;

function speaksOfSecrets(inside: readonly string[]): boolean {
  return !SOURCE.test(inside.at(-1) ?? "") && inside.some((segment) => SPEAKS.test(segment));
}

const OTHER_HOMES: readonly (readonly string[])[] = [["root"], ["home", "*"], ["users", "*"]];

/** A file below a hidden name of some home that is none of the above. What lies in one of `known` is not meant. */
export function isHiddenInHome({ ways, links }: Ways, known: readonly string[], world: Pick<World, "home">): boolean {
  const roots = known.map((path) => segmentsOf(path).map(foldSegment));
  return [...ways, ...links].some((way) => {
    if (roots.some((root) => root.every((segment, i) => way[i] === segment))) return false;
    return [segmentsOf(world.home).map(foldSegment), ...OTHER_HOMES].some((one) => {
      const inside = belowHome(way, one);
      return inside?.[0]?.startsWith(".") === true && !isPlain(inside, world);
    });
  });
}

/** `inside`: folded, seen from a home. */
function isPlain(inside: readonly string[], world: Pick<World, "home">): boolean {
  if (ofAgents().some((pattern) => meets(pattern, inside, false) === "at")) return true;
  if (!ofPrograms().some((pattern) => meets(pattern, inside, false) === "at")) return false;
  return !speaksOfSecrets(inside) || isOfTools(`${world.home}/${inside.join("/")}`, world);
}

/** A hidden file of some home that is plain because programs keep such things there: as plain as what was written into it. */
export function isPlainOfHome(path: string, world: Pick<World, "home">): boolean {
  if (isOfTools(path, world) && !isSettingAmongTools(path, world)) return false;
  const way = segmentsOf(path).map(foldSegment);
  return [segmentsOf(world.home).map(foldSegment), ...OTHER_HOMES].some((home) => {
    const inside = belowHome(way, home);
    if (inside?.[0]?.startsWith(".") !== true) return false;
    return ofPrograms().some((pattern) => meets(pattern, inside, false) === "at");
  });
}

/** Directly in a toolchain's own directory, or where it keeps what it is told: people write there. */
function isSettingAmongTools(path: string, { home }: Pick<World, "home">): boolean {
  const inside = belowHome(segmentsOf(path).map(foldSegment), segmentsOf(home).map(foldSegment));
  return inside?.[0]?.startsWith(".") === true && (inside.length === 2 || OF_SETTINGS.test(inside[1] ?? ""));
}
const OF_SETTINGS = /^(?:etc|config|hooks?|custom|env|_logs)$/;

/** Where people keep what their shells and editors run: words of their own among other people's. */
const OF_PEOPLE =
  /^\.(?:oh-my-zsh\/custom|zsh|bash|vim|emacs\.d|doom\.d|spacemacs\.d|tmux|nano|dotfiles|config\/(?:nvim|zsh|bash|fish|tmux|helix|direnv|mise|systemd))(?:\/|$)/;

export function isWrittenByPeople(path: string, world: Pick<World, "home">): boolean {
  const way = segmentsOf(path).map(foldSegment);
  return [segmentsOf(world.home).map(foldSegment), ...OTHER_HOMES].some((home) =>
    OF_PEOPLE.test(belowHome(way, home)?.join("/") ?? ""),
  );
}

/** Directly in a home, among its settings, or what people keep for their shells and editors: started with, and nobody else's plugins. */
export function isStartFile(path: string, world: Pick<World, "home">): boolean {
  const way = segmentsOf(path).map(foldSegment);
  return [segmentsOf(world.home).map(foldSegment), ...OTHER_HOMES].some((home) => {
    const inside = belowHome(way, home) ?? [];
    const place = inside.join("/");
    return (
      (inside.length === 1 || SETTING.test(place) || OF_PEOPLE.test(place)) &&
      place.startsWith(".") &&
      !OF_OTHERS.test(place)
    );
  });
}
/** What is JSON says its names and values as any other. */
const SETTING = /^\.config\/(?!yarn\/).*(?<!\.jsonc?)$/;
const OF_OTHERS = /\/(?:elpa|straight|quelpa|eln-cache|plugged|bundle)\/|^\.tmux\/plugins\//;

function belowHome(way: readonly string[], home: readonly string[]): readonly string[] | undefined {
  const fits = way.length > home.length && home.every((part, i) => part === "*" || part === way[i]);
  return fits ? way.slice(home.length) : undefined;
}
