/** Which files of a sort git would print: those that differ between what a command compares, or in the commits that it shows. */
import type { World } from "../../contract/world.ts";
import { isInside, mayTell, showsPrivateKey } from "../index.ts";
import { oidsMeant } from "./commit-names.ts";
import { type Comparing, comparing, foundBetween, foundStaged, oidAt, type TreeId } from "./compared.ts";
import { readIndex } from "./gitindex.ts";
import { allRefs } from "./refs.ts";
import type { Repo } from "./repo.ts";
import { kindMeant } from "./revision.ts";
import {
  filesChanged,
  isSecretObject,
  joinFound,
  NO_SECRETS,
  SECRETS,
  type SecretsFound,
  type Sought,
  type TakenPlace,
} from "./secret-entries.ts";
import { entryAt, MODE_TREE } from "./tree.ts";
import { type Commit, mergeBases, readCommit, treeMeant, type Walk, walkCommits } from "./walked.ts";

/** How a merge is shown: not at all, what differs from all its parents, or what differs from any. */
export type MergesShown = "none" | "combined" | "each";

export type Shown =
  | { readonly show: "difference"; readonly cached: boolean; readonly meeting: boolean }
  /** Each that is named; a range is a walk. */
  | { readonly show: "named"; readonly merges: MergesShown }
  | ({ readonly show: "walk"; readonly merges: MergesShown; readonly all: boolean } & Pick<
      Walk,
      "most" | "counts" | "firstParents"
    >);

/** Of these places only; none: of the whole tree. */
export interface HistoryAsked {
  readonly shown: Shown;
  /** Words for revisions, as they are written. */
  readonly revisions: readonly string[];
  readonly places: readonly TakenPlace[];
}

const UNKNOWN: SecretsFound = { paths: [], cut: true };

export const secretsShown = (repo: Repo, asked: HistoryAsked, world: World): SecretsFound =>
  filesShown(repo, asked, SECRETS, world);

/** Absolute paths. */
export function filesShown(
  repo: Repo,
  { shown, revisions, places }: HistoryAsked,
  sought: Sought,
  world: World,
): SecretsFound {
  const top = repo.workTree ?? "";
  const below = top === "/" ? "" : top;
  const isShown = (path: string, directory: boolean): boolean =>
    places.length === 0 || places.some((place) => takesPath(place, `${below}/${path}`, directory));
  const scope = comparing(repo, isShown, world, sought);
  if (scope === undefined) return UNKNOWN;
  const found = shownBy(scope, shown, revisions);
  // The work tree's own are absolute already, and of all places.
  const paths = found.paths.map((path) => (path.startsWith("/") ? path : `${below}/${path}`));
  return { paths: paths.filter((path) => isShown(path.slice(below.length + 1), false)), cut: found.cut };
}

const takesPath = ({ path, ending }: TakenPlace, at: string, directory: boolean): boolean =>
  directory ? isInside(at, path) || isInside(path, at) : isInside(at, path) && at.endsWith(ending);

function shownBy(scope: Comparing, shown: Shown, revisions: readonly string[]): SecretsFound {
  const ends = revisions.map((text) => readRevision(scope, text));
  if (ends.some((end) => end === "unknown")) return UNKNOWN;
  const known = ends.filter((end) => end !== "unknown");
  switch (shown.show) {
    case "difference":
      return differenceShown(scope, shown, known);
    case "named":
      return namedShown(scope, shown.merges, known);
    case "walk":
      return walkShown(scope, shown, known);
  }
}

/** `a..b` leaves out what `a` reaches; `a...b` what both do. */
interface Revision {
  readonly is: "one" | "not" | "range" | "meeting" | "with-parents";
  readonly left: readonly string[];
  readonly right: readonly string[];
}

function readRevision(scope: Comparing, text: string): Revision | "unknown" {
  const range = text.includes("{/") ? null : /^(.*?)(\.{2,3})(.*)$/s.exec(text);
  if (range !== null) {
    const [left, right] = [range[1], range[3]].map((end) => oidsMeant(scope, end || "HEAD"));
    if (left === undefined || right === undefined || left === "unknown" || right === "unknown") return "unknown";
    return { is: range[2] === ".." ? "range" : "meeting", left, right };
  }
  const right = /\^(?:@|-\d*)$/.test(text) ? "unknown" : oidsMeant(scope, text.replace(/^\^|\^!$/g, ""));
  if (right === "unknown") return right;
  return { is: text.startsWith("^") ? "not" : text.endsWith("^!") ? "with-parents" : "one", left: [], right };
}

