/** A command that deletes, moves away or empties, recursively, a whole place: named, found by a search, or handed on by name. */
import { type Effect, exact, globTarget, type Target } from "../../contract/effect.ts";
import type { KnownWord } from "../../contract/reading.ts";
import { isInside, toTarget } from "../../machine/index.ts";
import { type CallCommand, type CallView, findsEverything, lineOf } from "../offline/index.ts";
import { onThisMachine } from "./elsewhere.ts";
import { emptiedPlaces } from "./emptied.ts";
import { fedPlace } from "./fed-names.ts";
import { feedersOf } from "./feeders.ts";
import { deletedByCode } from "./languages.ts";
import { listsEverything, placesListed, SEARCHES } from "./listed-places.ts";
import { isWhole } from "./whole.ts";

/** What is taken away or emptied, by what was read of it and by its words. */
export function lostPlaces(command: CallCommand, view: CallView): readonly Target[] {
  const named = command.effects.flatMap((effect) => takenAway(effect, command));
  const loses = named.length > 0 || command.effects.some((effect) => losesFiles(effect, command));
  return [
    ...named,
    ...(loses ? [...patternsIn(command, view), ...ownPatterns(command, view)] : []),
    ...byItsOwnWords(command, view),
    ...emptiedPlaces(command, view),
    ...deletedByCode(command, view),
  ];
}

/** The searches whose names it is given, itself among them. */
export const searchesBehind = (command: CallCommand, view: CallView): readonly CallCommand[] =>
  [command, ...feedersOf(command, view)].filter(({ name }) => SEARCHES.test(name ?? ""));

/** The place that is swept; undefined where none is. */
export function sweptPlace(command: CallCommand, view: CallView): string | undefined {
  const named = command.effects.flatMap((effect) => takenAway(effect, command));
  const place = (target: Target): boolean =>
    onThisMachine(withoutProcess(target, view), command, view).some((one) => isWhole(one, view)) &&
    !isOnlyIfLost(target, command, view);
  return (
    lostPlaces(command, view).find(place)?.path ??
    foreignHome(command, named) ??
    removedHome(command) ??
    foundPlace(command, view) ??
    fedPlace(command, view) ??
    (named.length > 0 ? handedPlace(command, view) : undefined)
  );
}

/** `/proc/self/root` and `/proc/self/cwd` are for a command of this call what they are for every one. */
const withoutProcess = (target: Target, { cwd }: CallView): Target => {
  const [whole, of] = OF_PROCESS.exec(target.path) ?? [];
  if (whole === undefined) return target;
  const rest = target.path.slice(whole.length);
  return { ...target, path: `${of === "root" ? "" : cwd}${rest}` || "/" };
};
const OF_PROCESS = /^\/proc\/(?:self|thread-self|\d+)\/(?:task\/[^/]+\/)?(root|cwd)(?=\/|$)/;

/** What the effect takes away with everything in it. A search deletes what it finds: that is told by its words. */
function takenAway(effect: Effect, command: CallCommand): readonly Target[] {
  if (effect.do === "delete" && effect.recursive)
    return SEARCHES.test(command.name ?? "") && !findsEverything(command) ? [] : [effect.target];
  // Every file that a pattern finds.
  if (losesFiles(effect, command) && (effect.do === "delete" || effect.do === "write"))
    return effect.target.certainty === "glob" ? [effect.target] : [];
  return effect.do === "write" && effect.as === "move" && effect.from !== undefined ? [effect.from] : [];
}

/** Files that are named are gone, or empty. */
const losesFiles = (effect: Effect, command: CallCommand): boolean =>
  effect.do === "delete" || (effect.do === "write" && empties(effect, command));

/** Patterns as written: where one could also climb out, its target is not known, and it means its directory all the same. */
const patternsIn = ({ words, cwd }: CallCommand, { world }: CallView): readonly Target[] =>
  words.slice(1).flatMap(({ glob, value }) => {
    if (!glob || value === null) return [];
    if (value.startsWith("/")) return [globTarget(value)];
    return cwd?.certainty === "exact" ? [globTarget(toTarget(value, cwd.path, world).path)] : [];
  });

/**
 * Programs that find the files of a pattern themselves, so that it reaches them in quotes: one of nothing but wildcards is the directory
 * before it.
 */
const ownPatterns = (command: CallCommand, { cwd, world }: CallView): readonly Target[] => {
  if (!(command.wrappers.includes("shx") || FINDS_ITSELF.test(lineOf(command)))) return [];
  const from = command.cwd?.certainty === "exact" ? command.cwd.path : cwd;
  return command.words.slice(1).flatMap(({ value }) => {
    const [, dir] = ALL_IN.exec(value ?? "") ?? [];
    return dir === undefined ? [] : [globTarget(toTarget(`${dir}*`, from, world).path)];
  });
};
const FINDS_ITSELF = /(?:^|[ /])(?:rimraf|del-cli|trash(?:-cli)?|shx)(?:@\S+)?(?: |$)/;
const ALL_IN = /^([~/.][^*?{}[\]()!]*\/|\/)[*?{}[\]()!@+.,/|]*[*?][*?{}[\]()!@+.,/|]*$/;

