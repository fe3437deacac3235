/**
 * Variables of the environment an agent runs commands in, which a repository can set (an agent's project settings, direnv), and
 * with which a program that only reads runs code, follows another configuration or works somewhere else. Only names are told of
 * them; a few are told with their value, because everybody has them and only elsewhere are they odd.
 */

interface VariableRow {
  /** Null: the shell itself, and so every command. */
  readonly programs: readonly string[] | null;
  readonly names: readonly string[];
}

const words = (text: string): readonly string[] => text.split(/\s+/);

const NODE = words("node npm npx pnpm yarn tsc corepack eslint prettier");
const PYTHON = words("python python3 pip pip3 uv");

/** `ENV`, `PROMPT_COMMAND` and the like are for shells that somebody types into; pagers and editors need a terminal. */
const ROWS: readonly VariableRow[] = [
  {
    programs: null,
    names: words(
      `HOME BASH_ENV ZDOTDIR SHELLOPTS BASHOPTS GLOBIGNORE EXECIGNORE POSIXLY_CORRECT
       ENV IFS PS4 FPATH LOCPATH NLSPATH LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES GCONV_PATH
       CLAUDE_CODE_SHELL_PREFIX CLAUDE_CODE_SHELL CLAUDE_ENV_FILE`,
    ),
  },
  { programs: ["cd"], names: ["CDPATH"] },
  {
    programs: words("git rtk gh"),
    names: words(
      `GIT_DIR GIT_WORK_TREE GIT_COMMON_DIR GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_NAMESPACE
       GIT_DISCOVERY_ACROSS_FILESYSTEM GIT_CONFIG GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS
       GIT_EXEC_PATH GIT_EXTERNAL_DIFF GIT_TEMPLATE_DIR GIT_ATTR_SOURCE GIT_REPLACE_REF_BASE GIT_GRAFT_FILE GIT_SHALLOW_FILE
       GIT_LITERAL_PATHSPECS GIT_GLOB_PATHSPECS GIT_NOGLOB_PATHSPECS GIT_ICASE_PATHSPECS GIT_PREFIX GIT_SSH GIT_PROXY_COMMAND
       GIT_TRACE GIT_TRACE_SETUP GIT_TRACE_PERFORMANCE GIT_TRACE_PACKET GIT_TRACE_PACKFILE GIT_TRACE_PACK_ACCESS
       GIT_TRACE_SHALLOW GIT_TRACE_REFS GIT_TRACE_FSMONITOR GIT_TRACE_CURL GIT_TRACE2 GIT_TRACE2_EVENT GIT_TRACE2_PERF
       XDG_CONFIG_HOME`,
    ),
  },
  { programs: ["rg"], names: ["RIPGREP_CONFIG_PATH"] },
  { programs: words("grep egrep fgrep"), names: ["GREP_OPTIONS"] },
  { programs: ["docker"], names: words("http_proxy https_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY all_proxy") },
  { programs: ["kubectl"], names: words("KUBECONFIG KUBECTL_EXTERNAL_DIFF") },
  { programs: NODE, names: words("NODE_OPTIONS NODE_V8_COVERAGE") },
  {
    programs: words("npm npx pnpm yarn"),
    names: words(
      `npm_config_userconfig npm_config_globalconfig npm_config_registry
       NPM_CONFIG_USERCONFIG NPM_CONFIG_GLOBALCONFIG NPM_CONFIG_REGISTRY`,
    ),
  },
  {
    programs: PYTHON,
    names: words(
      `PYTHONPATH PYTHONHOME PYTHONUSERBASE PYTHONPYCACHEPREFIX XDG_CONFIG_HOME
       PIP_CONFIG_FILE PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_PYTHON PIP_LOG UV_PYTHON UV_CONFIG_FILE`,
    ),
  },
  { programs: ["curl"], names: words("XDG_CONFIG_HOME http_proxy all_proxy ALL_PROXY HTTP_PROXY SSLKEYLOGFILE") },
  { programs: ["terraform"], names: words("TF_CLI_CONFIG_FILE TF_CLI_ARGS TF_DATA_DIR") },
  { programs: words("go gofmt"), names: words("GOFLAGS GOENV GOTOOLCHAIN GOROOT") },
  { programs: words("cargo rustc"), names: words("CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN RUSTC_WRAPPER") },
  { programs: words("ruby gem bundle"), names: words("RUBYOPT RUBYLIB") },
  { programs: ["perl"], names: words("PERL5OPT PERL5LIB") },
  { programs: words("java javac mvn gradle"), names: words("JAVA_TOOL_OPTIONS _JAVA_OPTIONS") },
];

