/**
 * What a call leaves at places its effects do not name one by one: every name of a tree where it lands, laid over what the other
 * commands of the call bring, and what its patterns match now.
 */
import { basename, dirname } from "node:path/posix";
import { beside } from "../contract/beside.ts";
import { type Effect, exact, type Target, type WriteEffect } from "../contract/effect.ts";
import { isInside, listEntries, matchesNow } from "../machine/index.ts";
import type { PolicyCall } from "./call.ts";

/** Names looked at in all trees of a call together: on the disk, and as many that the call itself laid. */
const MAX_NAMES = 20_000;
interface MadePlace {
  /** Where its contents come from; absent: whoever makes it wrote them. */
  readonly from?: string;
  readonly directory: boolean;
}

/** A tree that lies or reaches deeper than this is not looked through: what a place is depends on every directory above it. */
const MAX_DEPTH = 64;
export const isTooDeep = (path: string): boolean => path.split("/").length > MAX_DEPTH;

interface Brought {
  /** Absolute, not folded. */
  readonly paths: readonly string[];
  readonly made: ReadonlyMap<string, MadePlace>;
  /** Nothing was left out. */
  readonly complete: boolean;
}

const kept = beside<PolicyCall, Brought>();

/** In the order of the commands: a tree that one makes is what the next one takes along. */
export function broughtBy(call: PolicyCall): Brought {
  const brought = kept.get(call) ?? layAll(call);
  kept.set(call, brought);
  return brought;
}

/** `loosely`: of names that are not known each part of the tree may land by itself. For what finds, and never proves. */
export function layAll(call: PolicyCall, effects = call.effects, loosely = false): Brought {
  const made = new Map<string, MadePlace>();
  const room = { left: MAX_NAMES, laid: MAX_NAMES };
  for (const effect of effects)
    if (effect.do === "write")
      for (const [path, place] of landingsOf(effect, { call, made, room, loosely }))
        if (made.get(path)?.directory !== true) made.set(path, place);
  return { paths: [...made.keys()], made, complete: room.left >= 0 && room.laid >= 0 };
}

interface Laying {
  readonly call: PolicyCall;
  readonly made: ReadonlyMap<string, MadePlace>;
  readonly room: { left: number; laid: number };
  readonly loosely: boolean;
}

type Landing = readonly [path: string, place: MadePlace];

function landingsOf(effect: WriteEffect, laying: Laying): readonly Landing[] {
  const { target, from } = effect;
  const own: readonly Landing[] =
    target.certainty === "exact" ? [[target.path, { directory: effect.as === "directory" }]] : [];
  if (from === undefined || effect.as === "link" || effect.as === "hardlink") return own;
  const sources = placesOf(from, laying);
  return [...own, ...sources.flatMap((source) => layTree(source, effect, laying))];
}

function layTree(source: string, effect: WriteEffect, laying: Laying): readonly Landing[] {
  const names = effect.recursive || effect.as === "move" ? namesIn(source, laying) : [""];
  const bases = landingBases(effect, source, laying);
  const laid = bases.flatMap((base) => names.map((name): Landing => landing(base, source, name)));
  return laying.loosely && effect.from?.certainty === "unknown" ? [...laid, ...layParts(source, bases, laying)] : laid;
}

const landing = (base: string, source: string, name: string): Landing => [
  base + name,
  { from: source + name, directory: false },
];