interface DifferenceAsked {
  readonly cached: boolean;
  readonly meeting: boolean;
}

function differenceShown(scope: Comparing, asked: DifferenceAsked, revisions: readonly Revision[]): SecretsFound {
  const [first] = revisions;
  if (first === undefined && !asked.cached) return filesChanged(scope.repo, scope.sought, scope.world);
  if (first === undefined || (revisions.length === 1 && isSingle(first))) return sinceShown(scope, asked, first);
  const pairs = revisions.length === 1 ? pairsIn(scope, first) : pairsAcross(revisions);
  if (pairs === undefined) return UNKNOWN;
  return joinFound(pairs.map(([before, after]) => between(scope, before, after)));
}

const isSingle = ({ is }: Revision): boolean => is === "one" || is === "not";

/** The index, or the work tree, against one revision. */
function sinceShown(scope: Comparing, { cached, meeting }: DifferenceAsked, since: Revision | undefined): SecretsFound {
  const head = headOf(scope);
  const oids = meeting ? meetingOf(scope, since?.right ?? head, head) : (since?.right ?? head);
  if (oids === undefined) return UNKNOWN;
  const trees = treesOf(scope, oids);
  if (trees === undefined) return UNKNOWN;
  const staged = trees.map((tree) => foundStaged(scope, tree));
  return joinFound([...staged, cached ? NO_SECRETS : filesChanged(scope.repo, scope.sought, scope.world)]);
}

/** Before the first commit there is nothing to compare with. */
const headOf = (scope: Comparing): readonly string[] => {
  const head = oidsMeant(scope, "HEAD");
  return head === "unknown" ? [] : head;
};
/** Undefined where one of them has none, or none that can be read. */
function treesOf(scope: Comparing, oids: readonly string[]): readonly TreeId[] | undefined {
  if (oids.length === 0) return [null];
  const trees = oids.map((oid) => treeMeant(scope, oid));
  return trees.includes(undefined) ? undefined : trees.flatMap((tree) => tree ?? []);
}

type Pair = readonly [before: string, after: string];

function pairsIn(scope: Comparing, { is, left, right }: Revision): readonly Pair[] | undefined {
  if (is === "range") return across(left, right);
  if (is === "meeting") {
    const bases = meetingOf(scope, left, right);
    return bases && across(bases, right);
  }
  const commits = right.map((oid) => readCommit(scope, oid));
  if (commits.includes(undefined)) return undefined;
  return commits.flatMap((commit) => commit?.parents.map((parent): Pair => [parent, commit.oid]) ?? []);
}

const across = (left: readonly string[], right: readonly string[]): readonly Pair[] =>
  left.flatMap((before) => right.map((after): Pair => [before, after]));

/** Two that are compared, or one with all the others. */
function pairsAcross(revisions: readonly Revision[]): readonly Pair[] | undefined {
  if (!revisions.every(isSingle)) return undefined;
  const [first = [], ...others] = revisions.map(({ right }) => right);
  return others.flatMap((other) => across(first, other));
}

function meetingOf(scope: Comparing, left: readonly string[], right: readonly string[]): readonly string[] | undefined {
  const bases = across(left, right).map(([one, other]) => mergeBases(scope, one, other));
  return bases.includes(undefined) ? undefined : bases.flatMap((some) => some ?? []);
}

function between(scope: Comparing, before: string, after: string): SecretsFound {
  const [left, right] = [treeMeant(scope, before), treeMeant(scope, after)];
  return left === undefined || right === undefined ? UNKNOWN : foundBetween(scope, left, right);
}

function namedShown(scope: Comparing, merges: MergesShown, revisions: readonly Revision[]): SecretsFound {
  const isPlain = ({ is }: Revision): boolean => is === "one" || is === "with-parents";
  if (!revisions.every(isPlain))
    return walkShown(
      scope,
      { merges, all: false, most: Number.POSITIVE_INFINITY, counts: () => true, firstParents: false },
      revisions,
    );
  const commits = (revisions.length === 0 ? headOf(scope) : revisions.flatMap(({ right }) => right)).map((oid) =>
    readCommit(scope, oid),
  );
  if (commits.includes(undefined)) return UNKNOWN;
  return joinFound(commits.flatMap((commit) => (commit == null ? [] : [inCommit(scope, commit, merges)])));
}

type WalkShown = Omit<Extract<Shown, { show: "walk" }>, "show">;

