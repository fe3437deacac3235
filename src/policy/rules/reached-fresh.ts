/**
 * A file of this session that a command runs though no word spells its name: it is among what a pattern, a directory or a list made
 * on the way leads to. Programs that take trees as data (linters, compilers, test runners) run none of it.
 */
import { basename, dirname, extname } from "node:path/posix";
import type { Effect, RunEffect, Target } from "../../contract/effect.ts";
import type { SubCommand } from "../../contract/reading.ts";
import { compilePattern, isInside, meets, segmentsOf, toTarget } from "../../machine/index.ts";
import { programNames, takesTrees } from "../../programs/index.ts";
import type { PolicyCall } from "../call.ts";
import { changedPaths } from "./changed-paths.ts";
import { feedersOf } from "./feeders.ts";
import { takenByMake } from "./make-texts.ts";
import { patternsRun, searchedRun } from "./pattern-texts.ts";

/** Absolute; undefined: none. */
export function reachesFresh(command: SubCommand, call: PolicyCall): string | undefined {
  const runs = command.effects.filter(isRun);
  if (runs.length === 0 || call.memory.written.size === 0) return undefined;
  const fresh = [...changedPaths(call, command)].filter((path) => isInside(path, call.projectRoot));
  if (fresh.length === 0) return undefined;
  const scene: Scene = { command, call, fresh };
  if (runs.some(({ what }) => what === "task")) return leftOpen(scene);
  if (testsTrees(command)) return undefined;
  return first(runs, (run) => first(placesRun(run, scene), (place) => reachedAt(place, run, scene)));
}

interface Scene {
  readonly command: SubCommand;
  readonly call: PolicyCall;
  /** What was written in the session, in the project. */
  readonly fresh: readonly string[];
}

const isRun = (effect: Effect): effect is RunEffect => effect.do === "run" && effect.what !== "helper";

function first<T>(all: readonly T[], find: (one: T) => string | undefined): string | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

const testsTrees = ({ words }: SubCommand): boolean => programNames(words[0]?.value ?? "").some(takesTrees);

/** Where what is run may lie. */
interface Place {
  readonly target: Target;
  /** All below it too. */
  readonly below: boolean;
  /** Names that were asked for: of these any ending counts. */
  readonly names?: readonly string[];
}

function placesRun({ what, script, code }: RunEffect, scene: Scene): readonly Place[] {
  const { command } = scene;
  const fed = feedersOf(command, scene.call).flatMap(placesLookedAt);
  if (what === "script") {
    if (script?.certainty === "exact") return [];
    const own = { target: script ?? ANYWHERE, below: true };
    return script === undefined || script.path === "" ? (fed.length > 0 ? fed : [own]) : [own, ...fed.filter(hasNames)];
  }
  if (what === "code") return code === undefined ? [...fed, ...placesLookedAt(command)] : [];
  return what === "unknown-program" ? placesGiven(scene) : [];
}

const ANYWHERE: Target = { path: "", certainty: "unknown" };
const hasNames = ({ names = [] }: Place): boolean => names.length > 0;

/** Patterns and directories among the words of a program that nobody knows. */
function placesGiven({ command: { words, cwd }, call }: Scene): readonly Place[] {
  if (cwd.certainty !== "exact") return [];
  return words.slice(1).flatMap(({ value, glob, prefix, under }): readonly Place[] => {
    const text = under ?? value ?? prefix;
    if (text === "" || text.startsWith("-")) return [];
    const target = toTarget(text, cwd.path, call.world);
    if (glob) return [{ target: { path: target.path, certainty: "glob" }, below: true }];
    const isOpen = value === null && prefix !== "";
    return isOpen || call.world.stat(target.path).kind === "directory" ? [{ target, below: true }] : [];
  });
}

function placesLookedAt({ effects, words }: SubCommand): readonly Place[] {
  const names = words.flatMap(({ value }, i) => (/^-i?name$/.test(words[i - 1]?.value ?? "") ? [value ?? "*"] : []));
  return effects.flatMap((effect) =>
    effect.do === "read" ? [{ target: effect.target, below: effect.recursive, names }] : [],
  );
}

function reachedAt({ target, below, names = [] }: Place, run: RunEffect, { call, fresh }: Scene): string | undefined {
  return fresh.find(
    (path) =>
      [path, `${call.real(dirname(path)).path}/${basename(path)}`].some((way) => isAt(way, target, below)) &&
      (names.length > 0
        ? names.some((name) => isNamed(path, name))
        : target.certainty === "exact" || couldBe(path, run, target)),
  );
}

const isNamed = (path: string, name: string): boolean =>
  isAt(`/${basename(path)}`, { path: `/${name}`, certainty: "glob" }, false);

function isAt(path: string, target: Target, below: boolean): boolean {
  if (target.certainty === "unknown") return target.path === "" || isInside(path, target.path);
  if (target.certainty === "exact") return path === target.path || (below && isInside(path, target.path));
  const pattern = compilePattern(target.path);
  return pattern === undefined || meets(pattern, segmentsOf(path), false) === "at";
}

const ENDINGS: Readonly<Record<string, RegExp>> = {
  javascript: /^\.(?:[cm]?[jt]s|[jt]sx|node|wasm)?$/,
  python: /^\.(?:py[wc]?|pyz)?$/,
  shell: /^\.?(?:sh|bash|zsh|ksh|dash|command|run|task|hook|env|bats)?$/,
};
/** What is run by none of the programs whose endings are not listed. */
const NOT_RUN =
  /^\.(?:md|txt|rst|json|jsonc|ya?ml|toml|ini|cfg|lock|csv|xml|html?|s?css|less|svg|png|jpe?g|pdf|c|cc|cpp|cxx|h|hh|hpp|rs|go|java|kt|cs|swift|[cm]?tsx?|jsx|vue|svelte|log|sql|proto|graphql)$/;

/** A pattern says which files are meant; where only a directory is known, what such a program is given. */
function couldBe(path: string, { language = "" }: RunEffect, { certainty, path: place }: Target): boolean {
  if (certainty === "glob" && extname(place) !== "" && !/[*?[]/.test(extname(place))) return true;
  const known = Object.hasOwn(ENDINGS, language) ? ENDINGS[language] : undefined;
  return known === undefined ? !NOT_RUN.test(extname(path)) : known.test(extname(path));
}

/** What its definition takes in by itself; where that was not all understood, what its patterns lead to may be what runs. */
function leftOpen({ command, call, fresh }: Scene): string | undefined {
  const looked = call.reading?.looked ?? [];
  const taken = first(looked, (file) => takenByMake(file, fresh, call) ?? searchedRun(file, fresh, call));
  if (taken !== undefined || !command.effects.some((effect) => effect.do === "unknown")) return taken;
  return first(looked, (file) => patternsRun(file, fresh, call));
}