/**
 * Told with their values, in this order: places of the shell and of programs, which are the person's where they lie in home, and the
 * options every bash sets for itself.
 */
export const PLACED_VARIABLES = ["HOME", "XDG_CONFIG_HOME", "ZDOTDIR", "BASH_ENV", "SHELLOPTS"] as const;
const PLACED: ReadonlySet<string> = new Set(PLACED_VARIABLES);

const NAMED: ReadonlySet<string> = new Set(ROWS.flatMap(({ names }) => names).filter((name) => !PLACED.has(name)));
/** Of these programs, and of the loader, every one there is. */
const FAMILIES = /^(?:GIT|GH|GITHUB|DOCKER|RTK|CURL|LD|DYLD)_/;

/** An exported function is a variable too; a shell cannot ask for one by name. */
const FUNCTION = /^BASH_FUNC_(.+)(?:%%|\(\))$/;
/** Told by name alone, where they are not empty. */
export const isTold = (name: string): boolean => NAMED.has(name) || FAMILIES.test(name) || FUNCTION.test(name);

/** With these the shell that starts a call, also one inside walls, has run code before it comes to it. */
const STARTING: ReadonlySet<string> = new Set(
  words(
    `BASH_ENV ZDOTDIR SHELLOPTS LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES
     CLAUDE_CODE_SHELL_PREFIX CLAUDE_CODE_SHELL CLAUDE_ENV_FILE`,
  ),
);

const SHELL_WORDS: ReadonlySet<string> = new Set(
  words("exec command builtin eval source . cd test [ echo printf read set unset export trap exit return shift umask"),
);

/** What of an environment counts; `home` is the person's, as it was pinned. */
export const variablesIn = (env: Readonly<Record<string, unknown>>, home: string): readonly string[] => [
  ...Object.keys(env).filter((name) => env[name] !== undefined && env[name] !== "" && isTold(name)),
  ...PLACED_VARIABLES.filter((name) => isElsewhere(name, env[name] ?? "", home)),
];

/** What an installed line tells: names with blanks between them, and the values of the placed ones with bars. */
export function variablesTold(names: string, places: string | undefined, home: string): readonly string[] {
  const given = names.split(" ").filter(isTold);
  const values = places?.split("|") ?? [];
  // A bar in one of them, and nobody knows where the next begins.
  if (places !== undefined && values.length !== PLACED_VARIABLES.length) return [...given, ...PLACED_VARIABLES];
  return [...given, ...PLACED_VARIABLES.filter((name, i) => isElsewhere(name, values[i] ?? "", home))];
}

/** Where git looks for the person's configuration is read there and nowhere else. */
function isElsewhere(name: string, value: unknown, home: string): boolean {
  if (typeof value !== "string") return true;
  if (name === "SHELLOPTS") return value.split(":").some((option) => !USUAL_OPTIONS.has(option));
  const place = value.length > 1 ? value.replace(/\/+$/, "") : value;
  if (place === "" || place === OWN_PLACE[name]?.(home)) return false;
  if (name in OWN_PLACE || place.split("/").includes("..")) return true;
  return place !== home && ![`${home}/.`, "/etc/", "/usr/"].some((start) => place.startsWith(start));
}

const USUAL_OPTIONS: ReadonlySet<string> = new Set(["", ...words("braceexpand hashall interactive-comments posix")]);
const OWN_PLACE: Readonly<Record<string, (home: string) => string>> = {
  HOME: (home) => home,
  XDG_CONFIG_HOME: (home) => `${home}/.config`,
};

/** One with which code runs before any walls stand; undefined: none. */
export const startsCode = (variables: readonly string[]): string | undefined =>
  variables.find((name) => STARTING.has(name) || SHELL_WORDS.has(FUNCTION.exec(name)?.[1] ?? ""));
