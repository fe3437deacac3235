/**
 * What programs read of a person's configuration to know where to connect, whom to trust and what else to start. A call
 * runs as its words and these files say. Patterns as in rules; a directory stands for what lies in it.
 */
import type { World } from "../contract/world.ts";
import { existingPlaces } from "./existing.ts";
import { growsByItself } from "./grows.ts";
import { absolutePath, realPath } from "./resolve.ts";

interface ConfigurationRow {
  readonly what: string;
  /** Below home, or absolute. */
  readonly paths: readonly string[];
}

const SHELLS = "shells, as they begin";

const CONFIGURATION: readonly ConfigurationRow[] = [
  {
    what: "git",
    paths: [".gitconfig", ".config/git", ".git-credentials", "/etc/gitconfig", "/usr/local/etc/gitconfig"],
  },
  { what: "other version control", paths: [".hgrc", ".config/{hg,jj,sapling}", ".subversion/{config,servers}"] },
  { what: "ssh", paths: [".ssh/{config,config.d,rc,environment}", "/etc/ssh/{ssh_config,ssh_config.d}"] },
  {
    what: "names, proxies and passwords of the network",
    paths: [
      ".{curlrc,wgetrc,wget2rc,netrc,authinfo,lftprc,ncftp,aria2/aria2.conf,hosts}",
      ".config/{curlrc,wget,aria2,lftp,xh,httpie}",
      "/etc/{hosts,resolv.conf,nsswitch.conf,wgetrc,environment}",
    ],
  },
  {
    what: "node's package managers",
    paths: [".{npmrc,yarnrc,yarnrc.yml,bunfig.toml}", ".config/{pnpm,yarn/config,npm}", "/etc/npmrc"],
  },
  {
    what: "python's package managers",
    paths: [
      ".{pypirc,condarc,mambarc,pydistutils.cfg,pip/pip.conf}",
      ".config/{pip,uv,pypoetry,pdm,hatch}",
      "/etc/{pip.conf,uv}",
    ],
  },
  {
    what: "other package managers",
    paths: [
      ".cargo/{config,config.toml,credentials,credentials.toml}",
      ".{gemrc,gem/credentials,bundle/config,hex/hex.config,nuget/NuGet,mix/config.exs}",
      ".m2/{settings.xml,settings-security.xml,extensions.xml}",
      ".{mavenrc,antrc,ant/ant.conf,sbtopts}",
      ".gradle/{gradle.properties,init.gradle,init.gradle.kts,init.d}",
      ".config/{go/env,composer,NuGet,rubygems,containers,dart}",
      ".{composer/config.json,composer/auth.json,sbt/repositories,sbt/1.0,ivy2/.credentials,opam/config,cabal/config,stack/config.yaml}",
    ],
  },
  {
    what: "containers and clusters",
    paths: [
      ".docker/{config.json,daemon.json,contexts/meta,cli-plugins}",
      ".kube/{config,kuberc,configs,config.d}",
      ".config/{helm,argocd,k9s,docker,kustomize}",
      ".{helm/repository,skopeo,buildkit}",
    ],
  },
  {
    what: "clouds",
    paths: [
      ".aws/{config,credentials,cli/alias,models}",
      ".config/gcloud/{active_config,properties,configurations,application_default_credentials.json}",
      ".azure/{config,clouds.config,azureProfile.json}",
      ".{boto,s3cfg,mc/config.json,oci/config,fly/config.yml,terraformrc,tofurc,terraform.d,pulumi/credentials.json,databrickscfg,snowsql/config,edgerc}",
      ".config/{rclone,doctl,hcloud,scw,stripe,ngrok,netlify,heroku,wrangler,.wrangler,linode-cli,configstore/firebase-tools.json}",
      ".local/share/com.vercel.cli",
    ],
  },
  { what: "code hosts", paths: [".config/{gh,hub,glab-cli,tea,lab}", ".{sentryclirc,jira.d}"] },
  {
    what: "databases",
    paths: [
      ".{pg_service.conf,pgpass,psqlrc,my.cnf,mylogin.cnf,mongorc.js,mongoshrc.js,redisclirc,sqliterc,odbc.ini,cqlshrc}",
      ".cassandra/cqlshrc",
      "/etc/my.cnf",
    ],
  },
  { what: "mail", paths: [".{mailrc,msmtprc,muttrc,mutt,forward}", ".config/{msmtp,mutt,neomutt,aerc,himalaya}"] },
  {
    what: "machines",
    paths: [".{ansible.cfg,vagrant.d/Vagrantfile,fabricrc,chef/config.rb,chef/knife.rb}", "/etc/ansible"],
  },
  {
    what: SHELLS,
    paths: [
      ".{bashrc,bash_profile,bash_login,bash_aliases,bash_env,profile,zshenv,zshrc,zprofile,zlogin,kshrc,mkshrc,cshrc,tcshrc}",
      ".config/{fish/config.fish,fish/conf.d,environment.d,nushell}",
      "/etc/{profile,profile.d,bash.bashrc,zsh,zshenv}",
    ],
  },
  {
    what: "interpreters, editors, debuggers and terminals, as they begin",
    paths: [
      ".{vimrc,gvimrc,exrc,nvimrc,vim/vimrc,emacs,emacs.el,emacs.d/init.el,emacs.d/early-init.el,nanorc,inputrc,editrc}",
      ".config/{nvim/init.lua,nvim/init.vim,nvim/lua,nvim/plugin,vim/vimrc,emacs/init.el,emacs/early-init.el,doom,helix,kak,nano}",
      ".{gdbinit,gdbearlyinit,lldbinit,pdbrc,pdbrc.py,rdbgrc,byebugrc,perldb,proverc,perlcriticrc,rspec,gnuplot,latexmkrc}",
      ".{Rprofile,Renviron,irbrc,pryrc,ghci,ocamlinit,utoprc,iex.exs,erlang,octaverc,sbclrc,clisprc,eclrc,guile,tclshrc,psysh.php,pythonrc,pythonrc.py,pythonstartup}",
      ".{ipython/profile_default/startup,ipython/profile_default/ipython_config.py,jupyter/*.py,jupyter/*.json,julia/config,maxima/maxima-init.mac}",
      ".config/{irb,pry,gdb,julia,matplotlib,rspec,psysh,ghc,guile,latexmk,ripgrep,fd,bat,direnv,mise,systemd}",
      ".{tmux.conf,screenrc,gnupg/gpg.conf,gnupg/gpg-agent.conf,parallel/config,ackrc,ripgreprc}",
      ".config/{tmux,zellij/config.kdl,ctags}",
      ".{valgrindrc,ctags,ctags.d,perfconfig,ltrace.conf}",
    ],
  },
];