/** Any name of the tree, with what lies below it, where it would stand alone. */
const layParts = (source: string, [base = ""]: readonly string[], laying: Laying): readonly Landing[] =>
  namesIn(source, laying).flatMap((name) =>
    [...name.matchAll(/\//g)]
      .slice(1)
      .map(({ index }): Landing => landing(base, source + name.slice(0, index), name.slice(index))),
  );

/** A tree stands at the place itself or inside it: which of the two is not always known. Into a directory that the call made, all go. */
function landingBases(
  { target, from, recursive, as }: WriteEffect,
  source: string,
  { made }: Laying,
): readonly string[] {
  const { path, certainty } = target;
  if (path === "") return [];
  const inside = `${path === "/" ? "" : path}/${basename(source)}`;
  if (certainty === "glob") return [`${dirname(path)}/${basename(source)}`];
  const itself = path === "/" ? "" : path;
  const isOpen = recursive || as === "move" || from?.certainty !== "exact" || certainty === "unknown";
  return isOpen || made.get(path)?.directory === true ? [itself, inside] : [itself];
}

const placesOf = ({ path, certainty }: Target, { call, room }: Laying): readonly string[] => {
  if (path === "") return [];
  if (certainty !== "glob") return [path];
  const found = matchesNow(path, call.world);
  if (found === undefined) room.left = -1;
  return found ?? [];
};

/** Below `source`, from there, itself as "": on the disk, and what the call has put there by then. Links are not followed. */
function namesIn(source: string, { call, made, room }: Laying): readonly string[] {
  const root = source === "/" ? "" : source;
  const names = new Set(["", ...laidBelow(source, { made, room }).map((path) => path.slice(root.length))]);
  const todo = [""];
  for (let below = todo.pop(); below !== undefined && room.left >= 0; below = todo.pop())
    for (const { name, kind } of entriesOf(`${root}${below}`, { call, room })) {
      if (--room.left < 0) break;
      names.add(`${below}/${name}`);
      if (kind === "directory") todo.push(`${below}/${name}`);
    }
  return [...names];
}

/** What the call has put there by then. A tree that may stand at two places doubles with each move: so many are followed. */
function laidBelow(source: string, { made, room }: Pick<Laying, "made" | "room">): readonly string[] {
  if (room.laid < 0) return [];
  const laid = [...made.keys()].filter((path) => isInside(path, source));
  const followed = laid.slice(0, room.laid);
  room.laid -= laid.length;
  return followed;
}

/** None of what lies too deep, and no room for more: not all is known then. */
function entriesOf(
  path: string,
  { call, room }: Pick<Laying, "call" | "room">,
): ReturnType<typeof listEntries> & object {
  if (!isTooDeep(path)) return listEntries(path, call.world) ?? [];
  room.left = -1;
  return [];
}

/**
 * Places that the call writes or takes away by a pattern: what it matches now. Where a pattern could also climb out, its effect
 * does not say so, and its word does. Undefined: more than is looked through.
 */
export function matchedBy({ effects, reading, world }: PolicyCall): readonly string[] | undefined {
  const changes = effects.filter((effect) => effect.do === "write" || effect.do === "delete");
  const named = changes.flatMap(({ target }) => (target.certainty === "glob" ? [target.path] : []));
  const words = (reading?.commands ?? []).flatMap((command) =>
    command.effects.some(isUnknownChange)
      ? command.words.flatMap(({ value, glob }) =>
          glob && value !== null ? [value.startsWith("/") ? value : `${command.cwd.path}/${value}`] : [],
        )
      : [],
  );
  const found = [...new Set([...named, ...words])].map((pattern) => matchesNow(pattern, world));
  return found.includes(undefined) ? undefined : found.flatMap((paths) => paths ?? []);
}

const isUnknownChange = (effect: Effect): boolean =>
  (effect.do === "write" || effect.do === "delete") && effect.target.certainty === "unknown";

/** Throw-away files: nothing starts by itself there. */
const SCRATCH = ["/tmp", "/var/tmp"];

/** Every such place that could matter; undefined where not all are known. */
export function unnamedPlaces(call: PolicyCall): readonly Target[] | undefined {
  const matched = matchedBy(call);
  const { paths, complete } = broughtBy(call);
  if (matched === undefined || !complete) return undefined;
  const matters = (path: string): boolean =>
    [call.projectRoot, call.world.home].some((root) => isInside(path, root)) ||
    !SCRATCH.some((root) => isInside(path, root));
  return [...matched, ...paths].filter(matters).map(exact);
}
