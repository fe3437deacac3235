/**
 * The files a call is given besides its scripts: those its effects, its words and its code name, the programs its names
 * find, and what its repositories would publish or run. Read generously: a file too many only voids an approval.
 */
import type { Effect, Target } from "../contract/effect.ts";
import type { World } from "../contract/world.ts";
import { helperValues, hookDirectories } from "../machine/git/index.ts";
import {
  absolutePath,
  configurationFiles,
  growsByItself,
  isInside,
  loadedFromHome,
  startFiles,
} from "../machine/index.ts";
import type { Call } from "./call.ts";
import { type StartingText, stampFollowed } from "./followed-files.ts";
import { stampAbove } from "./looked-above.ts";
import { isOwnMention, isOwnTree, isSystem, parentOf, placesOf, projectTrees } from "./own-trees.ts";
import { stampContents, stampFile, stampTree, type TreeBounds } from "./stamp-files.ts";
import { stampRepositories } from "./stamp-repository.ts";

const MAX_WORDS = 10_000;
const MAX_DIRECTORIES = 20;
/** Of one directory outside the project. */
const MAX_ENTRIES = 2_000;
/** Of the packages an installed program stands in. */
const MAX_PACKAGE_ENTRIES = 20_000;
/** Programs of one name: `git` and every `git-…`. */
const MAX_PROGRAMS = 64;

/** The project and what belongs to it, where links of it lead too. */
export function stampProject(call: Call): readonly string[] {
  const { projectRoot, world } = call;
  const links: string[] = [];
  const trees = projectTrees(call);
  const stamps = trees.flatMap((tree) =>
    stampTree(tree, world, {
      onLink: (path) => links.push(path),
      ...(tree === projectRoot ? {} : { passes: (path) => path === projectRoot }),
    }),
  );
  const leads = links
    .filter((path) => world.stat(path).kind === "directory")
    .map((path) => call.real(path).path)
    .filter((path) => isOwnTree(path, call) && !trees.some((tree) => isInside(path, tree)));
  return [...stamps, ...stampTrees(leads, world, { passes: growsByItself })];
}

const stampTrees = (trees: readonly string[], world: World, bounds: TreeBounds = {}): readonly string[] =>
  [...new Set(trees)]
    .slice(0, MAX_DIRECTORIES)
    .flatMap((path) => stampTree(path, world, { most: MAX_ENTRIES, ...bounds }));

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
  const programs = directories.flatMap((dir) => programsIn(dir, new Set(words), world));
  return [
    ...[...paths, ...programs].map((path) => stampFile(path, world)),
    ...stampTrees(trees, world),
    ...stampTrees(treesBeside([...paths], call), world, { passes: growsByItself }),
    ...loadedFromHome(world).flatMap((path) => stampTree(path, world, { most: MAX_ENTRIES })),
    ...stampPackages(programs, call),
    ...stampRepositories([...directories, ...trees], world),
    ...stampAbove([call.projectRoot, ...directories, ...[...scripts, ...paths].map(parentOf)], call),
    ...stampFollowed(
      { files: [...paths, ...programs, ...startedIn(call)], starts: startFiles(world), texts: textsOf(call) },
      call,
    ),
  ];
}

/** What is taken in beside a definition without being named there: by Ansible, Terraform, Helm, Compose, Packer, Salt. */
const BESIDE = (
  "roles group_vars host_vars tasks handlers vars defaults files templates meta library module_utils plugins action_plugins filter_plugins lookup_plugins " +
  "callback_plugins connection_plugins inventory_plugins vars_plugins test_plugins strategy_plugins collections inventory modules charts"
).split(" ");

/**
 * A runner, or a program nobody knows, may take the file it is given for a definition: what lies around it counts. Of a directory that
 * holds everything else only what runners look for there.
 */
function treesBeside(paths: readonly string[], call: Call): readonly string[] {
  const { effects, world } = call;
  const isTaken = effects.some(
    (effect) => effect.do === "run" && (effect.what === "task" || effect.what === "unknown-program"),
  );
  const files = isTaken ? paths.filter((path) => world.stat(path).kind === "file" && !isSystem(path)) : [];
  const around = new Set(files.flatMap((path) => [parentOf(path), parentOf(call.real(path).path)]));
  return [...around].flatMap((dir) =>
    isOwnMention(dir, call) ? [dir] : BESIDE.map((name) => `${dir}/${name}`).filter((tree) => isOwnTree(tree, call)),
  );
}

