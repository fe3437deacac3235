/**
 * What of an environment an approval is bound to, with its values: every variable that programs may take code, a place, a host or
 * options from, by how it is called. Which one, nobody needs to be told: one number stands for all of them.
 */
import { sha256 } from "../contract/key.ts";

const ENDS =
  /(?:PATHS?|COMMAND|SHELL|PROXY|OPTIONS|OPTS?|ARGS|FLAGS|WRAPPER|LAUNCHER|PRELOAD|PROFILE|CONFIG\w*|RC|FILE|LIB|DIR|HOME|ROOT|PREFIX|EDITOR|VISUAL|BROWSER|PAGER|ASKPASS|HOSTS?|URL|URI|ENDPOINT|REGISTRY|INDEX|SERVER|ENV|ENVIRONMENT|CONTEXT|TOOLCHAIN)$/i;
const BEGINS =
  /^(?:npm_config_|yarn_|pnpm_|corepack_|GIT_|SSH_ASKPASS|AWS_|AZURE_|GOOGLE_|CLOUDSDK_|DOCKER_|COMPOSE_|BUILDKIT|KUBE|HELM_|TF_|PIP_|UV_|CONDA_|POETRY_|PYTHON|PERL|RUBY|GEM_|BUNDLE_|LUA|JAVA|_JAVA|MAVEN_|GRADLE_|NODE_|DENO_|BUN_|CARGO_|RUST|GO|LD_|DYLD_|MAKE|CC$|CXX$|CMAKE_|VIRTUAL_ENV|BASH_FUNC_)/i;
/** Where somebody stands, what the screen is, which login it was, and where manuals are. */
const HARMLESS =
  /^(?:PWD|OLDPWD|INIT_CWD|TERM\w*|COLORTERM|WINDOWPATH|MANPATH|INFOPATH|HISTFILE|XDG_(?:SESSION|SEAT|VTNR|RUNTIME)\w*|XAUTHORITY|(?:CLAUDE|CODEX|GEMINI)\w*_(?:SSE_PORT|SESSION_ID)|(?:VSCODE|CURSOR)_\w+|npm_config_(?:loglevel|color|progress|user_agent|local_prefix)|GIT_(?:AUTHOR|COMMITTER)_\w+)$/i;

const isFollowed = (name: string): boolean => (ENDS.test(name) || BEGINS.test(name)) && !HARMLESS.test(name);

/** In place of a name: the number of all that are followed. */
const MARK = "*=";

/** None where nothing of the kind is set. */
export function followedVariables(env: Readonly<Record<string, unknown>>): readonly string[] {
  const set = Object.entries(env).filter(([name, value]) => value !== undefined && value !== "" && isFollowed(name));
  const pairs = set.map(([name, value]) => `${name}=${String(value)}`).sort();
  return pairs.length === 0 ? [] : [MARK + sha256(pairs.join("\0"))];
}

/** For whoever is asked. */
export const variableInWords = (name: string): string =>
  name.startsWith(MARK)
    ? `with the variables that programs follow (sha256 ${name.slice(MARK.length)})`
    : `with the variable ${name} of the environment`;
