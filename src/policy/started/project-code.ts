/**
 * Whether a command that starts by itself runs code of the project: a file of it, its tests, its build. What such code leads to further
 * nobody can tell by reading, so it is not asked: then no file of the project is edited by proof.
 */
import { extname } from "node:path/posix";
import { absolutePath, isInside, listEntries, protectedPlace } from "../../machine/index.ts";
import {
  filesStarted,
  hasDefinitions,
  isChecker,
  isLauncherPrefix,
  isProjectTool,
  isReader,
  loadsSettings,
  programNames,
} from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { entriesAt } from "./listing.ts";
import { isCode } from "./named.ts";
import { rootsOf } from "./roots.ts";
import { readText } from "./sources.ts";
import { UNKNOWN, type Words } from "./word.ts";

/** `leads`: where its words lead in the project, `files`: those of them that are there, by the names they may be called. */
export function runsProjectCode(
  words: Words,
  leads: readonly string[],
  files: readonly string[],
  call: PolicyCall,
): boolean {
  if (runsPlace(words, call)) return true;
  const first = words.find((word) => !KEY.test(word)) ?? "";
  if (programNames(first).some((name) => isReader(name, words)) && !words.some((word) => TAKES_CODE.test(word)))
    return false;
  if (runsSources(words) || runsUnknown(words) || runsPackage(words)) return true;
  const interpreted = !isFetched(words) && words.some((word) => INTERPRETER.test(word));
  const isOurs = (path: string): boolean => protectedPlace(path, call.places) === undefined;
  return (
    files.some(
      (file) =>
        isOurs(file) && (isCode(file) || isExecutable(file, call)) && (!isFetched(words) || leads.includes(file)),
    ) ||
    (interpreted && leads.some((path) => isOurs(path) && !rootsOf(call).includes(path) && holdsCode(path, call)))
  );
}

/** A program, or what an interpreter is given, by a path in the project: be it there already, or made by what comes before it. */
function runsPlace(words: Words, call: PolicyCall): boolean {
  const elsewhere = isFetched(words) || words.some((word) => PACKAGED.test(word));
  return words.some((word, i) => {
    if (!ONE_PATH.test(word) || (elsewhere && !PLACE.test(word))) return false;
    return (isStart(words, i) || followsInterpreter(words, i)) && isFileHere(word, call);
  });
}
const ONE_PATH = /^(?!.*:\/\/)[\w.~/-][\w.~/@-]*$/;
/** Behind these stands the name of a package or an image, unless it is written as a place. */
const PACKAGED = /^(?:npx|bunx|pnpx|exec|docker|podman|nerdctl)$/;

function isFileHere(word: string, call: PolicyCall): boolean {
  if (!word.includes("/")) return false;
  const roots = rootsOf(call);
  const path = absolutePath(word, roots[0] ?? "/", call.world);
  const isHere = roots.some((root) => path !== root && isInside(path, root));
  return isHere && protectedPlace(path, call.places) === undefined && !isFolder(path, call);
}
const isFolder = (path: string, { world }: PolicyCall): boolean => world.stat(path).kind === "directory";
const followsInterpreter = (words: Words, i: number): boolean => {
  const before = words.slice(0, i).findLast((word) => !word.startsWith("-"));
  return before !== undefined && INTERPRETER.test(before) && !words.slice(0, i).some((word) => NO_SCRIPT.test(word));
};
/** Looks at a file, and runs none. */
const NO_SCRIPT = /^(?:-n|--check|-c|-e|-p|py_compile|json\.tool)$/;

/** Options and programs with which something that only looks runs what it is given. */
const TAKES_CODE = /^-(?:f|-file|e?-?exec\w*|ok(?:dir)?)$|^(?:g|m|n)?awk$|^xargs$/;
/** Keys of settings that stand before a command. */
const KEY = /^-$|^(?:command|args|type|hooks|matcher|statusLine):?$/;
const INTERPRETER = /^(?:(?:ba|da|z|k|fi)?sh|python[\d.]*|node|perl|ruby|php|lua|bun|deno|tsx|ts-node)$/;

const isExecutable = (path: string, { world }: PolicyCall): boolean => {
  const { kind, executable } = world.stat(path);
  return kind === "file" && executable;
};

