/**
 * Files of the session that a script loads though no word of the command names them: modules beside it, what it imports, requires or
 * sources, and what those load in turn. Where a script puts names together, any file of the session that could be loaded counts. A
 * file of data counts where these texts name it and have a word that runs data.
 */
import { basename, dirname } from "node:path/posix";
import type { SubCommand } from "../../contract/reading.ts";
import { absolutePath, isInside } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { aliasTargets } from "./package-aliases.ts";
import { languageOf, runsData } from "./running-words.ts";
import { isIsolated } from "./shadowed-fresh.ts";
import { namesFile } from "./spelled-files.ts";

/** How many texts are followed, and bytes of each; what is beyond could load anything. */
const MAX_TEXTS = 64;
const MAX_TEXT_BYTES = 256 * 1024;

const ENDINGS =
  ".py .pyd .pyc .pyo .js .cjs .mjs .ts .cts .mts .tsx .jsx .json .sh .bash .rb .pl .pm .php .lua .node .so".split(" ");
const INDEX = "index.js index.ts index.mjs index.cjs __init__.py package.json".split(" ");
/** What carries the name of the directory it lies in. */
const ENTRY = /^(?:index|main|__init__|__main__|mod|package|lib)\./;
/** Where a text says what it loads; a loader takes the exact name before any with an ending. */
const LOADED_BY_NAME =
  /\b(?:require\w*|import|from|load\w*|source|use|include\w*|include_once|do|dofile|resolve|register|fork|Worker|\w*[mM]ock|run_path|spec_from_file_location)\b\s*\(?\s*(["'`])([^"'`\n]{1,1024})\1/g;
/** Files without an ending that are no code, whatever lists them. */
const NO_CODE = /^(?:[A-Z][A-Za-z_-]*|\..*)$/;
/** Names that only the running script knows. */
const PUTS_TOGETHER =
  /\bimport_module|__import__|\brunpy\b|\bspec_from_file|\bexecfile\b|\bexec\(|\beval\b|\brequire\(\s*[^"'`\s)]|\bimport\(\s*[^"'`\s)]|\b(?:require|import)\(\s*(?:"[^"\n]*"|'[^'\n]*')\s*\+|\breaddir|\blistdir|\bglob\b|\bDir\[|(?:^|[;&|\s])(?:\.|source)\s+["']?[$`]|`[^`]*\$\{[^`]*`\s*\)/m;

/** The first such file, absolute. */
export function loadsFresh(command: SubCommand, call: PolicyCall): string | undefined {
  if (call.memory.written.size === 0) return undefined;
  const runs = command.effects.filter((effect) => effect.do === "run");
  const scripts = runs.flatMap(({ what, script }) =>
    what === "script" && script?.certainty === "exact" ? [script.path] : [],
  );
  const codes = runs.flatMap(({ what, code }) =>
    what === "code" && code !== undefined && !isIsolated(command) ? [code] : [],
  );
  return followLoads({ scripts, codes, language: runs[0]?.language ?? "" }, command, call);
}

/** Where it begins: files that are run, and texts of code of which only what they say that they load counts. */
export interface Loading {
  readonly scripts: readonly string[];
  readonly codes: readonly string[];
  readonly language: string;
}

export function followLoads(
  { scripts, codes, language }: Loading,
  command: SubCommand,
  call: PolicyCall,
): string | undefined {
  if (scripts.length + codes.length === 0) return undefined;
  const own = [...call.memory.written].filter((path) => isInside(path, call.projectRoot) && !scripts.includes(path));
  if (own.length === 0) return undefined;
  const fresh = own.filter((path) => couldLoad(path, call));
  const data = own.filter((path) => !fresh.includes(path));
  const search: Search = { fresh, data, command, call, language };
  const said = codes.map(loadingParts);
  const inCode = said.map((text, i) => fresh.find((path) => isLoadedBy(path, text, { code: codes[i] ?? "", command })));
  // Code in a word counts from where it is run.
  const from = `${command.cwd.path}/-`;
  const named = said.flatMap((text) => filesNamed(text, from, search)).filter((path) => !path.endsWith(".json"));
  return (
    inCode.find((path) => path !== undefined) ??
    findLoaded([...scripts, ...named], search) ??
    said.map((text) => aliasLoaded(text, from, search)).find((path) => path !== undefined)
  );
}

/** It is named, and the directories to it are, from where the code runs; data that is taken in is none. */
function isLoadedBy(
  path: string,
  said: string,
  { code, command }: { readonly code: string; readonly command: SubCommand },
): boolean {
  if (path.endsWith(".json") || !isMentioned(path, said)) return false;
  const below = isInside(path, command.cwd.path) ? dirname(path).slice(command.cwd.path.length) : dirname(path);
  const texts = `${code}\n${command.text}`;
  return below.split("/").every((dir) => dir === "" || texts.includes(dir));
}

/** What stands behind the words with which languages load others. */
const loadingParts = (code: string): string =>
  [...code.slice(0, MAX_TEXT_BYTES).matchAll(LOADS_OTHERS)].map(([part]) => part).join("\n");
const LOADS_OTHERS =
  /\b(?:require\w*|import\w*|__import__|from|load\w*|source|use|include\w*|do|dofile|resolve|register|run_path|run_module|pytest_plugins|plugins?|autoload)\b[^\n;]{0,256}/g;

/** A name that the packages around the text give to a file of the session. */
function aliasLoaded(text: string, file: string, { fresh, call }: Search): string | undefined {
  return aliasTargets(text, file, call).find((path) => fresh.includes(path));
}

/** A directory that was written as a whole may hold anything. */
const couldLoad = (path: string, { world }: PolicyCall): boolean =>
  ENDINGS.some((ending) => path.endsWith(ending)) || (path !== "" && world.stat(path).kind === "directory");

/** Without an ending: code where a text loads it, and nothing that a word in passing would mean. */
const isBare = (path: string): boolean => !basename(path).includes(".") && !NO_CODE.test(basename(path));

interface Search {
  /** What could be loaded, and what could not. */
  readonly fresh: readonly string[];
  readonly data: readonly string[];
  /** Of the script, where its name does not say it. */
  readonly language: string;
  readonly command: SubCommand;
  readonly call: PolicyCall;
}

function findLoaded(scripts: readonly string[], search: Search): string | undefined {
  const { fresh, call } = search;
  const todo = scripts.flatMap((script) => [script, call.real(script).path]);
  const seen = new Set<string>();
  const sofar: DataSofar = { runs: false, named: undefined };
  for (let file = todo.pop(); file !== undefined; file = todo.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    if (fresh.includes(file)) return file;
    if (seen.size > MAX_TEXTS) return fresh[0];
    const text = textOf(file, call);
    if (text === "none") continue;
    const aliases = aliasTargets(text, file, call);
    const own =
      loadedIn(text, file, search) ??
      aliases.find((path) => fresh.includes(path)) ??
      dataRun(text, { file, sofar }, search);
    if (own !== undefined) return own;
    todo.push(...filesNamed(text, file, search), ...aliases.filter((path) => call.world.stat(path).kind === "file"));
  }
  return undefined;
}

/** What the texts so far say: one may run what another names. */
interface DataSofar {
  runs: boolean;
  named: string | undefined;
}

function dataRun(
  text: string,
  { file, sofar }: { readonly file: string; readonly sofar: DataSofar },
  search: Search,
): string | undefined {
  sofar.runs ||= runsData(text, languageOf(file) || search.language);
  sofar.named ??= search.data.find((path) => namesData(text, path, basesOf(file, search)));
  return sofar.runs ? sofar.named : undefined;
}

function loadedIn(text: string, file: string, search: Search): string | undefined {
  const { fresh, data } = search;
  if (text === "unread" || PUTS_TOGETHER.test(text)) return fresh[0] ?? data.find(isBare);
  return (
    fresh.find((path) => liesFirst(path, file) || isMentioned(path, text)) ??
    data.find((path) => namesLoaded(text, file, search).has(path))
  );
}

/** The places that names in the text stand for as they are, whether something is there yet or not. */
const namesLoaded = (text: string, file: string, search: Search): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(LOADED_BY_NAME)].flatMap(([, , name = ""]) =>
      basesOf(file, search).map((base) => absolutePath(name, base, search.call.world)),
    ),
  );

/** By its path, or by its own name behind a directory that the text puts before it. */
const namesData = (text: string, path: string, bases: readonly string[]): boolean =>
  namesFile(text, path, bases) || new RegExp(`["'\`/\\\\]${quoted(basename(path))}["'\`]`).test(text);

const basesOf = (file: string, { command, call }: Search): readonly string[] => [
  ...new Set([dirname(file), ...(command.cwd.certainty === "exact" ? [command.cwd.path] : []), call.projectRoot]),
];

/** Python looks into the script's own directory before its own library, for what is compiled first. */
const liesFirst = (path: string, script: string): boolean =>
  /\.(?:py[cdo]?|so)$/.test(path) && dirname(path) === dirname(script) && /(?:^|\/)[^./]+$|\.py$/.test(script);

function isMentioned(path: string, text: string): boolean {
  const name = basename(path);
  const within = path.split("/node_modules/").slice(1).join("/").split("/").slice(0, 2);
  // `helper.abi3.so`, `helper.cpython-311.pyc`: the module is called what stands before the first dot.
  const compiled = /\.(?:so|py[cdo])$/.test(name) ? [name.replace(/(?<=.)\..*$/, "")] : [];
  const names = [
    name.replace(/(?<=.)\.[^.]*$/, ""),
    ...compiled,
    ...(ENTRY.test(name) ? [basename(dirname(path))] : []),
    ...within,
  ];
  return names.some((one) => one !== "" && new RegExp(`(?<![\\w-])${quoted(one)}(?![\\w-])`).test(text));
}
const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function textOf(path: string, { world }: PolicyCall): string {
  if (world.stat(path).kind !== "file") return "none";
  const bytes = world.readFile(path, MAX_TEXT_BYTES);
  return bytes === undefined ? "unread" : new TextDecoder().decode(bytes);
}

/** Files of the project that words of the text may stand for: beside it, and from where the command runs. */
function filesNamed(text: string, file: string, search: Search): readonly string[] {
  const { call } = search;
  const words = new Set([...text.matchAll(/[\w@./-]+/g)].map(([word]) => word).filter((word) => /^[.\w@]/.test(word)));
  const modules = [...words].filter((word) => /^\.*\w+(?:\.\w+)*$/.test(word));
  const names = new Set([...words, ...modules.map((word) => word.replace(/^\.+/, "").replaceAll(".", "/"))]);
  const bases = basesOf(file, search);
  return [...names].flatMap((name) =>
    bases.flatMap((base) => {
      const path = absolutePath(name, base, call.world);
      if (!isInside(path, call.projectRoot) || path.includes("/node_modules/")) return [];
      return ["", ...ENDINGS.map((ending) => ending), ...INDEX.map((index) => `/${index}`)]
        .map((ending) => path + ending)
        .filter((one) => isSource(one) && call.world.stat(one).kind === "file");
    }),
  );
}

/** Documents are read, not loaded. */
const isSource = (path: string): boolean => !/\.(?:md|txt|rst|html?|css|csv|lock|log|svg|png)$/i.test(path);
