/**
 * What an approval is bound to besides the call itself: all its effects with where they lead, the contents of every script
 * and definition that was looked through, the commit the repository stands at, the fields that say how it is run, the
 * configuration programs read to know where they connect, and, for a call that runs, sends or publishes, or takes a tree or
 * what a pattern matches, the project and every file it names as they stand. As text it is what the person is shown; one character more or less, and it is void.
 */
import { beside } from "../contract/beside.ts";
import { describeEffect } from "../contract/describe.ts";
import { type Effect, fixedPart, type Target } from "../contract/effect.ts";
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
import { existingPlaces, variableInWords } from "../machine/index.ts";
import { type Call, everyWay } from "./call.ts";
import { stampConfiguration, stampNamed, stampProject, stampSources } from "./named-files.ts";
import { isUntold } from "./stamp-files.ts";

const MAX_SCRIPT_BYTES = 1 << 20;

export interface Binding {
  readonly targets: string;
  readonly looked: readonly LookedThrough[];
}

const bindings = beside<Call, Binding>();

/** Found once for each call. */
export function bindingOf(call: Call): Binding {
  const kept = bindings.get(call) ?? findBinding(call);
  bindings.set(call, kept);
  return kept;
}

function findBinding(call: Call): Binding {
  const looked = lookedThrough(call);
  const lines = [
    ...everyWay(call).flatMap((way) => way.effects.map((effect) => effectLine(effect, way))),
    ...looked.map(({ path, hash }) =>
      hash === NOT_THERE ? `looked for ${path} (not there)` : `looked through ${path} (sha256 ${hash})`,
    ),
    ...repositoryLines(call),
    ...everyWay(call).flatMap(placeLines),
    ...fileLines(call),
    ...configurationLines(call),
    ...mannerLines(call),
    ...variableLines(call),
  ];
  return { targets: [...new Set(lines)].join("\n"), looked };
}

/** On one line. */
const quoted = (text: string): string => (/[\n\r]/.test(text) ? JSON.stringify(text) : text);

/** In words, whole and on one line, with the place links lead to. */
function effectLine(effect: Effect, call: Call): string {
  const words = describeEffect(effect, { quote: quoted });
  const places = effect.do === "read" || effect.do === "write" || effect.do === "delete" ? [effect.target] : [];
  const real = places.flatMap(({ path, certainty }) => (certainty === "exact" ? [call.real(path).path] : []));
  const ways = places.flatMap((target) => call.look(target).ways.map((way) => `/${way.join("/")}`));
  const elsewhere = real.filter((path) => !places.some((place) => place.path === path));
  return elsewhere.length > 0
    ? `${words} -> ${elsewhere.join(", ")}`
    : ways.length > 2
      ? `${words} -> ${ways.join(", ")}`
      : words;
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

function lookedThrough({ reading, effects, world }: Call): readonly LookedThrough[] {
  const scripts = effects.flatMap((effect) =>
    effect.do === "run" && effect.script?.certainty === "exact" ? [effect.script.path] : [],
  );
  return [...new Set([...(reading?.looked ?? []), ...scripts])].map((path) => {
    if (world.stat(path).kind === "absent") return { path, hash: NOT_THERE };
    const bytes = world.readFile(path, MAX_SCRIPT_BYTES);
    return { path, hash: bytes === undefined ? null : sha256(bytes) };
  });
}

function fileLines(call: Call): readonly string[] {
  const carries = carriesProject(call);
  const named = carries ? stampNamed(call) : stampSources(call);
  const project = carries ? stampProject(call) : [];
  return [
    ...(carries ? [`the project as it stands (sha256 ${fingerprint(project, call)})`] : []),
    ...([...project, ...named].some(isUntold) ? [UNTOLD_LINE] : []),
    ...(named.length > 0 ? [`the files it names as they stand (sha256 ${sha256(named.join("\n"))})`] : []),
  ];
}

const UNTOLD_LINE = "a file whose name is no text is part of it, which cannot be bound to: no approval of it holds";

function configurationLines(call: Call): readonly string[] {
  const starts = call.reading !== undefined || call.effects.some((effect) => !NAMES_ALL.has(effect.do));
  const stamps = starts ? stampConfiguration(call) : [];
  return stamps.length > 0 ? [`the configuration programs read (sha256 ${sha256(stamps.join("\n"))})`] : [];
}

/**
 * Declared fields that are no part of what is done and say how: in the background, how long. Unlike what is executed
 * they are not in the call's key, so that a denied call with another time limit is still the denied call.
 */
const mannerLines = ({ spec, action }: Call): readonly string[] =>
  Object.entries(action.input)
    .filter(([name]) => Object.hasOwn(spec.fields, name) && spec.fields[name] === "harmless")
    .map(([name, value]) => `with ${name} = ${JSON.stringify(value)}`)
    .sort();

/** As they are told: with them the same words do something else. */
const variableLines = ({ world }: Call): readonly string[] =>
  [...new Set(world.variables ?? [])].sort().map(variableInWords);

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

const writtenContents = (written: readonly string[], world: World): readonly string[] =>
  written.map((path) => {
    const bytes = world.lstat(path).kind === "file" ? world.readFile(path, MAX_SCRIPT_BYTES) : undefined;
    return `${path}\0${bytes === undefined ? world.lstat(path).mtimeMs : sha256(bytes)}`;
  });
