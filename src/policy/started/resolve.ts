/** Where the words of a command lead: files, directories it works in, and definitions that its program evaluates. */
import { dirname } from "node:path/posix";
import { absolutePath, foldPath, foldSegment, isInside, segmentMatches } from "../../machine/index.ts";
import { isLauncherPrefix, programNames, takesTrees } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { entriesAt } from "./listing.ts";
import { loadedModules, searchedBy } from "./modules.ts";
import { addSearched, addTree, type Named } from "./named.ts";
import { needsOnlyLibrary, type PythonSearch, packagesAround, pythonSearches } from "./python.ts";
import { rootsOf } from "./roots.ts";
import { EVERY, UNKNOWN, type Words } from "./word.ts";

/** Commands that are started, and where. */
export interface Started {
  readonly commands: readonly Words[];
  /** Directories their words count from. */
  readonly bases: readonly string[];
  /** Settings of an agent or of git: whatever they name by a path counts, a text too. */
  readonly settings: boolean;
  /** A start text of home: a directory it names is one of settings, functions or plugins. */
  readonly home?: boolean | undefined;
  /** The text by which it starts while nobody does anything for it: settings of an agent, of git, of a directory that is entered. */
  readonly unasked?: string | undefined;
  /** How many texts lead here from one that starts by itself. */
  readonly depth: number;
}

/** Behind these stands a directory that the rest counts from. */
const GOES_BY_NAME =
  /^(?:cd|pushd|cdpath|--(?:prefix|directory|cwd|dir|project|chdir|workspace)|cwd|root|dir|workdir|working-?directory)$/i;
const goes = (word: string): boolean => word === "-C" || GOES_BY_NAME.test(word);
/** Behind these stands code, or a directory of code. */
const LOADS =
  /^(?:--?(?:require|import|(?:experimental-)?loader|preload|load|rules-?dir|plugins?(?:-dir)?|(?:init|rc)-?file|hooks?-?path)|PATH_add|path_add|fish_add_path|run-parts|source_env|source_up)$/i;
/** Behind this stands a directory with programs, libraries and headers below it. */
const PREFIX = /^load_prefix$/;
/** Behind these stand directories of programs, and of functions that a shell looks up like them. */
const PROGRAM_PATHS = /^(?:PATH|FPATH|fpath|_\.path)\+?$/;
/** What has no ending of a file, or a shell's, where the name is a pattern. */
const SHELL_PATTERN = /^[^*?]*\*[^*?]*\.(?:sh|bash|zsh|fish|ksh)$/;

/** Of one command: all that it may start goes into `named`; what is to be followed further is returned. */
export function nameFiles(words: Words, naming: Naming): readonly string[] {
  if (words[0] === EVERY) return words.slice(1).flatMap((word) => nameEvery(word, naming));
  addSearches(words, naming);
  const takes = words.some((word) => programNames(word).some(takesTrees)) && !words.some(loads);
  return words.flatMap((_, i) => nameWord(words, i, takes, naming));
}

/** Whatever a file is called, these run it. */
const TAKES_ANY = /^(?:\.|source|source-file|(?:ba|da|z|k|fi)?sh|python[\d.]*|node|perl|ruby|php|lua)$/;

function nameWord(words: Words, i: number, takes: boolean, naming: Naming): readonly string[] {
  const [before = "", word = ""] = [words[i - 1], words[i]];
  if (goes(before)) return [];
  const modules = loadedModules(words, i);
  if (modules.length > 0) return nameTexts(modules, "plain", naming);
  if (/[*?]/.test(word) && !takes && runsMatches(words, i)) return nameMatches(word, naming);
  if (PREFIX.test(before)) return nameTexts(spellings(word), "prefix", naming);
  const role = loads(before) || words.lastIndexOf("run-parts", i - 1) >= 0 ? "loaded" : "plain";
  if (TAKES_ANY.test(before))
    for (const path of pathsOf(word, naming.started.bases, naming.call)) addAny(path, naming.named, naming.call);
  // Its program looks at trees, and starts nothing of them; unless it is one of the project itself (`./dev/git`).
  if (
    (takes && role === "plain" && !isOwnProgram(word)) ||
    namesNothing(words, i, role === "plain" && !naming.started.settings)
  )
    return [];
  return nameTexts(spellings(word), role, naming);
}

const isOwnProgram = (word: string): boolean => word.includes("/") && programNames(word).some(takesTrees);

function nameTexts(texts: readonly string[], role: WordRole, naming: Naming): readonly string[] {
  for (const text of texts) namePattern(text, naming);
  return texts.flatMap((text) => nameKnown(text, role, naming));
}

