/**
 * What of a home directory is there in `work`. A name that stands in no row is not there: adding a toolchain or a cache is
 * one row. Patterns as in rules, below `~/`; rows that name nothing on a machine cost nothing.
 */

/** Toolchains, what they have downloaded, and configuration without secrets: there, for reading. */
export const SHOWN_IN_HOME: readonly { readonly what: string; readonly paths: readonly string[] }[] = [
  { what: "programs of one's own", paths: ["bin", ".local/bin", ".local/lib", ".local/opt", ".local/share/man"] },
  {
    what: "node and its package managers",
    paths: [
      ".{nvm,fnm,volta,nodenv,nodebrew,n,npm-global,npm-packages,node_modules,bun,deno}",
      ".local/share/{fnm,pnpm,nvm,corepack}",
      ".local/state/fnm_multishells",
      ".cache/{node/corepack,ms-playwright,ms-playwright-go,puppeteer,Cypress,electron,prisma,deno,esbuild}",
      ".config/{yarn/global,pnpm/rc}",
      ".yarn/{berry/cache,releases}",
    ],
  },
  {
    what: "python",
    paths: [
      ".{pyenv,virtualenvs,pipx,rye,pixi,conda/envs,conda/pkgs}",
      "{miniconda3,anaconda3,miniforge3,mambaforge}",
      ".local/share/{uv,pipx,virtualenvs,pypoetry,hatch,rtx,pdm}",
      ".local/pipx",
      ".cache/{pypoetry/virtualenvs,huggingface,torch,nltk_data,pre-commit}",
      "nltk_data",
    ],
  },
  { what: "rust", paths: [".rustup", ".cargo/{bin,registry,git,env,config,config.toml}"] },
  { what: "go", paths: ["go", ".go", "sdk", ".config/go/env", ".local/share/go"] },
  {
    what: "java and its relatives",
    paths: [
      ".{sdkman,jenv,jabba,jdks,konan,ivy2/cache,sbt/boot,clojure,coursier}",
      ".m2/{repository,wrapper}",
      ".gradle/{wrapper,jdks}",
      ".cache/coursier",
    ],
  },
  {
    what: "ruby, php, perl, lua",
    paths: [
      ".{rbenv,rvm,gem,phpenv,phpbrew,plenv,perlbrew,cpanm,luarocks,luaver}",
      ".local/share/gem",
      ".bundle/{cache,plugin}",
      ".composer/vendor",
      ".config/composer/vendor",
      "perl5",
    ],
  },
  {
    what: "others",
    paths: [
      ".{asdf,proto,tool-versions,dotnet,ghcup,cabal/bin,cabal/packages,cabal/store,stack,opam,juliaup,julia,pub-cache}",
      ".{foundry,elan,mix,hex,kerl,kiex,swiftpm,swiftenv,zvm,zigup,roswell,nimble,choosenim,dub,nix-profile,nix-defexpr}",
      ".local/{share/mise,share/zinit,state/nix,share/swiftly}",
      ".nuget/packages",
      "{flutter,fvm}",
      "Android/Sdk",
      ".config/{mise,flutter}",
    ],
  },
  {
    what: "configuration",
    paths: [".gitconfig", ".config/git/{config,ignore,attributes}", ".gitignore", ".gitignore_global", ".editorconfig"],
  },
  { what: "what an agent was taught to run", paths: [".claude/skills"] },
];

/** Written by tools: a directory of the project's own stands in their place and is kept for its next call. */
export const PRIVATE_IN_HOME: readonly string[] = [
  ".cache",
  ".npm",
  ".config",
  ".local/share",
  ".local/state",
  ".gradle",
];

/** Below other people's homes nothing is there but these. */
export const SHOWN_BESIDE_HOME: readonly string[] = ["/home/linuxbrew"];

/** Of `/run`, which is empty inside. */
export const SHOWN_IN_RUN: readonly string[] = ["/run/current-system", "/run/opengl-driver", "/run/booted-system"];

/** Tools' scratch below protected directories of the project, in `work`. */
export interface ScratchRow {
  /** The protected directory, at any depth. */
  readonly below: string;
  readonly name: string;
  /** The scratch is needed where this lies in the same directory; null: always. */
  readonly usedBy: string | null;
  /** It holds what cannot be made anew without network: a copy, not an empty directory. */
  readonly copied: boolean;
}

export const SCRATCH: readonly ScratchRow[] = [
  { below: "node_modules", name: ".cache", usedBy: null, copied: false },
  { below: "node_modules", name: ".vite", usedBy: "vite", copied: false },
  { below: "node_modules", name: ".vite-temp", usedBy: "vite", copied: false },
  { below: "node_modules", name: ".vitest", usedBy: "vitest", copied: false },
  { below: "node_modules", name: ".tmp", usedBy: "typescript", copied: false },
  { below: "node_modules", name: ".astro", usedBy: "astro", copied: false },
  { below: ".yarn", name: "cache", usedBy: "cache", copied: true },
];

/** Of the project's `.env*`: these say which variables there are, not what is in them. */
export const ENV_TEMPLATES = /\.(?:example|sample|template|dist|defaults|schema)$/;

/** Of a git directory: what git's own forward commands never write, and what would run or lead elsewhere later. */
export const GIT_HELD: readonly string[] = [
  "hooks",
  "config*",
  "info",
  "modules",
  "worktrees",
  "commondir",
  "gitdir",
  "objects/info/alternates",
  "rebase-*",
  "sequencer",
];
