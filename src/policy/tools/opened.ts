/**
 * What is read where a server opens a text: the place it names, of a directory all that lies in it, and of a pattern all that it
 * has on the disk now. A server may give any of these.
 */
import {
  type Effect,
  exact,
  fixedPart,
  globTarget,
  type ReadEffect,
  unknownTarget,
  unknownUse,
} from "../../contract/effect.ts";
import { placesMatched } from "../../machine/index.ts";
import { placesOf, placesWhole } from "./places.ts";
import type { ToolContext } from "./tool.ts";

/** Of more files that a pattern has, all below the place it begins at is meant. */
const MAX_FILES = 256;
/** So many patterns are looked up for one text; its readings are few. */
const MAX_PATTERNS = 16;

const WILD = /[*?[{]/;
/** Groups that libraries read differently. */
const GROUP = /[?*+@!]\(/;
/** A pattern's end that takes everything is the directory before it. */
const EVERYTHING = /(?:\/\*+)+$/;
/** Of packages and of git's objects nobody lists every name; those that are named themselves are looked into. */
const LARGE = /\/(?:node_modules|\.git\/objects)$/;

const SCHEME = /^\s*[a-z][a-z0-9+.-]*:(?:\/\/)?(?=.)/i;

/** `raw`: a path, or an address under any scheme. */
export function readsOpened(raw: string, context: ToolContext): readonly Effect[] {
  const ways = [raw, raw.replace(SCHEME, "")];
  const places = ways.flatMap((way) => placesOf(way, context));
  const whole = ways.flatMap((way) => placesWhole(way, context)).map(({ path }) => path);
  const patterns = [...new Set(whole)].filter((path) => WILD.test(path) || GROUP.test(path));
  return [
    ...places.map((target) => ({ ...read(target.path), target })),
    ...places.flatMap(({ path }) => (isNameAlone(raw, path) ? [] : insideOf(path, context))),
    ...patterns.slice(0, MAX_PATTERNS).flatMap((pattern) => readsByPattern(pattern, context)),
    ...(patterns.length > MAX_PATTERNS ? [TOO_MANY] : []),
  ];
}

const TOO_MANY = unknownUse("its pattern can be read in more ways than are looked at");

const read = (path: string, recursive = false): ReadEffect => ({
  do: "read",
  target: exact(path),
  recursive,
  content: true,
});

/** `docs://guide/home`: behind the name of something else, one word is no directory of the machine. */
const isNameAlone = (raw: string, path: string): boolean =>
  /^\s*[a-z][a-z0-9+.-]+:(?!\/\/\/)/i.test(raw) && !/file:/i.test(raw) && path.lastIndexOf("/") === 0;

const insideOf = (path: string, { world }: ToolContext): readonly Effect[] =>
  world.stat(path).kind === "directory" ? [read(path, true)] : [];

function readsByPattern(pattern: string, context: ToolContext): readonly Effect[] {
  const base = fixedPart(globTarget(pattern)) || "/";
  if (GROUP.test(pattern)) return [...belowGroup(pattern), unknownUse("its pattern can be read in several ways")];
  const named = pattern.replace(EVERYTHING, "") || "/";
  if (!WILD.test(named)) return insideOf(named, context);
  const found = placesMatched(named, context.world, (directory) => !LARGE.test(directory) || !named.includes("**"));
  if (found === undefined || found.length > MAX_FILES) return insideOf(base, context);
  return found.flatMap((path) => [read(path), ...insideOf(path, context)]);
}

/** Anything below the last directory that is written out. */
const belowGroup = (pattern: string): readonly Effect[] => {
  const fixed = pattern.split(/\/[^/]*(?:[*?[{]|[+@!]\()/, 1)[0] ?? "";
  return [{ ...read("/"), target: unknownTarget(fixed), recursive: true }];
};