/** A file, and if it is a list, what it names; all below a directory; all that a pattern fits. */
function nameEvery(word: string, naming: Naming): readonly string[] {
  const { started, named, call } = naming;
  if (word.startsWith("-") || word.includes(UNKNOWN)) return nameTexts([word], "plain", naming);
  if (/[*?]/.test(word)) return nameMatches(word, naming);
  const there = pathsOf(word, started.bases, call)
    .filter((path) => !rootsOf(call).includes(path))
    .filter((path) => /[/.]/.test(word) || call.world.stat(path).kind !== "absent");
  for (const path of there) {
    addAny(path, named, call);
    named.paths.add(foldPath(path));
    addTree({ dir: foldPath(path), pattern: "*", deep: true }, named);
  }
  return there.flatMap((path) => [path, ...filesIn(path, "*", call)]);
}

/** Up to its first wildcard it is a directory; a name alone is looked for everywhere (`-name '*.sh'`). */
function nameMatches(word: string, { started, named, call }: Naming): readonly string[] {
  const at = word.slice(0, word.search(/[*?]/)).lastIndexOf("/");
  const rest = word.slice(at + 1);
  const deep = (at < 0 && rest !== "*") || rest.includes("/");
  const pattern = foldSegment(rest.slice(rest.lastIndexOf("/") + 1));
  const dirs = hereOf(at < 0 ? rootsOf(call) : absolutes(word.slice(0, at), started.bases, call), call);
  for (const dir of dirs) addTree({ dir: foldPath(dir), pattern, deep }, named);
  return dirs.flatMap((dir) => filesIn(dir, pattern, call));
}

/** `sh DIR/*`, `include DIR/*`: nothing but options stands between. Tests that a runner finds are the project's code. */
function runsMatches(words: Words, i: number): boolean {
  const before = words.slice(0, i);
  if (/^[-s]?include$/i.test(before.at(-1) ?? "")) return true;
  const launcher = before.findLastIndex((word) => isLauncherPrefix([word]));
  return launcher >= 0 && before.slice(launcher + 1).every((word) => word.startsWith("-") && word !== "--test");
}

const absolutes = (text: string, bases: readonly string[], call: PolicyCall): readonly string[] => [
  ...new Set(bases.filter(Boolean).map((base) => absolutePath(text, base, call.world))),
];

const filesIn = (dir: string, pattern: string, call: PolicyCall): readonly string[] =>
  entriesAt(dir, call)
    .filter(({ name, kind }) => kind !== "directory" && segmentMatches(pattern, foldSegment(name)))
    .slice(0, MAX_MATCHES)
    .map(({ name }) => `${dir}/${name}`);
const MAX_MATCHES = 32;

function namesNothing(words: Words, i: number, onlyPaths: boolean): boolean {
  const word = words[i] ?? "";
  return ((onlyPaths && !/[/.]/.test(word)) || /^\.\/?$/.test(word)) && !isRun(words, i);
}

const loads = (word: string): boolean => LOADS.test(word) || PROGRAM_PATHS.test(word);

/** Settings of an agent in which a directory of the project is one that programs or modules are looked up in. */
export const looksUpHere = (words: Words, { settings, bases }: Started, call: PolicyCall): boolean =>
  settings &&
  [
    ...words.filter((_, i) => PROGRAM_PATHS.test(words[i - 1] ?? "")).flatMap((word) => word.split(":")),
    ...searchedBy(words).flatMap(({ dirs, names }) => (names === "java" ? [] : dirs)),
  ].some((dir) => directoriesOf(dir, bases, call).length > 0);

/** Start texts of home in which the project itself is a directory of functions, plugins or programs. */
const OF_HOME = /^(?:rtp|runtimepath|packpath|f?path|ZSH_CUSTOM|ZDOTDIR|Plug|dir|load-path|PATH)\+?$/i;

function addProjectItself(words: Words, { started, named, call }: Naming): void {
  const roots = rootsOf(call);
  for (const [i, word] of words.entries()) {
    const before = words[i - 1] ?? "";
    if (started.home !== true || !OF_HOME.test(before)) continue;
    const dirs = word.split(":").flatMap((one) => absolutes(one.replace(/\/+$/, ""), started.bases, call));
    for (const dir of dirs.filter((one) => roots.includes(one)))
      addTree(
        { dir: foldPath(dir), pattern: "*", deep: true, ...(/^path/i.test(before) ? {} : { startFiles: true }) },
        named,
      );
  }
}

/** Directories that what is started looks names up in, without naming any. */
function addSearches(words: Words, { started, named, call }: Naming): void {
  addProjectItself(words, { started, named, call });
  for (const { dirs, names } of searchedBy(words))
    for (const dir of dirs.flatMap((text) => directoriesOf(text, started.bases, call))) addSearched(dir, names, named);
  for (const search of pythonSearches(words, () => needsOnlyLibrary(started.commands)))
    for (const dir of searchedFrom(search, started.bases, call)) addSearched(dir, search.names, named);
}

