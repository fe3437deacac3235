/**
 * Extensions, plugins and packages that an agent's settings name by a path: it loads what lies there. Of code nobody can tell where it leads
 * further; texts that are told (skills, prompts) and themes count where they lie.
 */
import { basename, dirname } from "node:path/posix";
import { absolutePath, foldPath, isInside, protectedPlace } from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { HERE, HOME } from "./places.ts";
import { isPlugin } from "./plugins.ts";
import { rootsOf } from "./roots.ts";
import { stringsIn } from "./words.ts";

const MAX_VALUES = 512;
const MAX_DEPTH = 12;

/** One string of settings, with the keys that it stands under. */
interface Value {
  readonly keys: readonly string[];
  readonly text: string;
}

const LOADED_CODE = /plugin|extension|package|marketplace/i;
const LOADED_TEXT = /skill|prompt|theme/i;
/** What else stands among them: where they are in force, and what is trusted. */
const TELLS_WHERE = /^\.?mcp|^hooks|project|workspace|cwd|trust|override|disabled|allow|den(?:y|ied)|exclude/i;
/** Others are loaded as far as they describe themselves. */
const DESCRIBED = /plugin|marketplace/i;

export interface LoadedPaths {
  /** Code of the project is loaded. */
  readonly code: boolean;
  /** Directories and files of the project with texts that are told. */
  readonly texts: readonly string[];
}

export function loadedPaths(file: string, text: string, call: PolicyCall): LoadedPaths {
  if (/enablement/i.test(basename(file))) return { code: false, texts: [] };
  const all = valuesIn(file, text)
    .slice(0, MAX_VALUES)
    .map(({ keys, text: value }) => ({ keys: [basename(file), ...keys], value }))
    .filter(({ keys }) => !keys.some((key) => TELLS_WHERE.test(key)));
  const isCode = (keys: readonly string[]): boolean => keys.some((key) => LOADED_CODE.test(key));
  const code = all.filter(({ keys }) => isCode(keys));
  const told = all.filter(({ keys }) => !isCode(keys) && keys.some((key) => LOADED_TEXT.test(key)));
  return {
    code: code.some(({ keys, value }) => {
      const described = keys.some((key) => DESCRIBED.test(key));
      return placesOf(value, file, call).some((path) => !(described && isPlugin(path, call)));
    }),
    texts: told.flatMap(({ value }) => placesOf(value, file, call)),
  };
}

/** In the project, or around it. */
function placesOf(value: string, file: string, call: PolicyCall): readonly string[] {
  const roots = rootsOf(call);
  const text = withoutScheme(value)
    .replace(HOME, call.world.home)
    .replace(/\{env:HOME\}/g, call.world.home)
    .replace(HERE, call.projectRoot);
  if (/[*?\n]|^\w+:|^$/.test(text)) return [];
  const ofProject = roots.some((root) => isInside(file, root));
  const bases = [dirname(file), ...(ofProject ? roots : [])];
  const isPlace = /^(?:~|\.{0,2}\/|\.{1,2}$)/.test(text);
  return [...new Set(bases.map((base) => absolutePath(text, base, call.world)))]
    .filter((path) => isPlace || call.world.stat(path).kind !== "absent")
    .flatMap((path) => [path, call.real(path).path])
    .filter((path) => protectedPlace(path, call.places) === undefined)
    .filter((path) => roots.some((root) => meets(foldPath(path), foldPath(root))));
}
const meets = (path: string, root: string): boolean => isInside(path, root) || isInside(root, path);

function withoutScheme(value: string): string {
  const text = value.replace(/^(?:file|link|path|local|portal):(?:\/\/(?:localhost(?=\/))?)?/i, "");
  try {
    return text === value ? text : decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What cannot be read as what it is called stands under no key, and counts as loaded. */
function valuesIn(file: string, text: string): readonly Value[] {
  if (/\.toml$/i.test(file)) return valuesOfLines(text, /^\s*\[+([^\]\n]+)\]+\s*(?:#.*)?$/, /^\s*([\w."'-]+)\s*=/);
  if (/\.ya?ml$/i.test(file)) return valuesOfLines(text, /^([\w"'-]+)\s*:/, /^\s*(?:-\s+)?([\w"'-]+)\s*:/);
  if (!/\.json[c5]?$/i.test(file)) return [];
  try {
    return valuesOf(JSON.parse(withoutRemarks(text)), []);
  } catch {
    return stringsIn(text).map((value) => ({ keys: ["plugin"], text: value }));
  }
}

const withoutRemarks = (text: string): string =>
  text
    .replace(/("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, string: string | undefined) => string ?? " ")
    .replace(/("(?:[^"\\\n]|\\.)*")|,(?=\s*[\]}])/g, (_, string: string | undefined) => string ?? " ");

function valuesOf(value: unknown, keys: readonly string[]): readonly Value[] {
  if (typeof value === "string") return [{ keys, text: value }];
  if (typeof value !== "object" || value === null || keys.length > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.slice(0, MAX_VALUES).flatMap((one) => valuesOf(one, keys));
  return Object.entries(value)
    .slice(0, MAX_VALUES)
    .flatMap(([key, one]) => valuesOf(one, [...keys, key]));
}

/** A head holds for the lines below it, a key for its own line and those below that have none. */
function valuesOfLines(text: string, head: RegExp, key: RegExp): readonly Value[] {
  let section = "";
  let current = "";
  return text.split("\n").flatMap((line) => {
    const [, opened] = head.exec(line) ?? [];
    const [, named] = key.exec(line) ?? [];
    section = opened ?? section;
    current = named ?? (opened === undefined ? current : "");
    const rest = named === undefined ? line : line.slice(line.search(/[=:]/) + 1);
    const quoted = stringsIn(rest);
    const plain = quoted.length === 0 ? [rest.replace(/^\s*-\s*|\s+#.*$/g, "").trim()] : quoted;
    return opened !== undefined && named === undefined
      ? []
      : plain.map((one) => ({ keys: [section, current], text: one }));
  });
}