/** Where interpreters look in home by themselves for what a program imports, or start it before the program. */
const LOADED_FROM_HOME = [
  "{.local/lib,Library/Python,AppData/Roaming/Python}/{*,*/lib/python,*/lib/python*}/site-packages",
  "{.node_modules,.node_libraries,perl5/lib/perl5,.luarocks/share/lua,.julia/dev,.config/composer/vendor,.composer/vendor}",
  "{.gem/ruby,.local/share/gem/ruby}/*/gems",
  "{.vim,.config/vim,.config/nvim,.local/share/nvim/site}/{pack,plugin,autoload,after,ftplugin,ftdetect,lua}",
];

export const loadedFromHome = (world: World): readonly string[] =>
  LOADED_FROM_HOME.flatMap((pattern) => existingPlaces(pattern, world, world.home));

/** Read by programs from the directory they run in upwards, past the project. */
const ABOVE_THE_PROJECT =
  "{.npmrc,.yarnrc,.yarnrc.yml,pnpm-workspace.yaml,bunfig.toml,.cargo/config,.cargo/config.toml,.envrc,.env,.mise.toml,mise.toml,.tool-versions,nuget.config,NuGet.Config,.bazelrc,.terraformrc,gradle.properties,settings.gradle,.ansible.cfg,ansible.cfg,package.json,tsconfig.json,tsconfig.base.json,pyproject.toml,setup.cfg,tox.ini,pytest.ini,conftest.py,.coveragerc,.pylintrc,.flake8,mypy.ini,ruff.toml,.ruff.toml,.eslintrc,.eslintrc.*,eslint.config.*,.prettierrc,.prettierrc.*,prettier.config.*,.babelrc,.babelrc.*,babel.config.*,postcss.config.*,tailwind.config.*,.stylelintrc*,Cargo.toml,rust-toolchain,rust-toolchain.toml,go.work,global.json,Directory.Build.*,Directory.Packages.props,WORKSPACE,MODULE.bazel,Makefile,.rubocop.yml,.ruby-version,Gemfile,.clang-format,.clang-tidy}";