/** `~name`: somebody's home, wherever it lies. */
const foreignHome = ({ words }: CallCommand, named: readonly Target[]): string | undefined =>
  named.length === 0
    ? undefined
    : words.slice(1).find(({ value, text }) => value === null && /^~[a-z_][\w-]*\/?(?:\*+)?$/.test(text))?.text;

/** An account that goes with its home. */
function removedHome(command: CallCommand): string | undefined {
  const name = REMOVES_HOME.test(lineOf(command)) ? command.words.slice(1).at(-1) : undefined;
  return name === undefined ? undefined : `~${name.value ?? name.text}`;
}
const REMOVES_HOME =
  /^(?:l?userdel .*(?:-\w*r|--r)|deluser .*--remove-(?:home|all-files)|homectl remove |pw (?:userdel|user del) .*-\w*r|sysadminctl -deleteUser )/;

/**
 * After `cd build;` the command stands in build, or, if that failed, where it stood before. Where build is there, the
 * second is not what the command says.
 */
function isOnlyIfLost(target: Target, { cwd, words, effects }: CallCommand, { world }: CallView): boolean {
  if (cwd === undefined || cwd.certainty === "exact" || words.some(({ value }) => value === target.path)) return false;
  const [dir, name] = splitPath(target.path);
  const [first] = effects.flatMap((effect) => {
    const [other, last] = effect.do === "delete" ? splitPath(effect.target.path) : ["", ""];
    return last === name ? [other] : [];
  });
  return first !== undefined && first !== dir && isInside(first, dir) && world.stat(first).kind === "directory";
}

const splitPath = (path: string): readonly [dir: string, name: string] => {
  const at = path.lastIndexOf("/");
  return [path.slice(0, Math.max(at, 1)), path.slice(at + 1)];
};

/** `find ~ -exec rm {} +`, `find / | xargs shred`: a list that leaves nothing out, and what becomes of what it names. */
function foundPlace(command: CallCommand, view: CallView): string | undefined {
  const lost = command.effects.flatMap((effect) => {
    if (effect.do !== "delete" && effect.do !== "write") return [];
    if (effect.do === "write" && effect.as === "move") return [effect.from ?? effect.target];
    return losesFiles(effect, command) ? [effect.target] : [];
  });
  const names = lost.filter(({ certainty, path }) => certainty === "unknown" && (path !== "" || takesList(command)));
  if (names.length === 0) return undefined;
  return placesListed(command, view)
    .filter((root) => names.some(({ path }) => path === "" || path === root.path))
    .find((root) => onThisMachine(root, command, view).some((place) => isWhole(place, view)))?.path;
}

