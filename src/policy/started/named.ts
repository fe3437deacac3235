/** The files that words name: by their path, without an ending, as a module or as the directory they are the entry of. */
import { basename, dirname, extname } from "node:path/posix";
import { foldPath, isInside, segmentMatches } from "../../machine/index.ts";
import {
  filePatterns,
  hasDefinitions,
  isChecker,
  isProjectTool,
  isSettingsOf,
  programNames,
} from "../../programs/index.ts";
import { isLibraryName } from "./python.ts";
import type { Words } from "./word.ts";

/** Which names in a searched directory count: those of Python's library, any new module, any new file of a language. */
export type SearchedNames = "library" | "modules" | keyof typeof LANGUAGES;
const LANGUAGES = {
  perl: /\.(?:pm|pl|al|so|ix)$/,
  ruby: /\.(?:rb|so|bundle)$/,
  node: /\.(?:[cm]?js|json|node)$/,
  lua: /\.(?:luac?|so)$/,
  julia: /\.jl$/,
  java: /\.(?:jar|class)$/,
  powershell: /\.psm?1$|\.psd1$/,
  native: /\.(?:so|dylib|dll)(?:\.[\d.]+)?$/,
} as const;
/** Nobody can read what is put in the place of these. */
const UNREADABLE: ReadonlySet<SearchedNames> = new Set<SearchedNames>(["java", "native"]);
const FILES = Object.entries(LANGUAGES) as readonly (readonly [keyof typeof LANGUAGES, RegExp])[];

/** Every file below a directory whose name fits. */
export interface NamedTree {
  readonly dir: string;
  /** With wildcards, folded. */
  readonly pattern: string;
  readonly deep: boolean;
  /** Only what shells and editors read by themselves, and names without an ending. */
  readonly startFiles?: true;
}
const START_FILE = /\.(?:sh|bash|zsh|fish|ksh|nu|vim|lua|el|conf|theme|zwc)$|^[^.]+$/;

/** What a program evaluates by itself where it works. */
interface Defined {
  readonly dir: string;
  /** As in the tables of what programs evaluate. */
  readonly files: string;
  /** Anywhere below. */
  readonly deep: boolean;
}

/** All folded. */
export interface Named {
  /** Absolute. */
  readonly paths: Set<string>;
  readonly trees: NamedTree[];
  /** Named in settings of an agent or of git: counts for whatever it is, a text too. */
  readonly any: Set<string>;
  /** Directories with all that lies in them, texts too. */
  readonly all: Set<string>;
  /** Directories that names are looked up in, each with the names that count there. */
  readonly searched: Map<string, Set<SearchedNames>>;
  readonly defined: Map<string, Defined>;
  /** Words that may be the name of a program. */
  readonly programs: Set<string>;
  /** The text by which code of the project starts unasked, if there is one. */
  whole: string | undefined;
  /** The text by which a program is looked up unasked in the package that stands here. */
  packages: string | undefined;
  /** Checkers with settings of theirs in a package, each with the text that starts it unasked. */
  readonly checkers: Map<string, string>;
}

export const nothingNamed = (): Named => ({
  paths: new Set(),
  trees: [],
  any: new Set(),
  all: new Set(),
  searched: new Map(),
  defined: new Map(),
  programs: new Set(),
  whole: undefined,
  packages: undefined,
  checkers: new Map(),
});

/** `dir`: absolute. */
export function addSearched(dir: string, names: SearchedNames, { searched }: Named): void {
  const folded = foldPath(dir);
  const kept = searched.get(folded);
  if (kept !== undefined) kept.add(names);
  else if (searched.size < MAX_SEARCHED) searched.set(folded, new Set([names]));
}
const MAX_SEARCHED = 256;

export function addTree(tree: NamedTree, { trees }: Named): void {
  if (trees.length < MAX_TREES) trees.push(tree);
}
const MAX_TREES = 512;

export function addDefined(one: Defined, { defined }: Named): void {
  if (one.files !== "" && one.files !== "**" && defined.size < MAX_DEFINED)
    defined.set(`${one.dir}\0${one.files}\0${one.deep}`, one);
}
const MAX_DEFINED = 1_024;

export function addPrograms(words: Words, { programs }: Named): void {
  for (const word of words.slice(0, MAX_PROGRAMS))
    for (const name of programNames(word)) if (PROGRAM.test(name) && programs.size < MAX_NAMES) programs.add(name);
}
const PROGRAM = /^[a-z][\w-]+$/;
const MAX_PROGRAMS = 64;
const MAX_NAMES = 4_096;

/** Nothing starts these, unless a command names one of them as it stands. */
const DOCUMENT =
  /\.(?:mdx?|markdown|txt|rst|adoc|png|jpe?g|gif|svg|webp|ico|pdf|s?css|less|html?|csv|tsv|log|lock|snap|woff2?|ttf|mp[34])$/i;

/** What an interpreter takes a name without it for. */
const CODE =
  /\.(?:[cm]?[jt]sx?|node|py[cow]?|sh|bash|zsh|fish|ksh|rb|pl|pm|php|lua|go|rs|r|ps1|cmd|bat|exe|vim|el|exs?|jl|tcl|awk|nu)$/i;