function walkShown(
  scope: Comparing,
  { merges, all, ...walk }: WalkShown,
  revisions: readonly Revision[],
): SecretsFound {
  const refs = all ? allRefs(scope.repo, scope.world) : [];
  const bases = revisions.map(({ is, left, right }) => (is === "meeting" ? meetingOf(scope, left, right) : []));
  if (refs === undefined || bases.includes(undefined)) return UNKNOWN;
  const named = revisions.filter(({ is }) => is !== "not");
  const wanted = named.flatMap(({ is, left, right }) => (is === "meeting" ? [...left, ...right] : right));
  const unwanted = revisions.flatMap(({ is, left, right }) => (is === "not" ? right : is === "range" ? left : []));
  const from = [...refs, ...(named.length === 0 || all ? headOf(scope) : []), ...wanted];
  const { commits, cut } = walkCommits(scope, {
    ...walk,
    wanted: from,
    unwanted: [...unwanted, ...bases.flatMap((some) => some ?? [])],
  });
  if (cut) return UNKNOWN;
  const shown = commits.map((commit) =>
    inCommit(scope, commit, walk.firstParents && merges !== "none" ? "each" : merges),
  );
  return joinFound(shown);
}

/** What a commit changed. */
function inCommit(scope: Comparing, commit: Commit, merges: MergesShown): SecretsFound {
  if (commit.parents.length === 0) return foundBetween(scope, null, commit.tree);
  if (commit.parents.length > 1 && merges === "none") return NO_SECRETS;
  const found = commit.parents.map((parent) => {
    const tree = treeMeant(scope, parent);
    return tree === undefined ? UNKNOWN : foundBetween(scope, tree, commit.tree);
  });
  if (merges !== "combined") return joinFound(found);
  const { paths, cut } = joinFound(found);
  return { paths: paths.filter((path) => found.every((one) => one.paths.includes(path))), cut };
}

/**
 * `REV:path`, `:path`: whether what is so named holds a secret; of names that say nothing of one only a private key counts. `unknown`: what
 * is said where that cannot be told.
 */
export function isSecretNamed(repo: Repo, name: string, world: World, unknown = true): boolean {
  const [, rev = "", path = ""] = /^([^:]*):(?:[0-3]:)?(.*)$/s.exec(name) ?? [];
  const scope = comparing(repo, () => true, world);
  const plain = path.replace(/^\.\/|\/+$/g, "");
  if (scope === undefined) return unknown;
  const oids = rev === "" ? indexedAt(scope, plain) : oidsMeant(scope, rev);
  if (oids === "unknown") return unknown;
  const blobs = rev === "" ? oids : oids.flatMap((oid) => oidAt(scope, treeMeant(scope, oid) ?? null, plain) ?? []);
  const tells = mayTell(`/${plain}`) ? undefined : showsPrivateKey;
  return blobs.some((oid) => isSecretObject(scope.store, oid, world, tells));
}

/** `REV:path`, where it is a directory, or a tree by its own name: what is compared with it is all below; also where that cannot be told. */
export function isTreeNamed(repo: Repo, name: string, world: World): boolean {
  const [, rev = "", path = ""] = /^([^:]*):(.*)$/s.exec(name) ?? [];
  if (name.includes("{/")) return true;
  if (rev === "") return !name.startsWith(":") && endsOf(name).some((end) => isTreeItself(repo, end, world));
  const scope = comparing(repo, () => true, world);
  const oids = scope === undefined ? "unknown" : oidsMeant(scope, rev);
  if (scope === undefined || oids === "unknown" || !/^[^./]/.test(path)) return true;
  const { store } = scope;
  return oids.some((oid) => {
    const tree = treeMeant(scope, oid);
    const entry = tree === undefined ? undefined : entryAt(store, tree, path.replace(/\/+$/, ""), world);
    return entry?.ok !== true || entry.value === undefined || entry.value.mode === MODE_TREE;
  });
}

const endsOf = (name: string): readonly string[] =>
  name
    .replace(/^\^|\^[!@]$|\^-\d*$/g, "")
    .split(/\.{2,3}/)
    .filter((end) => end !== "");

/** Its files have lost the directory they lie in, by which some are known. What is not found is for whoever compares. */
function isTreeItself(repo: Repo, name: string, world: World): boolean {
  const scope = comparing(repo, () => true, world);
  const oids = scope === undefined ? "unknown" : oidsMeant(scope, name);
  return scope !== undefined && oids !== "unknown" && oids.some((oid) => kindMeant(scope, oid) === "tree");
}

function indexedAt({ repo, world }: Comparing, path: string): readonly string[] | "unknown" {
  const index = readIndex(repo, world);
  return index.ok ? index.value.entries.flatMap((entry) => (entry.path === path ? [entry.oid] : [])) : "unknown";
}
