/**
 * What an approval is bound to besides the call itself: what it does and where that leads, the contents of every file a word of it names
 * and of the task it names, the commit the repository stands at, the fields that say how it is run, and, for a call that runs, sends or
 * publishes, the project as it stands. As text it is what the person is shown; one character more or less, and it is void.
 */

import { describeEffect } from "../contract/describe.ts";
import { type Effect, fixedPart, type Target } from "../contract/effect.ts";
import { keptWith } from "../contract/kept.ts";
import { sha256 } from "../contract/key.ts";
import { type LookedThrough, NOT_THERE } from "../contract/session.ts";
import type { World } from "../contract/world.ts";
import {
  findRepo,
  type Head,
  type Repo,
  readHead,
  remotes,
  stagedNames,
  withoutUserinfo,
} from "../machine/git/index.ts";
import { absolutePath, existingPlaces } from "../machine/index.ts";
import type { Call } from "./call.ts";
import { projectTrees } from "./own-trees.ts";
import { DEFINITIONS } from "./runs-written.ts";
import { isUntold, stampFile, stampTree } from "./stamp-files.ts";

const MAX_SCRIPT_BYTES = 1 << 20;

export interface Binding {
  readonly targets: string;
  readonly looked: readonly LookedThrough[];
}

const bindings = keptWith<Call, Binding>();

/** Found once for each call. */
export function bindingOf(call: Call): Binding {
  const kept = bindings.get(call) ?? findBinding(call);
  bindings.set(call, kept);
  return kept;
}

function findBinding(call: Call): Binding {
  const looked = lookedThrough(call);
  const lines = [
    ...effectLines(call),
    ...looked.map(({ path, hash }) =>
      hash === NOT_THERE ? `looked for ${path} (not there)` : `looked through ${path} (sha256 ${hash})`,
    ),
    ...repositoryLines(call),
    ...placeLines(call),
    ...fileLines(call),
    ...mannerLines(call),
    ...variableLines(call),
  ];
  return { targets: [...new Set(lines)].join("\n"), looked };
}

/** What it does and where that leads. */
export const effectLines = (call: Call): readonly string[] => [
  ...new Set(call.effects.map((effect) => effectLine(effect, call))),
];

/** On one line. */
const quoted = (text: string): string => (/[\n\r]/.test(text) ? JSON.stringify(text) : text);

/** In words, whole and on one line, with the place links lead to. */
function effectLine(effect: Effect, call: Call): string {
  const words = describeEffect(effect, { quote: quoted });
  const places = effect.do === "read" || effect.do === "write" || effect.do === "delete" ? [effect.target] : [];
  const named = places.flatMap((target) => placesAt(target, call.world));
  const elsewhere = named.map((path) => call.real(path).path).filter((path) => !named.includes(path));
  return elsewhere.length === 0 ? words : `${words} -> ${elsewhere.join(", ")}`;
}

/**
 * What stands where it writes, where that is not a file of one name: to make a file is another thing than to change one, and what
 * has a second name is changed under that one, too.
 */
function placeLines({ effects, world }: Call): readonly string[] {
  const places = effects.flatMap((effect) => (effect.do === "write" ? placesAt(effect.target, world) : []));
  return [...new Set(places)].flatMap((path) => {
    const { kind, links, inode } = world.stat(path);
    if (kind !== "file") return [`${quoted(path)} as it stands: ${kind}`];
    return links > 1 ? [`${quoted(path)} as it stands: a file that has other names (${inode ?? "unknown"})`] : [];
  });
}

/** Of one pattern. */
const MAX_PLACES = 1_000;

const placesAt = ({ path, certainty }: Target, world: World): readonly string[] =>
  certainty === "exact" ? [path] : certainty === "glob" ? existingPlaces(path, world).slice(0, MAX_PLACES) : [];

/** Scripts that are run and files that say what a task does, with their contents. */
function lookedThrough(call: Call): readonly LookedThrough[] {
  const { effects, world } = call;
  const scripts = effects.flatMap((effect) =>
    effect.do === "run" && effect.script?.certainty === "exact" ? [effect.script.path] : [],
  );
  return [...new Set([...scripts, ...definitionsOf(call)])].map((path) => {
    if (world.stat(path).kind === "absent") return { path, hash: NOT_THERE };
    const bytes = world.readFile(path, MAX_SCRIPT_BYTES);
    return { path, hash: bytes === undefined ? null : sha256(bytes) };
  });
}

/** What task runners among the commands read. */
function definitionsOf(call: Call): readonly string[] {
  const runs = call.effects.some((effect) => effect.do === "run" && effect.what === "task");
  if (!runs) return [];
  const places = call.met().commands.map(({ cwd }) => cwd ?? call.cwd);
  return [...new Set(places)]
    .flatMap((dir) => DEFINITIONS.map((name) => `${dir}/${name}`))
    .filter((path) => call.world.stat(path).kind === "file");
}

function fileLines(call: Call): readonly string[] {
  const carries = carriesProject(call);
  const named = namedFiles(call).map((path) => stampFile(path, call.world));
  const project = carries ? projectTrees(call).flatMap((tree) => stampTree(tree, call.world)) : [];
  return [
    ...(carries ? [`the project as it stands (sha256 ${fingerprint(project, call)})`] : []),
    ...([...project, ...named].some(isUntold) ? [UNTOLD_LINE] : []),
    ...(named.length > 0 ? [`the files it names as they stand (sha256 ${sha256(named.join("\n"))})`] : []),
  ];
}

