/** Code of the project that settings of checkers name: plugins, parsers, what is required, what they are taken from. */
import { basename } from "node:path/posix";
import { foldSegment } from "../../machine/index.ts";
import {
  isPythonChecker,
  isSettingsOf,
  loadsSettings,
  onlyTakesIn,
  programNames,
  settingsNames,
  sharesPackage,
} from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { importsIn } from "./imports.ts";
import { entriesAt } from "./listing.ts";
import { isCode } from "./named.ts";
import { textAfter } from "./own-package.ts";
import { readText } from "./sources.ts";
import type { Words } from "./word.ts";
import { searchesIn, stringsIn } from "./words.ts";

interface Loaded {
  readonly dir: string;
  readonly commands: readonly Words[];
}

/** Of the checkers among a command's words, by the settings that are there where they work. */
export function loadedBySettings(words: Words, bases: readonly string[], call: PolicyCall): readonly Loaded[] {
  const checkers = [...new Set(words.flatMap(programNames))].filter(loadsSettings);
  if (checkers.length === 0) return [];
  const python = checkers.some(isPythonChecker);
  return bases.filter(Boolean).map((dir) => {
    const files = entriesAt(dir, call).filter(({ kind }) => kind !== "directory");
    const commands = files.flatMap(({ name }) => {
      const parts = partsOf(name, () => readText(`${dir}/${name}`, call), checkers);
      return parts.flatMap((text) => (onlyTakesIn(foldSegment(name)) ? takenIn(text) : codeNamed(text, python)));
    });
    return { dir, commands };
  });
}

/** What a file says to these programs. */
function partsOf(name: string, text: () => string, checkers: readonly string[]): readonly string[] {
  const folded = foldSegment(name);
  if (checkers.some((checker) => isSettingsOf(folded, checker) || isConfig(folded, checker))) return [text()];
  if (PACKAGE.test(folded))
    return checkers.filter(sharesPackage).flatMap((checker) => inPackage(folded, text(), checker) ?? []);
  if (!SHARED.test(folded)) return [];
  return text()
    .split(/^(?=\[)/m)
    .filter((part) => checkers.filter(isPythonChecker).some((checker) => isTold(part, checker)));
}
/** A package's description, under each of the names it may have. */
const PACKAGE = /^package\.(?:json5?|ya?ml)$/;
const takenIn = (text: string): readonly Words[] =>
  [...text.matchAll(/"(?:extends|plugins|transform)"\s*:\s*("[^"\n]*"|\[[^\]]{0,4096}\])/g)]
    .flatMap(([, values = ""]) => stringsIn(values).filter((value) => value.includes("/")))
    .slice(0, MAX_NAMED)
    .map((value) => ["extends", value]);
const SHARED = /^(?:pyproject\.toml|setup\.cfg|tox\.ini)$/;
const isConfig = (name: string, checker: string): boolean =>
  settingsNames(checker).some((one) => name.startsWith(`${one}.config.`));
const isTold = (section: string, checker: string): boolean => {
  const [head = ""] = /^\[[^\]\n]*/.exec(section) ?? [];
  return settingsNames(checker).some((one) => head.includes(one));
};

/** The keys of a package's description that are for this program; undefined: it cannot be read. */
function inPackage(name: string, text: string, checker: string): string | undefined {
  const names = settingsNames(checker);
  const isIts = (key: string): boolean => names.includes(key.toLowerCase().replace(/config$|[-_]/g, ""));
  if (name !== "package.json") return inLoosePackage(text, isIts);
  try {
    return JSON.stringify(Object.entries(JSON.parse(text || "{}")).filter(([key]) => isIts(key)));
  } catch {
    return undefined;
  }
}

/** In YAML and JSON5 a key is written in many ways: where its name stands as one, all that is said counts. */
function inLoosePackage(text: string, isIts: (key: string) => boolean): string | undefined {
  if (/\\[ux\d\n]/.test(text)) return undefined;
  const keys = [...text.matchAll(/([\w-]+)["']?\s*:/g)].map(([, key = ""]) => key);
  return keys.some(isIts) ? text : "[]";
}

/** An edit of a package's description after which it says something else to a checker, or of which that cannot be told. */
export function changesCheckerSettings(path: string, checker: string, call: PolicyCall): boolean {
  const name = foldSegment(basename(path));
  if (!PACKAGE.test(name)) return false;
  const before = readText(path, call);
  const after = textAfter(before, call);
  const said = after === undefined ? undefined : inPackage(name, after, checker);
  return said === undefined || (said !== "[]" && said !== inPackage(name, before, checker));
}

/** Keys and values, however they are written: `plugins = a.b`, `"plugins": ["./x.js"]`, `require:` and a list below. */
const PARTS = /["']?([A-Za-z][\w-]*)["']?\s*(?::(?=[\s"'[{]|$)|=(?!=))|([\w@.~-]*[./][\w@./~-]*)/gm;
/** Behind these stands what is looked at, and not what is run. */
const LOOKED_AT =
  /^(?:files?|\w*exclude\w*|include|src|sources?|paths?|mypy_path|modules?|packages?|project|target\w*|output\w*|base\w*|omit|known\w*|.*(?:ignore|ignored|pattern|patterns|report|cache|version|url|schema).*)$/i;
const TAKES_IN = /plugin|require|extend|inherit|includes|import|load|bootstrap|parser|processor|formatter|hook/i;

function codeNamed(text: string, python: boolean): readonly Words[] {
  let key = "";
  const found = [...text.slice(0, MAX_TEXT).matchAll(PARTS)].flatMap(([, name, value]): readonly Words[] => {
    key = name ?? key;
    return value === undefined ? [] : namedBehind(key, value, python);
  });
  return [
    ...found.slice(0, MAX_NAMED),
    ...localPlugins(text),
    ...(python ? [...importsIn(text.replace(/^[\w-]+\s*=\s*/gm, "")), ...searchesIn(text)] : []),
  ];
}

function namedBehind(key: string, value: string, python: boolean): readonly Words[] {
  if (/^\.{1,2}\//.test(value)) return [[TAKES_IN.test(key) ? "--plugin" : "import", value]];
  return !LOOKED_AT.test(key) && isCodeName(value, key, python) ? [["import", value]] : [];
}

/** Directories that flake8 looks plugins up in. */
function localPlugins(text: string): readonly Words[] {
  const [, dirs = ""] = /^\[flake8:local-plugins\][^[]*?^paths\s*=\s*([^[=]*)$/m.exec(text) ?? [];
  return dirs
    .split(/[\s,]+/)
    .filter((dir) => /[\w.]/.test(dir))
    .map((dir) => ["--plugin", dir]);
}
const MAX_TEXT = 1 << 18;
const MAX_NAMED = 256;

const isCodeName = (value: string, key: string, python: boolean): boolean =>
  isCode(value) ||
  (TAKES_IN.test(key) && /\/|\.\w{2,5}$/.test(value)) ||
  (python && /^[a-z_]\w*(?:\.[a-z_]\w*)+$/i.test(value));
