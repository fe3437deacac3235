/**
 * The gate's own directories, reached over what they lie in: `rm -rf ~/.config`, `tar -x -C ~`, a search that finds their
 * files. Writes that name them are found by their names (protection.ts).
 */
import type { Effect, Target, WriteEffect } from "../contract/effect.ts";
import type { SubCommand } from "../contract/reading.ts";
import { isInside, placePattern, reaches, segmentMatches, segmentsOf } from "../machine/index.ts";
import type { PolicyCall } from "./call.ts";
import { laidByCode } from "./code-brings.ts";
import { feedersOf, lostPlaces, onThisMachine, saidToLose, searchesBehind, takesList } from "./floor/index.ts";
import { type CallCommand, type CallView, chosenBy, findsEverything, viewsOf } from "./offline/index.ts";

import { writtenWords } from "./rules/index.ts";

/** So many names below a directory of the gate are held against what a search asks for. */
const MAX_NAMES = 400;

/** The directory of the gate, or of an agent that was moved, that the call would take away, change or fill. */
export function ownPlaceReached(call: PolicyCall): string | undefined {
  for (const view of viewsOf(call)) {
    for (const command of view.commands) {
      const found = reachedBy(command, view, call);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

function reachedBy(command: CallCommand, view: CallView, call: PolicyCall): string | undefined {
  const { gateDirectories, gatePrograms, movedPlaces } = call.places;
  const lost = lostPlaces(command, view).map((target): Touch => ({ target, recursive: true }));
  const written = [
    ...command.effects.flatMap(touchOf).filter(({ write }) => write !== undefined),
    ...spread(command, call),
    ...(isRead(command) ? laidByCode(command, call).flatMap(touchOf) : []),
  ];
  const searches = searchesBehind(command, view);
  const given = takesList(command) && command.effects.some(changesUnknown) ? searches.flatMap(rootsOf) : [];
  const said = [...saidToLose(command, view), ...given].map((target): Touch => ({ target, recursive: true }));
  const touches = [...lost, ...said, ...command.effects.flatMap(touchOf), ...written].filter(
    ({ target }) => target.path !== "",
  );
  const own = [...gateDirectories, ...gatePrograms, ...movedPlaces];
  const searched = searches.length > 0;
  const agents = searched || written.some(({ write }) => write === undefined) ? agentDirectories(call) : [];
  return [...own, ...agents].find((directory) =>
    (agents.includes(directory) && !searched ? written : touches).some(
      (touch) =>
        onThisMachine(touch.target, command, view).some((target) => meets(target, directory, { touch, call })) &&
        brings(touch, directory, view) &&
        couldFind(command, view, directory),
    ),
  );
}

const changesUnknown = (effect: Effect): boolean => touchOf(effect).some(({ target }) => target.path === "");
const rootsOf = ({ effects }: CallCommand): readonly Target[] =>
  effects.flatMap((effect) => (effect.do === "read" ? [effect.target] : []));

/** What agents keep in home: a search or an archive that changes files there may change those. */
const agentDirectories = ({ places, world }: PolicyCall): readonly string[] =>
  places.agentFiles.directories
    .map((name) => `${world.home}/${name}`)
    .filter((path) => world.lstat(path).kind === "directory");

/** What programs are told to change of what a search found, and what they unpack. */
const spread = (command: CallCommand, call: PolicyCall): readonly Touch[] =>
  isRead(command)
    ? writtenWords(call, [command]).flatMap(({ target, spreads }) =>
        spreads === true ? [{ target, recursive: true }] : [],
      )
    : [];

const isRead = (command: CallCommand): command is SubCommand => "understood" in command && command.cwd !== undefined;

interface Touch {
  readonly target: Target;
  readonly recursive: boolean;
  /** What is copied or moved there. */
  readonly write?: WriteEffect;
}

function touchOf(effect: Effect): readonly Touch[] {
  if (effect.do === "delete") return [{ target: effect.target, recursive: effect.recursive }];
  if (effect.do !== "write" || effect.as === "directory") return [];
  return [{ target: effect.target, recursive: effect.recursive, write: effect }];
}

function meets(
  target: Target,
  directory: string,
  { touch, call }: { readonly touch: Touch; readonly call: PolicyCall },
): boolean {
  const ways = [directory, call.real(directory).path];
  return ways.some((way) => reaches(placePattern(way), call.look(target), touch.recursive));
}

/** A copy brings what lies where it comes from; what is unpacked may be anything. */
function brings({ target, write }: Touch, directory: string, { world, commands }: CallView): boolean {
  if (write?.from === undefined || write.from.path === "" || write.from.certainty === "unknown") return true;
  const into = target.path.replace(/\/\*$/, "");
  if (!isInside(directory, into) || directory === into) return true;
  const from = write.from.path.replace(/\/\*$/, "");
  if (target.certainty === "unknown" && world.stat(from).kind !== "directory") return true;
  const place = `${from === "/" ? "" : from}${directory.slice(into === "/" ? 0 : into.length)}`;
  if (world.lstat(place).kind !== "absent") return true;
  return commands.some(({ effects }) =>
    effects.some((effect) => effect.do === "write" && effect.target.path !== "" && isInside(effect.target.path, place)),
  );
}

/** A search by name only finds what is so called. */
function couldFind(command: CallCommand, view: CallView, directory: string): boolean {
  const searches = searchesBehind(command, view).filter((search) => !findsEverything(search));
  if (loses(command) && searches.some((search) => isFarSearch(search, view))) return false;
  const names = searches.map(namesAsked).filter((asked) => asked.length > 0);
  const filters = [command, ...feedersOf(command, view)].flatMap((one) => chosenBy(one) ?? []);
  if (names.length === 0 && filters.length === 0) return true;
  const own = isInside(directory, view.home) ? directory.slice(view.home.length) : directory;
  const there = [...segmentsOf(own), ...namesBelow(directory, view)];
  return (
    names.every((asked) =>
      asked.some((pattern) => there.some((name) => segmentMatches(pattern.toLowerCase(), name.toLowerCase()))),
    ) && filters.every((fits) => there.some(fits))
  );
}

/** From home, or above it, what is old, large or empty, whatever it is called: that it also finds the gate's own is not said. */
const isFarSearch = (search: CallCommand, { home }: CallView): boolean =>
  search.words.some(({ value }) => BY_AGE_OR_SIZE.test(value ?? "")) &&
  namesAsked(search).length === 0 &&
  search.effects.every((effect) => effect.do !== "read" || isInside(home, effect.target.path));
const BY_AGE_OR_SIZE = /^-(?:empty|size|[acm]?newer.*|[acmB](?:min|time))$/;
const loses = ({ effects }: CallCommand): boolean => effects.some((effect) => effect.do === "delete");

/** None where it asks for paths or for other names, or for an age as well as it could for a name; an age besides the name changes nothing. */
export function namesAsked({ words }: CallCommand): readonly string[] {
  const values = words.map(({ value }) => value ?? "*");
  if (values.some((value) => /^(?:!|-not|-i?path|-i?wholename|-i?regex)$/.test(value))) return [];
  if (values.some((value) => /^(?:-o|-or|,)$/.test(value)) && values.some((value) => BY_AGE_OR_SIZE.test(value)))
    return [];
  return values.filter((_, i) => /^-i?name$/.test(values[i - 1] ?? ""));
}

function namesBelow(directory: string, { world }: CallView): readonly string[] {
  const names: string[] = [];
  const todo = [directory];
  for (let dir = todo.pop(); dir !== undefined && names.length < MAX_NAMES; dir = todo.pop())
    for (const name of world.readDir(dir) ?? []) {
      names.push(name);
      if (world.lstat(`${dir}/${name}`).kind === "directory") todo.push(`${dir}/${name}`);
    }
  return names;
}