/** A list as it stands; a variable may hold anything else. */
export const takesList = ({ wrappers, words }: CallCommand): boolean =>
  wrappers.some((name) => TAKE_INPUT.test(name)) ||
  words.some(({ value, text }) => value === null && /^"?(?:\$\(|`|…$)/.test(text));
const TAKE_INPUT = /^(?:xargs|parallel)$/;

const takesNames = ({ wrappers, words }: CallCommand): boolean =>
  wrappers.some((name) => TAKE_INPUT.test(name)) || words.some(({ value }) => value === null);

/** Leaves nothing of what was in the file. */
const empties = (effect: Extract<Effect, { do: "write" }>, { name, words }: CallCommand): boolean =>
  (effect.as === undefined &&
    (words.length === 0 || /^(?:truncate|shred|dd|tee|cat|echo|printf|:|true)$/.test(name ?? ""))) ||
  effect.from?.path === "/dev/null";

/** `echo ~ | xargs rm -rf`: names that stand in the call, handed to what deletes. */
function handedPlace(command: CallCommand, view: CallView): string | undefined {
  if (!takesNames(command)) return undefined;
  const feeders = (command.fedBy ?? []).flatMap(([from, to]) => view.commands.slice(from, to));
  return feeders.flatMap((feeder) => namesFrom(feeder, command, view)).find((target) => isWhole(target, view))?.path;
}

function namesFrom(feeder: CallCommand, command: CallCommand, view: CallView): readonly Target[] {
  const words = feeder.words.slice(1).filter(({ value }) => value !== null && !value.startsWith("-"));
  if (/^(?:echo|printf|cat)$/.test(feeder.name ?? "") || /^ls (?:.* )?-\w*d/.test(lineOf(feeder)))
    return words.flatMap((word) => placesIn(word, feeder, view));
  const listed = feeder.name === "ls" || feeder.name === "dir";
  const bare = command.words.some(({ value, prefix }) => value === null && prefix === "");
  const from =
    words.length === 0 ? [feeder.cwd ?? exact(view.cwd)] : words.flatMap((word) => placesIn(word, feeder, view));
  return listed ? from.filter(({ path }) => bare || path === command.cwd?.path) : [];
}

const placesIn = ({ value, glob }: KnownWord, { cwd }: CallCommand, view: CallView): readonly Target[] =>
  (value ?? "").split(/\s+/).flatMap((part) => {
    if (part === "" || part.includes("%")) return [];
    const target = toTarget(part, cwd?.certainty === "exact" ? cwd.path : view.cwd, view.world);
    return [glob || /^[*?]/.test(part) ? globTarget(target.path) : target];
  });

/** Programs whose tables do not say what they take away, by their words. */
const BY_WORDS: readonly RegExp[] = [
  /^(?:\S*\/)?(?:wipe|srm|rip|trash|trash-put|rmtrash|nuke|shred-dir|rimraf|del-cli|trash-cli|shx rm)(?: |$)/,
  /^gio (?:trash|remove)(?: |$)/,
  /^rar \w+ .*-df(?: |$)/,
  /^cmake -E (?:remove_directory|rm)(?: |$)/,
  /^(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun)(?: (?:dlx|exec|x|run))?)(?: (?:-\S+|rimraf|del-cli|trash-cli))* (?:rimraf|del-cli|trash(?:-cli)?|shx(?:@\S+)? rm)(?:@\S+)?(?: |$)/,
  /^g?rm (?:.* )?--r(?:e|ec|ecu|ecur|ecurs|ecursi|ecursiv)?(?: |$)/,
  /^rclone (?:purge|delete|rmdirs|move|sync)(?: |$)/,
  /^7z\w* .*-sdel(?: |$)/,
  /^(?:g|bsd)?tar .*--remove-files(?: |$)/,
  /^btrfs su\w* de\w* /,
  /^ansible .*\bstate=absent\b/,
  /^parallel .*\b(?:rm|shred|unlink)\b.* ::: /,
  /^fd(?:find)? .*(?:-x|-X|--exec|--exec-batch)[ =]?(?:\S*\/)?(?:rm|shred|unlink|truncate|srm|wipe)(?: |$)/,
  /^g?find .*-(?:exec|ok)(?:dir)? (?:sudo )?(?:\S*\/)?(?:rm|shred|unlink|truncate|srm|wipe)(?: |$)/,
  /^git(?: .*)? clean(?= )(?!.* (?:-\w*n\w*|--dry-run)(?: |$))(?=.* (?:-\w*f\w*|--force)(?: |$))/,
];

/** What such a program names, be it all that lies there or what is found there. */
export const saidToLose = (command: CallCommand, view: CallView): readonly Target[] =>
  command.name !== "git" && BY_WORDS.some((pattern) => pattern.test(lineOf(command))) ? operandsOf(command, view) : [];

function byItsOwnWords(command: CallCommand, view: CallView): readonly Target[] {
  const line = lineOf(command);
  if (!BY_WORDS.some((pattern) => pattern.test(line))) return [];
  if (command.name === "git") return cleanedTree(command, view);
  if (SEARCHES.test(command.name ?? "") && !findsEverything(command)) return [];
  if (/^fd/.test(command.name ?? "") && !listsEverything(command)) return [];
  return [...operandsOf(command, view), ...ownPatterns(command, view)];
}

const operandsOf = (command: CallCommand, view: CallView): readonly Target[] =>
  command.words.slice(1).flatMap((word) => {
    const path = /^(?:(?:path|dest|name)=)?(?=[~/.*?])(.*)/s.exec(word.value ?? "")?.[1];
    return path === undefined ? [] : placesIn({ ...word, value: path }, command, view);
  });

/** Where `git clean` removes: the work tree it is given, or the directory it stands in, unless paths are named. */
function cleanedTree({ words, cwd, text }: CallCommand, view: CallView): readonly Target[] {
  const clean = words.findIndex(({ value }) => value === "clean");
  const paths = words.slice(clean + 1).filter(({ value }, i, all) => isPath(value, all[i - 1]?.value));
  if (paths.some(({ value }) => !/^(?:\.|:\/|\*|:\(top\).*)$/.test(value ?? "?")))
    return paths.flatMap(({ value }) =>
      /^[~/.]/.test(value ?? "") ? toTarget(value ?? "", cwd?.path ?? view.cwd, view.world) : [],
    );
  const given = words.flatMap(({ value }, i) =>
    value === "--work-tree" ? (words[i + 1]?.value ?? []) : (/^--work-tree=(.+)/.exec(value ?? "")?.[1] ?? []),
  );
  const set = /(?:^|\s)GIT_WORK_TREE=(\S+)/
    .exec(text)?.[1]
    ?.replace(/^["']|["']$/g, "")
    .replace(/^\$\{?HOME\}?/, "~");
  const trees = [...given, ...(set === undefined ? [] : [set])];
  return trees.length > 0
    ? trees.map((tree) => toTarget(tree, view.cwd, view.world))
    : cwd?.certainty === "exact"
      ? [cwd]
      : [];
}

const isPath = (value: string | null, before: string | null | undefined): boolean =>
  value !== null && !value.startsWith("-") && !/^(?:-e|--exclude)$/.test(before ?? "");