/** A file that an interpreter is given, or a directory with code in it. */
function holdsCode(path: string, { world }: PolicyCall): boolean {
  const { kind } = world.stat(path);
  if (kind === "file") return !DATA.test(extname(path));
  return kind === "directory" && (listEntries(path, world) ?? []).some((entry) => isCode(entry.name));
}
const DATA = /^\.(?:json[c5]?|ya?ml|toml|lock|md|txt|csv|log)$/i;

/** Tests, builds, tasks and servers, which find the project's code by themselves. Those fetched from elsewhere come with their own. */
function runsSources(given: Words): boolean {
  const words = beforeCode(given);
  if (isFetched(words) || words.some((word) => CONTAINER.test(word))) return false;
  const rows = filesStarted(words);
  if (rows.some((row) => row.sources !== undefined && !words.some((word) => row.elsewhere?.test(word) === true)))
    return true;
  return words.some(
    (word, i) => isStart(words, i) && programNames(word).some((name) => runsByItself(name, words.slice(i + 1))),
  );
}

/** What stands behind `python3 -c` is no command. */
function beforeCode(words: Words): Words {
  const at = words.findIndex(
    (word, i) =>
      /^-[a-z]*[cep]$/i.test(word) && INTERPRETER.test(words[i - 1] ?? "") && !/sh$/.test(words[i - 1] ?? ""),
  );
  return at < 0 ? words : words.slice(0, at);
}

function runsByItself(name: string, behind: Words): boolean {
  if (isChecker(name) || loadsSettings(name)) return name === "lint-staged";
  if (!FOLLOWED.has(name) && !INTERPRETER.test(name))
    return isProjectTool(name) || hasDefinitions(name) || SERVERS.has(name);
  const verb = behind.find((word) => !word.startsWith("-") || word.startsWith("--test")) ?? "";
  return RUNS[name]?.test(verb) === true;
}

