/** Places that a command deletes, moves away or empties with everything in them, and which of them nothing may. */
import type { SimpleCommand, Word } from "../contract/simple.ts";
import type { World } from "../contract/world.ts";
import ROWS from "./floor.json" with { type: "json" };
import { segmentMatches, segmentsOf, WILD } from "./glob.ts";
import { namesOption, operandsOf, valuesOf } from "./options.ts";
import { waysOf } from "./places.ts";

export type FloorRow = (typeof ROWS)[number];

/** Throw-away files. */
const SHARED_SCRATCH = "/tmp";
/** Each is a home with everything in it, whoever's. */
const HOMES = /^\/(?:home|users|export\/home|var\/home|c\/users)\/[^/]+$|^\/(?:root|var\/root|var\/lib\/root)$/i;
/** A pattern that leaves out nothing, or nothing but names that begin with a dot, or only those. */
const EVERYTHING = /^(?:[*?.]*[*?]+|\.?\[[!^][^\]]*\][*?]*)$/;

const NAMES: ReadonlySet<string> = new Set(["find", ...ROWS.flatMap(({ program }) => program.split(" "))]);

/** A program of the table is among the words: who starts others may start it. */
export const namesFloor = (text: string): boolean => text.split(/[^\w.-]+/).some((word) => NAMES.has(word));

/** Rows of the table for this program that hold for this use of it. */
export const rowsFor = (command: SimpleCommand, does: string): readonly FloorRow[] =>
  ROWS.filter(
    ({ program, does: what, options, unless, words }) =>
      what === does &&
      program.split(" ").some((name) => segmentMatches(name, command.name ?? "")) &&
      (options === undefined || options.split(" ").some((option) => namesOption(option, command))) &&
      unless?.split(" ").some((option) => namesOption(option, command)) !== true &&
      (words === undefined || command.words.some(({ value }) => words.split("|").includes(value ?? ""))),
  );

/** The words a row speaks of, as far as they are words of their own. */
export function wordsFor({ of }: FloorRow, command: SimpleCommand): readonly Word[] {
  // The sign that ends what `find` runs is none.
  const operands = operandsOf(command).filter(({ value }) => value !== "+" && value !== ";");
  if (of === "globs") return operands.filter(({ glob }) => glob);
  if (of === "last") return operands.slice(-1);
  if (of === "sources") return isTargetNamed(command) ? operands : operands.slice(0, -1);
  return of === "all" ? operands : [];
}

const isTargetNamed = (command: SimpleCommand): boolean =>
  ["-t", "--target-directory"].some((option) => valuesOf(option, command).length > 0);

/** Every place that is swept, as written. `deep`: with everything below, not only the names a pattern stands for. */
export const sweptWords = (command: SimpleCommand, deep = false): readonly Word[] => [
  ...rowsFor(command, "sweep").flatMap((row) =>
    deep && row.of === "globs" ? namesRead(command) : wordsFor(row, command),
  ),
  ...foundBy(command, KEEPS_ALL),
];

/** Names that nobody knows, however many there are. */
const namesRead = (command: SimpleCommand): readonly Word[] =>
  command.wrappers.includes("xargs") ? operandsOf(command).filter(({ value }) => value === null) : [];

/** Roots of a search that takes away what it finds, whatever it leaves out. */
export const searchedAway = (command: SimpleCommand): readonly Word[] => foundBy(command, /^/);

/** Words of `find` that leave nothing out. */
const KEEPS_ALL =
  /^(?:-(?:depth|d|xdev|mount|P|H|L|O\d|D|follow|delete|print0?|noleaf|type|m(?:in|ax)depth|o|or|ignore_readdir_race)|[fdl,]+|[01]|\\?[(),]|\+|;|\{\})$/;

/** `find ROOT -delete`: a search that leaves nothing out, and takes away what it finds. */
function foundBy({ name, words }: SimpleCommand, filter: RegExp): readonly Word[] {
  if (name !== "find" && name !== "gfind") return [];
  const rest = words.slice(1);
  const at = rest.findIndex(({ value }) => value === null || /^(?:-(?![PHL]$|[OD]\d?)|[(!])/.test(value));
  const tests = rest.slice(at < 0 ? rest.length : at).map(({ value }) => value ?? "?");
  const runs = tests.findIndex((value) => /^-(?:exec|execdir|ok|okdir)$/.test(value));
  const takes =
    tests.includes("-delete") ||
    (runs >= 0 && /(?:^|\/)(?:rm|shred|unlink|truncate|srm|mv)$/.test(tests[runs + 1] ?? ""));
  const filters = runs < 0 ? tests : tests.slice(0, runs);
  if (!takes || !filters.every((value) => filter.test(value))) return [];
  const roots = rest.slice(0, at < 0 ? rest.length : at).filter(({ value }) => !value?.startsWith("-"));
  return roots.length > 0 ? roots : [{ value: ".", text: ".", prefix: "." }];
}

/** `/`, what lies directly in it, a home, or everything in one of them. What is not known is none. */
export const wholePlace = ({ value, glob }: Word, cwd: string | null, disk: World): string | undefined =>
  value === null || value === ""
    ? undefined
    : waysOf(value, cwd, disk).flatMap((path) => wholeAt(path, glob, disk) ?? [])[0];

function wholeAt(path: string, glob: true | undefined, disk: World): string | undefined {
  let segments = segmentsOf(path);
  if (glob === true) while (EVERYTHING.test(segments.at(-1) ?? "")) segments = segments.slice(0, -1);
  const place = `/${segments.join("/")}`;
  const [first = ""] = segments;
  if (place === SHARED_SCRATCH) return undefined;
  if (isHomeOrAbove(place, disk.home) || HOMES.test(place)) return place;
  if (segments.length !== 1) return undefined;
  if (glob !== true || !WILD.test(first)) return place;
  const matches = (disk.readDir("/") ?? []).filter(
    (name) => `/${name}` !== SHARED_SCRATCH && segmentMatches(first, name),
  );
  return matches.length > 0 ? place : undefined;
}

const isHomeOrAbove = (path: string, home: string): boolean =>
  path === "/" || (home !== "/" && `${home}/`.toLowerCase().startsWith(`${path.toLowerCase()}/`));
