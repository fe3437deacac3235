/**
 * Which protected place a path is, by the table and by what the hosts say are their files (§2 step 3c, §5). Matching is by
 * folded segments, so `.GIT`, `.git.` and `.g\u200bit` are `.git`.
 */
import { keepAnswers } from "../contract/answers.ts";
import { once } from "../contract/once.ts";
import { WILD } from "./brackets.ts";
import { foldSegment } from "./fold.ts";
import { segmentMatcher, segmentsOf } from "./glob.ts";
import { type PlaceRow, PROTECTED_PLACES } from "./places/table.ts";
import { isInside } from "./resolve.ts";

/** What of an agent's own nobody but the person may change. Names are compared folded. */
export interface AgentFiles {
  /** At any depth: a home's and a project's. */
  readonly directories: readonly string[];
  /** Below `~/.config`. */
  readonly configDirectories: readonly string[];
  readonly files: readonly string[];
  /** What instructs every session of a project. */
  readonly instructions: readonly string[];
}

/** Of several agents, each name once and folded. */
export function joinAgentFiles(agents: readonly AgentFiles[]): AgentFiles {
  const join = (facet: keyof AgentFiles): readonly string[] => [
    ...new Set(agents.flatMap((files) => files[facet].map(foldSegment))),
  ];
  return {
    directories: join("directories"),
    configDirectories: join("configDirectories"),
    files: join("files"),
    instructions: join("instructions"),
  };
}

export interface ProtectedContext {
  readonly projectRoot: string;
  readonly home: string;
  /** Directories of the gate itself: managed settings, state, user settings. Absolute. */
  readonly gateDirectories: readonly string[];
  /** The folders of the gate's program and the Node that runs it: open to reading, closed to every change. Absolute. */
  readonly gatePrograms: readonly string[];
  /** Where variables have moved the directories of agents to. Absolute. */
  readonly movedPlaces: readonly string[];
  /** Joined: folded. */
  readonly agentFiles: AgentFiles;
}

export interface ProtectedPlace {
  /** The name that protects it, as in the table, or a directory of the gate's or an agent's. */
  readonly name: string;
  /** What of the path it is, folded. */
  readonly matched: string;
  /** `ask`, 3c: no classifier may approve; the person is asked. */
  readonly kind: PlaceRow["kind"];
}

/** The strongest protection of an absolute path, or undefined. */
export function protectedPlace(path: string, context: ProtectedContext): ProtectedPlace | undefined {
  const whole = segmentsOf(path).map(foldSegment);
  const own = [...context.gateDirectories, ...context.gatePrograms, ...context.movedPlaces].find((dir) =>
    startsWith(whole, foldedSegments(dir)),
  );
  if (own !== undefined) return { name: own, matched: own, kind: "ask" };
  const segments = segmentsOf(withoutWorktree(path, context.projectRoot)).map(foldSegment);
  const found = [
    ...ofAgents(segments, context),
    ...named(segments),
    ...belowHome(whole, foldedSegments(context.home), context.agentFiles),
    ...matchAt(fromRoot(), whole, 0),
  ];
  return found.find(({ kind }) => kind === "ask") ?? found[0];
}

/** A protected place may end in this name: whether it does, its path tells. */
export function isProtectedName(name: string, agentFiles: AgentFiles): boolean {
  const folded = foldSegment(name);
  const { names, patterns } = lasts();
  return namesOf(agentFiles).has(folded) || names.has(folded) || patterns.test(folded);
}

/** All names of the agents' own, in one set: a walk asks for every file of a project. */
function namesOf(agentFiles: AgentFiles): ReadonlySet<string> {
  const { directories, files, instructions, configDirectories } = agentFiles;
  const names =
    agentNames.get(agentFiles) ?? new Set([...directories, ...files, ...instructions, ...configDirectories]);
  agentNames.set(agentFiles, names);
  return names;
}
const agentNames = new WeakMap<AgentFiles, ReadonlySet<string>>();

/**
 * Every protected place as a path with wildcards, folded, for walks that no code of ours makes: absolute ones are meant as
 * they stand, the others at any depth.
 */
