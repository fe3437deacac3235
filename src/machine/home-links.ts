/**
 * Protected places below home that are links: a dotfiles repository is the person's shell, editor and agent, under other
 * names. What is written where such a link leads is written under the link's name too.
 */
import { keptWith, once } from "../contract/kept.ts";
import type { DirEntry, World } from "../contract/world.ts";
import { foldSegment, protectedNames } from "../core/places/index.ts";
import { listEntries } from "./entries.ts";
import { type ProtectedContext, protectedPlace } from "./protected.ts";
import { realPath } from "./resolve.ts";

/** In one decision, the outer ones first: what lies beyond them is not looked at. */
const MAX_DIRECTORIES = 150;
const MAX_ENTRIES = 5_000;
const MAX_DEPTH = 6;
/** What tools keep for themselves there: nothing that is obeyed, and much of it. */
const STORES = /^(?:.*cache.*|registry|repository|node_modules|objects|projects|sessions|extensions|logs|history|tmp)$/;

interface HomeLink {
  readonly at: string;
  readonly leadsTo: string;
  /** All of it is protected; else only what has a protected name below it. */
  readonly whole: boolean;
}

/** A context is made for one decision, and so is what is kept with it. */
const known = keptWith<ProtectedContext, readonly HomeLink[]>();

export function homeLinks(context: ProtectedContext, world: World): readonly HomeLink[] {
  const links = known.get(context) ?? [...movedLinks(context, world), ...findLinks(context, world)];
  known.set(context, links);
  return links;
}

/** Directories of the gate's and the agents' that are links themselves, or lie behind one. */
const movedLinks = ({ gateDirectories, movedPlaces }: ProtectedContext, world: World): readonly HomeLink[] =>
  [...gateDirectories, ...movedPlaces]
    .map((at) => ({ at, leadsTo: realPath(at, world).path, whole: true }))
    .filter(({ at, leadsTo }) => at !== leadsTo);

interface Directory {
  readonly path: string;
  /** From home, folded; empty for home itself. */
  readonly way: string;
  readonly isProtected: boolean;
  /** Behind a link. */
  readonly linked: boolean;
}

function findLinks(context: ProtectedContext, world: World): readonly HomeLink[] {
  const search: Search = { context, world, found: [], directories: MAX_DIRECTORIES, entries: MAX_ENTRIES };
  let level: readonly Directory[] = [{ path: context.home, way: "", isProtected: false, linked: false }];
  for (let depth = 0; depth < MAX_DEPTH; depth++) level = level.flatMap((dir) => lookInto(dir, search));
  return search.found;
}

interface Search {
  readonly context: ProtectedContext;
  readonly world: World;
  readonly found: HomeLink[];
  directories: number;
  entries: number;
}

/** Notes the links in it; what of it is to be looked through. Nothing once a bound is hit. */
function lookInto(dir: Directory, search: Search): readonly Directory[] {
  if (--search.directories < 0 || search.entries < 0) return [];
  const entries = (listEntries(dir.path, search.world) ?? []).filter((entry) => leadsOn(entry) || dir.linked);
  if (dir.way !== "") search.entries -= entries.length;
  return entries.flatMap((entry) => {
    const next = entryIn(dir, entry, search.context);
    if (next === undefined) return [];
    if (entry.kind === "link" || (dir.linked && next.isProtected && !dir.isProtected)) noteLink(next, search);
    return leadsOn(entry) ? [next] : [];
  });
}

const noteLink = ({ path, isProtected }: Directory, { found, world }: Search): void =>
  void found.push({ at: path, leadsTo: realPath(path, world).path, whole: isProtected });

/** Undefined where nothing protected is there or below it. */
function entryIn(dir: Directory, { name, kind }: DirEntry, context: ProtectedContext): Directory | undefined {
  const folded = foldSegment(name);
  if (dir.isProtected && STORES.test(folded)) return undefined;
  const path = `${dir.path}/${name}`;
  const way = dir.way === "" ? folded : `${dir.way}/${folded}`;
  const isProtected = dir.isProtected || protectedPlace(path, context) !== undefined;
  return isProtected || holdsHomePlace(way)
    ? { path, way, isProtected, linked: dir.linked || kind === "link" }
    : undefined;
}

/** A directory below home, by its path from there, folded, that holds a protected place under a name of its own. */
const holdsHomePlace = (way: string): boolean => onTheWay().has(way);
const onTheWay = once(
  (): ReadonlySet<string> =>
    new Set(
      protectedNames().flatMap((name) => {
        const segments = name.replace(/^~\//, "").split("/");
        return name.startsWith("/") ? [] : segments.slice(1).map((_, i) => segments.slice(0, i + 1).join("/"));
      }),
    ),
);

const leadsOn = ({ kind }: DirEntry): boolean => kind === "link" || kind === "directory";
