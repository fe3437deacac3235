/** Strings in the input of a tool nobody declared that may be patterns: what they have on the disk now is named by them. */
import { beside } from "../../contract/beside.ts";
import { exact, globTarget, type Target } from "../../contract/effect.ts";
import {
  foldSegment,
  isPointed,
  isSecretPath,
  meets,
  type Pattern,
  placesMatched,
  segmentsOf,
} from "../../machine/index.ts";
import type { PolicyCall } from "../call.ts";
import { placesOf } from "../tools/index.ts";
import { couldBePath, type LooseString, stringsOf } from "./loose-values.ts";

const MAX_PATTERNS = 64;
const WILD = /[*?[{]/;
/** Begins with any directory: beside a directory that the call names, it is meant below that. */
const ANYWHERE = /^(?:\.\/)?\*+(?:\/|$)/;
/** Not gone through, unless they are what is meant. */
const LARGE = /\/(?:node_modules|\.git)$/;

const found = beside<PolicyCall, readonly string[]>();

/** Absolute. What has blanks in it is prose. */
function patternsIn(call: PolicyCall): readonly string[] {
  const kept = found.get(call);
  if (kept !== undefined) return kept;
  const strings = stringsOf(call).filter(couldBePath);
  const wild = strings.filter(({ text }) => WILD.test(text) && !/\s|^https?:/i.test(text)).slice(0, MAX_PATTERNS);
  const bases = wild.length === 0 ? [] : strings.flatMap((one) => directoriesOf(one, call));
  const patterns = wild.flatMap(({ text }) => {
    const below = bases.flatMap((cwd) => placesOf(text, { ...call, cwd }));
    return bases.length > 0 && ANYWHERE.test(text) ? below : [...placesOf(text, call), ...below];
  });
  const paths = [...new Set(patterns.map(({ path }) => path))];
  found.set(call, paths);
  return paths;
}

const directoriesOf = ({ text, isPlace }: LooseString, call: PolicyCall): readonly string[] =>
  !isPlace || WILD.test(text)
    ? []
    : placesOf(text, call).flatMap(({ path }) => (call.world.stat(path).kind === "directory" ? [path] : []));

/** What a rule that forbids would have to do with; a pattern that has more than is looked through stands for itself. */
export const placesByPattern = (call: PolicyCall, denied: readonly Pattern[]): readonly Target[] =>
  patternsIn(call).flatMap((pattern) => {
    const leads = (directory: string): boolean =>
      [directory, call.real(directory).path]
        .flatMap((way) => denied.map((one) => meets(one, segmentsOf(way).map(foldSegment), false)))
        .some((reach) => reach === "at" || (reach === "below" && !LARGE.test(directory)));
    return placesMatched(pattern, call.world, leads)?.map(exact) ?? [globTarget(pattern)];
  });

/** By its name it looks for something: its patterns change nothing. */
export const looksByName = ({ tool }: PolicyCall): boolean => {
  const words = (tool.split("__").at(-1) ?? "")
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[_-]/);
  return words.some((word) => LOOKS.test(word)) && !words.some((word) => CHANGES.test(word));
};
const LOOKS = /^(?:search|find|grep|glob|list|read|get|view|show|tree|query|count|cat)$/;
const CHANGES = /^(?:replace|edit|write|delete|remove|rename|move|apply|update|set|fix|format|create|patch|sub|rm|mv)/;

const isSecretName = (path: string): boolean => isSecretPath(path, () => false);

/** So many files are named; what has more is a sweep, of which only names tell. */
const MAX_NAMED = 32;

/** For secrets: patterns that say in part what is meant. `*` comes across one as a search does. */
export const pointedPlaces = (call: PolicyCall): readonly Target[] =>
  patternsIn(call)
    .filter(isPointed)
    .flatMap((pattern) => {
      const matched = placesMatched(pattern, call.world, (directory) => !LARGE.test(directory));
      const named = matched !== undefined && matched.length > MAX_NAMED ? matched.filter(isSecretName) : matched;
      return named?.map(exact) ?? [globTarget(pattern)];
    });