/** Of a directory whose beginning is not known, the rest counts from every base. */
function directoriesOf(text: string, bases: readonly string[], call: PolicyCall): readonly string[] {
  const at = text.lastIndexOf(UNKNOWN);
  const rest = at < 0 ? text : text.slice(at + UNKNOWN.length);
  if (rest === "" || (at >= 0 && !rest.startsWith("/"))) return [];
  const known = at < 0 ? rest : `.${rest}`;
  return hereOf(absolutes(known, bases, call), call);
}

const hereOf = (dirs: readonly string[], call: PolicyCall): readonly string[] =>
  dirs.filter((dir) => rootsOf(call).some((root) => isInside(dir, root)));

/** Python looks beside a script first; a directory that it is given is looked into itself. */
function searchedFrom({ from, word }: PythonSearch, bases: readonly string[], call: PolicyCall): readonly string[] {
  if (from === "here") return hereOf(bases, call);
  return directoriesOf(word, bases, call).flatMap((path) => {
    const { kind, executable } = call.world.stat(path);
    if (kind === "directory") return [path];
    return from === "script" || (from === "program" && executable) ? [dirname(path)] : [];
  });
}

/** A word without any sign of a path is a file where a program before it runs what it is given. */
const isRun = (words: Words, i: number): boolean =>
  words
    .slice(Math.max(0, i - MAX_BEFORE), i)
    .some((word) => word === "import" || (word !== "." && isLauncherPrefix([word])));
const MAX_BEFORE = 8;

type WordRole = "plain" | "loaded" | "prefix";

function nameKnown(text: string, role: WordRole, { started, named, call }: Naming): readonly string[] {
  const paths = pathsOf(text, started.bases, call);
  for (const path of paths) {
    named.paths.add(foldPath(path));
    if (started.settings && /[/.]/.test(text)) addAny(path, named, call);
    if (role === "plain" && started.home === true && call.world.stat(path).kind === "directory")
      addTree({ dir: foldPath(path), pattern: "*", deep: true, startFiles: true }, named);
    if (role === "loaded" || role === "prefix")
      addTree({ dir: foldPath(path), pattern: "*", deep: role === "prefix" }, named);
  }
  return paths;
}

export interface Naming {
  readonly started: Started;
  readonly named: Named;
  readonly call: PolicyCall;
}

function addAny(path: string, named: Named, call: PolicyCall): void {
  for (const way of [path, call.real(path).path]) named.any.add(foldPath(way));
}

/** As a path, and as a module of Python or of a server (`app.main:app`). */
function spellings(word: string): readonly string[] {
  const text = word.replace(/^[!@]+|[:.]+$/g, "");
  const parts = text.includes(":") ? [text, ...text.split(":")] : [text];
  const modules = parts
    .filter((part) => /^\w+(?:\.\w+)+$/.test(part))
    .flatMap((part) => [part.replaceAll(".", "/"), ...packagesAround(part)]);
  const here = /^\.\/?$/.test(word) ? ["."] : [];
  return [...new Set([...parts, ...modules, ...here])].filter((part) => part !== "" && !/[\^|+\0]|\$$/.test(part));
}

/** Inside the project, from each directory that it may count from. */
function pathsOf(text: string, bases: readonly string[], call: PolicyCall): readonly string[] {
  if (text.includes(UNKNOWN) || /^-|[*?$]/.test(text)) return [];
  const roots = rootsOf(call);
  return absolutes(text, bases, call).filter((path) =>
    roots.some((root) => isInside(path, root) && (path !== root || text === ".")),
  );
}

/** Where a part of a name is not known (`scripts/$NAME.sh`), all that fits counts; and of a shell's own files, what a pattern fits. */
function namePattern(text: string, { started, named, call }: Naming): void {
  const pattern = text.replaceAll(UNKNOWN, "*");
  const slash = pattern.lastIndexOf("/");
  const name = foldSegment(pattern.slice(slash + 1));
  if (slash < 1 || !name.includes("*") || pattern.slice(0, slash).includes("*")) return;
  if (text.includes(UNKNOWN) || SHELL_PATTERN.test(name))
    for (const dir of pathsOf(pattern.slice(0, slash), started.bases, call))
      addTree({ dir: foldPath(dir), pattern: name, deep: false }, named);
}

/** The directories a text's commands go to; "" where one of them is not known. */
export function basesOf(commands: readonly Words[], bases: readonly string[], call: PolicyCall): readonly string[] {
  const searched = commands.flatMap((words) => searchedBy(words).flatMap(({ dirs }) => dirs)).filter(isKnown);
  const gone = [...commands.flatMap((words) => words.filter((_, i) => goes(words[i - 1] ?? ""))), ...searched];
  const found = gone.flatMap((word) =>
    /[*?$]/.test(word) || word.includes(UNKNOWN) ? [""] : bases.map((base) => absolutePath(word, base, call.world)),
  );
  return [...new Set([...bases, ...found])].slice(0, MAX_BASES);
}
const MAX_BASES = 16;
const isKnown = (text: string): boolean => text !== "" && !text.includes(UNKNOWN);