/** What a directory is started by. */
const ENTRY = /^(?:(?:index|main|__main__|__init__|mod|cli|default)\.[^.]+|package\.json)$/i;

export const isDocument = (path: string): boolean => DOCUMENT.test(path);
export const isCode = (name: string): boolean => CODE.test(name);
export const isEntry = (name: string): boolean => ENTRY.test(name);

/** `path`: absolute. */
export function isNamed(path: string, named: Named): boolean {
  const folded = foldPath(path);
  if (named.any.has(folded) || [...named.all].some((dir) => isInside(folded, dir))) return true;
  if ([...named.defined.values()].some((one) => isDefined(folded, one))) return true;
  if (isDocument(folded)) return false;
  if (isOwnFile(basename(folded), named)) return true;
  if ([folded, ...namesFor(folded)].some((name) => named.paths.has(name))) return true;
  return named.trees.some((tree) => isInTree(folded, tree));
}

/** A name that is looked up where `path` lies: one of Python's own, or one that was not there. */
export function isLookedUp(path: string, { searched }: Named, isThere: (path: string) => boolean): boolean {
  if (searched.size === 0) return false;
  const folded = foldPath(path);
  const module = moduleOf(folded);
  const names = module === undefined ? undefined : searched.get(module.dir);
  if (module !== undefined && names !== undefined && countsAs(module.name, names, () => isThere(path))) return true;
  const languages = FILES.filter(([, file]) => file.test(folded)).filter(([language]) =>
    [...searched].some(([dir, of]) => of.has(language) && isInside(folded, dir)),
  );
  return languages.some(([language]) => UNREADABLE.has(language)) || (languages.length > 0 && !isThere(path));
}

function countsAs(name: string, names: ReadonlySet<SearchedNames>, isThere: () => boolean): boolean {
  if (![...names].some((one) => one === "library" || one === "modules")) return false;
  if (isLibraryName(name) && (!name.startsWith("_") || !isThere())) return true;
  return names.has("modules") && !isThere();
}

const MODULE_FILE = /^([^.]+)(?:\.[\w-]+)*\.(?:py[cowd]?|so)$/;

/** The module that Python takes a file for, and where it would be looked up. */
function moduleOf(path: string): { readonly dir: string; readonly name: string } | undefined {
  const [, name] = MODULE_FILE.exec(basename(path)) ?? [];
  if (name === undefined) return undefined;
  const around = dirname(path);
  const dir = basename(around) === "__pycache__" ? dirname(around) : around;
  return name === "__init__" || name === "__main__" ? { dir: dirname(dir), name: basename(dir) } : { dir, name };
}

/** What else a file may be called by what starts it. */
function namesFor(path: string): readonly string[] {
  const dir = dirname(path);
  const stem = isCode(path) ? [path.slice(0, -extname(path).length)] : [];
  if (!isEntry(basename(path))) return stem;
  return [...stem, dir, ...(basename(dir) === "src" ? [dirname(dir)] : [])];
}

/** `vite.config.ts`, `karma.conf.js`, `Dangerfile`: by its name it is what a program evaluates. Of those in the tables only what they say. */
function isOwnFile(name: string, { programs }: Named): boolean {
  const [, configured] = /^([a-z][\w-]+)\.(?:config|conf|setup)\.[\w.-]+$/.exec(name) ?? [];
  if (configured !== undefined) return programs.has(configured);
  const [, filed] = /^([a-z][\w-]+?)file(?:\.[a-z]{1,4})?$/.exec(name) ?? [];
  if (filed !== undefined && programs.has(filed) && !hasDefinitions(filed)) return true;
  if ([...programs].some((program) => isSettingsOf(name, program))) return true;
  // Of those that check and format it is told above which settings may be code.
  const [, called = ""] = /^([a-z][\w-]+?)(?:[.-]\w+)*\.(?:[cm]?[jt]s|json[c5]?|ya?ml|toml|cfg|ini)$/.exec(name) ?? [];
  return programs.has(called) && isProjectTool(called) && !isChecker(called);
}

/** A definition may be called like a text (`CMakeLists.txt`); where the ending is left open, texts are left out. */
function isDefined(path: string, { dir, files, deep }: Defined): boolean {
  if (path === dir || !isInside(path, dir)) return false;
  const rest = path.slice(dir === "/" ? 1 : dir.length + 1);
  const all = files.split(" ");
  const counted = isDocument(path) ? all.filter((name) => !name.endsWith("*")).join(" ") : files;
  const { here, below } = filePatterns(counted);
  return counted !== "" && (deep ? below : here).test(rest);
}

function isInTree(path: string, { dir, pattern, deep, startFiles }: NamedTree): boolean {
  if (startFiles === true && !START_FILE.test(basename(path))) return false;
  if (!isInside(path, dir) || (!deep && dirname(path) !== dir)) return false;
  return segmentMatches(pattern, basename(path));
}

/** Code with one of these may run a text of any name. */
const RUNS_DATA = /\b(?:exec|eval|execfile|runIn\w*Context|instance_eval|class_eval|Function|loadstring|dofile)\s*\(/;
export const runsData = (file: string, text: string): boolean => isCode(file) && RUNS_DATA.test(text);
