/** Which variables change what programs do. Names not listed matter when they reach a program. */

/** Code, paths, hosts or options are taken from these. `*` ends a prefix or begins a suffix. */
export const MATTERS: readonly string[] = (
  "PATH CDPATH cdpath IFS ENV BASH_ENV BASHOPTS SHELLOPTS BASH_CMDS BASH_ALIASES PROMPT_COMMAND PS0 PS1 PS2 PS4 BASH_FUNC_* BASH_XTRACEFD EXECIGNORE GLOBIGNORE " +
  "POSIXLY_CORRECT FPATH fpath MODULE_PATH module_path NULLCMD READNULLCMD TMPPREFIX TMPSUFFIX STTY histchars HISTCHARS ZDOTDIR HISTFILE INPUTRC HOME PWD OLDPWD SHELL TMPDIR TMP TEMP XDG_* LD_* DYLD_* GCONV_PATH LOCPATH NLSPATH MALLOC_* GLIBC_TUNABLES " +
  "RES_OPTIONS HOSTALIASES LOCALDOMAIN NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED NODE_REPL_* npm_* NPM_* YARN_* PNPM_* BUN_* DENO_* COREPACK_* " +
  "PYTHON* PIP_* UV_* POETRY_* VIRTUAL_ENV CONDA_* PERL* RUBY* GEM_* BUNDLE_* RAKE* LUA_* PHP_* PHPRC JAVA_* JDK_JAVA_OPTIONS _JAVA_OPTIONS CLASSPATH MAVEN_* GRADLE_* ANT_* " +
  "GOFLAGS GOPATH GOROOT GOPROXY GONOSUMDB GOPRIVATE GOINSECURE GOENV GOBIN GOTOOLCHAIN CC CXX CPP LD AR AS CFLAGS CXXFLAGS LDFLAGS CGO_CFLAGS CGO_LDFLAGS PKG_CONFIG* RUSTC* RUSTFLAGS RUSTUP_* CARGO_* " +
  "MAKEFLAGS MAKEFILES GNUMAKEFLAGS MAKEOVERRIDES CMAKE_* GIT_* SSH_* GPG_* GNUPGHOME SVN_* HG* EMAIL PAGER GIT_PAGER MANPAGER MANOPT LESS LESSOPEN LESSCLOSE LESSKEY* EDITOR VISUAL FCEDIT SUDO_* " +
  "PYENV_* RBENV_* NODENV_* NVM_* VOLTA_* FNM_* ASDF_* MISE_* SDKMAN_* JENV_* PLENV_* GOENV_* TFENV_* HOMEBREW_* NIX_* DEVELOPER_DIR SDKROOT TOOLCHAINS GROFF_* TROFF* MAN* MAGIC SYSTEMD_* TAPE RSYNC_* GCC_* CPATH C_INCLUDE_PATH LIBRARY_PATH COMPILER_PATH CCC_* GETCONF_DIR JUST_* LANGUAGE TEXTDOMAIN* BROWSER OPENER TERMINFO* TERMCAP RIPGREP_CONFIG_PATH FZF_* ACK* BAT_* FD_* LS_COLORS_* GREP_OPTIONS TAR_OPTIONS GZIP BZIP2 XZ_* ZSTD_* UNZIP* ZIPOPT CURL_* WGETRC AWKPATH AWKLIBPATH " +
  "*_PROXY *_proxy SSL_* OPENSSL_* REQUESTS_CA_BUNDLE KRB5* DOCKER_* BUILDKIT_* COMPOSE_* KUBECONFIG KUBE* HELM_* AWS_* AZURE_* ARM_* GOOGLE_* CLOUDSDK_* GCLOUD_* TF_* TERRAFORM_* ANSIBLE_* VAULT_* " +
  "GH_* GITHUB_* GITLAB_* PG* MYSQL_* REDIS* MONGO* DATABASE_URL SQLITE_* ANTHROPIC_* OPENAI_* CLAUDE_* CODEX_* SALLYPORT_* VIM* EXINIT DISPLAY WAYLAND_DISPLAY DBUS_* MAILCHECK MAIL MAILPATH"
).split(" ");

