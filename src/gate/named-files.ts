/**
 * The files a call is given besides its scripts: those its effects, its words and its code name, the programs its names
 * find, and what its repositories would publish or run. Read generously: a file too many only voids an approval.
 */
import type { Effect, Target } from "../contract/effect.ts";
import type { World } from "../contract/world.ts";
import { findRepo } from "../machine/git/index.ts";
import { absolutePath, configurationFiles, isInside, loadedFromHome } from "../machine/index.ts";
import type { Call } from "./call.ts";
import { stampContents, stampFile, stampTree } from "./stamp-files.ts";

const MAX_WORDS = 10_000;
const MAX_DIRECTORIES = 20;
/** Of one directory outside the project. */
const MAX_ENTRIES = 2_000;
/** Too wide, or nobody's who runs an agent: files in them are bound where they are named, the whole is not. */
const WIDE =
  /^\/(?:$|(?:tmp|var|var\/tmp|private\/tmp|home|Users|root|mnt|media)$|(?:usr|bin|sbin|lib\w*|opt|etc|proc|sys|dev|run|nix|snap|System|Library)(?:\/|$))/;

/** For a call that runs, sends or publishes: all it names, as it stands. */
export function stampNamed(call: Call): readonly string[] {
  const { world } = call;
  const directories = directoriesOf(call);
  const words = wordsOf(call);
  const paths = new Set([
    ...call.effects.flatMap(targetsOf),
    ...directories.flatMap((dir) => words.flatMap((word) => placesOf(word, dir, world))),
  ]);
  const scripts = call.effects.flatMap((effect) => (effect.do === "run" ? exactPaths(effect.script) : []));
  const trees = [...scripts.map(parentOf), ...directories, ...paths]
    .map((path) => call.real(path).path)
    .filter((path) => isOwnTree(path, call));
  return [
    ...[...paths].map((path) => stampFile(path, world)),
    ...[...new Set(trees)].slice(0, MAX_DIRECTORIES).flatMap((path) => stampTree(path, world, MAX_ENTRIES)),
    ...loadedFromHome(world).flatMap((path) => stampTree(path, world, MAX_ENTRIES)),
    ...directories.flatMap((dir) => programsIn(dir, new Set(words), world)).map((path) => stampFile(path, world)),
    ...directories.flatMap((dir) => stampRepository(dir, world)),
  ];
}

/** For a call that starts programs or connects: what those read of the person's configuration to know where to. */
export const stampConfiguration = (call: Call): readonly string[] =>
  [...new Set(directoriesOf(call).flatMap((dir) => configurationFiles(dir, call.world)))].map((path) =>
    stampContents(path, call.world),
  );

/** For any other call: what is copied, moved or handed on. */
export const stampSources = ({ effects, world }: Call): readonly string[] =>
  effects.flatMap(sourcesOf).map((path) => stampFile(path, world));

const exactPaths = (target: Target | undefined): readonly string[] =>
  target?.certainty === "exact" ? [target.path] : [];

const sourcesOf = (effect: Effect): readonly string[] =>
  effect.do === "read" && effect.content
    ? exactPaths(effect.target)
    : effect.do === "write"
      ? exactPaths(effect.from)
      : [];

const targetsOf = (effect: Effect): readonly string[] =>
  effect.do === "read" || effect.do === "write" || effect.do === "delete"
    ? [...exactPaths(effect.target), ...sourcesOf(effect)]
    : effect.do === "run"
      ? exactPaths(effect.script)
      : [];

const directoriesOf = ({ cwd, reading }: Call): readonly string[] =>
  [...new Set([cwd, ...(reading?.commands ?? []).flatMap((command) => exactPaths(command.cwd))])].slice(
    0,
    MAX_DIRECTORIES,
  );

/** Every word, also of code that is there to be read, and every part of one that could be a name by itself. */
function wordsOf({ reading, effects, input }: Call): readonly string[] {
  const values = (reading?.commands ?? []).flatMap(({ words, assignments }) => [
    ...words.flatMap(({ value }) => (value === null ? [] : [value])),
    ...assignments.flatMap(({ value }) => (value === null ? [] : [value])),
  ]);
  const codes = effects.flatMap((effect) => (effect.do === "run" && effect.code !== undefined ? [effect.code] : []));
  const texts = [reading?.command ?? JSON.stringify(input), ...values, ...codes];
  const parts = texts.flatMap((text) => text.split(/[\s"'`$(){}<>|;&]+/)).flatMap(partsOf);
  return [...new Set([...values, ...parts])].filter((word) => word !== "" && !word.includes("\0")).slice(0, MAX_WORDS);
}

/** `--file=f`, `-Kf`, `@f`, `name=@f`, `file:///f`, `/f:/inside`. */
const partsOf = (word: string): readonly string[] => [
  word,
  ...word.split(/[=@:,]+/),
  ...(/^-[A-Za-z]./.test(word) ? [word.slice(2)] : []),
];

/** The place a word names; where nothing is there, also what a loader would find by adding an ending. */
function placesOf(word: string, dir: string, world: World): readonly string[] {
  const path = absolutePath(word, dir, world);
  const { kind } = world.stat(path);
  if (kind !== "absent") return [path];
  if (!word.includes("/")) return [];
  const parent = parentOf(path);
  const stem = `${path.slice(path.lastIndexOf("/") + 1)}.`;
  const completed = (world.readDir(parent) ?? []).filter((name) => name.startsWith(stem));
  return [path, ...completed.map((name) => `${parent === "/" ? "" : parent}/${name}`)];
}

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf("/"), 1));

/** A directory outside the project, and not one that holds the project or everything else. */
const isOwnTree = (path: string, { projectRoot, world }: Call): boolean =>
  world.stat(path).kind === "directory" &&
  !WIDE.test(path) &&
  !isInside(path, projectRoot) &&
  !isInside(projectRoot, path) &&
  !isInside(world.home, path);

/** What bare names would find: on `PATH`, and among the programs of installed packages here and above. */
function programsIn(dir: string, names: ReadonlySet<string>, world: World): readonly string[] {
  return [...world.path, ...packagePrograms(dir)].flatMap((place) => {
    const at = absolutePath(place, dir, world);
    return (world.readDir(at) ?? []).filter((name) => names.has(name)).map((name) => `${at}/${name}`);
  });
}

function packagePrograms(dir: string): readonly string[] {
  const parts = dir.split("/");
  return parts.map((_, n) => `${parts.slice(0, parts.length - n).join("/")}/node_modules/.bin`);
}

/** Branches, tags and the like, where they lead, and what git runs here by itself. */
function stampRepository(dir: string, world: World): readonly string[] {
  const repo = findRepo(dir, world);
  if (repo === undefined) return [];
  const { gitDir, commonDir } = repo;
  const heads = (world.readDir(gitDir) ?? []).filter((name) => /^(?:HEAD|\w+_HEAD|config\.worktree)$/.test(name));
  const files = [...heads.map((name) => `${gitDir}/${name}`), `${commonDir}/packed-refs`, `${commonDir}/config`];
  // Before there was a configuration, `remotes` and `branches` said where a name leads; git still asks them.
  const trees = ["refs", "reftable", "hooks", "remotes", "branches", "info"].map((name) => `${commonDir}/${name}`);
  return [...files.map((path) => stampFile(path, world)), ...trees.flatMap((path) => stampTree(path, world))];
}
