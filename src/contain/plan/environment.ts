/** The environment inside walls, by an allow list. What is not listed is gone before the tool that makes the walls starts. */

import type { Walls } from "../../contract/decision.ts";
import { shellWord } from "../../contract/shell-word.ts";

/** Passed on as they are, where they are set. None of them names a credential, a socket or code to load. */
const PASSED: readonly string[] = [
  "PATH HOME USER LOGNAME SHELL HOSTNAME TZ TERM COLORTERM COLUMNS LINES NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE",
  "LANG LANGUAGE LC_ALL LC_CTYPE LC_COLLATE LC_MESSAGES LC_MONETARY LC_NUMERIC LC_TIME LC_ADDRESS LC_IDENTIFICATION",
  "LC_MEASUREMENT LC_NAME LC_PAPER LC_TELEPHONE",
  "CI NODE_ENV RAILS_ENV RACK_ENV APP_ENV MIX_ENV DEBUG LOG_LEVEL RUST_LOG RUST_BACKTRACE PYTHONUNBUFFERED PYTHONHASHSEED",
  "PYTHONDONTWRITEBYTECODE PYTHONUTF8 PYTHONIOENCODING CARGO_INCREMENTAL CARGO_TERM_COLOR CARGO_BUILD_JOBS",
  "CC CXX CFLAGS CXXFLAGS LDFLAGS MAKEFLAGS PKG_CONFIG_PATH CMAKE_PREFIX_PATH",
  "NVM_DIR NVM_BIN FNM_DIR FNM_MULTISHELL_PATH VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR COREPACK_HOME N_PREFIX",
  "VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV PYENV_ROOT PYENV_VERSION POETRY_HOME PIPENV_ACTIVE UV_PYTHON",
  "CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN CARGO_TARGET_DIR GOPATH GOROOT GOBIN GOFLAGS GOCACHE GOMODCACHE GOOS GOARCH CGO_ENABLED",
  "JAVA_HOME JDK_HOME GRADLE_HOME MAVEN_HOME M2_HOME KOTLIN_HOME ANDROID_HOME ANDROID_SDK_ROOT SDKMAN_DIR",
  "GEM_HOME GEM_PATH BUNDLE_PATH RBENV_ROOT RBENV_VERSION DOTNET_ROOT ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR PLAYWRIGHT_BROWSERS_PATH",
  "NIX_PROFILES NIX_PATH LOCALE_ARCHIVE SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS",
].flatMap((names) => names.split(" "));

/** Tools that would wait for a network that is not there, and ones that would phone home. */
const OFFLINE: Readonly<Record<string, string>> = {
  npm_config_fetch_retries: "0",
  npm_config_offline: "true",
  npm_config_audit: "false",
  npm_config_fund: "false",
  npm_config_update_notifier: "false",
  NO_UPDATE_NOTIFIER: "1",
  YARN_ENABLE_TELEMETRY: "0",
  CARGO_NET_OFFLINE: "true",
  GOPROXY: "off",
  GOTOOLCHAIN: "local",
  PIP_RETRIES: "0",
  PIP_NO_INDEX: "1",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  UV_OFFLINE: "1",
  HF_HUB_OFFLINE: "1",
  DOTNET_CLI_TELEMETRY_OPTOUT: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  ASTRO_TELEMETRY_DISABLED: "1",
  CHECKPOINT_DISABLE: "1",
  GIT_TERMINAL_PROMPT: "0",
};

/** A name of a variable, as a shell takes it. */
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Read by the shell, the loader or git before anything else: they would bring code, or another configuration, along. */
const NEVER = /^(?:LD_.*|DYLD_.*|BASH_ENV|ENV|BASHOPTS|SHELLOPTS|PS4|IFS|PROMPT_COMMAND|BASH_FUNC.*|GIT_.*|TMPDIR)$/;

export interface WallsEnvironment {
  readonly env: Readonly<Record<string, string>>;
  readonly pass: readonly string[];
}

export function planEnvironment(request: {
  readonly walls: Walls;
  readonly home: string;
  readonly gitWrites: boolean;
  readonly sessionTmp: string;
  readonly env: readonly string[];
}): WallsEnvironment {
  const env = {
    ...OFFLINE,
    TMPDIR: request.sessionTmp,
    // What a cache of code beside its source holds is run later by whoever runs that: it is the call's own, below a private directory.
    ...(request.walls === "work" ? { PYTHONPYCACHEPREFIX: `${request.home}/.cache/pycache` } : {}),
    ...(request.gitWrites ? {} : { GIT_OPTIONAL_LOCKS: "0" }),
  };
  const asked = request.env.filter((name) => NAME.test(name) && !NEVER.test(name));
  return { env, pass: [...new Set([...PASSED, ...asked])].filter((name) => !Object.hasOwn(env, name)) };
}

/** The words after `env -i`, for a POSIX shell: the caller's own values, where it has them, then ours. */
export const environmentWords = ({ env, pass }: WallsEnvironment): readonly string[] => [
  ...pass.map((name) => `\${${name}+"${name}=$${name}"}`),
  ...Object.entries(env).map(([name, value]) => `${name}=${shellWord(value)}`),
];

/** The same as values, for a caller that is no shell. */
export const environmentOf = (
  { env, pass }: WallsEnvironment,
  own: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(pass.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]]))),
  ...env,
});