/** These only change looks, words, verbosity or a build's target. */
export const HARMLESS: readonly string[] = (
  "CI NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE COLORTERM TERM COLUMNS LINES LANG LC_* TZ NODE_ENV DEBUG VERBOSE RUST_BACKTRACE RUST_LOG LOG_LEVEL CGO_ENABLED GOOS GOARCH GOARM GOAMD64 " +
  "GOMAXPROCS PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYTHONIOENCODING PYTHONUTF8 PYTHONHASHSEED PY_COLORS GIT_TERMINAL_PROMPT GIT_OPTIONAL_LOCKS GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_AUTHOR_DATE " +
  "GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL GIT_COMMITTER_DATE GIT_MERGE_AUTOEDIT DEBIAN_FRONTEND NPM_CONFIG_COLOR npm_config_loglevel NEXT_TELEMETRY_DISABLED DO_NOT_TRACK HUSKY_SKIP_INSTALL " +
  "TURBO_TELEMETRY_DISABLED ASTRO_TELEMETRY_DISABLED DOTNET_CLI_TELEMETRY_OPTOUT DOTNET_NOLOGO MSYS_NO_PATHCONV SOURCE_DATE_EPOCH TEST_ENV RAILS_ENV RACK_ENV MIX_ENV APP_ENV BABEL_ENV VITEST JEST_WORKER_ID"
).split(" ");

/** True unless the name is known to change nothing but looks. */
export function mattersToPrograms(name: string): boolean {
  return !isListed(name, HARMLESS_TABLE);
}

/** True when the name is one that programs, or the shell itself, take code, paths or hosts from. */
export const isPowerful = (name: string): boolean => !isListed(name, HARMLESS_TABLE) && isListed(name, MATTERS_TABLE);

/** Assigning these changes what the shell itself, zsh included, will run or look up. */
export const SHELL_RUNS: ReadonlySet<string> = new Set(
  (
    "BASH_ENV ENV PROMPT_COMMAND PS0 PS1 PS2 PS4 BASH_CMDS BASH_ALIASES SHELLOPTS BASHOPTS EXECIGNORE " +
    "NULLCMD READNULLCMD PROMPT4 fpath FPATH module_path MODULE_PATH chpwd_functions precmd_functions preexec_functions " +
    "periodic_functions zshaddhistory_functions zshexit_functions zsh_directory_name_functions"
  ).split(" "),
);

/** zsh's own tables: an element, or the whole list, gives a name another meaning. */
export const SHELL_TABLES: ReadonlySet<string> = new Set(
  (
    "functions dis_functions aliases dis_aliases galiases dis_galiases saliases dis_saliases commands builtins options " +
    "modules nameddirs userdirs widgets keymaps dirstack history parameters"
  ).split(" "),
);

/** Integers of bash or zsh: what is assigned to one of them is evaluated. */
export const SHELL_INTEGERS: ReadonlySet<string> = new Set(
  (
    "RANDOM SRANDOM SECONDS LINENO OPTIND HISTCMD BASHPID PPID UID EUID GID EGID SHLVL COLUMNS LINES EPOCHSECONDS " +
    "EPOCHREALTIME TMOUT FUNCNEST HISTSIZE SAVEHIST KEYTIMEOUT LISTMAX LOGCHECK MAILCHECK PERIOD DIRSTACKSIZE BAUD " +
    "ERRNO TRY_BLOCK_ERROR TRY_BLOCK_INTERRUPT ZSH_SUBSHELL TTYIDLE REPORTTIME REPORTMEMORY"
  ).split(" "),
);

const SECRET_WORDS =
  /(?:^|_)(?:KEY|KEYS|TOKEN|TOKENS|SECRET|SECRETS|PASS|PASSWD|PASSWORD|PASSPHRASE|PW|CRED|CREDS|CREDENTIALS?|AUTH|COOKIE|PAT|DSN|PRIVATE|APIKEY|CONNECTION_STRING)(?:$|_)|^(?:DATABASE|REDIS|MONGO|POSTGRES|AMQP)_?UR[IL]$/i;

/** The environment may keep a secret under such a name. */
export const soundsSecret = (name: string): boolean =>
  name !== "SSH_AUTH_SOCK" && (SECRET_WORDS.test(name) || RUN_TOGETHER.test(name));
/** PGPASSWORD, MYSQL_PWD. */
const RUN_TOGETHER = /[A-Z](?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|APIKEY)$|_PWD$/;

interface Table {
  readonly exact: ReadonlySet<string>;
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
}

const tableOf = (names: readonly string[]): Table => ({
  exact: new Set(names.filter((name) => !name.includes("*"))),
  prefixes: names.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1)),
  suffixes: names.filter((name) => name.startsWith("*")).map((name) => name.slice(1)),
});

const MATTERS_TABLE = tableOf(MATTERS);
const HARMLESS_TABLE = tableOf(HARMLESS);

function isListed(name: string, table: Table): boolean {
  return (
    table.exact.has(name) ||
    table.prefixes.some((prefix) => name.startsWith(prefix)) ||
    table.suffixes.some((suffix) => name.endsWith(suffix))
  );
}