const MAX_FILES = 600;
const MAX_TEXT_BYTES = 1 << 16;
const MAX_WORDS = 2_000;
const MAX_NAME = 500;
/** Start files name histories, caches and whole frameworks: they count themselves, and not what they name. */
const STARTS =
  /\/\.(?:z|bash|k|mk|c|tc)?(?:sh)?(?:rc|env|_profile|profile|_login|login|_aliases|_env)$|\/fish\/|^\/etc\//;
/** What is there of it now, with the files these files name by a path; nothing that grows with use. */
export function configurationFiles(dir: string, world: World): readonly string[] {
  const own = CONFIGURATION.flatMap(({ paths }) =>
    paths.flatMap((path) => existingPlaces(path, world, path.startsWith("/") ? "" : world.home)),
  );
  const above = directoriesAbove(dir).flatMap((at) => existingPlaces(ABOVE_THE_PROJECT, world, at));
  const found = new Set<string>();
  for (const place of [...above, ...own]) addFiles(place, found, world);
  // The set grows while it is walked: what a file names is looked at in turn.
  for (const file of found) for (const named of namedIn(file, world)) addFiles(named, found, world);
  return [...found].sort();
}

/** What shells of the person read as they begin. */
export const startFiles = (world: World): readonly string[] =>
  CONFIGURATION.filter(({ what }) => what === SHELLS)
    .flatMap(({ paths }) => paths.filter((path) => !path.startsWith("/")))
    .flatMap((path) => existingPlaces(path, world, world.home))
    .flatMap((path) =>
      world.stat(path).kind === "directory" ? (world.readDir(path) ?? []).map((name) => `${path}/${name}`) : [path],
    );

function addFiles(path: string, found: Set<string>, world: World): void {
  if (found.size >= MAX_FILES || found.has(path) || growsByItself(path)) return;
  const { kind } = world.stat(path);
  if (kind !== "directory") found.add(path);
  // No program reads its configuration from where git keeps its own, unless it is named.
  else if (!path.endsWith("/.git"))
    for (const name of world.readDir(path) ?? []) addFiles(`${path}/${name}`, found, world);
}

function directoriesAbove(dir: string): readonly string[] {
  const parts = dir.split("/");
  return parts.map((_, n) => parts.slice(0, parts.length - n).join("/"));
}

/** A word of a file that is a path of something there, as a pattern too. Directories are only mentioned, not read. */
function namedIn(file: string, world: World): readonly string[] {
  const bytes = STARTS.test(file) ? undefined : world.readFile(file, MAX_TEXT_BYTES);
  const text = bytes === undefined ? "" : new TextDecoder().decode(bytes);
  if (text.includes("\0")) return [];
  const words = new Set(text.replaceAll(/\$(?:HOME\b|\{HOME\})/g, "~").split(/[\s"'`=,;()<>[\]@!]+/));
  return [file, realPath(file, world).path].flatMap((from) => {
    const dir = from.slice(0, from.lastIndexOf("/"));
    return [...words].slice(0, MAX_WORDS).flatMap((word) => placesNamed(word, dir, world));
  });
}

function placesNamed(word: string, dir: string, world: World): readonly string[] {
  if (word === "" || word.length > MAX_NAME || word.endsWith("/")) return [];
  const path = absolutePath(word, dir, world);
  const places = /[*?]/.test(word) ? existingPlaces(path, world) : [path];
  return places.filter((place) => world.stat(place).kind === "file");
}