/** Every file a word of it names. */
function namedFiles(call: Call): readonly string[] {
  const { commands, places } = call.met();
  const typed = commands.flatMap(({ words, reads, cwd }) =>
    [...words, ...reads].flatMap(({ value }) =>
      value === null || value === ""
        ? []
        : [absolutePath(value.replace(/^-\w|^--[\w-]+=|^@/, ""), cwd ?? call.cwd, call.world)],
    ),
  );
  const own = places.flatMap(({ path, role }) => (path === null || role === "write" ? [] : [path]));
  return [...new Set([...typed, ...own])].filter((path) => call.world.stat(path).kind === "file").sort();
}

const UNTOLD_LINE = "a file whose name is no text is part of it, which cannot be bound to: no approval of it holds";

/**
 * Declared fields that are no part of what is done and say how: in the background, how long. Unlike what is executed
 * they are not in the call's key, so that a denied call with another time limit is still the denied call.
 */
const mannerLines = ({ spec, action }: Call): readonly string[] =>
  Object.entries(action.input)
    .filter(([name]) => Object.hasOwn(spec.fields, name) && spec.fields[name] === "harmless")
    .map(([name, value]) => `with ${name} = ${JSON.stringify(value)}`)
    .sort();

/** By their names, as they are told: with them the same words do something else. */
const variableLines = ({ world }: Call): readonly string[] =>
  [...new Set(world.variables ?? [])].sort().map((name) => `with the variable ${name} of the environment`);

function repositoryLines({ cwd, effects, world }: Call): readonly string[] {
  const repo = findRepo(cwd, world);
  if (repo === undefined) return [];
  const speaks = effects.some((effect) => effect.do === "vcs");
  const known = speaks ? remotes(repo, world) : [];
  return [
    `HEAD is ${headText(readHead(repo, world))}`,
    ...known.map(
      ({ name, urls, pushUrls }) => `remote ${name} is ${[...urls, ...pushUrls].map(withoutUserinfo).join(", ")}`,
    ),
    ...(effects.some(takesIndex) ? stagedLines(repo, world) : []),
  ];
}

const takesIndex = (effect: Effect): boolean =>
  effect.do === "vcs" && ["commit", "amend", "stash", "discard"].includes(effect.op);

/** In a few words, for whoever is asked; the whole of it is bound with the files. */
function stagedLines(repo: Repo, world: World): readonly string[] {
  const [first, ...more] = stagedNames(repo, world) ?? [];
  if (first === undefined) return [];
  return [`staged: ${quoted(first)}${more.length === 0 ? "" : ` and ${more.length} more`}`];
}

const headText = (head: Head): string =>
  head.kind === "unknown"
    ? `not known (${head.why})`
    : [head.kind === "detached" ? "detached" : head.name, head.kind === "unborn" ? "unborn" : head.oid].join(" at ");

/** Only looks at, or only changes, the places it names. */
const NAMES_ALL: ReadonlySet<Effect["do"]> = new Set(["read", "write", "delete", "environment", "secret"]);

/**
 * What is not said file by file may hold anything by the time it is done: all that does more than look at or change the places it names,
 * a variable that is set, and whatever of a command was not read to its end.
 */
const carriesProject = (call: Call): boolean =>
  call.effects.some(
    (effect) =>
      (!NAMES_ALL.has(effect.do) && !(effect.do === "network" && !effect.sends)) ||
      effect.do === "environment" ||
      takesWhatIsThere(effect, call),
  ) || isUnread(call);

const isUnread = ({ reading }: Call): boolean =>
  reading !== undefined && (reading.opaque.length > 0 || reading.commands.some(({ understood }) => !understood));

/** A tree, or what a pattern matches, is copied, moved, shown or changed as it stands then. */
function takesWhatIsThere(effect: Effect, { world }: Call): boolean {
  const isMore = (target: Target | undefined): boolean =>
    target !== undefined && (target.certainty !== "exact" || world.stat(target.path).kind === "directory");
  switch (effect.do) {
    case "read":
      return effect.content && (effect.recursive || isMore(effect.target));
    case "write":
      return effect.recursive || isMore(effect.from);
    default:
      return false;
  }
}

/**
 * Names, sizes and times of the files of the project and of what belongs to it, and the contents of those written in this session. What the call itself
 * would write is among them from the first: being asked about it puts it there.
 */
function fingerprint(project: readonly string[], call: Call): string {
  const { memory, effects, world } = call;
  const own = effects.flatMap((effect) => (effect.do === "write" ? [fixedPart(effect.target)] : []));
  const written = [...new Set([...memory.written, ...own])].sort();
  return sha256([...project, ...writtenContents(written, world)].join("\n"));
}

/** What is not there says nothing: a call that was only asked about may have been the first to name it. */
const writtenContents = (written: readonly string[], world: World): readonly string[] =>
  written.flatMap((path) => {
    const { kind, mtimeMs } = world.lstat(path);
    if (kind === "absent") return [];
    const bytes = kind === "file" ? world.readFile(path, MAX_SCRIPT_BYTES) : undefined;
    return [`${path}\0${bytes === undefined ? mtimeMs : sha256(bytes)}`];
  });