export function protectedPaths({ home, agentFiles }: Pick<ProtectedContext, "home" | "agentFiles">): readonly string[] {
  const { directories, files, instructions, configDirectories } = agentFiles;
  const names = PROTECTED_PLACES.flatMap((row) => row.names.split(" "));
  return [
    ...names.map((name) => name.replace(/^~config\//, `${home}/.config/`).replace(/^~\//, `${home}/`)),
    ...configDirectories.map((name) => `${home}/.config/${name}`),
    ...directories,
    ...files,
    ...instructions,
  ];
}

/** A directory below home, by its path from there, folded, that holds a protected place under a name of its own. */
export const holdsHomePlace = (way: string): boolean => onTheWay().has(way);

interface Entry {
  readonly name: string;
  readonly kind: PlaceRow["kind"];
  /** The first segment, lower case. */
  readonly first: string;
  /** Made when they are first compared: of hundreds of entries a path meets a few. */
  readonly segments: () => readonly ((segment: string) => boolean)[];
}

const entries = once((): readonly Entry[] =>
  PROTECTED_PLACES.flatMap(({ kind, names }) => names.split(" ").map((name): Entry => entryOf(kind, name))),
);

function entryOf(kind: PlaceRow["kind"], name: string): Entry {
  const path = name.replace(ANCHOR, "").toLowerCase();
  const slash = path.indexOf("/");
  return {
    name,
    kind,
    first: slash < 0 ? path : path.slice(0, slash),
    segments: once(() => segmentsOf(path).map(segmentMatcher)),
  };
}

/** Below home, below its configuration, or from the root on; without one of these an entry is meant at any depth. */
const ANCHOR = /^(?:~\/|~config\/|\/)/;

const below = (anchor: string): (() => readonly Entry[]) =>
  once(() => entries().filter(({ name }) => name.startsWith(anchor)));
const inHome = below("~/");
const inConfig = below("~config/");
const fromRoot = below("/");
const anywhere = once(() => entries().filter(({ name }) => !ANCHOR.test(name)));

/** Those that are meant at any depth, by the first segment where that is no pattern. */
const byName = once((): ReadonlyMap<string, readonly Entry[]> => {
  const found = new Map<string, Entry[]>();
  for (const entry of anywhere()) {
    if (WILD.test(entry.first)) continue;
    const same = found.get(entry.first);
    if (same === undefined) found.set(entry.first, [entry]);
    else same.push(entry);
  }
  return found;
});
const byPattern = once(() => anywhere().filter(({ first }) => WILD.test(first)));

/** How the paths of the table end. */
const lasts = once(() => {
  const names = entries().map(({ name }) => (name.split("/").at(-1) ?? "").toLowerCase());
  return {
    names: new Set(names.filter((name) => !name.includes("*"))),
    patterns: anyOf(names.filter((name) => name.includes("*"))),
  };
});

/** What stands before the last segment of a name below home. */
const onTheWay = once(
  (): ReadonlySet<string> => new Set([".config", ...entries().flatMap(({ name }) => waysBefore(name))]),
);

const waysBefore = (name: string): readonly string[] => {
  const segments = segmentsOf(name.replace(/^~config\//, ".config/").replace(/^~\//, "")).map(foldSegment);
  return name.startsWith("/") ? [] : segments.slice(1).map((_, i) => segments.slice(0, i + 1).join("/"));
};

const anyOf = (names: readonly string[]): RegExp =>
  new RegExp(
    `^(?:${names.map((name) => name.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")).join("|")})$`,
    "s",
  );

/** The entries that begin with a segment, wherever it stands. */
const starting = keepAnswers((segment): readonly Entry[] => [
  ...(byName().get(segment) ?? []),
  ...byPattern().filter(({ segments }) => segments()[0]?.(segment)),
]);

const named = (segments: readonly string[]): readonly ProtectedPlace[] =>
  segments.flatMap((segment, i) => matchAt(starting(segment), segments, i));

/** The entries whose segments stand one below the other from place `i` on. */
function matchAt(candidates: readonly Entry[], path: readonly string[], i: number): readonly ProtectedPlace[] {
  return candidates
    .filter(({ first, segments }) => couldBe(first, path[i]) && segments().every((has, j) => hasAt(path[i + j], has)))
    .map(({ name, kind, segments }) => ({ name, kind, matched: path.slice(i, i + segments().length).join("/") }));
}

const couldBe = (first: string, segment: string | undefined): boolean => first === segment || WILD.test(first);
const hasAt = (segment: string | undefined, has: (segment: string) => boolean): boolean =>
  segment !== undefined && has(segment);

function ofAgents(segments: readonly string[], { agentFiles }: ProtectedContext): readonly ProtectedPlace[] {
  const { directories, files, instructions } = agentFiles;
  const last = segments.at(-1) ?? "";
  const asks = [...segments.filter((one) => directories.includes(one)), ...files.filter((one) => one === last)];
  return [
    ...asks.map((name): ProtectedPlace => ({ name, matched: name, kind: "ask" })),
    ...instructions
      .filter((one) => one === last)
      .map((name): ProtectedPlace => ({ name, matched: name, kind: "judge" })),
  ];
}

function belowHome(path: readonly string[], home: readonly string[], files: AgentFiles): readonly ProtectedPlace[] {
  if (!startsWith(path, home)) return [];
  const found = matchAt(inHome(), path, home.length);
  if (path[home.length] !== ".config") return found;
  const configured = matchAt(inConfig(), path, home.length + 1).map((place) => ({
    ...place,
    matched: `.config/${place.matched}`,
  }));
  const first = path[home.length + 1] ?? "";
  const agent: readonly ProtectedPlace[] = files.configDirectories.includes(first)
    ? [{ name: first, matched: first, kind: "ask" }]
    : [];
  return [...found, ...configured, ...agent];
}

const startsWith = (path: readonly string[], start: readonly string[]): boolean =>
  start.length <= path.length && start.every((segment, i) => path[i] === segment);

const foldedSegments = (path: string): readonly string[] => segmentsOf(path).map(foldSegment);

/**
 * Claude Code keeps work trees in `.claude/worktrees/NAME`. In a session that was started inside one, or went there, that leading
 * part is where the project is, not a guarded directory; anything else below `.claude` still is.
 */
function withoutWorktree(path: string, projectRoot: string): string {
  const found = /^.*?\/\.claude\/worktrees\/[^/]+(?=\/|$)/.exec(projectRoot);
  return found !== null && isInside(path, found[0]) ? path.slice(found[0].length) : path;
}
