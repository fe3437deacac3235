/**
 * Whether a command that starts by itself runs code of the project: a file of it, its tests, its build. What such code leads to further
 * nobody can tell by reading, so it is not asked: then no file of the project is edited by proof.
 */
import { extname } from "node:path/posix";
import { listEntries, protectedPlace } from "../../machine/index.ts";
import {
  filesStarted,
  hasDefinitions,
  isChecker,
  isLauncherPrefix,
  isProjectTool,
  isReader,
  programNames,
} from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { entriesAt } from "./listing.ts";
import { isCode } from "./named.ts";
import { rootsOf } from "./roots.ts";
import { UNKNOWN, type Words } from "./word.ts";

/** `leads`: where its words lead in the project, `files`: those of them that are there, by the names they may be called. */
export function runsProjectCode(
  words: Words,
  leads: readonly string[],
  files: readonly string[],
  call: PolicyCall,
): boolean {
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

/** Options and programs with which something that only looks runs what it is given. */
const TAKES_CODE = /^-(?:f|-file|e?-?exec\w*|ok(?:dir)?)$|^(?:g|m|n)?awk$|^xargs$/;
/** Keys of settings that stand before a command. */
const KEY = /^(?:command|args|type|hooks|matcher|statusLine)$/;
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
  if (isChecker(name)) return false;
  if (!FOLLOWED.has(name) && !INTERPRETER.test(name))
    return isProjectTool(name) || hasDefinitions(name) || SERVERS.has(name);
  const verb = behind.find((word) => !word.startsWith("-") || word.startsWith("--test")) ?? "";
  return RUNS[name]?.test(verb) === true;
}

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
  dotnet: /^(?:test|run|watch|script)$/,
  swift: /^(?:test|run|package)$/,
  mix: /^(?!format$|help$)./,
  zig: /^(?:build|run|test)$/,
  dart: /^(?:test|run)$/,
  flutter: /^(?:test|run)$/,
  mise: /^(?:run|r|tasks?)$/,
  hatch: /^(?:test|run)$/,
};
const SERVERS: ReadonlySet<string> = new Set("uvicorn gunicorn hypercorn celery streamlit gradio chainlit".split(" "));

/** A program stands here: first, behind what starts others, or behind a variable that is set for it. */
function isStart(words: Words, i: number): boolean {
  const before = words.slice(0, i).filter((word) => !word.startsWith("-"));
  const last = before.at(-1);
  return (
    last === undefined || STARTS.test(last) || isLauncherPrefix([last]) || /^[A-Z_][A-Z\d_]+$/.test(before.at(-2) ?? "")
  );
}
const STARTS =
  /^(?:command|args|bash|powershell|exec|time|then|do|if|else|!|run|x|tool|env|sudo|nice|nohup|timeout|\d+[smh]?)$/;

/** `bash "$X"`: an interpreter is given a program of which nothing is known. */
const runsUnknown = (words: Words): boolean =>
  words.some((word, i) => word === UNKNOWN && INTERPRETER.test(words[i - 1] ?? ""));

/** Linters and formatters that load code their settings name. */
const LOADERS: ReadonlySet<string> = new Set(
  "eslint prettier stylelint commitlint lint-staged xo markdownlint-cli2 rubocop".split(" "),
);

/** Settings of theirs that are there, where they work. */
export function loadingSettings(words: Words, bases: readonly string[], call: PolicyCall): readonly string[] {
  const names = words.flatMap(programNames).filter((name) => LOADERS.has(name));
  if (names.length === 0) return [];
  return bases.filter(Boolean).flatMap((dir) =>
    entriesAt(dir, call)
      .filter(({ name }) => names.some((one) => name.replace(/^\./, "").startsWith(one)))
      .map(({ name }) => `${dir}/${name}`),
  );
}

/** `./a`, `../a`: what a text names beside itself. */
export const relativeIn = (text: string): readonly Words[] =>
  [...text.matchAll(/(?<![\w./])\.{1,2}\/[\w./@-]{1,256}/g)].slice(0, MAX_RELATIVE).map(([path]) => ["import", path]);
const MAX_RELATIVE = 128;