/** What is run or read as a definition without being named: what was looked through, hooks, and what stands where it runs. */
function startedIn(call: Call): readonly string[] {
  const { reading, world } = call;
  const directories = directoriesOf(call);
  const hooks = directories.flatMap((dir) => hookDirectories(dir, world));
  const here = directories.flatMap((dir) => filesAt(dir, world)).filter((path) => !NO_DEFINITION.test(path));
  return [...(reading?.looked ?? []), ...hooks.flatMap((dir) => filesAt(dir, world)), ...here];
}
const NO_DEFINITION = /\.(?:mdx?|rst|lock|svg|html?|css|csv)$|-lock\.\w+$|\/\.git\w*$/i;

const filesAt = (dir: string, world: World): readonly string[] =>
  [...(world.readDir(dir) ?? [])]
    .sort()
    .slice(0, MAX_ENTRIES)
    .map((name) => `${dir}/${name}`)
    .filter((path) => world.stat(path).kind === "file" && !path.endsWith(".sample"));

/** The call itself, its code, and what settings of git start. */
function textsOf(call: Call): readonly StartingText[] {
  const { reading, effects, input, world } = call;
  const bases = directoriesOf(call);
  const codes = effects.flatMap((effect) => (effect.do === "run" && effect.code !== undefined ? [effect.code] : []));
  const settings = bases.flatMap((dir) => [...helperValues(dir, world), ...hookDirectories(dir, world)]);
  return [reading?.command ?? JSON.stringify(input), ...codes, ...settings].map((text) => ({ text, bases, levels: 3 }));
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

/**
 * What bare names would find: on `PATH`, and among the programs of installed packages here and above. `git x` may start
 * `git-x` or `git-remote-x`, and so may many others: whatever begins with the name of a program counts.
 */
function programsIn(dir: string, names: ReadonlySet<string>, world: World): readonly string[] {
  const isFound = (name: string): boolean =>
    names.has(name) || startsOf(name).some((start) => names.has(start) && isProgram(start, world));
  return [...world.path, ...packagePrograms(dir)].flatMap((place) => {
    const at = absolutePath(place, dir, world);
    const found = (world.readDir(at) ?? []).filter(isFound);
    return found.slice(0, MAX_PROGRAMS).map((name) => `${at}/${name}`);
  });
}

/** `git-remote-x`: `git`, `git-remote`. */
const startsOf = (name: string): readonly string[] => {
  const parts = name.split("-");
  return parts.slice(1).map((_, n) => parts.slice(0, n + 1).join("-"));
};

const isProgram = (name: string, world: World): boolean =>
  world.path.some((dir) => world.stat(`${dir}/${name}`).kind === "file");

/** What an installed program loads: its package, its environment, what stands beside it; where links of it lead too. */
function stampPackages(programs: readonly string[], call: Call): readonly string[] {
  const { world } = call;
  const hops = programs.flatMap((path) => [path, ...call.real(path).links, call.real(path).path]);
  const own = [...new Set(hops)].filter((path) => !isSystem(path));
  const packages = own.flatMap((path) => packageOf(path, world)).filter((dir) => isOwnTree(dir, call));
  const beside = own.map(parentOf).filter((dir) => isOwnTree(dir, call));
  return [
    ...stampTrees(packages, world, { most: MAX_PACKAGE_ENTRIES }),
    ...stampTrees(beside, world, { levels: 1, passes: growsByItself }),
  ];
}

function packageOf(path: string, world: World): readonly string[] {
  const node = /^.*\/node_modules\/(?:@[^/]+\/)?[^/.][^/]*(?=\/)/.exec(path)?.[0];
  const prefix = parentOf(parentOf(path));
  const python = world.stat(`${prefix}/pyvenv.cfg`).kind === "file" ? [`${prefix}/lib`] : [];
  return [...(node === undefined ? [] : [node]), ...python];
}

function packagePrograms(dir: string): readonly string[] {
  const parts = dir.split("/");
  return parts.map((_, n) => `${parts.slice(0, parts.length - n).join("/")}/node_modules/.bin`);
}