/** Compiling and installing run what a project has for that: macros, scripts of a build. Where there is none, they run nothing of it. */
const BUILDS: readonly { readonly by: RegExp; readonly with: RegExp; readonly without: RegExp }[] = [
  {
    by: /^(?:cargo|cross)$/,
    without: /^(?:fmt|metadata|tree|search|version|help|login)$/,
    with: /^build\.rs$|^Cargo\.toml$/,
  },
  {
    by: /^(?:pip3?|uv|poetry|pdm|hatch|rye|pixi|pipenv)$/,
    without: /^(?:run|tool|cache|version|help|show|list|tree)$/,
    with: /^(?:setup|hatch_build|build)\.py$|^pyproject\.toml$/,
  },
];
/** Of definitions only what says that code of the project takes part. */
const TAKES_PART = /\bproc-macro\s*=\s*true|\bbackend-path\b|\[tool\.hatch\.build\.hooks|^\s*build\s*=/m;

export function buildsProject(words: Words, call: PolicyCall): boolean {
  if (isFetched(words)) return false;
  const row = BUILDS.find(({ by }) =>
    words.some((word, i) => isStart(words, i) && programNames(word).some((name) => by.test(name))),
  );
  if (row === undefined || words.some((word) => row.without.test(word))) return false;
  return rootsOf(call).some((root) =>
    [root, ...foldersIn(root, call)].some((dir) => hasBuildCode(dir, row.with, call)),
  );
}

const foldersIn = (root: string, call: PolicyCall): readonly string[] => {
  const below = (dir: string): readonly string[] =>
    entriesAt(dir, call)
      .filter(({ name, kind }) => kind === "directory" && !/^\.|^(?:node_modules|target|dist|build)$/.test(name))
      .slice(0, MAX_FOLDERS)
      .map(({ name }) => `${dir}/${name}`);
  const outer = below(root);
  return [...outer, ...outer.flatMap(below)].slice(0, MAX_FOLDERS);
};
const MAX_FOLDERS = 128;

const hasBuildCode = (dir: string, names: RegExp, call: PolicyCall): boolean =>
  entriesAt(dir, call)
    .filter(({ name }) => names.test(name))
    .some(({ name }) => !/\.toml$/.test(name) || TAKES_PART.test(readText(`${dir}/${name}`, call)));

/** A package comes from elsewhere, unless a place stands where its name would: `npx -y ./tools`, `uvx --from .`. */
const isFetched = (words: Words): boolean => words.some((word) => FETCHED.test(word));
const runsPackage = (words: Words): boolean =>
  words.some((word, i) => (FETCHED.test(word) || word === "--from") && PLACE.test(words[i + 1] ?? ""));
const FETCHED = /^(?:uvx|pipx|dlx|-y|--yes|alias|abbr)$/;

/** Behind these stands an image. */
const CONTAINER = /^(?:docker|podman|nerdctl)$/;
const PLACE = /^\.{0,2}\/|^\.$/;

/** What they run is read further, or nothing of the project but their definitions. Of some a verb runs more. */
const FOLLOWED: ReadonlySet<string> = new Set(
  [
    "npm cnpm pnpm yarn yarnpkg bun deno node make gmake bmake just uv poetry pdm hatch rye pixi pipenv pip pip3 pipx conda mamba bundle bundler gem composer",
    "cargo go dotnet mix swift zig dart flutter docker docker-compose podman kubectl helm terraform tofu mise rtx asdf brew configure",
  ].flatMap((names) => names.split(" ")),
);
const RUNS: Readonly<Record<string, RegExp>> = {
  node: /^--test/,
  bun: /^(?:test|build)$/,
  deno: /^(?:test|bench|task)$/,
  go: /^(?:test|generate)$/,
  cargo: /^(?:test|t|run|r|bench|nextest|xtask|make)$/,
  composer: /^(?!install$|update$|require$|show$|validate$|dump-autoload$|audit$|outdated$)./,
  dotnet: /^(?:test|run|watch|script)$/,
  swift: /^(?:test|run|package)$/,
  mix: /^(?!format$|help$)./,
  zig: /^(?:build|run|test)$/,
  dart: /^(?:test|run)$/,
  flutter: /^(?:test|run)$/,
  mise: /^(?:run|r|tasks?)$/,
  hatch: /^(?:test|run)$/,
};
const SERVERS: ReadonlySet<string> = new Set(
  "rscript uvicorn gunicorn hypercorn celery streamlit gradio chainlit".split(" "),
);

/** A program stands here: first, behind what starts others, or behind a variable that is set for it. */
function isStart(words: Words, i: number): boolean {
  const before = words.slice(0, i).filter((word) => !word.startsWith("-"));
  const last = before.at(-1)?.replace(/:$/, "");
  return (
    last === undefined || STARTS.test(last) || isLauncherPrefix([last]) || /^[A-Z_][A-Z\d_]+$/.test(before.at(-2) ?? "")
  );
}
const STARTS =
  /^(?:command|args|bash|powershell|exec|time|then|do|if|else|!|run|x|tool|env|sudo|nice|nohup|timeout|\d+[smh]?)$/;

/** A program, or what an interpreter or a shell is told to run. */
export const isStartedAt = (words: Words, i: number): boolean =>
  isStart(words, i) || followsInterpreter(words, i) || /^(?:\.|source)$/.test(words[i - 1] ?? "");

/** `bash "$X"`: an interpreter is given a program of which nothing is known. */
const runsUnknown = (words: Words): boolean =>
  words.some((word, i) => word === UNKNOWN && INTERPRETER.test(words[i - 1] ?? ""));

/** git has its hooks run for these. */
export const startsGitHooks = (words: Words): boolean =>
  words.some((word, i) => programNames(word).includes("git") && words.slice(i + 1).some((next) => HOOKED.test(next)));
const HOOKED =
  /^(?:commit|merge|rebase|push|pull|checkout|switch|am|cherry-pick|revert|stash|worktree|reset|clone|gc)$/;

/** What a program of the project or a task prints is evaluated: `eval "$(make -s env)"`. Those listed print their own settings. */
export const evaluatesOutput = (text: string): boolean =>
  [...text.matchAll(EVALUATES)].some(([, program = ""]) => !PRINTS_ITS_OWN.test(program));
const EVALUATES = /(?:^|[\s;&|(])(?:eval|source|\.)[ \t]+["']?(?:\$\(|`|<\()[ \t]*([^\s"'`)]*)/g;
const PRINTS_ITS_OWN =
  /^(?:[\w/.~-]*\/)?(?:direnv|brew|mise|rtx|pyenv|rbenv|nodenv|jenv|goenv|fnm|nvm|starship|zoxide|fzf|opam|conda|asdf|ssh-agent|gpg-agent|keychain|dircolors|lesspipe|thefuck|jq|op|aws|gcloud|kubectl|minikube|docker-machine|luarocks|perl|register-python-argcomplete|lorri|devenv|nix|devbox|curl|echo|printf)$/;
